// The page and the real program together: what a person tries first.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { canvas_picture, kLaptop, launch, new_page, until } from "./page";
import { beam_scene, scratch, serve, type Server, stop_all, visit } from "./program";

let browser: Browser;
let server: Server;
let page: Page;
let faults: string[];
const { folder, remove } = scratch();

before(async () => {
  browser = await launch();
  server = await serve(beam_scene(folder));
  ({ page, faults } = await new_page(browser));
  await visit(page, server);
});
after(async () => {
  stop_all();
  await browser.close();
  await server.stop();
  remove();
});

const time = () => page.evaluate(() => window.conjac.time());
async function play(on: boolean) {
  if ((await page.evaluate(() => window.conjac.playing())) === on) return;
  await page.click("#play");
  await page.waitForFunction((wanted) => window.conjac.playing() === wanted, on);
}
// Frames that were on their way when the run paused have arrived.
async function settled(): Promise<number> {
  let last = await time();
  await until("the picture stands still", async () => {
    await page.waitForTimeout(300);
    const now = await time();
    const still = now === last;
    last = now;
    return still;
  });
  return last;
}
async function set_option(name: string, text: string) {
  await page.click("#tab-method");
  await page.fill(`#option-${name}`, text);
  await page.press(`#option-${name}`, "Enter");
}

test("the page loads, the mesh is drawn, and it moves", async () => {
  assert.deepEqual(
    await page.evaluate(() => {
      const { nodes, elements } = window.conjac.shape();
      return [nodes, elements > 0];
    }),
    [11 * 4 * 4, true],
  );
  // From rest: the beam sags under its weight.
  await play(false);
  await page.click("#reset");
  await page.waitForFunction(() => window.conjac.time() === 0);
  const first = await canvas_picture(page);
  await play(true);
  await page.waitForFunction(() => window.conjac.time() > 0.15);
  assert.notDeepEqual(await canvas_picture(page), first);
  assert.equal(await page.title(), "beam · ConJac");
});

test("pause stops time, a step is one step, play goes on", async () => {
  await play(false);
  const still = await settled();
  await page.waitForTimeout(700);
  assert.equal(await time(), still);
  await page.click("#step");
  await page.waitForFunction((from) => window.conjac.time() > from, still);
  assert.ok(Math.abs((await settled()) - still - 0.01) < 1e-9);
  await play(true);
  await page.waitForFunction((from) => window.conjac.time() > from + 0.05, still);
});

test("a drag moves the vertex and the simulation follows; letting go releases it", async () => {
  await play(true);
  // The inner node next to the free end: a ray through it meets the body for sure.
  const node = await page.evaluate(() => {
    const drawn = new Set(window.conjac.drawn_nodes());
    const inner = window.conjac
      .roles()
      .map((_, n) => n)
      .filter((n) => !drawn.has(n));
    const x = (n: number) => window.conjac.position(n)[0];
    return inner.reduce((best, n) => (x(n) > x(best) ? n : best));
  });
  const [x, y] = await page.evaluate((n) => window.conjac.pixel(n), node);
  const before = await page.evaluate((n) => window.conjac.position(n), node);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.waitForFunction(() => window.conjac.grabbed());
  await page.mouse.move(x, y - 160, { steps: 8 });
  await page.waitForFunction(
    ([n, from]) => window.conjac.position(n as number)[1] > (from as number[])[1] + 0.01,
    [node, before] as const,
  );
  await page.mouse.up();
  await page.waitForFunction(() => !window.conjac.grabbed());
  await page.waitForFunction(
    ([n, from]) => window.conjac.position(n as number)[1] < (from as number[])[1] + 0.01,
    [node, before] as const,
  );
});

test("a grab does not outlive its page: reload or close while dragging", async () => {
  // Two pages without a graphics card: small pictures.
  await page.setViewportSize({ width: 640, height: 480 });
  const other = await new_page(browser, { viewport: { width: 640, height: 480 } });
  // A page that dies says nothing any more: the server has to notice.
  await other.page.addInitScript(() => {
    for (const name of ["pagehide", "blur", "visibilitychange", "lostpointercapture"])
      window.addEventListener(name, (event) => event.stopImmediatePropagation(), { capture: true });
  });
  await visit(other.page, server);
  const held = () => page.evaluate(() => window.conjac.grabbed());
  for (const way of ["reload", "close"]) {
    const guest = other.page;
    await guest.waitForFunction(() => window.conjac?.ready());
    const [x, y] = await guest.evaluate(() => {
      const inner = window.conjac.representatives()[2];
      return window.conjac.pixel(inner);
    });
    await guest.mouse.move(x - 6, y);
    await guest.mouse.down();
    await until("held", held);
    await guest.mouse.move(x, y - 60, { steps: 3 });
    if (way === "reload") {
      await guest.reload();
      await guest.mouse.up();
    } else await guest.close();
    await until(`let go after ${way}`, async () => !(await held()), 5);
  }
  await page.setViewportSize(kLaptop);
  assert.deepEqual(other.faults, []);
});

