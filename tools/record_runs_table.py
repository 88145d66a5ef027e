"""Which runs tools/record_runs.py records: every scene, and variants for the ways of stepping that no scene asks for."""
from __future__ import annotations

import sys
from pathlib import Path

SCENES = Path(__file__).resolve().parents[1] / "scenes"

# Simulated seconds of each scene, and what happens in them. A scene that is not listed runs for
# DEFAULT seconds at most.
DEFAULT = 0.3
SECONDS = {
    "aniso": 0.01,             # some 60 tries undone in every step
    "arm": 0.9,                # activated from 0.3 s on
    "arm-pad": 1.0,            # on the pad from 0.3 s on
    "armadillo": 0.75,         # a pull, a release at 0.65 s, nodes waking and falling asleep
    "armadillo-arm": 0.4,      # cut at 0.1 s, on the floor at 0.275 s
    "armadillo-release": 0.4,  # released at 0.3 s
    "barcut": 1.4,             # cuts at 0.5, 0.6 and 1.3 s
    "beam2d": 1.5,
    "bunny": 0.36,             # on the floor at 0.155 s, in the air, and on the floor again
    "bunny-back": 0.26,
    "bunny-face": 0.26,
    "bunny-head": 0.26,
    "bunny-side": 0.26,
    "dragon": 0.6,             # released at 0.5 s
    "hang": 1.0,
    "hetero": 0.3,
    "muscle": 2.0,             # activated from 0.5 to 1.6 s
    "release": 0.6,            # released at 0.3 s
    "tower": 0.8,              # the ball falls on it, and rolls off after half a second
    "twist": 4.0,
}
# Name, scene, seconds, overrides: the ways of stepping that no scene asks for.
PAPERS = ["method.integrator=linear-implicit", "method.stabilisation=pre"]
VARIANTS = [
    ("twist, vanilla", "twist", 0.5, ["method.name=vanilla"]),
    ("bunny, vanilla", "bunny", 0.22, ["method.name=vanilla"]),
    ("barcut, vanilla", "barcut", 0.65, ["method.name=vanilla"]),
    ("muscle, vanilla", "muscle", 1.0, ["method.name=vanilla"]),
    ("arm-pad, vanilla", "arm-pad", 0.6, ["method.name=vanilla"]),
    ("twist, paper's", "twist", 2.0, PAPERS),
    ("release, paper's", "release", 0.6, PAPERS),
    ("release, paper's, no guard", "release", 0.6,
     PAPERS + ["method.guard=false", "method.inertia_relief=false", "method.reuse_tolerance=0"]),
    ("hang, symplectic", "hang", 0.5, ["method.integrator=symplectic"]),
    ("muscle, symplectic", "muscle", 0.5, ["method.integrator=symplectic"]),
    ("barcut, 10 ms", "barcut", 0.8, ["time.step=0.01"]),
    ("release, 10 ms", "release", 0.6, ["time.step=0.01"]),
    ("release, 30 ms", "release", 0.6, ["time.step=0.03"]),
    ("tower, 10 ms", "tower", 0.6, ["time.step=0.01"]),
    ("muscle, linear-implicit", "muscle", 1.0, ["method.integrator=linear-implicit"]),
    ("arm-pad, linear-implicit", "arm-pad", 0.6, ["method.integrator=linear-implicit"]),
    ("tower, adaptive", "tower", 0.5,
     ["method.adaptive=true", "method.threshold=0.1", "method.integrator=linear-implicit"]),
    ("twist, damped, 3 corrections", "twist", 0.5, ["method.damping=5", "method.newton_steps=3"]),
]
# What --quick runs, and the seconds it gives them.
QUICK = {
    "barcut": 0.52, "beam2d": 1.0, "bunny": 0.2, "muscle": 1.2, "release": 0.6, "tower": 0.25, "twist": 1.0,
    "arm-pad": 0.5, "armadillo-arm": 0.12, "muscle, vanilla": 0.8, "arm-pad, vanilla": 0.4, "twist, paper's": 0.5,
    "release, paper's, no guard": 0.6, "muscle, symplectic": 0.5, "release, 30 ms": 0.6,
}


def plan(names: list[str] | None, quick: bool, scale: float) -> list[dict]:
    """The runs asked for: name, scene, seconds, overrides."""
    runs = [(path.stem, path.stem, SECONDS.get(path.stem, DEFAULT), [])
            for path in sorted(SCENES.glob("*.json"))] + VARIANTS
    if quick:
        runs = [(name, scene, QUICK[name], sets) for name, scene, _, sets in runs if name in QUICK]
    if names:
        unknown = set(names) - {run[1] for run in runs} - {run[0] for run in runs}
        if unknown:
            sys.exit(f"record_runs: there is no scene or run {', '.join(sorted(unknown))}; "
                     f"there are {'; '.join(run[0] for run in runs)}")
        runs = [run for run in runs if run[0] in names or run[1] in names]
    return [{"name": name, "scene": scene, "seconds": seconds * scale, "overrides": sets}
            for name, scene, seconds, sets in runs]
