"""No scene silently takes many more parts, tries or factorizations than it did (tools/measure_parts.py)."""
import os
import subprocess
import sys
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / "tools"
sys.path.insert(0, str(TOOLS))
import measure_parts  # noqa: E402
from measure_parts_plan import CAUSES, plan  # noqa: E402

ROW = {"status": "ok", "steps": 100, "parts": 100, "undone": 0, "factorizations": 20}


class Parts(unittest.TestCase):
    def test_every_scene_is_within_its_stored_counts(self):
        everything = ["--all"] if os.environ.get("CONJAC_PARTS_ALL") else []
        done = subprocess.run([sys.executable, TOOLS / "measure_parts.py", "--program", os.environ["CONJAC_PROGRAM"],
                               *everything], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_table_has_every_run_and_every_exception_is_one(self):
        import json
        table = json.loads(measure_parts.TABLE.read_text())
        names = [run.name for run in plan(True, None)]
        self.assertEqual(sorted(table), sorted(names))
        for name in CAUSES:
            self.assertGreater(table[name]["parts"], measure_parts.MOST_PARTS * table[name]["steps"], name)

    def test_it_complains_where_it_should(self):
        complaints = measure_parts.complaints
        self.assertEqual(complaints("some x1", ROW, ROW), [])
        self.assertIn("not in the table", complaints("some x1", ROW, None)[0])
        self.assertIn("diverged", complaints("some x1", ROW | {"status": "diverged"}, ROW)[0])
        self.assertEqual(complaints("some x1", ROW | {"undone": 8}, ROW), [])
        for count, value in (("undone", 9), ("factorizations", 39)):
            self.assertIn(count, complaints("some x1", ROW | {count: value}, ROW)[0])
        many = complaints("some x1", ROW | {"parts": 131}, ROW | {"parts": 131})
        self.assertEqual(len(many), 1)
        self.assertIn("find the cause", many[0])


if __name__ == "__main__":
    unittest.main()
