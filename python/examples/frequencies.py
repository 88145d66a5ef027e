#!/usr/bin/env python3
"""The lowest frequencies of a body about its static state: full finite elements beside the reduced
system that its dynamic nodes make.

    ./conjac python python/examples/frequencies.py [SCENE]
"""
import sys

import numpy as np
from scipy import linalg
from scipy.sparse import diags
from scipy.sparse.linalg import eigsh

import conjac
from conjac import Role


def main() -> None:
    sim = conjac.Simulation(sys.argv[1] if len(sys.argv) > 1 else "hang")
    sim.equilibrate()
    K, J = sim.stiffness(), sim.jacobian()
    mass = np.repeat(sim.masses, sim.dimension)
    free = np.repeat(~np.isin(sim.roles, (Role.FIXED, Role.SCRIPTED)), sim.dimension)

    # K v = -omega^2 M v, symmetric after scaling with the square roots of the masses.
    scale = diags(1 / np.sqrt(mass[free]))
    full = eigsh(scale @ -K[free][:, free] @ scale, k=J.shape[1], sigma=0)[0]
    reduced = linalg.eigh(-J.T @ (K @ J), J.T @ (mass[:, None] * J), eigvals_only=True)
    print("full Hz,reduced Hz")
    for pair in zip(np.sort(full), reduced):
        print(",".join(f"{np.sqrt(omega2) / (2 * np.pi):.3f}" for omega2 in pair))


if __name__ == "__main__":
    main()
