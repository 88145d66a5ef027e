// A phone, upright and lying: pictures of every tab are left in viewer/.build/screens to be looked at, and
// what can be counted is: nothing sticks out, the body is in view, fingers find the buttons.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { kPhone, kRoot, launch, new_page } from "./page";
import { beam_scene, scratch, serve, stop_all, visit, type Server } from "./program";

const kScreens = join(kRoot, ".build/screens");
const kLying = { width: kPhone.height, height: kPhone.width };
const kFinger = 32; // px, the smaller side of what is pressed

let browser: Browser;
let server: Server;
const place = scratch();

before(async () => {
  mkdirSync(kScreens, { recursive: true });
  browser = await launch();
  server = await serve(beam_scene(place.folder), "--results", join(place.folder, "out"));
});
after(async () => {
  stop_all();
  await browser.close();
  place.remove();
});

async function well_laid_out(page: Page, state: string): Promise<void> {
  const found = await page.evaluate((finger) => {
    const wide = document.scrollingElement!.scrollWidth - innerWidth;
    const out: string[] = [];
    const small: string[] = [];
    for (const button of document.querySelectorAll<HTMLElement>("button, select")) {
      if (!button.checkVisibility() || button.closest("dialog")) continue;
      const box = button.getBoundingClientRect();
      const name = button.id || button.getAttribute("aria-label") || button.textContent || "";
      if (box.left < -1 || box.right > innerWidth + 1) out.push(name);
      if (Math.min(box.width, box.height) < finger) small.push(`${name} ${box.height}`);
    }
    // What a field holds is seen whole.
    const clipped = [...document.querySelectorAll<HTMLInputElement>("input[type=number]")]
      .filter((field) => field.checkVisibility() && field.scrollWidth > field.clientWidth + 1)
      .map((field) => `${field.id} ${field.value}`);
    const picture = document.querySelector("#canvas")!.getBoundingClientRect();
    const inside = (id: string) => {
      const element = document.querySelector<HTMLElement>(id);
      if (!element?.checkVisibility()) return 0;
      const box = element.getBoundingClientRect();
      return (box.width * box.height) / (picture.width * picture.height);
    };
    const share = (picture.width * picture.height) / (innerWidth * innerHeight);
    return { wide, out, small, clipped, share, legend: inside("#legend"), hint: inside("#hint") };
  }, kFinger);
  assert.ok(found.wide <= 0, `${state}: ${found.wide} px stick out`);
  assert.deepEqual(found.out, [], `${state}: outside of the screen`);
  assert.deepEqual(found.small, [], `${state}: too small for a finger`);
  assert.deepEqual(found.clipped, [], `${state}: clipped values`);
  assert.ok(found.share > 0.3, `${state}: the picture has ${found.share} of the screen`);
  assert.ok(found.legend < 0.22, `${state}: the legend hides ${found.legend} of the picture`);
  assert.ok(found.hint < 0.15, `${state}: the hint hides ${found.hint} of the picture`);
}

for (const [name, viewport] of [
  ["upright", kPhone],
  ["lying", kLying],
] as const) {
  test(`a phone, ${name}`, async () => {
    const { page, faults } = await new_page(browser, { viewport, touch: true });
    await visit(page, server);
    await page.waitForTimeout(500);
    assert.equal(await page.evaluate(() => window.conjac.in_view()), 1, "all of the body");
    const tabs = page.locator('[role="tab"]:visible');
    for (let i = 0; i < (await tabs.count()); ++i) {
      await tabs.nth(i).tap();
      await page.waitForTimeout(300);
      const tab = (await tabs.nth(i).innerText()).toLowerCase();
      await page.screenshot({ path: join(kScreens, `phone-${name}-${tab}.png`) });
      await well_laid_out(page, `${name}, ${tab}`);
    }
    await page.locator('[role="tab"]:visible').first().tap();
    await page.locator("#clip-on").tap();
    await page.waitForTimeout(500);
    await page.screenshot({ path: join(kScreens, `phone-${name}-slice.png`) });
    assert.deepEqual(faults, []);
    await page.close();
  });
}
