// Fibres as lines: from an element along its fibre into the next one, as long as there are fibres.
// Points of a line are fixed combinations of an element's corners, so that it turns and stretches exactly
// as the elements do.

import type { Shape } from "./format";

const kMostPoints = 24_000;
const kMostSteps = 400; // of a line, one way
const kSharpest = 0.25; // cosine: where fibres turn more than this from one element to the next they end

// Weights of the corners for a point given by its rest position: x = sum w_i X_i, sum w_i = 1.
export function corner_weights(shape: Shape, element: number, point: readonly number[]): number[] {
  const { corners, elements, rest } = shape;
  const corner = (i: number, axis: number) => rest[3 * elements[corners * element + i] + axis];
  const edge = (i: number) => [0, 1, 2].map((axis) => corner(i, axis) - corner(0, axis));
  const gap = [0, 1, 2].map((axis) => point[axis] - corner(0, axis));
  const a = edge(1);
  const b = edge(2);
  const c = corners === 4 ? edge(3) : cross(a, b);
  const volume = dot(a, cross(b, c));
  if (volume === 0) return new Array<number>(corners).fill(1 / corners);
  const w1 = dot(gap, cross(b, c)) / volume;
  const w2 = dot(a, cross(gap, c)) / volume;
  const w3 = corners === 4 ? dot(a, cross(b, gap)) / volume : 0;
  return corners === 4 ? [1 - w1 - w2 - w3, w1, w2, w3] : [1 - w1 - w2, w1, w2];
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

type Trace = { element: number; weights: number[] }[]; // points, in order

export class Fibres {
  positions = new Float32Array(0); // two ends of 3 per segment
  readonly lines: number;
  private readonly points: number;
  private readonly nodes: Uint32Array; // corners per point
  private readonly weights: Float32Array; // corners per point
  private readonly begins: Uint32Array; // points that a segment begins at; it ends at the next one
  private places: Float32Array; // 3 per point
  private shown: Uint32Array; // of `begins`, on this side of a slice

  // `neighbours` of tetrahedra; without them every fibre is a short line by itself.
  constructor(
    private readonly shape: Shape,
    neighbours: Int32Array | null,
  ) {
    const traces = neighbours ? trace_all(shape, neighbours) : short_lines(shape);
    this.lines = traces.length;
    const { corners, elements } = shape;
    this.points = traces.reduce((sum, trace) => sum + trace.length, 0);
    this.nodes = new Uint32Array(corners * this.points);
    this.weights = new Float32Array(corners * this.points);
    this.places = new Float32Array(3 * this.points);
    const begins: number[] = [];
    let point = 0;
    for (const trace of traces) {
      trace.forEach(({ element, weights }, k) => {
        if (k + 1 < trace.length) begins.push(point);
        const corner = corners * element;
        this.nodes.set(elements.subarray(corner, corner + corners), corners * point);
        this.weights.set(weights, corners * point);
        ++point;
      });
    }
    this.begins = this.shown = Uint32Array.from(begins);
    this.keep(null);
  }

  // Only what is on this side of a slice: 1 per node that is.
  keep(kept: Uint8Array | null): void {
    this.shown = kept ? this.begins.filter((point) => kept[this.nearest(point)]) : this.begins;
    this.positions = new Float32Array(6 * this.shown.length);
  }

  update(x: Float32Array): void {
    const { corners } = this.shape;
    const { places, shown, positions } = this;
    for (let point = 0; point < this.points; ++point) {
      let px = 0;
      let py = 0;
      let pz = 0;
      for (let i = corners * point; i < corners * (point + 1); ++i) {
        const w = this.weights[i];
        const at = 3 * this.nodes[i];
        px += w * x[at];
        py += w * x[at + 1];
        pz += w * x[at + 2];
      }
      places[3 * point] = px;
      places[3 * point + 1] = py;
      places[3 * point + 2] = pz;
    }
    for (let s = 0; s < shown.length; ++s) {
      for (let i = 0; i < 6; ++i) positions[6 * s + i] = places[3 * shown[s] + i];
    }
  }

  private nearest(point: number): number {
    const { corners } = this.shape;
    let most = corners * point;
    for (let i = most; i < corners * (point + 1); ++i) {
      if (this.weights[i] > this.weights[most]) most = i;
    }
    return this.nodes[most];
  }
}

// ---- through tetrahedra

// How the weights of the corners change along a direction.
function slopes(shape: Shape, element: number, direction: readonly number[]): number[] {
  const middle = centre(shape, element);
  const there = middle.map((m, axis) => m + direction[axis]);
  return corner_weights(shape, element, there).map((w) => w - 0.25);
}

function trace_all(shape: Shape, neighbours: Int32Array): Trace[] {
  const { fibre_elements, fibre_directions } = shape;
  const fibre_of = new Int32Array(shape.elements.length / 4).fill(-1);
  fibre_elements.forEach((element, f) => (fibre_of[element] = f));
  const crossed = new Uint8Array(fibre_of.length);
  const traces: Trace[] = [];
  let points = 0;
  for (const seed of fibre_elements) {
    if (crossed[seed]) continue;
    const f = fibre_of[seed];
    const along = [...fibre_directions.subarray(3 * f, 3 * f + 3)];
    const back = along.map((d) => -d);
    const ahead = walk(shape, neighbours, fibre_of, crossed, seed, along);
    const behind = walk(shape, neighbours, fibre_of, crossed, seed, back);
    traces.push([...behind.reverse(), ...ahead]);
    points += ahead.length + behind.length;
    if (points > kMostPoints) break;
  }
  return traces;
}

// From the middle of an element one way, out of it and on.
function walk(
  shape: Shape,
  neighbours: Int32Array,
  fibre_of: Int32Array,
  crossed: Uint8Array,
  seed: number,
  along: number[],
): Trace {
  const trace: Trace = [];
  let element = seed;
  let weights = [0.25, 0.25, 0.25, 0.25];
  for (let step = 0; step < kMostSteps; ++step) {
    crossed[element] = 1;
    const slope = slopes(shape, element, along);
    let way = Infinity;
    let corner = -1;
    for (let i = 0; i < 4; ++i) {
      if (slope[i] >= -1e-12 || -weights[i] / slope[i] >= way) continue;
      way = Math.max(0, -weights[i] / slope[i]);
      corner = i;
    }
    if (corner < 0) break;
    weights = weights.map((w, i) => (i === corner ? 0 : w + way * slope[i]));
    trace.push({ element, weights });
    const next = neighbours[4 * element + 3 - corner];
    if (next < 0 || fibre_of[next] < 0 || crossed[next]) break;
    const f = 3 * fibre_of[next];
    let turned = [...shape.fibre_directions.subarray(f, f + 3)];
    const cosine = dot(turned, along) / (Math.hypot(...turned) * Math.hypot(...along) || 1);
    if (Math.abs(cosine) < kSharpest) break;
    if (cosine < 0) turned = turned.map((d) => -d); // a fibre has no front
    weights = carried(shape, element, next, weights);
    element = next;
    along = turned;
  }
  return trace;
}

// The weights of the same point in the element on the other side of a face.
function carried(shape: Shape, from: number, to: number, weights: readonly number[]): number[] {
  const { elements } = shape;
  return [0, 1, 2, 3].map((i) => {
    const node = elements[4 * to + i];
    const k = [0, 1, 2, 3].find((j) => elements[4 * from + j] === node);
    return k === undefined ? 0 : weights[k];
  });
}

// ---- one by one

function short_lines(shape: Shape): Trace[] {
  const { corners, elements, rest, fibre_elements, fibre_directions } = shape;
  return [...fibre_elements].map((element, f) => {
    const middle = centre(shape, element);
    let radius = 0;
    for (let i = 0; i < corners; ++i) {
      const at = 3 * elements[corners * element + i];
      radius += Math.hypot(...middle.map((m, axis) => rest[at + axis] - m)) / corners;
    }
    return [-0.6, 0.6].map((reach) => {
      const end = middle.map((m, axis) => m + reach * radius * fibre_directions[3 * f + axis]);
      return { element, weights: corner_weights(shape, element, end) };
    });
  });
}

function centre({ corners, elements, rest }: Shape, element: number): number[] {
  const middle = [0, 0, 0];
  for (let i = 0; i < corners; ++i) {
    const at = 3 * elements[corners * element + i];
    for (let axis = 0; axis < 3; ++axis) middle[axis] += rest[at + axis] / corners;
  }
  return middle;
}
