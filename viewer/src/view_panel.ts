// Controls of what is shown.

import { kModes, mode_info, type ColorMode } from "./coloring";
import { kViews, type View } from "./camera";
import { h } from "./dom";
import { floor_shown, type ViewSettings } from "./settings";
import type { Visible } from "./side_view";

type Plain = "keep" | "extremes" | "ghost" | "both"; // switches that are settings by themselves
export type Part = keyof Visible | "floor" | Plain;

const kParts: readonly [Part, string, string][] = [
  ["surface", "Surface", "S"],
  ["hollows", "Shade in hollows", "Shift S"],
  ["edges", "Edges", "E"],
  ["dots", "Nodes", "N"],
  ["fibres", "Fibres", "F"],
  ["solids", "Obstacles and bones", "B"],
  ["contacts", "Contact forces", "K"],
  ["floor", "Floor and shadow", "G"],
  ["extremes", "Smallest and largest value", "I"],
  ["ghost", "Ghost of the other run", "Z"],
  ["both", "Pull both runs at once", "Shift V"],
];

export class ViewPanel {
  private readonly select: HTMLSelectElement;
  private readonly boxes = new Map<Part, HTMLInputElement>();
  private readonly looks = h("div", {
    class: "segments",
    role: "group",
    "aria-label": "Look at the body from",
  });
  private looked = 0;
  private readonly floor_name = h("span", {});
  private readonly scale: HTMLInputElement;
  private readonly scale_unit = h("span", { class: "unit" });
  private readonly scale_field: HTMLElement;
  private readonly clip_on: HTMLInputElement;
  private readonly clip_position: HTMLInputElement;
  private readonly clip_axis: HTMLSelectElement;

