"""Gradients of static states and of J, against differences of whole solves."""
import unittest

import numpy as np

import conjac
from support import bar, plate, slope

FIBRES = {"law": "aSTVK", "stiffness": 3e4, "fibers": {"constant": {"direction": [1, 0.3, 0]}},
          "activation": 0.2}


def muscle():
    scene = bar()
    scene["materials"] = [{"density": 1200, "laws": [
        {"law": "SNH", "young": 4e4, "poisson": 0.4}, FIBRES]}]
    return scene


class Gradients(unittest.TestCase):
    def check(self, scene, measure, gradient_of, step=1e-4):
        """measure(sim) is a number of the state; gradient_of(sim) its gradients."""
        sim = conjac.Simulation(scene)
        sim.options.project = False
        sim.step()  # options count from there on, for J too
        load = np.zeros_like(sim.positions)
        load[-1] = [0.004, -0.006, 0.002][:sim.dimension]
        sim.external_forces = load
        sim.equilibrate()
        gradient = gradient_of(sim)
        rng = np.random.default_rng(3)
        first = sim.state()

        def at(change):
            sim.set_state(first)
            change()
            sim.equilibrate()
            return measure(sim)

        for name in [name for name in gradient if name != "forces"]:
            with self.subTest(name):
                values = sim.material_values(name)
                way = rng.uniform(0.5, 1, len(values)) * values * (0.3 if name == "poisson" else 1)
                measured = slope(
                    lambda s: at(lambda: sim.set_material_values(name, values + s * way)), step * 10)
                foreseen = gradient[name] @ way
                self.assertGreater(abs(foreseen), 0)
                self.assertLess(abs(measured - foreseen), 1e-6 * abs(foreseen))
        way = 0.004 * rng.standard_normal(load.shape)
        measured = slope(lambda s: at(lambda: setattr(sim, "external_forces", load + s * way)), step * 10)
        foreseen = (gradient["forces"] * way).sum()
        self.assertLess(abs(measured - foreseen), 1e-6 * abs(foreseen))

    def test_of_positions(self):
        for scene in (bar(), plate(), muscle()):
            weights = np.random.default_rng(1).standard_normal(conjac.Simulation(scene).positions.shape)
            # A number that is not linear in the positions.
            self.check(scene, lambda sim: (weights * sim.positions**2).sum(),
                       lambda sim: sim.rest_gradient(2 * weights * sim.positions))

    def test_of_the_jacobian(self):
        for scene in (bar(), plate(), muscle()):
            weights = np.random.default_rng(2).standard_normal(conjac.Simulation(scene).jacobian().shape)
            self.check(scene, lambda sim: (weights * sim.jacobian()**2).sum(),
                       lambda sim: sim.jacobian_gradient(2 * weights * sim.jacobian()))

    def test_refusals(self):
        sim = conjac.Simulation(bar())
        zero = np.zeros_like(sim.positions)
        with self.assertRaisesRegex(conjac.Error, "equilibrate"):
            sim.rest_gradient(zero)
        sim.equilibrate()
        with self.assertRaisesRegex(conjac.Error, "by_positions"):
            sim.rest_gradient(zero[1:])
        with self.assertRaisesRegex(conjac.Error, "by_jacobian"):
            sim.jacobian_gradient(zero)
        with self.assertRaisesRegex(conjac.Error, "by_positions"):
            sim.rest_gradient(zero + np.nan)
        self.assertFalse(sim.rest_gradient(zero)["young"].any())


class Fields(unittest.TestCase):
    def test_gradients_and_stresses(self):
        for scene in (bar(), plate()):
            sim = conjac.Simulation(scene)
            A = np.eye(sim.dimension) + 0.1 * np.random.default_rng(0).standard_normal((sim.dimension,) * 2)
            sim.positions = sim.rest_positions @ A.T
            F = sim.deformation_gradients()
            np.testing.assert_allclose(F, np.broadcast_to(A, F.shape), atol=1e-13)
            stress = sim.stresses()
            np.testing.assert_allclose(stress, stress.transpose(0, 2, 1), rtol=1e-9, atol=1e-6)
            deviator = stress - np.trace(stress, axis1=1, axis2=2)[:, None, None] / 3 * np.eye(3)
            np.testing.assert_allclose(np.sqrt(1.5 * (deviator**2).sum(axis=(1, 2))), sim.von_mises(), rtol=1e-10)

    def test_surface(self):
        sim = conjac.Simulation(bar())
        x = sim.rest_positions[sim.surface_faces]
        normals = np.cross(x[:, 1] - x[:, 0], x[:, 2] - x[:, 0]) / 2
        np.testing.assert_allclose(normals.sum(axis=0), 0, atol=1e-15)
        volume = (normals * x[:, 0]).sum() / 3
        self.assertAlmostEqual(volume, 0.08 * 0.03 * 0.03, places=12)


if __name__ == "__main__":
    unittest.main()
