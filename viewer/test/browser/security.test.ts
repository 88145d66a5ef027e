// What a browser can try against the server and the page, and must not get.

import assert from "node:assert/strict";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launch, new_page } from "./page";
import { beam_scene, scratch, serve, type Server, stop_all, visit } from "./program";

let browser: Browser;
let server: Server;
let page: Page;
let stranger: HttpServer; // another site
let elsewhere: string;
const asked: string[] = []; // what the stranger heard
const { folder, remove } = scratch();

before(async () => {
  browser = await launch();
  server = await serve(beam_scene(folder));
  ({ page } = await new_page(browser));
  await visit(page, server);
  stranger = createServer((request, answer) => {
    asked.push(request.url ?? "");
    answer.writeHead(200, { "Content-Type": "text/html", "Access-Control-Allow-Origin": "*" });
    answer.end("<!doctype html><title>stranger</title>");
  });
  await new Promise<void>((go) => stranger.listen(0, "127.0.0.1", go));
  elsewhere = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
});
after(async () => {
  stop_all();
  await browser.close();
  await server.stop();
  stranger.close();
  remove();
});

async function goes_on(): Promise<void> {
  const from = await page.evaluate(() => window.conjac.step());
  await page.waitForFunction((step) => window.conjac.step() > step + 2, from);
}

// How a WebSocket opened by a page ends: "open", or "refused".
const knock = (where: Page, address: string) =>
  where.evaluate(
    (url) =>
      new Promise<string>((say) => {
        const socket = new WebSocket(url);
        socket.onopen = () => {
          socket.close();
          say("open");
        };
        socket.onerror = () => say("refused");
      }),
    address,
  );
const live = () => `${server.origin.replace("http", "ws")}/live?token=${server.token}`;

test("without the token, or with another, there is nothing", async () => {
  const visitor = await browser.newPage();
  for (const path of ["/", "/?token=", "/?token=0123456789abcdef0123456789abcdef", "/recording"]) {
    const answer = await visitor.goto(`${server.origin}${path}`);
    assert.equal(answer?.status(), 403, path);
    assert.ok(!(await visitor.content()).includes("beam"));
  }
  await visitor.close();
  await goes_on();
});

test("another name for the same address is refused", async () => {
  const visitor = await browser.newPage();
  const forged = server.address.replace("127.0.0.1", "localhost");
  const answer = await visitor.goto(forged).catch(() => null);
  assert.ok(answer === null || answer.status() === 403, `${answer?.status()}`);
  await visitor.close();
});

test("another site cannot open the stream, even with the token", async () => {
  const visitor = await browser.newPage();
  await visitor.goto(elsewhere);
  assert.equal(await knock(visitor, live()), "refused");
  const fetched = await visitor.evaluate(
    (url) =>
      fetch(url).then(
        (answer) => answer.status,
        () => "blocked",
      ),
    server.address,
  );
  assert.equal(fetched, "blocked");
  await visitor.close();
  assert.equal(await knock(page, live()), "open");
  assert.equal(await knock(page, live().replace(server.token, "guess")), "refused");
  await goes_on();
});

test("the page cannot be framed by another site", async () => {
  const visitor = await browser.newPage();
  await visitor.goto(elsewhere);
  await visitor.evaluate((url) => {
    const frame = document.createElement("iframe");
    frame.src = url;
    document.body.append(frame);
  }, server.address);
  await visitor.waitForTimeout(1500);
  const inside = visitor.frames().find((frame) => frame.url().startsWith(server.origin));
  const loaded = inside ? await inside.evaluate(() => "conjac" in window) : false;
  assert.equal(loaded, false);
  await visitor.close();
});

test("malformed and oversized messages are refused, and the run goes on", async () => {
  const answers = await page.evaluate(async (url) => {
    const heard: string[] = [];
    const socket = new WebSocket(url);
    socket.binaryType = "arraybuffer";
    await new Promise((go) => (socket.onopen = go));
    socket.onmessage = ({ data }) => {
      const bytes = new Uint8Array(data as ArrayBuffer);
      if (bytes[0] !== 0) return;
      const text = JSON.parse(new TextDecoder().decode(bytes.subarray(16))) as { type: string };
      if (text.type === "error") heard.push(text.type);
    };
    const head = (op: number, payload: number[]) =>
      Uint8Array.from([op, 0, 1, 0, 9, 0, 0, 0, ...payload]);
    socket.send("play");
    socket.send(new Uint8Array(0));
    socket.send(Uint8Array.from([1, 2, 3]));
    socket.send(head(99, []));
    socket.send(head(5, [0, 0, 0, 0])); // a speed of half its length
    socket.send(head(5, [0, 0, 0, 0, 0, 0, 0xf8, 0x7f])); // not a number
    socket.send(head(6, [255, 255, 255, 255, ...new Array<number>(12).fill(0)])); // no such node
    await new Promise((go) => setTimeout(go, 1500));
    const closed = new Promise<string>((go) => (socket.onclose = () => go("closed")));
    const refused = heard.length;
    socket.send(new Uint8Array(5000));
    const last = await Promise.race([
      closed,
      new Promise<string>((go) =>
        setTimeout(() => go(heard.length > refused ? "refused" : "?"), 3000),
      ),
    ]);
    socket.close();
    return { refused, last };
  }, live());
  assert.ok(answers.refused >= 6, `${answers.refused} of 7 were answered with an error`);
  assert.match(answers.last, /closed|refused/);
  await goes_on();
});

test("scripts and connections that are not the page's own do not run", async () => {
  const before = asked.length;
  const result = await page.evaluate(async (url) => {
    const script = document.createElement("script");
    script.textContent = "window.stranger = 1";
    document.body.append(script);
    const remote = document.createElement("script");
    remote.src = `${url}/script.js`;
    document.body.append(remote);
    const picture = new Image();
    picture.src = `${url}/picture.png`;
    const fetched = await fetch(`${url}/data`).then(
      () => "fetched",
      () => "blocked",
    );
    await new Promise((go) => setTimeout(go, 500));
    return { ran: "stranger" in window, fetched };
  }, elsewhere);
  assert.deepEqual(result, { ran: false, fetched: "blocked" });
  assert.equal(asked.length, before, "nothing left for another site");
});
