#!/usr/bin/env python3
"""Makes scenes/shapes/hollow.vtu: a ball with a hollow in it, two layers of tetrahedra between two spheres.

    tools/make_hollow.py [FILE]

Needs numpy and meshio. The outer sphere has a radius of 1, the inner one of 0.7, both about the origin; scenes scale it.
Region 1 is the inner layer, region 2 the outer one.
"""
import sys

import meshio
import numpy as np

RADII = (0.7, 0.85, 1.0)
SPLITS = 2


def sphere():
    """An icosahedron whose triangles are split SPLITS times in four, its corners moved onto the unit sphere."""
    golden = (1 + 5**0.5) / 2
    corners = [np.array(p, float) for a in (-1, 1) for b in (-golden, golden) for p in ((0, a, b), (a, b, 0), (b, 0, a))]
    corners = [p / np.linalg.norm(p) for p in corners]
    edge = min(np.linalg.norm(corners[0] - p) for p in corners[1:]) * 1.01
    near = lambda i, j: np.linalg.norm(corners[i] - corners[j]) < edge
    triangles = [(i, j, k) for i in range(12) for j in range(i) for k in range(j) if near(i, j) and near(j, k) and near(i, k)]
    for _ in range(SPLITS):
        middles, finer = {}, []

        def middle(i, j):
            key = (min(i, j), max(i, j))
            if key not in middles:
                p = corners[i] + corners[j]
                middles[key] = len(corners)
                corners.append(p / np.linalg.norm(p))
            return middles[key]

        for i, j, k in triangles:
            a, b, c = middle(i, j), middle(j, k), middle(k, i)
            finer += [(i, a, c), (a, j, b), (c, b, k), (a, b, c)]
        triangles = finer
    return np.array(corners), triangles


def hollow():
    corners, triangles = sphere()
    n = len(corners)
    points = np.concatenate([r * corners for r in RADII])
    tets, regions = [], []
    for layer in range(len(RADII) - 1):
        for triangle in triangles:
            # A prism is three tetrahedra; with its corners in ascending order neighbours agree on their diagonals.
            a, b, c = sorted(layer * n + v for v in triangle)
            tets += [(a, b, c, c + n), (a, b, b + n, c + n), (a, a + n, b + n, c + n)]
            regions += 3 * [layer + 1]
    tets = np.array(tets)
    a, b, c, d = (points[tets[:, k]] for k in range(4))
    volume = np.einsum("ij,ij->i", np.cross(b - a, c - a), d - a)
    tets[volume < 0] = tets[volume < 0][:, [0, 2, 1, 3]]
    assert np.abs(volume).min() > 1e-5
    return points, tets, np.array(regions, dtype=np.int32)


if __name__ == "__main__":
    points, tets, regions = hollow()
    meshio.write(sys.argv[1] if len(sys.argv) > 1 else "scenes/shapes/hollow.vtu",
                 meshio.Mesh(points, [("tetra", tets)], cell_data={"region": [regions]}), file_format="vtu", binary=True)
