#!/usr/bin/env python3
"""Makes scenes/shapes/ball.vtu: a cube of tetrahedra (Kuhn's split of 8 x 8 x 8 cells) pressed into a ball.

    tools/make_ball.py [FILE]

Needs numpy and meshio. The ball has a diameter of 1 and stands on y = 0; scenes scale it.
"""
import itertools
import sys

import meshio
import numpy as np

CELLS = 8


def ball():
    grid = np.linspace(-1, 1, CELLS + 1)
    z, y, x = np.meshgrid(grid, grid, grid, indexing="ij")
    cube = np.stack([x.ravel(), y.ravel(), z.ravel()], axis=1)
    # Every shell |p|_max = r of the cube becomes a sphere of radius r.
    r = np.abs(cube).max(axis=1)
    safe = np.where(r > 0, r, 1)
    u = cube / safe[:, None]
    ux, uy, uz = (u**2).T
    points = safe[:, None] * np.stack([
        u[:, 0] * np.sqrt(1 - uy / 2 - uz / 2 + uy * uz / 3),
        u[:, 1] * np.sqrt(1 - uz / 2 - ux / 2 + uz * ux / 3),
        u[:, 2] * np.sqrt(1 - ux / 2 - uy / 2 + ux * uy / 3)], axis=1)
    points[r == 0] = 0
    # Rounder outside, less squeezed inside.
    share = (r**2)[:, None]
    points = share * points + (1 - share) * 0.8 * cube
    node = lambda i, j, k: i + (CELLS + 1) * (j + (CELLS + 1) * k)
    tets = []
    for i, j, k in itertools.product(range(CELLS), repeat=3):
        for order in itertools.permutations(range(3)):
            at = np.array([i, j, k])
            corners = [node(*at)]
            for axis in order:
                at[axis] += 1
                corners.append(node(*at))
            tets.append(corners)
    tets = np.array(tets)
    a, b, c, d = (points[tets[:, n]] for n in range(4))
    volume = np.einsum("ij,ij->i", np.cross(b - a, c - a), d - a)
    tets[volume < 0] = tets[volume < 0][:, [0, 2, 1, 3]]
    assert np.abs(volume).min() > 1e-6
    return 0.5 * points + [0, 0.5, 0], tets


if __name__ == "__main__":
    points, tets = ball()
    meshio.write(sys.argv[1] if len(sys.argv) > 1 else "scenes/shapes/ball.vtu",
                 meshio.Mesh(points, [("tetra", tets)]), file_format="vtu", binary=True)
