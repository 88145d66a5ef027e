// Obstacles and bones, placed by each frame.

import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshStandardMaterial,
  PlaneGeometry,
  SphereGeometry,
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
        side: flat || solid.kind === "mesh" ? DoubleSide : undefined,
        depthWrite: !flat,
      });
      const mesh = new Mesh(geometry_of(solid, size), material);
      mesh.name = solid.name ?? solid.kind;
      mesh.castShadow = !flat;
      mesh.receiveShadow = true;
      this.group.add(mesh);
    }
  }

  update(frame: Frame): void {
    const { solids } = frame;
    this.group.children.forEach((mesh, i) => {
      const at = 7 * i;
      if (at + 7 > solids.length) return;
      mesh.position.set(solids[at], solids[at + 1], solids[at + 2]);
      mesh.quaternion.set(solids[at + 3], solids[at + 4], solids[at + 5], solids[at + 6]);
    });
  }
}
