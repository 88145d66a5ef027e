// The stage: renderer, light, floor with its shadow, one camera for both sides.

import {
  AmbientLight,
  Box3,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  PCFShadowMap,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  ShadowMaterial,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import { CameraRig, type Framed } from "./camera";
import { kLevels, type QualityLevel } from "./quality";
import type { SideView } from "./side_view";

const kLightSlack = 0.2; // of the size: how far a body goes before light and grid go with it

const kGridVertex = `
varying vec2 place;
void main() {
  place = position.xy;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;
const kGridFragment = `
uniform vec3 ink;
uniform float cell;
uniform float reach;
uniform float strength;
varying vec2 place;
float lines(float spacing) {
  vec2 at = place / spacing;
  vec2 width = fwidth(at);
  vec2 near = abs(fract(at - 0.5) - 0.5) / max(width, vec2(1e-6));
  return (1.0 - min(min(near.x, near.y), 1.0)) * (1.0 - smoothstep(0.15, 0.6, max(width.x, width.y)));
}
void main() {
  float fade = 1.0 - smoothstep(0.25, 1.0, length(place) / reach);
  float alpha = (0.55 * lines(cell) + 0.9 * lines(5.0 * cell)) * fade * strength;
  if (alpha < 0.004) discard;
  gl_FragColor = vec4(ink, alpha);
  #include <colorspace_fragment>
}`;

export class Stage {
  readonly renderer: WebGLRenderer;
  readonly rig: CameraRig;
  readonly scene = new Scene();
  readonly key = new DirectionalLight(0xfff4e6, 2.8);
  private readonly floor: Mesh<PlaneGeometry, ShadowMaterial>;
  private readonly grid: Mesh<PlaneGeometry, ShaderMaterial>;
  private readonly views: SideView[] = [];
  private readonly lit = new Vector3(); // where the light points to
  private readonly floor_home = new Vector3();
  private readonly size_now = new Vector2();
  private size = 1;
  private flat = false;
  private quality = kLevels[0];
  private shadow_age = 0;
  dirty = true;

  constructor(readonly canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({
      canvas,
      antialias: window.devicePixelRatio < 2,
      alpha: true,
    });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.setClearColor(0, 0);
    this.rig = new CameraRig(
      canvas,
      () => this.aspect(),
      () => (this.dirty = true),
    );

    const rim = new DirectionalLight(0xcfe0ff, 0.9);
    rim.position.set(-2, 1, -2);
    this.key.castShadow = true;
    this.key.shadow.mapSize.set(1024, 1024);
    this.key.shadow.radius = 7;
    this.scene.add(
      new HemisphereLight(0xf4f7ff, 0x9a9188, 2.3),
      new AmbientLight(0xffffff, 0.35),
      this.key,
      this.key.target,
      rim,
    );
    this.floor = new Mesh(
      new PlaneGeometry(1, 1),
      new ShadowMaterial({ opacity: 0.26, depthWrite: false }),
    );
    this.floor.receiveShadow = true;
    this.grid = new Mesh(
      new PlaneGeometry(1, 1),
      new ShaderMaterial({
        vertexShader: kGridVertex,
        fragmentShader: kGridFragment,
        uniforms: {
          ink: { value: new Vector3() },
          cell: { value: 1 },
          reach: { value: 1 },
          strength: { value: 0.3 },
        },
        transparent: true,
        depthWrite: false,
      }),
    );
    this.scene.add(this.floor, this.grid);
  }

  add_view(view: SideView): void {
    this.views.push(view);
    this.scene.add(view.group);
  }

  get sides(): number {
    return this.views.length;
  }

  get camera() {
    return this.rig.camera;
  }
  get controls() {
    return this.rig.controls;
  }

  // Puts floor, light and camera around what there is to see. `body` sets the scale of things, `all`
  // is what shall be in view.
  frame_on(body: Box3, all: Framed, flat: boolean): void {
    this.flat = flat;
    const middle = body.getCenter(new Vector3());
    this.size = Math.max(body.getSize(new Vector3()).length(), 1e-6);
    const reach = 2.6 * this.size;
    for (const mesh of [this.floor, this.grid]) {
      const half = mesh === this.floor ? 1.2 * this.size : reach; // no shadow falls farther
      mesh.geometry.dispose();
      mesh.geometry = new PlaneGeometry(2 * half, 2 * half);
      mesh.rotation.set(flat ? 0 : -Math.PI / 2, 0, 0);
    }
    if (flat) this.floor_home.set(middle.x, middle.y, middle.z - 0.08 * this.size);
    else this.floor_home.set(middle.x, body.min.y - 0.06 * this.size, middle.z);
    this.grid.material.uniforms.cell.value = 10 ** Math.floor(Math.log10(this.size / 1.5));
    this.grid.material.uniforms.reach.value = reach;
    const light = this.key.shadow.camera;
    light.left = light.bottom = -1.1 * this.size;
    light.right = light.top = 1.1 * this.size;
    light.near = 0.1 * this.size;
    light.far = 4.5 * this.size;
    light.updateProjectionMatrix();
    this.key.shadow.normalBias = 0.004 * this.size;
    this.light(middle);
    this.rig.set_size(this.size);
    this.rig.first_look(all, flat);
    this.dirty = true;
  }

  // Height of the solid floor; null: the grid stays below where the body began.
  set_ground(height: number | null): void {
    if (this.flat || height === null || height === this.floor_home.y) return;
    this.floor_home.y = height;
    this.light(this.lit.clone());
    this.dirty = true;
  }

  // Light and grid go with the body; the grid by whole cells, so that its lines stay where they are.
  follow(body: Box3): void {
    const middle = body.getCenter(new Vector3());
    if (middle.distanceTo(this.lit) > kLightSlack * this.size) this.light(middle);
  }

  private light(middle: Vector3): void {
    this.lit.copy(middle);
    this.key.target.position.copy(middle);
    const { flat, size } = this;
    this.key.position
      .copy(middle)
      .add(new Vector3(0.55, flat ? 0.8 : 1.5, flat ? 1.6 : 0.9).multiplyScalar(size));
    const cell = 5 * (this.grid.material.uniforms.cell.value as number);
    const by_cells = (to: number, from: number) => from + cell * Math.round((to - from) / cell);
    const { x, y, z } = this.floor_home;
    this.floor.position.set(middle.x, flat ? middle.y : y, flat ? z : middle.z);
    this.grid.position.set(
      by_cells(middle.x, x),
      flat ? by_cells(middle.y, y) : y - 0.001 * size,
      flat ? z - 0.001 * size : by_cells(middle.z, z),
    );
  }

  set_theme(dark: boolean): void {
    const ink = dark ? 0.75 : 0.05;
    this.grid.material.uniforms.ink.value.set(ink, ink, dark ? 0.9 : 0.1);
    this.grid.material.uniforms.strength.value = dark ? 0.16 : 0.13;
    this.floor.material.opacity = dark ? 0.5 : 0.26;
    this.dirty = true;
  }

  // A shadow falls only on what is solid (or on the paper behind a scene in the plane).
  show_floor(visible: boolean, solid: boolean): void {
    const shadow = visible && (solid || this.flat);
    if (this.grid.visible !== visible || this.floor.visible !== shadow) this.dirty = true;
    this.grid.visible = visible;
    this.floor.visible = shadow;
  }

  get floor_drawn(): { grid: boolean; shadow: boolean } {
    return { grid: this.grid.visible, shadow: this.floor.visible };
  }

  get full_quality(): boolean {
    return this.quality === kLevels[0];
  }

  set_quality(level: QualityLevel): void {
    if (level === this.quality) return;
    this.quality = level;
    this.resize();
  }

  // True when the size has changed.
  resize(): boolean {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return false;
    const ratio = this.quality.pixels * Math.min(window.devicePixelRatio || 1, 2);
    const same_size = this.size_now.x === clientWidth && this.size_now.y === clientHeight;
    if (same_size && this.renderer.getPixelRatio() === ratio) return false;
    this.size_now.set(clientWidth, clientHeight);
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(clientWidth, clientHeight, false);
    for (const view of this.views) view.dots.set_scale(ratio);
    this.dirty = true;
    return !same_size;
  }

  // The part of the canvas that shows a side, in CSS pixels from the top left. Two sides stand beside
  // each other on a wide canvas, one above the other on a tall one.
  part(side: number): { x: number; y: number; width: number; height: number } {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (this.sides < 2) return { x: 0, y: 0, width, height };
    if (width >= height) return { x: (side * width) / 2, y: 0, width: width / 2, height };
    return { x: 0, y: (side * height) / 2, width, height: height / 2 };
  }

  aspect(): number {
    const part = this.part(0);
    return part.height > 0 ? part.width / part.height : 1;
  }

  render(): void {
    const height = this.canvas.clientHeight;
    // Each side has a body of its own, so with two sides no shadow can be kept.
    const due =
      this.sides > 1 || this.full_quality || ++this.shadow_age >= this.quality.shadow_every;
    if (due) this.shadow_age = 0;
    this.camera.aspect = this.aspect();
    this.camera.updateProjectionMatrix();
    this.renderer.setScissorTest(this.sides > 1);
    this.views.forEach((view, side) => {
      const part = this.part(side);
      const bottom = height - part.y - part.height;
      this.views.forEach((other) => (other.group.visible = other === view));
      this.renderer.shadowMap.needsUpdate = due;
      this.renderer.setViewport(part.x, bottom, part.width, part.height);
      this.renderer.setScissor(part.x, bottom, part.width, part.height);
      this.renderer.render(this.scene, this.camera);
    });
    this.dirty = false;
  }
}
