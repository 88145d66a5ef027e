// From elements to what is drawn: the boundary of the body, as vertices that can carry a colour of
// their own where regions or materials meet. A look inside slices the elements (slice.ts).

import type { Shape } from "./format";

// Faces of a tetrahedron of positive volume, turned outwards; face k is opposite to corner 3 - k.
export const kFaces = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];

export interface Surface {
  vertex_node: Uint32Array;
  vertex_element: Uint32Array; // an element of the vertex's region and material
  vertex_group: Uint32Array; // vertices of a group share a normal
  groups: number;
  mix: Mix | null; // where vertices lie on edges; null: each is on its node
  triangles: Uint32Array; // 3 vertices each
  edges: Uint32Array; // 2 vertices each
}

// A vertex lies this share of the way from its node to the other one.
export interface Mix {
  other: Uint32Array;
  share: Float32Array;
}

// Per element and face the element on the other side, -1 at the boundary (tetrahedra only).
export function face_neighbours(shape: Shape): Int32Array {
  const { elements } = shape;
  const faces = elements.length; // 4 per element
  const neighbours = new Int32Array(faces).fill(-1);
  let size = 16;
  while (size < 2 * faces) size *= 2;
  const table = new Int32Array(size).fill(-1);
  const low = new Uint32Array(faces);
  const middle = new Uint32Array(faces);
  const high = new Uint32Array(faces);
  for (let face = 0; face < faces; ++face) {
    const base = face & ~3;
    const corner = 3 * (face & 3);
    let a = elements[base + kFaces[corner]];
    let b = elements[base + kFaces[corner + 1]];
    let c = elements[base + kFaces[corner + 2]];
    if (a > b) [a, b] = [b, a];
    if (b > c) [b, c] = [c, b];
    if (a > b) [a, b] = [b, a];
    low[face] = a;
    middle[face] = b;
    high[face] = c;
    let slot =
      (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & (size - 1);
    for (;;) {
      const other = table[slot];
      if (other < 0) {
        table[slot] = face;
        break;
      }
      if (low[other] === a && middle[other] === b && high[other] === c) {
        neighbours[face] = other >> 2;
        neighbours[other] = face >> 2;
        break;
      }
      slot = (slot + 1) & (size - 1);
    }
  }
  return neighbours;
}

export function build_surface(shape: Shape, neighbours: Int32Array | null): Surface {
  const builder = new SurfaceBuilder(shape);
  const count = shape.elements.length / shape.corners;
  for (let e = 0; e < count; ++e) {
    for (const face of outer_faces(shape, neighbours, e)) builder.polygon(e, face, false);
  }
  return builder.finish();
}

// Faces of an element that are on the outside, as nodes in turn: of a triangle of a plane itself.
export function outer_faces(shape: Shape, neighbours: Int32Array | null, e: number): number[][] {
  const { elements, corners } = shape;
  if (corners === 3 || !neighbours) return [[...elements.subarray(3 * e, 3 * e + 3)]];
  const faces: number[][] = [];
  for (let face = 0; face < 4; ++face) {
    if (neighbours[4 * e + face] >= 0) continue;
    const nodes = [0, 1, 2].map((i) => elements[4 * e + kFaces[3 * face + i]]);
    faces.push(inverted(shape, e) ? [nodes[0], nodes[2], nodes[1]] : nodes);
  }
  return faces;
}

function inverted({ elements, rest }: Shape, element: number): boolean {
  const o = 3 * elements[4 * element];
  const d = (corner: number, axis: number) =>
    rest[3 * elements[4 * element + corner] + axis] - rest[o + axis];
  const volume =
    d(1, 0) * (d(2, 1) * d(3, 2) - d(2, 2) * d(3, 1)) -
    d(1, 1) * (d(2, 0) * d(3, 2) - d(2, 2) * d(3, 0)) +
    d(1, 2) * (d(2, 0) * d(3, 1) - d(2, 1) * d(3, 0));
  return volume < 0;
}

// Collects polygons whose corners are points: nodes, and places on edges.
export class SurfaceBuilder {
  private readonly vertex_node: number[] = [];
  private readonly vertex_element: number[] = [];
  private readonly vertex_group: number[] = [];
  private readonly other: number[] = [];
  private readonly share: number[] = [];
  private readonly triangles: number[] = [];
  private readonly edges: number[] = [];
  private readonly labels = new Map<number, number>();
  private readonly vertices = new Map<number, number>();
  private readonly groups_of = new Map<number, number>();
  private readonly seen_edges = new Set<number>();
  private readonly on_edges: [node: number, other: number, share: number][] = [];
  private readonly edge_points = new Map<number, number>();
  private groups = 0;

  constructor(private readonly shape: Shape) {}

  // The point this share of the way from a node to another; a node is a point by its own number.
  on_edge(node: number, other: number, share: number): number {
    const { nodes } = this.shape;
    const key = node * nodes + other;
    let point = this.edge_points.get(key);
    if (point === undefined) {
      point = nodes + this.on_edges.length;
      this.on_edges.push([node, other, share]);
      this.edge_points.set(key, point);
    }
    return point;
  }

  // A convex polygon of an element. The face of a slice has normals of its own.
  polygon(element: number, points: readonly number[], slice: boolean): void {
    const label = this.label(element);
    const vertices = points.map((point) => this.vertex(point, element, label, slice));
    for (let i = 2; i < vertices.length; ++i)
      this.triangles.push(vertices[0], vertices[i - 1], vertices[i]);
    const span = 4294967296;
    for (let i = 0; i < points.length; ++i) {
      const j = (i + 1) % points.length;
      const key = Math.min(points[i], points[j]) * span + Math.max(points[i], points[j]);
      if (this.seen_edges.has(key)) continue;
      this.seen_edges.add(key);
      this.edges.push(vertices[i], vertices[j]);
    }
  }

  finish(): Surface {
    return {
      vertex_node: Uint32Array.from(this.vertex_node),
      vertex_element: Uint32Array.from(this.vertex_element),
      vertex_group: Uint32Array.from(this.vertex_group),
      groups: this.groups,
      mix:
        this.on_edges.length > 0
          ? { other: Uint32Array.from(this.other), share: Float32Array.from(this.share) }
          : null,
      triangles: Uint32Array.from(this.triangles),
      edges: Uint32Array.from(this.edges),
    };
  }

  private label(element: number): number {
    const key = this.shape.regions[element] * 4294967296 + this.shape.materials[element];
    let label = this.labels.get(key);
    if (label === undefined) {
      label = this.labels.size;
      this.labels.set(key, label);
    }
    return label;
  }

  private vertex(point: number, element: number, label: number, slice: boolean): number {
    // Points are nodes and some edges: few enough that twice their number times the labels is exact.
    const place = 2 * point + (slice ? 1 : 0);
    const key = label * 68719476736 + place;
    const known = this.vertices.get(key);
    if (known !== undefined) return known;
    let group = this.groups_of.get(place);
    if (group === undefined) this.groups_of.set(place, (group = this.groups++));
    const { nodes } = this.shape;
    const [node, other, share] = point < nodes ? [point, point, 0] : this.on_edges[point - nodes];
    this.vertex_node.push(node);
    this.other.push(other);
    this.share.push(share);
    this.vertex_element.push(element);
    this.vertex_group.push(group);
    const vertex = this.vertex_node.length - 1;
    this.vertices.set(key, vertex);
    return vertex;
  }
}

// Positions and area-weighted normals of all vertices, written in place. `sums` holds 3 per group.
export function update_vertices(
  surface: Surface,
  x: Float32Array,
  positions: Float32Array,
  normals: Float32Array,
  sums: Float32Array,
): void {
  const { vertex_node, vertex_group, triangles, mix } = surface;
  for (let v = 0; v < vertex_node.length; ++v) {
    const from = 3 * vertex_node[v];
    positions[3 * v] = x[from];
    positions[3 * v + 1] = x[from + 1];
    positions[3 * v + 2] = x[from + 2];
  }
  if (mix) mix_positions(vertex_node, mix, x, positions);
  sums.fill(0);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    for (let i = 0; i < 3; ++i) {
      const group = 3 * vertex_group[triangles[t + i]];
      sums[group] += nx;
      sums[group + 1] += ny;
      sums[group + 2] += nz;
    }
  }
  for (let v = 0; v < vertex_node.length; ++v) {
    const group = 3 * vertex_group[v];
    const nx = sums[group];
    const ny = sums[group + 1];
    const nz = sums[group + 2];
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
    normals[3 * v] = nx / length;
    normals[3 * v + 1] = ny / length;
    normals[3 * v + 2] = nz / length;
  }
}

function mix_positions(
  vertex_node: Uint32Array,
  { other, share }: Mix,
  x: Float32Array,
  positions: Float32Array,
): void {
  for (let v = 0; v < vertex_node.length; ++v) {
    if (share[v] === 0) continue;
    for (let axis = 0; axis < 3; ++axis) {
      const at = 3 * v + axis;
      positions[at] += share[v] * (x[3 * other[v] + axis] - positions[at]);
    }
  }
}
