"""Opens the flat elements a mesher has left: moves nodes until no dihedral angle is below a limit. Needs numpy.

CGAL's perturber raises its limit for all elements at once and stops at the first one it cannot help; on bodies with many
thin parts that is early. Here each node of a flat element is tried in many places, and goes where the smallest angle
around it is largest. Nodes of the boundary move along it, by a part of an edge. Same input, same result.
"""
import numpy as np

PAIRS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2), (1, 2, 0, 3), (1, 3, 0, 2), (2, 3, 0, 1))
FACES = np.array([(1, 2, 3), (0, 3, 2), (0, 1, 3), (0, 2, 1)])  # outwards


def smallest_angles(corners):
    """(..., 4, 3) corners -> the smallest dihedral angle in degrees, negative where the element is turned inside out."""
    angle = np.full(corners.shape[:-2], 180.0)
    for a, b, c, d in PAIRS:
        edge = corners[..., b, :] - corners[..., a, :]
        m = np.cross(edge, corners[..., c, :] - corners[..., a, :])
        n = np.cross(edge, corners[..., d, :] - corners[..., a, :])
        cosine = (m * n).sum(-1) / np.sqrt((m * m).sum(-1) * (n * n).sum(-1) + 1e-300)
        np.minimum(angle, np.degrees(np.arccos(np.clip(cosine, -1, 1))), out=angle)
    first = corners[..., 0, :]
    volume = (np.cross(corners[..., 1, :] - first, corners[..., 2, :] - first) * (corners[..., 3, :] - first)).sum(-1)
    return np.where(volume > 0, angle, -1.0)


def boundary_normals(points, tets):
    """Sum of the normals of the boundary's triangles at each node; zero inside."""
    faces = tets[:, FACES].reshape(-1, 3)
    _, index, count = np.unique(np.sort(faces, axis=1), axis=0, return_index=True, return_counts=True)
    faces = faces[index[count == 1]]
    normals = np.zeros_like(points)
    p = points[faces]
    np.add.at(normals, faces.ravel(), np.repeat(np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]), 3, axis=0))
    return normals


def open_angles(points, tets, limit, sweeps=60):
    """Points moved so that every dihedral angle is at least `limit` degrees, if that can be had; the angle reached."""
    points = points.copy()
    random = np.random.default_rng(7)
    normals = boundary_normals(points, tets)
    around = [[] for _ in points]
    for t, nodes in enumerate(tets):
        for node in nodes:
            around[node].append(t)
    for _ in range(sweeps):
        angles = smallest_angles(points[tets])
        flat = np.argsort(angles, kind="stable")[: (angles < limit).sum()]
        if len(flat) == 0:
            break
        for node in dict.fromkeys(tets[flat].ravel()):
            ring = tets[around[node]]
            corners = points[ring]
            edge = np.linalg.norm(corners - points[node], axis=-1).max(1).mean()
            moves = random.normal(size=(60, 3)) * edge * random.choice((0.2, 0.1, 0.04, 0.015), size=(60, 1))
            size = np.linalg.norm(normals[node])
            if size > 0:
                n = normals[node] / size
                moves = 0.7 * (moves - np.outer(moves @ n, n))
            tried = np.repeat(corners[None], 61, axis=0)
            tried[1:] += np.where((ring == node)[..., None], moves[:, None, None, :], 0.0)
            best = smallest_angles(tried).min(1).argmax()
            if best > 0:
                points[node] += moves[best - 1]
    return points, smallest_angles(points[tets]).min()
