// The controls of the method, made from the server's table of options: they show what the server
// says, and tell it what the person wants.

import { h, walk_by_arrows } from "./dom";
import type { OptionRow, OptionValue, StateText } from "./format";
import { current_value, from_position, hint_of, scale_of, to_position, unit_of } from "./options";

export type SendOption = (name: string, value: OptionValue) => void;

interface Control {
  row: OptionRow;
  show(value: OptionValue, unfit: readonly string[]): void;
}

// At most one message per 80 ms from a slider that is being dragged, and always the last one.
function throttled(send: (value: OptionValue) => void): (value: OptionValue) => void {
  let timer = 0;
  let waiting: OptionValue | undefined;
  const flush = () => {
    timer = 0;
    if (waiting === undefined) return;
    send(waiting);
    waiting = undefined;
    timer = window.setTimeout(flush, 80);
  };
  return (value) => {
    waiting = value;
    if (timer === 0) flush();
  };
}

export class OptionPanel {
  private controls: Control[] = [];
  private offered = "";
  private readonly box = h("div", {});

  constructor(
    root: HTMLElement,
    private readonly send: SendOption,
  ) {
    root.append(this.box);
  }

  // Builds the controls, once per table.
  offer(table: readonly OptionRow[]): void {
    const key = JSON.stringify(table);
    if (key === this.offered) return;
    this.offered = key;
    this.controls = [];
    const more = h("details", { id: "more-options" }, h("summary", {}, "More"));
    const rare = table.filter((row) => !row.often);
    this.box.replaceChildren(...table.filter((row) => row.often).map((row) => this.field(row)));
    more.append(...rare.map((row) => this.field(row)));
    if (rare.length > 0) this.box.append(more);
  }

  show(state: StateText): void {
    for (const control of this.controls) {
      const value = current_value(control.row, state);
      if (value !== undefined) control.show(value, state.unfit?.[control.row.name] ?? []);
    }
  }

  private field(row: OptionRow): HTMLElement {
    if (row.kind === "choice") return this.choice(row);
    return row.kind === "switch" ? this.toggle(row) : this.quantity(row);
  }

  private choice(row: OptionRow): HTMLElement {
    const group = h("div", { class: "segments", role: "radiogroup", "aria-label": row.label });
    const buttons = (row.choices ?? []).map(({ name, label }) => {
      const button = h(
        "button",
        {
          role: "radio",
          "aria-checked": "false",
          "data-value": name,
          click: () => this.send(row.name, name),
        },
        label,
      );
      group.append(button);
      return { name, button };
    });
    walk_by_arrows(group);
    this.controls.push({
      row,
      // What does not go with the other options is not offered.
      show: (value, unfit) => {
        for (const one of buttons) {
          const chosen = one.name === value;
          one.button.setAttribute("aria-checked", String(chosen));
          one.button.tabIndex = chosen ? 0 : -1;
          one.button.hidden = !chosen && unfit.includes(one.name);
        }
      },
    });
    return h(
      "div",
      { class: "field", title: hint_of(row), "data-option": row.name },
      h("span", { class: "label" }, row.label),
      group,
    );
  }

  private toggle(row: OptionRow): HTMLElement {
    const input = h("input", {
      type: "checkbox",
      role: "switch",
      change: () => this.send(row.name, input.checked),
    });
    this.controls.push({ row, show: (value) => (input.checked = value === true) });
    return h(
      "label",
      { class: "field line", title: hint_of(row), "data-option": row.name },
      h("span", { class: "label" }, row.label),
      input,
    );
  }

  private quantity(row: OptionRow): HTMLElement {
    const id = `option-${row.name}`;
    const scale = scale_of(row);
    const whole = row.kind === "whole";
    const number = h("input", { type: "number", id, step: whole ? 1 : "any", placeholder: "auto" });
    if (row.min !== undefined) number.min = String(row.min * scale);
    if (row.max !== undefined) number.max = String(row.max * scale);
    const send = throttled((value) => this.send(row.name, value));
    const slider = row.slider ? this.slider(row, number, send) : null;
    number.addEventListener("change", () => {
      const value = number.valueAsNumber / scale;
      // An emptied field asks for the default.
      if (number.value === "" && !number.validity.badInput) send(null);
      else if (Number.isFinite(value)) send(whole ? Math.round(value) : value);
    });
    // Somebody who types is not disturbed; what was entered and refused goes back.
    let typing = false;
    number.addEventListener("input", () => (typing = true));
    for (const name of ["change", "blur"]) number.addEventListener(name, () => (typing = false));
    this.controls.push({
      row,
      show: (value) => {
        if (typing) return;
        number.value = typeof value === "number" ? shown(row, value) : "";
        if (!slider || (document.activeElement === slider && slider.matches(":active"))) return;
        if (typeof value === "number") slider.value = String(to_position(row, value));
      },
    });
    const field = h(
      "div",
      { class: "field", title: hint_of(row), "data-option": row.name },
      h("label", { class: "label", for: id }, row.label),
      h("span", { class: "value" }, number, h("span", { class: "unit" }, unit_of(row))),
    );
    if (slider) field.append(slider);
    if (row.restarts) field.append(h("small", {}, hint_of(row)));
    return field;
  }

  private slider(row: OptionRow, number: HTMLInputElement, send: (value: OptionValue) => void) {
    const slider = h("input", {
      type: "range",
      min: 0,
      max: 1000,
      "aria-label": `${row.label}, slider`,
    });
    slider.addEventListener("input", () => {
      const value = from_position(row, slider.valueAsNumber);
      number.value = shown(row, value);
      // What starts the run anew waits until the slider is let go.
      if (!row.restarts) send(value);
    });
    slider.addEventListener("change", () => {
      if (row.restarts) send(from_position(row, slider.valueAsNumber));
    });
    return slider;
  }
}

function shown(row: OptionRow, value: number): string {
  return String(Number((value * scale_of(row)).toPrecision(4)));
}
