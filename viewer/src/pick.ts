// What a ray hits: pure arithmetic on the arrays that are drawn anyway.

export interface Hit {
  triangle: number;
  vertex: number; // the corner nearest to the hit
  distance: number;
  weights: [number, number, number]; // of the corners, where the ray meets the triangle
}

// Nearest triangle along origin + t direction, t > 0, from either side.
export function pick_triangle(
  origin: readonly number[],
  direction: readonly number[],
  positions: Float32Array,
  triangles: Uint32Array,
): Hit | null {
  const [ox, oy, oz] = origin;
  const [dx, dy, dz] = direction;
  let nearest = Infinity;
  let found = -1;
  let along_u = 0;
  let along_v = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    const px = dy * vz - dz * vy;
    const py = dz * vx - dx * vz;
    const pz = dx * vy - dy * vx;
    const determinant = ux * px + uy * py + uz * pz;
    if (determinant === 0) continue;
    const sx = ox - positions[a];
    const sy = oy - positions[a + 1];
    const sz = oz - positions[a + 2];
    const i = (sx * px + sy * py + sz * pz) / determinant;
    if (i < 0 || i > 1) continue;
    const qx = sy * uz - sz * uy;
    const qy = sz * ux - sx * uz;
    const qz = sx * uy - sy * ux;
    const j = (dx * qx + dy * qy + dz * qz) / determinant;
    if (j < 0 || i + j > 1) continue;
    const distance = (vx * qx + vy * qy + vz * qz) / determinant;
    if (distance > 0 && distance < nearest) {
      nearest = distance;
      found = t;
      along_u = i;
      along_v = j;
    }
  }
  if (found < 0) return null;
  const hit = [ox + nearest * dx, oy + nearest * dy, oz + nearest * dz];
  let vertex = triangles[found];
  let best = Infinity;
  for (let i = 0; i < 3; ++i) {
    const at = 3 * triangles[found + i];
    const gap = Math.hypot(
      positions[at] - hit[0],
      positions[at + 1] - hit[1],
      positions[at + 2] - hit[2],
    );
    if (gap < best) {
      best = gap;
      vertex = triangles[found + i];
    }
  }
  const weights: Hit["weights"] = [1 - along_u - along_v, along_u, along_v];
  return { triangle: found / 3, vertex, distance: nearest, weights };
}

// Where the ray meets the plane through `point` with this normal (null when it runs along it).
export function meet_plane(
  origin: readonly number[],
  direction: readonly number[],
  point: readonly number[],
  normal: readonly number[],
): [number, number, number] | null {
  let slope = 0;
  let gap = 0;
  for (let i = 0; i < 3; ++i) {
    slope += direction[i] * normal[i];
    gap += (point[i] - origin[i]) * normal[i];
  }
  if (Math.abs(slope) < 1e-9) return null;
  const t = gap / slope;
  return [origin[0] + t * direction[0], origin[1] + t * direction[1], origin[2] + t * direction[2]];
}
