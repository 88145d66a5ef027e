"""Whole runs, recorded."""
import json
import signal
import tempfile
import unittest
from pathlib import Path

import numpy as np

import conjac
from support import bar


# Drawing takes longer than everything else.
UNDRAWN = {"output": {"preview": False, "frames": False}}


class Run(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name) / "results"

    def test_a_recorded_run_is_the_run_of_step(self):
        sim, other = conjac.Simulation(bar()), conjac.Simulation(bar())
        seen = []
        result = sim.run(self.folder, progress=lambda *told: seen.append(told))
        energies = [other.step().energy.total for _ in range(20)]
        self.assertEqual((result.status, result.steps), ("ok", 20))
        self.assertEqual(sim.positions.tobytes(), other.positions.tobytes())
        self.assertEqual([(i, of) for i, of, _ in seen], [(i, 20) for i in range(1, 21)])
        self.assertEqual([report.energy.total for _, _, report in seen], energies)
        history = np.genfromtxt(self.folder / "history.csv", delimiter=",", names=True)
        np.testing.assert_array_equal(history["total_energy"], energies)
        summary = json.loads((self.folder / "summary.json").read_text())
        self.assertEqual((summary["status"], summary["steps"]), ("ok", 20))
        self.assertTrue((self.folder / "preview.png").is_file())

    def test_steps_and_check_rest_without_a_folder(self):
        sim = conjac.Simulation(bar(method={"damping": 20}))
        result = sim.run(steps=400, check_rest=True)
        self.assertEqual(result.steps, 400)
        self.assertTrue(result.rest.converged)
        self.assertLess(result.rest.relative, 1e-6)
        self.assertIsNone(conjac.Simulation(bar()).run(steps=1).rest)
        self.assertFalse(self.folder.exists())

    def test_what_progress_raises_ends_the_run_in_order(self):
        sim = conjac.Simulation(bar(**UNDRAWN))

        def stop(step, steps, report):
            self.assertEqual(sim.time, report.time)
            if step == 3:
                raise ValueError("enough")

        with self.assertRaisesRegex(ValueError, "enough"):
            sim.run(folder=str(self.folder), progress=stop)
        summary = json.loads((self.folder / "summary.json").read_text())
        self.assertEqual((summary["status"], summary["steps"]), ("interrupted", 3))

    def test_an_interrupt_ends_the_run_in_order(self):
        def interrupt(step, *_):
            if step == 2:
                signal.raise_signal(signal.SIGINT)

        with self.assertRaises(KeyboardInterrupt):
            conjac.Simulation(bar(**UNDRAWN)).run(self.folder, progress=interrupt)
        summary = json.loads((self.folder / "summary.json").read_text())
        self.assertEqual(summary["status"], "interrupted")

    def test_a_divergence_is_raised_after_what_was_good_is_written(self):
        sim = conjac.Simulation(bar(method={"guard": False, "integrator": "symplectic",
                                            "stabilisation": "none", "reuse_tolerance": 0}, **UNDRAWN),
                                ["time.step=0.1", "materials[0].laws[0].young=1e7"])
        with self.assertRaises(conjac.Error) as caught:
            sim.run(self.folder, steps=1000)
        self.assertEqual(caught.exception.kind, "diverged")
        summary = json.loads((self.folder / "summary.json").read_text())
        self.assertEqual((summary["status"], summary["message"]),
                         ("diverged", str(caught.exception)))

    def test_folders_that_cannot_be_used(self):
        self.folder.mkdir()
        (self.folder / "thesis.tex").write_text("mine")
        with self.assertRaises(conjac.Error) as caught:
            conjac.Simulation(bar()).run(self.folder)
        self.assertIn(str(self.folder), str(caught.exception))
        self.assertEqual((self.folder / "thesis.tex").read_text(), "mine")
        with self.assertRaisesRegex(conjac.Error, "at least 1"):
            conjac.Simulation(bar()).run(steps=0)


if __name__ == "__main__":
    unittest.main()
