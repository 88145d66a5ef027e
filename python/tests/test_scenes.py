"""Scenes by name, by path and as data; what is wrong with them."""
import json
import os
import tempfile
import unittest
from pathlib import Path

import numpy as np

import conjac
from support import bar, plate

SCENES = Path(__file__).resolve().parents[2] / "scenes"


class Scenes(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        self.folder = Path(holder.name)
        os.chdir(self.folder)

    def test_names_are_those_of_the_checkout_and_of_scenes_here(self):
        shipped = sorted(path.stem for path in SCENES.glob("*.json"))
        self.assertEqual(conjac.scenes(), shipped)
        (self.folder / "scenes").mkdir()
        (self.folder / "scenes" / "mine.json").write_text(json.dumps(bar()))
        self.assertEqual(conjac.scenes(), sorted([*shipped, "mine"]))
        self.assertEqual(conjac.Simulation("mine").name, "mine")

    def test_name_path_and_data_give_the_same(self):
        path = SCENES / "hang.json"
        given = ["hang", str(path), path, json.loads(path.read_text())]
        sims = [conjac.Simulation(scene) for scene in given]
        for sim in sims:
            sim.step(5)
            self.assertEqual(sim.positions.tobytes(), sims[0].positions.tobytes())
            self.assertEqual(sim.name, "hang")

    def test_numpy_tuples_and_paths_inside_data(self):
        (self.folder / "two.node").write_text("4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n")
        (self.folder / "two.ele").write_text("1 4 0\n1 1 2 3 4\n")
        scene = bar(mesh={"file": Path("two.node"), "scale": np.float64(0.1)},
                    gravity=np.array([0, -1.5, 0]),
                    roles=({"role": "fixed", "select": {"index": np.arange(3)}},))
        sim = conjac.Simulation(scene)
        np.testing.assert_allclose(sim.rest_positions.max(axis=0), 0.1)
        self.assertEqual(sim.scene["gravity"], [0, -1.5, 0])
        with self.assertRaisesRegex(TypeError, "cannot hold a set"):
            conjac.Simulation(bar(gravity={1, 2, 3}))

    def test_overrides_as_texts_and_as_data(self):
        for overrides in (["time.step=0.002", "method.name=vanilla", "gravity=[0,0,0]"],
                          {"time.step": 0.002, "method.name": "vanilla", "gravity": np.zeros(3)}):
            sim = conjac.Simulation("hang", overrides=overrides)
            self.assertEqual(sim.time_step, 0.002)
            self.assertEqual(sim.options.name, "vanilla")
            self.assertEqual(sim.scene["gravity"], [0, 0, 0])
        with self.assertRaisesRegex(TypeError, "list of"):
            conjac.Simulation("hang", overrides="time.step=0.002")

    def test_a_loaded_scene_is_whole_and_reads_back(self):
        for name in conjac.scenes():
            scene = conjac.load_scene(name)
            self.assertEqual(conjac.load_scene(scene), scene)
        hang = conjac.load_scene("hang", {"time.step": 0.001})
        self.assertEqual(hang["time"]["step"], 0.001)
        self.assertEqual(hang["method"]["stabilisation"], "post")
        self.assertEqual(conjac.Simulation(hang).scene, hang)

    def test_schema_accepts_what_is_shipped(self):
        import jsonschema

        schema = conjac.schema()
        for path in SCENES.glob("*.json"):
            jsonschema.validate(json.loads(path.read_text()), schema)
        with self.assertRaises(jsonschema.ValidationError):
            jsonschema.validate(bar(gravity="down"), schema)
        jsonschema.validate(plate(), schema)

    def refused(self, scene, *texts, kind="bad_input"):
        with self.assertRaises(conjac.Error) as caught:
            conjac.Simulation(scene)
        for text in texts:
            self.assertIn(text, str(caught.exception))
        self.assertEqual(caught.exception.kind, kind)
        self.assertEqual(caught.exception.exit_code, {"bad_input": 3, "io": 5}[kind])

    def test_mistakes_are_named(self):
        self.refused("twits", "twits: there is no such scene", "did you mean `twist`", "hang")
        self.refused("no/such.json", "no/such.json: there is no such scene file")
        self.refused(bar(gravty=[0, 0, 0]), "unknown key `gravty`", "did you mean `gravity`")
        self.refused(bar(gravity=[0, float("nan"), 0]), "scene:", "NaN")
        self.refused(bar(mesh={"file": "missing.msh"}), str(self.folder / "missing.msh"))
        self.refused({}, "mesh: this key is missing", "materials: this key is missing")
        nobody = [{"role": "fixed", "select": {"sphere": {"center": [9, 9, 9], "radius": 1}}}]
        self.refused(bar(roles=nobody), "roles[0].select")
        (self.folder / "broken.json").write_text('{"mesh": }')
        self.refused("broken.json", "broken.json:1:10")

    def test_an_error_is_a_runtime_error_with_the_text_of_the_command_line(self):
        self.assertTrue(issubclass(conjac.Error, RuntimeError))
        with self.assertRaises(conjac.Error) as caught:
            conjac.Simulation("hang", ["time.step=-1"])
        self.assertEqual(str(caught.exception),
                         "--set time.step=-1: time.step: -1 is out of range; must be above 0 in s")
        self.assertIsNone(conjac.Error("made by hand").kind)


class Machine(unittest.TestCase):
    def test_machine_says_what_is_in_use(self):
        machine = conjac.machine()
        self.assertEqual(machine["cores"], len(os.sched_getaffinity(0)))
        self.assertEqual(machine["blas_threads"], 1)
        self.assertIn(machine["factorization"], ("fronts of our own (multifrontal)", "Eigen (simplicial)"))


if __name__ == "__main__":
    unittest.main()
