// What the page says and offers: names, times, states; and how it is reached without a mouse.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import {
  frame_message,
  live_frame,
  live_shape,
  recording_of,
  shape_message,
  text_message,
} from "../encode";
import { bar, frame_at, kTable, scene_text, state_text } from "../sample";
import { exported, kPhone, launch, new_page, open_fake, until } from "./page";

let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), "conjac-words-"));
const mesh = bar(12, 4, 4);

before(async () => {
  browser = await launch();
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

const integrators = {
  name: "integrator",
  kind: "choice",
  label: "Integrator",
  help: "How time is cut into steps.",
  often: true,
  choices: ["linear-implicit", "trapezoidal", "modal", "bdf2"].map((name) => ({
    name,
    label: name,
  })),
};
const table = [...kTable, integrators];

async function live(page: Page, scene: object = {}, shape = mesh) {
  return open_fake(page, () => [
    text_message(0, scene_text(shape, { mode: "live", option_table: table, ...scene })),
    text_message(0, state_text({ unfit: { integrator: ["bdf2"] } })),
    live_shape(0, 1, 0, shape),
    ...live_frame(0, 1, 0, frame_at(shape, 0)),
  ]);
}

test("a phone that is turned with Plots open shows a panel", async () => {
  const { page, faults } = await new_page(browser, { viewport: kPhone });
  await live(page);
  await page.click("#tab-plots");
  await page.setViewportSize({ width: 844, height: 390 });
  await page.waitForSelector('#tab-view[aria-selected="true"]');
  assert.ok(await page.locator("#color-mode").isVisible());
  assert.deepEqual(faults, []);
  await page.close();
});

test("a long step says what it is doing, in parts, and can be paused", async () => {
  const { page, faults } = await new_page(browser);
  const server = await live(page);
  const work = { type: "work", seconds: 3.2, stage: "factoring", tries: 9, parts: 4, halved: 2 };
  const speaking = setInterval(() => server.say(text_message(0, work)), 300);
  await page.waitForFunction(() =>
    /has taken 3 s.*factoring.*4 parts done, try 9, each 1\/4/.test(document.body.innerText),
  );
  await page.click("#banner button");
  clearInterval(speaking);
  await until("pause", () => server.sent.some((bytes) => bytes[0] === 2));
  server.say(...live_frame(0, 1, 0.1, frame_at(mesh, 0.1)));
  await page.waitForSelector("#banner[hidden]", { state: "attached" });
  assert.deepEqual(faults, []);
  await page.close();
});

test("a value that is refused goes back, and what does not fit is not offered", async () => {
  const { page, faults } = await new_page(browser);
  const server = await live(page);
  await page.click("#tab-method");
  const beta = () => page.inputValue("#option-beta");
  const unfit = { integrator: ["bdf2"] };
  const options = { name: "conjac", integrator: "modal", beta: 0.5 };
  server.say(text_message(0, state_text({ options, unfit })));
  await until("0.5", async () => (await beta()) === "0.5");
  await page.fill("#option-beta", "-3");
  await page.press("#option-beta", "Enter");
  server.say(text_message(0, { type: "error", text: "beta must be above 0", serial: 1 }));
  server.say(text_message(0, state_text({ options, unfit })));
  await until("back", async () => (await beta()) === "0.5");
  const offered = () =>
    page.$$eval('[data-option="integrator"] button', (all: HTMLButtonElement[]) =>
      all.filter((one) => !one.hidden).map((one) => one.dataset.value),
    );
  assert.deepEqual(await offered(), ["linear-implicit", "trapezoidal", "modal"]);
  server.say(
    text_message(
      0,
      state_text({
        options: { ...options, name: "vanilla", integrator: "trapezoidal" },
        unfit: { integrator: ["modal"] },
      }),
    ),
  );
  await until("those of full FE", async () => (await offered()).includes("bdf2"));
  assert.equal((await offered()).includes("modal"), false);
  assert.deepEqual(faults, []);
  await page.close();
});

test("tools and choices go by arrow keys; plots speak", async () => {
  const { page, faults } = await new_page(browser);
  const server = await live(page);
  await page.focus("#tool-pull");
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector('#tool-orbit[aria-checked="true"]:focus');
  await page.keyboard.press("ArrowLeft");
  await page.waitForSelector('#tool-pull[aria-checked="true"]:focus');
  assert.equal(await page.getAttribute("#tool-orbit", "tabindex"), "-1", "one stop for Tab");
  await page.click("#tab-method");
  await page.focus('[data-option="name"] [data-value="conjac"]');
  await page.keyboard.press("ArrowRight");
  await until("vanilla asked for", () =>
    server.sent.some((b) => b[0] === 11 && /vanilla/.test(new TextDecoder().decode(b.slice(12)))),
  );
  for (const [i, words] of [
    /Energy: kinetic .* joules/,
    /Liveliness.*node 2/,
    /Step time/,
    /Pace/,
  ].entries())
    assert.match((await page.locator(".plot").nth(i).getAttribute("aria-label")) ?? "", words);
  assert.deepEqual(faults, []);
  await page.close();
});

test("controls are for what the scene has; names of nodes outlive a cut", async () => {
  const { page, faults } = await new_page(browser);
  const plain = { ...mesh, fibre_elements: [], fibre_directions: [] };
  const server = await live(page, {}, plain);
  await page.waitForSelector("label.check:has-text('Fibres')", { state: "hidden" });
  for (const name of ["Obstacles and bones", "Contact forces"])
    assert.equal(await page.locator(`label.check:has-text('${name}')`).isVisible(), false, name);
  // A cut has taken the second node: the third keeps its name and its colour.
  const cut = { ...plain, representatives: [mesh.representatives[0], mesh.representatives[2]] };
  cut.regions = mesh.regions.map((r) => (r === 2 ? 1 : 0));
  const frame = frame_at(mesh, 0.2);
  const two = { ...frame, liveliness: [0.1, 0.2], awake: [1, 1], active: 2 };
  server.say(live_shape(0, 2, 0.2, { ...cut, names: [0, 2] }));
  server.say(...live_frame(0, 2, 0.2, two));
  await page.selectOption("#color-mode", "region");
  await page.waitForFunction(() => document.querySelectorAll("#legend li").length === 2);
  assert.match(await page.innerText("#legend"), /node 1[\s\S]*node 3/);
  await page.click("#tab-nodes");
  await page.waitForSelector('[aria-label^="Node 3"]');
  assert.equal(await page.locator('[aria-label^="Node 2"]').count(), 0);
  assert.deepEqual(faults, []);
  await page.close();
});

test("of two recordings the shorter one says that it has ended; a step's time is a mean", async () => {
  const messages = [0, 1].flatMap((side) => [
    text_message(side, scene_text(mesh, { sides: 2, label: side ? "Vanilla" : "ConJac" })),
    shape_message(side, 1, 0, mesh),
  ]);
  for (let k = 0; k <= 40; ++k) {
    const frame = frame_at(mesh, k / 20);
    frame.stages = [k % 2 ? 0.003 : 0.001, 0, 0, 0];
    messages.push(frame_message(0, 1, k / 20, frame));
    if (k <= 20) messages.push(frame_message(1, 1, k / 20, frame));
  }
  const file = join(folder, "unequal.html");
  writeFileSync(file, exported(recording_of(messages)));
  const { page, faults } = await new_page(browser);
  await page.goto(`file://${file}`);
  await page.waitForFunction(() => window.conjac?.ready());
  await page.click("#play");
  const labels = () => page.locator(".side-label").allInnerTexts();
  await page.locator("#timeline").fill("4000");
  await until("both run", async () => (await labels()).every((text) => !/ended/.test(text)));
  await page.locator("#timeline").fill("9000");
  await until("the second has ended", async () =>
    /ended at 1.00 s/.test((await labels())[1] ?? ""),
  );
  const [first] = await labels();
  assert.doesNotMatch(first, /ended/);
  const mean = Number(/([\d.]+) ms per step/.exec(first)?.[1]);
  assert.ok(mean > 1.85 && mean < 2.15, `${first}: neither 1 nor 3`);
  assert.deepEqual(faults, []);
  await page.close();
});
