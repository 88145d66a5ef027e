// What a moment of 10,000 vertices costs the page: bytes, time of script and upload, memory. What the
// graphics card needs on top cannot be asked here, where SwiftShader draws on the processor.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, CDPSession, Page } from "playwright-core";
import { live_frame_message, live_shape, roles_message, text_message } from "../encode";
import { bar, frame_at, scene_text, state_text } from "../sample";
import { launch, new_page } from "./page";
import { stream } from "./stream_server";

// A plate one element thick: every vertex is on its surface, which no thicker body has.
const mesh = bar(70, 70, 1, 0.02);
const nodes = mesh.rest.length / 3;
const kSeconds = 60;

let browser: Browser;
let server: Awaited<ReturnType<typeof stream>>;

before(async () => {
  browser = await launch();
  const moments = Array.from({ length: 30 }, (_, k) => frame_at(mesh, k / 30));
  const frames = moments.map((frame) => {
    return live_frame_message(0, 1, 0, { ...frame, von_mises: undefined });
  });
  for (const frame of frames) {
    assert.ok(frame.length <= 1.2 * 6 * nodes, `${frame.length} bytes for ${nodes} vertices`);
  }
  const welcome = [
    text_message(0, scene_text(mesh, { mode: "live" })),
    text_message(0, state_text()),
    live_shape(0, 1, 0, mesh),
    roles_message(0, 1, moments[0].roles),
  ];
  server = await stream(welcome, frames);
});
after(async () => {
  server.stop();
  await browser.close();
});

async function heap(cdp: CDPSession): Promise<number> {
  await cdp.send("HeapProfiler.collectGarbage");
  const { metrics } = await cdp.send("Performance.getMetrics");
  return metrics.find((metric) => metric.name === "JSHeapUsedSize")?.value ?? NaN;
}

// What was made since sampling began and is still there.
function kept_bytes(node: { selfSize: number; children: unknown[] }): number {
  const children = node.children as (typeof node)[];
  return children.reduce((sum, child) => sum + kept_bytes(child), node.selfSize);
}

// Arrays as long as the body that are made from now on, not those that look into a message.
function count_large_arrays(): void {
  const made = { count: 0 };
  Object.assign(window, { made });
  for (const name of ["Float32Array", "Float64Array", "Uint32Array", "Uint16Array"] as const) {
    const one = window[name];
    const construct = (target: typeof one, args: unknown[], self: typeof one) => {
      const array = Reflect.construct(target, args, self) as Float32Array;
      if (array.length >= 5000 && !(args[0] instanceof ArrayBuffer)) ++made.count;
      return array;
    };
    Object.assign(window, { [name]: new Proxy(one, { construct } as ProxyHandler<typeof one>) });
  }
}
const made = (page: Page) =>
  page.evaluate(() => (window as unknown as { made: { count: number } }).made.count);

async function open(): Promise<{ page: Page; faults: string[]; cdp: CDPSession }> {
  const { page, faults } = await new_page(browser, { viewport: { width: 800, height: 600 } });
  await page.addInitScript(count_large_arrays);
  await page.goto(server.address);
  await page.waitForFunction(() => window.conjac?.ready());
  // The first frames compile shaders and functions.
  await page.waitForFunction(() => window.conjac.stats().drawn > 120);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable");
  return { page, faults, cdp };
}

// Runs once, for a minute.
test("script and upload of 10,000 vertices take at most 4 ms, and the heap stays flat for a minute", async (t) => {
  assert.ok(nodes > 10_000);
  const { page, faults, cdp } = await open();
  const stats = () => page.evaluate(() => window.conjac.stats());
  const arrays = await made(page);
  assert.ok(arrays > 0, "those of the beginning were counted");
  const first = await stats();
  await page.waitForTimeout((1000 * kSeconds) / 3);
  const before = await heap(cdp);
  await cdp.send("HeapProfiler.startSampling", { samplingInterval: 256 });
  await page.waitForTimeout((2000 * kSeconds) / 3);
  const grown = (await heap(cdp)) - before;
  const { profile } = await cdp.send("HeapProfiler.stopSampling");
  const kept = kept_bytes(profile.head);
  const last = await stats();
  const { script } = last;
  t.diagnostic(
    `${nodes} vertices, ${last.drawn - first.drawn} frames drawn: ${script.median.toFixed(2)} ms ` +
      `of script and upload each (median; 95 of 100 within ${script.p95.toFixed(1)} ms)`,
  );
  t.diagnostic(
    `in ${(2 * kSeconds) / 3} s script kept ${(kept / 1024).toFixed(0)} kB; the heap, compiled ` +
      `code included, grew by ${(grown / 1024).toFixed(0)} kB`,
  );
  assert.ok(last.drawn - first.drawn > 2 * kSeconds, `${last.drawn - first.drawn} frames`);
  t.diagnostic(`with panels and plots ${last.whole.toFixed(2)} ms (mean without the longest 5 %)`);
  assert.ok(script.median <= 4, `${script.median} ms of script per frame`);
  assert.ok(last.whole <= 4, `${last.whole} ms with panels and plots`);
  assert.equal((await made(page)) - arrays, 0, "no array of the body's size is made per frame");
  // One number per frame kept would be 20 kB at 60 frames a second; one per vertex, 100 MB.
  assert.ok(kept < 100_000, `${kept} bytes were made and kept`);
  assert.ok(grown < 1_000_000, `the heap grew by ${grown} bytes`);
  assert.deepEqual(faults, []);
  await page.close();
});
