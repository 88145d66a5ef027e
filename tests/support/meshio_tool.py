"""An outside opinion on mesh files, by meshio.

meshio_tool.py write DIR         writes one small mesh in every format and variant, DIR/index.txt with
                                 a line "dimension file expected" for each, and beside it what meshio
                                 reads from that very file.
meshio_tool.py dump FILE DIM OUT what meshio reads from FILE, in the same plain form:
                                 "points elements", coordinates as hexadecimal floats, then nodes and
                                 region of each element.
"""
import base64
import pathlib
import sys
import zlib

import meshio
import numpy as np
from scipy.spatial import Delaunay

KIND = {2: "triangle", 3: "tetra"}
REGION_NAMES = ["region", "medit:ref", "gmsh:physical", "tetgen:ref", "gmsh:geometrical"]


def source(dim, count, seed):
    """Delaunay simplices of random points, positively oriented, labelled by height."""
    points = np.random.default_rng(seed).uniform(-1.5, 2.5, (count, dim))
    cells = Delaunay(points).simplices.astype(np.int64)
    edges = points[cells[:, 1:]] - points[cells[:, :1]]
    volume = np.linalg.det(edges)
    keep = np.abs(volume) > 1e-4
    cells, volume = cells[keep], volume[keep]
    flip = volume < 0
    cells[flip, -2:] = cells[flip, :-3:-1]
    used = np.unique(cells)
    number = np.full(count, -1)
    number[used] = np.arange(len(used))
    points, cells = points[used], number[cells]
    height = points[cells].mean(axis=1)[:, -1]
    labels = np.where(height < 0, 7, np.where(height < 1, 3, 12)).astype(np.int32)
    return points, cells, labels


def blocks(dim, cells, labels):
    """One cell block per label, as Gmsh's entities want it."""
    order = [(KIND[dim], cells[labels == label]) for label in np.unique(labels)]
    tags = [labels[labels == label] for label in np.unique(labels)]
    return order, tags


def dump(mesh, dim, out):
    kind = KIND[dim]
    cells = np.concatenate([block.data for block in mesh.cells if block.type == kind])
    region = np.zeros(len(cells), dtype=int)
    for name in REGION_NAMES:
        if name in mesh.cell_data:
            data = [d for b, d in zip(mesh.cells, mesh.cell_data[name]) if b.type == kind]
            region = np.concatenate(data).astype(int)
            break
    with open(out, "w") as f:
        f.write(f"{len(mesh.points)} {len(cells)}\n")
        for x in mesh.points:
            f.write(" ".join(float(v).hex() for v in x[:dim]) + "\n")
        for nodes, label in zip(cells, region):
            f.write(" ".join(str(int(n)) for n in nodes) + f" {int(label)}\n")


def vtu(path, points, cells, labels, *, wide, compress, encoding, block=1 << 15, big=False, ints="i4"):
    """An appended-data writer, which meshio has not."""
    order = ">" if big else "<"
    head = np.dtype(order + ("u8" if wide else "u4"))
    chunks, offsets = [], []

    def add(array, dtype):
        data = np.ascontiguousarray(array).astype(np.dtype(dtype).newbyteorder(order)).tobytes()
        offsets.append(sum(len(c) for c in chunks))
        if compress:
            parts = [data[k : k + block] for k in range(0, len(data), block)]
            packed = [zlib.compress(p) for p in parts]
            # As VTK does it: a last block that is full is written as size 0.
            last = len(parts[-1]) % block
            sizes = [len(parts), block, last] + [len(p) for p in packed]
            header, body = np.array(sizes, head).tobytes(), b"".join(packed)
        else:
            header, body = np.array([len(data)], head).tobytes(), data
        if encoding == "raw":
            chunks.append(header + body)
        elif compress:
            chunks.append(base64.b64encode(header) + base64.b64encode(body))
        else:
            chunks.append(base64.b64encode(header + body))

    types = {"i4": "Int32", "i8": "Int64"}
    add(points, "f8")
    add(cells, ints)
    add(np.arange(1, len(cells) + 1) * cells.shape[1], ints)
    add(np.full(len(cells), 10), "u1")
    add(np.linspace(0, 1, len(cells)), "f4")
    add(labels, "i4")
    compressor = ' compressor="vtkZLibDataCompressor"' if compress else ""

    def array(name, kind, k, extra=""):
        return f'<DataArray type="{kind}" Name="{name}" {extra} format="appended" offset="{offsets[k]}"/>'

    text = f"""<?xml version="1.0"?>
<VTKFile type="UnstructuredGrid" version="1.0" byte_order="{"Big" if big else "Little"}Endian" header_type="UInt{64 if wide else 32}"{compressor}>
<UnstructuredGrid>
<Piece NumberOfPoints="{len(points)}" NumberOfCells="{len(cells)}">
<Points>{array("Points", "Float64", 0, 'NumberOfComponents="3"')}</Points>
<Cells>
{array("connectivity", types[ints], 1)}
{array("offsets", types[ints], 2)}
{array("types", "UInt8", 3)}
</Cells>
<CellData>
{array("stress", "Float32", 4)}
{array("region", "Int32", 5)}
</CellData>
</Piece>
</UnstructuredGrid>
<AppendedData encoding="{encoding}">
_"""
    with open(path, "wb") as f:
        f.write(text.encode() + b"".join(chunks) + b"\n</AppendedData>\n</VTKFile>\n")


