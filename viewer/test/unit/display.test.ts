import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { AutoRange, material_color, region_color } from "../../src/coloring";
import {
  category,
  css,
  kMapCool,
  kMapWarm,
  kSamples,
  nice_above,
  to_oklab,
  type Rgb,
} from "../../src/colors";
import { Column, History } from "../../src/history";
import { with_unit } from "../../src/legend";
import {
  current_value,
  from_position,
  hint_of,
  scale_of,
  to_position,
  unit_of,
} from "../../src/options";
import { Quality } from "../../src/quality";
import { length_of, simplify, type Pixel } from "../../src/stroke";
import { read_frame, read_head, type OptionRow, type StateText } from "../../src/format";
import { frame_message } from "../encode";
import { bar, frame_at, kTable, state_text } from "../sample";

const root = process.env.CONJAC_VIEWER!;

test("colour maps grow lighter in steps that look equal", () => {
  for (const map of [kMapCool, kMapWarm]) {
    const lab = Array.from({ length: kSamples }, (_, i) =>
      to_oklab([map[3 * i], map[3 * i + 1], map[3 * i + 2]]),
    );
    const steps = lab.slice(1).map((c, i) => Math.hypot(...c.map((v, k) => v - lab[i][k])));
    const mean = steps.reduce((a, b) => a + b, 0) / steps.length;
    // Samples stand on a grid of 4096 points: about 6 % of a step.
    for (const step of steps) assert.ok(Math.abs(step / mean - 1) < 0.2, `${step} of ${mean}`);
    for (let i = 1; i < lab.length; ++i) assert.ok(lab[i][0] > lab[i - 1][0]);
  }
});

// tests/draw/test_drawing.cpp holds `conjac render` to the same bytes.
test("the colours are those of rendered pictures", () => {
  const hex = (color: Rgb) =>
    `#${[...css(color).matchAll(/\d+/g)].map(([v]) => Number(v).toString(16).padStart(2, "0")).join("")}`;
  const at = (map: Float32Array, i: number) => hex([map[3 * i], map[3 * i + 1], map[3 * i + 2]]);
  const three = (map: Float32Array) => [0, 128, 255].map((i) => at(map, i)).join("");
  assert.equal(three(kMapCool), "#495ab2#00c3b2#fbf257");
  assert.equal(three(kMapWarm), "#694b96#f95947#feed8c");
  assert.equal([-1, 0, 4].map((i) => hex(region_color(i))).join(""), "#a0a5ab#4697e4#edb345");
  assert.equal([0, 65537].map((i) => hex(material_color(i))).join(""), "#4697e4#edb345");
});

test("neighbouring categories can be told apart", () => {
  const colors = Array.from({ length: 12 }, (_, i) => to_oklab(category(i)));
  for (let i = 0; i < colors.length; ++i)
    for (let j = 0; j < i; ++j) {
      const gap = Math.hypot(...colors[i].map((v, k) => v - colors[j][k]));
      assert.ok(gap > 0.05, `${i} and ${j}: ${gap}`);
    }
});

