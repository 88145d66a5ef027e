// Measuring on the picture, against the closed form of the swinging bar.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { live_frame, live_frame_message, live_shape, text_message } from "../encode";
import { bar, frame_at, sample_recording, scene_text, state_text } from "../sample";
import { exported, launch, new_page, open_fake, until } from "./page";

let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), "conjac-measure-"));
const mesh = bar(12, 4, 4);

before(async () => {
  browser = await launch();
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

async function open(): Promise<{ page: Page; faults: string[] }> {
  const file = join(folder, "run.html");
  writeFileSync(file, exported(sample_recording(mesh, 60)));
  const opened = await new_page(browser);
  await opened.page.goto(`file://${file}`);
  await opened.page.waitForFunction(() => window.conjac?.ready());
  await opened.page.click("#play");
  await opened.page.locator("#timeline").fill("4000");
  await opened.page.locator("#timeline").blur();
  return opened;
}

// A vertex in the middle of the front of the bar, this part along it, and its pixel.
async function front(page: Page, part: number) {
  const x = Math.round(12 * part) * 0.1;
  const node = [...Array(mesh.rest.length / 3).keys()].find((n) => {
    const [a, b, c] = mesh.rest.slice(3 * n, 3 * n + 3);
    return Math.abs(a - x) < 1e-6 && Math.abs(b - 0.2) < 1e-6 && Math.abs(c - 0.4) < 1e-6;
  })!;
  return { node, pixel: await page.evaluate((n) => window.conjac.pixel(n), node) };
}

test("the value under the pointer, the smallest and the largest", async () => {
  const { page, faults } = await open();
  const time = await page.evaluate(() => window.conjac.time());
  const frame = frame_at(mesh, time);
  const { node, pixel } = await front(page, 0.75);
  await page.mouse.move(...pixel);
  await page.waitForSelector("#readout:has-text('Speed')");
  const text = await page.innerText("#readout");
  assert.match(text, new RegExp(`vertex ${node} `));
  const shown = /Speed ([\d.]+) (m?)m\/s/.exec(text)!;
  const value = Number(shown[1]) * (shown[2] ? 1e-3 : 1);
  assert.ok(Math.abs(value / frame.speed![node] - 1) < 0.02, `${text} for ${frame.speed![node]}`);
  await page.keyboard.press("i");
  await page.waitForFunction(() => document.querySelectorAll(".mark").length === 2);
  const largest = Math.max(...frame.speed!);
  const marks = await page.locator(".mark").allInnerTexts();
  assert.match(marks[0], /^min 0 /);
  assert.ok(
    marks[1].startsWith(
      `max ${String(Number((largest < 1 ? 1e3 * largest : largest).toPrecision(3)))}`,
    ),
    marks[1],
  );
  // Beside the body there is nothing to say.
  await page.mouse.move(20, 400);
  await page.waitForSelector("#readout[hidden]", { state: "attached" });
  assert.deepEqual(faults, []);
  await page.close();
});

test("two clicks measure a distance that follows the body, and plot both over time", async () => {
  const { page, faults } = await open();
  await page.keyboard.press("q");
  const a = await front(page, 0.25);
  const b = await front(page, 0.75);
  await page.mouse.click(...a.pixel);
  await page.mouse.click(...b.pixel);
  await page.waitForFunction(() => window.conjac.measured().probe.values.length === 2);
  const measured = () => page.evaluate(() => window.conjac.measured());
  const { picked, distance, probe } = await measured();
  assert.deepEqual(picked, [
    { side: 0, node: a.node },
    { side: 0, node: b.node },
  ]);
  const gap = (positions: readonly number[]) =>
    Math.hypot(...[0, 1, 2].map((i) => positions[3 * a.node + i] - positions[3 * b.node + i]));
  const at = async () => frame_at(mesh, await page.evaluate(() => window.conjac.time())).positions;
  assert.ok(Math.abs(distance!.rest - gap(mesh.rest)) < 1e-6);
  assert.ok(Math.abs(distance!.now - gap(await at())) < 1e-5);
  await page.waitForSelector("#readout:has-text('A to B')");
  // A recording has its past at once: every frame, as it was.
  assert.equal(probe.time.length, 60);
  probe.time.forEach((time, k) => {
    const speed = frame_at(mesh, time).speed!;
    assert.ok(Math.abs(probe.values[1][k]! - speed[b.node]) < 1e-5);
  });
  assert.ok(await page.locator(".probe canvas").isVisible());
  await page.locator("#timeline").fill("7000");
  await until("it follows", async () => {
    const now = (await measured()).distance!.now;
    return Math.abs(now - gap(await at())) < 1e-5;
  });
  await page.keyboard.press("Escape");
  await page.waitForSelector(".probe", { state: "hidden" });
  assert.equal((await measured()).picked.length, 0);
  assert.deepEqual(faults, []);
  await page.close();
});

// Nodes of the last message that asks for exact numbers (op 16).
function probes_asked(sent: readonly Uint8Array[]): number[] {
  const last = sent.filter((bytes) => bytes[0] === 16).at(-1);
  return last ? [...new Uint32Array(last.slice(12).buffer)] : [];
}

test("a probe on a live run plots what comes", async () => {
  const { page, faults } = await new_page(browser);
  const server = await open_fake(page, () => [
    text_message(0, scene_text(mesh, { mode: "live" })),
    text_message(0, state_text()),
    live_shape(0, 1, 0, mesh),
    ...live_frame(0, 1, 0, frame_at(mesh, 0)),
  ]);
  await page.keyboard.press("q");
  const { pixel } = await front(page, 0.5);
  await page.mouse.click(...pixel);
  for (let k = 1; k <= 5; ++k) {
    // What the page has asked to read is exact.
    const asked = probes_asked(server.sent);
    const message = live_frame_message(0, 1, k / 20, frame_at(mesh, k / 20), { probes: asked });
    server.say(message);
    await page.waitForFunction((t) => window.conjac.time() === t, k / 20);
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(next)));
  }
  const { probe, picked } = await page.evaluate(() => window.conjac.measured());
  assert.ok(probe.time.length >= 5 && probe.time.at(-1) === 0.25, `${probe.time.join()}`);
  assert.ok(probes_asked(server.sent).includes(picked[0].node), "the page asks for what it reads");
  const speed = frame_at(mesh, 0.25).speed![picked[0].node];
  assert.equal(probe.values[0].at(-1), Math.fround(speed));
  assert.ok(
    server.sent.every((bytes) => bytes[0] !== 6),
    "measuring does not pull",
  );
  assert.deepEqual(faults, []);
  await page.close();
});

