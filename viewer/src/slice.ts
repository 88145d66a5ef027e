// A look inside: the body up to a plane of its rest shape, with a smooth face where the plane goes through
// the elements. The face belongs to the material: its vertices lie on edges, a fixed share of the way
// from one node to the other, and move, and have values, as the elements have them there.

import type { Shape } from "./format";
import { outer_faces, SurfaceBuilder, type Surface } from "./surface";

export interface ClipPlane {
  normal: readonly [number, number, number];
  offset: number; // kept is where normal . x <= offset
}

const kNudge = 1e-5; // of the body's extent: a node closer to the plane than this counts as kept

// How far beyond the plane each node is at rest, never zero.
export function beyond(shape: Shape, { normal, offset }: ClipPlane): Float32Array {
  const { rest, nodes } = shape;
  const gap = new Float32Array(nodes);
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < nodes; ++i) {
    gap[i] =
      normal[0] * rest[3 * i] + normal[1] * rest[3 * i + 1] + normal[2] * rest[3 * i + 2] - offset;
    low = Math.min(low, gap[i]);
    high = Math.max(high, gap[i]);
  }
  const nudge = kNudge * (high - low || 1);
  for (let i = 0; i < nodes; ++i) if (Math.abs(gap[i]) < nudge) gap[i] = -nudge;
  return gap;
}

export function sliced_surface(
  shape: Shape,
  neighbours: Int32Array | null,
  plane: ClipPlane,
): Surface {
  const { elements, corners } = shape;
  const gap = beyond(shape, plane);
  const builder = new SurfaceBuilder(shape);
  for (let e = 0; e < elements.length / corners; ++e) {
    const nodes = [...elements.subarray(corners * e, corners * (e + 1))];
    const kept = nodes.filter((node) => gap[node] < 0);
    if (kept.length === 0) continue;
    for (const face of outer_faces(shape, neighbours, e)) {
      const part = kept.length === corners ? face : clipped(face, gap, builder);
      if (part.length >= 3) builder.polygon(e, part, false);
    }
    if (corners !== 4 || kept.length === 4) continue;
    const gone = nodes.filter((node) => gap[node] >= 0);
    builder.polygon(
      e,
      facing(shape, plane, gap, opening(kept, gone)).map(place(gap, builder)),
      true,
    );
  }
  return builder.finish();
}

type Crossing = readonly [kept: number, gone: number];

function share_of(gap: Float32Array, kept: number, gone: number): number {
  return gap[kept] / (gap[kept] - gap[gone]);
}

function place(gap: Float32Array, builder: SurfaceBuilder) {
  return ([kept, gone]: Crossing) => builder.on_edge(kept, gone, share_of(gap, kept, gone));
}

// What is left of a polygon of nodes, in turn.
function clipped(nodes: readonly number[], gap: Float32Array, builder: SurfaceBuilder): number[] {
  const left: number[] = [];
  nodes.forEach((a, i) => {
    const b = nodes[(i + 1) % nodes.length];
    if (gap[a] < 0) left.push(a);
    if (gap[a] < 0 !== gap[b] < 0) left.push(place(gap, builder)(gap[a] < 0 ? [a, b] : [b, a]));
  });
  return left;
}

// Where the plane meets the edges of a tetrahedron, in turn: a triangle or a quadrilateral.
function opening(kept: readonly number[], gone: readonly number[]): Crossing[] {
  if (kept.length === 1) return gone.map((b) => [kept[0], b] as const);
  if (gone.length === 1) return kept.map((a) => [a, gone[0]] as const);
  return [
    [kept[0], gone[0]],
    [kept[0], gone[1]],
    [kept[1], gone[1]],
    [kept[1], gone[0]],
  ];
}

// Turned towards where the rest was.
function facing(
  { rest }: Shape,
  { normal }: ClipPlane,
  gap: Float32Array,
  crossings: Crossing[],
): Crossing[] {
  const [p, q, r] = crossings.map(([a, b]) => {
    const share = share_of(gap, a, b);
    return [0, 1, 2].map((i) => rest[3 * a + i] + share * (rest[3 * b + i] - rest[3 * a + i]));
  });
  const u = [0, 1, 2].map((i) => q[i] - p[i]);
  const v = [0, 1, 2].map((i) => r[i] - p[i]);
  const along =
    normal[0] * (u[1] * v[2] - u[2] * v[1]) +
    normal[1] * (u[2] * v[0] - u[0] * v[2]) +
    normal[2] * (u[0] * v[1] - u[1] * v[0]);
  return along < 0 ? crossings.reverse() : crossings;
}
