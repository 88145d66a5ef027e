"""Curves, probes, selections and laws of scenes, through the program: what a person would type and read."""
import json
import math
import unittest
from pathlib import Path

from cli import SMALL, CliTest

SCENES = Path(__file__).resolve().parents[2] / "scenes"
BAD_INPUT, DIVERGED = 3, 4  # exit codes


class SceneLanguage(CliTest):
    def numbers(self, folder="out"):
        return [{key: float(value) for key, value in row.items()} for row in self.history(folder)]

    def scene(self, name):
        return json.loads((SCENES / f"{name}.json").read_text())

    def quiet_run(self, scene, *arguments):
        return self.conjac("run", scene, *arguments, "--set", "output.frames=false", "--set", "output.preview=false")

    def said_of_bad(self, scene, *command, exit_code):
        self.write_scene(scene, "bad.json")
        return self.conjac(*command, exit_code=exit_code).stderr

    def test_curves_move_what_is_held(self):
        self.quiet_run("shaken", "--steps", "60", "-o", "out")
        rows = self.numbers()
        self.assertEqual(len(rows), 60)
        for row in rows:
            t = row["time"]
            self.assertAlmostEqual(row["clamp_x"], 0, delta=1e-12)
            self.assertAlmostEqual(row["clamp_y"], 0.004 * math.sin(2 * math.pi * 3 * t) * min(1, 2 * t), delta=1e-12)
        self.assertGreater(max(abs(row["tip_z"]) for row in rows), 1e-4)  # the load of the table acts across
        self.assertGreater(max(row["contacts"] for row in rows), 0)  # the hammer comes down by its formula

    def test_gravity_turns(self):
        scene = SMALL | {"timeline": [{"gravity": {"start": 0, "end": 0, "to": [0, 0, 2]}}], "roles": [],
                         "placement": {"dynamic": 3}, "probes": [{"name": "body", "select": "all"}]}
        scene["time"] = {"step": 0.01, "duration": 0.1}
        self.write_scene(scene, "falls.json")
        self.quiet_run("falls.json", "-o", "out")
        last = self.numbers()[-1]
        self.assertAlmostEqual(last["body_vz"], 0.2, delta=1e-6)
        self.assertAlmostEqual(last["body_vy"], 0, delta=1e-6)

    def test_mistakes_in_curves_have_their_place(self):
        scene = self.scene("shaken")
        scene["timeline"][0]["move"]["curve"] = "sin(2*pi*tt)"
        said = self.said_of_bad(scene, "validate", "bad.json", exit_code=BAD_INPUT)
        self.assertIn("timeline[0].move.curve", said)
        self.assertIn('character 10 of "sin(2*pi*tt)": unknown name `tt`', said)
        scene["timeline"][0]["move"]["curve"] = [[0, 0], [1, 1], [1, 2]]
        self.assertIn("must ascend, but row 2", self.said_of_bad(scene, "validate", "bad.json", exit_code=BAD_INPUT))

    def test_curve_without_a_value_stops_the_run(self):
        scene = self.scene("shaken")
        scene["timeline"][1]["load"]["curve"] = "1/(t - 0.25)"
        said = self.said_of_bad(scene, "run", "bad.json", "-o", "out", "--steps", "60", exit_code=DIVERGED)
        self.assertIn("no finite value at t = 0.25", said)

    def test_validate_counts(self):
        said = self.conjac("validate", "shaken").stdout
        self.assertIn("roles[0].select              9 of 81 nodes", said)
        self.assertIn("timeline[1].load.select      24 of 81 nodes", said)
        self.assertIn("probes[0].select             9 of 81 nodes", said)
        self.assertIn("9 held, 1 dynamic of 1 that may be", said)
        self.assertIn("slivers: 0 of 192 elements", said)

    def test_other_units_are_doubted(self):
        said = self.conjac("validate", "shaken", "--set", "mesh.scale=1000", "--set", "gravity=[0,-1450,0]",
                           "--set", "probes=[]", "--set", "timeline=[]", "--set", 'roles=[{"role": "fixed", "select": {"index": [0]}}]').stderr
        self.assertIn("the rest shape is 120 m long", said)
        self.assertIn("gravity is 1450 m/s^2, so that a loose body falls", said)
        self.assertNotIn("units:", self.conjac("validate", "twist").stderr)

    def test_scenes_of_laws_and_presets_run(self):
        for name, bodies in (("laws", 6), ("tissues", 4)):
            self.quiet_run(name, "--steps", "40", "-o", name)
            self.assertEqual(len(self.numbers(name)), 40)
            self.assertTrue(all(math.isfinite(row["total_energy"]) for row in self.numbers(name)))
            self.assertEqual(len(self.scene(name)["bodies"]), bodies)

    def test_pressure_inflates(self):
        self.quiet_run("inflate", "-o", "out")
        rows = self.numbers()
        deepest = max(rows[:300], key=lambda row: row["top_y"])
        self.assertGreater(deepest["top_y"], 0.05 + 0.002)  # the last breath lifts the top by millimetres
        self.assertAlmostEqual(deepest["time"], 1.25, delta=0.05)  # when the pressure is highest
        at_play = max(row["kinetic"] + row["elastic"] for row in rows)
        self.assertGreater(max(row["scripted_work"] for row in rows), 0)
        # A tenth goes to motion that is no mode, most of it when the rest of the pressure goes at once.
        self.assertLess(abs(sum(row["imbalance"] for row in rows)), 0.15 * at_play)

    def test_pressure_wants_whole_sides(self):
        scene = self.scene("inflate")
        scene["mesh"]["file"] = str(SCENES / scene["mesh"]["file"])
        scene["timeline"][0]["pressure"]["select"] = "top"
        said = self.said_of_bad(scene, "run", "bad.json", "-o", "out", exit_code=BAD_INPUT)
        self.assertIn("catches 1 nodes, but no side of the surface", said)

    def test_springs_and_welds_hold(self):
        said = self.conjac("validate", "hung")
        self.assertIn("welds[0]: 9 pairs of nodes are joined", said.stdout + said.stderr)
        self.assertIn("springs[4].from", said.stdout)
        self.quiet_run("hung", "-o", "out")
        rows = self.numbers()
        self.assertEqual(len(rows), 800)
        start = -0.06  # of the bob's middle
        self.assertTrue(all(start - 0.1 < row["bob_y"] < start + 0.01 for row in rows))
        self.assertGreater(max(row["bob_y"] for row in rows[200:]) - min(row["bob_y"] for row in rows[200:]), 0.005)

    def test_sets_and_materials_of_a_mesh_file(self):
        (self.folder / "two.veg").write_text(
            "*VERTICES\n6 3 0 0\n1 0 0 0\n2 0.01 0 0\n3 0 0.01 0\n4 0 0 0.01\n5 0.01 0.01 0.01\n6 0.02 0.01 0.01\n"
            "*ELEMENTS\nTET\n3 4 0\n1 1 2 3 4\n2 2 3 4 5\n3 2 4 5 6\n*MATERIAL flesh\nENU, 1000, 2e4, 0.45\n"
            "*SET left lung\n1\n*REGION\nallElements, flesh\n")
        scene = {"mesh": {"file": "two.veg", "use_materials": True}, "materials": [],
                 "roles": [{"role": "fixed", "select": {"set": ["left lung"]}}], "time": {"step": 0.005, "duration": 0.05}}
        self.write_scene(scene, "two.json")
        self.assertIn("roles[0].select              4 of 6 nodes", self.conjac("validate", "two.json").stdout)
        self.quiet_run("two.json", "-o", "out")
        scene["roles"][0]["select"] = {"set": ["right lung"]}
        said = self.said_of_bad(scene, "validate", "bad.json", exit_code=BAD_INPUT)
        self.assertIn('the mesh has no set "right lung"; it has "left lung"', said)


if __name__ == "__main__":
    unittest.main()
