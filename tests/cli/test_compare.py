"""conjac compare and conjac reproduce, from outside."""
import csv
import json
import unittest

from cli import SMALL, CliTest


class Compare(CliTest):
    def test_two_methods(self):
        path = self.write_scene(SMALL)
        self.conjac("run", path, "-o", "ours", "-q")
        self.conjac("run", path, "-o", "full", "-q", "--method", "vanilla")
        text = self.conjac("compare", "ours", "full", "-o", "both").stdout
        self.assertIn("compared node by node", text)
        result = json.loads((self.folder / "both/comparison.json").read_text())
        self.assertEqual((result["a"]["method"], result["b"]["method"]), ("conjac", "vanilla"))
        with open(self.folder / "both/distance.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), len(self.frames("ours")))
        self.assertEqual(float(rows[0]["largest"]), 0)
        # The same distances from the frames, by meshio.
        import meshio
        import numpy as np
        for row, ours, full in zip(rows, self.frames("ours"), self.frames("full")):
            apart = np.linalg.norm(meshio.read(ours).points - meshio.read(full).points, axis=1)
            self.assertAlmostEqual(float(row["largest"]), apart.max(), delta=1e-15)
            self.assertAlmostEqual(float(row["mean"]), apart.mean(), delta=1e-15)
        self.assertAlmostEqual(result["largest_distance"], max(float(r["largest"]) for r in rows))
        with open(self.folder / "both/energies.csv", newline="") as file:
            energies = list(csv.DictReader(file))
        self.assertEqual([float(r["kinetic_a"]) for r in energies],
                         [float(r["kinetic"]) for r in self.history("ours")])
        self.assertEqual([float(r["elastic_b"]) for r in energies],
                         [float(r["elastic"]) for r in self.history("full")])
        for name in ("distance", "energies", "stages", "side_by_side"):
            self.assertTrue((self.folder / f"both/{name}.png").read_bytes().startswith(b"\x89PNG"))

    def test_bones_are_drawn(self):
        self.conjac("run", "muscle", "-o", "a", "-q", "--steps", "20")
        def sheet():
            self.conjac("compare", "a", "a", "-o", "both", "-q")
            return (self.folder / "both/side_by_side.png").read_bytes()
        with_bones = sheet()
        # Only the recording knows of bones; without it there is a sheet all the same.
        (self.folder / "a/recording.cjvr").unlink()
        self.assertNotEqual(sheet(), with_bones)

    def test_other_mesh_step_and_duration(self):
        path = self.write_scene(SMALL)
        self.conjac("run", path, "-o", "a", "-q")
        self.conjac("run", path, "-o", "b", "-q", "--time-step", "0.004", "--duration", "0.06",
                    "--set", "mesh.box.cells=[9,3,3]")
        done = self.conjac("compare", "a", "b")
        self.assertIn("as material points", done.stdout)
        self.assertIn("only the time both cover", done.stderr)
        self.assertIn("interpolated", done.stderr)
        result = json.loads((self.folder / "out/compare/comparison.json").read_text())
        self.assertLess(result["largest_distance_relative"], 0.05)
        self.assertEqual(self.conjac("compare", "a", "a", "-q").stdout, "")

    def test_errors(self):
        path = self.write_scene(SMALL)
        self.conjac("run", path, "-o", "a", "-q", "--steps", "2")
        self.conjac("run", path, "-o", "b", "-q", "--steps", "2", "--no-frames")
        self.conjac("run", "beam2d", "-o", "c", "-q", "--steps", "2")
        for other, part in (("nowhere", "no such folder"), ("b", "recorded no frames"),
                            ("c", "in the plane")):
            self.assertIn(part, self.conjac("compare", "a", other, exit_code=3).stderr)


class Reproduce(CliTest):
    def test_cases_are_run_once(self):
        self.write_scene(SMALL | {"name": "twist"}, "twist.json")
        (self.folder / "scenes").mkdir()
        (self.folder / "twist.json").rename(self.folder / "scenes/twist.json")
        table = {"cases": [{"name": "twist-1", "scene": "twist"},
                           {"name": "more", "scene": "twist", "set": ["time.duration=0.05"]}]}
        self.write_scene(table, "cases.json")
        text = self.conjac("reproduce", "--cases", "cases.json", "-o", "r").stdout
        self.assertIn("2 cases run, 0 were complete and fresh", text)
        self.assertRegex(text, r"TWIST +holds +one dynamic node")
        self.assertRegex(text, r"DRAGON +not run ")
        page = (self.folder / "r/paper.md").read_text()
        self.assertIn("pictures/paper-twist.png", page)
        self.assertTrue((self.folder / "r/pictures/paper-twist.png").exists())
        self.assertEqual(self.summary("r/more")["steps"], 10)
        text = self.conjac("reproduce", "--cases", "cases.json", "-o", "r").stdout
        self.assertIn("0 cases run, 2 were complete and fresh", text)

    def test_errors(self):
        self.assertIn("there are cases of twist",
                      self.conjac("reproduce", "nothing", exit_code=2).stderr)
        self.conjac("reproduce", "--cases", "absent.json", exit_code=5)


if __name__ == "__main__":
    unittest.main()
