// The camera: a body that moves stays in the picture, and every view can be had by keyboard.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import {
  frame_message,
  live_frame_message,
  live_shape,
  recording_of,
  roles_message,
  shape_message,
  text_message,
} from "../encode";
import { bar, frame_at, scene_text, state_text } from "../sample";
import { exported, launch, new_page, open_fake, until } from "./page";

let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), "conjac-camera-"));
const mesh = bar(12, 4, 4);

before(async () => {
  browser = await launch();
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

// The bar, lower by this much; `gone` of its nodes have fallen much farther, a piece of their own.
function fallen(by: number, gone = 0) {
  const frame = frame_at(mesh, 0);
  const nodes = frame.positions.length / 3;
  frame.positions = frame.positions.map((v, i) => {
    const far = Math.floor(i / 3) >= nodes - gone ? 309 : 0;
    return i % 3 === 1 ? v - by - far : v;
  });
  if (gone > 0) frame.speed = frame.speed!.map((_, n) => (n >= nodes - gone ? 78 : 0.4));
  return frame;
}
const kGone = 60;
const pieces = Array.from({ length: mesh.rest.length / 3 }, (_, n) =>
  n >= mesh.rest.length / 3 - kGone ? 1 : 0,
);
function fallen_live(time: number, by: number, gone = 0): Uint8Array[] {
  const frame = fallen(by, gone);
  return [roles_message(0, 1, frame.roles), live_frame_message(0, 1, time, frame, { pieces })];
}

async function live(page: Page) {
  return open_fake(page, () => [
    text_message(0, scene_text(mesh, { mode: "live" })),
    text_message(0, state_text()),
    live_shape(0, 1, 0, { ...mesh, pieces }),
    ...fallen_live(0, 0),
  ]);
}

const in_view = (page: Page) => page.evaluate(() => window.conjac.in_view());
const drawn = (page: Page, time: number) =>
  page.waitForFunction((t) => Math.abs(window.conjac.time() - t) < 1e-9, time);

test("a body that falls stays in the picture", async () => {
  const { page, faults } = await new_page(browser);
  const server = await live(page);
  assert.equal(await in_view(page), 1);
  for (let k = 1; k <= 20; ++k) {
    server.say(...fallen_live(k / 20, 5 * (k / 20) ** 2));
    await drawn(page, k / 20);
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(next)));
    assert.ok((await in_view(page)) > 0.98, `at ${k / 20} s: ${await in_view(page)}`);
  }
  // A piece that is gone for good does not take the camera along.
  server.say(...fallen_live(1.1, 5, 20));
  await drawn(page, 1.1);
  await page.waitForTimeout(300);
  assert.ok((await in_view(page)) > 0.8);
  assert.deepEqual(faults, []);
  await page.close();
});

test("somebody's own view is left alone but for moving along; H frames the present body", async () => {
  const { page, faults } = await new_page(browser);
  const server = await live(page);
  const distance = () =>
    page.evaluate(() => {
      const { position, target } = window.conjac.camera();
      return Math.hypot(...position.map((v, i) => v - target[i]));
    });
  const far = await distance();
  await page.mouse.move(300, 300);
  await page.mouse.wheel(0, -600);
  await until("nearer", async () => (await distance()) < 0.8 * far);
  await page.waitForTimeout(300);
  const near = await distance();
  server.say(...fallen_live(0.5, 4));
  await drawn(page, 0.5);
  await page.waitForTimeout(300);
  assert.ok(Math.abs((await distance()) - near) < 1e-3 * near, "as near as before");
  assert.ok((await in_view(page)) > 0.2, "it moved along");
  await page.keyboard.press("j");
  server.say(...fallen_live(0.7, 9));
  await drawn(page, 0.7);
  await page.waitForTimeout(200);
  assert.equal(await in_view(page), 0, "switched off, the camera stays");
  await page.keyboard.press("h");
  await until("the body in view again", async () => (await in_view(page)) === 1);
  assert.deepEqual(faults, []);
  await page.close();
});

