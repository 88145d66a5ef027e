// A live run is recorded and replayed to the bit; cuts are undone; states are saved and loaded.

import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launch, new_page, until } from "./page";
import { beam_scene, run, scratch, serve, type Server, stop_all, visit } from "./program";

let browser: Browser;
let server: Server;
let page: Page;
let faults: string[];
const { folder, remove } = scratch();
const out = join(folder, "out");

before(async () => {
  browser = await launch();
  server = await serve(beam_scene(folder), "--results", out);
  ({ page, faults } = await new_page(browser));
  await visit(page, server);
  await page.locator("#tab-method").click();
});
after(async () => {
  stop_all();
  await browser.close();
  await server.stop();
  remove();
});

const step = () => page.evaluate(() => window.conjac.step());
async function steps_on(count: number): Promise<void> {
  const from = await step();
  await page.waitForFunction((to) => window.conjac.step() >= to, from + count);
}
const note = (text: RegExp) => page.locator("#notes .note", { hasText: text }).first().waitFor();

// A stroke through the middle of the beam, from above to below it.
async function cut(): Promise<void> {
  const before = (await page.evaluate(() => window.conjac.shape())).nodes;
  await page.locator("#tool-cut").click();
  const [a, b] = await page.evaluate(() => {
    const w = window.conjac;
    const nodes = w.drawn_nodes();
    const pixels = nodes.map((node) => w.pixel(node));
    const middle = pixels.reduce((sum, p) => sum + p[0], 0) / pixels.length;
    const ys = pixels.map((p) => p[1]);
    return [
      [middle, Math.min(...ys) - 25],
      [middle + 3, Math.max(...ys) + 25],
    ];
  });
  await page.mouse.move(a[0], a[1]);
  await page.mouse.down();
  for (let i = 1; i <= 6; ++i) {
    await page.mouse.move(a[0] + ((b[0] - a[0]) * i) / 6, a[1] + ((b[1] - a[1]) * i) / 6);
  }
  await page.mouse.up();
  await page.waitForFunction((nodes) => window.conjac.shape().nodes > nodes, before);
}

test("a run that is pulled, cut and changed is recorded, and replays to the bit", async () => {
  await page.locator("#keep-name").fill("pulled");
  await page.locator("#keep-record").click();
  await page.waitForFunction(
    () => document.querySelector("#keep-record")?.getAttribute("aria-pressed") === "true",
  );
  await steps_on(2);
  const tip = await page.evaluate(() => {
    const w = window.conjac;
    const node = w.representatives()[2];
    return w.pixel(node);
  });
  await page.mouse.move(tip[0], tip[1]);
  await page.mouse.down();
  await page.mouse.move(tip[0] - 10, tip[1] - 60, { steps: 4 });
  await page.waitForFunction(() => window.conjac.grabbed());
  await steps_on(4);
  await page.mouse.up();
  await page.waitForFunction(() => !window.conjac.grabbed());
  await page.keyboard.press("a"); // adaptive off
  await page.waitForFunction(() => window.conjac.options().adaptive === false);
  await cut();
  await steps_on(4);
  await page.keyboard.press("Shift+U");
  await note(/Recorded \d+ steps/);
  const kept = join(out, "pulled");
  const lines = readFileSync(join(kept, "inputs.jsonl"), "utf8").trim().split("\n");
  const inputs = lines.map((line) => JSON.parse(line) as { step: number; do: string });
  for (const what of ["grab", "drag", "let_go", "option", "cut"]) {
    assert.ok(
      inputs.some((input) => input.do === what),
      what,
    );
  }
  assert.ok(inputs.every((input, i) => i === 0 || input.step >= inputs[i - 1].step));
  const said = run("replay", kept, "-o", join(folder, "replayed"));
  assert.match(said, /the same as recorded, to the bit/);
  assert.ok(existsSync(join(folder, "replayed/history.csv")));
  // Without what was done to it the run would have ended elsewhere.
  writeFileSync(join(kept, "inputs.jsonl"), lines.slice(0, -1).join("\n") + "\n");
  assert.throws(() => run("replay", kept, "-q", "-o", join(folder, "other")), /another state/);
});

test("a recording plays like any other results", async () => {
  assert.match(run("export", join(out, "pulled"), "--html", join(folder, "p.html")), /p\.html/);
});

test("the last cut is undone", async () => {
  const shape = () => page.evaluate(() => window.conjac.shape());
  const cut_one = await shape();
  await page.keyboard.press("Control+z");
  await page.waitForFunction((nodes) => window.conjac.shape().nodes < nodes, cut_one.nodes);
  await note(/undone/);
  await steps_on(2);
  await page.waitForFunction(
    () => (document.querySelector("#keep-undo") as HTMLButtonElement).disabled,
  );
});

