// A fine surface that the body carries along (docs/skin.md): every vertex hangs on the four nodes of an
// element, and its normal turns as a surface in that element does.

import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  Mesh,
  type MeshStandardMaterial,
} from "three";
import { color_vertices, type Coloring } from "./coloring";
import type { Frame, Shape, Skin } from "./format";
import type { Sky } from "./occlusion";
import type { Surface } from "./surface";

// Where the vertices of a skin are, and their unit normals.
export function carry(
  skin: Skin,
  rest: Float32Array,
  positions: Float32Array,
  at: Float32Array,
  normals: Float32Array,
): void {
  const { nodes, weights } = skin;
  const now = new Float64Array(9); // edges from the first node to the others
  for (let v = 0; 4 * v < nodes.length; ++v) {
    const first = 3 * nodes[4 * v];
    for (let c = 0; c < 3; ++c) {
      let sum = weights[4 * v] * positions[first + c];
      for (let k = 1; k < 4; ++k) {
        const x = positions[3 * nodes[4 * v + k] + c];
        sum += weights[4 * v + k] * x;
        now[3 * (k - 1) + c] = x - positions[first + c];
      }
      at[3 * v + c] = sum;
    }
    // F^-T n is the sum over edges of (its dual now) (its rest . n); duals are the cross products of the
    // other two edges over a volume, and only the direction counts.
    let x = 0;
    let y = 0;
    let z = 0;
    for (let k = 0; k < 3; ++k) {
      const other = 3 * nodes[4 * v + k + 1];
      let along = 0;
      for (let c = 0; c < 3; ++c)
        along += (rest[other + c] - rest[first + c]) * skin.normals[3 * v + c];
      const a = 3 * ((k + 1) % 3);
      const b = 3 * ((k + 2) % 3);
      x += along * (now[a + 1] * now[b + 2] - now[a + 2] * now[b + 1]);
      y += along * (now[a + 2] * now[b] - now[a] * now[b + 2]);
      z += along * (now[a] * now[b + 1] - now[a + 1] * now[b]);
    }
    const length = Math.hypot(x, y, z) || 1;
    normals[3 * v] = x / length;
    normals[3 * v + 1] = y / length;
    normals[3 * v + 2] = z / length;
  }
}

// Of triangles of nodes those that the skin leaves bare: other bodies, and what a cut has opened.
export function bare_triangles(skin: Skin, surface: Surface): Uint32Array {
  const key = (nodes: number[]) => nodes.sort((a, b) => a - b).join(" ");
  const bare = new Set<string>();
  for (let t = 0; t < skin.bare.length; t += 3) bare.add(key([...skin.bare.subarray(t, t + 3)]));
  const left: number[] = [];
  for (let t = 0; t < surface.triangles.length; t += 3) {
    const corners = [...surface.triangles.subarray(t, t + 3)];
    if (bare.has(key(corners.map((v) => surface.vertex_node[v])))) left.push(...corners);
  }
  return new Uint32Array(left);
}

// What colours a vertex: the node that carries most of it, and its element.
function as_surface(skin: Skin, shape: Shape): Surface {
  const count = skin.nodes.length / 4;
  const key = (nodes: Uint32Array) => [...nodes].sort((a, b) => a - b).join(" ");
  const element_of = new Map<string, number>();
  for (let e = 0; 4 * e < shape.elements.length; ++e)
    element_of.set(key(shape.elements.subarray(4 * e, 4 * e + 4)), e);
  const vertex_node = new Uint32Array(count);
  const vertex_element = new Uint32Array(count);
  for (let v = 0; v < count; ++v) {
    let most = 0;
    for (let k = 1; k < 4; ++k) if (skin.weights[4 * v + k] > skin.weights[4 * v + most]) most = k;
    vertex_node[v] = skin.nodes[4 * v + most];
    vertex_element[v] = element_of.get(key(skin.nodes.subarray(4 * v, 4 * v + 4))) ?? 0;
  }
  const none = new Uint32Array(0);
  return {
    vertex_node,
    vertex_element,
    vertex_group: none,
    mix: null,
    groups: 0,
    triangles: skin.triangles,
    edges: none,
  };
}

export class CarriedSkin {
  readonly mesh: Mesh<BufferGeometry, MeshStandardMaterial>;
  private shape: Shape | null = null;
  private surface: Surface | null = null;

  constructor(material: MeshStandardMaterial) {
    this.mesh = new Mesh(new BufferGeometry(), material);
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
  }

  set_shape(shape: Shape, sky: Sky): void {
    this.shape = shape;
    this.surface = shape.skin ? as_surface(shape.skin, shape) : null;
    this.mesh.geometry.dispose();
    this.mesh.geometry = new BufferGeometry();
    if (!shape.skin) return;
    for (const name of ["position", "normal", "color"])
      this.mesh.geometry.setAttribute(
        name,
        new BufferAttribute(new Float32Array((3 * shape.skin.nodes.length) / 4), 3).setUsage(
          DynamicDrawUsage,
        ),
      );
    const { skin, rest } = shape;
    this.mesh.geometry.setIndex(new BufferAttribute(skin.triangles, 1));
    const { position, normal } = this.mesh.geometry.attributes as Record<string, BufferAttribute>;
    const places = position.array as Float32Array;
    carry(skin, rest, rest, places, normal.array as Float32Array);
    const open = sky.seen(this.surface!.vertex_node, places, skin.normals, () => false);
    this.mesh.geometry.setAttribute("open", new BufferAttribute(open, 1));
  }

  update(frame: Frame, coloring: Coloring): void {
    if (!this.shape?.skin || !this.surface || !this.mesh.visible) return;
    const { position, normal, color } = this.mesh.geometry.attributes as Record<
      string,
      BufferAttribute
    >;
    carry(
      this.shape.skin,
      this.shape.rest,
      frame.positions,
      position.array as Float32Array,
      normal.array as Float32Array,
    );
    color_vertices(color.array as Float32Array, this.surface, this.shape, frame, coloring);
    position.needsUpdate = normal.needsUpdate = color.needsUpdate = true;
  }
}
