// Everything drawn of one run: body, dots, fibres, solids, the pull, contacts.

import {
  Box3,
  BufferGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  SphereGeometry,
  Vector3,
} from "three";
import type { Coloring } from "./coloring";
import { Fibres } from "./fibres";
import type { Frame, SceneText, Shape } from "./format";
import { LineSet } from "./line_set";
import { MeshView } from "./mesh_view";
import { NodeDots } from "./node_dots";
import { Presence } from "./presence";
import type { ClipPlane } from "./slice";
import { Solids } from "./solids";

export interface Visible {
  surface: boolean;
  hollows: boolean; // in shade
  edges: boolean;
  dots: boolean;
  fibres: boolean;
  solids: boolean;
  contacts: boolean;
}

export class SideView {
  readonly group = new Group();
  readonly mesh = new MeshView();
  readonly dots = new NodeDots();
  readonly bounds = new Box3(); // of the rest shape
  readonly presence = new Presence(); // of the frame shown last
  private readonly solids = new Solids();
  private readonly fibre_lines = new LineSet(0xd8344a, true, 0.4);
  private readonly pull_line = new LineSet(0xff8a1f, true);
  private readonly contact_lines = new LineSet(0x1fa37a, true, 0.9);
  private readonly target: Mesh<SphereGeometry, MeshBasicMaterial>;
  private readonly ghost = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({
      color: 0xb23a9a,
      transparent: true,
      opacity: 0.28,
      depthWrite: false,
    }),
  );
  private fibres: Fibres | null = null;
  private shape: Shape | null = null;
  private size = 1;

  constructor() {
    this.target = new Mesh(
      new SphereGeometry(1, 24, 16),
      new MeshBasicMaterial({ color: 0xff8a1f, depthTest: false, transparent: true }),
    );
    this.ghost.frustumCulled = false;
    this.ghost.visible = false;
    this.ghost.renderOrder = 5;
    this.target.renderOrder = 11;
    this.target.visible = false;
    this.group.add(
      this.mesh.group,
      this.solids.group,
      this.fibre_lines.lines,
      this.contact_lines.lines,
      this.pull_line.lines,
      this.dots.points,
      this.target,
      this.ghost,
    );
  }

  get shape_number(): number {
    return this.shape?.number ?? -1;
  }
  get current_shape(): Shape | null {
    return this.shape;
  }

  set_scene(scene: SceneText): void {
    this.size = scene.size && scene.size > 0 ? scene.size : 1;
    this.solids.set(scene.solids ?? [], this.size);
    this.target.scale.setScalar(0.009 * this.size);
  }

  set_shape(shape: Shape): void {
    this.shape = shape;
    this.bounds.makeEmpty();
    const point = new Vector3();
    for (let i = 0; i < shape.rest.length; i += 3) {
      this.bounds.expandByPoint(point.fromArray(shape.rest, i));
    }
    this.mesh.set_shape(shape);
    const { neighbours } = this.mesh;
    this.fibres = shape.fibre_elements.length > 0 ? new Fibres(shape, neighbours) : null;
  }

  // This much of the body and what stands around it, once a frame has put the solids in their places.
  with_solids(body: Box3): Box3 {
    const box = body.clone();
    this.solids.expand(box);
    // A wall or a table far larger than the body would make it a speck.
    const small = box.getSize(new Vector3()).length() < 3 * body.getSize(new Vector3()).length();
    return small ? box : body.clone();
  }
  ground(): number | null {
    return this.solids.ground();
  }

  set_clip(clip: ClipPlane | null): void {
    this.mesh.set_clip(clip);
    this.fibres?.keep(this.mesh.kept_nodes);
  }

  show(visible: Visible): void {
    this.mesh.skin.visible = visible.surface;
    this.mesh.hollows.value = visible.hollows ? 1 : 0;
    this.mesh.edges.visible = visible.edges;
    this.dots.points.visible = visible.dots;
    this.fibre_lines.lines.visible = visible.fibres;
    this.solids.group.visible = visible.solids;
    this.contact_lines.lines.visible = visible.contacts;
  }

  // The body of another run, where it is now, through this one.
  show_ghost(other: SideView | null): void {
    this.ghost.visible = other !== null;
    if (other) this.ghost.geometry = other.mesh.skin.geometry;
  }
  get ghost_shown(): boolean {
    return this.ghost.visible;
  }

  // Where the body is; before colours, which are of what is there.
  place(frame: Frame): void {
    this.presence.update(frame.positions, this.size);
  }

  update(frame: Frame, coloring: Coloring): void {
    this.mesh.update(frame, coloring);
    this.dots.update(frame, this.mesh.kept_nodes);
    this.solids.update(frame);
    this.update_fibres(frame);
    this.update_pull(frame);
    this.update_contacts(frame);
  }

  get fibres_drawn(): { lines: number; segments: number } {
    const { fibres } = this;
    return { lines: fibres?.lines ?? 0, segments: (fibres?.positions.length ?? 0) / 6 };
  }

  private update_fibres(frame: Frame): void {
    if (!this.fibres) {
      this.fibre_lines.begin(0);
      return;
    }
    if (!this.fibre_lines.lines.visible) return;
    this.fibres.update(frame.positions);
    this.fibre_lines.begin(this.fibres.positions.length / 6).set(this.fibres.positions);
  }

  private update_pull(frame: Frame): void {
    this.target.visible = frame.grabbed;
    if (!frame.grabbed) {
      this.pull_line.begin(0);
      return;
    }
    this.pull_line.begin(1).set(frame.grab);
    this.target.position.set(frame.grab[3], frame.grab[4], frame.grab[5]);
  }

  // Arrows as long as a tenth of the scene for the largest force of the moment.
  private update_contacts(frame: Frame): void {
    const { contacts } = frame;
    const count = contacts.length / 6;
    let largest = 0;
    for (let i = 0; i < contacts.length; i += 6) {
      largest = Math.max(largest, Math.hypot(contacts[i + 3], contacts[i + 4], contacts[i + 5]));
    }
    const scale = largest > 0 ? (0.1 * this.size) / largest : 0;
    const lines = this.contact_lines.begin(count);
    for (let i = 0; i < contacts.length; i += 6) {
      for (let axis = 0; axis < 3; ++axis) {
        lines[i + axis] = contacts[i + axis];
        lines[i + 3 + axis] = contacts[i + axis] + scale * contacts[i + 3 + axis];
      }
    }
  }
}
