"""J against dense algebra on the stiffness matrix of the same simulation."""
import unittest

import numpy as np
from scipy import linalg

import conjac
from conjac import Role
from support import bar, plate, shaken


def unknowns_of(sim, nodes):
    """Body unknowns of these nodes, in their order."""
    return (np.asarray(nodes)[:, None] * sim.dimension + np.arange(sim.dimension)).ravel()


def dense_jacobian(sim):
    """J = -Kqq^-1 Kqd on quasistatic rows, identity on dynamic, zero on held ones."""
    K = sim.stiffness().toarray()
    d = unknowns_of(sim, sim.dynamic_nodes)
    q = unknowns_of(sim, np.flatnonzero(np.isin(sim.roles, [Role.QUASISTATIC, Role.ASLEEP])))
    J = np.zeros((len(K), len(d)))
    J[d] = np.eye(len(d))
    J[q] = -linalg.solve(K[np.ix_(q, q)], K[np.ix_(q, d)], assume_a="sym")
    return J


class Jacobian(unittest.TestCase):
    def check(self, sim):
        expected = dense_jacobian(sim)
        J = sim.jacobian()
        self.assertEqual(J.shape, expected.shape)
        self.assertLess(np.abs(J - expected).max(), 1e-8)
        return J

    def test_hang_at_rest_and_in_motion(self):
        sim = conjac.Simulation("hang")
        self.assertEqual(self.check(sim).shape, (sim.nodes * 3, 3))
        sim.step(25)
        J = self.check(sim)
        node = sim.dynamic_nodes[0]
        np.testing.assert_array_equal(J[3 * node:3 * node + 3], np.eye(3))
        held = unknowns_of(sim, np.flatnonzero(sim.roles == Role.FIXED))
        np.testing.assert_array_equal(J[held], 0)

    def test_two_dimensions_and_two_nodes_in_the_order_of_dynamic_nodes(self):
        sim = conjac.Simulation(plate())
        sim.positions = shaken(sim, 1e-3)
        J = self.check(sim)
        self.assertEqual(J.shape, (sim.nodes * 2, 4))
        np.testing.assert_array_equal(J[unknowns_of(sim, sim.dynamic_nodes)], np.eye(4))

    def test_a_free_body_follows_its_nodes_rigidly(self):
        corners = [[0, 0, 0], [0.08, 0, 0], [0, 0.03, 0.03], [0.08, 0.03, 0]]
        roles = [{"role": "dynamic",
                  "select": [{"nearest": {"point": corner}} for corner in corners]}]
        sim = conjac.Simulation(bar(roles=roles))
        J = self.check(sim)
        # Moved by one velocity the whole body moves by it.
        for c in range(3):
            v = (J @ np.tile(np.eye(3)[c], 4)).reshape(-1, 3)
            np.testing.assert_allclose(v, np.tile(np.eye(3)[c], (sim.nodes, 1)), atol=1e-9)

    def test_sleeping_nodes_are_rows_like_others(self):
        roles = bar()["roles"] + [
            {"role": "representative", "select": {"nearest": {"point": [0.04, 0.015, 0.015]}}}]
        sim = conjac.Simulation(bar(roles=roles, method={"adaptive": True, "threshold": 1e6}))
        sim.step(2)
        self.assertEqual(list(sim.awake), [True, False])
        self.assertEqual(sim.roles[sim.representatives[1]], Role.ASLEEP)
        self.assertEqual(self.check(sim).shape[1], 3)

    def test_nobody_dynamic_gives_no_columns(self):
        sim = conjac.Simulation(bar(roles=bar()["roles"][:1]))
        self.assertEqual(sim.jacobian().shape, (sim.nodes * 3, len(sim.dynamic_nodes) * 3))

    def test_vanilla_has_none(self):
        sim = conjac.Simulation(bar(method={"name": "vanilla"}))
        with self.assertRaisesRegex(conjac.Error, "no condensation Jacobian") as caught:
            sim.jacobian()
        self.assertEqual(caught.exception.kind, "usage")


if __name__ == "__main__":
    unittest.main()
