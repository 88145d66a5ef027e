"""Who is let in by the viewer's server, and what it does with bad messages: they are refused, and
it goes on."""
import random
import struct
import time
import unittest

from cli import SMALL, copy_of
from test_view import ViewTest
from viewer_client import Closed, Refused


class Security(ViewTest):
    def setUp(self):
        super().setUp()
        self.server = self.small()

    def assert_alive(self):
        with self.server.live() as page:
            begin = page.frame()["time"]
            page.play()
            page.until(lambda m: m["kind"] == 3 and m["time"] > begin)

    def status(self, *arguments, **options):
        return self.server.request(*arguments, **options)[0]

    def test_the_page_comes_with_its_policy(self):
        status, headers, body = self.server.request(f"/?token={self.server.token}")
        self.assertEqual(status, 200)
        self.assertEqual(int(headers["content-length"]), len(body))
        self.assertNotIn(b"CONJAC_", body)
        self.assertIn(b'data-mode="live"', body)
        policy = headers["content-security-policy"]
        self.assertIn("default-src 'none'", policy)
        self.assertIn("frame-ancestors 'none'", policy)
        self.assertIn(f"ws://{self.server.authority}", policy)
        self.assertNotIn("unsafe-eval", policy)
        for name, value in {"x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
                            "cache-control": "no-store", "x-frame-options": "DENY",
                            "cross-origin-opener-policy": "same-origin",
                            "cross-origin-resource-policy": "same-origin"}.items():
            self.assertEqual(headers[name], value)
        self.assertNotIn("access-control-allow-origin", headers)

    def test_tokens_differ_and_listen_here_only(self):
        other = self.small()
        self.assertNotEqual(other.token, self.server.token)
        self.assertRegex(other.token, "^[0-9a-f]{32}$")
        self.assertEqual(other.host, "127.0.0.1")

    def test_forged_requests_are_refused(self):
        server, good = self.server, f"/?token={self.server.token}"
        for target in ("/", "/?token=", "/?token=" + "0" * 32, good[:-1], good + "0", "/?Token=" + server.token,
                       good + "&x=1", "/?x=1&token=" + server.token):
            self.assertEqual(self.status(target), 403, target)
        for host in ("localhost:%d" % server.port, "127.0.0.1", "evil.example", "evil.example:%d" % server.port,
                     "127.0.0.1:1", server.authority + ".", "[::1]:%d" % server.port):
            self.assertEqual(self.status(good, host=host), 403, host)
        self.assertEqual(self.status(good, host=False), 403)
        self.assertEqual(self.status(good, headers={"host": "evil.example"}), 403)  # two of them
        for origin in ("http://evil.example", "null", "https://" + server.authority, "http://127.0.0.1",
                       "http://" + server.authority + "/"):
            self.assertEqual(self.status(good, headers={"Origin": origin}), 403, origin)
        self.assertEqual(self.status(good, headers={"Origin": "http://" + server.authority}), 200)
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "HEAD", "TRACE"):
            self.assertEqual(self.status(good, method=method), 405, method)
        for path in ("/etc/passwd", "/../../etc/passwd", "/favicon.ico", "//", "/%2e%2e/", "/live/"):
            self.assertEqual(self.status(f"{path}?token={server.token}"), 404, path)
        self.assertEqual(self.status(f"/recording?token={server.token}"), 404)
        self.assertEqual(self.status(f"/live?token={server.token}"), 400)  # no upgrade
        self.assertEqual(self.status("http://" + server.authority + good), 400)
        self.assert_alive()

    def test_forged_upgrades_are_refused(self):
        for options in ({"token": ""}, {"token": "f" * 32}, {"origin": "http://evil.example"},
                        {"origin": "null"}, {"host": "evil.example"}):
            with self.assertRaises(Refused) as refused:
                self.server.live(**options)
            self.assertEqual(refused.exception.status, 403, options)
        self.assert_alive()

    def test_long_and_broken_requests_are_refused(self):
        good = f"/?token={self.server.token}"
        self.assertEqual(self.status(good, headers={"X": "x" * 20000}), 413)
        self.assertEqual(self.status("/" + "x" * 20000), 413)
        self.assertEqual(self.status(good, headers={"Content-Length": "100000000"}), 413)
        for junk in (b"\x00\x01\x02\x03\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\xff" * 100 + b"\r\n\r\n"):
            answer = self.server.raw(junk)
            self.assertTrue(answer == b"" or answer.startswith(b"HTTP/1.1 400"), answer[:60])
        self.assert_alive()

    def test_an_oversized_message_ends_the_connection_alone(self):
        for size in (4097, 70000, 10_000_000):
            with self.server.live() as page, self.assertRaises((Closed, OSError)) as closed:
                page.frame()
                page.send_raw(b"\0" * size)
                while True:
                    page.receive()
            if isinstance(closed.exception, Closed):
                self.assertIn(closed.exception.code, (0, 1009))
        self.assert_alive()

    def test_malformed_messages_are_refused_and_change_nothing(self):
        nan, inf = float("nan"), float("inf")

        def head(op, side=255, version=1):
            return struct.pack("<BBHI", op, side, version, 77)
        bad = [b"", b"\x01", head(1)[:7], head(0), head(14), head(255), head(1, side=2), head(1, version=2),
               head(1) + b"\0", head(5), head(5) + struct.pack("<d", nan), head(5) + struct.pack("<d", -1),
               head(5) + struct.pack("<d", 11), head(6) + struct.pack("<I3f", 0, nan, 0, 0),
               head(7) + struct.pack("<3f", inf, 0, 0), head(10) + struct.pack("<II", 0, 3),
               head(11) + struct.pack("<I", 4) + b"beta", head(11) + struct.pack("<I", 6) + b"\xe9ta=1 "]
        with self.server.live() as page:
            page.pause()
            page.until(lambda m: m["kind"] == 0 and not m["text"].get("playing", True))
            for message in bad:
                page.send_raw(message)
                self.assertTrue(page.text("error")["text"])
            page.pause()
            state = page.text("state")
            self.assertEqual((state["playing"], state["speed"], state["step"]), (False, 1, 0.005))
            page.send_raw(b"hello", opcode=1)
            self.assertIn("binary", page.text("error")["text"])
            page.send_raw(head(9) + struct.pack("<I", 1000))
            with self.assertRaises(Closed) as closed:  # the twentieth
                while True:
                    page.receive()
            self.assertEqual(closed.exception.code, 1008)
        self.assert_alive()

    def test_malformed_probes_changes_and_questions_are_refused(self):
        def head(op):
            return struct.pack("<BBHI", op, 255, 1, 77)

        def text(op, count, words):
            return head(op) + struct.pack("<I", count) + words
        bad = [head(13) + struct.pack("<I", 16), head(16), head(16) + struct.pack("<I", 17),
               head(16) + struct.pack("<I", 2 ** 32 - 1), head(16) + struct.pack("<II", 2, 0), head(17),
               text(17, 3001, b"a=" + b"1" * 2999), text(17, 5, b"floor"), text(17, 10, b"floor=true!"),
               text(17, 2 ** 32 - 1, b"a=1"), text(17, 9, b"floor=\xff\xff\xff"), text(17, 8, b"a.b=true"),
               head(18) + b"\0", head(19)]
        with self.server.live() as page:
            page.frame()
            for message in bad:
                page.send_raw(message)
                self.assertTrue(page.text("error")["text"])
        self.assert_alive()

    def test_refusals_of_good_messages_do_not_end_the_connection(self):
        with self.server.live() as page:
            for _ in range(30):
                page.grab(10 ** 6, [0, 0, 0])
                self.assertIn("node", page.text("error")["text"])
            page.grab(0, [1e5, 0, 0])
            self.assertIn("far", page.text("error")["text"])
            page.wake(99, 1)
            self.assertIn("representative", page.text("error")["text"])

    def test_a_flood_of_messages_is_refused(self):
        with self.server.live() as page:
            page.frame()
            with self.assertRaises((Closed, OSError)):
                for _ in range(5000):
                    page.drag([0, 0, 0])
                while True:
                    page.receive()
        self.assert_alive()

    def test_noise_is_survived(self):
        chance = random.Random(20)
        for _ in range(12):
            try:
                with self.server.live() as page:
                    for _ in range(30):
                        noise = bytearray(chance.randbytes(chance.randrange(0, 40)))
                        if len(noise) > 4 and chance.random() < 0.8:
                            noise[0] = chance.randrange(1, 14)
                            noise[1] = 255
                            noise[2:4] = b"\1\0"
                        page.send_raw(bytes(noise))
                    page.frame()
            except (Closed, OSError):
                pass
        self.assert_alive()

    def test_clients_are_counted(self):
        pages = [self.server.live() for _ in range(8)]
        for page in pages:
            page.receive()
        with self.assertRaises(Closed) as turned_away:  # in words that a page can show
            self.server.live().receive()
        self.assertEqual(turned_away.exception.code, 1013)
        pages.pop().close()
        end = time.monotonic() + 20
        while True:
            try:
                page = self.server.live()
                page.receive()
                pages.append(page)
                break
            except Closed:
                self.assertLess(time.monotonic(), end)
                time.sleep(0.05)
        for page in pages:
            page.frame()
            page.close()

    def test_idle_connections_do_not_lock_others_out(self):
        idle = [self.server.connect() for _ in range(20)]
        self.assertEqual(self.status(f"/?token={self.server.token}"), 200)
        for connection in idle:
            connection.close()

    def test_many_requests_at_once_are_too_many(self):
        seen = {self.status(f"/?token={self.server.token}") for _ in range(200)}
        self.assertLessEqual(seen, {200, 429})
        self.assertIn(200, seen)
        time.sleep(1)
        self.assert_alive()


class Addresses(ViewTest):
    def refused(self, *arguments):
        scene = self.write_scene(copy_of(SMALL))
        done = self.conjac("view", "--no-open", scene, *arguments, exit_code=2)
        return done.stderr

    def test_other_hosts_need_a_token(self):
        self.assertIn("--token", self.refused("--host", "192.0.2.1"))
        self.assertIn("numeric", self.refused("--host", "example.org"))
        self.assertIn("name the one address", self.refused("--host", "0.0.0.0", "--token", "a" * 16))
        self.assertIn("at least 16", self.refused("--token", "short"))
        self.assertIn("letters", self.refused("--token", "a" * 16 + "/<>"))

    def test_a_token_of_ones_own(self):
        server = self.small("--host", "127.0.0.2", "--token", "x" * 20)
        self.assertEqual(server.address, f"http://127.0.0.2:{server.port}/?token=" + "x" * 20)
        self.assertEqual(server.request("/?token=" + "x" * 20)[0], 200)

    def test_a_port_that_is_taken(self):
        server = self.small()
        done = self.conjac("view", "--no-open", self.folder / "scene.json", "--port", server.port, exit_code=5)
        self.assertIn("--port", done.stderr)


if __name__ == "__main__":
    unittest.main()
