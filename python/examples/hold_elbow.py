#!/usr/bin/env python3
"""A controller holds the elbow: it looks at the joint and chooses how active the muscle is.

    ./conjac python python/examples/hold_elbow.py [--degrees 20] [--seconds 4] [-o FILE]

Each step it asks for the activation that a proportional, integral and derivative law says; the
muscle can only pull, gravity brings the forearm back. Prints the angle at the end; -o writes time,
angle and activation as CSV.
"""
import argparse
import csv
import math

import conjac


def hold(degrees: float, seconds: float) -> list[tuple[float, float, float]]:
    """Time, elbow angle in degrees and activation after each step of the scene `muscle`."""
    scene = conjac.load_scene("muscle")
    scene["timeline"] = []
    scene["bones"][0]["joint"]["type"] = "fixed"  # the shoulder, so that the elbow is alone
    scene["bones"][1]["joint"]["damping"] = 0.03
    sim = conjac.Simulation(scene)
    elbow = sim.joint_names.index("joint_forearm")
    target = math.radians(degrees)
    wanted = 0.0  # the integral part
    activation = 0.0
    rows = []
    while sim.time < seconds - 0.5 * sim.time_step:
        error = target - sim.joint_positions[elbow]
        wanted = min(1.0, max(0.0, wanted + 2.0 * error * sim.time_step))
        command = wanted + 0.6 * error - 0.05 * sim.joint_velocities[elbow]
        # A muscle does not follow at once.
        activation += (min(1.0, max(0.0, command)) - activation) * min(1.0, sim.time_step / 0.03)
        sim.set_activation(activation)
        sim.step()
        rows.append((sim.time, math.degrees(sim.joint_positions[elbow]), activation))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--degrees", type=float, default=20, help="elbow angle to hold")
    parser.add_argument("--seconds", type=float, default=4, help="simulated time")
    parser.add_argument("-o", "--output", help="CSV file")
    options = parser.parse_args()
    rows = hold(options.degrees, options.seconds)
    if options.output:
        with open(options.output, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(["time", "degrees", "activation"])
            writer.writerows(rows)
    print(f"elbow at {rows[-1][1]:.2f} degrees, activation {rows[-1][2]:.3f}")


if __name__ == "__main__":
    main()
