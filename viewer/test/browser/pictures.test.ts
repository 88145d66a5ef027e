// The pictures of the read-me, made on what the tests drive anyway. They are written to docs/pictures
// with CONJAC_PICTURES=1 (npm run pictures), to .build otherwise.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { kPhone, kRoot, launch, new_page } from "./page";
import { run, scratch, serve, stop_all, visit } from "./program";

let browser: Browser;
const wanted = process.env.CONJAC_PICTURES === "1";
const folder = wanted ? join(kRoot, "../docs/pictures") : join(kRoot, ".build/pictures");
const { folder: results, remove } = scratch();

before(async () => {
  mkdirSync(folder, { recursive: true });
  browser = await launch();
});
after(async () => {
  stop_all();
  await browser.close();
  remove();
});

async function pause(page: Page) {
  if (!(await page.evaluate(() => window.conjac.playing()))) return;
  await page.keyboard.press(" ");
  await page.waitForFunction(() => !window.conjac.playing());
}
async function shoot(page: Page, name: string) {
  await page.waitForFunction(() => window.conjac.in_full() && !document.querySelector(".note"));
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(folder, `viewer-${name}.png`) });
}

test("the armadillo, its hand being pulled", async () => {
  const server = await serve("armadillo", "--time-step", "0.0166");
  const { page, faults } = await new_page(browser, { viewport: { width: 1280, height: 760 } });
  await visit(page, server);
  await page.selectOption("#color-mode", "von_mises");
  // Anew, so that the hand is free: the scene itself begins to pull after 0.45 s. The run stands still
  // meanwhile: a slow page would otherwise see its first frame of the new run too late.
  await pause(page);
  await page.click("#reset");
  await page.waitForFunction(() => window.conjac.time() === 0);
  // The hand on the left of the picture.
  const hand = await page.evaluate(() => {
    const across = (n: number) => window.conjac.pixel(n)[0];
    return window.conjac.representatives().reduce((a, b) => (across(a) < across(b) ? a : b));
  });
  const rest = await page.evaluate((n) => window.conjac.position(n), hand);
  const [x, y] = await page.evaluate((n) => window.conjac.pixel(n), hand);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 130, y - 50, { steps: 4 });
  await page.waitForFunction(() => window.conjac.grabbed());
  const moved = (n: number) =>
    page.evaluate(
      ([node, from]) =>
        Math.hypot(
          ...window.conjac.position(node as number).map((v, i) => v - (from as number[])[i]),
        ),
      [n, rest] as const,
    );
  await page.keyboard.press(" ");
  await page.waitForFunction(() => window.conjac.step() >= 12);
  assert.ok((await moved(hand)) > 0.008, `the hand moved by ${await moved(hand)} m`);
  await pause(page);
  await shoot(page, "armadillo");
  await page.mouse.up();
  assert.deepEqual(faults, []);
  await page.close();
  await server.stop();
});

test("ConJac against Vanilla, in the dark, and a look inside on a phone", async () => {
  const a = join(results, "conjac");
  const b = join(results, "vanilla");
  run("run", "release", "-o", a);
  run("run", "release", "--method", "vanilla", "-o", b);
  const both = await serve(a, b);
  const { page, faults } = await new_page(browser, {
    viewport: { width: 1280, height: 760 },
    dark: true,
  });
  await visit(page, both, "recording");
  await pause(page);
  await page.locator("#timeline").fill("6000");
  await page.locator("#timeline").blur();
  await shoot(page, "two-runs");
  await page.close();
  await both.stop();

  run("run", "armadillo", "--steps", "130", "-o", join(results, "armadillo"));
  const one = await serve(join(results, "armadillo"));
  const phone = await new_page(browser, { viewport: kPhone, touch: true });
  await visit(phone.page, one, "recording");
  await pause(phone.page);
  await phone.page.locator("#timeline").fill("10000");
  await phone.page.selectOption("#color-mode", "region");
  await phone.page.click("#clip-on");
  await phone.page.waitForFunction(() => document.querySelector("#legend li") !== null);
  await shoot(phone.page, "phone");
  await phone.page.close();
  await one.stop();
  assert.deepEqual([...faults, ...phone.faults], []);
});
