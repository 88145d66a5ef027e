"""Reads a results folder with meshio and compares it, bit by bit, with the raw arrays next to it.

usage: read_with_meshio.py FOLDER
FOLDER/frames.pvd lists the frames; FOLDER/raw/<i>.<array> holds what frame i was made from, as
plain little-endian numbers (float64 or int32), and FOLDER/raw/<i>.head "dimension time".
"""

import sys
import xml.etree.ElementTree
from pathlib import Path

import meshio
import numpy as np


def same(name, found, wanted):
    found = np.ascontiguousarray(found)
    assert found.shape == wanted.shape, f"{name}: shape {found.shape}, not {wanted.shape}"
    assert found.dtype == wanted.dtype, f"{name}: type {found.dtype}, not {wanted.dtype}"
    assert found.tobytes() == wanted.tobytes(), f"{name}: values differ"


def in_space(values, dimension):
    values = values.reshape(-1, dimension)
    return values if dimension == 3 else np.c_[values, np.zeros(len(values))]


def main(folder):
    root = xml.etree.ElementTree.parse(folder / "frames.pvd").getroot()
    assert root.get("type") == "Collection"
    entries = root.findall("Collection/DataSet")
    heads = sorted((folder / "raw").glob("*.head"))
    assert len(entries) == len(heads) > 0, f"{len(entries)} frames listed, {len(heads)} written"
    for i, entry in enumerate(entries):
        def raw(name, kind):
            return np.fromfile(folder / "raw" / f"{i}.{name}", kind)

        dimension, time = (folder / "raw" / f"{i}.head").read_text().split()
        dimension = int(dimension)
        assert float(entry.get("timestep")) == float.fromhex(time), "time differs"
        mesh = meshio.read(folder / entry.get("file"))
        same("points", mesh.points, in_space(raw("positions", "<f8"), dimension))
        assert [block.type for block in mesh.cells] == [{2: "triangle", 3: "tetra"}[dimension]]
        cells = mesh.cells[0].data.astype("<i4")
        same("cells", cells, raw("elements", "<i4").reshape(-1, dimension + 1))
        assert set(mesh.point_data) == {"velocity", "role"}
        assert set(mesh.cell_data) == {"von_mises", "region"}
        velocity = in_space(raw("velocities", "<f8"), dimension)
        same("velocity", mesh.point_data["velocity"], velocity)
        same("role", mesh.point_data["role"], raw("roles", "<i4"))
        same("von_mises", mesh.cell_data["von_mises"][0], raw("von_mises", "<f8"))
        same("region", mesh.cell_data["region"][0], raw("region", "<i4"))
    print(f"{len(entries)} frames agree")


main(Path(sys.argv[1]))
