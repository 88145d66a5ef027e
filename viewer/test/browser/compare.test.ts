// Two runs of one body: pulled at once, their difference in colours, one as the ghost of the other. And the
// first thing a page says.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { live_frame, live_shape, text_message } from "../encode";
import { bar, frame_at, scene_text, state_text } from "../sample";
import { canvas_picture, kPhone, launch, new_page, open_fake, until } from "./page";

let browser: Browser;
const mesh = bar(12, 4, 4);
const swings = [0.25, 0.05];

before(async () => {
  browser = await launch();
});
after(() => browser.close());

const frame = (side: number, time: number) =>
  live_frame(side, 1, time, frame_at(mesh, time, swings[side]));
const both = () =>
  [0, 1].flatMap((side) => [
    text_message(side, scene_text(mesh, { mode: "live", sides: 2, can: { grab: true } })),
    text_message(side, state_text()),
    live_shape(side, 1, 0, mesh),
    ...frame(side, 0.7),
  ]);

test("the difference of two runs is coloured and read", async () => {
  const { page, faults } = await new_page(browser);
  const server = await open_fake(page, both);
  await page.waitForFunction(() => window.conjac.ready());
  await page.keyboard.press("9");
  server.say(...frame(0, 0.75), ...frame(1, 0.75));
  await page.waitForFunction(() => window.conjac.time(1) === 0.75);
  const last = mesh.rest.length / 3 - 1;
  const { read, wanted } = await page.evaluate((node) => {
    const w = window.conjac;
    const [a, b] = [w.position(node, 0), w.position(node, 1)];
    return {
      read: w.difference(node, 1),
      wanted: Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]),
    };
  }, last);
  assert.ok(wanted > 0.01, `${wanted}`);
  assert.ok(Math.abs(read - wanted) < 1e-6 * wanted, `${read} for ${wanted}`);
  await page.locator("#legend", { hasText: "Difference of the runs" }).waitFor();
  assert.deepEqual(faults, []);
  await page.close();
});

test("the ghost of the other run is drawn, and taken away", async () => {
  const { page, faults } = await new_page(browser);
  await open_fake(page, both);
  await page.waitForFunction(() => window.conjac.ready());
  const without = await canvas_picture(page);
  await page.keyboard.press("z");
  await page.waitForFunction(() => window.conjac.ghost(0) && window.conjac.ghost(1));
  const ghost = await canvas_picture(page);
  assert.ok(!ghost.equals(without));
  if (process.env.CONJAC_SHOTS) {
    await page.screenshot({ path: join(process.env.CONJAC_SHOTS, "ghost.png") });
  }
  await page.keyboard.press("z");
  await page.waitForFunction(() => !window.conjac.ghost(0));
  assert.deepEqual(faults, []);
  await page.close();
});

test("a hand pulls both runs at once, where it is asked to", async () => {
  const { page, faults } = await new_page(browser);
  const server = await open_fake(page, both);
  await page.waitForFunction(() => window.conjac.ready());
  const grabs = () => server.sent.filter((bytes) => bytes[0] === 6).map((bytes) => bytes[1]);
  const lets = () => server.sent.filter((bytes) => bytes[0] === 8).map((bytes) => bytes[1]);
  const pull = async (count: number) => {
    const [x, y] = await page.evaluate(() => {
      const pixels = window.conjac.drawn_nodes().map((node) => window.conjac.pixel(node, 0));
      return [0, 1].map((i) => pixels.reduce((sum, at) => sum + at[i], 0) / pixels.length);
    });
    await page.mouse.move(x, y);
    await page.mouse.down();
    await until("a grab", () => grabs().length === count, 60);
    await page.mouse.up();
    await until("let go", () => lets().length === count, 60);
  };
  await pull(1);
  await page.keyboard.press("Shift+V");
  await pull(2);
  assert.deepEqual(grabs(), [0, 255]);
  assert.deepEqual(lets(), [0, 255]);
  assert.deepEqual(faults, []);
  await page.close();
});

test("one run alone offers none of it; the page invites, and then keeps quiet", async () => {
  for (const viewport of [
    { width: 1366, height: 768 },
    kPhone,
    { width: kPhone.height, height: kPhone.width },
  ]) {
    const { page, faults } = await new_page(browser, { viewport });
    await open_fake(page, () => [
      text_message(0, scene_text(mesh, { mode: "live" })),
      text_message(0, state_text({ playing: false })),
      live_shape(0, 1, 0, mesh),
      ...frame(0, 0.7),
    ]);
    await page.locator("#hint").waitFor();
    await page.locator("#canvas").waitFor();
    const box = (await page.locator("#hint").boundingBox())!;
    assert.ok(box.x >= 0 && box.x + box.width <= viewport.width, "the hint is on the page");
    await canvas_picture(page);
    const picture = (await page.locator("#canvas").boundingBox())!;
    assert.ok(picture.height > 0.45 * viewport.height, `a picture of ${picture.height} pixels`);
    if (viewport.height < 500) {
      await page.click("#tab-plots");
      assert.ok(await page.locator(".plot").first().isVisible());
      await page.click("#tab-view");
    }
    if (process.env.CONJAC_SHOTS) {
      const name = `first-${viewport.width}.png`;
      await page.screenshot({ path: join(process.env.CONJAC_SHOTS, name) });
    }
    assert.ok(!(await page.getByRole("checkbox", { name: "Ghost of the other run" }).isVisible()));
    assert.ok(await page.locator('#color-mode option[value="difference"]').isDisabled());
    await page.keyboard.press("e");
    await page.locator("#hint").waitFor({ state: "detached" });
    assert.deepEqual(faults, []);
    await page.close();
  }
});
