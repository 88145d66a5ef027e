// What makes the picture good to look at: slices through elements, shade in hollows, fibres as lines.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { live_frame, live_shape, text_message, type MeshParts } from "../encode";
import { bar, frame_at, scene_text, state_text } from "../sample";
import { canvas_picture, launch, new_page, open_fake, until } from "./page";

let browser: Browser;
const mesh = bar(12, 4, 4);

before(async () => {
  browser = await launch();
});
after(() => browser.close());

async function open(shape: MeshParts): Promise<{ page: Page; faults: string[] }> {
  const { page, faults } = await new_page(browser);
  await open_fake(page, () => [
    text_message(0, scene_text(shape, { mode: "live" })),
    text_message(0, state_text({ playing: false })),
    live_shape(0, 1, 0, shape),
    ...live_frame(0, 1, 0, frame_at(shape, 0)),
  ]);
  return { page, faults };
}

const box = (page: Page) => page.evaluate(() => window.conjac.drawn_box());

test("a slice goes through the elements, faces the camera, and is read like the outside", async () => {
  const { page, faults } = await open(mesh);
  const whole = await box(page);
  await page.keyboard.press("c");
  await until("a slice", async () => (await box(page)).high[2] < whole.high[2] - 0.01);
  assert.equal(
    await page.locator('[aria-label="Direction of the clipping plane"]').inputValue(),
    "2",
    "the front is taken away, where the camera is",
  );
  // Anywhere, not only between layers of elements.
  await page.locator('[aria-label="Direction of the clipping plane"]').selectOption("0");
  const slider = page.locator('[aria-label="Position of the clipping plane"]');
  for (const part of [0.37, 0.61, 0.5]) {
    await slider.fill(String(1000 * part));
    await until("the plane", async () => Math.abs((await box(page)).high[0] - 1.2 * part) < 2e-4);
  }
  await slider.fill("370");
  // From the side the face is seen: its middle has the speed of the elements there.
  await page.locator('[data-look="side"]').click();
  await until(
    "the side",
    async () => (await page.evaluate(() => window.conjac.camera())).position[0] > 2,
  );
  const { low, high } = await box(page);
  // The pointer moves until there is an answer: the first move may come while the camera still turns.
  await until("a value", async () => {
    const at = await page.evaluate(() => {
      const pixels = window.conjac.drawn_nodes().map((node) => window.conjac.pixel(node));
      const mean = (i: 0 | 1) => pixels.reduce((sum, p) => sum + p[i], 0) / pixels.length;
      return [mean(0), mean(1)];
    });
    await page.mouse.move(at[0] + 2, at[1]);
    await page.mouse.move(at[0], at[1]);
    const readout = page.locator("#readout");
    return (await readout.isVisible()) && /m\/s/.test((await readout.innerText()) ?? "");
  });
  const said = await page.locator("#readout").innerText();
  // Between the layers at 0.4 and 0.5 of a speed that grows with the square of x.
  const layer = (x: number) => 2 * Math.PI * 0.25 * 1.2 * (x / 1.2) ** 2;
  const wanted = 0.56 * layer(0.4) + 0.44 * layer(0.5);
  const [, number, unit] = /Speed ([\d.]+) (m?)m\/s/.exec(said)!;
  assert.ok(
    Math.abs(Number(number) * (unit ? 1e-3 : 1) - wanted) < 0.03 * wanted,
    `${said}; ${wanted}`,
  );
  assert.ok(low[0] < 1e-6 && high[0] < 0.4442);
  await page.keyboard.press("c");
  await until("the whole", async () => Math.abs((await box(page)).high[0] - 1.2) < 1e-4);
  assert.deepEqual(faults, []);
  await page.close();
});

