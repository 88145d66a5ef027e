"""States: bytes that a simulation goes on from, pickles and copies of it."""
import copy
import pickle
import unittest

import numpy as np

import conjac

DROP = {
    "name": "drop",
    "mesh": {"box": {"cells": [3, 2, 3], "size": [0.03, 0.02, 0.03], "origin": [0, 0.005, 0]}},
    "materials": [{"density": 1000, "laws": [{"law": "SNH", "young": 3e4, "poisson": 0.4}]}],
    "placement": {"dynamic": 4},
    "obstacles": [{"half_space": {"point": [0, 0, 0], "normal": [0.1, 1, 0]}}],
    "time": {"step": 0.005},
}


class States(unittest.TestCase):
    def assert_same_steps(self, one, other, steps=10):
        for _ in range(steps):
            one.step(), other.step()
            np.testing.assert_array_equal(one.positions, other.positions)
            np.testing.assert_array_equal(one.velocities, other.velocities)
        self.assertEqual(one.state(), other.state())

    def test_back_and_on_again(self):
        simulation = conjac.Simulation(DROP)
        simulation.step(25)
        state = simulation.state()
        self.assertIsInstance(state, bytes)
        simulation.step(10)
        there = simulation.positions.copy()
        simulation.set_state(state)
        simulation.step(10)
        np.testing.assert_array_equal(simulation.positions, there)

    def test_copies_and_pickles(self):
        simulation = conjac.Simulation(DROP)
        simulation.options.damping = 0.5
        simulation.step(20)
        simulation.cut(plane={"point": [0.012, 0, 0], "normal": [1, 0, 0]})
        simulation.step(3)
        for again in (pickle.loads(pickle.dumps(simulation)), copy.deepcopy(simulation),
                      conjac.Simulation.from_state(simulation.state())):
            self.assertIsInstance(again, conjac.Simulation)
            self.assertEqual(again.options.damping, 0.5)
            self.assertEqual(again.scene, simulation.scene)
            branch = conjac.Simulation.from_state(simulation.state())
            self.assert_same_steps(branch, again)

    def test_other_bytes_are_refused(self):
        simulation = conjac.Simulation(DROP)
        simulation.step(2)
        state = simulation.state()
        for spoilt in (b"", b"what", state[:-1], state[:200] + b"x" + state[201:]):
            with self.assertRaises(conjac.Error):
                simulation.set_state(spoilt)
        self.assertEqual(simulation.state(), state)


if __name__ == "__main__":
    unittest.main()
