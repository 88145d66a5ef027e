// A bar of tetrahedra that swings in closed form: something to show without a simulation.

import {
  frame_message,
  recording_of,
  shape_message,
  text_message,
  type FrameParts,
  type MeshParts,
} from "./encode";

// Corners of the six tetrahedra around the diagonal of a cube, all of positive volume.
const kCube = [
  [0, 1, 3, 7],
  [0, 3, 2, 7],
  [0, 2, 6, 7],
  [0, 6, 4, 7],
  [0, 4, 5, 7],
  [0, 5, 1, 7],
];

export function bar(nx: number, ny: number, nz: number, edge = 0.1, offset_y = 0): MeshParts {
  const node = (i: number, j: number, k: number) => i + (nx + 1) * (j + (ny + 1) * k);
  const rest: number[] = [];
  for (let k = 0; k <= nz; ++k)
    for (let j = 0; j <= ny; ++j)
      for (let i = 0; i <= nx; ++i) rest.push(i * edge, j * edge + offset_y, k * edge);
  const elements: number[] = [];
  const regions: number[] = [];
  const materials: number[] = [];
  for (let k = 0; k < nz; ++k)
    for (let j = 0; j < ny; ++j)
      for (let i = 0; i < nx; ++i)
        for (const tet of kCube) {
          for (const c of tet) elements.push(node(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2)));
          regions.push(i < nx / 3 ? 0 : i < (2 * nx) / 3 ? 1 : 2);
          materials.push(i < nx / 2 ? 0 : 1);
        }
  const j = ny >> 1;
  const k = nz >> 1;
  const representatives = [1, 3, 5].map((s) => node(Math.round((s * nx) / 6), j, k));
  const count = elements.length / 4;
  const fibre_elements = Array.from({ length: Math.floor(count / 6) }, (_, f) => 6 * f);
  return {
    rest,
    triangles: brute_boundary(elements),
    elements,
    corners: 4,
    regions,
    materials,
    representatives,
    fibre_elements,
    fibre_directions: fibre_elements.flatMap(() => [1, 0, 0]),
  };
}

// Faces that belong to one element only, found by writing all of them down.
export function brute_boundary(elements: readonly number[]): number[] {
  const faces = new Map<string, number[] | null>();
  for (let e = 0; e < elements.length; e += 4) {
    for (const face of [
      [0, 2, 1],
      [0, 1, 3],
      [0, 3, 2],
      [1, 2, 3],
    ]) {
      const nodes = face.map((corner) => elements[e + corner]);
      const key = [...nodes].sort((a, b) => a - b).join();
      faces.set(key, faces.has(key) ? null : nodes);
    }
  }
  return [...faces.values()].flatMap((face) => face ?? []);
}

export const kThreshold = 0.02;

// One row of every kind a server may send (docs/viewer-protocol.md), and one folded away.
export const kTable = [
  {
    name: "step",
    kind: "number",
    label: "Step size h",
    help: "Simulated time per step.",
    unit: "s",
    default: null,
    often: true,
    min: 1e-5,
    max: 0.1,
    slider: { min: 0.0005, max: 0.05, by_factors: true },
  },
  {
    name: "dynamic",
    kind: "whole",
    label: "Dynamic nodes",
    help: "Places them anew.",
    unit: "",
    default: null,
    often: true,
    restarts: true,
    min: 0,
    max: 64,
    slider: { min: 0, max: 64, by_factors: false },
  },
  {
    name: "name",
    kind: "choice",
    label: "Method",
    help: "`conjac` or `vanilla`.",
    unit: "",
    default: "conjac",
    often: true,
    choices: [
      { name: "conjac", label: "ConJac" },
      { name: "vanilla", label: "Vanilla" },
    ],
  },
  {
    name: "beta",
    kind: "number",
    label: "β (beta)",
    help: "Weight of the implicit stiffness.",
    unit: "",
    default: null,
    often: true,
    above: 0,
    slider: { min: 0.05, max: 2, by_factors: false },
  },
  {
    name: "adaptive",
    kind: "switch",
    label: "Adaptive",
    help: "Let representative nodes sleep.",
    unit: "",
    default: false,
    often: true,
  },
  {
    name: "threshold",
    kind: "number",
    label: "Threshold",
    help: "Liveliness below which they sleep.",
    unit: "1/s",
    default: 0.02,
    often: true,
    min: 0,
    slider: { min: 1e-4, max: 100, by_factors: true },
  },
  {
    name: "dwell",
    kind: "number",
    label: "Dwell",
    help: "Shortest time between two switches.",
    unit: "s",
    default: 0.05,
    often: false,
    min: 0,
  },
];

