#!/usr/bin/env python3
"""How a held body begins to fall with 1, 2, 4 and 8 automatic nodes, beside full FE in fine steps.

    PYTHONPATH=build/release/python /usr/bin/python3 tools/measure_falls.py bunny dragon

Gravity is switched on at the start. Printed for each number of nodes: the fall of the centre of mass in the first step
of 5 ms over that of full FE (trapezoidal, FINE steps), and the rms error over 0.15 s over the largest fall.
"""
from __future__ import annotations

import sys
from pathlib import Path

import numpy

SCENES = Path(__file__).resolve().parents[1] / "scenes"
STEP, PARTS, STEPS = 0.005, 5, 30
HELD = {
    "armadillo": '{"sphere": {"center": [0, 0.087, -0.010], "radius": 0.012}}',
    "bunny": '{"sphere": {"center": %s, "radius": %g}}',  # its ears: filled in from the shape
    "dragon": '"feet"',
}


def held(name: str) -> str:
    import conjac
    if name != "bunny":
        return HELD[name]
    x = numpy.array(conjac.Simulation(SCENES / "bunny.json").positions)
    top = x[numpy.argmax(x[:, 1])]
    return HELD[name] % (top.tolist(), 0.2 * (x[:, 1].max() - x[:, 1].min()))


def fall(name: str, steps: int, more: list[str], select: str) -> numpy.ndarray:
    """Height of the centre of mass after every step, from 0 on."""
    import conjac
    common = [f'roles=[{{"role": "fixed", "select": {select}}}]', "timeline=[]", "obstacles=[]", "gravity=[0,-9.81,0]",
              "method.adaptive=false", "contact.self=false"]
    sim = conjac.Simulation(SCENES / f"{name}.json", overrides=common + more)
    mass = numpy.asarray(sim.masses)
    heights = [mass @ numpy.array(sim.positions)[:, 1] / mass.sum()]
    for _ in range(steps):
        sim.step()
        heights.append(mass @ numpy.array(sim.positions)[:, 1] / mass.sum())
    return numpy.array(heights) - heights[0]


def main() -> None:
    for name in sys.argv[1:]:
        select = held(name)
        fine = fall(name, STEPS * PARTS, ["method.name=vanilla", "method.integrator=trapezoidal",
                                          f"time.step={STEP / PARTS}"], select)[::PARTS]
        print(f"{name}: full FE falls {-1e6 * fine[1]:.1f} um in the first step, {1e3 * abs(fine).max():.2f} mm at most",
              flush=True)
        for nodes in (1, 2, 4, 8):
            way = fall(name, STEPS, [f"placement.dynamic={nodes}", "method.integrator=modal",
                                     f"time.step={STEP}"], select)
            error = numpy.sqrt(numpy.mean((way[1:] - fine[1:]) ** 2)) / abs(fine).max()
            print(f"  {nodes} nodes: first step {way[1] / fine[1]:.2f}, rms {error:.3f}", flush=True)


if __name__ == "__main__":
    main()
