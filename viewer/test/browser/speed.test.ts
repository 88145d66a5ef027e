// How much of a frame's 16.7 ms the page needs for itself, with 10,000 vertices in motion. What the
// graphics card needs on top cannot be asked here, where SwiftShader draws on the processor.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { bar, sample_recording } from "../sample";
import { exported, launch, new_page } from "./page";

test("the script of a frame of 10,000 vertices fits into a sixtieth of a second", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "conjac-speed-"));
  const browser = await launch();
  try {
    const mesh = bar(46, 14, 13, 0.02);
    const file = join(folder, "run.html");
    writeFileSync(file, exported(sample_recording(mesh, 30)));
    const { page, faults } = await new_page(browser);
    await page.goto(`file://${file}`);
    await page.waitForFunction(() => window.conjac?.ready());
    const nodes = await page.evaluate(() => window.conjac.shape().nodes);
    assert.ok(nodes > 9_800);
    // Skip the first frames, in which shaders are compiled.
    await page.waitForFunction(() => window.conjac.stats().drawn > 60);
    const { script, interval } = await page.evaluate(() => window.conjac.stats());
    t.diagnostic(
      `${nodes} vertices: ${script.median.toFixed(1)} ms of script per frame (median), ` +
        `${interval.median.toFixed(0)} ms between frames with software rendering`,
    );
    assert.ok(script.median < 1000 / 60, `${script.median} ms of script per frame`);
    assert.deepEqual(faults, []);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
});
