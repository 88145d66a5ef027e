// Everything without a mouse: every control of every state of the page is reached by Tab and arrows, is
// seen to have the focus, and dialogs open and close.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { kPhone, launch, new_page, until } from "./page";
import { beam_scene, run, scratch, serve, stop_all, visit } from "./program";
import { join } from "node:path";

let browser: Browser;
const place = scratch();

before(async () => {
  browser = await launch();
});
after(async () => {
  stop_all();
  await browser.close();
  place.remove();
});

// In the page: every control that can be seen, by a name that stays; those of a group of choices and of
// tabs count as one, which arrows go through.
function controls(): string[] {
  const kinds = "button, select, input, textarea, summary, a[href], [tabindex]";
  const scope = document.querySelector("dialog[open]") ?? document.body;
  const named: string[] = [];
  scope.querySelectorAll<HTMLElement>(kinds).forEach((element) => {
    if (!element.checkVisibility({ checkVisibilityCSS: true }) || element.matches(":disabled"))
      return;
    const group = element.closest('[role="radiogroup"], [role="tablist"]');
    if (group ? element.tabIndex < 0 : false) return;
    element.dataset.name ??= `${element.tagName} ${element.id || element.getAttribute("aria-label") || element.textContent?.trim().slice(0, 30) || element.parentElement?.textContent?.trim().slice(0, 30)} ${Math.random().toString(36).slice(2, 7)}`;
    named.push(element.dataset.name);
  });
  return named;
}

// Goes round by Tab and tells who had the focus, and who did not show it.
async function walk(page: Page): Promise<{ seen: Set<string>; unseen: string[] }> {
  const seen = new Set<string>();
  const unseen: string[] = [];
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let i = 0, again = 0; i < 250 && again < 3; ++i) {
    await page.keyboard.press("Tab");
    const { name, ring } = await page.evaluate(() => {
      const at = document.activeElement as HTMLElement;
      const style = getComputedStyle(at);
      const around = getComputedStyle(at.closest("label") ?? at);
      const ring =
        (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) ||
        style.boxShadow !== "none" ||
        (around.outlineStyle !== "none" && parseFloat(around.outlineWidth) > 0);
      return { name: at === document.body ? "" : (at.dataset.name ?? at.tagName), ring };
    });
    if (name === "") {
      ++again; // the end of the page
      continue;
    }
    if (seen.has(name)) ++again;
    else again = 0;
    if (!seen.has(name) && !ring) unseen.push(name);
    seen.add(name);
  }
  return { seen, unseen };
}

async function all_reached(page: Page, state: string): Promise<number> {
  const wanted = await page.evaluate(controls);
  const { seen, unseen } = await walk(page);
  const missed = wanted.filter((name) => !seen.has(name));
  // A group of choices by radio buttons of the system is one stop; the page has none.
  assert.deepEqual(missed, [], `${state}: not reached by Tab`);
  assert.deepEqual(unseen, [], `${state}: have the focus and do not show it`);
  return wanted.length;
}

async function choose_tab(page: Page, tab: string): Promise<void> {
  await page.evaluate(() =>
    document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus(),
  );
  for (let i = 0; i < 6; ++i) {
    if (await page.locator(`#tab-${tab}[aria-selected="true"]`).count()) return;
    await page.keyboard.press("ArrowRight");
  }
  assert.fail(`${tab} is not reached by arrows`);
}

test("every control of a live page is reached by keyboard, in every tab", async (t) => {
  const server = await serve(beam_scene(place.folder), "--results", join(place.folder, "out"));
  const { page, faults } = await new_page(browser);
  await visit(page, server);
  await page.keyboard.press("Space"); // nothing moves meanwhile
  await page.waitForFunction(() => !window.conjac.playing());
  let count = 0;
  for (const tab of ["view", "method", "world", "nodes"]) {
    await choose_tab(page, tab);
    // What is folded away opens by Enter.
    for (const fold of await page.locator("details:not([open]) > summary:visible").all()) {
      await fold.focus();
      await page.keyboard.press("Enter");
    }
    count += await all_reached(page, tab);
  }
  t.diagnostic(`${count} stops in four tabs`);
  assert.ok(count > 90, `${count} controls`);
  // Tools by arrows, each of them.
  const tools = page.locator('#tools [role="radio"]:enabled');
  await page.locator('#tools [aria-checked="true"]').focus();
  for (let i = 0; i < (await tools.count()); ++i) {
    await page.keyboard.press("ArrowRight");
    const focused = await page.evaluate(() => document.activeElement?.id);
    assert.equal(await page.evaluate(() => document.body.dataset.tool), focused?.slice(5));
  }
  assert.deepEqual(faults, []);
  await page.close();
  await server.stop();
});

test("dialogs open, hold the focus, and close by Escape", async () => {
  const server = await serve(beam_scene(place.folder));
  const { page, faults } = await new_page(browser);
  await visit(page, server);
  await page.keyboard.press("Space");
  await page.keyboard.press("?");
  await page.locator("#help[open]").waitFor();
  await all_reached(page, "help");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#help[open]").count(), 0);
  await page.keyboard.press("w");
  await page.locator("#gallery[open] .card").first().waitFor();
  await page.locator("#gallery-changes > summary").focus();
  await page.keyboard.press("Enter");
  await all_reached(page, "gallery");
  await page.keyboard.press("Escape");
  await until("it is closed", async () => (await page.locator("#gallery[open]").count()) === 0);
  assert.deepEqual(faults, []);
  await page.close();
  await server.stop();
});

test("a recording too, on a phone with its plots in a tab", async () => {
  const results = join(place.folder, "kept");
  run("run", beam_scene(place.folder), "-o", results, "--set", "time.duration=0.2", "-q");
  const server = await serve(results);
  const { page, faults } = await new_page(browser, { viewport: kPhone });
  await visit(page, server, "recording");
  for (const tab of ["view", "nodes", "plots"]) {
    await choose_tab(page, tab);
    await all_reached(page, tab);
  }
  await page.locator("#timeline").focus();
  const time = () => page.evaluate(() => window.conjac.time());
  const before = await time();
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  await until("the beginning", async () => (await time()) <= before);
  assert.deepEqual(faults, []);
  await page.close();
  await server.stop();
});
