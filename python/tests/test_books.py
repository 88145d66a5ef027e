"""The energy books of shipped scenes, added up from history.csv alone (docs/format.md, "The books balance")."""
import json
import tempfile
import unittest
from pathlib import Path

import numpy as np

import conjac
from support import bar

# Steps, and how far the books may be off over the energy at play. Nothing touches, and no integrator damps by design.
CONSERVING = {
    "release": (60, 1e-3),  # pulled by a tenth of its length
    "hang": (40, 1e-3),     # gravity comes at once
    "twist": (40, 1e-3),    # held nodes do work all the time
    "arm": (40, 1e-3),      # joints damp
    "beam2d": (40, 2e-3),   # bends by its length: an exact swing is not exact any more
}


class Books(unittest.TestCase):
    def books(self, simulation, steps):
        """Columns, the imbalance so far found from the energies, and the energy at play."""
        with tempfile.TemporaryDirectory() as holder:
            folder = Path(holder) / "results"
            simulation.scene["output"] = {"preview": False, "frames": False}
            simulation.run(folder, steps=steps)
            column = np.genfromtxt(folder / "history.csv", delimiter=",", names=True)
            summary = json.loads((folder / "summary.json").read_text())
        kept = sum(column[name] for name in ("kinetic", "elastic", "gravity", "contact", "owed")) - column["relief"]
        explained = column["scripted_work"] - column["dissipated"]
        # Where the books began is before the first row: what is not explained there is in its imbalance.
        off = column["imbalance"][0] + kept - kept[0] - (np.cumsum(explained) - explained[0])
        np.testing.assert_allclose(np.cumsum(column["imbalance"]), off, rtol=0, atol=1e-9 * np.abs(kept).max())
        stored = column["elastic"] + column["contact"]
        at_play = column["kinetic"].max() + stored.max() - stored.min()
        self.assertAlmostEqual(summary["imbalance_over_energy_at_play"], np.abs(off).max() / at_play, delta=1e-9)
        self.assertAlmostEqual(summary["dissipated"], column["dissipated"].sum(), delta=1e-9 * at_play)
        self.assertAlmostEqual(summary["residual_over_load"], column["unbalanced"].mean(), delta=1e-9)
        return column, off, at_play

    def test_they_balance_where_energy_is_kept(self):
        for scene, (steps, tolerated) in CONSERVING.items():
            with self.subTest(scene=scene):
                column, off, at_play = self.books(conjac.Simulation(scene), steps)
                self.assertLess(np.abs(off).max() / at_play, tolerated)
                self.assertGreaterEqual(column["dissipated"].min(), 0)

    def test_what_a_body_let_go_loses_is_booked(self):
        column, off, at_play = self.books(conjac.Simulation("release"), 80)
        # Waves that followers cannot have; the swing after it is wide, and its error a hundredth, either way.
        self.assertGreater(column["dissipated"][60], 0.02 * at_play)
        self.assertLess(abs(column["imbalance"][60]), 1e-3 * at_play)
        self.assertLess(np.abs(off).max(), 0.015 * at_play)

    def test_damping_takes_what_the_books_say(self):
        scene = bar(method={"damping": 5.0})
        column, off, at_play = self.books(conjac.Simulation(scene), 60)
        self.assertGreater(column["dissipated"].sum(), 0.15 * at_play)
        self.assertLess(np.abs(off).max() / at_play, 5e-3)

    def test_an_integrator_that_damps_is_found_out(self):
        column, off, at_play = self.books(conjac.Simulation(bar(method={"integrator": "linear-implicit", "beta": 1})), 60)
        self.assertLess(off[-1], -0.1 * at_play)
        # But for the bend that the inertia of followers takes at once, in the first step.
        self.assertEqual(column["dissipated"][1:].sum(), 0)
        self.assertLess(column["dissipated"][0], 0.02 * at_play)

    def test_nodes_that_trapezoidal_steps_move_balance_with_relief(self):
        column, off, at_play = self.books(conjac.Simulation(bar(method={"integrator": "trapezoidal"})), 60)
        self.assertGreater(column["relief"].max(), 0)
        # The first step finds the bend that inertia holds; from then on nothing is lost.
        self.assertLess(np.abs(off - off[0]).max() / at_play, 1e-9)


if __name__ == "__main__":
    unittest.main()