test("text has enough contrast, light and dark", () => {
  const css = readFileSync(join(root, "src/style.css"), "utf8");
  const luminance = (hex: string) => {
    const [r, g, b] = [1, 3, 5].map((i) => {
      const v = parseInt(hex.slice(i, i + 2), 16) / 255;
      return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  for (const block of css.split("}").slice(0, 2)) {
    const colors = new Map(
      [...block.matchAll(/(--[\w-]+): (#[0-9a-f]{6})/g)].map((m) => [m[1], m[2]]),
    );
    const check = (ink: string, paper: string) => {
      const [a, b] = [luminance(colors.get(ink)!), luminance(colors.get(paper)!)];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      assert.ok(ratio >= 4.5, `${ink} on ${paper}: ${ratio.toFixed(2)}`);
    };
    for (const paper of ["--card", "--card-soft"]) {
      for (const ink of ["--ink", "--ink-soft", "--accent", "--good", "--warn", "--bad"])
        check(ink, paper);
    }
    check("--accent-ink", "--accent");
  }
});

test("a colour scale rises at once, falls slowly and ends at round numbers", () => {
  assert.deepEqual([0.0011, 0.02, 3, 70, 0].map(nice_above), [0.002, 0.02, 5, 100, 1]);
  const range = new AutoRange();
  range.include(
    Float32Array.from({ length: 5000 }, (_, i) => i / 5000),
    0,
  );
  assert.equal(range.upper, 1);
  // A single spike does not count.
  range.include(
    Float32Array.from({ length: 5000 }, (_, i) => (i === 7 ? 1e9 : 0.5)),
    0,
  );
  assert.equal(range.upper, 1);
  for (let i = 0; i < 100; ++i) range.include(new Float32Array(100).fill(0.1), 0.01);
  assert.equal(range.upper, 0.5);
});

test("slow drawing gets fewer pixels in motion, never for a single late frame", () => {
  const quality = new Quality();
  let now = 0;
  const frame = (interval: number) => quality.moving((now += interval), interval).pixels;
  for (let i = 0; i < 200; ++i) assert.equal(frame(16.7), 1);
  assert.equal(frame(300), 1);
  for (let i = 0; i < 60; ++i) assert.equal(frame(16.7), 1);
  for (let i = 0; i < 40; ++i) frame(60);
  assert.equal(frame(60), 0.5);
  assert.equal(quality.still(now + 100), false);
  assert.equal(quality.still(now + 400), true);
  quality.forget();
  assert.equal(frame(16.7), 1);
});

test("units get the prefix people use", () => {
  assert.equal(with_unit(25000, "Pa"), "25 kPa");
  assert.equal(with_unit(0.0021, "s"), "2.1 ms");
  assert.equal(with_unit(1.5e6, "Pa"), "1.5 MPa");
  assert.equal(with_unit(0.02, "1/s"), "0.02 1/s");
  assert.equal(with_unit(0, "m/s"), "0 m/s");
});

test("a stroke keeps its line with fewer points", () => {
  const drawn: Pixel[] = Array.from({ length: 400 }, (_, i) => [i, 60 * Math.sin(i / 40)]);
  const kept = simplify(drawn, 64);
  assert.ok(kept.length <= 64 && kept.length >= 8);
  assert.deepEqual([kept[0], kept[kept.length - 1]], [drawn[0], drawn[399]]);
  assert.ok(Math.abs(length_of(kept) / length_of(drawn) - 1) < 0.02);
  const noisy: Pixel[] = Array.from({ length: 900 }, (_, i) => [i, (i * 7919) % 50]);
  assert.ok(simplify(noisy, 64).length <= 64);
  assert.deepEqual(
    simplify(
      [
        [0, 0],
        [5, 0],
        [10, 0],
      ],
      64,
    ),
    [
      [0, 0],
      [10, 0],
    ],
  );
});

test("the history slides when it is full and begins anew after a reset", () => {
  const mesh = bar(1, 1, 1);
  const frame = (time: number) => {
    const bytes = frame_message(0, 1, time, frame_at(mesh, time));
    return read_frame(bytes, read_head(new DataView(bytes.buffer)));
  };
  const history = new History(16);
  for (let i = 0; i < 40; ++i) history.add(frame(i / 10));
  assert.ok(history.rows <= 16);
  const time = history.view(Column.time);
  assert.equal(time[time.length - 1], 3.9);
  assert.equal(history.first_within(0.45), history.rows - 5);
  const stacked = [Column.fill, Column.factor, Column.solve, Column.other].map(
    (c) => history.view(c)[0],
  );
  [2, 6, 9, 9.5].forEach((value, i) => assert.ok(Math.abs(stacked[i] - value) < 1e-4));
  history.add(frame(3.9));
  assert.equal(history.view(Column.time).filter((t) => t === 3.9).length, 1);
  history.add(frame(0));
  assert.equal(history.rows, 1);
  assert.equal(history.view(Column.gravity)[0], 0);
});

const kRows = kTable as OptionRow[];
const row = (name: string) => kRows.find((one) => one.name === name)!;

test("sliders and values lead back to each other", () => {
  for (const one of kRows) {
    if (!one.slider) continue;
    const { min, max } = one.slider;
    for (const part of [0, 0.3, 0.5, 1]) {
      const value = from_position(one, 1000 * part);
      assert.ok(value >= min * 0.999 && value <= max * 1.001);
      const again = from_position(one, to_position(one, value));
      assert.ok(Math.abs(again - value) <= 0.02 * Math.max(value, min) + 1e-9, one.name);
    }
  }
});

test("seconds are shown as milliseconds, hints without marks", () => {
  assert.deepEqual([scale_of(row("dwell")), unit_of(row("dwell"))], [1000, "ms"]);
  assert.deepEqual([scale_of(row("threshold")), unit_of(row("threshold"))], [1, "1/s"]);
  assert.equal(hint_of(row("name")), "conjac or vanilla");
});

test("the state of the server becomes the values of the controls", () => {
  const state = state_text({
    options: { name: "vanilla", adaptive: true, threshold: 0.02, beta: null },
  }) as StateText;
  const value = (name: string) => current_value(row(name), state);
  assert.equal(value("name"), "vanilla");
  assert.equal(value("adaptive"), true);
  assert.equal(value("threshold"), 0.02);
  assert.equal(value("step"), 1 / 60);
  assert.equal(value("dynamic"), 3);
  assert.equal(value("beta"), null);
  assert.equal(value("dwell"), undefined);
});
