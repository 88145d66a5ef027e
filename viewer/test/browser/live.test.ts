// What a person does on a live page, as bytes; and what the page says when things go wrong. The other
// end is the test; server.test.ts has the real one.

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { live_frame, live_shape, text_message, type FrameParts } from "../encode";
import { bar, frame_at, scene_text, state_text } from "../sample";
import { canvas_picture, launch, new_page, open_fake, until, type FakeServer } from "./page";

let browser: Browser;
let page: Page;
let faults: string[];
let server: FakeServer;
const mesh = bar(12, 4, 4);

before(async () => {
  browser = await launch();
});
after(() => browser.close());

const frame = (time: number, more: Partial<FrameParts> = {}) =>
  live_frame(0, 1, time, { ...frame_at(mesh, time), ...more });
const can = { cut: true, activate: true, grab: true };
const welcome = () => [
  text_message(0, scene_text(mesh, { mode: "live", can, bodies: ["left", "right"] })),
  text_message(0, state_text()),
  live_shape(0, 1, 0, mesh),
  ...frame(0),
];

beforeEach(async () => {
  await page?.context().close();
  ({ page, faults } = await new_page(browser));
  server = await open_fake(page, welcome);
});

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset);
const of_op = (op: number) => server.sent.filter((bytes) => bytes[0] === op);
async function last(op: number, count = 1): Promise<DataView> {
  await until(`command ${op}`, () => of_op(op).length >= count);
  const found = of_op(op);
  return view(found[found.length - 1]);
}

test("every control says its command", async () => {
  await page.click("#play");
  await last(2);
  server.say(text_message(0, state_text({ playing: false })));
  await page.waitForFunction(() => !window.conjac.playing());
  await page.click("#play");
  await last(1);
  await page.click("#step");
  await last(3);
  await page.click("#reset");
  await last(4);
  await page.selectOption("#speed", "0.25");
  assert.equal((await last(5)).getFloat64(8, true), 0.25);
  await page.selectOption("#color-mode", "von_mises");
  await until("von Mises asked for", async () => (await last(13)).getUint32(8, true) % 8 === 2);

  await page.click("#tab-method");
  const option = async (name: string) => {
    const of_name = () =>
      of_op(11)
        .map((b) => new TextDecoder().decode(b.slice(12)))
        .filter((text) => text.startsWith(`${name}=`));
    await until(`option ${name}`, () => of_name().length > 0);
    return of_name()
      .pop()!
      .slice(name.length + 1);
  };
  const enter = async (name: string, text: string) => {
    await page.fill(`#option-${name}`, text);
    await page.press(`#option-${name}`, "Enter");
  };
  await page.click('[data-option="name"] [data-value="vanilla"]');
  assert.equal(await option("name"), '"vanilla"');
  await enter("step", "10");
  assert.equal(await option("step"), "0.01");
  await enter("beta", "0.7");
  assert.equal(await option("beta"), "0.7");
  await enter("threshold", "0.5");
  assert.equal(await option("threshold"), "0.5");
  await page.click('[data-option="adaptive"] input');
  assert.equal(await option("adaptive"), "false");
  await enter("dynamic", "9");
  assert.equal(await option("dynamic"), "9");
  await page.click("#more-options summary");
  await enter("dwell", "20");
  assert.equal(await option("dwell"), "0.02");
  await enter("dwell", "");
  await until("the default asked for", async () => (await option("dwell")) === "null");
  await page.locator('[aria-label="Activation of right"]').fill("0.5");
  const activation = await last(12);
  assert.deepEqual([activation.getUint32(8, true), activation.getFloat64(12, true)], [1, 0.5]);
  await page.click("#tab-nodes");
  await page.selectOption('[aria-label^="Node 2"]', "0");
  const wake = await last(10);
  assert.deepEqual([wake.getUint32(8, true), wake.getUint32(12, true)], [1, 0]);
  assert.deepEqual(faults, []);
});

test("the controls show what the server says", async () => {
  const options = { name: "vanilla", integrator: "trapezoidal", threshold: 0.1, adaptive: false };
  server.say(text_message(0, state_text({ step: 0.004, options, dynamic: 7 })));
  await page.click("#tab-method");
  await page.waitForSelector('[data-value="vanilla"][aria-checked="true"]');
  assert.equal(await page.inputValue("#option-threshold"), "0.1");
  assert.equal(await page.inputValue("#option-step"), "4");
  assert.equal(await page.inputValue("#option-dynamic"), "7");
  assert.equal(await page.inputValue("#option-beta"), "");
  assert.equal(await page.isChecked('[data-option="adaptive"] input'), false);
});

