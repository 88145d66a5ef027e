// A probe: one quantity at one vertex over time, in a small plot of its own.

import uPlot from "uplot";
import { mode_info, node_values, type ColorMode } from "./coloring";
import { h } from "./dom";
import type { Frame, Shape } from "./format";

const kRoom = 4096; // moments kept; older ones go by halves
const kSize = { width: 236, height: 104 };

export interface Quantity {
  name: string;
  unit: string;
  of(frame: Frame, shape: Shape, node: number): number;
}

// What is coloured, where every vertex has a value of it; else how far the vertex is from its rest.
export function quantity_of(mode: ColorMode): Quantity {
  const info = mode_info(mode);
  if (info.map && mode !== "liveliness") {
    const of = (frame: Frame, _: Shape, node: number) => node_values(mode, frame)?.[node] ?? NaN;
    return { name: info.name, unit: info.unit, of };
  }
  return {
    name: "Displacement",
    unit: "m",
    of: (frame, shape, node) => {
      const gap = (i: number) => frame.positions[3 * node + i] - shape.rest[3 * node + i];
      return Math.hypot(gap(0), gap(1), gap(2));
    },
  };
}

export class ProbePlot {
  private readonly box: HTMLElement;
  private readonly title = h("strong", {});
  private plot: uPlot | null = null;
  private times: number[] = [];
  private values: (number | null)[][] = [];
  private key = "";

  constructor(root: HTMLElement, close: () => void) {
    const button = h("button", { "aria-label": "Remove the probes", click: close }, "×");
    this.box = h("section", { class: "probe", hidden: true }, h("header", {}, this.title, button));
    root.append(this.box);
  }

  // For other vertices or another quantity: from the beginning.
  begin(key: string, title: string, count: number, colors: readonly string[]): boolean {
    if (key === this.key) return false;
    this.key = key;
    this.box.hidden = count === 0;
    this.times = [];
    this.values = Array.from({ length: count }, () => []);
    this.plot?.destroy();
    this.plot = null;
    if (count === 0) return true;
    this.title.textContent = title;
    const ink = getComputedStyle(this.box).color;
    const axis = { stroke: ink, ticks: { show: false }, font: "10px system-ui, sans-serif" };
    const short = (_: uPlot, splits: number[]) =>
      splits.map((v) => String(Number(v.toPrecision(3))));
    const series = colors.slice(0, count).map((stroke, i) => ({
      label: "AB"[i],
      stroke,
      width: 1.5,
      points: { show: false },
    }));
    this.plot = new uPlot(
      {
        ...kSize,
        padding: [4, 8, 0, 0],
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false } },
        axes: [
          { ...axis, size: 20, values: short, grid: { show: false } },
          { ...axis, size: 44, values: short },
        ],
        series: [{}, ...series],
      },
      [[], ...series.map(() => [])] as unknown as uPlot.AlignedData,
      this.box,
    );
    return true;
  }

  add(time: number, values: readonly number[]): void {
    const last = this.times[this.times.length - 1];
    if (time < last) this.clear();
    else if (time === last) return;
    if (this.times.length >= kRoom) {
      this.times.splice(0, kRoom / 2);
      for (const column of this.values) column.splice(0, kRoom / 2);
    }
    this.times.push(time);
    values.forEach((v, i) => this.values[i]?.push(Number.isFinite(v) ? v : null));
  }

  private clear(): void {
    this.times = [];
    this.values = this.values.map(() => []);
  }

  // What it shows, for tests and for who cannot see it.
  get series(): { time: number[]; values: (number | null)[][] } {
    return { time: this.times, values: this.values };
  }

  draw(): void {
    if (!this.plot) return;
    this.plot.setData([this.times, ...this.values] as uPlot.AlignedData);
    const latest = this.values.map((column) => column[column.length - 1] ?? "no value");
    this.box.setAttribute("aria-label", `${this.title.textContent}: ${latest.join(", ")}`);
  }
}
