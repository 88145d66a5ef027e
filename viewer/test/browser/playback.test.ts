// An exported page, from a file: it plays, scrubs and shows what it is asked to, without any server.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { bar, frame_at, sample_recording } from "../sample";
import { canvas_picture, exported, kPhone, launch, new_page } from "./page";

let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), "conjac-page-"));
const mesh = bar(12, 4, 4);
const node = mesh.rest.length / 3 - 1; // at the free end

before(async () => {
  browser = await launch();
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

async function open(sides = 1, options: Parameters<typeof new_page>[1] = {}) {
  const file = join(folder, `run-${sides}.html`);
  writeFileSync(file, exported(sample_recording(mesh, 60, sides)));
  const { page, faults } = await new_page(browser, options);
  await page.goto(`file://${file}`);
  await page.waitForFunction(() => window.conjac?.ready());
  return { page, faults };
}

async function pause(page: Page) {
  if (await page.evaluate(() => window.conjac.playing())) await page.click("#play");
}

test("it plays from a file, by itself", async () => {
  const { page, faults } = await open();
  const first = await page.evaluate(() => window.conjac.time());
  await page.waitForFunction((t) => window.conjac.time() !== t, first);
  await pause(page);
  const still = await page.evaluate(() => window.conjac.time());
  const before = await canvas_picture(page);
  await page.waitForTimeout(400);
  assert.equal(await page.evaluate(() => window.conjac.time()), still);
  assert.deepEqual(await canvas_picture(page), before);
  assert.deepEqual(faults, []);
  await page.close();
});

test("the timeline scrubs: positions and picture follow", async () => {
  const { page, faults } = await open();
  await pause(page);
  const pictures: Buffer[] = [];
  for (const part of [0.1, 0.4, 0.75]) {
    await page.locator("#timeline").fill(String(10000 * part));
    const time = await page.evaluate(() => window.conjac.time());
    assert.ok(Math.abs(time - (part * 59) / 30) <= 1 / 30 + 1e-6, `${time}`);
    const shown = await page.evaluate((n) => window.conjac.position(n), node);
    const wanted = frame_at(mesh, time).positions.slice(3 * node, 3 * node + 3);
    wanted.forEach((value, i) => assert.ok(Math.abs(shown[i] - value) < 1e-6));
    pictures.push(await canvas_picture(page));
  }
  assert.notDeepEqual(pictures[0], pictures[1]);
  assert.notDeepEqual(pictures[1], pictures[2]);
  // Keys: a frame on, ten back, to the beginning, the end without loop.
  await page.locator("#canvas").focus();
  const step = await page.evaluate(() => window.conjac.step());
  await page.keyboard.press(".");
  assert.equal(await page.evaluate(() => window.conjac.step()), step + 2);
  await page.keyboard.press("Shift+ArrowLeft");
  assert.equal(await page.evaluate(() => window.conjac.step()), step + 2 - 20);
  await page.keyboard.press("r");
  assert.equal(await page.evaluate(() => window.conjac.step()), 0);
  await page.keyboard.press("l");
  await page.waitForSelector('#loop[aria-pressed="false"]');
  await page.selectOption("#speed", "4");
  await page.keyboard.press(" ");
  await page.waitForFunction(() => !window.conjac.playing());
  assert.equal(await page.evaluate(() => window.conjac.step()), 118);
  assert.deepEqual(faults, []);
  await page.close();
});

test("every colour and every part can be shown", async () => {
  const { page, faults } = await open();
  await pause(page);
  await page.locator("#timeline").fill("2000");
  const seen = new Set<string>();
  for (const mode of ["speed", "von_mises", "liveliness", "region", "role", "material", "plain"]) {
    await page.selectOption("#color-mode", mode);
    seen.add((await canvas_picture(page)).toString("base64"));
    if (mode === "von_mises") await page.waitForSelector("#legend:has-text('Pa')");
    if (mode === "region") await page.waitForSelector("#legend:has-text('node 3')");
  }
  assert.equal(seen.size, 7);
  assert.equal(await page.locator('#color-mode option[value="activation"]').isDisabled(), true);
  await page.locator("#canvas").focus();
  for (const key of ["e", "n", "f", "g", "s"]) {
    const before = await canvas_picture(page);
    await page.keyboard.press(key);
    assert.notDeepEqual(await canvas_picture(page), before, `key ${key}`);
  }
  await page.keyboard.press("s");
  const whole = await page.evaluate(() => window.conjac.shape().triangles);
  await page.keyboard.press("c");
  await page.waitForFunction((n) => window.conjac.shape().triangles !== n, whole);
  await page.keyboard.press("c");
  await page.waitForFunction((n) => window.conjac.shape().triangles === n, whole);
  assert.deepEqual(faults, []);
  await page.close();
});

test("two runs stand beside each other in step, on a laptop and on a phone", async () => {
  for (const viewport of [undefined, kPhone]) {
    const { page, faults } = await open(2, { viewport, dark: !viewport });
    await pause(page);
    await page.locator("#timeline").fill("3000");
    const times = await page.evaluate(() => [window.conjac.time(0), window.conjac.time(1)]);
    assert.equal(times[0], times[1]);
    await page.waitForFunction(() => document.querySelectorAll(".side-label").length === 2);
    const [a, b] = await page.locator(".side-label").allInnerTexts();
    assert.match(a, /^ConJac/);
    assert.match(b, /^Vanilla/);
    const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    assert.ok(fits, "nothing sticks out sideways");
    assert.deepEqual(faults, []);
    await page.close();
  }
});

test("the theme follows the system and the switch, the help lists the keys", async () => {
  const { page, faults } = await open(1, { dark: true });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await paper();
  await page.keyboard.press("t");
  assert.notEqual(await paper(), dark);
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open]");
  const help = await page.innerText("#help-body");
  for (const word of ["play or pause", "loop", "edges", "look inside", "light or dark"]) {
    assert.ok(help.includes(word), word);
  }
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog:not([open])", { state: "attached" });
  assert.deepEqual(faults, []);
  await page.close();
});

test("a page without a recording or a server says what it is", async () => {
  const { page } = await new_page(browser);
  await page.goto(`file://${join(process.env.CONJAC_VIEWER!, "dist/index.html")}`);
  await page.waitForSelector("#banner:not([hidden])");
  assert.match(await page.innerText("#banner"), /conjac view/);
  await page.close();
});
