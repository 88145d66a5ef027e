"""Contact: totals of a report against the contacts one by one."""
import unittest

import numpy as np

import conjac
from support import bar, plate

FLOOR = {"name": "floor", "half_space": {"point": [0, 0, 0], "normal": [0, 1, 0]}}


def resting(scene):
    scene = dict(scene, obstacles=[FLOOR], contact={"friction": 0.3}, placement={"dynamic": 4})
    del scene["roles"]
    return scene


class Contact(unittest.TestCase):
    def test_totals_are_those_of_the_contacts(self):
        for scene in (bar(), plate()):
            sim = conjac.Simulation(resting(scene))
            report = sim.step(300)
            now, totals = sim.contacts(), report.contact
            along = now["friction"]
            straight = now["force"] - along
            self.assertGreater(totals.count, 4)
            self.assertEqual(totals.count, len(now["node"]))
            self.assertEqual(totals.penetration, now["depth"].max())
            self.assertAlmostEqual(
                totals.normal_force, np.linalg.norm(straight, axis=1).sum(), delta=1e-12)
            self.assertAlmostEqual(
                totals.friction_force, np.linalg.norm(along, axis=1).sum(), delta=1e-12)
            weight = 9.81 * sim.masses.sum()
            self.assertAlmostEqual(totals.normal_force / weight, 1, delta=1e-4)
            # Forces along the normals and friction along the floor, each where its node is.
            up = (straight * now["normal"]).sum(axis=1)
            np.testing.assert_allclose(straight, up[:, None] * now["normal"], atol=1e-12)
            np.testing.assert_allclose((along * now["normal"]).sum(axis=1), 0, atol=1e-12)
            np.testing.assert_array_equal(now["point"], sim.positions[now["node"]])
            np.testing.assert_array_equal(now["obstacle"], 0)
            forces = np.zeros_like(sim.positions)
            np.add.at(forces, now["node"], now["force"])
            np.testing.assert_allclose(sim.contact_forces(), forces, atol=1e-12)
            self.assertEqual(report.as_dict()["contact"]["count"], totals.count)

    def test_nothing_touches(self):
        sim = conjac.Simulation(bar())
        self.assertEqual(sim.step().contact.as_dict(), {
            "count": 0, "penetration": 0, "normal_force": 0, "friction_force": 0})
        self.assertEqual(sim.contacts()["force"].shape, (0, 3))
        self.assertFalse(sim.contact_forces().any())


if __name__ == "__main__":
    unittest.main()
