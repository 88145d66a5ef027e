// A stroke drawn on the screen: fewer points, the same line.

export type Pixel = readonly [number, number];

// Drops points that lie within `tolerance` of the line through the points that stay (Douglas and
// Peucker), with a tolerance that grows until at most `limit` are left.
export function simplify(points: readonly Pixel[], limit: number, tolerance = 1.5): Pixel[] {
  let kept = reduce(points, tolerance);
  while (kept.length > limit) {
    tolerance *= 1.5;
    kept = reduce(points, tolerance);
  }
  return kept;
}

function reduce(points: readonly Pixel[], tolerance: number): Pixel[] {
  if (points.length < 3) return [...points];
  const keep = new Uint8Array(points.length);
  keep[0] = keep[points.length - 1] = 1;
  const open: [number, number][] = [[0, points.length - 1]];
  for (let span = open.pop(); span; span = open.pop()) {
    const [first, last] = span;
    let farthest = -1;
    let most = tolerance;
    for (let i = first + 1; i < last; ++i) {
      const gap = distance_to_segment(points[i], points[first], points[last]);
      if (gap > most) {
        most = gap;
        farthest = i;
      }
    }
    if (farthest < 0) continue;
    keep[farthest] = 1;
    open.push([first, farthest], [farthest, last]);
  }
  return points.filter((_, i) => keep[i]);
}

function distance_to_segment(p: Pixel, a: Pixel, b: Pixel): number {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const length2 = dx * dx + dy * dy;
  const t =
    length2 === 0
      ? 0
      : Math.min(1, Math.max(0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length2));
  return Math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy);
}

export function length_of(points: readonly Pixel[]): number {
  let length = 0;
  for (let i = 1; i < points.length; ++i) {
    length += Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]);
  }
  return length;
}
