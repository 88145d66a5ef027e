"""Implicit surfaces of simple parts: signed distances, joined smoothly, and the triangles where they are zero.

A part has a signed distance (below zero inside), a box around it and a length over which it blends with what is there
already. `field` joins parts in the order given; `marching_tetrahedra` finds the surface on a grid. Needs numpy.
"""
import numpy as np


class Tube:
    """Balls of changing radius along a smooth curve through the points (x, y, z, radius)."""

    def __init__(self, points, blend, pieces=12):
        points = np.asarray(points, float)
        self.knots = smooth_curve(points, pieces) if len(points) > 2 else points
        self.blend = blend

    def box(self):
        r = self.knots[:, 3:]
        return (self.knots[:, :3] - r).min(0), (self.knots[:, :3] + r).max(0)

    def distance(self, p):
        result = np.full(p.shape[:-1], np.inf)
        for a, b in zip(self.knots[:-1], self.knots[1:]):
            along = b[:3] - a[:3]
            t = np.clip((p - a[:3]) @ along / max(along @ along, 1e-12), 0, 1)
            away = np.linalg.norm(p - a[:3] - t[..., None] * along, axis=-1)
            np.minimum(result, away - a[3] - t * (b[3] - a[3]), out=result)
        return result


class Blob:
    """An ellipsoid; `turn` has its axes as columns."""

    def __init__(self, center, radii, blend, turn=None):
        self.center, self.radii, self.blend = np.asarray(center, float), np.asarray(radii, float), blend
        self.turn = np.eye(3) if turn is None else turn

    def box(self):
        return self.center - self.radii.max(), self.center + self.radii.max()

    def distance(self, p):
        q = (p - self.center) @ self.turn
        k = np.linalg.norm(q / self.radii, axis=-1)
        slope = np.linalg.norm(q / self.radii**2, axis=-1)
        return k * (k - 1) / np.maximum(slope, 1e-9)


class Sheet:
    """A triangle thickened by a radius."""

    def __init__(self, corners, radius, blend):
        self.corners, self.radius, self.blend = np.asarray(corners, float), radius, blend

    def box(self):
        return self.corners.min(0) - self.radius, self.corners.max(0) + self.radius

    def distance(self, p):
        a, b, c = self.corners
        normal = np.cross(b - a, c - a)
        inside = np.ones(p.shape[:-1], bool)
        squared = np.full(p.shape[:-1], np.inf)
        for u, v in ((a, b), (b, c), (c, a)):
            edge = v - u
            inside &= (p - u) @ np.cross(normal, edge) >= 0
            t = np.clip((p - u) @ edge / (edge @ edge), 0, 1)
            squared = np.minimum(squared, (((p - u) - t[..., None] * edge) ** 2).sum(-1))
        flat = ((p - a) @ normal) ** 2 / (normal @ normal)
        return np.sqrt(np.where(inside, flat, squared)) - self.radius


def smooth_curve(points, pieces):
    """Catmull and Rom's curve through the points, as a polyline."""
    ends = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    t = np.arange(pieces)[:, None] / pieces
    curve = [0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
             for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:])]
    return np.vstack([*curve, points[-1:]])


def smooth_min(a, b, k):
    """The smaller of two distances, rounded where they differ by less than k."""
    h = np.maximum(k - np.abs(a - b), 0) / k
    return np.minimum(a, b) - h * h * k / 4


def field(parts, points):
    """Signed distance of all parts joined, at points (..., 3); parts far away are left out."""
    result = np.full(points.shape[:-1], 10.0)
    for part in parts:
        low, high = part.box()
        margin = part.blend + 0.3
        near = ((points > low - margin) & (points < high + margin)).all(-1)
        result[near] = smooth_min(result[near], part.distance(points[near]), part.blend)
    return result


# A cube in six tetrahedra about its diagonal: the same on both sides of every face.
CORNERS = np.array([(k & 1, k >> 1 & 1, k >> 2 & 1) for k in range(8)])
TETRAHEDRA = np.array([(0, 1, 3, 7), (0, 3, 2, 7), (0, 2, 6, 7), (0, 6, 4, 7), (0, 4, 5, 7), (0, 5, 1, 7)])


def marching_tetrahedra(values, origin, cell):
    """The surface values = 0 of a grid (nx, ny, nz): points, triangles that look towards larger values."""
    shape = values.shape
    number = np.arange(values.size).reshape(shape)
    corners = np.stack([number[dx:shape[0] - 1 + dx, dy:shape[1] - 1 + dy, dz:shape[2] - 1 + dz].ravel()
                        for dx, dy, dz in CORNERS], axis=1)
    flat = values.ravel()
    flat = np.where(np.abs(flat) < 1e-6, 1e-6, flat)  # no corner lies on the surface
    inside = flat < 0
    some = inside[corners].any(1) & ~inside[corners].all(1)
    tets = corners[some][:, TETRAHEDRA].reshape(-1, 4)
    below = inside[tets]
    triangles = []
    for case in range(1, 15):
        chosen = tets[(below * (1, 2, 4, 8)).sum(1) == case]
        lows = [k for k in range(4) if case >> k & 1]
        highs = [k for k in range(4) if not case >> k & 1]
        if len(lows) == 1:
            rings = [[(lows[0], h) for h in highs]]
        elif len(lows) == 3:
            rings = [[(low, highs[0]) for low in lows]]
        else:
            (a, b), (c, d) = lows, highs
            rings = [[(a, c), (a, d), (b, d)], [(a, c), (b, d), (b, c)]]
        for ring in rings:
            triangles.append(np.stack([np.sort(chosen[:, edge], axis=1) for edge in ring], axis=1))
    triangles = np.concatenate(triangles)
    edges, index = np.unique(triangles.reshape(-1, 2), axis=0, return_inverse=True)
    place = np.stack(np.unravel_index(edges, shape), axis=-1).astype(float)
    a, b = flat[edges].T
    t = np.clip(a / (a - b), 0.02, 0.98)
    points = origin + cell * (place[:, 0] + t[:, None] * (place[:, 1] - place[:, 0]))
    triangles = index.reshape(-1, 3)
    # Outwards: towards the end of an edge whose value is larger.
    p = points[triangles]
    normal = np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0])
    out = np.zeros(len(triangles))
    for k in range(3):
        e = edges[triangles[:, k]]
        way = np.stack(np.unravel_index(e, shape), axis=-1)
        out += np.einsum("ij,ij->i", normal, (way[:, 1] - way[:, 0]) * np.sign(flat[e[:, 1]] - flat[e[:, 0]])[:, None])
    triangles[out < 0] = triangles[out < 0][:, ::-1]
    return points, triangles


def largest_piece(points, triangles):
    """Without specks that the grid has cut off."""
    label = np.arange(len(points))
    while True:
        least = label[triangles].min(1)
        new = label.copy()
        np.minimum.at(new, triangles.ravel(), np.repeat(least, 3))
        new = new[new]
        if (new == label).all():
            break
        label = new
    keep = label == np.bincount(label).argmax()
    place = np.cumsum(keep) - 1
    return points[keep], place[triangles[keep[triangles[:, 0]]]]
