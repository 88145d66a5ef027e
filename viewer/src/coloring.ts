// Which colour each vertex gets, and what the legend says about it.

import { category, kMapCool, kMapWarm, kRoleColors, kSamples, nice_above } from "./colors";
import {
  kFieldActivation,
  kFieldSpeed,
  kFieldVonMises,
  name_of,
  type Frame,
  type Shape,
} from "./format";
import type { Surface } from "./surface";

export type ColorMode =
  | "plain"
  | "speed"
  | "von_mises"
  | "region"
  | "role"
  | "liveliness"
  | "material"
  | "activation"
  | "difference";

export interface ModeInfo {
  mode: ColorMode;
  name: string;
  unit: string;
  fields: number; // bits the frames must carry
  map: Float32Array | null; // null: named things, or nothing
}

export const kModes: readonly ModeInfo[] = [
  { mode: "speed", name: "Speed", unit: "m/s", fields: kFieldSpeed, map: kMapCool },
  {
    mode: "von_mises",
    name: "Von Mises stress",
    unit: "Pa",
    fields: kFieldVonMises,
    map: kMapWarm,
  },
  { mode: "liveliness", name: "Liveliness", unit: "1/s", fields: 0, map: kMapCool },
  { mode: "region", name: "Region", unit: "", fields: 0, map: null },
  { mode: "role", name: "Role of the node", unit: "", fields: 0, map: null },
  { mode: "material", name: "Body and material", unit: "", fields: 0, map: null },
  { mode: "activation", name: "Activation", unit: "", fields: kFieldActivation, map: kMapWarm },
  { mode: "plain", name: "One colour", unit: "", fields: 0, map: null },
  { mode: "difference", name: "Difference of the runs", unit: "m", fields: 0, map: kMapWarm },
];

export function mode_info(mode: ColorMode): ModeInfo {
  return kModes.find((info) => info.mode === mode) ?? kModes[0];
}

const kForget = 1.2; // s

// Upper end of the colour scale. It rises at once and falls slowly, so that a swing does not flicker.
export class AutoRange {
  private high = 0;
  private readonly sample = new Float32Array(512);

  reset(): void {
    this.high = 0;
  }

  // The 99th percentile of a sample: one node at a sharp corner shall not make all others dark.
  // `seconds` have passed since the frame before. Values of what has left the scene do not count.
  include(
    values: Float32Array,
    seconds: number,
    stride = 1,
    counts: (i: number) => boolean = () => true,
  ): void {
    const count = Math.floor(values.length / stride);
    let used = 0;
    for (let i = 0; i < Math.min(count, this.sample.length); ++i) {
      const at = Math.floor((i * count) / Math.min(count, this.sample.length));
      if (!counts(at)) continue;
      const value = values[stride * at];
      this.sample[used++] = Number.isFinite(value) ? value : 0;
    }
    if (used === 0) return;
    const part = this.sample.subarray(0, used).sort();
    const high = part[Math.floor(0.99 * (used - 1))];
    this.high = Math.max(high, this.high * Math.exp(-seconds / kForget));
  }

  get upper(): number {
    return nice_above(this.high);
  }
}

export interface Coloring {
  mode: ColorMode;
  upper: number;
}

function put(colors: Float32Array, v: number, map: Float32Array, unit_value: number): void {
  const clamped = unit_value > 0 ? (unit_value < 1 ? unit_value : 1) : 0;
  const at = 3 * Math.round(clamped * (kSamples - 1));
  colors[3 * v] = map[at];
  colors[3 * v + 1] = map[at + 1];
  colors[3 * v + 2] = map[at + 2];
}

// Values at the vertices, where the mode has one for each.
export function node_values(mode: ColorMode, frame: Frame): Float32Array | null {
  if (mode === "speed") return frame.speed;
  if (mode === "von_mises") return frame.von_mises;
  if (mode === "difference") return frame.difference ?? null;
  return mode === "activation" ? frame.activation : null;
}

// How far each node of one run is from the same node of the other; null: they are not the same nodes.
export function distances(
  one: Frame,
  other: Frame,
  buffer: Float32Array | null,
): Float32Array | null {
  if (one.nodes !== other.nodes) return null;
  const result = buffer?.length === one.nodes ? buffer : new Float32Array(one.nodes);
  const a = one.positions;
  const b = other.positions;
  for (let i = 0; i < one.nodes; ++i) {
    const x = a[3 * i] - b[3 * i];
    const y = a[3 * i + 1] - b[3 * i + 1];
    const z = a[3 * i + 2] - b[3 * i + 2];
    result[i] = Math.sqrt(x * x + y * y + z * z);
  }
  return result;
}

const kPlain = [0.5, 0.56, 0.66] as const;

export function color_vertices(
  colors: Float32Array,
  surface: Surface,
  shape: Shape,
  frame: Frame,
  { mode, upper }: Coloring,
): void {
  const { vertex_node, vertex_element, mix } = surface;
  const info = mode_info(mode);
  const field = node_values(mode, frame);
  for (let v = 0; v < vertex_node.length; ++v) {
    if (field && info.map) {
      let value = field[vertex_node[v]];
      if (mix && mix.share[v] > 0) value += mix.share[v] * (field[mix.other[v]] - value);
      put(colors, v, info.map, value / upper);
    } else if (mode === "liveliness") {
      const region = shape.regions[vertex_element[v]];
      if (region >= 0) put(colors, v, kMapCool, frame.liveliness[2 * region] / upper);
      else colors.set(kPlain, 3 * v);
    } else if (mode === "role") {
      colors.set(kRoleColors[frame.roles[vertex_node[v]]] ?? kPlain, 3 * v);
    } else if (mode === "region") {
      const region = name_of(shape, shape.regions[vertex_element[v]]);
      colors.set(region_color(region), 3 * v);
    } else if (mode === "material") {
      colors.set(material_color(shape.materials[vertex_element[v]]), 3 * v);
    } else {
      colors.set(kPlain, 3 * v);
    }
  }
}

const kCategories = Array.from({ length: 66 }, (_, i) => category(i - 1));

export function region_color(region: number) {
  return kCategories[(region + 1) % kCategories.length];
}

export function material_color(material: number) {
  const body = material >> 16;
  return kCategories[1 + ((3 * body + (material & 0xffff)) % (kCategories.length - 1))];
}
