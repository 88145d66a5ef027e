"""Surfaces with known volume, written by hand in all four formats."""
import struct

import numpy as np


def torus(big=1.0, small=0.4, around=48, across=24):
    """Vertices and triangles of a torus about the z axis, outward."""
    u, v = np.meshgrid(np.arange(around), np.arange(across), indexing="ij")
    angle_u, angle_v = 2 * np.pi * u / around, 2 * np.pi * v / across
    ring = big + small * np.cos(angle_v)
    points = np.stack([ring * np.cos(angle_u), ring * np.sin(angle_u), small * np.sin(angle_v)], -1)
    here = u * across + v
    right = ((u + 1) % around) * across + v
    up = u * across + (v + 1) % across
    both = ((u + 1) % around) * across + (v + 1) % across
    faces = np.concatenate([np.stack([here, right, both], -1).reshape(-1, 3),
                            np.stack([here, both, up], -1).reshape(-1, 3)])
    return points.reshape(-1, 3), faces


def sphere(radius=1.0, rounds=3, center=(0, 0, 0)):
    """An octahedron, divided and blown up."""
    points = [np.array(p, float) for p in
              [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]]
    faces = [(0, 2, 4), (2, 1, 4), (1, 3, 4), (3, 0, 4), (2, 0, 5), (1, 2, 5), (3, 1, 5), (0, 3, 5)]
    for _ in range(rounds):
        middle, finer = {}, []

        def half(a, b):
            key = (min(a, b), max(a, b))
            if key not in middle:
                middle[key] = len(points)
                point = points[a] + points[b]
                points.append(point / np.linalg.norm(point))
            return middle[key]

        for a, b, c in faces:
            ab, bc, ca = half(a, b), half(b, c), half(c, a)
            finer += [(a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca)]
        faces = finer
    return radius * np.array(points) + np.array(center), np.array(faces)


def volume(points, faces):
    """Enclosed volume by the divergence theorem."""
    a, b, c = (points[faces[:, k]] for k in range(3))
    return np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6


def write(path, points, faces):
    text = []
    if path.suffix == ".off":
        text = [f"OFF\n{len(points)} {len(faces)} 0"]
        text += [f"{x} {y} {z}" for x, y, z in points] + [f"3 {a} {b} {c}" for a, b, c in faces]
    elif path.suffix == ".obj":
        text = [f"v {x} {y} {z}" for x, y, z in points]
        text += [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in faces]
    elif path.suffix == ".ply":
        text = ["ply\nformat ascii 1.0", f"element vertex {len(points)}",
                *[f"property double {axis}" for axis in "xyz"], f"element face {len(faces)}",
                "property list uchar int vertex_indices\nend_header"]
        text += [f"{x} {y} {z}" for x, y, z in points] + [f"3 {a} {b} {c}" for a, b, c in faces]
    elif path.suffix == ".stl":  # binary: no two triangles share a corner
        data = b" " * 80 + struct.pack("<I", len(faces))
        for face in faces:
            data += struct.pack("<12fH", 0, 0, 0, *points[face].astype("<f4").ravel(), 0)
        path.write_bytes(data)
        return
    path.write_text("\n".join(text) + "\n")
