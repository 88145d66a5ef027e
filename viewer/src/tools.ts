// What a finger or the mouse does on the picture: pull a vertex, draw a cut, or (everywhere else) turn
// the camera, which OrbitControls does.

import { Raycaster, Vector2, Vector3 } from "three";
import { kMaxStroke, type Point } from "./commands";
import type { Hover, Picked } from "./measure";
import { meet_plane, pick_triangle } from "./pick";
import type { SideView } from "./side_view";
import type { Stage } from "./stage";
import { length_of, simplify, type Pixel } from "./stroke";

export type Tool = "pull" | "orbit" | "cut" | "measure" | "hold" | "node";

export interface ToolEvents {
  can_pull(): boolean;
  grab(side: number, node: number, target: Point): void;
  drag(side: number, target: Point): void;
  let_go(side: number): void;
  cut(side: number, stroke: Point[], direction: Point): void;
  measure(at: Picked): void;
  hold(side: number, nodes: readonly number[], on: boolean): void; // painted, in order
  node(at: Picked): void; // to be dynamic, or no longer
  hover(at: Hover | null): void;
}

interface Pull {
  pointer: number;
  side: number;
  point: Point; // where it was grabbed; the target moves in the plane through it that faces the camera
  target: Point | null; // not sent yet
}

interface Paint {
  side: number;
  on: boolean;
  nodes: Set<number>;
}

const kShortestCut = 12; // pixels
const kClick = 5; // pixels: whoever moves farther turns the camera

export class Tools {
  tool: Tool = "pull";
  private pull: Pull | null = null;
  private stroke: Pixel[] | null = null;
  private stroke_side = 0;
  private paint: Paint | null = null;
  private pointer: Pixel | null = null; // where it rests on the picture
  private pressed: Pixel | null = null;
  private readonly caster = new Raycaster();

  constructor(
    private readonly stage: Stage,
    private readonly views: () => readonly SideView[],
    private readonly ink: SVGPolylineElement,
    private readonly events: ToolEvents,
  ) {
    const { canvas } = stage;
    // The window hears of it before OrbitControls, whose listener is on the canvas.
    window.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointerleave", () => (this.pointer = null));
    canvas.addEventListener("pointercancel", (event) => this.up(event));
    // A hand that the page no longer feels must not go on holding.
    canvas.addEventListener("lostpointercapture", (event) => {
      if (event.pointerId === this.pull?.pointer) this.cancel();
    });
    window.addEventListener("blur", () => this.cancel());
    window.addEventListener("pagehide", () => this.cancel());
    document.addEventListener("visibilitychange", () => document.hidden && this.cancel());
  }

  get pulling(): boolean {
    return this.pull !== null;
  }

  // One drag message per drawn frame is enough.
  flush(): void {
    this.look();
    if (!this.pull?.target) return;
    this.events.drag(this.pull.side, this.pull.target);
    this.pull.target = null;
  }

  // What is under the pointer; the body moves below a pointer that rests.
  private look(): void {
    const at = this.pointer;
    if (!at || this.pull || this.stroke) return this.events.hover(null);
    const side = this.side_at(at);
    const drawn = this.views()[side].mesh.drawn;
    const { origin, direction } = this.ray(side, at);
    const hit = drawn && pick_triangle(origin, direction, drawn.positions, drawn.triangles);
    if (!drawn || !hit) return this.events.hover(null);
    const vertices = [0, 1, 2].map((i) => drawn.triangles[3 * hit.triangle + i]);
    const corners = vertices.map((v) => drawn.nodes[v]);
    const weights: number[] = [...hit.weights];
    // Where the picture is sliced a vertex lies between two nodes.
    vertices.forEach((v, i) => {
      const share = drawn.mix?.share[v] ?? 0;
      if (!drawn.mix || share === 0) return;
      corners.push(drawn.mix.other[v]);
      weights.push(share * weights[i]);
      weights[i] *= 1 - share;
    });
    const along = (i: 0 | 1 | 2) => origin[i] + hit.distance * direction[i];
    const point: Point = [along(0), along(1), along(2)];
    this.events.hover({
      side,
      node: drawn.nodes[hit.vertex],
      corners,
      weights,
      element: drawn.elements[vertices[0]],
      point,
    });
  }

  cancel(): void {
    if (this.pull) this.events.let_go(this.pull.side);
    this.pull = null;
    this.stroke = null;
    this.paint = null;
    this.show_stroke();
    this.stage.controls.enabled = true;
  }