async function end_pixel(): Promise<[number, number]> {
  const node = mesh.rest.length / 3 - 1;
  const [x, y] = await page.evaluate((n) => window.conjac.pixel(n), node);
  return [x - 12, y + 12]; // a little inside the body
}

test("dragging the body pulls the vertex under the cursor; letting go lets go", async () => {
  const [x, y] = await end_pixel();
  await page.mouse.move(x, y);
  await page.mouse.down();
  const grab = await last(6);
  const node = grab.getUint32(8, true);
  const at = [0, 1, 2].map((i) => grab.getFloat32(12 + 4 * i, true));
  const position = await page.evaluate((n) => window.conjac.position(n), node);
  at.forEach((value, i) => assert.ok(Math.abs(value - position[i]) < 1e-6));
  const [px, py] = await page.evaluate((n) => window.conjac.pixel(n), node);
  assert.ok(Math.hypot(px - x, py - y) < 60, "the grabbed vertex is near the cursor");
  await page.mouse.move(x + 40, y - 90, { steps: 4 });
  const drag = await last(7);
  assert.ok(drag.getFloat32(12, true) > at[1] + 0.02, "up on the screen is up in the world");
  await page.mouse.up();
  await last(8);
  assert.deepEqual(faults, []);
});

test("Escape, a lost pointer and a window that loses the focus let go", async () => {
  const [x, y] = await end_pixel();
  const ways: [string, () => Promise<unknown>][] = [
    ["Escape", () => page.keyboard.press("Escape")],
    [
      "lost pointer",
      () =>
        page.evaluate(() => {
          const canvas = document.querySelector("#canvas")!;
          const ids = Array.from({ length: 1000 }, (_, id) => id);
          const pointerId = ids.find((id) => canvas.hasPointerCapture(id));
          canvas.dispatchEvent(new PointerEvent("lostpointercapture", { pointerId }));
        }),
    ],
    ["blur", () => page.evaluate(() => window.dispatchEvent(new Event("blur")))],
  ];
  for (const [name, way] of ways) {
    const [grabs, releases] = [of_op(6).length, of_op(8).length];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await last(6, grabs + 1);
    await way();
    await page.mouse.move(x + 30, y - 30);
    await last(8, releases + 1);
    const drags = of_op(7).length;
    await page.mouse.move(x + 50, y - 60, { steps: 3 });
    await page.waitForTimeout(200);
    assert.equal(of_op(7).length, drags, `${name}: nothing is dragged any more`);
    await page.mouse.up();
    await page.keyboard.press("h");
  }
  // The server lets go of a page that is gone; the page that comes back does not drag on.
  await page.mouse.move(x, y);
  await page.mouse.down();
  await last(6, ways.length + 1);
  server.hang_up();
  await page.waitForSelector('#banner[data-tone="bad"]:not([hidden])');
  await page.waitForSelector("#banner[hidden]", { state: "attached" });
  const drags = of_op(7).length;
  await page.mouse.move(x + 40, y - 90, { steps: 4 });
  await page.waitForTimeout(300);
  assert.equal(of_op(7).length, drags);
  assert.deepEqual(faults, []);
});