def veg(path, points, cells, labels, *, include):
    """Vega's format, which meshio does not know; sets number regions 1, 2, 3."""
    node = [f"{len(points)} 3 0 0"]
    node += [f"{i + 1} " + " ".join(repr(float(v)) for v in x) for i, x in enumerate(points)]
    ele = [f"{len(cells)} 4 0"]
    ele += [f"{i + 1} " + " ".join(str(n + 1) for n in c) for i, c in enumerate(cells)]
    if include:
        path.with_suffix(".inc_v").write_text("\n".join(node) + "\n")
        path.with_suffix(".inc_e").write_text("\n".join(ele) + "\n")
        node = [f"*INCLUDE {path.stem}.inc_v"]
        ele = [f"*INCLUDE {path.stem}.inc_e"]
    text = ["# a soft body", "*VERTICES", *node, "", "*ELEMENTS", "TET", *ele, ""]
    text += ["*MATERIAL BODY", "ENU, 1000, 1E7, 0.45", ""]
    for k, label in enumerate(np.unique(labels)):
        members = np.flatnonzero(labels == label) + 1
        text.append(f"*SET set{k + 1}")
        text += [", ".join(map(str, members[i : i + 8])) + "," for i in range(0, len(members), 8)]
    text += ["*REGION", "set1, BODY"]
    path.write_text("\n".join(text) + "\n")


class Writer:
    def __init__(self, folder):
        self.folder = folder
        self.index = []

    def file(self, name):
        return self.folder / name

    def done(self, dim, name, points, expected=None):
        """Notes a file; what it holds is meshio's word unless meshio has none."""
        path = self.file(name)
        mesh = expected or meshio.read(path)
        assert mesh.points.shape[0] == len(points), name
        assert np.allclose(mesh.points[:, :dim], points, rtol=1e-6, atol=1e-6), name
        dump(mesh, dim, self.file(name + ".expected"))
        self.index.append(f"{dim} {name} {name}.expected")

    def finish(self):
        self.file("index.txt").write_text("\n".join(self.index) + "\n")


def plain(dim, points, cells, labels, name, points_type=float):
    return meshio.Mesh(points.astype(points_type), [(KIND[dim], cells)], cell_data={name: [labels]})


def write_common(w, dim, points, cells, labels):
    """Formats that hold triangles and tetrahedra alike."""
    d = f"{dim}d"
    meshio.medit.write(w.file(f"{d}.mesh"), plain(dim, points, cells, labels, "medit:ref"))
    w.done(dim, f"{d}.mesh", points)

    order, tags = blocks(dim, cells, labels)
    for binary in (False, True):
        suffix = "binary" if binary else "ascii"
        mesh = meshio.Mesh(points, order)
        mesh.cell_data = {"gmsh:physical": tags, "gmsh:geometrical": [0 * t + 1 for t in tags]}
        meshio.gmsh.write(w.file(f"{d}_22_{suffix}.msh"), mesh, fmt_version="2.2", binary=binary)
        w.done(dim, f"{d}_22_{suffix}.msh", points)

        # Entities 1, 2, 3 with the physical tags 3, 7, 12; nodes belong to the first.
        mesh = meshio.Mesh(points, order)
        mesh.cell_data = {
            "gmsh:physical": tags,
            "gmsh:geometrical": [0 * t + k + 1 for k, t in enumerate(tags)],
        }
        owner = np.full(len(points), 1)
        for k, (_, nodes) in enumerate(order):
            owner[nodes] = k + 1
        mesh.point_data["gmsh:dim_tags"] = np.column_stack([np.full(len(points), dim), owner])
        meshio.gmsh.write(w.file(f"{d}_41_{suffix}.msh"), mesh, fmt_version="4.1", binary=binary)
        w.done(dim, f"{d}_41_{suffix}.msh", points[np.argsort(owner, kind="stable")])

        mesh = meshio.Mesh(points, [(KIND[dim], cells)])
        mesh.cell_data = {"gmsh:geometrical": [np.full(len(cells), 5)]}
        name = f"{d}_41_entity_{suffix}.msh"
        meshio.gmsh.write(w.file(name), mesh, fmt_version="4.1", binary=binary)
        w.done(dim, name, points)

        for version in ("4.2", "5.1"):
            mesh = plain(dim, points, cells, labels, "region")
            mesh.cell_data["stress"] = [np.linspace(0, 1, len(cells))]
            mesh.point_data["weight"] = np.linspace(0, 2, len(points))
            name = f"{d}_{version[0]}_{suffix}.vtk"
            meshio.vtk.write(w.file(name), mesh, fmt_version=version, binary=binary)
            w.done(dim, name, points)

    for name, options in {
        "ascii": {"binary": False},
        "base64_32": {"compression": None, "header_type": "UInt32"},
        "base64_64": {"compression": None, "header_type": "UInt64"},
        "zlib_32": {"compression": "zlib", "header_type": "UInt32"},
        "zlib_64": {"compression": "zlib", "header_type": "UInt64"},
    }.items():
        mesh = plain(dim, points, cells, labels, "medit:ref")
        meshio.vtu.write(w.file(f"{d}_{name}.vtu"), mesh, **options)
        w.done(dim, f"{d}_{name}.vtu", points)


