// Measuring on the picture: the value under the pointer, the smallest and the largest with their
// places, the distance between two vertices and what happens there over time.

import { Vector3 } from "three";
import type { App } from "./app";
import { kModes, mode_info, node_values, type ColorMode } from "./coloring";
import { kRoleNames } from "./colors";
import { by_id, h } from "./dom";
import { name_of, type Frame, type Shape } from "./format";
import { with_unit } from "./legend";
import { ProbePlot, quantity_of } from "./probe";

export interface Picked {
  side: number;
  node: number;
}
export interface Hover extends Picked {
  corners: readonly number[]; // nodes that the value is made of
  weights: readonly number[];
  element: number;
  point: readonly [number, number, number];
}

const kColors = ["#e0457b", "#3a7bd5"];

export class Measure {
  readonly picked: Picked[] = [];
  extremes = false; // mark the smallest and the largest value
  private hover: Hover | null = null;
  private marked: readonly Picked[] = []; // the smallest and the largest, as found last
  private idle = false; // nothing is read, and nothing is shown
  private readonly readout = by_id("readout");
  private readonly marks = by_id("marks");
  private readonly line = document.querySelector<SVGLineElement>("#ruler")!;
  private readonly probe: ProbePlot;
  // All frames of a recording, for a probe's past; a live run has none.
  past: ((side: number, each: (frame: Frame, shape: Shape) => void) => void) | null = null;

  constructor(private readonly app: App) {
    this.probe = new ProbePlot(by_id("probes"), () => this.clear());
    app.fast.push(() => this.show());
    app.slow.push(() => this.probe.draw());
  }

  // A third vertex begins anew.
  pick(at: Picked): void {
    if (this.picked.length >= 2) this.picked.length = 0;
    this.picked.push(at);
    this.app.stage.dirty = true;
  }
  clear(): void {
    this.picked.length = 0;
  }
  point_at(hover: Hover | null): void {
    this.hover = hover;
  }
  get probed(): ProbePlot["series"] {
    return this.probe.series;
  }

  // Whether anything is read off, and at which nodes of a side.
  get reading(): boolean {
    return this.hover !== null || this.picked.length > 0 || this.extremes;
  }
  nodes_read(side: number): number[] {
    const nodes = [...this.picked, ...(this.extremes ? this.marked : [])]
      .filter((at) => at.side === side)
      .map((at) => at.node);
    const { hover } = this;
    return hover?.side === side ? [...nodes, hover.node, ...hover.corners] : nodes;
  }

  // Every frame that is shown: values for the probes.
  private collect(): void {
    const { mode } = this.app.settings;
    const quantity = quantity_of(mode);
    const ids = this.picked.map(({ side, node }, i) => `${"AB"[i]}: ${side} ${node}`);
    const title = `${quantity.name}, ${quantity.unit || "–"}`;
    const key = this.picked.length > 0 ? `${mode} ${ids.join()}` : "";
    const anew = this.probe.begin(key, title, this.picked.length, kColors);
    if (anew && this.past && this.picked.length > 0) this.collect_past(mode);
    if (this.past || this.picked.length === 0) return;
    const values = this.picked.map(({ side, node }) => {
      const { frame, view } = this.app.sides[side];
      return frame && view.current_shape ? quantity.of(frame, view.current_shape, node) : NaN;
    });
    this.probe.add(this.app.sides[this.picked[0].side].frame?.time ?? 0, values);
  }

  private collect_past(mode: ColorMode): void {
    const quantity = quantity_of(mode);
    const columns = this.picked.map(() => new Map<number, number>());
    this.picked.forEach(({ side, node }, i) =>
      this.past?.(side, (frame, shape) => {
        if (node < frame.nodes) columns[i].set(frame.time, quantity.of(frame, shape, node));
      }),
    );
    for (const [time] of columns[0]) {
      this.probe.add(
        time,
        columns.map((column) => column.get(time) ?? NaN),
      );
    }
  }

  private show(): void {
    if (!this.reading && this.idle) return;
    this.idle = !this.reading;
    const there = ({ side, node }: Picked) => node < (this.app.sides[side]?.frame?.nodes ?? 0);
    if (!this.picked.every(there)) this.clear();
    this.collect();
    this.say(this.words());
    const labels: [Picked, string, string][] = this.picked.map((at, i) => [
      at,
      `${"AB"[i]} ${this.value_at(at)}`,
      kColors[i],
    ]);
    if (this.extremes) {
      const found = this.find_extremes();
      this.marked = found.map(([at]) => at);
      labels.push(...found);
    }
    while (this.marks.children.length > labels.length) this.marks.lastChild?.remove();
    labels.forEach(([at, text, color], i) => this.put_mark(i, at, text, color));
    this.rule();
  }

