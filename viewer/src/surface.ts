// From elements to what is drawn: the boundary of the kept elements, as vertices that can carry a
// colour of their own where regions or materials meet, and normals that are smooth outside and flat
// where a clipping plane has opened the body.

import type { Shape } from "./format";

// Faces of a tetrahedron of positive volume, turned outwards.
const kFaces = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];

export interface Surface {
  vertex_node: Uint32Array;
  vertex_element: Uint32Array; // an element of the vertex's region and material
  vertex_group: Uint32Array; // vertices of a group share a normal
  groups: number;
  triangles: Uint32Array; // 3 vertices each
  edges: Uint32Array; // 2 vertices each
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

// Which elements lie on the kept side of the plane normal . x <= offset, by their rest centroid: the
// cut then follows the material while the body moves.
export function kept_elements(shape: Shape, normal: readonly number[], offset: number): Uint8Array {
  const { elements, rest, corners } = shape;
  const count = elements.length / corners;
  const kept = new Uint8Array(count);
  for (let e = 0; e < count; ++e) {
    let distance = 0;
    for (let i = 0; i < corners; ++i) {
      const at = 3 * elements[corners * e + i];
      distance += normal[0] * rest[at] + normal[1] * rest[at + 1] + normal[2] * rest[at + 2];
    }
    kept[e] = distance <= corners * offset ? 1 : 0;
  }
  return kept;
}

export function build_surface(
  shape: Shape,
  neighbours: Int32Array | null,
  kept: Uint8Array | null,
): Surface {
  const builder = new Builder(shape);
  const count = shape.elements.length / shape.corners;
  for (let e = 0; e < count; ++e) {
    if (kept && !kept[e]) continue;
    if (shape.corners === 3 || !neighbours) {
      builder.triangle(e, 0, 1, 2, false);
      continue;
    }
    for (let face = 0; face < 4; ++face) {
      const other = neighbours[4 * e + face];
      if (other >= 0 && (!kept || kept[other])) continue;
      const corner = 3 * face;
      builder.triangle(e, kFaces[corner], kFaces[corner + 1], kFaces[corner + 2], other >= 0);
    }
  }
  return builder.finish();
}

class Builder {
  private readonly vertex_node: number[] = [];
  private readonly vertex_element: number[] = [];
  private readonly vertex_group: number[] = [];
  private readonly triangles: number[] = [];
  private readonly edges: number[] = [];
  private readonly labels = new Map<number, number>();
  private readonly vertices = new Map<number, number>();
  private readonly group_of_node: Int32Array;
  private readonly seen_edges = new Set<number>();
  private groups = 0;

  constructor(private readonly shape: Shape) {
    this.group_of_node = new Int32Array(shape.nodes).fill(-1);
  }

  triangle(element: number, a: number, b: number, c: number, inside: boolean): void {
    if (this.shape.corners === 4 && this.inverted(element)) [b, c] = [c, b];
    const base = this.shape.corners * element;
    const nodes = [a, b, c].map((corner) => this.shape.elements[base + corner]);
    const label = this.label(element);
    const vertices = nodes.map((node) =>
      inside ? this.add(node, element, this.groups++) : this.shared(node, element, label),
    );
    this.triangles.push(...vertices);
    for (let i = 0; i < 3; ++i) {
      const j = (i + 1) % 3;
      const key = Math.min(nodes[i], nodes[j]) * this.shape.nodes + Math.max(nodes[i], nodes[j]);
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

  private shared(node: number, element: number, label: number): number {
    const key = label * this.shape.nodes + node;
    let vertex = this.vertices.get(key);
    if (vertex === undefined) {
      if (this.group_of_node[node] < 0) this.group_of_node[node] = this.groups++;
      vertex = this.add(node, element, this.group_of_node[node]);
      this.vertices.set(key, vertex);
    }
    return vertex;
  }

  private add(node: number, element: number, group: number): number {
    this.vertex_node.push(node);
    this.vertex_element.push(element);
    this.vertex_group.push(group);
    return this.vertex_node.length - 1;
  }

  private inverted(element: number): boolean {
    const { elements, rest } = this.shape;
    const o = 3 * elements[4 * element];
    const d = (corner: number, axis: number) =>
      rest[3 * elements[4 * element + corner] + axis] - rest[o + axis];
    const volume =
      d(1, 0) * (d(2, 1) * d(3, 2) - d(2, 2) * d(3, 1)) -
      d(1, 1) * (d(2, 0) * d(3, 2) - d(2, 2) * d(3, 0)) +
      d(1, 2) * (d(2, 0) * d(3, 1) - d(2, 1) * d(3, 0));
    return volume < 0;
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
  const { vertex_node, vertex_group, triangles } = surface;
  for (let v = 0; v < vertex_node.length; ++v) {
    const from = 3 * vertex_node[v];
    positions[3 * v] = x[from];
    positions[3 * v + 1] = x[from + 1];
    positions[3 * v + 2] = x[from + 2];
  }
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
