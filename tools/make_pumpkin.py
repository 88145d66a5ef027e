#!/usr/bin/env python3
"""Makes scenes/shapes/pumpkin.ply: a ribbed skin for scenes/shapes/ball.vtu, with normals and texture coordinates.

    tools/make_pumpkin.py [FILE]

Needs numpy. It stands on y = 0 like the ball, and is nowhere more than 0.06 from its surface (diameter 1).
"""
import sys

import numpy as np

AROUND, DOWN, RIBS = 100, 36, 10


def surface(u, v):
    """u in [0, 1] around, v in [0, 1] from the top to the bottom."""
    phi, theta = 2 * np.pi * u, np.pi * v
    rib = np.abs(np.sin(RIBS * phi / 2)) ** 0.6  # 0 in the furrows
    radius = 0.5 - 0.055 * (1 - rib) * np.sin(theta) + 0.015 * rib * np.sin(theta)
    height = np.cos(theta) * (radius - 0.05 * np.exp(-((np.sin(theta) / 0.25) ** 2)))  # dents at the ends
    return np.stack([radius * np.sin(theta) * np.cos(phi), 0.5 + height, -radius * np.sin(theta) * np.sin(phi)], -1)


def normals(u, v):
    step = 1e-4
    across = surface(u, np.clip(v + step, 0, 1)) - surface(u, np.clip(v - step, 0, 1))
    along = surface(u + step, v) - surface(u - step, v)
    normal = np.cross(across, along)
    normal[v == 0], normal[v == 1] = [0, 1, 0], [0, -1, 0]
    return normal / np.linalg.norm(normal, axis=-1, keepdims=True)


def main():
    # The seam has two columns of vertices, for a texture ends there and begins.
    v, u = np.meshgrid(np.linspace(0, 1, DOWN + 1), np.linspace(0, 1, AROUND + 1), indexing="ij")
    rows = np.concatenate([surface(u, v), normals(u, v), u[..., None], 1 - v[..., None]], -1).reshape(-1, 8)
    faces = []
    for j in range(DOWN):
        for i in range(AROUND):
            a, b = j * (AROUND + 1) + i, j * (AROUND + 1) + i + 1
            c, d = a + AROUND + 1, b + AROUND + 1
            faces += [(a, c, d)] * (j < DOWN - 1) + [(a, d, b)] * (j > 0)
    head = ("ply\nformat binary_little_endian 1.0\ncomment made by tools/make_pumpkin.py\n"
            f"element vertex {len(rows)}\n" + "".join(f"property float {name}\n" for name in
                                                      ("x", "y", "z", "nx", "ny", "nz", "s", "t"))
            + f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n")
    table = np.zeros(len(faces), [("count", "u1"), ("corners", "<i4", 3)])
    table["count"], table["corners"] = 3, faces
    with open(sys.argv[1] if len(sys.argv) > 1 else "scenes/shapes/pumpkin.ply", "wb") as file:
        file.write(head.encode() + rows.astype("<f4").tobytes() + table.tobytes())


if __name__ == "__main__":
    main()
