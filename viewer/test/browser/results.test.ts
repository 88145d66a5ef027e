// Finished runs and runs beside each other, with the real program.

import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { canvas_picture, launch, new_page, until } from "./page";
import { beam_scene, run, scratch, serve, stop_all, visit } from "./program";

let browser: Browser;
const { folder, remove } = scratch();
const results = join(folder, "beam");
const vanilla = join(folder, "vanilla");

before(async () => {
  browser = await launch();
  const scene = beam_scene(folder);
  run("run", scene, "--steps", "60", "-o", results);
  run("run", scene, "--steps", "60", "--method", "vanilla", "-o", vanilla);
});
after(async () => {
  stop_all();
  await browser.close();
  remove();
});

async function scrubs(page: Page): Promise<void> {
  if (await page.evaluate(() => window.conjac.playing())) await page.click("#play");
  const positions: string[] = [];
  const pictures: Buffer[] = [];
  for (const part of [0, 0.5, 1]) {
    await page.locator("#timeline").fill(String(10000 * part));
    await page.waitForFunction((t) => Math.abs(window.conjac.time() - t) < 0.04, 0.6 * part);
    const node = await page.evaluate(() => window.conjac.shape().nodes - 1);
    positions.push(String(await page.evaluate((n) => window.conjac.position(n), node)));
    pictures.push(await canvas_picture(page));
  }
  assert.equal(new Set(positions).size, 3);
  assert.notDeepEqual(pictures[0], pictures[2]);
}

test("a results folder plays and scrubs", async () => {
  const server = await serve(results);
  const { page, faults } = await new_page(browser);
  await visit(page, server, "recording");
  const from = await page.evaluate(() => window.conjac.time());
  await page.waitForFunction((t) => window.conjac.time() !== t, from);
  await scrubs(page);
  // Nothing to pull or to set in the past.
  assert.equal(await page.locator("#tool-pull").count(), 0);
  assert.equal(await page.locator("#tab-method").count(), 0);
  assert.deepEqual(faults, []);
  await page.close();
  await server.stop();
});

test("an exported page plays from a file, alone", async () => {
  const file = join(folder, "beam.html");
  run("export", results, "--html", file);
  assert.ok(existsSync(file) && statSync(file).size > 100_000);
  const { page, faults } = await new_page(browser);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`file://${file}`);
  await page.waitForFunction(() => window.conjac?.ready());
  await scrubs(page);
  assert.deepEqual(
    asked.filter((url) => !url.startsWith("data:") && !url.startsWith("blob:")),
    [`file://${file}`],
  );
  assert.deepEqual(faults, []);
  await page.close();
});

test("two results stand beside each other, served and exported", async () => {
  const file = join(folder, "both.html");
  run("export", results, vanilla, "--html", file);
  const { page, faults } = await new_page(browser);
  await page.goto(`file://${file}`);
  await page.waitForFunction(() => window.conjac?.ready());
  await page.click("#play");
  await page.locator("#timeline").fill("10000");
  const [a, b] = await page.evaluate(() => [window.conjac.time(0), window.conjac.time(1)]);
  assert.equal(a, b);
  await page.waitForFunction(() => document.querySelectorAll(".side-label").length === 2);
  assert.deepEqual(faults, []);
  await page.close();
});

test("ConJac and Vanilla run live in step", async () => {
  const server = await serve(beam_scene(folder), "--against", "vanilla");
  const { page, faults } = await new_page(browser);
  await visit(page, server);
  await page.waitForFunction(() => window.conjac.time(1) > 0.1);
  await page.waitForFunction(() => document.querySelectorAll(".side-label").length === 2);
  const labels = (await page.locator(".side-label").allInnerTexts()).join();
  assert.match(labels, /ConJac.*Vanilla/);
  await page.click("#play");
  await page.waitForFunction(() => !window.conjac.playing());
  await page.waitForFunction(() => window.conjac.time(0) === window.conjac.time(1));
  assert.deepEqual(faults, []);
  await page.close();
  await server.stop();
});

test("an option goes to the run it is meant for", async () => {
  const server = await serve(beam_scene(folder), "--against", "vanilla");
  const { page, faults } = await new_page(browser);
  await visit(page, server);
  await page.waitForFunction(() => document.querySelectorAll(".side-label").length === 2);
  await page.click("#tab-method");
  // The panel shows what the server last said of the run that is chosen.
  const shows = async (run: string, damping: string) => {
    await page.selectOption("#option-side", { label: run });
    await page.waitForFunction(
      (wanted) => document.querySelector<HTMLInputElement>("#option-damping")?.value === wanted,
      damping,
    );
  };
  await shows("Vanilla", "0");
  await shows("ConJac", "0");
  await page.fill("#option-damping", "5");
  await page.press("#option-damping", "Enter");
  await page.locator("#option-side").focus();
  await shows("Vanilla", "0");
  await shows("ConJac", "5");
  await shows("Vanilla", "0");
  assert.deepEqual(faults, []);
  await page.close();
  await server.stop();
});

test("M changes one run, and the names say what runs", async () => {
  const server = await serve(beam_scene(folder), "--against", "vanilla");
  const { page, faults } = await new_page(browser);
  await visit(page, server);
  await page.waitForFunction(() => document.querySelectorAll(".side-label").length === 2);
  const methods = () =>
    page.evaluate(() => [window.conjac.options(0).name, window.conjac.options(1).name]);
  const named = async (first: RegExp, second: RegExp) => {
    const fits = async () => {
      const [a, b] = await page.locator(".side-label").allInnerTexts();
      return first.test(a ?? "") && second.test(b ?? "");
    };
    await until(`${first} beside ${second}`, fits, 15);
  };
  await named(/^ConJac ·/, /^Vanilla ·/);
  await page.keyboard.press("m");
  // Two runs of one method: what else differs, or nothing, is named too.
  await named(/^Vanilla · linear-implicit/, /^Vanilla · linear-implicit/);
  assert.deepEqual(await methods(), ["vanilla", "vanilla"]);
  await page.keyboard.press("m");
  await named(/^ConJac ·/, /^Vanilla ·/);
  assert.deepEqual(await methods(), ["conjac", "vanilla"]);
  await page.click("#tab-method");
  await page.selectOption("#option-side", { label: "Vanilla" });
  await page.locator("#option-side").blur();
  await page.keyboard.press("m");
  await named(/^ConJac · linear-implicit/, /^ConJac ·/);
  assert.deepEqual(faults, []);
  await page.close();
  await server.stop();
});
