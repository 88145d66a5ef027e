#!/usr/bin/env python3
"""Makes a scene's mesh of a mesher's: turned, scaled, standing on y = 0, in a compact file.

  tools/pack_shape.py IN OUT.vtu --turn DEGREES --width METRES | --height METRES [--angle DEGREES]

IN is any tetrahedral mesh that meshio reads. The mesh is turned about the vertical axis, scaled to
the width (largest extent along x) or height (along y) asked for, centred in x and z, and stands on
y = 0. --angle first moves nodes until no dihedral angle is smaller (tools/open_angles.py). Nodes and elements are renumbered along a space-filling curve: neighbours in space become
neighbours in memory, and the file compresses to about half. Coordinates are single precision (an
error of 4 nanometres on 10 cm); regions are kept. The .vtu is appended, raw, zlib-compressed: ConJac,
meshio and ParaView read it.
"""
import argparse
import struct
import sys
import zlib

import meshio
import numpy as np

from open_angles import open_angles


def turned(points, degrees):
    """Right-handed about +y; exact for multiples of 90 degrees."""
    quarter = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}
    angle = np.radians(degrees)
    c, s = quarter.get(degrees % 360, (np.cos(angle), np.sin(angle)))
    x, y, z = points.T
    return np.column_stack([c * x + s * z, y, c * z - s * x])


def placed(points, width, height):
    low, high = points.min(0), points.max(0)
    factor = width / (high - low)[0] if width else height / (high - low)[1]
    middle = (low + high) / 2
    return (points - [middle[0], low[1], middle[2]]) * factor


def morton(points, bits=10):
    """Position along the Z-order curve."""
    low = points.min(0)
    cell = ((points - low) / (points.max(0) - low).max() * (2**bits - 1)).astype(np.int64)
    code = np.zeros(len(points), dtype=np.int64)
    for bit in range(bits):
        for axis in range(3):
            code |= ((cell[:, axis] >> bit) & 1) << (3 * bit + axis)
    return code


def renumbered(points, tets, region):
    order = np.argsort(morton(points), kind="stable")
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    tets = place[tets]
    # An even permutation of the corners keeps the orientation: the smallest index comes first.
    first = tets.argmin(1)
    even = np.array([[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]])
    tets = np.take_along_axis(tets, even[first], axis=1)
    rows = np.lexsort(tets.T[::-1])
    return points[order], tets[rows], region[rows]


def volumes(points, tets):
    a, b, c, d = (points[tets[:, k]] for k in range(4))
    return np.einsum("ij,ij->i", np.cross(b - a, c - a), d - a) / 6


def write_vtu(path, points, tets, region):
    data, arrays = b"", []

    def array(name, values, components=1):
        nonlocal data
        raw = values.tobytes()
        packed = zlib.compress(raw, 9)
        head = struct.pack("<4I", 1, len(raw), len(raw), len(packed))
        kind = {"f4": "Float32", "i4": "Int32", "u1": "UInt8"}[values.dtype.str[1:]]
        arrays.append(f'<DataArray type="{kind}" Name="{name}" NumberOfComponents="{components}" '
                      f'format="appended" offset="{len(data)}"/>\n')
        data += head + packed

    array("Points", points.astype("<f4"), 3)
    array("connectivity", tets.astype("<i4"))
    array("offsets", np.arange(4, 4 * len(tets) + 1, 4, dtype="<i4"))
    array("types", np.full(len(tets), 10, dtype="u1"))
    array("region", region.astype("<i4"))
    text = ('<?xml version="1.0"?>\n<VTKFile type="UnstructuredGrid" version="1.0" '
            'byte_order="LittleEndian" header_type="UInt32" compressor="vtkZLibDataCompressor">\n'
            f'<UnstructuredGrid>\n<Piece NumberOfPoints="{len(points)}" NumberOfCells="{len(tets)}">\n'
            f"<Points>\n{arrays[0]}</Points>\n<Cells>\n{''.join(arrays[1:4])}</Cells>\n"
            f"<CellData>\n{arrays[4]}</CellData>\n</Piece>\n</UnstructuredGrid>\n"
            '<AppendedData encoding="raw">\n_')
    with open(path, "wb") as file:
        file.write(text.encode() + data + b"\n</AppendedData>\n</VTKFile>\n")
    return len(text) + len(data) + 32


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source")
    parser.add_argument("target")
    parser.add_argument("--turn", type=int, default=0, help="degrees about +y")
    size = parser.add_mutually_exclusive_group(required=True)
    size.add_argument("--width", type=float, help="extent along x, metres")
    size.add_argument("--height", type=float, help="extent along y, metres")
    parser.add_argument("--angle", type=float, default=0, help="smallest dihedral angle wanted, degrees")
    arguments = parser.parse_args()

    mesh = meshio.read(arguments.source)
    tets = np.vstack([block.data for block in mesh.cells if block.type == "tetra"])
    region = np.ones(len(tets), dtype=int)
    if "medit:ref" in mesh.cell_data:
        labels = zip(mesh.cells, mesh.cell_data["medit:ref"])
        region = np.concatenate([ref for block, ref in labels if block.type == "tetra"])
    points = mesh.points
    if arguments.angle > 0:
        points, reached = open_angles(points, tets, arguments.angle)
        print(f"{arguments.source}: smallest dihedral angle {reached:.1f} degrees")
    points = placed(turned(points, arguments.turn), arguments.width, arguments.height)
    points, tets, region = renumbered(points, tets, region)
    # As the reader will see them: single precision must not have inverted anything.
    smallest = volumes(points.astype("<f4").astype(float), tets).min()
    if smallest <= 0:
        sys.exit(f"{arguments.source}: an element has the volume {smallest:.3g}; mesh it again")
    size = write_vtu(arguments.target, points, tets, region)
    extent = points.max(0) - points.min(0)
    print(f"{arguments.target}: {len(points)} vertices, {len(tets)} tetrahedra, "
          f"{' x '.join(f'{100 * e:.1f}' for e in extent)} cm, {size // 1024} kB")


if __name__ == "__main__":
    main()
