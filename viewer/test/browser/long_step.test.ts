// A step that takes many seconds keeps neither the page nor Ctrl-C waiting.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { launch, new_page } from "./page";
import { hard_landing, scratch, serve, stop_all, visit } from "./program";

let browser: Browser;
const { folder, remove } = scratch();

before(async () => {
  browser = await launch();
});
after(async () => {
  stop_all();
  await browser.close();
  remove();
});

// Within a second on an idle machine; tests share theirs with others.
const kSoon = 5000;

test("the page shows what the solver does, pauses it, and Ctrl-C ends it", async () => {
  const server = await serve(hard_landing(folder));
  const { page, faults } = await new_page(browser, { viewport: { width: 640, height: 480 } });
  await visit(page, server);
  const working = () =>
    page.waitForFunction(() =>
      /A step has taken .*parts? done, try \d+/.test(document.body.innerText),
    );
  await working();
  const asked = Date.now();
  await page.keyboard.press(" ");
  await page.waitForFunction(() => !window.conjac.playing());
  assert.ok(Date.now() - asked < kSoon, `paused after ${Date.now() - asked} ms`);
  assert.equal(await page.evaluate(() => window.conjac.time()), 0, "the state before the step");
  await page.waitForSelector("#banner[hidden]", { state: "attached" });
  await page.click("#play");
  await working();
  const ended = Date.now();
  await server.stop();
  assert.ok(Date.now() - ended < kSoon, `ended after ${Date.now() - ended} ms`);
  assert.deepEqual(faults, []);
  await page.close();
});
