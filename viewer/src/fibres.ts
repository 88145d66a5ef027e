// Fibres as short lines. Both ends are fixed combinations of the element's corners, so that a line
// turns and stretches exactly as the element does.

import type { Shape } from "./format";

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

export class Fibres {
  readonly positions: Float32Array; // two ends of 3 per fibre
  private readonly weights: Float32Array; // corners per end

  constructor(private readonly shape: Shape) {
    const count = shape.fibre_elements.length;
    this.positions = new Float32Array(6 * count);
    this.weights = new Float32Array(2 * count * shape.corners);
    for (let f = 0; f < count; ++f) {
      const element = shape.fibre_elements[f];
      const { middle, radius } = this.extent(element);
      for (let end = 0; end < 2; ++end) {
        const reach = (end === 0 ? -1 : 1) * radius;
        const point = middle.map((m, axis) => m + reach * shape.fibre_directions[3 * f + axis]);
        this.weights.set(corner_weights(shape, element, point), (2 * f + end) * shape.corners);
      }
    }
  }

  update(x: Float32Array): void {
    const { corners, elements, fibre_elements } = this.shape;
    for (let end = 0; end < 2 * fibre_elements.length; ++end) {
      const base = corners * fibre_elements[end >> 1];
      let px = 0;
      let py = 0;
      let pz = 0;
      for (let i = 0; i < corners; ++i) {
        const w = this.weights[corners * end + i];
        const at = 3 * elements[base + i];
        px += w * x[at];
        py += w * x[at + 1];
        pz += w * x[at + 2];
      }
      this.positions[3 * end] = px;
      this.positions[3 * end + 1] = py;
      this.positions[3 * end + 2] = pz;
    }
  }

  private extent(element: number): { middle: number[]; radius: number } {
    const { corners, elements, rest } = this.shape;
    const middle = [0, 0, 0];
    for (let i = 0; i < corners; ++i) {
      const at = 3 * elements[corners * element + i];
      for (let axis = 0; axis < 3; ++axis) middle[axis] += rest[at + axis] / corners;
    }
    let radius = 0;
    for (let i = 0; i < corners; ++i) {
      const at = 3 * elements[corners * element + i];
      radius += Math.hypot(
        rest[at] - middle[0],
        rest[at + 1] - middle[1],
        rest[at + 2] - middle[2],
      );
    }
    return { middle, radius: (0.6 * radius) / corners };
  }
}
