// What is changed of the world while it runs: gravity, floor and friction, materials, who is held and
// who is dynamic. Fields show what the server says; what it refuses goes back.

import { h } from "./dom";
import type { WorldText } from "./format";
import type { Live } from "./live";

const kUnits: Record<string, [string, number]> = { Pa: ["kPa", 1e-3] };

interface Field {
  show(world: WorldText): void;
}

export class WorldPanel {
  brush = 0.06; // of the body's size
  private fields: Field[] = [];
  private built = "";
  private shown = "";
  private readonly box = h("div", {});
  private readonly pitch = h("p", { id: "frequencies", role: "status" });
  private readonly vertex = h("input", { type: "number", id: "world-vertex", min: 0, step: 1 });

  constructor(
    root: HTMLElement,
    private readonly live: Live,
    private readonly hold_around: (node: number, on: boolean) => void,
  ) {
    root.append(this.box, this.nodes(), this.modes());
  }

  // Built once per kind of world, shown whenever it has changed.
  show(world: WorldText): void {
    const built = JSON.stringify([
      world.obstacles.map((one) => one.name),
      world.can_touch,
      world.materials.map(({ material, bodies }) => [material, bodies]),
    ]);
    if (built !== this.built) {
      this.built = built;
      this.fields = [];
      this.box.replaceChildren(this.gravity(), this.floor(world), ...this.materials(world));
      this.shown = "";
    }
    const shown = JSON.stringify(world);
    if (shown === this.shown) return;
    this.shown = shown;
    for (const field of this.fields) field.show(world);
  }
  // After a refusal: fields show again what runs.
  put_back(): void {
    this.shown = "";
  }

  show_frequencies(full: readonly number[], modal: readonly number[]): void {
    const list = (all: readonly number[]) => all.map((f) => f.toPrecision(3)).join(", ");
    this.pitch.textContent =
      `Body: ${list(full)} Hz.` + (modal.length > 0 ? ` Its modes move at ${list(modal)} Hz.` : "");
  }

  private number(
    id: string,
    label: string,
    unit: string,
    read: (world: WorldText) => number | null, // null: there is no single value
    send: (value: number) => void,
    range: { min?: number; max?: number } = {},
  ): HTMLElement {
    const [shown_unit, scale] = kUnits[unit] ?? [unit, 1];
    const input = h("input", { type: "number", id, step: "any", placeholder: "varies" });
    if (range.min !== undefined) input.min = String(range.min * scale);
    if (range.max !== undefined) input.max = String(range.max * scale);
    let typing = false;
    input.addEventListener("input", () => (typing = true));
    input.addEventListener("blur", () => (typing = false));
    input.addEventListener("change", () => {
      typing = false;
      if (Number.isFinite(input.valueAsNumber)) send(input.valueAsNumber / scale);
      else this.put_back();
    });
    this.fields.push({
      show: (world) => {
        if (typing) return;
        const value = read(world);
        input.value = value === null ? "" : String(Number((value * scale).toPrecision(5)));
      },
    });
    return h(
      "div",
      { class: "field" },
      h("label", { class: "label", for: id }, label),
      h("span", { class: "value" }, input, h("span", { class: "unit" }, shown_unit)),
    );
  }

  private gravity(): HTMLElement {
    const axis = (name: string, i: number) =>
      this.number(
        `gravity-${name}`,
        `Gravity along ${name}`,
        "m/s²",
        (world) => world.gravity[i],
        (value) => {
          const all = [...(this.live.world?.gravity ?? [0, 0, 0])];
          all[i] = value;
          this.live.change("gravity", all);
        },
        { min: -100, max: 100 },
      );
    const rows = ["x", "y", "z"].map(axis);
    return h("fieldset", {}, h("legend", {}, "Gravity"), ...rows);
  }

