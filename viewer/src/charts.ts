// Four plots that move with the run. They are redrawn a few times a second, whatever the frame rate, and one
// after the other, so that no frame has to wait for all of them.

import uPlot from "uplot";
import { region_color } from "./coloring";
import { css } from "./colors";
import { Column, type History } from "./history";

export interface ChartInput {
  history: History;
  other: History | null; // the second of two runs, for its total energy
  names: ArrayLike<number> & { join(): string }; // of the representatives
  threshold: number;
  window: number; // seconds shown; Infinity: all
  cursor: number | null; // time shown, in a playback
}

interface Plot {
  plot: uPlot;
  data: (input: ChartInput, first: number) => uPlot.AlignedData;
  series: number; // representatives it was built for, -1 any
}

const kWordsEvery = 20; // plots drawn
const kHeight = 150;
const kPadding = 12; // of a plot's box, left and right
const kStages = ["Fill", "Factor", "Solve", "Other"];

function tint(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function number_text(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e4 || size < 1e-3) return value.toExponential(1);
  return String(Number(value.toPrecision(3)));
}

export class Charts {
  private plots: Plot[] = [];
  private input: ChartInput | null = null;
  private built_for = "";
  private two_runs = false;
  private turn = 0;
  private readonly boxes: HTMLElement[];

  constructor(
    root: HTMLElement,
    private readonly seek: (time: number) => void,
  ) {
    this.boxes = ["Energy, J", "Liveliness, 1/s", "Step time, ms", "Pace"].map((title) => {
      const box = document.createElement("section");
      box.className = "plot";
      box.setAttribute("role", "img");
      box.setAttribute("aria-label", title);
      const heading = document.createElement("h3");
      heading.textContent = title;
      box.append(heading);
      root.append(box);
      return box;
    });
    new ResizeObserver(() => this.fit()).observe(root);
  }

  // After a change of theme or of the number of representatives.
  rebuild(representatives: number): void {
    for (const { plot } of this.plots) plot.destroy();
    this.plots = [
      this.energy(this.boxes[0]),
      this.liveliness(this.boxes[1], representatives),
      this.stages(this.boxes[2]),
      this.pace(this.boxes[3]),
    ];
    this.fit();
  }

  draw(input: ChartInput): void {
    if (this.prepare(input)) return; // built anew, with everything drawn
    this.plots.forEach((_, i) => this.draw_one(i, input));
    this.tell(input);
  }

  // The next of the plots; the words for who cannot see them once in a while.
  draw_next(input: ChartInput): void {
    if (this.prepare(input)) return;
    this.turn = (this.turn + 1) % kWordsEvery;
    if (this.turn === 0) this.tell(input);
    this.draw_one(this.turn % this.plots.length, input);
  }

  private draw_one(i: number, input: ChartInput): void {
    const { plot, data } = this.plots[i];
    if (plot.root.clientWidth === 0) return;
    const first = Number.isFinite(input.window) ? input.history.first_within(input.window) : 0;
    plot.setData(data(input, first));
  }

  // True when the plots had to be made anew.
  private prepare(input: ChartInput): boolean {
    this.input = input;
    const two = input.other !== null;
    const key = `${input.names.join()} ${input.history.representatives}`;
    if (key === this.built_for && two === this.two_runs) return false;
    this.built_for = key;
    this.two_runs = two;
    this.rebuild(input.history.representatives);
    this.plots.forEach((_, i) => this.draw_one(i, input));
    this.tell(input);
    return true;
  }

  private name(representative: number): number {
    return this.input?.names[representative] ?? representative;
  }

  // A plot is a picture: for who cannot see it, its last values in words.
  private tell({ history }: ChartInput): void {
    if (history.rows === 0) return;
    const last = (column: Column) => number_text(history.view(column)[history.rows - 1]);
    const words = [
      `Energy: kinetic ${last(Column.kinetic)}, elastic ${last(Column.elastic)}, gravity ` +
        `${last(Column.gravity)}, contact ${last(Column.contact)}, total ${last(Column.total)} joules`,
      `Liveliness of ${history.representatives} nodes: ` +
        Array.from({ length: Math.min(history.representatives, 8) }, (_, r) => {
          const value = number_text(history.liveliness(r)[history.rows - 1]);
          return `node ${this.name(r) + 1} ${value}`;
        }).join(", "),
      `Step time: ${last(Column.other)} milliseconds`,
      `Pace: ${last(Column.steps_per_second)} steps per second, ` +
        `${last(Column.real_time_factor)} times real time`,
    ];
    words.forEach((text, i) => {
      if (this.boxes[i].getAttribute("aria-label") !== text) {
        this.boxes[i].setAttribute("aria-label", text);
      }
    });
  }

