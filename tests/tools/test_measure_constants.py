"""The measurer of tuned numbers: which numbers it finds, what it plans, and what it calls a change."""
import copy
import json
import re
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import measure_constants as tool  # noqa: E402
from measure_constants_runs import RUNS  # noqa: E402

SOURCE = """
constexpr int kChunk = 64;
// Gain accepted:
// a tenth.
CONJAC_TUNED(double, kGain, 0.1);
/// Corrections.
CONJAC_TUNED(int, kMany, 6);
  CONJAC_TUNED(double, kGently, -0.4);
// CONJAC_TUNED(double, kCommentedOut, 1);
"""


def a_run(**changes):
    return {"end": "ok", "undone": 2, "substeps": 100, "factorizations": 50, "penetration": 0.001, "energy_left": 0.8,
            "hash": "a", "apart": 0.0, **changes}


class Parsing(unittest.TestCase):
    def test_names_types_values_and_comments(self):
        found = tool.constants_in(SOURCE)
        self.assertEqual([(c["name"], c["type"], c["value"]) for c in found],
                         [("kGain", "double", 0.1), ("kMany", "int", 6), ("kGently", "double", -0.4)])
        self.assertEqual(found[0]["comment"], "Gain accepted: a tenth.")
        self.assertEqual(found[1]["comment"], "Corrections.")

    def test_a_name_that_stands_twice_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a.cpp", "b.h"):
                Path(folder, name).write_text("CONJAC_TUNED(double, kGain, 0.1);\n")
            with self.assertRaisesRegex(SystemExit, "kGain stands twice"):
                tool.all_constants(Path(folder))

    def test_this_tree(self):
        constants = tool.all_constants(ROOT / "src")
        self.assertIn("kGain", [c["name"] for c in constants])
        self.assertEqual([c["name"] for c in constants if not c["comment"]], [], "a tuned number without its reason")
        page = (ROOT / "docs/method.md").read_text()
        for one in constants:
            self.assertTrue(f"| `{one['name']}` | {one['value']:g} |" in page, f"{one['name']} is not in the table of docs/method.md")
        for key, header, member in tool.OPTIONS:
            value = tool.default_of((ROOT / header).read_text(), member)
            self.assertTrue(f"| `{key}` | {value:g} |" in page, f"{key} is not in the table of docs/method.md")
        rows = re.findall(r"^\| `([\w.]+)` \|", page, re.M)
        self.assertEqual(set(rows) - {c["name"] for c in constants} - {o[0] for o in tool.OPTIONS}, set(), "rows of nothing")

    def test_an_option_that_is_gone(self):
        with self.assertRaisesRegex(SystemExit, "no option lag"):
            tool.default_of("double memory = 0.3;", "lag")


class Plan(unittest.TestCase):
    def test_half_and_double(self):
        plan = tool.settings(tool.constants_in(SOURCE), [{"name": "method.memory", "value": 0.3}])
        self.assertEqual(plan[0], {"name": "", "factor": 1.0, "environment": {}, "overrides": {}})
        self.assertEqual([s["environment"] for s in plan[1:7]],
                         [{"CONJAC_kGain": "0.05"}, {"CONJAC_kGain": "0.2"}, {"CONJAC_kMany": "3"}, {"CONJAC_kMany": "12"},
                          {"CONJAC_kGently": "-0.2"}, {"CONJAC_kGently": "-0.8"}])
        self.assertEqual([s["overrides"] for s in plan[7:]], [{"method.memory": 0.15}, {"method.memory": 0.6}])

    def test_counts_stay_counts(self):
        plan = tool.settings([{"name": "kOne", "type": "int", "value": 1}], [])
        self.assertEqual([s["environment"]["CONJAC_kOne"] for s in plan[1:]], ["1", "2"])


class Words(unittest.TestCase):
    def test_what_counts_as_a_change(self):
        for change, words in (({"undone": 9}, ["undone 2 to 9"]), ({"undone": 3}, []), ({"substeps": 130}, ["substeps 100 to 130"]),
                              ({"energy_left": 0.5}, ["energy left 80 to 50 %"]), ({"energy_left": 0.79}, []),
                              ({"penetration": 0.002}, ["penetration 1 to 2 mm"]), ({"apart": 0.2}, ["ends 20 % of the size away"]),
                              ({"apart": None}, ["another number of nodes"]), ({"end": "diverged", "undone": 99}, ["diverged"])):
            self.assertEqual(tool.changes(a_run(), a_run(**change)), words, change)

    def test_rest(self):
        for change, words in (({"rest": 1e-8}, []), ({"rest": 0.5}, ["distance to rest 0.1 to 0.5"]), ({"rest": None}, ["no rest state found"])):
            self.assertEqual(tool.changes(a_run(rest=0.1 if change["rest"] != 1e-8 else 0.0), a_run(**change)), words)

    def test_cells(self):
        before = {"bar": a_run(), "bunny": a_run()}
        def cell(failed="", **change):
            after = copy.deepcopy(before)
            after["bunny"].update(change)
            return tool.told(before, {"runs": after, "failed": failed})
        self.assertEqual(cell(), "no effect seen")
        self.assertEqual(cell(hash="b"), "nothing breaks")
        self.assertEqual(cell(hash="b", undone=40), "bunny: undone 2 to 40")
        self.assertEqual(cell(failed="no module"), "does not run")

    def test_rows(self):
        constant = {"name": "kGain", "value": 0.1, "file": "step/ledger.cpp"}
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "c.json")
            settings = [{"name": "", "factor": 1.0, "failed": "", "runs": {"bar": a_run()}},
                        {"name": "kGain", "factor": 2.0, "failed": "", "runs": {"bar": a_run(hash="b", end="diverged")}}]
            file.write_text(json.dumps({"constants": [constant], "settings": settings}))
            measured = tool.cells(str(file))
        self.assertEqual(measured, {"kGain": ["not measured", "bar: diverged"]})
        page = "| `kGain` | 0.1 | energy | meaning | by trial | old | older |\n| `kOther` | 1 | m | a | b | c | d |\n"
        self.assertEqual(tool.updated(page, measured),
                         page.replace("old | older", "not measured | bar: diverged"))


class Runs(unittest.TestCase):
    def test_scenes_exist(self):
        for name, run in RUNS.items():
            if isinstance(run["scene"], str):
                self.assertTrue((ROOT / "scenes" / f"{run['scene']}.json").exists(), name)


if __name__ == "__main__":
    unittest.main()