test("four views and every turn, by keyboard", async () => {
  const { page, faults } = await new_page(browser);
  await live(page);
  const direction = () =>
    page.evaluate(() => {
      const { position, target } = window.conjac.camera();
      const way = position.map((v, i) => v - target[i]);
      return way.map((v) => v / Math.hypot(...way));
    });
  const near = (a: number[], b: number[]) => a.every((v, i) => Math.abs(v - b[i]) < 0.01);
  const third = 1 / Math.sqrt(3);
  for (const [name, wanted] of [
    ["front", [0, 0, 1]],
    ["side", [1, 0, 0]],
    ["top", [0, 1, 0]],
    ["isometric", [third, third, third]],
  ] as const) {
    await page.keyboard.press("d");
    await until(name, async () => near(await direction(), [...wanted]));
    assert.equal(await in_view(page), 1, name);
    await page.click(`[data-look="${name}"]`);
    assert.ok(near(await direction(), [...wanted]));
  }
  await page.keyboard.press("h");
  const camera = () => page.evaluate(() => window.conjac.camera());
  for (const key of [
    "Control+ArrowLeft",
    "Control+ArrowUp",
    "Control+Shift+ArrowRight",
    "+",
    "-",
  ]) {
    const from = JSON.stringify(await camera());
    await page.keyboard.press(key);
    await until(key, async () => JSON.stringify(await camera()) !== from);
  }
  assert.equal(await page.evaluate(() => window.conjac.playing()), true, "arrows turned, no step");
  assert.deepEqual(faults, []);
  await page.close();
});

test("a recording is framed as a whole", async () => {
  const messages = [text_message(0, scene_text(mesh)), shape_message(0, 1, 0, mesh)];
  for (let k = 0; k <= 30; ++k)
    messages.push(frame_message(0, 1, k / 30, fallen(3 * (k / 30) ** 2)));
  const file = join(folder, "fall.html");
  writeFileSync(file, exported(recording_of(messages)));
  const { page, faults } = await new_page(browser);
  await page.goto(`file://${file}`);
  await page.waitForFunction(() => window.conjac?.ready());
  await page.click("#play");
  const first = JSON.stringify(await page.evaluate(() => window.conjac.camera()));
  for (const part of [0, 0.3, 0.7, 1]) {
    await page.locator("#timeline").fill(String(10000 * part));
    assert.equal(await in_view(page), 1, `at ${part}`);
  }
  assert.equal(JSON.stringify(await page.evaluate(() => window.conjac.camera())), first);
  // The present body alone, larger; and back to all of it.
  await page.locator("#timeline").blur();
  await page.keyboard.press("h");
  await page.waitForFunction((c) => JSON.stringify(window.conjac.camera()) !== c, first);
  assert.equal(await in_view(page), 1);
  await page.locator("#timeline").fill("0");
  assert.equal(await in_view(page), 0);
  await page.keyboard.press("Shift+H");
  await until("all in view", async () => (await in_view(page)) === 1);
  assert.deepEqual(faults, []);
  await page.close();
});

test("a floor is drawn where there is one, and the grid says that it holds nothing", async () => {
  const { page, faults } = await new_page(browser);
  const server = await live(page);
  const floor = () => page.evaluate(() => window.conjac.floor());
  assert.deepEqual(await floor(), { grid: false, shadow: false });
  await page.waitForSelector("label.check:has-text('nothing is solid there')");
  await page.keyboard.press("g");
  await until("the grid", async () => (await floor()).grid);
  assert.equal((await floor()).shadow, false, "no shadow on what is not there");
  // The same scene with a floor to fall on.
  const half = Math.SQRT1_2;
  const solids = [{ kind: "half_space", role: "obstacle", name: "floor" }];
  server.say(text_message(0, scene_text(mesh, { mode: "live", solids })));
  const resting = { ...frame_at(mesh, 0.1), solids: [0.6, -0.1, 0.2, -half, 0, 0, half] };
  server.say(live_frame_message(0, 1, 0.1, resting, { pieces }));
  await until("the floor", async () => (await floor()).shadow);
  await page.waitForSelector("label.check:has-text('Floor and shadow')");
  assert.deepEqual(faults, []);
  await page.close();
});

test("the scale of colours ignores what has left, and can be fixed by hand", async () => {
  const { page, faults } = await new_page(browser);
  const server = await live(page);
  const scale = () => page.evaluate(() => window.conjac.scale());
  let time = 0.1;
  const settled = async () => {
    server.say(...fallen_live((time += 0.001), 0, 60)); // the scale falls with the frames that come
    return (await scale()) === 0.5;
  };
  await until("a scale of the body, not of the piece", settled);
  await page.fill("#color-scale", "3");
  await page.press("#color-scale", "Enter");
  await until("fixed", async () => (await scale()) === 3);
  await page.waitForSelector("#legend:has-text('fixed scale')");
  server.say(...fallen_live(0.6, 0));
  await drawn(page, 0.6);
  assert.equal(await scale(), 3);
  // Another quantity has a scale of its own; emptied, it follows the run again.
  await page.selectOption("#color-mode", "von_mises");
  await until("another scale", async () => (await scale()) !== 3);
  await page.selectOption("#color-mode", "speed");
  await until("fixed still", async () => (await scale()) === 3);
  await page.fill("#color-scale", "");
  await page.press("#color-scale", "Enter");
  await until("free", async () => (await scale()) !== 3);
  assert.deepEqual(faults, []);
  await page.close();
});
