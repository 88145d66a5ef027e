#!/usr/bin/env python3
"""Finds the Young's moduli of two halves of a hanging beam from where its nodes should be.

    ./conjac python python/examples/fit_young.py

Measured positions of some nodes at rest are the target (here: those of a beam whose moduli we know and
do not tell, in noise-free numbers). scipy's SLSQP minimises the squared distance; each evaluation is
one static solve, and one adjoint solve for the gradient (`rest_gradient`).
"""
import numpy as np
from scipy.optimize import minimize

import conjac

TRUE = np.array([8e4, 2.4e5])  # Pa, near the wall and at the free end
SCENE = {
    "name": "two halves",
    "mesh": {"box": {"cells": [12, 3, 3], "size": [0.2, 0.03, 0.03]}},
    "materials": [{"density": 1000, "laws": [{"law": "SNH", "young": 1e5, "poisson": 0.4}]}],
    "roles": [
        {"role": "fixed", "select": {"slice": {"axis": "x", "at": 0}}},
        {"role": "dynamic", "select": {"nearest": {"point": [0.2, 0.015, 0.015]}}},
    ],
}


def main() -> None:
    sim = conjac.Simulation(SCENE)
    near = sim.rest_positions[sim.elements].mean(axis=1)[:, 0] < 0.1
    halves = (near, ~near)

    def settle(young: np.ndarray) -> None:
        for half, value in zip(halves, young):
            sim.set_material_values("young", value, half)
        sim.equilibrate()

    settle(TRUE)
    seen = np.flatnonzero(np.isclose(sim.rest_positions[:, 1], 0.03))  # the upper side is measured
    target = sim.positions[seen].copy()
    sim.reset()
    evaluations = 0

    def misfit(logarithms: np.ndarray) -> tuple[float, np.ndarray]:
        """Squared distance in units of the beam's length, and its derivative by log(young)."""
        nonlocal evaluations
        evaluations += 1
        young = np.exp(logarithms)
        settle(young)
        off = (sim.positions[seen] - target) / 0.2
        by_positions = np.zeros_like(sim.positions)
        by_positions[seen] = 2 * off / 0.2
        by_element = sim.rest_gradient(by_positions)["young"]
        return (off**2).sum(), np.array([by_element[half].sum() for half in halves]) * young

    start = np.log([1.2e5, 1.2e5])
    found = minimize(misfit, start, jac=True, method="SLSQP", options={"ftol": 1e-12})
    young = np.exp(found.x)
    print(f"evaluations: {evaluations}")
    print(f"young: {young[0]:.6g} {young[1]:.6g} Pa, in truth {TRUE[0]:g} {TRUE[1]:g}")
    print(f"largest relative error: {abs(young / TRUE - 1).max():.2e}")


if __name__ == "__main__":
    main()
