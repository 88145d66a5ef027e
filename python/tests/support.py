"""Small scenes as data, and differences."""
from __future__ import annotations

from typing import Any, Callable

import numpy as np


def bar(**changes: Any) -> dict[str, Any]:
    """A small 3D bar held at x = 0, with one dynamic node at the other end."""
    scene = {
        "mesh": {"box": {"cells": [4, 2, 2], "size": [0.08, 0.03, 0.03]}},
        "materials": [{"density": 1200, "laws": [{"law": "SNH", "young": 4e4, "poisson": 0.4}]}],
        "roles": [
            {"role": "fixed", "select": {"slice": {"axis": "x", "at": 0}}},
            {"role": "dynamic", "select": {"nearest": {"point": [0.08, 0.015, 0.015]}}},
        ],
        "time": {"step": 0.005, "duration": 0.1},
    }
    return {**scene, **changes}


def plate(**changes: Any) -> dict[str, Any]:
    """A small 2D plate held at x = 0, with two dynamic nodes."""
    scene = {
        "mesh": {"rectangle": {"cells": [6, 3], "size": [0.06, 0.03]}},
        "materials": [{"density": 900, "laws": [{"law": "SNH", "young": 3e4, "poisson": 0.3}]}],
        "roles": [
            {"role": "fixed", "select": {"slice": {"axis": "x", "at": 0}}},
            {"role": "dynamic", "select": [
                {"nearest": {"point": [0.06, 0.015, 0]}}, {"nearest": {"point": [0.03, 0.015, 0]}},
            ]},
        ],
        "time": {"step": 0.005, "duration": 0.1},
    }
    return {**scene, **changes}


def shaken(sim, size: float, seed: int = 1) -> np.ndarray:
    """Positions of `sim` with every node moved at random by up to `size`."""
    return sim.positions + np.random.default_rng(seed).uniform(-size, size, sim.positions.shape)


def slope(function: Callable[[float], Any], step: float) -> Any:
    """Fourth-order central difference at zero."""
    near = (function(step) - function(-step)) / (2 * step)
    far = (function(2 * step) - function(-2 * step)) / (4 * step)
    return (4 * near - far) / 3