test("a state is saved and loaded; names stay below the results folder", async () => {
  await page.keyboard.press("Space");
  await page.waitForFunction(() => !window.conjac.playing());
  const saved = await page.evaluate(() => ({
    t: window.conjac.time(),
    x: window.conjac.position(5),
  }));
  await page.locator("#keep-name").fill("moment");
  await page.locator("#keep-save").click();
  await until("the state's file", () => existsSync(join(out, "moment.state")));
  await page.locator("#play").click();
  await steps_on(5);
  await page.locator("#keep-load").selectOption("moment");
  await note(/goes on from moment/);
  await page.keyboard.press("Space");
  await page.waitForFunction(() => !window.conjac.playing());
  await page.locator("#keep-load").selectOption("moment");
  await page.waitForFunction((time) => window.conjac.time() === time, saved.t);
  assert.deepEqual(await page.evaluate(() => window.conjac.position(5)), saved.x);

  const before = readdirSync(folder).sort();
  mkdirSync(join(folder, "outside"));
  writeFileSync(join(folder, "outside/secret.state"), "x");
  symlinkSync(join(folder, "outside/secret.state"), join(out, "link.state"));
  const answers = await page.evaluate(
    async ([address]) => {
      const socket = new WebSocket(address);
      socket.binaryType = "arraybuffer";
      const errors: string[] = [];
      await new Promise((go) => (socket.onopen = go));
      const keep = (text: string) => {
        const bytes = new TextEncoder().encode(text);
        const data = new DataView(new ArrayBuffer(12 + bytes.length));
        [14, 0, 1, 0, 9].forEach((byte, i) => data.setUint8(i, byte));
        data.setUint32(8, bytes.length, true);
        bytes.forEach((byte, i) => data.setUint8(12 + i, byte));
        socket.send(data);
      };
      const wishes = [
        "save=../x",
        "save=/tmp/x",
        "save=a/b",
        "save=moment",
        "record=..",
        "load=link",
      ];
      wishes.push("load=../outside/secret", "load=moment.state", "erase=moment", "stop=x");
      await new Promise<void>((done) => {
        socket.onmessage = ({ data }) => {
          const bytes = new Uint8Array(data as ArrayBuffer);
          if (bytes[0] !== 0) return;
          const text = JSON.parse(new TextDecoder().decode(bytes.subarray(16)));
          if (text.type === "error") errors.push(text.text);
          if (errors.length === wishes.length) done();
        };
        wishes.forEach(keep);
      });
      socket.close();
      return errors;
    },
    [`${server.origin.replace("http", "ws")}/live?token=${server.token}`],
  );
  assert.equal(answers.length, 10);
  assert.deepEqual(readdirSync(folder).sort(), [...before, "outside"].sort());
  assert.deepEqual(faults, []);
});

test("who is held, who is dynamic and the floor change while it is recorded, and replay to the bit", async () => {
  await page.locator("#play").click(); // it was paused
  await page.keyboard.press("r");
  await page.waitForFunction(() => window.conjac.shape().nodes < 200);
  await page.locator("#keep-name").fill("built");
  await page.locator("#keep-record").click();
  await page.waitForFunction(
    () => document.querySelector("#keep-record")?.getAttribute("aria-pressed") === "true",
  );
  await steps_on(3);
  await page.locator("#tab-world").click();
  const roles = () => page.evaluate(() => window.conjac.roles());
  const tip = await page.evaluate(() => window.conjac.representatives()[2]);
  const change = async (button: string, node: number, done: () => Promise<boolean>) => {
    await page.locator("#world-vertex").fill(String(node));
    await page.locator(button).click();
    await until(button, done);
    await steps_on(3);
  };
  const free = (await roles()).findIndex((role) => role === 0);
  await change("#world-node", free, async () => [1, 2].includes((await roles())[free]));
  await page.locator("#world-floor").click();
  await page.waitForFunction(() => window.conjac.floor().shadow);
  await steps_on(3);
  await change("#world-hold", tip, async () => (await roles())[tip] === 3);
  await page.keyboard.press("Shift+U");
  await note(/Recorded \d+ steps/);
  const kept = join(out, "built");
  const lines = readFileSync(join(kept, "inputs.jsonl"), "utf8").trim().split("\n");
  const inputs = lines.map((line) => JSON.parse(line) as { step: number; name?: string });
  for (const name of ["node", "floor", "hold"]) {
    assert.ok(inputs.find((input) => input.name === name)!.step >= 3, name);
  }
  assert.match(run("replay", kept, "-o", join(folder, "built-again")), /the same .* to the bit/);
  writeFileSync(join(kept, "inputs.jsonl"), lines.slice(0, -1).join("\n") + "\n");
  assert.throws(() => run("replay", kept, "-q", "-o", join(folder, "other")), /another state/);
  // It plays with a floor from the moment there was one.
  const shown = await serve(kept);
  const { page: film, faults: problems } = await new_page(browser);
  await visit(film, shown, "recording");
  await film.keyboard.press("Space");
  await film.keyboard.press("Home");
  await film.waitForFunction(() => !window.conjac.floor().shadow);
  await film.locator("#timeline").focus();
  await film.keyboard.press("End");
  await film.waitForFunction(() => window.conjac.floor().shadow);
  assert.deepEqual(problems, []);
  await film.close();
  await shown.stop();
  assert.deepEqual(faults, []);
});
