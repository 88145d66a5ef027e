// The world is changed while it runs, against the real program: gravity, materials, floor and friction,
// held and dynamic nodes, modes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launch, new_page, until } from "./page";
import { beam_scene, scratch, serve, stop_all, visit } from "./program";

let browser: Browser;
const place = scratch();

before(async () => {
  browser = await launch();
});
after(async () => {
  stop_all();
  await browser.close();
  place.remove();
});

async function open(): Promise<{ page: Page; faults: string[]; stop: () => Promise<void> }> {
  const server = await serve(beam_scene(place.folder));
  const { page, faults } = await new_page(browser);
  await visit(page, server);
  await page.click("#tab-world");
  await page.waitForSelector("#gravity-y");
  return { page, faults, stop: () => server.stop() };
}

async function enter(page: Page, id: string, text: string): Promise<void> {
  await page.fill(id, text);
  await page.press(id, "Enter");
}
const value = (page: Page, id: string) => page.inputValue(id);
const tip = (page: Page) =>
  page.evaluate(() => {
    const { nodes } = window.conjac.shape();
    let best = 0;
    for (let n = 0; n < nodes; ++n) {
      if (window.conjac.position(n)[0] > window.conjac.position(best)[0]) best = n;
    }
    return best;
  });

test("gravity and materials change, and what is refused goes back", async () => {
  const { page, faults, stop } = await open();
  await until("gravity is shown", async () => (await value(page, "#gravity-y")) === "-9.81");
  await enter(page, "#gravity-y", "9.81");
  const node = await tip(page);
  await page.waitForFunction((n) => window.conjac.position(n)[1] > 0.035, node);
  await page.selectOption("[data-material='0'] select", "silicone");
  await until("Young's modulus", async () => (await value(page, "#material-0-young")) === "118");
  assert.equal(await value(page, "#material-0-density"), "1070");
  await enter(page, "#material-0-young", "60");
  await until("a number", async () => (await value(page, "#material-0-young")) === "60");
  await enter(page, "#material-0-poisson", "0.7");
  await page.waitForSelector('.note:has-text("Poisson\'s ratio must be a number from 0 to 0.495")');
  await until("it goes back", async () => (await value(page, "#material-0-poisson")) === "0.45");
  assert.deepEqual(faults, []);
  await page.close();
  await stop();
});

test("a floor is made solid, and has friction", async () => {
  const { page, faults, stop } = await open();
  assert.equal(await page.locator("#friction").count(), 0, "nothing can touch");
  await page.check("#world-floor");
  await page.waitForSelector("#friction");
  await until("it is drawn", () => page.evaluate(() => window.conjac.floor().shadow));
  await enter(page, "#friction", "0.8");
  await until("friction", async () => (await value(page, "#friction-0")) === "0.8");
  await page.uncheck("#world-floor");
  await page.waitForSelector("#friction", { state: "detached" });
  assert.deepEqual(faults, []);
  await page.close();
  await stop();
});

test("nodes are held by a brush and dynamic by a click, and by keyboard", async () => {
  const { page, faults, stop } = await open();
  await page.keyboard.press("Space");
  await page.waitForFunction(() => !window.conjac.playing());
  const node = await tip(page);
  const role = () => page.evaluate((n) => window.conjac.roles()[n], node);
  const fixed = () => page.evaluate(() => window.conjac.roles().filter((r) => r === 3).length);
  const begun = await fixed();
  await page.fill("#world-brush", "0.2");
  const stroke = async (keys: string[]) => {
    const [x, y] = await page.evaluate((n) => window.conjac.pixel(n), node);
    // A little inside, where the body is.
    const [mx, my] = await page.evaluate(() => {
      const middle = Math.floor(window.conjac.shape().nodes / 2);
      return window.conjac.pixel(middle);
    });
    const at = (part: number): [number, number] => [x + part * (mx - x), y + part * (my - y)];
    for (const key of keys) await page.keyboard.down(key);
    await page.mouse.move(...at(0.12));
    await page.mouse.down();
    await page.mouse.move(...at(0.2), { steps: 4 });
    await page.mouse.up();
    for (const key of keys) await page.keyboard.up(key);
  };
  await page.locator("#world-brush").blur();
  await page.keyboard.press("Shift+B");
  await page.waitForSelector('#tool-hold[aria-checked="true"]');
  await stroke([]);
  await until("the tip is held", async () => (await fixed()) > begun);
  await stroke(["Shift"]);
  await until("and released", async () => (await fixed()) === begun);
  await page.keyboard.press("Shift+N");
  await page.waitForSelector('#tool-node[aria-checked="true"]');
  const nodes = () => page.evaluate(() => window.conjac.representatives().length);
  assert.equal(await nodes(), 3);
  const body = await page.evaluate(() => {
    const middle = Math.floor(window.conjac.shape().nodes / 2);
    return window.conjac.pixel(middle);
  });
  await page.mouse.click(...body);
  await until("another dynamic node", async () => (await nodes()) !== 3);
  await page.waitForFunction(() => window.conjac.ready()); // its first frame
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(next)));
  await page.mouse.click(...body);
  await until("it is gone", async () => (await nodes()) === 3);
  // The same without a mouse.
  await page.fill("#world-vertex", String(node));
  await page.focus("#world-hold");
  await page.keyboard.press("Enter");
  await until("held by keyboard", async () => (await role()) === 3);
  await page.focus("#world-release");
  await page.keyboard.press("Enter");
  await until("released by keyboard", async () => (await role()) !== 3);
  assert.deepEqual(faults, []);
  await page.close();
  await stop();
});

test("modes are switched, and their frequencies shown", async () => {
  const { page, faults, stop } = await open();
  const integrator = () => page.evaluate(() => window.conjac.options().integrator);
  assert.equal(await integrator(), "linear-implicit");
  await page.click("#world-modes");
  await until("modal", async () => (await integrator()) === "modal");
  await page.click("#world-frequencies");
  await page.waitForSelector("#frequencies:has-text('Hz')");
  assert.match(await page.innerText("#frequencies"), /Body: [\d.]+, .*modes move at [\d.]+/);
  await page.click("#world-modes");
  await until("not modal", async () => (await integrator()) !== "modal");
  assert.deepEqual(faults, []);
  await page.close();
  await stop();
});
