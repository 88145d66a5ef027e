// A server of the live page without a simulation behind it: the same moments again and again at 60 a
// second, over a real socket. (The sockets of `open_fake` are made in the page, and use its memory.)

import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { built } from "./page";

const kMagic = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; // RFC 6455

function framed(message: Uint8Array): Buffer {
  const size = message.length;
  const head = Buffer.alloc(size < 126 ? 2 : size < 65536 ? 4 : 10);
  head[0] = 0x82; // the last part of a binary message
  head[1] = size < 126 ? size : size < 65536 ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(size, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(size), 2);
  return Buffer.concat([head, message]);
}

// `frame` gives moment k; its time is written into its head.
export async function stream(welcome: Uint8Array[], frames: Uint8Array[]) {
  const page = built("live");
  const sockets = new Set<Duplex>();
  const server = createServer((_, answer) => {
    answer.setHeader("Content-Type", "text/html");
    answer.end(page);
  });
  const timers: ReturnType<typeof setInterval>[] = [];
  server.on("upgrade", (request, socket) => {
    const key = request.headers["sec-websocket-key"] ?? "";
    const accept = createHash("sha1")
      .update(key + kMagic)
      .digest("base64");
    socket.write(
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
        `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    sockets.add(socket);
    socket.on("error", () => {});
    for (const message of welcome) socket.write(framed(message));
    let k = 0;
    timers.push(
      setInterval(() => {
        if (socket.writableLength > 0) return; // a page that is behind misses moments
        const message = Buffer.from(frames[k % frames.length]);
        message.writeDoubleLE(k / 60, 8);
        message.writeUInt32LE(k++, 16);
        socket.write(framed(message));
      }, 1000 / 60),
    );
  });
  await new Promise<void>((go) => server.listen(0, "127.0.0.1", go));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/?token=abc`,
    stop: () => {
      timers.forEach(clearInterval);
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}