test("a threshold change switches nodes off, and on again", async () => {
  await play(true);
  await set_option("threshold", "100");
  await page.waitForFunction(() => window.conjac.awake() === 0);
  const roles = await page.evaluate(() => window.conjac.roles());
  assert.equal(roles.filter((role) => role === 2).length, 3);
  await page.waitForSelector("text=0 of 3 awake");
  await set_option("threshold", "0");
  await page.waitForFunction(() => window.conjac.awake() === 3);
});

test("a node can be kept asleep by hand", async () => {
  await page.click("#tab-nodes");
  await page.selectOption('[aria-label^="Node 1"]', "0");
  await page.waitForFunction(() => window.conjac.awake() === 2);
  await page.selectOption('[aria-label^="Node 1"]', "2");
  await page.waitForFunction(() => window.conjac.awake() === 3);
});

test("method, integrator, step and the others change while it runs", async () => {
  await page.click("#tab-method");
  const option = (name: string) => page.evaluate((key) => window.conjac.options()[key], name);
  const becomes = (name: string, value: unknown) =>
    until(`${name} = ${String(value)}`, async () => (await option(name)) === value);
  for (const [name, value] of [
    ["integrator", "trapezoidal"],
    ["integrator", "linear-implicit"],
    ["name", "vanilla"],
    ["name", "conjac"],
    ["stabilisation", "pre"],
    ["stabilisation", "post"],
  ]) {
    await page.click(`[data-option="${name}"] [data-value="${value}"]`);
    await becomes(name, value);
  }
  for (const [name, text] of [
    ["beta", "0.8"],
    ["gamma", "0.25"],
    ["newton_steps", "2"],
    ["damping", "0.5"],
    ["reuse_tolerance", "0.05"],
  ]) {
    await set_option(name, text);
    await becomes(name, Number(text));
  }
  await page.click("#more-options summary");
  await page.click('[data-option="inertia_relief"] input');
  await becomes("inertia_relief", false);
  await page.click('[data-option="inertia_relief"] input');
  await becomes("inertia_relief", true);
  await set_option("beta", "");
  await becomes("beta", null);
  await set_option("step", "5");
  const step = await page.evaluate(() => window.conjac.step());
  await page.waitForFunction((from) => window.conjac.step() > from + 3, step);
  await play(false);
  const still = await settled();
  await page.click("#step");
  await page.waitForFunction((from) => window.conjac.time() > from, still);
  assert.ok(Math.abs((await settled()) - still - 0.005) < 1e-9);
  assert.equal(await page.locator('.note[data-tone="bad"]').count(), 0);
});

test("stress is sent when it is asked for; the number of dynamic nodes and reset start anew", async () => {
  await play(true);
  await page.click("#tab-view");
  await page.selectOption("#color-mode", "von_mises");
  await page.waitForSelector("#legend:has-text('Pa')");
  const number = await page.evaluate(() => window.conjac.shape().number);
  await set_option("dynamic", "2");
  await page.waitForFunction((n) => window.conjac.shape().number > n, number);
  await page.waitForFunction(() => /of 2 awake/.test(document.body.innerText));
  await page.waitForFunction(() => window.conjac.time() > 0.3);
  await play(false);
  const late = await settled();
  await page.click("#reset");
  await page.waitForFunction((from) => window.conjac.time() < from, late);
  assert.deepEqual(faults, []);
});

test("one page too many is told so, and comes in when there is room", async () => {
  const live = server.address.replace("http", "ws").replace("/?", "/live?");
  // With the page that is open: eight.
  await page.evaluate((address) => {
    const sockets = Array.from({ length: 7 }, () => new WebSocket(address));
    Object.assign(window, { sockets });
    return Promise.all(sockets.map((one) => new Promise((go) => (one.onmessage = go))));
  }, live);
  const other = await new_page(browser, { viewport: { width: 640, height: 480 } });
  const visiting = visit(other.page, server);
  await other.page.waitForFunction(() => /8 pages are open/.test(document.body.innerText));
  await page.evaluate(() =>
    (window as unknown as { sockets: WebSocket[] }).sockets.forEach((one) => one.close()),
  );
  await visiting;
  await other.page.waitForSelector("#banner[hidden]", { state: "attached" });
  assert.deepEqual(other.faults, []);
  await other.page.close();
});

test("when the program ends, the page says so, and that a new start has a new address", async () => {
  await server.stop();
  await page.waitForSelector('#banner[data-tone="bad"]:not([hidden])');
  assert.match(await page.innerText("#banner"), /connection.*lost/);
  await page.waitForFunction(() =>
    /Nobody answers at 127.0.0.1:\d+.*open the new address/.test(document.body.innerText),
  );
});
