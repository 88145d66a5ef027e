"""`conjac sweep`: every combination of values, once, whatever happens on the way."""
import csv
import json
import os
import signal
import subprocess
import time
import unittest

from cli import PROGRAM, SMALL, CliTest, copy_of

YOUNG = "materials[0].laws[0].young"


class Sweep(CliTest):
    def setUp(self):
        super().setUp()
        scene = copy_of(SMALL)
        scene["probes"] = [{"name": "tip", "select": {"nearest": {"point": [0.09, 0.015, 0.015]}}}]
        self.scene = self.write_scene(scene)

    def sweep(self, *arguments, folder="sweep", **keys):
        return self.conjac("sweep", self.scene, "-o", folder, "--steps", 6, *arguments, **keys)

    def table(self, folder="sweep"):
        with open(self.folder / folder / "sweep.csv", newline="") as file:
            return list(csv.DictReader(file))

    def numbers(self, folder):
        """The history without the columns of the clock."""
        return [{key: value for key, value in row.items() if not key.endswith("_ms")} for row in self.history(folder)]

    def test_every_combination_is_a_row(self):
        self.sweep("--vary", f"{YOUNG}=2e4,4e4", "--vary", "gravity=[0,-9.81,0],[0,0,-3]", "--frames")
        rows = self.table()
        self.assertEqual([(row[YOUNG], row["gravity"]) for row in rows],
                         [(young, gravity) for young in ("2e4", "4e4") for gravity in ("[0,-9.81,0]", "[0,0,-3]")])
        for row in rows:
            folder = f"sweep/{row['run']}"
            summary = self.summary(folder)
            self.assertEqual(row["status"], "ok")
            self.assertEqual(summary["steps"], 6)
            self.assertEqual(float(row["energy.elastic"]), summary["energy"]["elastic"])
            self.assertEqual(float(row["last(tip_y)"]), float(self.history(folder)[-1]["tip_y"]))
            self.assertTrue(self.frames(folder))
        # As one by hand, to the bit.
        self.conjac("run", self.scene, "-o", "one", "--steps", 6, "--set", f"{YOUNG}=4e4", "--set", "gravity=[0,0,-3]")
        self.assertEqual(self.numbers("one"), self.numbers("sweep/0004"))
        self.assertGreater((self.folder / "sweep/sweep.png").stat().st_size, 5000)

    def test_what_is_finished_is_not_run_again(self):
        vary = ("--vary", f"{YOUNG}=2e4,4e4")
        self.sweep(*vary)
        before = {path: path.stat().st_mtime_ns for path in self.folder.glob("sweep/*/history.csv")}
        self.assertEqual(len(before), 2)
        said = self.sweep(*vary).stdout
        self.assertIn("2 of 2 runs were there already", said)
        self.assertEqual(before, {path: path.stat().st_mtime_ns for path in before})
        # A value more in the same place of the product: the first two are known again.
        self.sweep("--vary", f"{YOUNG}=2e4,4e4,8e4")
        self.assertEqual(before, {path: path.stat().st_mtime_ns for path in before})
        self.assertEqual(len(self.table()), 3)

    def test_one_that_was_killed_goes_on_to_the_bit(self):
        steps = ("--steps", 4000, "--vary", f"{YOUNG}=2e4,4e4", "--set", "output.frames=false")
        going = subprocess.Popen([PROGRAM, "sweep", str(self.scene), "-o", "sweep", *map(str, steps)],
                                 cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        history = self.folder / "sweep/0001/history.csv"
        for _ in range(600):
            if history.exists() and history.read_text().count("\n") > 50:
                break
            time.sleep(0.05)
        going.send_signal(signal.SIGINT)
        for child in subprocess.run(["pgrep", "-P", str(going.pid)], capture_output=True, text=True).stdout.split():
            os.kill(int(child), signal.SIGINT)  # as a terminal does
        said = going.communicate(timeout=120)[0]
        self.assertIn("the same command goes on", said)
        self.assertEqual(self.summary("sweep/0001")["status"], "interrupted")
        self.conjac("sweep", self.scene, "-o", "sweep", *steps)
        self.assertEqual([row["status"] for row in self.table()], ["ok", "ok"])
        self.conjac("run", self.scene, "-o", "one", "--steps", 4000, "--set", f"{YOUNG}=2e4", "--no-frames", "--threads", 1)
        self.assertEqual(self.numbers("one"), self.numbers("sweep/0001"))

    def test_parts_make_the_whole(self):
        vary = ("--vary", f"{YOUNG}=2e4:8e4:3", "--result", "max(kinetic)")
        self.sweep(*vary, "--part", "1/2")
        self.assertEqual([row["status"] for row in self.table()], ["ok", "", "ok"])
        environment = {**os.environ, "OMPI_COMM_WORLD_RANK": "1", "OMPI_COMM_WORLD_SIZE": "2"}
        subprocess.run([PROGRAM, "sweep", str(self.scene), "-o", "sweep", "--steps", "6", *vary], cwd=self.folder,
                       check=True, capture_output=True, env=environment)
        rows = self.table()
        self.assertEqual([row[YOUNG] for row in rows], ["20000", "50000", "80000"])
        for row in rows:
            largest = max(float(one["kinetic"]) for one in self.history(f"sweep/{row['run']}"))
            self.assertEqual(float(row["max(kinetic)"]), largest)

    def test_factors_are_equal(self):
        self.sweep("--vary", f"{YOUNG}=1e4:1e6:3:log")
        values = [float(row[YOUNG]) for row in self.table()]
        self.assertEqual(values[0], 1e4)
        self.assertAlmostEqual(values[1] / 1e5, 1, 12)
        self.assertEqual(values[2], 1e6)

    def test_one_that_diverges_is_a_row(self):
        self.conjac("sweep", "release", "-o", "sweep", "--vary", "method.beta=0.1,1",
                    "--method", "vanilla", "--set", "timeline[0].move.translate=[0.08,0.03,0]")
        self.assertEqual([row["status"] for row in self.table()], ["diverged", "ok"])

    def test_mistakes_are_named_before_anything_runs(self):
        for vary, code, words in ((f"{YOUNG}=1e4,", 2, "a value is empty"), ("young", 2, "there is no KEY="),
                                  (f"{YOUNG}=1:2:1", 2, "COUNT is a whole number"),
                                  (f"{YOUNG}=-1:2:3:log", 2, "above 0"),
                                  (f"{YOUNG}=1e4,-5", 3, f"with {YOUNG}=-5: "),
                                  ("materials[0].laws[0].yuong=1e4", 3, "yuong")):
            said = self.sweep("--vary", vary, exit_code=code).stderr
            self.assertIn(words, said)
        said = self.sweep("--vary", f"{YOUNG}=2e4", "--part", "3/2", exit_code=2).stderr
        self.assertIn("--part 3/2", said)
        self.assertFalse((self.folder / "sweep").exists())

    def test_an_unknown_result_lists_those_there_are(self):
        said = self.sweep("--vary", f"{YOUNG}=2e4", "--result", "energy.elastik", exit_code=3).stderr
        for name in ("no run has a result energy.elastik", "energy.elastic", "tip_y"):
            self.assertIn(name, said)
        self.sweep("--vary", f"{YOUNG}=2e4", "--table", "--result", "energy.elastic")
        self.assertEqual(float(self.table()[0]["energy.elastic"]), self.summary("sweep/0001")["energy"]["elastic"])

    def test_a_folder_of_another_run_is_left_alone(self):
        self.sweep("--vary", f"{YOUNG}=2e4")
        said = self.sweep("--vary", f"{YOUNG}=3e4", exit_code=3).stderr
        self.assertIn("sweep/0001: there is another run in this folder", said)
        self.conjac("run", self.scene, "-o", "other/0001", "--steps", 2)
        self.sweep("--vary", f"{YOUNG}=2e4", folder="other", exit_code=3)
        self.assertEqual(self.summary("other/0001")["steps"], 2)


if __name__ == "__main__":
    unittest.main()