  constructor(
    root: HTMLElement,
    private readonly settings: ViewSettings,
    private readonly changed: (what: "mode" | "visible" | "clip") => void,
    private readonly look: (view: View) => void,
    private readonly sight: () => readonly number[], // from what is looked at to the camera
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
    this.scale = h("input", {
      type: "number",
      id: "color-scale",
      min: 0,
      step: "any",
      placeholder: "auto",
      change: () => this.fix_scale(),
    });
    this.scale_field = h(
      "div",
      { class: "field", title: "Where the scale of colours ends; empty: it follows the run" },
      h("label", { class: "label", for: "color-scale" }, "Scale up to"),
      h("span", { class: "value" }, this.scale, this.scale_unit),
    );
    root.append(this.scale_field);
    const group = h("fieldset", {}, h("legend", {}, "Show"));
    for (const [part, label, key] of kParts) {
      const box = h("input", { type: "checkbox", change: () => this.set(part, box.checked) });
      this.boxes.set(part, box);
      const name = part === "floor" ? this.floor_name : h("span", {}, label);
      group.append(h("label", { class: "check", title: `Shortcut ${key}` }, box, name));
    }
    root.append(group, this.camera());

    const { clip } = settings;
    this.clip_on = h("input", {
      type: "checkbox",
      role: "switch",
      id: "clip-on",
      change: () => {
        clip.on = this.clip_on.checked;
        this.begin_clip();
        changed("clip");
      },
    });
    this.clip_axis = h("select", {
      "aria-label": "Direction of the clipping plane",
      change: () => {
        clip.axis = (Number(this.clip_axis.value) % 3) as 0 | 1 | 2;
        clip.flip = Number(this.clip_axis.value) >= 3;
        clip.on = clip.chosen = true;
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
        {
          title: "Slices the body along a plane and shows the values on the cut face (shortcut C)",
        },
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

  private camera(): HTMLElement {
    this.looks.append(
      ...kViews.map(([view, name]) =>
        h("button", { "data-look": view, title: "Shortcut D", click: () => this.look(view) }, name),
      ),
    );
    const box = h("input", { type: "checkbox", change: () => this.set("keep", box.checked) });
    this.boxes.set("keep", box);
    return h(
      "fieldset",
      {},
      h("legend", {}, "Camera"),
      this.looks,
      h(
        "label",
        { class: "check", title: "The camera goes with a body that would leave (shortcut J)" },
        box,
        "Keep the body in view",
      ),
    );
  }

  private fix_scale(): void {
    const { scale, mode } = this.settings;
    if (this.scale.valueAsNumber > 0) scale[mode] = this.scale.valueAsNumber;
    else delete scale[mode];
    this.show();
    this.changed("visible");
  }

  // The next of the four directions.
  next_look(): void {
    if (this.looks.hidden) return;
    this.look(kViews[this.looked++ % kViews.length][0]);
  }

  // What the scene does not have is not offered; a drawing in the plane is seen from the front only.
  show_possible(
    has: { flat: boolean; live: boolean } & Record<
      "fibres" | "solids" | "contacts" | "pair",
      boolean
    >,
  ): void {
    const two = { ghost: has.pair, both: has.pair && has.live };
    for (const part of ["ghost", "both"] as const) {
      const label = this.boxes.get(part)?.parentElement;
      if (label) label.hidden = !two[part];
    }
    this.looks.hidden = has.flat;
    for (const part of ["fibres", "solids", "contacts"] as const) {
      const label = this.boxes.get(part)?.parentElement;
      if (label) label.hidden = !has[part];
    }
    for (const option of this.clip_axis.options) {
      option.hidden = option.disabled = has.flat && Number(option.value) % 3 === 2;
    }
    this.show();
  }

  private set(part: Part, on: boolean): void {
    if (part in this.settings.visible) this.settings.visible[part as keyof Visible] = on;
    else this.settings[part as Plain | "floor"] = on;
    this.changed("visible");
  }

  toggle(part: Part): void {
    this.set(part, !this.is_on(part));
    this.show();
  }

  private is_on(part: Part): boolean {
    const { settings } = this;
    if (part === "floor") return floor_shown(settings);
    return part in settings.visible
      ? settings.visible[part as keyof Visible]
      : settings[part as Plain];
  }

  choose(mode: ColorMode): void {
    const option = [...this.select.options].find((one) => one.value === mode);
    if (!option || option.disabled) return;
    this.settings.mode = mode;
    this.show();
    this.changed("mode");
  }

  // Until somebody has chosen a direction, the face of the slice looks at whoever looks at it.
  private begin_clip(): void {
    const { clip, flat } = this.settings;
    if (!clip.on || clip.chosen) return;
    const sight = this.sight();
    const axes = flat ? [0, 1] : [0, 1, 2];
    const axis = axes.reduce((a, b) => (Math.abs(sight[b]) > Math.abs(sight[a]) ? b : a));
    clip.axis = axis as 0 | 1 | 2;
    clip.flip = !flat && sight[axis] < 0;
    this.show();
  }

  toggle_clip(): void {
    this.settings.clip.on = !this.settings.clip.on;
    this.begin_clip();
    this.show();
    this.changed("clip");
  }

  // Modes whose values the run does not carry cannot be chosen.
  allow(possible: (mode: ColorMode) => boolean): void {
    for (const option of this.select.options)
      option.disabled = !possible(option.value as ColorMode);
  }

  show(): void {
    const { clip, mode, has_floor, flat, scale } = this.settings;
    this.select.value = mode;
    for (const [part, box] of this.boxes) box.checked = this.is_on(part);
    this.floor_name.textContent =
      has_floor || flat ? "Floor and shadow" : "Grid (no floor: nothing is solid there)";
    const { map, unit } = mode_info(mode);
    this.scale_field.hidden = map === null || mode === "activation";
    this.scale_unit.textContent = unit;
    if (document.activeElement !== this.scale) this.scale.value = String(scale[mode] ?? "");
    this.clip_on.checked = clip.on;
    this.clip_axis.value = String(clip.axis + (clip.flip ? 3 : 0));
    this.clip_position.value = String(Math.round(1000 * clip.position));
  }
}
