"""What a simulation shows and takes: shapes, types, copies, assignments."""
import unittest

import numpy as np

import conjac
from conjac import Role
from support import bar, plate, shaken


class Arrays(unittest.TestCase):
    def test_shapes_in_3d_and_2d(self):
        for scene, nodes, elements, d in ((bar(), 45, None, 3), (plate(), 28, None, 2)):
            sim = conjac.Simulation(scene)
            self.assertEqual((sim.dimension, sim.nodes), (d, nodes))
            for array in (sim.positions, sim.velocities, sim.rest_positions, sim.forces()):
                self.assertEqual((array.shape, array.dtype), ((nodes, d), np.float64))
            self.assertEqual(sim.elements.shape[1], d + 1)
            self.assertEqual((sim.elements.min(), sim.elements.max()), (0, nodes - 1))
            self.assertEqual(sim.masses.shape, (nodes,))
            self.assertEqual(sim.roles.shape, (nodes,))
            self.assertEqual(sim.von_mises().shape, (len(sim.elements),))
            self.assertEqual(sim.element_regions.shape, (len(sim.elements),))
            self.assertEqual(sim.representative_regions.shape, (len(sim.elements),))
            np.testing.assert_array_equal(sim.positions, sim.rest_positions)
            np.testing.assert_array_equal(sim.velocities, 0)

    def test_roles(self):
        sim = conjac.Simulation(bar())
        np.testing.assert_array_equal(
            np.flatnonzero(sim.roles == Role.FIXED), np.flatnonzero(sim.rest_positions[:, 0] == 0))
        self.assertEqual(list(np.flatnonzero(sim.roles == Role.DYNAMIC)), list(sim.dynamic_nodes))
        np.testing.assert_allclose(sim.rest_positions[sim.dynamic_nodes], [[0.08, 0.015, 0.015]])
        self.assertEqual(Role(sim.roles[sim.dynamic_nodes[0]]).name, "DYNAMIC")

    def test_arrays_are_copies_that_refuse_to_be_written(self):
        sim = conjac.Simulation(bar())
        before = sim.positions
        kept = before.copy()
        sim.step(3)
        np.testing.assert_array_equal(before, kept)
        self.assertFalse(np.array_equal(sim.positions, kept))
        for name in ("positions", "velocities", "rest_positions", "masses", "elements", "roles"):
            with self.subTest(name), self.assertRaisesRegex(ValueError, "read-only"):
                getattr(sim, name)[0] = 1
        with self.assertRaises(ValueError):
            sim.positions += 1
        with self.assertRaises(AttributeError):
            sim.masses = sim.masses

    def test_assigned_state_is_the_state(self):
        sim, other = conjac.Simulation(bar()), conjac.Simulation(bar())
        x, v = shaken(sim, 1e-3), np.random.default_rng(2).standard_normal((sim.nodes, 3))
        sim.positions, sim.velocities = x, v
        np.testing.assert_array_equal(sim.positions, x)
        np.testing.assert_array_equal(sim.velocities, v)
        self.assertAlmostEqual(
            sim.energy().kinetic, 0.5 * np.sum(sim.masses[:, None] * v**2), delta=1e-12)
        # Other orders of memory, types and lists give the same.
        for same in (np.asfortranarray(x), x.tolist(), np.repeat(x, 2, axis=0)[::2]):
            other.positions = same
            np.testing.assert_array_equal(other.positions, x)
        np.testing.assert_array_equal(other.forces(), sim.forces())

    def test_a_copied_state_goes_on_as_its_original(self):
        # Without memory of earlier steps: no kept factor, no owed energy.
        plain = {"reuse_tolerance": 0, "integrator": "linear-implicit", "inertia_relief": False}
        sim, other = (conjac.Simulation(bar(method=plain)) for _ in range(2))
        sim.step(4)
        other.positions, other.velocities = sim.positions, sim.velocities
        sim.step(5)
        other.step(5)
        np.testing.assert_allclose(other.positions, sim.positions, rtol=0, atol=1e-14)

    def test_forces_after_a_step_belong_to_the_positions(self):
        sim, other = conjac.Simulation(bar()), conjac.Simulation(bar())
        sim.step(7)
        other.positions = sim.positions
        np.testing.assert_allclose(sim.forces(), other.forces(), rtol=0, atol=1e-14)

    def test_bad_assignments_say_what_is_wanted(self):
        sim = conjac.Simulation(bar())
        kept = sim.positions
        for bad in (kept[:-1], kept.ravel(), kept[:, :2], 0.0, np.full(kept.shape, np.nan)):
            for name in ("positions", "velocities"):
                with self.assertRaisesRegex(conjac.Error, name) as caught:
                    setattr(sim, name, bad)
                self.assertEqual((caught.exception.kind, caught.exception.exit_code),
                                 ("bad_input", 3))
        with self.assertRaisesRegex(conjac.Error, r"\(45, 3\), not \(135,\)"):
            sim.positions = kept.ravel()
        with self.assertRaises(TypeError):
            sim.positions = "here"
        np.testing.assert_array_equal(sim.positions, kept)


if __name__ == "__main__":
    unittest.main()
