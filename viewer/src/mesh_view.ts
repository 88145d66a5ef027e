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
import { Sky } from "./occlusion";
import { shade_softly } from "./shading";
import { beyond, sliced_surface, type ClipPlane } from "./slice";
import { build_surface, face_neighbours, update_vertices, type Mix, type Surface } from "./surface";

export interface Drawn {
  positions: Float32Array; // of vertices
  triangles: Uint32Array;
  nodes: Uint32Array; // of vertices
  elements: ArrayLike<number>; // of vertices
  mix: Mix | null;
  places: Float32Array; // of nodes
}

export class MeshView {
  readonly group = new Group();
  readonly skin: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly hollows: { value: number }; // how dark they are, 0 to 1
  readonly edges: LineSegments<BufferGeometry, LineBasicMaterial>;
  private readonly carried: CarriedSkin;
  private shape: Shape | null = null;
  private sky: Sky | null = null;
  private places: Float32Array = new Float32Array(0);
  neighbours: Int32Array | null = null; // of tetrahedra
  private surface: Surface | null = null;
  private sums = new Float32Array(0);
  private clip: ClipPlane | null = null;
  kept_nodes: Uint8Array | null = null; // 1 per node on this side of the slice; null: all are
  private readonly bounds = new Sphere(new Vector3(), Infinity);

  constructor() {
    const material = new MeshStandardMaterial({
      vertexColors: true,
      roughness: 0.52,
      metalness: 0,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    });
    this.hollows = shade_softly(material);
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
    this.sky = new Sky(shape);
    this.carried.set_shape(shape, this.sky);
    this.rebuild();
  }

  set_clip(clip: ClipPlane | null): void {
    this.clip = clip;
    this.rebuild();
  }

  private rebuild(): void {
    if (!this.shape) return;
    const { shape, clip } = this;
    const surface = clip
      ? sliced_surface(shape, this.neighbours, clip)
      : build_surface(shape, this.neighbours);
    this.kept_nodes = clip && Uint8Array.from(beyond(shape, clip), (gap) => (gap < 0 ? 1 : 0));
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
    skin.setAttribute("open", this.openness(surface, skin));
  }

  // How much sky the vertices see, from places and normals at rest (the next frame writes its own).
  private openness(surface: Surface, skin: BufferGeometry): BufferAttribute {
    const { position, normal } = skin.attributes as Record<string, BufferAttribute>;
    const places = position.array as Float32Array;
    const normals = normal.array as Float32Array;
    update_vertices(surface, this.shape!.rest, places, normals, this.sums);
    const sliced = (v: number) => (surface.mix?.share[v] ?? 0) > 0;
    return new BufferAttribute(this.sky!.seen(surface.vertex_node, places, normals, sliced), 1);
  }

  update(frame: Frame, coloring: Coloring): void {
    if (!this.surface || !this.shape) return;
    this.places = frame.positions;
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

  sky_above(node: number): number {
    const vertex = this.surface?.vertex_node.indexOf(node) ?? -1;
    return vertex < 0 ? NaN : this.skin.geometry.attributes.open.getX(vertex);
  }

  // What is on the screen, for picking: vertex positions, triangles, the node of a vertex.
  get drawn(): Drawn | null {
    if (!this.surface) return null;
    return {
      elements: this.surface.vertex_element,
      positions: this.skin.geometry.attributes.position.array as Float32Array,
      triangles: this.surface.triangles,
      nodes: this.surface.vertex_node,
      mix: this.surface.mix,
      places: this.places,
    };
  }
}
