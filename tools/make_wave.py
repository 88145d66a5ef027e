#!/usr/bin/env python3
"""Writes scenes/shapes/wave-0.ply, ...: a table whose top is a travelling wave, one period of it.

Points of the top go round in ellipses, as those of a Rayleigh wave do: where the top is highest it moves against the wave,
so that what lies on it is carried that way by friction. Vertices and triangles are the same in every file.
"""
import sys
from pathlib import Path

import numpy as np

LENGTH, HEIGHT, WIDTH = 0.30, 0.03, 0.08  # m; the top is at y = 0
CELLS = (64, 2)                           # along and across
WAVES, UP, ALONG = 8, 0.002, 0.0025       # waves along the table, half axes of the ellipses, m
FILES = 8                                 # one period


def table():
    """Vertices and triangles of a closed box with a grid on top and below."""
    nx, nz = CELLS
    x, z = np.meshgrid(np.linspace(0, LENGTH, nx + 1), np.linspace(-WIDTH / 2, WIDTH / 2, nz + 1), indexing="ij")
    top = np.stack([x.ravel(), np.zeros(x.size), z.ravel()], axis=1)
    points = np.concatenate([top, top - [0, HEIGHT, 0]])
    number = np.arange((nx + 1) * (nz + 1)).reshape(nx + 1, nz + 1)
    a, b, c, d = (part.ravel() for part in (number[:-1, :-1], number[:-1, 1:], number[1:, 1:], number[1:, :-1]))
    above = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
    rim = np.concatenate([number[0, :-1], number[:-1, -1], number[-1, :0:-1], number[:0:-1, 0]])
    after = np.roll(rim, -1)
    under = len(top)
    sides = np.concatenate([np.stack([rim, rim + under, after], axis=1), np.stack([after, rim + under, after + under], axis=1)])
    return points, np.concatenate([above, above[:, ::-1] + under, sides]), len(top)


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[1] / "scenes" / "shapes"
    rest, triangles, top = table()
    for k in range(FILES):
        points = rest.copy()
        phase = 2 * np.pi * (WAVES * rest[:top, 0] / LENGTH - k / FILES)
        points[:top, 0] -= ALONG * np.cos(phase)
        points[:top, 1] += UP * np.sin(phase)
        rows = np.zeros(len(triangles), dtype=[("count", "u1"), ("corners", "<i4", 3)])
        rows["count"], rows["corners"] = 3, triangles
        head = (f"ply\nformat binary_little_endian 1.0\ncomment made by tools/make_wave.py\nelement vertex {len(points)}\n"
                "property float x\nproperty float y\nproperty float z\n"
                f"element face {len(triangles)}\nproperty list uchar int vertex_indices\nend_header\n")
        (folder / f"wave-{k}.ply").write_bytes(head.encode() + points.astype("<f4").tobytes() + rows.tobytes())


if __name__ == "__main__":
    main()
