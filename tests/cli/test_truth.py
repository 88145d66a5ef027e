"""conjac bench --truth and conjac modes, and the integrators of full FE by name."""
import json
import unittest

from cli import SMALL, CliTest, copy_of

# A bar that is pulled and let go.
PULLED = copy_of(SMALL)
PULLED["name"] = "pulled"
PULLED["gravity"] = [0, 0, 0]
PULLED["time"] = {"step": 0.005, "duration": 0.3}
PULLED["timeline"] = [
    {"move": {"select": {"slice": {"axis": "x", "at": 0.09}}, "start": 0, "end": 0.05,
              "translate": [0, 0.003, 0]}},
    {"release": {"select": {"slice": {"axis": "x", "at": 0.09}}, "time": 0.05}},
]


class Truth(CliTest):
    def truth(self, scene, *arguments):
        text = self.conjac("bench", "--truth", self.write_scene(scene), "--json", "t.json", "-o", "out",
                           "--cache", "kept", "--windows", "0.05,0.1", *arguments).stdout
        return text, json.loads((self.folder / "t.json").read_text())

    def test_table_json_picture_and_cache(self):
        text, table = self.truth(PULLED)
        self.assertTrue(table["complete"])
        self.assertEqual((table["from"], table["windows"]), (0.05, [0.05, 0.1]))
        reference = table["reference"]
        self.assertFalse(reference["cached"])
        self.assertIn(reference["integrator"], ("verlet", "midpoint"))
        self.assertLess(reference["difference_when_halved"][1], 0.01)
        rows = table["rows"]
        self.assertEqual([row["method"] for row in rows[::2]],
                         ["scene", "full", "full:trapezoidal", "full:bdf2", "full:midpoint"])
        self.assertEqual([row["time_step"] for row in rows[:2]], [0.005, 1 / 60])
        for row in rows:
            self.assertEqual(row["status"], "ok")
            self.assertTrue(all(0 < one < 2 for one in row["distance"]))
        self.assertIn("full:midpoint", text)
        self.assertEqual((self.folder / "out" / "truth.png").read_bytes()[:4], b"\x89PNG")
        again, table = self.truth(PULLED, "--methods", "full:bdf2+guard=true,conjac", "--time-steps", "0.005")
        self.assertFalse(table["reference"]["cached"])  # other moments are looked at
        _, table = self.truth(PULLED, "--methods", "conjac", "--time-steps", "0.005")
        self.assertTrue(table["reference"]["cached"])
        self.assertEqual(len(list((self.folder / "kept").iterdir())), 2)

    def test_steps_of_others_are_halved_until_they_are_as_near(self):
        text, table = self.truth(PULLED, "--equal-distance", "--methods", "scene,full:bdf2,full:trapezoidal")
        first, *others = table["rows"]
        self.assertEqual((first["method"], first["time_step"]), ("scene", 0.005))
        self.assertGreater(first["processor_time"], 0)
        for method in ("full:bdf2", "full:trapezoidal"):
            rows = [row for row in others if row["method"] == method]
            self.assertEqual([row["time_step"] for row in rows], [0.005 / 2**k for k in range(len(rows))])
            for row in rows[:-1]:
                self.assertGreater(row["distance"][-1], first["distance"][-1])
            self.assertTrue(rows[-1]["distance"][-1] <= first["distance"][-1] or len(rows) == 7)
        self.assertIn("as near as scene at h = 5 ms", text)
        self.assertRegex(text, r"full:bdf2 +(at|not even at) h = ")

    def test_what_it_cannot_do(self):
        path = self.write_scene(PULLED)
        self.assertIn("unknown method", self.conjac("bench", "--truth", path, "--methods", "fast",
                                                    exit_code=2).stderr)
        self.conjac("bench", "--truth", "--cut", path, exit_code=2)
        self.assertIn("bones", self.conjac("bench", "--truth", "muscle", exit_code=3).stderr)


class Modes(CliTest):
    def test_table_json_and_shapes(self):
        text = self.conjac("modes", self.write_scene(PULLED), "--set", "timeline=[]", "--count", "4",
                           "--json", "m.json", "-o", "shapes").stdout
        table = json.loads((self.folder / "m.json").read_text())
        self.assertEqual((len(table["full_hz"]), len(table["reduced_hz"])), (4, 3))
        for full, reduced in zip(table["full_hz"], table["reduced_hz"]):
            self.assertGreater(reduced, 0.999 * full)
        self.assertRegex(text, r"(?m)^ +1( +[\d.]+){2} +\+[\d.]+ +[\d.]+ +\+[\d.]+$")
        self.assertTrue((self.folder / "shapes" / "frames" / "frame_00003.vtu").exists())

    def test_at_a_later_time_of_a_free_body(self):
        free = copy_of(SMALL)
        free["roles"] = []
        text = self.conjac("modes", self.write_scene(free), "--at", "0.05", "--count", "7").stdout
        self.assertIn("at 0.050 s", text)
        self.assertRegex(text, r"(?m)^ +6 +0 ")
        self.assertIn("bones", self.conjac("modes", "muscle", exit_code=3).stderr)


class FullIntegrators(CliTest):
    def test_names_and_what_is_refused(self):
        path = self.write_scene(PULLED)
        for integrator in ("linear-implicit", "trapezoidal", "bdf2", "midpoint"):
            self.conjac("run", path, "--method", "full", "--integrator", integrator, "--guard", "true", "--steps",
                        "5", "--no-frames", "-q", "-o", "out")
            summary = self.summary("out")
            self.assertEqual((summary["method"], summary["integrator"]), ("vanilla", integrator))
        self.assertIn("must be `linear-implicit`",
                      self.conjac("run", path, "--method", "full", "--integrator", "symplectic",
                                  exit_code=3).stderr)
        self.assertIn("--method full", self.conjac("run", path, "--integrator", "bdf2", exit_code=3).stderr)
        self.assertIn("bones", self.conjac("run", "muscle", "--method", "full", "--integrator", "midpoint",
                                           exit_code=3).stderr)
        # In touch their steps are linear-implicit.
        self.conjac("run", "bunny", "--method", "full", "--integrator", "bdf2", "--steps", "2", "--no-frames", "-q",
                    "-o", "out")


if __name__ == "__main__":
    unittest.main()
