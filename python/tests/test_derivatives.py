"""Energy, forces and stiffness against each other by differences, in 2D and 3D."""
import unittest

import numpy as np
from scipy import sparse

import conjac
from support import bar, plate, shaken, slope

FIBRES = [{
    "density": 1000,
    "laws": [
        {"law": "SNH", "young": 3e4, "poisson": 0.45},
        {"law": "aFUNG", "stiffness": 2e4, "fibers": {"constant": {"direction": [1, 1, 0]}}},
    ],
}]


def deformed():
    for scene in (bar(), plate(), bar(materials=FIBRES)):
        sim = conjac.Simulation(scene)
        x = shaken(sim, 2e-3)
        sim.positions = x
        yield sim, x


class Derivatives(unittest.TestCase):
    def test_forces_are_minus_the_slope_of_the_energy(self):
        for sim, x in deformed():
            forces = sim.forces()
            for seed in range(3):
                way = np.random.default_rng(seed).standard_normal(x.shape)

                def energy(s):
                    sim.positions = x + s * way
                    return sim.energy().total

                self.assertAlmostEqual(slope(energy, 1e-5) / -np.sum(forces * way), 1, delta=1e-7)

    def test_unprojected_stiffness_is_the_slope_of_the_forces(self):
        for sim, x in deformed():
            K = sim.stiffness(project=False)
            for seed in range(3):
                way = np.random.default_rng(seed).standard_normal(x.shape)

                def forces(s):
                    sim.positions = x + s * way
                    return sim.forces().ravel()

                expected = K @ way.ravel()
                error = np.abs(slope(forces, 1e-5) - expected).max() / np.abs(expected).max()
                self.assertLess(error, 1e-7)

    def test_stiffness_is_sparse_whole_and_symmetric(self):
        for sim, x in deformed():
            for project in (False, True):
                K = sim.stiffness(project)
                self.assertTrue(sparse.issparse(K))
                self.assertEqual(K.shape, (x.size, x.size))
                self.assertEqual(abs(K - K.T).max(), 0)
                self.assertGreater(abs(sparse.triu(K, 1)).max(), 0)

    def test_stiffness_knows_no_translation_and_couples_elements_only(self):
        for sim, x in deformed():
            K = sim.stiffness(project=False)
            for c in range(sim.dimension):
                shift = np.zeros(x.shape)
                shift[:, c] = 1
                self.assertLess(np.abs(K @ shift.ravel()).max(), 1e-10 * abs(K).max())
            neighbours = {(a, b) for element in sim.elements for a in element for b in element}
            rows, columns = K.nonzero()
            found = set(zip(rows // sim.dimension, columns // sim.dimension))
            self.assertLessEqual(found, neighbours)

    def test_projection_leaves_no_positive_eigenvalue(self):
        for sim, x in deformed():
            # Squashed, where the plain tangent is indefinite.
            sim.positions = sim.rest_positions * ([0.4] + [1] * (sim.dimension - 1))
            plain = np.linalg.eigvalsh(sim.stiffness(project=False).toarray())
            projected = np.linalg.eigvalsh(sim.stiffness(project=True).toarray())
            self.assertGreater(plain.max(), 1e-3 * np.abs(plain).max())
            self.assertLess(projected.max(), 1e-10 * np.abs(projected).max())

    def test_projection_changes_nothing_at_rest(self):
        for sim, _ in deformed():
            sim.positions = sim.rest_positions
            plain, projected = sim.stiffness(project=False), sim.stiffness()
            self.assertLess(abs(plain - projected).max(), 1e-10 * abs(plain).max())

    def test_at_rest_gravity_alone_pulls(self):
        for scene in (bar(gravity=[1, -9, 2]), plate(gravity=[1, -9, 0])):
            sim = conjac.Simulation(scene)
            gravity = np.array(scene["gravity"][:sim.dimension])
            np.testing.assert_allclose(sim.forces(), sim.masses[:, None] * gravity, atol=1e-12)
            energy = sim.energy()
            self.assertAlmostEqual(energy.elastic, 0, delta=1e-15)
            expected = -np.sum(sim.masses[:, None] * sim.rest_positions * gravity)
            self.assertAlmostEqual(energy.gravity, expected, delta=1e-12)

    def test_masses_are_those_of_the_elements(self):
        for scene, density, volume in ((bar(), 1200, 0.08 * 0.03 * 0.03), (plate(), 900, 0.06 * 0.03)):
            sim = conjac.Simulation(scene)
            corners = sim.rest_positions[sim.elements]
            edges = corners[:, 1:] - corners[:, :1]
            volumes = np.linalg.det(edges) / (2 if sim.dimension == 2 else 6)
            self.assertAlmostEqual(volumes.sum() / volume, 1, delta=1e-12)
            expected = np.zeros(sim.nodes)
            for element, v in zip(sim.elements, volumes):
                expected[element] += density * v / len(element)
            np.testing.assert_allclose(sim.masses, expected, rtol=1e-12)


if __name__ == "__main__":
    unittest.main()
