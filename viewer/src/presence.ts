// Who is still there: a piece that was cut off and falls for ever shall neither pull the camera along
// nor stretch the scale of colours.

import { Box3 } from "three";

const kSamples = 255;
// Thirteen axes: of the cube's faces, edges and corners.
const kAxes: readonly (readonly [number, number, number])[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 1, 0],
  [1, -1, 0],
  [1, 0, 1],
  [1, 0, -1],
  [0, 1, 1],
  [0, 1, -1],
  [1, 1, 1],
  [1, 1, -1],
  [1, -1, 1],
  [-1, 1, 1],
];
const kGone = 1.5; // sizes of the scene from the middle of the crowd

export class Presence {
  readonly box = new Box3();
  // The outermost node both ways along each axis: they stand for all, as far as a camera cares.
  private readonly points = new Float32Array(6 * kAxes.length);
  private readonly sample = new Float32Array(kSamples);
  private readonly middle = [0, 0, 0];
  private reach = Infinity;
  private outlined = false;
  private positions: Float32Array = new Float32Array(0);

  // Where most nodes are, and the box around all those that are not far from it.
  update(positions: Float32Array, size: number): this {
    this.positions = positions;
    this.box.makeEmpty();
    const nodes = positions.length / 3;
    const used = Math.min(nodes, kSamples);
    for (let axis = 0; axis < 3; ++axis) {
      for (let i = 0; i < used; ++i) {
        this.sample[i] = positions[3 * Math.floor((i * nodes) / used) + axis];
      }
      this.middle[axis] = this.sample.subarray(0, used).sort()[used >> 1] ?? 0;
    }
    this.reach = kGone * size;
    const { min, max } = this.box;
    for (let node = 0; node < nodes; ++node) {
      if (!this.has(node)) continue;
      const x = positions[3 * node];
      const y = positions[3 * node + 1];
      const z = positions[3 * node + 2];
      if (x < min.x) min.x = x;
      if (y < min.y) min.y = y;
      if (z < min.z) min.z = z;
      if (x > max.x) max.x = x;
      if (y > max.y) max.y = y;
      if (z > max.z) max.z = z;
    }
    this.outlined = false;
    return this;
  }

  // Found when somebody asks: a camera that stands still does not.
  get outline(): Float32Array {
    if (!this.outlined) this.find_outline(this.positions.length / 3);
    return this.points;
  }

  private find_outline(nodes: number): void {
    this.outlined = true;
    for (let k = 0; k < kAxes.length; ++k) this.find_ends(k, nodes);
  }

  // Plain loops over plain numbers: what a closure holds would be put on the heap node by node.
  private find_ends(k: number, nodes: number): void {
    const { positions, points } = this;
    const ax = kAxes[k][0];
    const ay = kAxes[k][1];
    const az = kAxes[k][2];
    let low = Infinity;
    let high = -Infinity;
    let first = 0;
    let last = 0;
    for (let i = 0; i < 3 * nodes; i += 3) {
      const at = ax * positions[i] + ay * positions[i + 1] + az * positions[i + 2];
      if (at < low && this.has(i / 3)) {
        low = at;
        first = i;
      }
      if (at > high && this.has(i / 3)) {
        high = at;
        last = i;
      }
    }
    for (let c = 0; c < 3; ++c) {
      points[6 * k + c] = positions[first + c];
      points[6 * k + 3 + c] = positions[last + c];
    }
  }

  has(node: number): boolean {
    const x = this.positions[3 * node] - this.middle[0];
    const y = this.positions[3 * node + 1] - this.middle[1];
    const z = this.positions[3 * node + 2] - this.middle[2];
    return x * x + y * y + z * z <= this.reach * this.reach;
  }
}
