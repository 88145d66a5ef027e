// The controls of the method: they show what the server says, and tell it what the person wants.

import type { OptionId } from "./commands";
import { h } from "./dom";
import type { StateText } from "./format";
import {
  current_value,
  from_position,
  kOptions,
  to_position,
  type Choice,
  type OptionControl,
  type Quantity,
  type Switch,
} from "./options";

export type SendOption = (id: OptionId, value: number) => void;

interface Row {
  control: OptionControl;
  show(value: number): void;
}

// At most one message per 80 ms from a slider that is being dragged, and always the last one.
function throttled(send: (value: number) => void): (value: number) => void {
  let timer = 0;
  let waiting: number | null = null;
  const flush = () => {
    timer = 0;
    if (waiting === null) return;
    send(waiting);
    waiting = null;
    timer = window.setTimeout(flush, 80);
  };
  return (value) => {
    waiting = value;
    if (timer === 0) flush();
  };
}

export class OptionPanel {
  private readonly rows: Row[] = [];

  constructor(
    root: HTMLElement,
    private readonly send: SendOption,
  ) {
    for (const control of kOptions) {
      if (control.kind === "choice") root.append(this.choice(control));
      else if (control.kind === "switch") root.append(this.toggle(control));
      else root.append(this.quantity(control));
    }
  }

  show(state: StateText): void {
    for (const row of this.rows) {
      const value = current_value(row.control, state);
      if (value !== null) row.show(value);
    }
  }

  private choice(control: Choice): HTMLElement {
    const group = h("div", { class: "segments", role: "radiogroup", "aria-label": control.label });
    const buttons = control.values.map(({ name, label }, index) => {
      const button = h(
        "button",
        {
          role: "radio",
          "aria-checked": "false",
          "data-value": name,
          click: () => this.send(control.id, index),
        },
        label,
      );
      group.append(button);
      return button;
    });
    this.rows.push({
      control,
      show: (value) =>
        buttons.forEach((b, i) => b.setAttribute("aria-checked", String(i === value))),
    });
    return h(
      "div",
      { class: "field", title: control.hint, "data-option": control.name },
      h("span", { class: "label" }, control.label),
      group,
    );
  }

  private toggle(control: Switch): HTMLElement {
    const input = h("input", {
      type: "checkbox",
      role: "switch",
      change: () => this.send(control.id, input.checked ? 1 : 0),
    });
    this.rows.push({ control, show: (value) => (input.checked = value !== 0) });
    return h(
      "label",
      { class: "field line", title: control.hint, "data-option": control.name },
      h("span", { class: "label" }, control.label),
      input,
    );
  }

  private quantity(control: Quantity): HTMLElement {
    const id = `option-${control.name}`;
    const number = h("input", {
      type: "number",
      id,
      min: control.min * control.scale === 0 || control.log ? 0 : control.min * control.scale,
      max: control.max * control.scale,
      step: control.whole ? 1 : "any",
    });
    const slider = h("input", {
      type: "range",
      min: 0,
      max: 1000,
      "aria-label": `${control.label}, slider`,
    });
    const shown = (value: number) => String(Number((value * control.scale).toPrecision(4)));
    const send = throttled((value) => this.send(control.id, value));
    slider.addEventListener("input", () => {
      const value = from_position(control, slider.valueAsNumber);
      number.value = shown(value);
      // What starts the run anew waits until the slider is let go.
      if (!control.confirm) send(value);
    });
    slider.addEventListener("change", () => {
      if (control.confirm) send(from_position(control, slider.valueAsNumber));
    });
    number.addEventListener("change", () => {
      const value = number.valueAsNumber / control.scale;
      if (Number.isFinite(value)) send(control.whole ? Math.round(value) : value);
    });
    this.rows.push({
      control,
      show: (value) => {
        if (document.activeElement === number) return;
        number.value = shown(value);
        if (document.activeElement !== slider || !slider.matches(":active")) {
          slider.value = String(to_position(control, value));
        }
      },
    });
    const field = h(
      "div",
      { class: "field", title: control.hint, "data-option": control.name },
      h("label", { class: "label", for: id }, control.label),
      h("span", { class: "value" }, number, h("span", { class: "unit" }, control.unit)),
      slider,
    );
    if (control.confirm) field.append(h("small", {}, control.confirm));
    return field;
  }
}
