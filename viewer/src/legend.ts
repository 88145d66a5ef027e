// What the colours mean.

import { material_color, mode_info, region_color, type ColorMode } from "./coloring";
import { css, css_gradient, kRoleColors, kRoleNames, type Rgb } from "./colors";
import { h } from "./dom";
import { name_of, type SceneText, type Shape } from "./format";

const kMostEntries = 12;

const kPrefixes: readonly [number, string][] = [
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
  [1, ""],
  [1e-3, "m"],
  [1e-6, "µ"],
];

export function with_unit(value: number, unit: string): string {
  if (value === 0) return `0 ${unit}`;
  const [factor, prefix] = kPrefixes.find(([f]) => Math.abs(value) >= f * 0.9995) ?? [1e-6, "µ"];
  const digits = String(Number((value / factor).toPrecision(3)));
  // 1/s takes no prefix: "m1/s" is not how people write.
  if (unit === "" || unit === "1/s")
    return `${String(Number(value.toPrecision(3)))} ${unit}`.trim();
  return `${digits} ${prefix}${unit}`;
}

export class Legend {
  private shown = "";

  constructor(private readonly root: HTMLElement) {}

  show(
    { mode, upper, fixed }: { mode: ColorMode; upper: number; fixed: boolean },
    shape: Shape | null,
    scene: SceneText | null,
  ): void {
    const key = `${mode} ${upper} ${fixed} ${shape?.number ?? ""} ${scene?.name ?? ""}`;
    if (key === this.shown) return;
    this.shown = key;
    const info = mode_info(mode);
    this.root.hidden = mode === "plain";
    this.root.replaceChildren(h("strong", {}, fixed ? `${info.name}, fixed scale` : info.name));
    if (info.map) {
      const bar = h("div", { class: "gradient" });
      bar.style.background = css_gradient(info.map);
      const top = mode === "activation" ? 1 : upper;
      const ticks = [0, 0.5, 1].map((part) => h("span", {}, with_unit(part * top, info.unit)));
      this.root.append(bar, h("div", { class: "ticks" }, ...ticks));
    } else {
      this.root.append(h("ul", {}, ...this.entries(mode, shape, scene)));
    }
  }

  private entries(mode: ColorMode, shape: Shape | null, scene: SceneText | null): HTMLElement[] {
    const entry = (color: Rgb, name: string) => {
      const swatch = h("span", { class: "swatch" });
      swatch.style.background = css(color);
      return h("li", {}, swatch, name);
    };
    if (mode === "role") return kRoleNames.map((name, i) => entry(kRoleColors[i], name));
    if (!shape) return [];
    const source = mode === "region" ? shape.regions : shape.materials;
    const found = [...new Set(source)];
    const values = (mode === "region" ? found.map((k) => name_of(shape, k)) : found).sort(
      (a, b) => a - b,
    );
    const entries = values
      .slice(0, kMostEntries)
      .map((value) =>
        mode === "region"
          ? entry(region_color(value), value < 0 ? "no region" : `node ${value + 1}`)
          : entry(material_color(value), material_name(value, scene)),
      );
    const more = values.length - entries.length;
    return more > 0 ? [...entries, h("li", {}, `and ${more} more`)] : entries;
  }
}

function material_name(value: number, scene: SceneText | null): string {
  const body = value >> 16;
  const material = `material ${(value & 0xffff) + 1}`;
  const bodies = scene?.bodies ?? [];
  return bodies.length > 1 ? `${bodies[body] || `body ${body + 1}`}, ${material}` : material;
}
