// Obstacles and bones, placed by each frame.

import {
  type Box3,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  DoubleSide,
  FrontSide,
  Group,
  Mesh,
  MeshStandardMaterial,
  PlaneGeometry,
  SphereGeometry,
  Vector3,
} from "three";
import type { Frame, Solid } from "./format";

const kObstacle = 0x8d98a8;
const kBone = 0xe9dfc6;

function geometry_of(solid: Solid, size: number): BufferGeometry {
  const radius = solid.radius ?? 0.1 * size;
  switch (solid.kind) {
    case "half_space":
      return new PlaneGeometry(12 * size, 12 * size);
    case "box": {
      const [x, y, z] = solid.half ?? [radius, radius, radius];
      return new BoxGeometry(2 * x, 2 * y, 2 * (z || 0.02 * size));
    }
    case "sphere":
      return new SphereGeometry(radius, 48, 32);
    case "capsule": // three's lies along y, ours along z
      return new CapsuleGeometry(radius, 2 * (solid.half_length ?? 0), 16, 32).rotateX(Math.PI / 2);
    case "mesh": {
      const geometry = new BufferGeometry();
      const positions = new Float32Array(solid.positions ?? []);
      geometry.setAttribute("position", new BufferAttribute(positions, 3));
      geometry.setIndex(new BufferAttribute(new Uint32Array(solid.triangles ?? []), 1));
      geometry.computeVertexNormals();
      return geometry;
    }
  }
}

type Sequence = NonNullable<Solid["sequence"]>;

// Between which two shapes a moment lies, and how far from the first of them.
export function shape_at(sequence: Sequence, time: number): [number, number, number] {
  const count = sequence.positions.length;
  let s = (time - sequence.start) / sequence.interval;
  if (count < 2 || !(s > 0)) return [0, 0, 0];
  const last = count - 1;
  if (!sequence.repeat && s >= last) return [last, last, 0];
  if (sequence.repeat) s -= count * Math.floor(s / count);
  const from = Math.min(Math.floor(s), last);
  return [from, from === last ? 0 : from + 1, Math.min(s - from, 1)];
}

function reshape(geometry: BufferGeometry, sequence: Sequence, time: number): void {
  const [from, to, share] = shape_at(sequence, time);
  const a = sequence.positions[from];
  const b = sequence.positions[to];
  const place = geometry.getAttribute("position") as BufferAttribute;
  const values = place.array as Float32Array;
  if (a.length !== values.length || b.length !== values.length) return;
  for (let i = 0; i < values.length; ++i) values[i] = a[i] + share * (b[i] - a[i]);
  place.needsUpdate = true;
  geometry.computeVertexNormals();
  geometry.computeBoundingSphere();
  geometry.boundingBox = null;
}

export class Solids {
  readonly group = new Group();

  set(solids: readonly Solid[], size: number): void {
    for (const child of this.group.children) {
      const mesh = child as Mesh<BufferGeometry, MeshStandardMaterial>;
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
    this.group.clear();
    for (const solid of solids) {
      const flat = solid.kind === "half_space";
      const material = new MeshStandardMaterial({
        color: solid.role === "bone" ? kBone : kObstacle,
        roughness: solid.role === "bone" ? 0.5 : 0.85,
        transparent: flat,
        opacity: flat ? 0.35 : 1,
        side: flat || solid.kind === "mesh" ? DoubleSide : FrontSide,
        depthWrite: !flat,
      });
      const mesh = new Mesh(geometry_of(solid, size), material);
      mesh.name = solid.name ?? solid.kind;
      mesh.userData.flat = flat;
      mesh.userData.sequence = solid.sequence;
      mesh.castShadow = !flat;
      mesh.receiveShadow = true;
      this.group.add(mesh);
    }
  }

  // What there is to see besides planes without end.
  expand(box: Box3): void {
    for (const mesh of this.group.children) {
      if (!mesh.userData.flat) box.expandByObject(mesh);
    }
  }

  // Height of the ground, where there is one: a half space that faces up.
  ground(): number | null {
    const normal = new Vector3();
    for (const mesh of this.group.children) {
      if (!mesh.userData.flat) continue;
      if (normal.set(0, 0, 1).applyQuaternion(mesh.quaternion).y > 0.999) return mesh.position.y;
    }
    return null;
  }

  update(frame: Frame): void {
    const { solids } = frame;
    this.group.children.forEach((mesh, i) => {
      const at = 7 * i;
      if (at + 7 > solids.length) return;
      mesh.position.set(solids[at], solids[at + 1], solids[at + 2]);
      mesh.quaternion.set(solids[at + 3], solids[at + 4], solids[at + 5], solids[at + 6]);
      const sequence = mesh.userData.sequence as Sequence | undefined;
      if (sequence) reshape((mesh as Mesh<BufferGeometry>).geometry, sequence, frame.time);
    });
  }
}
