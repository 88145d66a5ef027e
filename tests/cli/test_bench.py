"""conjac bench and conjac tune: the tables and what they say about themselves."""
import json
import re
import unittest

from cli import SMALL, CliTest, copy_of

# A bar that is pulled and let go.
PULLED = copy_of(SMALL)
PULLED["name"] = "pulled"
PULLED["gravity"] = [0, 0, 0]
PULLED["time"] = {"step": 0.005, "duration": 0.3}
PULLED["timeline"] = [
    {"move": {"select": {"slice": {"axis": "x", "at": 0.09}}, "start": 0, "end": 0.1,
              "translate": [0.005, 0, 0]}},
    {"release": {"select": {"slice": {"axis": "x", "at": 0.09}}, "time": 0.15}},
]


class Cost(CliTest):
    def test_table_json_and_picture(self):
        path = self.write_scene(SMALL)
        text = self.conjac("bench", path, "--dynamic", "0,2,4", "--rounds", "3", "--steps", "2",
                           "--json", "bench.json", "-o", "results").stdout
        table = json.loads((self.folder / "bench.json").read_text())
        rows = table["rows"]
        self.assertEqual([row["name"] for row in rows],
                         ["Vanilla", "ConJac 0", "ConJac 2", "ConJac 4"])
        self.assertEqual([row["dynamic_nodes"] for row in rows], [54, 0, 2, 4])
        self.assertEqual((table["vertices"], table["elements"]), (63, 144))
        self.assertEqual((table["rounds"], table["steps_per_round"]), (3, 2))
        self.assertTrue(table["complete"] and table["machine"]["cpu"])
        self.assertEqual(rows[0]["ratio"], 1)
        for row in rows:
            self.assertTrue(row["ok"])
            for part in ("fill_ms", "factor_ms", "solve_ms"):
                self.assertGreater(row[part], 0)
                self.assertLess(row[part], row["total_ms_quartiles"][1])
            low, high = row["total_ms_quartiles"]
            self.assertTrue(row["fastest_ms"] <= low <= row["total_ms"] <= high)
            self.assertRegex(text, rf"(?m)^{row['name']} .* {row['ratio']:.3f}x +[0-9.]+$")
        self.assertEqual((self.folder / "results" / "bench.png").read_bytes()[:4], b"\x89PNG")

    def test_a_variant_that_blows_up_is_named_and_not_compared_with(self):
        wild = copy_of(PULLED)
        wild["timeline"][0]["move"]["translate"] = [0.08, 0.03, 0]
        wild["method"] = {"beta": 0.1}
        text = self.conjac("bench", self.write_scene(wild), "--dynamic", "1", "--rounds", "10",
                           "--json", "b.json").stdout
        self.assertRegex(text, r"(?m)^Vanilla +diverged at t = ")
        self.assertRegex(text, r"(?m)^ConJac 1 .* -( |$)")
        rows = json.loads((self.folder / "b.json").read_text())["rows"]
        self.assertEqual([row["ok"] for row in rows], [False, True])
        self.assertIsNone(rows[1]["ratio"])

    def test_a_body_that_nothing_holds_says_how_many_nodes_it_really_has(self):
        free = copy_of(SMALL)
        free["roles"] = []
        text = self.conjac("bench", self.write_scene(free), "--dynamic", "0", "--rounds", "1").stdout
        self.assertRegex(text, r"(?m)^ConJac 0 .*\([1-9] nodes in fact\)$")


class Liveliness(CliTest):
    def test_side_by_side(self):
        path = self.write_scene(PULLED)
        text = self.conjac("bench", "--liveliness", path, "--rounds", "1", "--json", "l.json").stdout
        table = json.loads((self.folder / "l.json").read_text())
        rows = table["rows"]
        self.assertEqual([row["method"].split()[0] for row in rows], ["Vanilla"] * 3 + ["ConJac"] * 3)
        self.assertEqual([round(1e3 * row["time_step"], 6) for row in rows], [5, 2, 1, 5, 5, 5])
        self.assertEqual([row["steps"] for row in rows[:4]], [60, 150, 300, 60])
        left = [row["energy_left"] for row in rows]
        self.assertTrue(0 < left[0] < left[1] < left[2] < 1)  # smaller steps damp less
        self.assertGreater(left[3], left[0])
        self.assertEqual(table["release_time"], 0.15)
        equal = table["equal_liveliness"]
        self.assertTrue(table["vanilla_search"])
        if equal:
            self.assertGreaterEqual(equal["energy_left"], left[3])
            self.assertRegex(text, r"Equal liveliness: Vanilla needs h = ")
        else:
            self.assertIn("Vanilla never keeps as much", text)

    def test_given_beta(self):
        path = self.write_scene(PULLED)
        self.conjac("bench", "--liveliness", path, "--rounds", "1", "--beta", "2", "--json", "l.json")
        rows = json.loads((self.folder / "l.json").read_text())["rows"]
        self.assertEqual([row["beta"] for row in rows[:3]], [2, 2, 2])

    def test_needs_a_release(self):
        error = self.conjac("bench", "--liveliness", self.write_scene(SMALL), exit_code=2).stderr
        self.assertIn("release", error)


class Tune(CliTest):
    def betas(self, *arguments):
        """{beta: stable} as tried, and the answer."""
        text = self.conjac("tune", *arguments).stdout
        rows = re.findall(r"(?m)^ +(\d+\.\d) +\S+ +\S+  (.+)$", text)
        answer = float(re.search(r"smallest stable beta: (\d+\.\d)", text)[1])
        return {float(beta): outcome == "stable" for beta, outcome in rows}, answer

    def test_bisection_finds_what_trying_all_finds(self):
        path = self.write_scene(PULLED)
        few, answer = self.betas(path, "--method", "vanilla")
        every, same = self.betas(path, "--method", "vanilla", "--every")
        self.assertEqual(answer, same)
        self.assertGreater(answer, 0.1)
        self.assertEqual(sorted(every), [round(0.1 * k, 1) for k in range(1, len(every) + 1)])
        for tried in (few, every):  # confirmed on both sides
            self.assertFalse(tried[round(answer - 0.1, 1)])
            self.assertTrue(tried[answer])
            self.assertTrue(tried[round(answer + 0.1, 1)])

    def test_what_it_finds_runs_and_a_smaller_one_gains_energy(self):
        path = self.write_scene(PULLED)
        _, answer = self.betas(path, "--method", "vanilla")
        for beta, bounded in ((answer, True), (round(answer - 0.1, 1), False)):
            run = ("run", path, "--method", "vanilla", "--beta", beta, "-q", "--set",
                   "method.guard=false")
            try:
                self.conjac(*run)
            except AssertionError:  # diverged
                self.assertFalse(bounded)
                continue
            rows = self.history("out/pulled")
            energy = [float(row["kinetic"]) + float(row["elastic"]) for row in rows]
            work, budget, worst = 0, 0, 0
            for row, now in zip(rows, energy):
                work += float(row["scripted_work"])
                budget = max(budget, work)
                worst = max(worst, now / budget)
            self.assertEqual(worst <= 2, bounded)


if __name__ == "__main__":
    unittest.main()
