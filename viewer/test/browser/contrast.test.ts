// Text of every control that can be seen, against what lies behind it: at least 4.5 to 1, light and dark,
// in every tab.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { launch, new_page } from "./page";
import { beam_scene, scratch, serve, stop_all, visit } from "./program";

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

// In the page: [what, contrast] of each control with text.
function contrasts(): [string, number][] {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const ink = canvas.getContext("2d", { willReadFrequently: true })!;
  // Paints colours over one another, and gives back what is seen.
  const over = (colors: string[]): number[] => {
    ink.fillStyle = "#fff";
    ink.fillRect(0, 0, 1, 1);
    for (const color of colors) {
      ink.fillStyle = color;
      ink.fillRect(0, 0, 1, 1);
    }
    return [...ink.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (rgb: number[]) => {
    const [r, g, b] = rgb.map((v) => {
      const c = v / 255;
      return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found: [string, number][] = [];
  const kinds =
    "button, select, input[type=number], input[type=text], label, legend, summary, small";
  for (const element of document.querySelectorAll<HTMLElement>(kinds)) {
    const text = (element as HTMLInputElement).value || element.innerText || "";
    if (!element.checkVisibility() || text.trim() === "" || element.matches(":disabled")) continue;
    const behind: string[] = [];
    for (let at: HTMLElement | null = element; at; at = at.parentElement) {
      behind.unshift(getComputedStyle(at).backgroundColor);
    }
    const back = light(over(behind));
    const front = light(over([...behind, getComputedStyle(element).color]));
    const ratio = (Math.max(back, front) + 0.05) / (Math.min(back, front) + 0.05);
    found.push([`${element.tagName} ${element.id || text.trim().slice(0, 30)}`, ratio]);
  }
  return found;
}

test("every control can be read: contrast of at least 4.5, light and dark", async (t) => {
  const server = await serve(beam_scene(place.folder));
  for (const dark of [false, true]) {
    const { page, faults } = await new_page(browser, { dark });
    await visit(page, server);
    let least = Infinity;
    let count = 0;
    for (const tab of ["view", "method", "world", "nodes"]) {
      await page.click(`#tab-${tab}`);
      await page.waitForTimeout(400); // what fades in has come
      const all = await page.evaluate(contrasts);
      count += all.length;
      least = Math.min(least, ...all.map(([, ratio]) => ratio));
      const faint = all.filter(([, ratio]) => ratio < 4.5);
      assert.deepEqual(faint, [], `${dark ? "dark" : "light"}, ${tab}`);
    }
    assert.ok(count > 60, `${count} controls`);
    t.diagnostic(`${dark ? "dark" : "light"}: ${count} controls, least ${least.toFixed(2)}`);
    assert.deepEqual(faults, []);
    await page.close();
  }
  await server.stop();
});
