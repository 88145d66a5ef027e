#!/usr/bin/env python3
"""How long does a released bar swing?  Energy against time as CSV, one column per integrator.

    ./conjac python python/examples/release_energy.py [-o FILE] [--pull METRES]
"""
import argparse
import csv
import sys

import conjac

INTEGRATORS = ("trapezoidal", "linear-implicit", "symplectic")


def released_bar(pull: float) -> dict:
    """The scene `release` with another pull."""
    scene = conjac.load_scene("release")
    scene["timeline"][0]["move"]["translate"] = [pull, 0.3 * pull, 0]
    return scene


def energies(scene: dict, integrator: str) -> dict[float, float]:
    """Total energy after each step, J; ends early where a run diverges."""
    sim = conjac.Simulation(scene, {"method.integrator": integrator})
    curve = {}
    try:
        while sim.time < scene["time"]["duration"] - 0.5 * sim.time_step:
            report = sim.step()
            curve[round(report.time, 9)] = report.energy.total
    except conjac.Error as error:
        print(f"{integrator}: {error}", file=sys.stderr)
    return curve


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-o", "--output", help="CSV file [standard output]")
    parser.add_argument("--pull", type=float, default=0.01, help="m [0.01]")
    given = parser.parse_args()

    curves = [energies(released_bar(given.pull), integrator) for integrator in INTEGRATORS]
    with open(given.output, "w", newline="") if given.output else sys.stdout as file:
        rows = csv.writer(file)
        rows.writerow(["time", *INTEGRATORS])
        for time in max(curves, key=len):
            rows.writerow([time, *(curve.get(time, "") for curve in curves)])


if __name__ == "__main__":
    main()
