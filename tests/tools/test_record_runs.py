"""The recorder of runs: what it calls the same, where it says two recordings part, and its plan of runs."""
import base64
import contextlib
import copy
import io
import json
import struct
import sys
import tempfile
import unittest
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import record_runs  # noqa: E402
import record_runs_table as table  # noqa: E402


def packed(*numbers):
    return base64.b64encode(zlib.compress(struct.pack(f"{len(numbers)}d", *numbers))).decode()


def row(kinetic, undone=0, cut=""):
    values = [0.005, kinetic] + [0.0] * 5 + [1, undone, 1, 1, 0] + [0.0] * 3
    return " ".join(v.hex() if isinstance(v, float) else str(v) for v in values) + cut


def a_run(**changes):
    return {"name": "bar", "scene": "bar", "overrides": [], "threads": 1, "time_step": 0.005, "dimension": 2,
            "end": "ok", "start": "s", "states": ["a", "b", "c"], "rows": [row(1.0), row(2.0), row(3.0)],
            "positions": packed(0, 0, 1, 1), "end_forces": "f", "end_contact_forces": "g", **changes}


def compared(first, second):
    """What --compare prints and ends with."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, runs in (("a", first), ("b", second)):
            paths.append(str(Path(folder, name)))
            Path(paths[-1]).write_text(json.dumps({"format": record_runs.FORMAT, "numbers": record_runs.NUMBERS,
                                                   "commit": name, "flags": "-O3", "runs": runs}))
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            status = record_runs.compare(*paths)
        return status, text.getvalue()


class Compare(unittest.TestCase):
    def test_equal(self):
        status, text = compared([a_run()], [a_run()])
        self.assertEqual(status, 0)
        self.assertIn("1 of 1 runs are the same to the bit (3 steps), 0 differ", text)

    def test_a_state_that_differs_in_one_step(self):
        status, text = compared([a_run()], [a_run(states=["a", "x", "y"], positions=packed(0, 0, 1, 1.5))])
        self.assertEqual(status, 1)
        self.assertIn("bar (1 thread): from step 2 on (to t = 0.01 s), the state only", text)
        self.assertIn("up to 0.5 m apart at the end (t = 0.015 s)", text)
        self.assertIn("0 of 1 runs", text)

    def test_last_bit_of_a_report(self):
        other = a_run(rows=[row(1.0), row(2.0), row(3.0000000000000004)])
        status, text = compared([a_run()], [other])
        self.assertEqual(status, 1)
        self.assertIn("from step 3 on (to t = 0.015 s), the report only; there kinetic 3 -> 3 (by 1.5e-16 of it)", text)
        self.assertIn("the state at the end is the same", text)

    def test_counts_cuts_and_forces(self):
        for changes, words in (({"rows": [row(1.0, undone=2), row(2.0), row(3.0)]}, "undone 0 -> 2"),
                               ({"rows": [row(1.0, cut="; 0x0p+0 two pieces"), row(2.0), row(3.0)]}, "two pieces"),
                               ({"start": "t"}, "before the first step"),
                               ({"end_contact_forces": "h"}, "only end contact forces"),
                               ({"end": "diverged: too fast"}, "'ok' and 'diverged: too fast'"),
                               ({"rows": [row(1.0), "diverged"], "states": ["a", "b"]}, "the second diverged"),
                               ({"end": "failed: no module", "rows": [], "states": []}, "failed: no module")):
            status, text = compared([a_run()], [a_run(**changes)])
            self.assertEqual(status, 1, changes)
            self.assertIn(words, text)

    def test_a_shorter_run_is_the_same_as_far_as_it_goes(self):
        shorter = a_run(rows=[row(1.0), row(2.0)], states=["a", "b"], end_forces="other")
        status, text = compared([a_run()], [shorter])
        self.assertEqual(status, 0)
        self.assertIn("the same as far as both go: bar (1 thread) 3 and 2 steps", text)

    def test_nothing_in_common_is_not_the_same(self):
        status, text = compared([a_run()], [a_run(threads=2)])
        self.assertEqual(status, 1)
        self.assertIn("only in the first: bar (1)", text)
        self.assertIn("only in the second: bar (2)", text)

    def test_results_that_depend_on_the_threads_are_named(self):
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(record_runs.thread_differences([a_run(), a_run(threads=2)]), [])
            self.assertEqual(len(record_runs.thread_differences([a_run(), a_run(threads=2, start="t")])), 1)


class Plan(unittest.TestCase):
    def test_every_scene_is_in_it(self):
        names = {run["scene"] for run in table.plan(None, False, 1)}
        self.assertEqual(names, {path.stem for path in (ROOT / "scenes").glob("*.json")})

    def test_tables_name_scenes_and_runs_that_exist(self):
        runs = table.plan(None, False, 1)
        self.assertLessEqual(set(table.SECONDS), {run["scene"] for run in runs})
        self.assertEqual(len(runs), len({run["name"] for run in runs}))
        self.assertEqual({run["name"] for run in table.plan(None, True, 1)}, set(table.QUICK))

    def test_selection_by_scene_and_by_run(self):
        runs = table.plan(["muscle"], False, 2)
        self.assertIn("muscle, vanilla", [run["name"] for run in runs])
        self.assertEqual(runs[0]["seconds"], 2 * table.SECONDS["muscle"])
        self.assertEqual([run["name"] for run in table.plan(["muscle, vanilla"], False, 1)], ["muscle, vanilla"])
        with self.assertRaises(SystemExit):
            table.plan(["no such"], False, 1)

    def test_rows_keep_every_bit(self):
        x = 0.1 + 0.2
        self.assertEqual(record_runs.read_row(row(x))[1], x)
        a, b = copy.deepcopy(a_run()), a_run()
        self.assertEqual(record_runs.first_difference(a, b), "")


if __name__ == "__main__":
    unittest.main()
