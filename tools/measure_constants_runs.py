"""The runs of tools/measure_constants.py: short ones that reach what the tuned numbers are about."""
from __future__ import annotations

SOFT = [{"density": 1000, "laws": [{"law": "SNH", "young": 4e4, "poisson": 0.4}]}]
FLOOR = [{"half_space": {"point": [0, 0, 0], "normal": [0, 1, 0]}}]


def block(cells, size, origin, **keys) -> dict:
    return {"mesh": {"box": {"cells": cells, "size": size, "origin": origin}}, "materials": SOFT, "placement": {"dynamic": 6},
            "obstacles": FLOOR, "contact": {"friction": 0.3}, "time": {"step": 0.005, "duration": 10}, **keys}


# A block on a slope of 14.5 degrees: friction holds it (tan 14.5 = 0.26).
SLOPE = block([5, 3, 5], [0.05, 0.03, 0.05], [-0.025, 0, -0.025], gravity=[2.45, -9.5, 0])
# A bar that falls while it is cut to pieces: some of them crumbs.
CRUMBS = block([10, 4, 4], [0.1, 0.04, 0.04], [-0.05, 0.03, -0.02])
# A strip in the plane, one end held, the other turned back over it until they touch.
FOLD = {"mesh": {"rectangle": {"cells": [24, 2], "size": [0.24, 0.02], "origin": [-0.12, 0]}}, "materials": SOFT, "placement": {"dynamic": 6},
        "contact": {"friction": 0.3, "self": True}, "time": {"step": 0.005, "duration": 10},
        "roles": [{"role": "fixed", "select": {"box": {"min": [-0.125, -1, -1], "max": [-0.115, 1, 1]}}}],
        "timeline": [{"move": {"select": {"box": {"min": [0.11, -1, -1], "max": [0.13, 1, 1]}}, "start": 0, "end": 0.3,
                               "rotate": {"axis": [0, 0, 1], "center": [0, 0.03, 0], "degrees": 180}}}]}


def cuts(sim, k: int) -> None:
    """Three slanting cuts, so that thin wedges come off."""
    planes = {2: ([0.0, 0.05, 0], [1, 0.2, 0]), 4: ([0.004, 0.05, 0], [1, -0.3, 0.1]), 6: ([-0.003, 0.05, 0], [0.3, 1, 0.2])}
    if k in planes:
        point, normal = planes[k]
        sim.cut(plane={"point": point, "normal": normal})


def nothing(sim, k: int) -> None:
    pass


# Name: scene (a name, or keys), simulated seconds, keys to change, what to do before each step.
RUNS = {
    "release 10 mm": {"scene": "release", "seconds": 0.6, "sets": {}},
    "release 50 mm": {"scene": "release", "seconds": 0.6, "sets": {"timeline[0].move.translate": [0.05, 0.015, 0]}},
    "release 30 ms": {"scene": "release", "seconds": 0.9, "sets": {"time.step": 0.03}},
    "release trapezoidal": {"scene": "release", "seconds": 0.6, "sets": {"method.integrator": "trapezoidal"}},
    "muscle": {"scene": "muscle", "seconds": 1.0, "sets": {}, "rest": True},
    "bunny": {"scene": "bunny", "seconds": 0.17, "sets": {}},
    "slope": {"scene": SLOPE, "seconds": 0.5, "sets": {}, "rest": True},
    "barcut": {"scene": "barcut", "seconds": 0.75, "sets": {"mesh.box.cells": [24, 5, 5]}},
    "crumbs": {"scene": CRUMBS, "seconds": 0.25, "sets": {}, "act": cuts},
    "tower": {"scene": "tower", "seconds": 0.2, "sets": {}},
    "tower in full FE": {"scene": "tower", "seconds": 0.05, "sets": {"method.name": "vanilla"}},
    "arm-pad": {"scene": "arm-pad", "seconds": 0.4, "sets": {}},
    "fold": {"scene": FOLD, "seconds": 0.35, "sets": {}},
}


def build_run(conjac, run: dict, overrides: dict):
    """The scene of a run with keys changed, and what to do before each step."""
    return conjac.load_scene(run["scene"], {**run["sets"], **overrides}), run.get("act", nothing)
