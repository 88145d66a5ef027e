"""Runs and what they leave behind."""
import re
import unittest
import xml.etree.ElementTree

import meshio
import numpy as np

from cli import SMALL, CliTest


class Runs(CliTest):
    def test_twist_by_full_finite_elements(self):
        done = self.conjac("run", "twist", "--method", "vanilla", "-o", "out", timeout=900)
        self.assertEqual(done.stderr, "")
        summary = self.summary()
        self.assertEqual(summary["status"], "ok")
        self.assertEqual((summary["vertices"], summary["elements"]), (1029, 4320))
        self.assertEqual((summary["method"], summary["steps"]), ("vanilla", 800))
        self.assertEqual(summary["factorizations"], 800)
        self.assertEqual(summary["analyses"], 1)
        self.assertEqual(len(self.history()), 800)
        listed = xml.etree.ElementTree.parse(self.folder / "out" / "frames.pvd")
        names = [node.get("file") for node in listed.iter("DataSet")]
        self.assertEqual(names, [f"frames/{path.name}" for path in self.frames()])
        self.assertGreater(len(names), 100)
        self.assert_finite_results()
        first, last = (meshio.read(self.frames()[k]) for k in (0, -1))
        self.assertEqual(len(first.points), 1029)
        self.assertEqual(len(first.cells_dict["tetra"]), 4320)
        # The right end did what the timeline says: in the end it is turned by half a turn.
        end = np.isclose(first.points[:, 0], 0.1)
        self.assertEqual(end.sum(), 49)
        turned = first.points[end] * [1, -1, -1]
        np.testing.assert_allclose(last.points[end], turned, atol=1e-12)
        self.assertEqual(set(last.point_data["role"][end]), {4})
        for name in ("preview.png", "energy.png"):
            self.assertEqual((self.folder / "out" / name).read_bytes()[:4], b"\x89PNG")

    def test_hetero_prints_stage_times(self):
        text = self.conjac("run", "hetero", "--method", "vanilla", "--steps", "20").stdout
        for stage in ("Fill", "Factor", "Solve", "Other", "Total"):
            self.assertRegex(text, rf"(?m)^  {stage} +\d+\.\d\d ms +\d+ %$")
        self.assertIn("20 factorizations", text)
        stages = self.summary("out/hetero")["ms_per_step"]
        parts = sum(stages[name] for name in ("fill", "factor", "solve", "other"))
        self.assertAlmostEqual(stages["total"], parts, delta=1e-6 * parts)

    def test_who_is_what_is_said(self):
        first = self.conjac("run", "twist", "--steps", "1").stdout.splitlines()[0]
        self.assertEqual(first, "twist: 1029 vertices, 4320 elements; 1 dynamic, 98 held")
        first = self.conjac("run", "twist", "--method", "vanilla", "--steps", "1").stdout
        self.assertIn("full finite elements, 931 nodes free, 98 held", first.splitlines()[0])

    def test_options_and_overrides(self):
        path = self.write_scene(SMALL)
        self.conjac("run", path, "-o", "a", "--time-step", "0.0025", "--duration", "0.05",
                    "--integrator", "linear-implicit", "--beta", "0.8")
        summary = self.summary("a")
        self.assertEqual(summary["steps"], 20)
        self.assertEqual(summary["integrator"], "linear-implicit")
        self.assertEqual(float(summary["options"]["beta"]), 0.8)
        self.assertAlmostEqual(summary["simulated_time"], 0.05)
        self.conjac("run", path, "-o", "b", "--set", "mesh.box.cells=[2,2,2]", "--set",
                    "method.guard=false", "--steps", "3", "--no-frames", "-q")
        self.assertEqual((self.summary("b")["vertices"], self.summary("b")["steps"]), (27, 3))
        self.assertEqual(self.summary("b")["options"]["guard"], "false")

    def test_every_method_option_is_one_of_the_program(self):
        path = self.write_scene(SMALL)
        options = self.summary_of(path, "plain")
        offered = set(re.findall(r"--([a-z-]+)", self.conjac("run", "--help").stdout))
        names = {"method" if name == "name" else name.replace("_", "-") for name in options}
        self.assertLessEqual(names, offered)
        changed = self.summary_of(path, "changed", "--inertia-relief", "false", "--newton-steps", "3",
                                  "--stabilisation", "pre", "--window", "0.2", "--set", "method.window=0.3")
        self.assertEqual({name: value for name, value in changed.items() if value != options[name]},
                         {"inertia_relief": "false", "newton_steps": "3", "stabilisation": "pre",
                          "integrator": "trapezoidal",  # unset: what goes with `pre`
                          "window": "0.3"})  # --set has the last word

    def summary_of(self, path, folder, *arguments):
        self.conjac("run", path, "-o", folder, "--steps", "1", "--no-frames", "-q", *arguments)
        return self.summary(folder)["options"]
        self.assertFalse((self.folder / "b" / "frames").exists())

    def test_output_folder_is_named_after_the_scene_and_used_again(self):
        path = self.write_scene(SMALL)
        self.conjac("run", path, "--steps", "20")
        self.assertEqual(self.summary("out/small")["steps"], 20)
        frames = len(self.frames("out/small"))
        self.conjac("run", path, "--steps", "4")
        self.assertEqual(self.summary("out/small")["steps"], 4)
        self.assertLess(len(self.frames("out/small")), frames)

    def test_quiet(self):
        done = self.conjac("run", self.write_scene(SMALL), "-q")
        self.assertEqual((done.stdout, done.stderr), ("", ""))

    def test_check_rest(self):
        def distance(duration):
            text = self.conjac("run", self.write_scene(SMALL), "--duration", duration, "--check-rest",
                               "--set", "method.damping=20").stdout
            # 0 where the run itself has come as near as the static solver would.
            self.assertRegex(text, r"(?m)^rest: \d\.\d+e[-+]\d+ m from the static solution")
            return self.summary("out/small")["rest_distance_relative"]
        self.assertLess(distance("4"), 1e-8)
        self.assertGreater(distance("0.02"), 1e-5)


class Threads(CliTest):
    """Same input, same bits, whatever the number of threads."""
    TIMES = {"fill_ms", "factor_ms", "solve_ms", "other_ms", "total_ms"}

    def compare(self, scene, *arguments):
        for threads in (1, 2, 4):
            self.conjac("run", scene, "--threads", threads, "-o", f"t{threads}", *arguments)
        reference = [{k: v for k, v in row.items() if k not in self.TIMES}
                     for row in self.history("t1")]
        self.assertGreater(len(reference), 0)
        for other in ("t2", "t4"):
            rows = [{k: v for k, v in row.items() if k not in self.TIMES}
                    for row in self.history(other)]
            self.assertEqual(rows, reference)
            self.assertEqual(len(self.frames(other)), len(self.frames("t1")))
            for ours, theirs in zip(self.frames("t1"), self.frames(other)):
                self.assertEqual(ours.read_bytes(), theirs.read_bytes(), ours.name)

    def test_conjac(self):
        self.compare("release")

    def test_vanilla(self):
        self.compare("release", "--method", "vanilla", "--steps", "60")

    def test_larger_mesh(self):
        self.compare("hetero", "--steps", "4", "--set", "output.frame_interval=0")


if __name__ == "__main__":
    unittest.main()