test("a picture and a video are saved", async () => {
  const { page, faults } = await open();
  const saved = async (act: () => Promise<unknown>) => {
    const [download] = await Promise.all([page.waitForEvent("download"), act()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  const picture = await saved(() => page.click("#save-picture"));
  assert.match(picture.name, /^bar-\d+\.\d+s\.png$/);
  assert.equal(picture.bytes.subarray(1, 4).toString(), "PNG");
  const box = (await page.locator("#canvas").boundingBox())!;
  const shown = [picture.bytes.readUInt32BE(16), picture.bytes.readUInt32BE(20)];
  assert.ok(Math.abs(shown[0] / shown[1] - box.width / box.height) < 0.02, `${shown.join("x")}`);
  assert.ok(picture.bytes.length > 20_000, "the body is on it");
  await page.keyboard.press("u");
  await page.waitForSelector('#save-video[aria-pressed="true"]');
  await page.keyboard.press(" ");
  await page.waitForFunction(() => window.conjac.playing());
  await page.waitForTimeout(4000);
  const video = await saved(() => page.keyboard.press("u"));
  assert.match(video.name, /\.(webm|mp4)$/);
  assert.ok(video.bytes.length > 2000, `${video.bytes.length} bytes`);
  assert.deepEqual(faults, []);
  await page.close();
});
