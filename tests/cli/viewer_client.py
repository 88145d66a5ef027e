"""A viewer's side of docs/viewer-protocol.md, written from the page alone: HTTP and WebSocket over
plain sockets, and the decoder of the messages. Standard library only."""
import base64
import json
import os
import re
import socket
import struct
import subprocess
import time


class Refused(Exception):
    def __init__(self, status, body):
        super().__init__(f"{status}: {body}")
        self.status = status


class Closed(Exception):
    """The server closed the WebSocket; `code` as in its close frame, 0 without one."""
    def __init__(self, code):
        super().__init__(f"closed with {code}")
        self.code = code


class ViewServer:
    """`conjac view ...` in a process of its own."""

    def __init__(self, program, *arguments, cwd=None, environment=None):
        self.process = subprocess.Popen(
            [program, "view", "--no-open", *map(str, arguments)], cwd=cwd, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
        line = self.process.stdout.readline()
        found = re.match(r"open (http://(.+):(\d+)/\?token=(\w+))\n", line)
        if not found:
            self.process.kill()
            raise AssertionError(f"no address in {line!r} {self.process.stderr.read()}")
        self.address, self.host, self.token = found[1], found[2], found[4]
        self.port = int(found[3])
        self.authority = f"{self.host}:{self.port}"

    def stop(self, signal=2, timeout=30):
        self.process.send_signal(signal)
        out, err = self.process.communicate(timeout=timeout)
        return self.process.returncode, out, err

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def connect(self):
        return socket.create_connection((self.host.strip("[]"), self.port), timeout=30)

    def raw(self, data):
        """Sends bytes, returns the whole answer."""
        with self.connect() as connection:
            try:
                connection.sendall(data)
            except OSError:
                pass  # refused before everything was sent
            answer = b""
            while True:
                try:
                    piece = connection.recv(65536)
                except ConnectionResetError:
                    return answer
                if not piece:
                    return answer
                answer += piece

    def request(self, target, method="GET", headers=None, host=True):
        lines = [f"{method} {target} HTTP/1.1"]
        if host:
            lines.append(f"Host: {self.authority if host is True else host}")
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        return parsed(self.raw(("\r\n".join(lines) + "\r\n\r\n").encode()))

    def live(self, **options):
        return WebSocket(self, **options)


def parsed(answer):
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    status = int(lines[0].split()[1]) if lines[0] else 0
    headers = {}
    for line in lines[1:]:
        name, _, value = line.partition(": ")
        headers[name.lower()] = value
    return status, headers, body


class WebSocket:
    def __init__(self, server, token=None, origin=True, host=None, receive_buffer=None):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(30)
        self.socket.connect((server.host, server.port))
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET /live?token={server.token if token is None else token} HTTP/1.1",
                 f"Host: {host or server.authority}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        if origin:
            lines.append(f"Origin: {'http://' + server.authority if origin is True else origin}")
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            piece = self.socket.recv(65536)
            if not piece:
                raise Refused(0, "connection closed")
            self.buffer += piece
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        status = int(head.split()[1])
        if status != 101:
            self.socket.close()
            raise Refused(status, self.buffer)
        self.serial = 0
        self.roles, self.pieces = {}, {}  # of each side

    def _with_roles(self, message):
        side = message["side"]
        if message["kind"] == 1:
            self.pieces[side] = message["pieces"]
        elif message["kind"] == 4:
            self.roles[side] = message["roles"]
        elif message["kind"] == 3:
            message["roles"] = self.roles[side]
        return message

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # -- frames of the WebSocket -----------------------------------------------------------------

    def send_raw(self, payload, opcode=2, fin=True):
        mask = os.urandom(4)
        head = bytes([(0x80 if fin else 0) | opcode])
        if len(payload) < 126:
            head += bytes([0x80 | len(payload)])
        elif len(payload) < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", len(payload))
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", len(payload))
        masked = bytes(b ^ mask[i % 4] for i, b in enumerate(payload))
        self.socket.sendall(head + mask + masked)

    def _take(self, count):
        while len(self.buffer) < count:
            piece = self.socket.recv(1 << 20)
            if not piece:
                raise Closed(0)
            self.buffer += piece
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def receive(self):
        """The next message, decoded; answers pings."""
        while True:
            first, second = self._take(2)
            assert first & 0x80, "the server does not fragment"
            length = second & 0x7F
            if length == 126:
                length = struct.unpack(">H", self._take(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self._take(8))[0]
            payload = self._take(length)
            opcode = first & 0x0F
            if opcode == 9:
                self.send_raw(payload, opcode=10)
            elif opcode == 8:
                raise Closed(struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 0)
            elif opcode != 10:
                assert opcode == 2, f"opcode {opcode}"
                return self._with_roles(decoded(payload, self.pieces))

    def until(self, wanted, seconds=30):
        """Receives until `wanted` says yes; returns that message."""
        end = time.monotonic() + seconds
        while True:
            left = end - time.monotonic()
            if left <= 0:
                raise AssertionError("nothing of the kind within the time")
            self.socket.settimeout(left)
            message = self.receive()
            if wanted(message):
                self.socket.settimeout(30)
                return message

    def text(self, kind, seconds=30):
        return self.until(lambda m: m["kind"] == 0 and m["text"]["type"] == kind, seconds)["text"]

    def frame(self, seconds=30):
        """The next moment; its roles are those the server said last for this side."""
        return self.until(lambda m: m["kind"] == 3, seconds)

    # -- commands --------------------------------------------------------------------------------

    def command(self, op, payload=b"", side=255):
        self.serial += 1
        self.send_raw(struct.pack("<BBHI", op, side, 1, self.serial) + payload)
        return self.serial

    def play(self): return self.command(1)
    def pause(self): return self.command(2)
    def step(self): return self.command(3)
    def reset(self): return self.command(4)
    def speed(self, value): return self.command(5, struct.pack("<d", value))
    def grab(self, node, target): return self.command(6, struct.pack("<I3f", node, *target))
    def drag(self, target): return self.command(7, struct.pack("<3f", *target))
    def let_go(self): return self.command(8)
    def cut(self, points, direction):
        flat = [c for p in points for c in p]
        return self.command(9, struct.pack(f"<I{len(flat)}f3f", len(points), *flat, *direction))
    def wake(self, k, how): return self.command(10, struct.pack("<II", k, how))
    def option(self, name, value, side=255):
        text = f"{name}={json.dumps(value)}".encode()
        return self.command(11, struct.pack("<I", len(text)) + text, side)
    def activation(self, body, value): return self.command(12, struct.pack("<Id", body, value))
    def colour(self, bits): return self.command(13, struct.pack("<I", bits))
    def keep(self, text):
        return self.command(14, struct.pack("<I", len(text)) + text.encode(), 0)
    def change(self, name, value, side=255):
        text = f"{name}={json.dumps(value)}".encode()
        return self.command(17, struct.pack("<I", len(text)) + text, side)
    def frequencies(self): return self.command(18)
    def probe(self, *nodes):
        return self.command(16, struct.pack(f"<{1 + len(nodes)}I", len(nodes), *nodes))


class Cursor:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, form, count=None):
        values = struct.unpack_from("<" + (form if count is None else f"{count}{form}"), self.data, self.at)
        self.at += struct.calcsize("<" + (form if count is None else f"{count}{form}"))
        return list(values)

    def points(self, count):
        flat = self.take("f", 3 * count)
        return [flat[i:i + 3] for i in range(0, 3 * count, 3)]


FIELDS = ((1, "speed"), (2, "von_mises"), (4, "activation"))


def live_values(cursor, message, nodes, fields, pieces):
    """Positions in 16 bits, values in 8; returns the number of probes."""
    boxes, probes = cursor.take("I", 2)
    scales = [cursor.take("f", 2) for _ in FIELDS]
    boxes = [(cursor.take("f", 3), cursor.take("f", 3)) for _ in range(boxes)]
    places = cursor.take("H", 3 * nodes)
    cursor.at = (cursor.at + 3) // 4 * 4
    message["positions"] = []
    for i in range(nodes):
        low, step = boxes[pieces[i]]
        message["positions"].append([low[c] + places[3 * i + c] * step[c] for c in range(3)])
    for (bit, name), (knee, top) in zip(FIELDS, scales):
        if fields & bit:
            message[name] = [knee * code / 240 if code <= 240 else knee * (top / knee) ** ((code - 240) / 15)
                             for code in cursor.take("B", nodes)]
            cursor.at = (cursor.at + 3) // 4 * 4
    return probes


def decoded(data, pieces=None):
    """`pieces`: which piece each node is of, by side; live frames need it."""
    cursor = Cursor(data)
    kind, side, version, shape, moment = cursor.take("BBHId")
    assert version == 1, version
    message = {"kind": kind, "side": side, "shape": shape, "time": moment, "bytes": len(data)}
    if kind == 0:
        message["text"] = json.loads(data[16:].decode())
        return message
    if kind == 1:
        nodes, triangles, elements, representatives, fibres, corners, names, pieced, skinned = cursor.take("I", 9)
        message["rest"] = cursor.points(nodes)
        message["triangles"] = [cursor.take("I", 3) for _ in range(triangles)]
        message["elements"] = [cursor.take("I", corners) for _ in range(elements)]
        message["regions"] = cursor.take("i", elements)
        message["kinds"] = cursor.take("i", elements)
        message["representatives"] = cursor.take("I", representatives)
        message["fibre_elements"] = cursor.take("I", fibres)
        message["fibres"] = cursor.points(fibres)
        message["names"] = cursor.take("I", names)
        message["pieces"] = cursor.take("I", nodes if pieced else 0)
        if skinned:
            faces, bare, textured, _ = cursor.take("I", 4)
            cursor.take("I", 4 * skinned)
            cursor.take("f", (4 + 3 + 2 * textured) * skinned)
            cursor.take("I", 3 * faces + 3 * bare)
        message["skin"] = skinned
    elif kind == 4:
        message["roles"] = cursor.take("B", cursor.take("I")[0])
        cursor.at = (cursor.at + 3) // 4 * 4
    elif kind in (2, 3):
        step, nodes, representatives, solids, contacts, fields, active, flags = cursor.take("I", 8)
        message.update(step=step, active=active, flags=flags, fields=fields)
        message["energy"] = cursor.take("f", 4)
        message["stages"] = cursor.take("f", 4)
        rate, factor, residual, work = cursor.take("f", 4)
        message.update(rate=rate, factor=factor, residual=residual, work=work)
        message["grabbed"], message["target"] = cursor.points(2)
        probes = 0
        if kind == 2:
            message["positions"] = cursor.points(nodes)
            for bit, name in FIELDS:
                if fields & bit:
                    message[name] = cursor.take("f", nodes)
            message["roles"] = cursor.take("B", nodes)
            cursor.at = (cursor.at + 3) // 4 * 4
        else:
            probes = live_values(cursor, message, nodes, fields, pieces[side])
            message["touching"] = contacts
            contacts = contacts if fields & 8 else 0
        message["liveliness"] = [cursor.take("fI") for _ in range(representatives)]
        message["solids"] = [(cursor.take("f", 3), cursor.take("f", 4)) for _ in range(solids)]
        message["contacts"] = [(cursor.take("f", 3), cursor.take("f", 3)) for _ in range(contacts)]
        message["probes"] = {}
        for _ in range(probes):
            node, x, y, z, *values = cursor.take("I6f")
            message["probes"][node] = ([x, y, z], dict(zip((name for _, name in FIELDS), values)))
    else:
        raise AssertionError(f"kind {kind}")
    assert cursor.at == len(data), f"{len(data) - cursor.at} bytes too many"
    return message


def recording(data):
    """The decoded messages of a recording."""
    assert data[:4] == b"CJVR" and struct.unpack_from("<I", data, 4)[0] == 1
    at, messages = 8, []
    while at < len(data):
        length = struct.unpack_from("<I", data, at)[0]
        messages.append(decoded(data[at + 4:at + 4 + length]))
        at += 4 + (length + 3) // 4 * 4
    assert at == len(data)
    return messages