// A block of 9 by 6 by 4 cells without the upper part of its middle third.
function channel(): MeshParts {
  const block = bar(9, 6, 4);
  const elements: number[] = [];
  for (let e = 0; e < block.elements.length; e += 4) {
    const nodes = block.elements.slice(e, e + 4);
    const middle = (axis: number) =>
      nodes.reduce((sum, n) => sum + block.rest[3 * n + axis] / 4, 0);
    if (middle(0) < 0.3 || middle(0) > 0.6 || middle(1) < 0.2) elements.push(...nodes);
  }
  const none = Array.from({ length: elements.length / 4 }, () => 0);
  return {
    ...block,
    elements,
    regions: none,
    materials: none,
    triangles: [],
    fibre_elements: [],
    fibre_directions: [],
  };
}

// Brightness of a pixel of the picture.
async function brightness(page: Page, picture: Buffer, pixel: number[]): Promise<number> {
  const source = `data:image/png;base64,${picture.toString("base64")}`;
  return page.evaluate(
    async ([url, x, y]) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.width;
      canvas.height = image.height;
      const ink = canvas.getContext("2d")!;
      ink.drawImage(image, 0, 0);
      const box = document.querySelector("#canvas")!.getBoundingClientRect();
      const { data } = ink.getImageData(x - box.left - 3, y - box.top - 3, 7, 7);
      return data.reduce((sum, value, i) => sum + (i % 4 === 3 ? 0 : value), 0) / 147;
    },
    [source, pixel[0], pixel[1]] as const,
  );
}

test("hollows lie in shade, and the shade can be switched off", async () => {
  const shape = channel();
  const { page, faults } = await open(shape);
  const node = (x: number, y: number, z: number) => {
    for (let n = 0; 3 * n < shape.rest.length; ++n) {
      const gap = [x, y, z].map((v, i) => v - shape.rest[3 * n + i]);
      if (Math.hypot(...gap) < 1e-6) return n;
    }
    throw new Error("there is no such node");
  };
  const ground = node(0.4, 0.2, 0.2);
  const top = node(0.1, 0.6, 0.2);
  const sky = (n: number) => page.evaluate((one) => window.conjac.sky(one), n);
  assert.ok((await sky(ground)) < 0.8, "the ground of the channel sees little of it");
  assert.ok((await sky(top)) > 0.95, "the top sees all of it");
  await page.keyboard.press("8");
  await page.keyboard.press("e");
  await page.keyboard.press("n");
  await page.locator('[data-look="top"]').click();
  await until(
    "the top",
    async () => (await page.evaluate(() => window.conjac.camera())).position[1] > 1,
  );
  const pixel = (n: number) => page.evaluate((one) => window.conjac.pixel(one), n);
  const shaded = await canvas_picture(page);
  const dark = await brightness(page, shaded, await pixel(ground));
  const bright = await brightness(page, shaded, await pixel(top));
  await page.keyboard.press("Shift+S");
  const plain = await canvas_picture(page);
  assert.ok((await brightness(page, plain, await pixel(ground))) > 1.03 * dark);
  const same = await brightness(page, plain, await pixel(top));
  assert.ok(Math.abs(same - bright) < 0.03 * bright, `${same} ${bright}`);
  assert.deepEqual(faults, []);
  await page.close();
});

test("fibres are lines through many elements, and end where the picture is sliced", async () => {
  const count = mesh.elements.length / 4;
  const all = Array.from({ length: count }, (_, e) => e);
  const { page, faults } = await open({
    ...mesh,
    fibre_elements: all,
    fibre_directions: all.flatMap(() => [1, 0, 0]),
  });
  const fibres = () => page.evaluate(() => window.conjac.fibres());
  const { lines, segments } = await fibres();
  assert.ok(lines > 8 && segments > 8 * lines, `${lines} lines of ${segments} segments`);
  const shown = await canvas_picture(page);
  await page.keyboard.press("f");
  assert.notDeepEqual(await canvas_picture(page), shown);
  await page.keyboard.press("c");
  await until("a slice", async () => (await fibres()).segments < 0.7 * segments);
  assert.deepEqual(faults, []);
  await page.close();
});
