"""Meshes given as arrays."""
from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any, Optional

import numpy as np

_PREFIX = "data:conjac/mesh;base64,"  # src/mesh/formats.h says what follows
_KEYS = {"vertices", "elements", "regions"}


def _whole(name: str, values: Any) -> np.ndarray:
    array = np.asarray(values)
    if array.size and array.dtype.kind not in "iu":
        raise TypeError(f"{name}: need whole numbers, not {array.dtype}")
    if array.size and (array.min() < -(2**31) or array.max() >= 2**31):
        raise ValueError(f"{name}: numbers beyond 32 bits")
    return array.astype("<i4")


def mesh_text(vertices: Any, elements: Any, regions: Optional[Any] = None) -> str:
    """What stands in a scene for the name of a mesh file: the mesh itself."""
    points = np.asarray(vertices, dtype="<f8")
    if points.ndim != 2 or points.shape[1] not in (2, 3):
        raise ValueError(f"vertices: need an array of shape (nodes, 2) or (nodes, 3), not {points.shape}")
    dimension = points.shape[1]
    cells = _whole("elements", elements)
    if cells.ndim != 2 or cells.shape[1] != dimension + 1:
        raise ValueError(
            f"elements: need an array of shape (elements, {dimension + 1}), for vertices have "
            f"{dimension} coordinates, not {cells.shape}"
        )
    wrong = (cells < 0) | (cells >= len(points))
    if wrong.any():
        row = int(np.flatnonzero(wrong.any(axis=1))[0])
        raise ValueError(f"elements: row {row} names a node that is not there; there are {len(points)}")
    if not np.isfinite(points).all():
        row = int(np.flatnonzero(~np.isfinite(points).all(axis=1))[0])
        raise ValueError(f"vertices: row {row} is not finite")
    labels = np.zeros(len(cells), "<i4") if regions is None else _whole("regions", regions)
    if labels.shape != (len(cells),):
        raise ValueError(f"regions: need an array of shape ({len(cells)},), not {labels.shape}")
    head = np.array([dimension, len(points), len(cells)], "<i4")
    data = b"".join(np.ascontiguousarray(part).tobytes() for part in (head, points, cells, labels))
    return _PREFIX + base64.b64encode(data).decode("ascii")


def with_mesh_texts(scene: Mapping[str, Any]) -> dict[str, Any]:
    """The scene with `vertices`, `elements` and `regions` of its meshes as such texts."""

    def packed(mesh: Any) -> Any:
        if not isinstance(mesh, Mapping) or not _KEYS & set(mesh):
            return mesh
        missing = {"vertices", "elements"} - set(mesh)
        if missing:
            raise ValueError(f"mesh: has arrays but no {' and no '.join(sorted(missing))}")
        rest = {key: value for key, value in mesh.items() if key not in _KEYS}
        return {**rest, "file": mesh_text(*(mesh.get(key) for key in ("vertices", "elements", "regions")))}

    result = dict(scene)
    if "mesh" in result:
        result["mesh"] = packed(result["mesh"])
    if isinstance(result.get("bodies"), (list, tuple)):
        result["bodies"] = [
            {**body, "mesh": packed(body["mesh"])} if isinstance(body, Mapping) and "mesh" in body else body
            for body in result["bodies"]
        ]
    return result