  private down(event: PointerEvent): void {
    if (event.target !== this.stage.canvas || event.button !== 0) return;
    if (this.pull || this.stroke || this.paint) {
      // A second finger: the person wants to move the camera.
      this.cancel();
      return;
    }
    const pixel = this.pixel(event);
    const side = this.side_at(pixel);
    this.pressed = pixel;
    if (this.tool === "cut") {
      this.stroke = [pixel];
      this.stroke_side = side;
    } else if (this.tool === "hold") {
      const at = this.pick(side, pixel);
      if (!at) return;
      this.paint = { side, on: !event.shiftKey, nodes: new Set([at.node]) };
    } else if (this.tool === "pull" && this.events.can_pull() && event.isPrimary) {
      const grabbed = this.pick(side, pixel);
      if (!grabbed) return;
      this.pull = { pointer: event.pointerId, side, point: grabbed.point, target: null };
      this.events.grab(side, grabbed.node, grabbed.point);
    } else {
      return;
    }
    this.stage.controls.enabled = false;
    this.stage.canvas.setPointerCapture(event.pointerId);
    event.preventDefault();
  }

  private move(event: PointerEvent): void {
    const pixel = this.pixel(event);
    this.pointer = event.pointerType === "touch" ? null : pixel;
    if (this.stroke) {
      this.stroke.push(pixel);
      this.show_stroke();
    } else if (this.paint) {
      const at = this.pick(this.paint.side, pixel);
      if (at) this.paint.nodes.add(at.node);
    } else if (this.pull && event.pointerId === this.pull.pointer) {
      const target = this.on_plane(this.pull.side, pixel, this.pull.point);
      if (target) this.pull.target = target;
    }
  }

  private up(event: PointerEvent): void {
    const at = this.pixel(event);
    const still =
      this.pressed && Math.hypot(at[0] - this.pressed[0], at[1] - this.pressed[1]) < kClick;
    const clicks = this.tool === "measure" || this.tool === "node";
    if (clicks && event.type === "pointerup" && still) {
      const side = this.side_at(at);
      const found = this.pick(side, at);
      if (found && this.tool === "measure") this.events.measure({ side, node: found.node });
      else if (found) this.events.node({ side, node: found.node });
    }
    if (this.paint) {
      const { side, nodes, on } = this.paint;
      if (event.type === "pointerup") this.events.hold(side, [...nodes], on);
      this.cancel();
    }
    if (this.stroke) {
      if (event.type === "pointerup") this.finish_cut();
      this.cancel();
    } else if (this.pull && event.pointerId === this.pull.pointer) {
      this.flush();
      this.cancel();
    }
  }

  // Sweeps the stroke from in front of the body to behind it, along the line of sight.
  private finish_cut(): void {
    const stroke = this.stroke ?? [];
    if (length_of(stroke) < kShortestCut) return;
    const bounds = this.views()[this.stroke_side].bounds;
    const middle = bounds.getCenter(new Vector3());
    const reach = bounds.getSize(new Vector3()).length();
    const sight = this.stage.camera.getWorldDirection(new Vector3());
    const points: Point[] = [];
    for (const pixel of simplify(stroke, kMaxStroke)) {
      const point = this.on_plane(this.stroke_side, pixel, middle.toArray());
      if (!point) return;
      points.push(new Vector3(...point).addScaledVector(sight, -reach).toArray());
    }
    this.events.cut(this.stroke_side, points, sight.multiplyScalar(2 * reach).toArray());
  }

  private show_stroke(): void {
    this.ink.setAttribute("points", (this.stroke ?? []).map((p) => p.join(",")).join(" "));
  }

  private pixel(event: PointerEvent): Pixel {
    const box = this.stage.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  private side_at(pixel: Pixel): number {
    if (this.views().length < 2) return 0;
    const second = this.stage.part(1);
    return pixel[0] >= second.x && pixel[1] >= second.y ? 1 : 0;
  }

  private ray(side: number, pixel: Pixel): { origin: Point; direction: Point } {
    const part = this.stage.part(side);
    const at = new Vector2(
      (2 * (pixel[0] - part.x)) / part.width - 1,
      1 - (2 * (pixel[1] - part.y)) / part.height,
    );
    this.caster.setFromCamera(at, this.stage.camera);
    const { origin, direction } = this.caster.ray;
    return { origin: origin.toArray(), direction: direction.toArray() };
  }

  private pick(side: number, pixel: Pixel): { node: number; point: Point } | null {
    const drawn = this.views()[side].mesh.drawn;
    if (!drawn) return null;
    const { origin, direction } = this.ray(side, pixel);
    const hit = pick_triangle(origin, direction, drawn.positions, drawn.triangles);
    if (!hit) return null;
    const node = drawn.nodes[hit.vertex];
    const [x, y, z] = drawn.places.subarray(3 * node, 3 * node + 3);
    return { node, point: [x, y, z] };
  }

  private on_plane(side: number, pixel: Pixel, point: Point): Point | null {
    const { origin, direction } = this.ray(side, pixel);
    const sight = this.stage.camera.getWorldDirection(new Vector3());
    return meet_plane(origin, direction, point, sight.toArray());
  }
}