export function scene_text(mesh: MeshParts, more: object = {}) {
  return {
    type: "scene",
    name: "bar",
    title: "Swinging bar",
    mode: "recording",
    sides: 1,
    label: "ConJac",
    dimension: 3,
    size: Math.hypot(...mesh.rest.slice(-3)),
    step: 1 / 60,
    duration: 2,
    options: {
      name: "conjac",
      integrator: "linear-implicit",
      threshold: kThreshold,
      adaptive: true,
    },
    option_table: kTable,
    representatives: mesh.representatives,
    regions: 3,
    fields: ["speed", "von_mises"],
    bodies: ["bar"],
    solids: [],
    notices: [],
    can: { cut: true, activate: false, grab: true },
    ...more,
  };
}

export function state_text(more: object = {}) {
  return {
    type: "state",
    playing: true,
    speed: 1,
    step: 1 / 60,
    options: {
      name: "conjac",
      integrator: "linear-implicit",
      threshold: kThreshold,
      adaptive: true,
    },
    dynamic: 3,
    wake: [2, 2, 2],
    status: "ok",
    message: "",
    ...more,
  };
}

// The bar bends with amplitude `swing`; the end at x = 0 is fixed.
export function frame_at(mesh: MeshParts, time: number, swing = 0.25): FrameParts {
  const nodes = mesh.rest.length / 3;
  const length = Math.max(...mesh.rest.filter((_, i) => i % 3 === 0));
  const phase = Math.sin(2 * Math.PI * time);
  const rate = 2 * Math.PI * Math.cos(2 * Math.PI * time);
  const positions: number[] = [];
  const speed: number[] = [];
  const von_mises: number[] = [];
  for (let n = 0; n < nodes; ++n) {
    const [x, y, z] = mesh.rest.slice(3 * n, 3 * n + 3);
    const bend = swing * length * (x / length) ** 2;
    positions.push(x, y + phase * bend, z + 0.3 * phase * bend);
    speed.push(Math.abs(rate * bend));
    von_mises.push(4e4 * Math.abs(phase) * (1 - x / length));
  }
  const roles: number[] = Array.from({ length: nodes }, (_, n) => (mesh.rest[3 * n] === 0 ? 3 : 0));
  const liveliness = [0.01, 0.05, 0.2].map((v) => v * Math.abs(rate));
  const awake: number[] = liveliness.map((v) => (v > kThreshold ? 1 : 0));
  mesh.representatives.forEach((node, r) => (roles[node] = awake[r] ? 1 : 2));
  return {
    step: Math.round(60 * time),
    active: awake.reduce((a, b) => a + b, 0),
    energy: [0.5 * rate * rate * 0.01, 0.2 * phase * phase, 1 + 0.02 * phase, 0],
    stages: [0.002, 0.004, 0.003, 0.0005],
    pace: [55, 0.92, 1e-6, 0.1],
    positions,
    speed,
    von_mises,
    roles,
    liveliness,
    awake,
  };
}

export function sample_recording(mesh: MeshParts, frames = 60, sides = 1): Uint8Array {
  const messages: Uint8Array[] = [];
  for (let side = 0; side < sides; ++side) {
    const label = side === 0 ? "ConJac" : "Vanilla";
    messages.push(text_message(side, scene_text(mesh, { sides, label })));
    messages.push(shape_message(side, 1, 0, mesh));
  }
  for (let k = 0; k < frames; ++k) {
    for (let side = 0; side < sides; ++side) {
      const frame = frame_at(mesh, k / 30, side === 0 ? 0.25 : 0.15);
      messages.push(frame_message(side, 1, k / 30, frame));
    }
  }
  return recording_of(messages);
}