test("dragging beside the body turns the camera and says nothing", async () => {
  const before = await page.evaluate(() => window.conjac.pixel(0));
  await page.mouse.move(60, 120);
  await page.mouse.down();
  await page.mouse.move(260, 160, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction((p) => window.conjac.pixel(0)[0] !== p[0], before);
  assert.equal(of_op(6).length, 0);
});

test("a drawn stroke becomes a cut along the line of sight", async () => {
  await page.locator("#canvas").focus();
  await page.keyboard.press("x");
  const box = (await page.locator("#canvas").boundingBox())!;
  const middle = box.x + box.width / 2;
  await page.mouse.move(middle - 20, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(middle, box.y + 200, { steps: 8 });
  await page.mouse.move(middle + 30, box.y + 330, { steps: 8 });
  await page.mouse.up();
  const cut = await last(9);
  const count = cut.getUint32(8, true);
  assert.ok(count >= 2 && count <= 64);
  assert.equal(cut.byteLength, 8 + 4 + 12 * count + 12);
  const point = (k: number) => [0, 1, 2].map((i) => cut.getFloat32(12 + 12 * k + 4 * i, true));
  assert.ok(point(0)[1] > point(count - 1)[1], "drawn from top to bottom");
  assert.ok(Math.hypot(...point(count)) > 1, "swept through the whole body");
  // One cut, then pulling again.
  assert.equal(await page.getAttribute("#tool-pull", "aria-checked"), "true");
});

test("a finger on the body pulls it", async () => {
  await page.context().close();
  ({ page, faults } = await new_page(browser, {
    viewport: { width: 390, height: 844 },
    touch: true,
  }));
  server = await open_fake(page, welcome);
  const [x, y] = await end_pixel();
  const session = await page.context().newCDPSession(page);
  const touch = (type: string, points: object[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points } as never);
  await touch("touchStart", [{ x, y }]);
  await last(6);
  await touch("touchMove", [{ x: x - 10, y: y - 50 }]);
  await last(7);
  await touch("touchEnd", []);
  await last(8);
  assert.deepEqual(faults, []);
});

test("a cut brings a new shape; frames of the old one are not drawn on it", async () => {
  const shorter = bar(6, 4, 4);
  server.say(live_shape(0, 2, 0.5, shorter), ...frame(0.6));
  server.say(...live_frame(0, 2, 0.7, frame_at(shorter, 0.7)));
  await page.waitForFunction(() => window.conjac.time() > 0.65);
  const { nodes, number } = await page.evaluate(() => window.conjac.shape());
  assert.deepEqual([nodes, number], [shorter.rest.length / 3, 2]);
  assert.deepEqual(faults, []);
});

test("a lost connection is said, and found again", async () => {
  server.hang_up();
  await page.waitForSelector('#banner[data-tone="bad"]:not([hidden])');
  assert.match(await page.innerText("#banner"), /connection.*lost/);
  await page.waitForSelector("#banner[hidden]", { state: "attached" });
  server.say(...frame(1.5));
  await page.waitForFunction(() => window.conjac.time() === 1.5);
});

test("divergence, slow motion, a solver that hangs and refused commands are said", async () => {
  server.say(...frame(0.1, { pace: [4, 0.07, 0, 0] }));
  await page.waitForSelector('.chip[data-tone="warn"]');
  assert.match(await page.innerText("#chips"), /Slow motion, 0.07× real time/);
  await page.waitForFunction(() => /Waiting for the solver/.test(document.body.innerText));
  server.say(text_message(0, { type: "error", text: "beta must be positive", serial: 3 }));
  await page.waitForSelector('.note[data-tone="bad"]');
  assert.match(await page.innerText("#notes"), /beta must be positive/);
  server.say(
    text_message(0, state_text({ playing: false, status: "diverged", message: "Step 7." })),
  );
  await page.waitForFunction(() => /The run diverged. Step 7./.test(document.body.innerText));
});

test("a message that is not as promised is refused; the page goes on", async () => {
  server.say(frame(0.2)[1].slice(0, 300));
  await page.waitForSelector('.note[data-tone="bad"]');
  server.say(new Uint8Array([9, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
  server.say(...frame(0.3));
  await page.waitForFunction(() => window.conjac.time() === 0.3);
  assert.deepEqual(faults, []);
});

test("obstacles, bones, contacts and fibres are drawn where the frame says", async () => {
  const solids = [
    { kind: "half_space", role: "obstacle", name: "floor" },
    { kind: "box", role: "obstacle", half: [0.1, 0.05, 0.1] },
    { kind: "sphere", role: "obstacle", radius: 0.1 },
    { kind: "capsule", role: "bone", radius: 0.05, half_length: 0.2 },
    {
      kind: "mesh",
      role: "bone",
      positions: [0, 0, 0, 0.2, 0, 0, 0, 0.2, 0, 0, 0, 0.2],
      triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
    },
  ];
  // The half space turned so that its normal is up, the others in a row above the bar.
  const half = Math.SQRT1_2;
  const places = [[0.6, -0.1, 0.2, -half, 0, 0, half]];
  for (let i = 1; i < 5; ++i) places.push([0.3 * i - 0.1, 0.7, 0.2, 0, 0, 0, 1]);
  const shown = (height: number) =>
    frame(0.4, {
      solids: places.flatMap((p, i) => (i === 2 ? [p[0], height, ...p.slice(2)] : p)),
      contacts: [0.5, 0, 0.2, 0, 30, 0, 0.7, 0, 0.2, 0, 10, 0],
    });
  server.say(text_message(0, state_text({ playing: false })));
  server.say(text_message(0, scene_text(mesh, { mode: "live", solids })), ...shown(0.7));
  await page.waitForFunction(() => window.conjac.time() === 0.4);
  const before = await canvas_picture(page);
  server.say(...shown(0.9));
  await until("the sphere moves", async () => !before.equals(await canvas_picture(page)));
  for (const key of ["b", "k", "f"]) {
    const with_it = await canvas_picture(page);
    await page.keyboard.press(key);
    await until(`key ${key}`, async () => !with_it.equals(await canvas_picture(page)));
  }
  assert.deepEqual(faults, []);
});
