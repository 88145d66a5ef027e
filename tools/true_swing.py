#!/usr/bin/env python3
"""How full FE in fine steps swings from where a hand of the armadillo was let go.

    python3 tests/cli/swing.py PROGRAM armadillo --time-step 0.0166667 --save start.npy
    PYTHONPATH=build/release/python /usr/bin/python3 tools/true_swing.py start.npy --step 8e-6

Velocity Verlet, no damping, no gravity, from rest at the places in that file. It prints the numbers that
tests/cli/swing.py prints of the live run; `energy` near 1 says that nothing was damped. The start is known to 16 bits
over the body's size, as the protocol sends it.
"""
from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "cli"))
import swing  # noqa: E402


def main() -> None:
    import conjac

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("start", help="places of all nodes, as tests/cli/swing.py --save writes them")
    parser.add_argument("--step", type=float, default=8e-6, help="s")
    parser.add_argument("--every", type=int, default=125, help="steps between two looks")
    options = parser.parse_args()
    overrides = ["method.name=vanilla", "method.integrator=verlet", "method.guard=false", "method.adaptive=false",
                 "gravity=[0,0,0]", "timeline=[]", f"time.step={options.step}"]
    sim = conjac.Simulation(ROOT / "scenes" / "armadillo.json", overrides=overrides)
    rest = numpy.array(sim.positions)
    start = numpy.load(options.start)
    held = numpy.asarray(sim.held_nodes)
    start[held] = rest[held]
    node = int(numpy.argmin(numpy.linalg.norm(rest - swing.HAND, axis=1)))
    along = numpy.array(swing.WAY) / numpy.linalg.norm(swing.WAY)
    sim.positions = start
    sim.velocities = numpy.zeros_like(start)
    way = [float((start - rest)[node] @ along)]
    begin = sim.energy().elastic if callable(sim.energy) else sim.energy.elastic
    for _ in range(round(swing.WATCH / (options.every * options.step))):
        report = sim.step(options.every)
        way.append(float((sim.positions - rest)[node] @ along))
    energy = report.energy.kinetic + report.energy.elastic
    pull = way[0]
    live = round(1 / 60 / (options.every * options.step))
    print(json.dumps({"overshoot": -swing.first_low(way) / pull, "swings": swing.swings(way, swing.AWAY * pull),
                      "pull": pull, "energy": energy / begin, "way": [round(x / pull, 4) for x in way[::live]]}))


if __name__ == "__main__":
    main()
