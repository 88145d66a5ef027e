// The camera: where it stands, how it goes back to the body, how it keeps it in view.

import { type Box3, PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

export type View = "front" | "side" | "top" | "isometric";

export const kViews: readonly [View, string][] = [
  ["front", "Front"],
  ["side", "Side"],
  ["top", "Top"],
  ["isometric", "Isometric"],
];

const kFieldOfView = 30;
const kSlope = Math.tan((kFieldOfView * Math.PI) / 360);
const kAir = 1.08; // room around a body that is framed
const kEdge = 0.97; // of the picture: beyond it a body counts as leaving
const kSettle = 0.35; // s in which the camera has caught up with a body that left
const kSlack = 0.1; // of the size: a body that sways by less does not move the camera
const kUp = new Vector3(0, 1, 0);

// Top is a hair off the pole, so that up stays up.
const kDirections: Record<View, Vector3> = {
  front: new Vector3(0, 0, 1),
  side: new Vector3(1, 0, 0),
  top: new Vector3(0, 1, 1e-3).normalize(),
  isometric: new Vector3(1, 1, 1).normalize(),
};
const kFirst = new Vector3(0.48, 0.3, 1).normalize();

function corner_of({ min, max }: Box3, i: number, point: Vector3): Vector3 {
  return point.set(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z);
}

function corners_of(box: Box3): number[] {
  const point = new Vector3();
  return Array.from({ length: 8 }, (_, i) => corner_of(box, i, point).toArray()).flat();
}

// What shall be in view: a box, and the points in it where they are known.
export interface Framed {
  box: Box3;
  points?: ArrayLike<number>;
}

export class CameraRig {
  readonly camera = new PerspectiveCamera(kFieldOfView, 1, 0.01, 100);
  readonly controls: OrbitControls;
  keep = false; // the body stays in view wherever it goes
  private size = 1;
  private catching = false;
  // What the program set last. Whoever zooms or shifts has a view of their own, which only moves along.
  private ours = true;
  private readonly set_target = new Vector3();
  private set_distance = 1;
  private readonly anchor = new Vector3(); // middle of the body the camera last moved for
  private readonly point = new Vector3();
  private readonly right = new Vector3();
  private readonly up = new Vector3();

  constructor(
    canvas: HTMLCanvasElement,
    private readonly aspect: () => number,
    changed: () => void,
  ) {
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.18;
    this.controls.addEventListener("change", changed);
  }

  // How large the scene is: for what is too near, too far, or a small move.
  set_size(size: number): void {
    this.size = size;
    this.controls.minDistance = 0.05 * size;
    this.controls.maxDistance = 40 * size;
  }

  // How it looks at the body, for whoever wants to look that way again; and the way back, for a view
  // that is the person's own.
  stance(): { direction: Vector3; offset: Vector3; distance: number; ours: boolean } {
    const offset = this.controls.target.clone().sub(this.anchor);
    const { ours } = this;
    return { direction: this.direction(), offset, distance: this.distance(), ours };
  }
  restore(direction: Vector3, offset: Vector3, distance: number): void {
    this.put(this.anchor.clone().add(offset), direction, distance);
    this.ours = false;
  }

  first_look(what: Framed, flat: boolean): void {
    this.frame(what, flat ? kDirections.front : kFirst);
  }

  look(view: View, what: Framed): void {
    this.frame(what, kDirections[view]);
  }

  // All of it in view, from where the camera looks or from this direction: as near as its points
  // allow, where they are known, and not only the corners of the box around them.
  frame({ box, points }: Framed, direction = this.direction()): void {
    const middle = points ? this.middle_of(points, direction) : box.getCenter(new Vector3());
    const distance = this.fitting_distance(points ?? corners_of(box), middle, direction);
    this.put(middle, direction.clone(), kAir * distance);
    box.getCenter(this.anchor);
    this.ours = true;
    this.catching = false;
  }

  // By the keyboard: angles in radians, shifts in parts of the picture, nearer by a factor.
  turn(across: number, up: number): void {
    const offset = this.point.copy(this.camera.position).sub(this.controls.target);
    const length = offset.length();
    const height = Math.asin(Math.min(1, Math.max(-1, offset.y / length)));
    const lifted = Math.min(1.56, Math.max(-1.56, height + up));
    const around = Math.atan2(offset.x, offset.z) + across;
    const flat = Math.cos(lifted);
    offset.set(flat * Math.sin(around), Math.sin(lifted), flat * Math.cos(around));
    this.put(this.controls.target.clone(), offset.clone(), length);
  }
  shift(across: number, up: number): void {
    const direction = this.direction();
    this.axes(direction);
    const reach = 2 * kSlope * this.distance();
    const target = this.controls.target.clone();
    target.addScaledVector(this.right, across * reach).addScaledVector(this.up, up * reach);
    this.put(target, direction, this.distance());
    this.ours = false;
  }
  zoom(factor: number): void {
    const { minDistance, maxDistance } = this.controls;
    const distance = Math.min(maxDistance, Math.max(minDistance, this.distance() * factor));
    this.put(this.controls.target.clone(), this.direction(), distance);
    this.ours = false;
  }

  // Once per drawn frame. `body` is where the body is now; null while a hand pulls: a picture that
  // moves under the hand would pull by itself.
  update(seconds: number, body: Required<Framed> | null): void {
    this.controls.update();
    this.notice_hands();
    if (body && this.keep && !body.box.isEmpty()) {
      if (this.ours) this.hold_in_view(seconds, body);
      else this.move_along(body.box);
    }
    this.camera.near = Math.max(0.002 * this.size, 0.01 * this.distance());
    this.camera.far = this.distance() + 60 * this.size;
  }

  private notice_hands(): void {
    const little = 1e-3 * this.size;
    const shifted = this.controls.target.distanceTo(this.set_target) > little;
    if (shifted || Math.abs(this.distance() - this.set_distance) > little) this.ours = false;
    this.set_target.copy(this.controls.target);
    this.set_distance = this.distance();
  }

  // The least shift that brings the whole box back at once, and a calm way on to its middle.
  private hold_in_view(seconds: number, { box, points }: Required<Framed>): void {
    const direction = this.direction();
    this.axes(direction);
    const [left, right] = this.room(points, direction, this.right, this.aspect());
    const [low, high] = this.room(points, direction, this.up, 1);
    const inside = left <= 0 && right >= 0 && low <= 0 && high >= 0;
    if (inside && !this.catching) return;
    const middle = this.middle_of(points, direction);
    const target = this.controls.target.clone();
    let distance = this.distance();
    if (left > right || low > high) {
      const needed = kAir * this.fitting_distance(points, middle, direction);
      distance = Math.min(this.controls.maxDistance, Math.max(distance, needed));
      target.copy(middle);
      this.catching = false;
    } else {
      const pace = 1 - Math.exp((-3 * seconds) / kSettle);
      const step = (from: number, to: number) => {
        const least = Math.min(to, Math.max(from, 0));
        return least + pace * ((from + to) / 2 - least);
      };
      target.addScaledVector(this.right, step(left, right));
      target.addScaledVector(this.up, step(low, high));
      this.catching = Math.abs(left + right) + Math.abs(low + high) > 0.04 * this.size;
    }
    box.getCenter(this.anchor);
    this.put(target, direction, distance);
  }

  // Between which shifts along `axis` all points are in the picture; the first is larger: nowhere.
  private room(
    points: ArrayLike<number>,
    direction: Vector3,
    axis: Vector3,
    aspect: number,
  ): [number, number] {
    let low = -Infinity;
    let high = Infinity;
    for (let i = 0; i < points.length; i += 3) {
      const point = this.point.set(points[i], points[i + 1], points[i + 2]);
      point.sub(this.controls.target);
      const at = point.dot(axis);
      const reach = kEdge * kSlope * aspect * (this.distance() - point.dot(direction));
      low = Math.max(low, at - reach);
      high = Math.min(high, at + reach);
    }
    return [low, high];
  }

  private move_along(body: Box3): void {
    const middle = body.getCenter(new Vector3());
    const way = middle.clone().sub(this.anchor);
    const excess = way.length() - kSlack * this.size;
    if (excess <= 0) return;
    way.setLength(excess);
    this.anchor.add(way);
    this.put(this.controls.target.clone().add(way), this.direction(), this.distance());
  }

  private put(target: Vector3, direction: Vector3, distance: number): void {
    this.camera.position.copy(target).addScaledVector(direction, distance);
    this.controls.target.copy(target);
    this.controls.update();
    this.set_target.copy(this.controls.target);
    this.set_distance = this.distance();
  }

  private distance(): number {
    return this.camera.position.distanceTo(this.controls.target);
  }
  private direction(): Vector3 {
    return new Vector3().copy(this.camera.position).sub(this.controls.target).normalize();
  }
  private axes(direction: Vector3): void {
    this.right.copy(kUp).cross(direction).normalize();
    this.up.crossVectors(direction, this.right);
  }

  // The middle of what is seen: halfway between the outermost points in each direction of the picture.
  private middle_of(points: ArrayLike<number>, direction: Vector3): Vector3 {
    this.axes(direction);
    const middle = new Vector3();
    for (const axis of [this.right, this.up, direction]) {
      let low = Infinity;
      let high = -Infinity;
      for (let i = 0; i < points.length; i += 3) {
        const at = axis.x * points[i] + axis.y * points[i + 1] + axis.z * points[i + 2];
        if (at < low) low = at;
        if (at > high) high = at;
      }
      middle.addScaledVector(axis, (low + high) / 2);
    }
    return middle;
  }

  // From how far away all points (3 numbers each) are in view.
  private fitting_distance(points: ArrayLike<number>, middle: Vector3, direction: Vector3): number {
    this.axes(direction);
    let distance = 1e-6;
    for (let i = 0; i < points.length; i += 3) {
      const point = this.point.set(points[i], points[i + 1], points[i + 2]).sub(middle);
      const across = Math.abs(point.dot(this.right)) / (kSlope * this.aspect());
      const along = Math.abs(point.dot(this.up)) / kSlope;
      distance = Math.max(distance, Math.max(across, along) + point.dot(direction));
    }
    return distance;
  }
}
