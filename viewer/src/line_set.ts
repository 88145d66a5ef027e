// Line segments whose number may change from frame to frame, in one buffer that only ever grows.

import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  LineBasicMaterial,
  LineSegments,
  Sphere,
  Vector3,
  type ColorRepresentation,
} from "three";

export class LineSet {
  readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  private room = 0;

  constructor(color: ColorRepresentation, on_top = false, opacity = 1) {
    const material = new LineBasicMaterial({
      color,
      transparent: opacity < 1 || on_top,
      opacity,
      depthTest: !on_top,
    });
    this.lines = new LineSegments(new BufferGeometry(), material);
    this.lines.frustumCulled = false;
    this.lines.renderOrder = on_top ? 9 : 1;
  }

  // Room for `segments` segments; returns their 6 floats each, to be filled in.
  begin(segments: number): Float32Array {
    if (segments > this.room || this.room === 0) {
      this.room = Math.max(16, Math.ceil(1.5 * segments));
      const geometry = new BufferGeometry();
      const array = new Float32Array(6 * this.room);
      geometry.setAttribute("position", new BufferAttribute(array, 3).setUsage(DynamicDrawUsage));
      geometry.boundingSphere = new Sphere(new Vector3(), Infinity);
      this.lines.geometry.dispose();
      this.lines.geometry = geometry;
    }
    const position = this.lines.geometry.attributes.position as BufferAttribute;
    this.lines.geometry.setDrawRange(0, 2 * segments);
    position.needsUpdate = true;
    return position.array as Float32Array;
  }
}
