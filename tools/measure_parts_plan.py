"""Which runs tools/measure_parts.py counts, and which of them may take many parts."""
from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FACTORS = (0.5, 1, 2, 4)

# Simulated seconds of each scene: as far as what it is about, and no farther. A scene that is not listed runs for
# DEFAULT seconds.
DEFAULT = 0.2
SECONDS = {
    "aniso": 0.1,
    "arm": 0.5,                 # activated from 0.3 s on
    "arm-pad": 0.5,             # on the pad from 0.3 s on
    "armadillo": 0.65,          # a pull
    "armadillo-arm": 0.15,      # cut at 0.1 s
    "armadillo-release": 0.36,  # released at 0.3 s
    "barcut": 0.64,             # cuts at 0.5 and 0.6 s
    "beam2d": 0.6,
    "bunny": 0.2,               # on the floor at 0.155 s
    "dragon": 0.54,             # released at 0.5 s
    "hang": 0.6,
    "hetero": 0.1,
    "laws": 0.4,
    "muscle": 0.8,              # activated from 0.5 s on
    "release": 0.6,             # released at 0.3 s
    "shaken": 0.6,
    "tower": 0.4,
    "twist": 1.0,
}
# Scenes of more than some seconds of processor time: only with --all, and in these multiples of their step.
LONG = {"aniso": (1,), "armadillo": (1,), "armadillo-arm": (1,), "armadillo-release": (1,), "barcut": FACTORS,
        "bunny": (1,), "bunny-back": (1,), "bunny-face": (1,), "bunny-head": (1,), "bunny-side": (1,), "dragon": (1,),
        "hetero": (1, 4)}
# Runs of more than 1.3 parts a step, each with its cause.
# Presumed of all of them, not traced step by step.
COARSE = "coarse: a step that changes the energy by more than a hundredth of what is at play is halved"
CAUSES = {
    "inflate x2": COARSE, "inflate x4": COARSE, "laws x2": COARSE, "laws x4": COARSE, "release x2": COARSE, "release x4": COARSE,
    "carried x4": COARSE, "armadillo-release x1": COARSE,
    "tissues x2": COARSE, "tissues x4": COARSE, "beam2d x4": COARSE,
}


@dataclass
class Run:
    scene: str
    factor: float
    step: float
    steps: int

    @property
    def name(self) -> str:
        return f"{self.scene} x{self.factor:g}"


def plan(everything: bool, only: list[str] | None) -> list[Run]:
    """The runs asked for, by name of scene."""
    runs = []
    files = {path.stem: path for path in sorted((ROOT / "scenes").glob("*.json"))}
    if unknown := set(only or ()) - set(files):
        sys.exit(f"measure_parts: there is no scene {', '.join(sorted(unknown))}")
    for name, path in files.items():
        if only and name not in only or name in LONG and not everything:
            continue
        step = json.loads(path.read_text())["time"]["step"]
        for factor in LONG.get(name, FACTORS):
            steps = max(1, round(SECONDS.get(name, DEFAULT) / (factor * step)))
            runs.append(Run(name, factor, factor * step, steps))
    return runs
