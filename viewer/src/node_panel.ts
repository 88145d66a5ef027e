// The representative nodes: how lively each is, whether it is awake, and a switch to force it.

import { css } from "./colors";
import { region_color } from "./coloring";
import { h } from "./dom";
import { name_of, type Frame, type Shape } from "./format";

export type SendWake = (representative: number, state: 0 | 1 | 2) => void;

interface Row {
  root: HTMLElement;
  bar: HTMLElement;
  value: HTMLElement;
  state: HTMLElement;
  select: HTMLSelectElement | null;
}

export class NodePanel {
  private rows: Row[] = [];
  private built_for = -1; // number of the shape

  constructor(
    private readonly root: HTMLElement,
    private readonly send: SendWake | null,
  ) {}

  private build(count: number, shape: Shape): void {
    this.root.replaceChildren();
    if (count === 0) {
      this.root.append(h("p", { class: "empty" }, "This run has no representative nodes."));
    }
    this.rows = Array.from({ length: count }, (_, r) => {
      const id = name_of(shape, r);
      const swatch = h("span", { class: "swatch" });
      swatch.style.background = css(region_color(id));
      const bar = h("span", { class: "bar-fill" });
      bar.style.background = css(region_color(id));
      const value = h("span", { class: "node-value" });
      const state = h("span", { class: "node-state" });
      const name = h("span", { class: "node-name" }, `Node ${id + 1}`);
      name.title = `mesh node ${shape.representatives[r]}`;
      const track = h("span", { class: "bar-track" }, bar);
      const root = h("div", { class: "node", role: "listitem" }, swatch, name, state, value, track);
      let select: HTMLSelectElement | null = null;
      if (this.send) {
        const send = this.send;
        select = h(
          "select",
          {
            "aria-label": `Node ${id + 1}: asleep or awake`,
            title: "Automatic follows its liveliness",
            change: () => send(r, Number(select!.value) as 0 | 1 | 2),
          },
          h("option", { value: 2 }, "Automatic"),
          h("option", { value: 1 }, "Keep awake"),
          h("option", { value: 0 }, "Keep asleep"),
        );
        root.append(select);
      }
      this.root.append(root);
      return { root, bar, value, state, select };
    });
  }

  show(frame: Frame, shape: Shape, threshold: number): void {
    const count = frame.liveliness.length / 2;
    if (shape.number !== this.built_for) {
      this.built_for = shape.number;
      this.build(count, shape);
    }
    for (let r = 0; r < Math.min(count, this.rows.length); ++r) {
      const row = this.rows[r];
      const liveliness = frame.liveliness[2 * r];
      const awake = frame.awake[2 * r + 1] !== 0;
      row.value.textContent = liveliness.toPrecision(2);
      // The threshold stands in the middle of the bar; each half is two powers of ten.
      const decades = Math.log10(Math.max(liveliness, 1e-12) / Math.max(threshold, 1e-6));
      row.bar.style.width = `${Math.min(100, Math.max(0, 50 + 25 * decades))}%`;
      row.state.textContent = awake ? "awake" : "asleep";
      row.root.classList.toggle("awake", awake);
    }
  }

  show_forced(wake: readonly number[]): void {
    this.rows.forEach((row, r) => {
      if (row.select && document.activeElement !== row.select && wake[r] !== undefined) {
        row.select.value = String(wake[r]);
      }
    });
  }
}