  private put_mark(i: number, at: Picked, text: string, color: string): void {
    const mark = (this.marks.children[i] ??
      this.marks.appendChild(h("div", { class: "mark" }))) as HTMLElement;
    const [x, y] = this.app.pixel(at.node, at.side);
    mark.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    if (mark.textContent !== text) mark.textContent = text;
    mark.style.setProperty("--mark", color);
  }

  // The line between two vertices of one run, with its length now and at rest.
  private rule(): void {
    const [a, b] = this.picked;
    const both = b !== undefined && a.side === b.side;
    this.line.style.display = both ? "" : "none";
    if (!both) return;
    const [x1, y1] = this.app.pixel(a.node, a.side);
    const [x2, y2] = this.app.pixel(b.node, b.side);
    Object.entries({ x1, y1, x2, y2 }).forEach(([k, v]) => this.line.setAttribute(k, v.toFixed(1)));
  }

  distance(): { now: number; rest: number } | null {
    const [a, b] = this.picked;
    const side = a && this.app.sides[a.side];
    if (!b || !side?.frame || a.side !== b.side || !side.view.current_shape) return null;
    const between = (points: Float32Array) =>
      new Vector3()
        .fromArray(points, 3 * a.node)
        .distanceTo(new Vector3().fromArray(points, 3 * b.node));
    return { now: between(side.frame.positions), rest: between(side.view.current_shape.rest) };
  }

  private value_at({ side, node }: Picked): string {
    const { frame, view } = this.app.sides[side];
    if (!frame || !view.current_shape) return "";
    const quantity = quantity_of(this.app.settings.mode);
    return with_unit(quantity.of(frame, view.current_shape, node), quantity.unit);
  }

  private find_extremes(): [Picked, string, string][] {
    const { mode } = this.app.settings;
    const unit = mode_info(mode).unit;
    return this.app.sides.flatMap((side, index): [Picked, string, string][] => {
      const values = side.frame && node_values(mode, side.frame);
      if (!values) return [];
      let low = -1;
      let high = -1;
      for (const node of side.view.mesh.drawn?.nodes ?? []) {
        if (!side.view.presence.has(node)) continue;
        if (low < 0 || values[node] < values[low]) low = node;
        if (high < 0 || values[node] > values[high]) high = node;
      }
      if (low < 0) return [];
      return [
        [{ side: index, node: low }, `min ${with_unit(values[low], unit)}`, "var(--kinetic)"],
        [{ side: index, node: high }, `max ${with_unit(values[high], unit)}`, "var(--elastic)"],
      ];
    });
  }

  private words(): string {
    const gap = this.distance();
    const ruler = gap
      ? `A to B: ${with_unit(gap.now, "m")} (at rest ${with_unit(gap.rest, "m")}, ` +
        `${gap.now >= gap.rest ? "+" : "−"}${Math.abs(100 * (gap.now / gap.rest - 1)).toFixed(1)} %)`
      : "";
    return [this.hover_words(), ruler].filter(Boolean).join("\n");
  }

  private hover_words(): string {
    const { hover } = this;
    const side = hover && this.app.sides[hover.side];
    const shape = side?.view.current_shape;
    if (!hover || !side?.frame || !shape || hover.node >= side.frame.nodes) return "";
    const place = hover.point.map((v) => Number(v.toPrecision(3))).join(", ");
    return `${value_words(this.app.settings.mode, side.frame, shape, hover)} · vertex ${hover.node} · (${place}) m`;
  }

  private say(text: string): void {
    if (this.readout.textContent !== text) this.readout.textContent = text;
    this.readout.hidden = text === "";
  }
}

// The value where the pointer is: between vertices where there is one at each, else in words.
function value_words(mode: ColorMode, frame: Frame, shape: Shape, hover: Hover): string {
  const { name, unit } = mode_info(mode);
  const values = node_values(mode, frame);
  if (values) {
    const value = hover.corners.reduce((sum, node, i) => sum + hover.weights[i] * values[node], 0);
    return `${name} ${with_unit(value, unit)}`;
  }
  const region = shape.regions[hover.element];
  if (mode === "role") return kRoleNames[frame.roles[hover.node]] ?? "";
  if (mode === "region") return region < 0 ? "no region" : `node ${name_of(shape, region) + 1}`;
  if (mode === "liveliness" && region >= 0)
    return `${name} ${with_unit(frame.liveliness[2 * region], unit)}`;
  const material = shape.materials[hover.element];
  if (mode === "material")
    return `body ${(material >> 16) + 1}, material ${(material & 0xffff) + 1}`;
  return kModes.find((info) => info.mode === mode)?.name ?? "";
}
