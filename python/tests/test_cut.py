"""Cuts from Python."""
import unittest

import numpy as np

import conjac


class Cut(unittest.TestCase):
    def test_arrays_grow_and_momentum_stays(self):
        sim = conjac.Simulation("hang")
        sim.step(5)
        mass, momentum = sim.masses.sum(), sim.masses @ sim.velocities
        nodes, elements = sim.nodes, sim.elements
        report = sim.cut(plane={"point": [0, -0.05, 0], "normal": [0.1, 1, 0]}, snap=False)
        self.assertTrue(report.separated)
        self.assertEqual(sim.nodes, nodes + report.nodes_added)
        self.assertEqual(sim.positions.shape, sim.rest_positions.shape)
        self.assertEqual(len(sim.roles), sim.nodes)
        self.assertEqual(sim.elements.shape, elements.shape)
        self.assertEqual(len(np.unique(sim.elements)), sim.nodes)
        self.assertAlmostEqual(sim.masses.sum(), mass, delta=1e-12 * mass)
        np.testing.assert_allclose(sim.masses @ sim.velocities, momentum, atol=1e-14)
        sim.step(5)
        self.assertTrue(np.isfinite(sim.positions).all())

    def test_bad_keys_are_refused(self):
        sim = conjac.Simulation("hang")
        for bad in ({}, {"plane": {"point": [0, 0, 0]}}, {"plain": 1},
                    {"plane": {"point": [0, 0, 0], "normal": [0, 0, 0]}}):
            with self.assertRaises(conjac.Error):
                sim.cut(bad)
        self.assertEqual(sim.topology, 0)

    def test_stroke(self):
        sim = conjac.Simulation("hang")
        stroke = [[-1, -0.05, 0], [-0.005, -0.045, 0], [0.005, -0.055, 0], [1, -0.05, 0]]
        report = sim.cut({"sweep": {"points": stroke, "direction": [0, 0, 1]}})
        self.assertEqual(report.pieces_after, 2)
        self.assertEqual(report.as_dict()["pieces_before"], 1)


if __name__ == "__main__":
    unittest.main()
