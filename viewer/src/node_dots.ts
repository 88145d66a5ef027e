// Nodes with a role of their own as dots: dynamic ones as glowing discs, sleeping ones as rings, fixed
// ones as squares, scripted ones as diamonds, attached ones as crosses. They shine through the body.

import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  Points,
  ShaderMaterial,
  Sphere,
  Vector3,
} from "three";
import { kRoleColors } from "./colors";
import { Role, type Frame } from "./format";

const kVertex = `
attribute float role;
attribute float small;
uniform float scale;
uniform vec3 colors[6];
varying vec3 tint;
varying float shape;
varying float fade;
varying float crowd;
void main() {
  tint = colors[int(role + 0.5)];
  shape = role;
  fade = small > 0.5 ? 0.6 : 1.0;
  crowd = small;
  float size = role < 1.5 ? 19.0 : role < 2.5 ? 15.0 : 7.0;
  gl_PointSize = size * scale * (small > 0.5 ? 0.5 : 1.0);
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const kFragment = `
varying vec3 tint;
varying float shape;
varying float fade;
varying float crowd;
void main() {
  vec2 p = 2.0 * gl_PointCoord - 1.0;
  float r = length(p);
  vec3 color = tint;
  float alpha;
  if (crowd > 0.5) {
    // Many of them say one thing, where the body is held: a quiet texture, no signs.
    alpha = 1.0 - smoothstep(0.55, 0.9, r);
    color = mix(tint, vec3(0.9), 0.55);
  } else if (shape < 1.5) {
    // A dark rim, so that it stands out from a warm colour map as well.
    alpha = max(1.0 - smoothstep(0.60, 0.70, r), 0.35 * (1.0 - smoothstep(0.6, 1.0, r)));
    color = mix(vec3(1.0, 0.86, 0.55), tint, smoothstep(0.1, 0.4, r));
    color = mix(color, vec3(0.10, 0.03, 0.0), smoothstep(0.46, 0.54, r) - smoothstep(0.62, 0.70, r));
  } else if (shape < 2.5) {
    alpha = 1.0 - smoothstep(0.70, 0.80, r);
    color = mix(vec3(0.92, 0.94, 1.0), tint, smoothstep(0.30, 0.40, r));
  } else {
    float d = shape < 3.5 ? max(abs(p.x), abs(p.y))
            : shape < 4.5 ? abs(p.x) + abs(p.y)
                          : min(abs(p.x), abs(p.y)) + 0.55 * step(0.95, r);
    float edge = shape < 3.5 ? 0.7 : shape < 4.5 ? 0.9 : 0.35;
    alpha = 1.0 - smoothstep(edge - 0.1, edge, d);
    color = mix(tint, vec3(0.95), smoothstep(edge - 0.45, edge - 0.25, d));
  }
  if (alpha < 0.02) discard;
  gl_FragColor = vec4(color, alpha * fade);
  #include <colorspace_fragment>
}`;

const kCrowd = 60; // with more plain dots than this they become small, faint and round

export class NodeDots {
  readonly points: Points<BufferGeometry, ShaderMaterial>;
  private nodes = new Uint32Array(0);
  private count = 0;

  constructor() {
    const material = new ShaderMaterial({
      vertexShader: kVertex,
      fragmentShader: kFragment,
      uniforms: {
        scale: { value: 1 },
        colors: { value: kRoleColors.map((c) => new Vector3(...c)) },
      },
      transparent: true,
      depthTest: false,
      depthWrite: false,
    });
    this.points = new Points(new BufferGeometry(), material);
    this.points.frustumCulled = false;
    this.points.renderOrder = 10;
  }

  set_scale(scale: number): void {
    this.points.material.uniforms.scale.value = scale;
  }

  // `kept` is 1 for nodes that are to be seen; null: all are.
  update(frame: Frame, kept: Uint8Array | null): void {
    let count = 0;
    let plain = 0;
    const { roles, positions } = frame;
    for (let node = 0; node < roles.length; ++node) {
      if (roles[node] === Role.quasistatic || (kept && !kept[node])) continue;
      ++count;
      if (roles[node] >= Role.fixed) ++plain;
    }
    if (count > this.nodes.length) this.grow(count);
    const geometry = this.points.geometry;
    if (!geometry.attributes.position) return;
    const position = geometry.attributes.position as BufferAttribute;
    const role = geometry.attributes.role as BufferAttribute;
    const small = geometry.attributes.small as BufferAttribute;
    let changed = count !== this.count;
    let at = 0;
    // Plain dots first: the ones that matter are drawn over them.
    for (let pass = 0; pass < 2; ++pass) {
      for (let node = 0; node < roles.length; ++node) {
        const kind = roles[node];
        if (kind === Role.quasistatic || (kept && !kept[node])) continue;
        if (kind >= Role.fixed !== (pass === 0)) continue;
        position.array[3 * at] = positions[3 * node];
        position.array[3 * at + 1] = positions[3 * node + 1];
        position.array[3 * at + 2] = positions[3 * node + 2];
        if (this.nodes[at] !== node || role.array[at] !== kind) {
          this.nodes[at] = node;
          role.array[at] = kind;
          changed = true;
        }
        small.array[at] = kind >= Role.fixed && plain > kCrowd ? 1 : 0;
        ++at;
      }
    }
    this.count = count;
    geometry.setDrawRange(0, count);
    position.needsUpdate = true;
    if (changed) role.needsUpdate = small.needsUpdate = true;
  }

  private grow(count: number): void {
    const size = Math.max(64, Math.ceil(1.5 * count));
    const geometry = new BufferGeometry();
    const add = (name: string, width: number) =>
      geometry.setAttribute(
        name,
        new BufferAttribute(new Float32Array(width * size), width).setUsage(DynamicDrawUsage),
      );
    add("position", 3);
    add("role", 1);
    add("small", 1);
    geometry.boundingSphere = new Sphere(new Vector3(), Infinity);
    this.points.geometry.dispose();
    this.points.geometry = geometry;
    this.nodes = new Uint32Array(size).fill(0xffffffff);
    this.count = 0;
  }
}
