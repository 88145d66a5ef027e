// The body: its surface with edges, updated in place from frames.

import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  FrontSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshStandardMaterial,
  Sphere,
  Vector3,
} from "three";
import { bare_triangles, CarriedSkin } from "./carried_skin";
import { color_vertices, type Coloring } from "./coloring";
import type { Frame, Shape } from "./format";
import {
  build_surface,
  face_neighbours,
  kept_elements,
  update_vertices,
  type Surface,
} from "./surface";

export interface ClipPlane {
  normal: readonly [number, number, number];
  offset: number;
}

export interface Drawn {
  positions: Float32Array; // of vertices
  triangles: Uint32Array;
  nodes: Uint32Array; // of vertices
  elements: ArrayLike<number>; // of vertices
}

export class MeshView {
  readonly group = new Group();
  readonly skin: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly edges: LineSegments<BufferGeometry, LineBasicMaterial>;
  private readonly carried: CarriedSkin;
  private shape: Shape | null = null;
  private neighbours: Int32Array | null = null;
  private surface: Surface | null = null;
  private sums = new Float32Array(0);
  private clip: ClipPlane | null = null;
  kept_nodes: Uint8Array | null = null; // 1 per node of an element that is left; null: all are
  private readonly bounds = new Sphere(new Vector3(), Infinity);

  constructor() {
    const material = new MeshStandardMaterial({
      vertexColors: true,
      roughness: 0.62,
      metalness: 0,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    });
    shade_softly(material);
    this.skin = new Mesh(new BufferGeometry(), material);
    this.skin.castShadow = true;
    this.skin.receiveShadow = true;
    this.edges = new LineSegments(
      new BufferGeometry(),
      new LineBasicMaterial({ color: 0x0b1220, transparent: true, opacity: 0.18 }),
    );
    for (const object of [this.skin, this.edges]) object.frustumCulled = false;
    this.carried = new CarriedSkin(material);
    this.skin.add(this.carried.mesh); // hidden with it
    this.group.add(this.skin, this.edges);
  }

  set_shape(shape: Shape): void {
    this.shape = shape;
    this.neighbours = shape.corners === 4 ? face_neighbours(shape) : null;
    this.skin.material.side = shape.corners === 4 ? FrontSide : DoubleSide;
    this.skin.material.needsUpdate = true;
    this.carried.set_shape(shape);
    this.rebuild();
  }

  set_clip(clip: ClipPlane | null): void {
    this.clip = clip;
    this.rebuild();
  }

  private rebuild(): void {
    if (!this.shape) return;
    const kept = this.clip ? kept_elements(this.shape, this.clip.normal, this.clip.offset) : null;
    const surface = build_surface(this.shape, this.neighbours, kept);
    this.kept_nodes = kept && nodes_of(this.shape, kept);
    const count = 3 * surface.vertex_node.length;
    const attribute = () =>
      new BufferAttribute(new Float32Array(count), 3).setUsage(DynamicDrawUsage);
    const position = attribute();
    const skin = new BufferGeometry();
    skin.setAttribute("position", position);
    skin.setAttribute("normal", attribute());
    skin.setAttribute("color", attribute());
    // A look inside shows the elements; else the skin stands for them, where there is one.
    const covered = this.clip ? undefined : this.shape.skin;
    const seen = covered ? bare_triangles(covered, surface) : surface.triangles;
    skin.setIndex(new BufferAttribute(seen, 1));
    this.carried.mesh.visible = covered !== undefined;
    const edges = new BufferGeometry();
    edges.setAttribute("position", position);
    edges.setIndex(new BufferAttribute(covered ? new Uint32Array(0) : surface.edges, 1));
    skin.boundingSphere = edges.boundingSphere = this.bounds;
    this.skin.geometry.dispose();
    this.edges.geometry.dispose();
    this.skin.geometry = skin;
    this.edges.geometry = edges;
    this.surface = surface;
    this.sums = new Float32Array(3 * surface.groups);
  }

  update(frame: Frame, coloring: Coloring): void {
    if (!this.surface || !this.shape) return;
    const { position, normal, color } = this.skin.geometry.attributes as Record<
      string,
      BufferAttribute
    >;
    update_vertices(
      this.surface,
      frame.positions,
      position.array as Float32Array,
      normal.array as Float32Array,
      this.sums,
    );
    color_vertices(color.array as Float32Array, this.surface, this.shape, frame, coloring);
    position.needsUpdate = normal.needsUpdate = color.needsUpdate = true;
    this.carried.update(frame, coloring);
  }

  // What is on the screen, for picking: vertex positions, triangles, the node of a vertex.
  get drawn(): Drawn | null {
    if (!this.surface) return null;
    return {
      elements: this.surface.vertex_element,
      positions: this.skin.geometry.attributes.position.array as Float32Array,
      triangles: this.surface.triangles,
      nodes: this.surface.vertex_node,
    };
  }
}

// Light as in a studio, on top of the lamps: hollows are dark and ridges bright (how the normal spreads
// along the picture, over the distance it does so), and the rim turns away into shade.
function shade_softly(material: MeshStandardMaterial): void {
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      "#include <opaque_fragment>",
      `{
  vec3 facing = normalize(vViewPosition);
  vec3 run_x = dFdx(vViewPosition), run_y = dFdy(vViewPosition);
  float span = max(length(run_x) + length(run_y), 1e-9);
  float spread = -(dot(dFdx(normal), run_x) + dot(dFdy(normal), run_y)) / span;
  float turned = 1.0 - clamp(dot(normal, facing), 0.0, 1.0);
  outgoingLight *= clamp(1.0 + 3.0 * spread, 0.72, 1.18) * (1.0 - 0.22 * turned * turned);
}
#include <opaque_fragment>`,
    );
  };
}

function nodes_of(shape: Shape, kept: Uint8Array): Uint8Array {
  const nodes = new Uint8Array(shape.nodes);
  shape.elements.forEach((node, i) => {
    if (kept[Math.floor(i / shape.corners)]) nodes[node] = 1;
  });
  return nodes;
}
