// Controls of what is shown.

import { kModes, type ColorMode } from "./coloring";
import { h } from "./dom";
import type { ViewSettings } from "./settings";
import type { Visible } from "./side_view";

const kParts: readonly [keyof Visible | "floor", string, string][] = [
  ["surface", "Surface", "S"],
  ["edges", "Edges", "E"],
  ["dots", "Nodes", "N"],
  ["fibres", "Fibres", "F"],
  ["solids", "Obstacles and bones", "B"],
  ["contacts", "Contact forces", "K"],
  ["floor", "Floor and shadow", "G"],
];

export class ViewPanel {
  private readonly select: HTMLSelectElement;
  private readonly boxes = new Map<string, HTMLInputElement>();
  private readonly clip_on: HTMLInputElement;
  private readonly clip_position: HTMLInputElement;
  private readonly clip_axis: HTMLSelectElement;

  constructor(
    root: HTMLElement,
    private readonly settings: ViewSettings,
    private readonly changed: (what: "mode" | "visible" | "clip") => void,
  ) {
    this.select = h("select", {
      id: "color-mode",
      change: () => {
        settings.mode = this.select.value as ColorMode;
        changed("mode");
      },
    });
    kModes.forEach(({ mode, name }, i) =>
      this.select.append(h("option", { value: mode }, `${name}  (${i + 1})`)),
    );
    root.append(
      h(
        "div",
        { class: "field" },
        h("label", { class: "label", for: "color-mode" }, "Colour by"),
        this.select,
      ),
    );
    const group = h("fieldset", {}, h("legend", {}, "Show"));
    for (const [part, label, key] of kParts) {
      const box = h("input", { type: "checkbox", change: () => this.set(part, box.checked) });
      this.boxes.set(part, box);
      group.append(h("label", { class: "check", title: `Shortcut ${key}` }, box, label));
    }
    root.append(group);

    const { clip } = settings;
    this.clip_on = h("input", {
      type: "checkbox",
      role: "switch",
      id: "clip-on",
      change: () => {
        clip.on = this.clip_on.checked;
        changed("clip");
      },
    });
    this.clip_axis = h("select", {
      "aria-label": "Direction of the clipping plane",
      change: () => {
        clip.axis = (Number(this.clip_axis.value) % 3) as 0 | 1 | 2;
        clip.flip = Number(this.clip_axis.value) >= 3;
        clip.on = true;
        this.show();
        changed("clip");
      },
    });
    ["keep left (−x)", "keep below (−y)", "keep back (−z)"].forEach((name, i) =>
      this.clip_axis.append(h("option", { value: i }, name)),
    );
    ["keep right (+x)", "keep above (+y)", "keep front (+z)"].forEach((name, i) =>
      this.clip_axis.append(h("option", { value: i + 3 }, name)),
    );
    this.clip_position = h("input", {
      type: "range",
      min: 0,
      max: 1000,
      "aria-label": "Position of the clipping plane",
      input: () => {
        clip.position = this.clip_position.valueAsNumber / 1000;
        clip.on = true;
        this.show();
        changed("clip");
      },
    });
    root.append(
      h(
        "fieldset",
        { title: "Leaves out the elements beyond a plane, so that the inside shows (shortcut C)" },
        h("legend", {}, "Look inside"),
        h(
          "label",
          { class: "line" },
          h("span", { class: "label" }, "Clipping plane"),
          this.clip_on,
        ),
        this.clip_axis,
        this.clip_position,
      ),
    );
    this.show();
  }

  private set(part: keyof Visible | "floor", on: boolean): void {
    if (part === "floor") this.settings.floor = on;
    else this.settings.visible[part] = on;
    this.changed("visible");
  }

  toggle(part: keyof Visible | "floor"): void {
    const on = part === "floor" ? this.settings.floor : this.settings.visible[part];
    this.set(part, !on);
    this.show();
  }

  choose(mode: ColorMode): void {
    const option = [...this.select.options].find((one) => one.value === mode);
    if (!option || option.disabled) return;
    this.settings.mode = mode;
    this.show();
    this.changed("mode");
  }

  toggle_clip(): void {
    this.settings.clip.on = !this.settings.clip.on;
    this.show();
    this.changed("clip");
  }

  // Modes whose values the run does not carry cannot be chosen.
  allow(possible: (mode: ColorMode) => boolean): void {
    for (const option of this.select.options)
      option.disabled = !possible(option.value as ColorMode);
  }

  show(): void {
    const { clip, visible, floor, mode } = this.settings;
    this.select.value = mode;
    for (const [part, box] of this.boxes) {
      box.checked = part === "floor" ? floor : visible[part as keyof Visible];
    }
    this.clip_on.checked = clip.on;
    this.clip_axis.value = String(clip.axis + (clip.flip ? 3 : 0));
    this.clip_position.value = String(Math.round(1000 * clip.position));
  }
}