def write_volume(w, points, cells, labels):
    """What only tetrahedra have, and the odder corners of each format."""
    meshio.tetgen.write(w.file("zero.node"), plain(3, points, cells, labels, "tetgen:ref"))
    w.done(3, "zero.node", points)
    # Counted from 1, as TetGen itself does.
    rows = [f"{i + 1} {x[0]!r} {x[1]!r} {x[2]!r}" for i, x in enumerate(points.tolist())]
    w.file("one.node").write_text(f"{len(points)} 3 0 0\n" + "\n".join(rows) + "\n")
    rows = [
        f"{i + 1} " + " ".join(str(n + 1) for n in c) + f" {label}"
        for i, (c, label) in enumerate(zip(cells.tolist(), labels))
    ]
    w.file("one.ele").write_text(f"{len(cells)} 4 1\n" + "\n".join(rows) + "\n# end\n")
    w.done(3, "one.ele", points)

    # A surface beside the volume, in single precision.
    surface = Delaunay(points).convex_hull
    both = meshio.Mesh(points.astype("f4"), [("triangle", surface), ("tetra", cells)])
    both.cell_data["medit:ref"] = [np.full(len(surface), 99, np.int32), labels]
    meshio.medit.write(w.file("surface.mesh"), both)
    w.done(3, "surface.mesh", points)
    for binary in (False, True):
        for version in ("4.2", "5.1"):
            name = f"surface_{version[0]}_{'binary' if binary else 'ascii'}.vtk"
            meshio.vtk.write(w.file(name), both, fmt_version=version, binary=binary)
            w.done(3, name, points)
    meshio.vtu.write(w.file("surface.vtu"), both)
    w.done(3, "surface.vtu", points)

    for encoding in ("raw", "base64"):
        for compress in (False, True):
            for wide in (False, True):
                name = f"appended_{encoding}_{'zlib' if compress else 'plain'}_{64 if wide else 32}.vtu"
                ints = "i8" if wide else "i4"
                vtu(w.file(name), points, cells, labels, wide=wide, compress=compress,
                    encoding=encoding, ints=ints, block=12 * len(points))
                w.done(3, name, points)
    vtu(w.file("big_endian.vtu"), points, cells, labels, wide=True, compress=False,
        encoding="base64", big=True)
    w.done(3, "big_endian.vtu", points)

    large = source(3, 1600, 5)  # more than one compressed block of 32768 bytes
    meshio.vtu.write(w.file("large_zlib.vtu"), plain(3, *large, "medit:ref"))
    w.done(3, "large_zlib.vtu", large[0])

    sets = {f"set{k}": [np.flatnonzero(labels == label)] for k, label in enumerate(np.unique(labels))}
    meshio.abaqus.write(w.file("plain.inp"), meshio.Mesh(points, [(KIND[3], cells)], cell_sets=sets))
    number = {label: k + 1 for k, label in enumerate(np.unique(labels))}
    sets = np.array([number[label] for label in labels])
    w.done(3, "plain.inp", points, expected=plain(3, points, cells, sets, "region"))
    for include in (False, True):
        name = "include.veg" if include else "plain.veg"
        veg(w.file(name), points, cells, labels, include=include)
        w.done(3, name, points, expected=plain(3, points, cells, sets, "region"))


def main():
    if sys.argv[1] == "dump":
        dump(meshio.read(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
        return
    w = Writer(pathlib.Path(sys.argv[2]))
    points, cells, labels = source(3, 40, 1)
    write_common(w, 3, points, cells, labels)
    write_volume(w, points, cells, labels)
    write_common(w, 2, *source(2, 40, 2))
    w.finish()


main()
