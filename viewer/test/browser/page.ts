// A browser, the built page in it, and a server made of thin air where the real one is not needed.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium, type Browser, type Page, type WebSocketRoute } from "playwright-core";
import type { Window as Looker } from "../../src/window";

declare global {
  interface Window {
    conjac: Looker;
  }
}

export const kRoot = process.env.CONJAC_VIEWER!;
export const kLaptop = { width: 1366, height: 768 };
export const kPhone = { width: 390, height: 844 };

export async function launch(): Promise<Browser> {
  const program = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
    existsSync,
  );
  // Root in a container has no sandbox; without a graphics card SwiftShader draws.
  const args = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
  // A page put in by the test has no address, and may then not speak to this machine.
  if (process.env.CONJAC_PAGE === "dist") args.push("--disable-features=LocalNetworkAccessChecks");
  return chromium.launch({ executablePath: process.env.CONJAC_CHROMIUM ?? program, args });
}

// A page that fails the test when anything goes wrong in it, or when it asks another machine.
export async function new_page(
  browser: Browser,
  options: { viewport?: { width: number; height: number }; dark?: boolean; touch?: boolean } = {},
): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({
    viewport: options.viewport ?? kLaptop,
    colorScheme: options.dark ? "dark" : "light",
    hasTouch: options.touch ?? false,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    const text = message.text();
    // SwiftShader is slow and says so; a socket that is refused on purpose is not a fault.
    if (/GPU stall|WebGL-|WebSocket connection|ERR_CONNECTION_REFUSED/.test(text)) return;
    if (message.type() === "error" || message.type() === "warning") faults.push(text);
  });
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    const own = ["127.0.0.1", "conjac.test"].includes(hostname);
    if (!own && !["file:", "data:", "blob:"].includes(protocol)) faults.push(`asks ${hostname}`);
  });
  return { page, faults };
}

export function built(mode: string): string {
  return readFileSync(join(kRoot, "dist/index.html"), "utf8")
    .replaceAll("CONJAC_MODE", mode)
    .replaceAll("CONJAC_NONCE", "n0nce");
}

export function exported(recording: Uint8Array): string {
  const text = gzipSync(recording).toString("base64");
  const script = `<script type="application/octet-stream" id="recording" data-encoding="gzip-base64">${text}</script>`;
  return built("embedded").replace("</body>", `${script}</body>`);
}

export interface FakeServer {
  sent: Uint8Array[]; // what the page said
  say(...messages: Uint8Array[]): void;
  hang_up(): void;
  answer: (message: Uint8Array) => void;
}

// The page as the program serves it, with a WebSocket whose other end is the test.
export async function open_fake(page: Page, welcome: () => Uint8Array[]): Promise<FakeServer> {
  let socket: WebSocketRoute | null = null;
  const server: FakeServer = {
    sent: [],
    say: (...messages) => messages.forEach((message) => socket?.send(Buffer.from(message))),
    hang_up: () => void socket?.close({ code: 1001, reason: "stopped" }),
    answer: () => {},
  };
  await page.routeWebSocket(/\/live/, (route) => {
    socket = route;
    route.onMessage((message) => {
      assert.ok(typeof message !== "string", "the page never sends text");
      const bytes = Uint8Array.from(message);
      server.sent.push(bytes);
      server.answer(bytes);
    });
    server.say(...welcome());
  });
  await page.route("http://conjac.test/**", (route) =>
    route.fulfill({ contentType: "text/html", body: built("live") }),
  );
  await page.goto("http://conjac.test/?token=abc");
  await page.waitForFunction(() => window.conjac?.ready());
  return server;
}

// Waits for something in node, as waitForFunction does in the page.
export async function until(what: string, done: () => boolean | Promise<boolean>, seconds = 30) {
  const end = Date.now() + 1000 * seconds;
  while (!(await done())) {
    assert.ok(Date.now() < end, `waited ${seconds} s for: ${what}`);
    await new Promise((go) => setTimeout(go, 50));
  }
}

// What is on the canvas once everything that is known has been drawn.
export async function canvas_picture(page: Page): Promise<Buffer> {
  await page.evaluate(async () => {
    for (let i = 0; i < 3; ++i) await new Promise((next) => requestAnimationFrame(next));
  });
  await page.waitForFunction(() => window.conjac.playing() || window.conjac.in_full());
  return page.locator("#canvas").screenshot();
}
