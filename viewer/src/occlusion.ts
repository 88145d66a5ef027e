// How much of the sky each vertex sees, from the rest shape: hollows, armpits and folds lie in shade. The
// body is poured into a grid once; rays then walk through cells instead of triangles, which costs some
// milliseconds and is smooth by itself. It stays with the vertices while the body moves.

import type { Shape } from "./format";

const kCells = 40; // along the longest side
const kReach = 0.5; // of the longest side: what is farther away darkens nothing
const kLift = 1.6; // cells above the surface, out of those it fills itself
const kGrowth = 1.3; // of the steps along a ray
const kRays = 32; // over the sphere
const kMostSamples = 64; // of an element

const kDirections = Array.from({ length: kRays }, (_, i) => {
  const z = 1 - (2 * i + 1) / kRays;
  const angle = i * Math.PI * (3 - Math.sqrt(5));
  const radius = Math.sqrt(1 - z * z);
  return [radius * Math.cos(angle), radius * Math.sin(angle), z] as const;
});

export class Sky {
  private readonly low = [Infinity, Infinity, Infinity];
  private readonly size: number[];
  private readonly cell: number;
  private readonly filled: Float32Array; // part of each cell
  private readonly twins: Uint8Array; // nodes at the place of another one: a cut has parted them

  constructor(private readonly shape: Shape) {
    const { rest, nodes } = shape;
    const high = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < 3 * nodes; ++i) {
      this.low[i % 3] = Math.min(this.low[i % 3], rest[i]);
      high[i % 3] = Math.max(high[i % 3], rest[i]);
    }
    const longest = Math.max(...high.map((value, i) => value - this.low[i]), 1e-12);
    this.cell = longest / kCells;
    this.size = high.map((value, i) => Math.floor((value - this.low[i]) / this.cell) + 1);
    this.filled = new Float32Array(this.size[0] * this.size[1] * this.size[2]);
    this.pour();
    this.twins = find_twins(shape);
  }

  // From 0, nothing, to 1, all of the sky above a vertex. What a slice has opened sees all of it.
  seen(
    vertex_node: ArrayLike<number>,
    positions: Float32Array, // of the vertices, at rest
    normals: Float32Array,
    opened: (v: number) => boolean,
  ): Float32Array {
    const count = positions.length / 3;
    const open = new Float32Array(count).fill(1);
    if (this.shape.corners !== 4) return open;
    for (let v = 0; v < count; ++v) {
      if (opened(v) || this.twins[vertex_node[v]]) continue;
      open[v] = this.above(positions, normals, 3 * v);
    }
    return open;
  }

  private above(positions: Float32Array, normals: Float32Array, at: number): number {
    const { cell } = this;
    const reach = kReach * kCells * cell;
    const [nx, ny, nz] = [normals[at], normals[at + 1], normals[at + 2]];
    const x = positions[at] + kLift * cell * nx;
    const y = positions[at + 1] + kLift * cell * ny;
    const z = positions[at + 2] + kLift * cell * nz;
    let light = 0;
    let all = 0;
    for (const [dx, dy, dz] of kDirections) {
      const cosine = nx * dx + ny * dy + nz * dz;
      if (cosine < 0.12) continue; // along the surface it would meet itself
      all += cosine;
      let left = 1;
      for (let way = cell, step = cell; way < reach && left > 0.05; way += step, step *= kGrowth) {
        const there = this.at(x + way * dx, y + way * dy, z + way * dz);
        left *= 1 - there * (1 - (way / reach) ** 2);
      }
      light += cosine * left;
    }
    return all > 0 ? light / all : 1;
  }

  private at(x: number, y: number, z: number): number {
    const i = Math.floor((x - this.low[0]) / this.cell);
    const j = Math.floor((y - this.low[1]) / this.cell);
    const k = Math.floor((z - this.low[2]) / this.cell);
    const [nx, ny, nz] = this.size;
    if (i < 0 || j < 0 || k < 0 || i >= nx || j >= ny || k >= nz) return 0;
    return this.filled[i + nx * (j + ny * k)];
  }

  // Each element gives its volume to the cells at points spread evenly in it.
  private pour(): void {
    const { elements, rest, corners } = this.shape;
    if (corners !== 4) return;
    const whole = this.cell ** 3;
    const [nx, ny] = this.size;
    for (let e = 0; e < elements.length; e += 4) {
      const at = [0, 1, 2, 3].map((i) => 3 * elements[e + i]);
      const volume = Math.abs(volume_of(rest, at));
      const samples = Math.min(kMostSamples, Math.ceil((4 * volume) / whole));
      for (let s = 0; s < samples; ++s) {
        const weights = spread(s);
        const [i, j, k] = [0, 1, 2].map((axis) => {
          let sum = 0;
          for (let c = 0; c < 4; ++c) sum += weights[c] * rest[at[c] + axis];
          return Math.floor((sum - this.low[axis]) / this.cell);
        });
        this.filled[i + nx * (j + ny * k)] += volume / samples / whole;
      }
    }
    for (let i = 0; i < this.filled.length; ++i) this.filled[i] = Math.min(1, this.filled[i]);
  }
}

function volume_of(x: Float32Array, at: readonly number[]): number {
  const d = (corner: number, axis: number) => x[at[corner] + axis] - x[at[0] + axis];
  return (
    (d(1, 0) * (d(2, 1) * d(3, 2) - d(2, 2) * d(3, 1)) -
      d(1, 1) * (d(2, 0) * d(3, 2) - d(2, 2) * d(3, 0)) +
      d(1, 2) * (d(2, 0) * d(3, 1) - d(2, 1) * d(3, 0))) /
    6
  );
}

// The s-th of points that fill a tetrahedron evenly, by its weights.
const kSpread = Array.from({ length: kMostSamples }, (_, s) => {
  const parts = [0.8191725134, 0.6710436067, 0.5497004779].map((a) => (0.5 + a * (s + 1)) % 1);
  parts.sort((a, b) => a - b);
  return [parts[0], parts[1] - parts[0], parts[2] - parts[1], 1 - parts[2]];
});
function spread(s: number): readonly number[] {
  return s === 0 ? [0.25, 0.25, 0.25, 0.25] : kSpread[s];
}

function find_twins({ rest, nodes }: Shape): Uint8Array {
  const twins = new Uint8Array(nodes);
  const first = new Map<string, number>();
  for (let i = 0; i < nodes; ++i) {
    const key = `${rest[3 * i]} ${rest[3 * i + 1]} ${rest[3 * i + 2]}`;
    const other = first.get(key);
    if (other === undefined) first.set(key, i);
    else twins[i] = twins[other] = 1;
  }
  return twins;
}