  private fit(): void {
    this.plots.forEach(({ plot }, i) => {
      const width = this.boxes[i].clientWidth - kPadding;
      if (width > 0) plot.setSize({ width, height: kHeight });
    });
  }

  private make(
    box: HTMLElement,
    series: uPlot.Series[],
    extra: Partial<uPlot.Options>,
    data: Plot["data"],
  ): Plot {
    const ink = tint("--ink-soft");
    const grid = { stroke: tint("--line"), width: 1 };
    const axis = { stroke: ink, grid, ticks: { show: false }, font: "11px system-ui, sans-serif" };
    const numbers = (_: uPlot, splits: number[]) => splits.map(number_text);
    const options: uPlot.Options = {
      width: Math.max(box.clientWidth - kPadding, 200),
      height: kHeight,
      padding: [6, 14, 0, 0],
      legend: { show: true, live: true },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 5 } },
      scales: { x: { time: false } },
      series: [{ label: "t", value: (_, v) => `${number_text(v)} s` }, ...series],
      ...extra,
    };
    options.axes = [
      { ...axis, size: 24, values: (_, splits) => splits.map((s) => `${number_text(s)} s`) },
      { ...axis, size: 46, values: numbers },
      ...(extra.axes ?? []).map((one) => ({ ...axis, size: 40, values: numbers, ...one })),
    ];
    const draw = options.hooks?.draw ?? [];
    options.hooks = { ...options.hooks, draw: [...draw, (plot) => this.mark_time(plot)] };
    const plot = new uPlot(options, series_placeholder(series.length + 1), box);
    plot.over.addEventListener("click", () => {
      if (plot.cursor.left !== undefined && this.input?.cursor != null) {
        this.seek(plot.posToVal(plot.cursor.left, "x"));
      }
    });
    return { plot, data, series: series.length };
  }

  private line(label: string, stroke: string, extra: Partial<uPlot.Series> = {}): uPlot.Series {
    return {
      label,
      stroke,
      width: 1.5,
      points: { show: false },
      value: (_, v) => number_text(v),
      ...extra,
    };
  }

  private energy(box: HTMLElement): Plot {
    const series = [
      this.line("kinetic", tint("--kinetic")),
      this.line("elastic", tint("--elastic")),
      this.line("gravity", tint("--gravity")),
      this.line("contact", tint("--contact")),
      this.line("total", tint("--ink"), { width: 2 }),
      this.line("total, other run", tint("--ink-soft"), { dash: [4, 4], show: this.two_runs }),
    ];
    return this.make(box, series, {}, ({ history, other }, first) => [
      history.view(Column.time, first),
      history.view(Column.kinetic, first),
      history.view(Column.elastic, first),
      history.view(Column.gravity, first),
      history.view(Column.contact, first),
      history.view(Column.total, first),
      other ? resampled(history, other, first) : [],
    ]);
  }

  private liveliness(box: HTMLElement, representatives: number): Plot {
    const series = Array.from({ length: representatives }, (_, r) =>
      this.line(`node ${this.name(r) + 1}`, css(region_color(this.name(r)))),
    );
    const draw = (plot: uPlot) => this.mark_bands(plot);
    return this.make(
      box,
      series,
      {
        hooks: { draw: [draw] },
        scales: { x: { time: false }, y: { range: (_, __, high) => this.live_range(high) } },
        legend: { show: representatives <= 8 },
      },
      ({ history }, first) => [
        history.view(Column.time, first),
        ...series.map((_, r) => history.liveliness(r, first)),
      ],
    );
  }

  private live_range(high: number): [number, number] {
    const threshold = this.input?.threshold ?? 0;
    // Room at the top for the on/off bands.
    return [0, 1.35 * Math.max(high || 0, 1.5 * threshold, 1e-6)];
  }

  private stages(box: HTMLElement): Plot {
    const names = [...kStages].reverse();
    const colors = ["--other", "--solve", "--factor", "--fill"].map(tint);
    const series = names.map((name, i) =>
      this.line(name, colors[i], {
        width: 1,
        fill: colors[i],
        value: (plot, _, s, row) => {
          const at = (k: number) => (row === null ? undefined : plot.data[k]?.[row]);
          const mine = at(s);
          const below = s < 4 ? at(s + 1) : 0;
          return mine == null || below == null ? "–" : number_text(mine - below);
        },
      }),
    );
    const scales = {
      x: { time: false },
      y: {
        range: (_: uPlot, __: number, high: number): [number, number] => [0, (high || 1) * 1.1],
      },
    };
    return this.make(box, series, { scales }, ({ history }, first) => [
      history.view(Column.time, first),
      history.view(Column.other, first),
      history.view(Column.solve, first),
      history.view(Column.factor, first),
      history.view(Column.fill, first),
    ]);
  }

  private pace(box: HTMLElement): Plot {
    const zero = (_: uPlot, __: number, high: number): [number, number] => [0, (high || 1) * 1.15];
    const series = [
      this.line("steps/s", tint("--kinetic")),
      this.line("× real time", tint("--gravity"), { scale: "factor" }),
    ];
    const extra: Partial<uPlot.Options> = {
      scales: { x: { time: false }, y: { range: zero }, factor: { range: zero } },
      axes: [{ scale: "factor", side: 1, grid: { show: false } }],
    };
    return this.make(box, series, extra, ({ history }, first) => [
      history.view(Column.time, first),
      history.view(Column.steps_per_second, first),
      history.view(Column.real_time_factor, first),
    ]);
  }

  private mark_time(plot: uPlot): void {
    const time = this.input?.cursor;
    if (time == null) return;
    const x = Math.round(plot.valToPos(time, "x", true));
    const { left, top, width, height } = plot.bbox;
    if (x < left || x > left + width) return;
    plot.ctx.save();
    plot.ctx.fillStyle = tint("--accent");
    plot.ctx.fillRect(x, top, Math.max(1, devicePixelRatio), height);
    plot.ctx.restore();
  }

  // The threshold as a dashed line, and a band per representative along the top that is filled while
  // it is awake.
  private mark_bands(plot: uPlot): void {
    if (!this.input) return;
    const { history, threshold, window } = this.input;
    const { ctx, bbox } = plot;
    const first = Number.isFinite(window) ? history.first_within(window) : 0;
    const time = history.view(Column.time, first);
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    const row_height = Math.min(
      7 * devicePixelRatio,
      (0.2 * bbox.height) / history.representatives,
    );
    for (let r = 0; r < history.representatives; ++r) {
      const awake = history.awake_of(r, first);
      ctx.fillStyle = css(region_color(this.name(r)));
      const y = bbox.top + r * row_height;
      for (let i = 0; i < awake.length;) {
        if (!awake[i]) {
          ++i;
          continue;
        }
        let j = i;
        while (j < awake.length && awake[j]) ++j;
        const from = plot.valToPos(time[i], "x", true);
        const to = plot.valToPos(time[Math.min(j, awake.length - 1)], "x", true);
        ctx.fillRect(from, y, Math.max(1, to - from), Math.max(1, row_height - devicePixelRatio));
        i = j;
      }
    }
    const y = Math.round(plot.valToPos(threshold, "y", true));
    ctx.strokeStyle = tint("--warn");
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([5 * devicePixelRatio, 4 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.restore();
  }
}

function series_placeholder(count: number): uPlot.AlignedData {
  return Array.from({ length: count }, () => []) as unknown as uPlot.AlignedData;
}

// The other run's total energy at this run's times (the last value known by then).
function resampled(history: History, other: History, first: number): Float64Array {
  const time = history.view(Column.time, first);
  const source = other.view(Column.time);
  const total = other.view(Column.total);
  const values = new Float64Array(time.length).fill(NaN);
  let j = 0;
  for (let i = 0; i < time.length; ++i) {
    while (j + 1 < source.length && source[j + 1] <= time[i]) ++j;
    if (source.length > 0 && source[j] <= time[i]) values[i] = total[j];
  }
  return values;
}
