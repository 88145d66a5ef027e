"""What a program changes between two steps."""
import unittest

import numpy as np

import conjac
from support import bar, plate


class Loads(unittest.TestCase):
    def test_as_a_load_of_the_timeline(self):
        for scene in (bar(), plate()):
            end = {"slice": {"axis": "x", "at": 0.08 if "box" in scene["mesh"] else 0.06}}
            load = {"load": {"select": end, "force": [0.01, -0.02, 0], "start": 0.02}}
            told = conjac.Simulation({**scene, "timeline": [load]})
            pushed = conjac.Simulation(scene)
            tip = np.flatnonzero(np.isclose(pushed.rest_positions[:, 0], end["slice"]["at"]))
            told.step(4), pushed.step(4)
            pushed.apply_force(tip, [0.01, -0.02, 0][:pushed.dimension])
            told.step(20), pushed.step(20)
            self.assertLess(abs(told.positions - pushed.positions).max(), 1e-12 * pushed.size)
            again = conjac.Simulation(scene)
            again.step(4)
            force = np.zeros_like(again.positions)
            force[tip] = np.array([0.01, -0.02, 0][:again.dimension]) / len(tip)
            again.external_forces = force
            again.step(20)
            np.testing.assert_array_equal(again.positions, pushed.positions)

    def test_acts_until_changed(self):
        sim = conjac.Simulation(bar())
        self.assertFalse(sim.external_forces.any())
        sim.apply_force([1, 2], [[1, 0, 0], [0, 2, 0]])
        sim.apply_force(2, [0, 1, 0])
        self.assertEqual(sim.external_forces[2, 1], 3)
        self.assertEqual(sim.external_forces[1, 0], 1)
        sim.step()
        self.assertEqual(sim.external_forces.sum(), 4)
        sim.external_forces = None
        self.assertFalse(sim.external_forces.any())

    def test_shapes_are_named(self):
        sim = conjac.Simulation(bar())
        for word, action in (
            ("external_forces: need an array of shape", lambda: setattr(sim, "external_forces", [1, 2])),
            ("apply_force: force", lambda: sim.apply_force([0], [1, 2])),
            ("apply_force: force", lambda: sim.apply_force([0], [[1, 2, 3], [1, 2, 3]])),
            ("apply_force: nodes", lambda: sim.apply_force([0.5], [1, 2, 3])),
            ("apply_force: nodes", lambda: sim.apply_force([9999], [1, 2, 3])),
            ("gravity", lambda: setattr(sim, "gravity", [1])),
            ("held_positions", lambda: setattr(sim, "held_positions", [[1, 2, 3]])),
            ("elements", lambda: sim.set_material_values("young", 1e4, elements=["a"])),
            ("1 elements but 2 values", lambda: sim.set_material_values("young", [1e4, 1e4], [0])),
            ("fibres", lambda: sim.set_activation(0.5)),
        ):
            with self.assertRaisesRegex(conjac.Error, word):
                action()


class Values(unittest.TestCase):
    def test_gravity_time_and_step(self):
        sim = conjac.Simulation(plate())
        sim.gravity = [0, 5]
        np.testing.assert_array_equal(sim.gravity, [0, 5, 0])
        sim.step(5)
        self.assertGreater(sim.positions[-1, 1], sim.rest_positions[-1, 1])
        sim.time_step = 0.001
        sim.time = 3
        sim.step()
        self.assertAlmostEqual(sim.time, 3.001, places=12)

    def test_held_positions(self):
        sim = conjac.Simulation(bar())
        places = sim.held_positions + [0.001, 0, 0]
        sim.held_positions = places
        sim.step(2)
        np.testing.assert_allclose(sim.positions[sim.held_nodes], places, atol=1e-15)

    def test_materials(self):
        sim = conjac.Simulation(bar())
        half = sim.rest_positions[sim.elements].mean(axis=1)[:, 0] > 0.04
        sim.set_material_values("young", 8e4, half)
        np.testing.assert_allclose(sim.material_values("young"), np.where(half, 8e4, 4e4))
        sim.set_material_values("young", np.linspace(1e4, 2e4, len(half)))
        np.testing.assert_allclose(sim.material_values("young"), np.linspace(1e4, 2e4, len(half)))
        self.assertTrue(np.isnan(sim.material_values("stiffness")).all())
        mass = sim.masses.sum()
        sim.set_material_values("density", 600)
        self.assertAlmostEqual(sim.masses.sum(), mass / 2, places=12)
        sim.step()

    def test_reset(self):
        sim = conjac.Simulation(bar())
        first = sim.state()
        sim.step(5)
        sim.gravity = [1, 2, 3]
        sim.apply_force([3], [1, 0, 0])
        sim.reset()
        self.assertEqual(sim.state(), first)


if __name__ == "__main__":
    unittest.main()