  private floor(world: WorldText): HTMLElement {
    const floor = h("input", {
      type: "checkbox",
      role: "switch",
      id: "world-floor",
      change: () => this.live.change("floor", floor.checked),
    });
    this.fields.push({ show: (now) => (floor.checked = now.floor) });
    const box = h(
      "fieldset",
      {},
      h("legend", {}, "Floor and friction"),
      h(
        "label",
        { class: "field line", title: "Solid, a little below the body as it is now" },
        h("span", { class: "label" }, "Floor"),
        floor,
      ),
    );
    const range = { min: 0, max: 10 };
    if (world.can_touch) {
      box.append(
        this.number(
          "friction",
          "Friction",
          "",
          (now) => now.friction,
          (value) => this.live.change("friction", { value }),
          range,
        ),
      );
    }
    world.obstacles.forEach(({ name }, obstacle) =>
      box.append(
        this.number(
          `friction-${obstacle}`,
          `Friction of ${name || `obstacle ${obstacle + 1}`}`,
          "",
          (now) => now.obstacles[obstacle]?.friction ?? null,
          (value) => this.live.change("friction", { value, obstacle }),
          range,
        ),
      ),
    );
    return box;
  }

  private materials(world: WorldText): HTMLElement[] {
    return world.materials.map(({ material, bodies }) => {
      const named = bodies.filter(Boolean).join(", ");
      const title = `Material ${material + 1}${named ? ` (${named})` : ""}`;
      const box = h("fieldset", { "data-material": material }, h("legend", {}, title));
      const mine = (now: WorldText) => now.materials.find((one) => one.material === material);
      const preset = h("select", {
        "aria-label": `${title}: preset`,
        title: "Density, Young's modulus and Poisson's ratio; the law stays the scene's",
        change: () => {
          if (preset.value) this.live.change("material", { material, preset: preset.value });
          preset.value = "";
        },
      });
      preset.append(h("option", { value: "" }, "Make it like …"));
      for (const name of world.presets) preset.append(h("option", { value: name }, name));
      box.append(h("div", { class: "field" }, preset));
      for (const row of world.numbers) {
        if (!mine(world)?.[row.name]) continue;
        box.append(
          this.number(
            `material-${material}-${row.name}`,
            row.label,
            row.unit,
            (now) => {
              const ends = mine(now)?.[row.name];
              return ends && ends[0] === ends[1] ? ends[0] : null;
            },
            (value) => this.live.change("material", { material, [row.name]: value }),
            row,
          ),
        );
      }
      return box;
    });
  }

  // With the brush and by clicking on the picture; without a mouse by the number of a vertex.
  private nodes(): HTMLElement {
    const brush = h("input", {
      type: "range",
      id: "world-brush",
      min: 0.01,
      max: 0.3,
      step: 0.01,
      value: this.brush,
      input: () => (this.brush = brush.valueAsNumber),
    });
    const act = (id: string, text: string, run: (node: number) => void) =>
      h(
        "button",
        {
          id,
          click: () => {
            const node = this.vertex.valueAsNumber;
            if (Number.isInteger(node)) run(node);
          },
        },
        text,
      );
    return h(
      "fieldset",
      {},
      h("legend", {}, "Held and dynamic nodes"),
      h(
        "label",
        { class: "field", for: "world-brush" },
        h("span", { class: "label" }, "Size of the brush"),
        brush,
      ),
      h(
        "small",
        {},
        "With the brush (Shift B) paint the body to hold it, with Shift to release it.",
      ),
      h(
        "div",
        { class: "field" },
        h("label", { class: "label", for: "world-vertex" }, "Vertex"),
        this.vertex,
      ),
      h(
        "div",
        { class: "buttons" },
        act("world-hold", "Hold around it", (node) => this.hold_around(node, true)),
        act("world-release", "Release around it", (node) => this.hold_around(node, false)),
        act("world-node", "Dynamic or not", (node) => this.live.change("node", node)),
      ),
    );
  }

  private modes(): HTMLElement {
    return h(
      "fieldset",
      {},
      h("legend", {}, "Modes"),
      h(
        "div",
        { class: "buttons" },
        h(
          "button",
          { id: "world-modes", click: () => this.live.toggle_modes() },
          "Move by modes, or not",
        ),
        h(
          "button",
          { id: "world-frequencies", click: () => this.live.ask_frequencies() },
          "Show frequencies",
        ),
      ),
      this.pitch,
    );
  }
}
