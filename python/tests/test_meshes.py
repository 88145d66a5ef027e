"""Meshes given as arrays, shared arrays, attributes that are not there."""
import pickle
import tempfile
import unittest
from pathlib import Path

import numpy as np

import conjac
from support import bar, plate

MATERIAL = {"young": 4e4, "poisson": 0.4, "density": 1200}


class Arrays(unittest.TestCase):
    def same(self, one, other):
        np.testing.assert_array_equal(one.elements, other.elements)
        one.step(5), other.step(5)
        np.testing.assert_array_equal(one.positions, other.positions)

    def test_the_same_body_as_the_scene_makes(self):
        told = conjac.Simulation(bar())
        fixed = np.isclose(told.rest_positions[:, 0], 0)
        given = conjac.Simulation.from_arrays(
            told.rest_positions, told.elements, MATERIAL, fixed=fixed, dynamic=told.dynamic_nodes,
            time={"step": 0.005})
        self.same(told, given)
        again = pickle.loads(pickle.dumps(given))
        np.testing.assert_array_equal(again.rest_positions, given.rest_positions)
        self.same(given, again)
        self.same(conjac.Simulation(given.scene), conjac.Simulation(given.scene))

    def test_in_the_plane_and_as_a_dict(self):
        told = conjac.Simulation(plate())
        scene = plate()
        scene["mesh"] = {"vertices": told.rest_positions, "elements": told.elements.tolist(), "scale": 1}
        self.same(told, conjac.Simulation(scene))
        bodies = {**scene, "bodies": [{"name": "one", "mesh": scene["mesh"]}]}
        del bodies["mesh"]
        self.assertEqual(conjac.Simulation(bodies).body_names, ["one"])

    def test_regions_can_be_selected(self):
        told = conjac.Simulation(bar())
        labels = np.arange(len(told.elements)) % 2 + 5
        sim = conjac.Simulation.from_arrays(
            told.rest_positions, told.elements, regions=labels, dynamic=2,
            materials=[{"select": "all", "density": 1000, "laws": [{"law": "SNH", "young": 1e4, "poisson": 0.3}]},
                       {"select": {"region": [6]}, "density": 1000,
                        "laws": [{"law": "SNH", "young": 5e4, "poisson": 0.3}]}])
        np.testing.assert_array_equal(sim.element_regions, labels)
        np.testing.assert_allclose(sim.material_values("young"), np.where(labels == 6, 5e4, 1e4))
        self.assertGreaterEqual(len(sim.representatives), 2)

    def test_what_is_wrong_is_named(self):
        points, cells = [[0.0, 0], [1, 0], [0, 1]], [[0, 1, 2]]
        make = conjac.Simulation.from_arrays
        for kind, word, arguments in (
            (ValueError, "vertices: need an array", ([0, 1], cells)),
            (ValueError, r"elements: need an array of shape \(elements, 3\)", (points, [[0, 1]])),
            (ValueError, "elements: row 0", (points, [[0, 1, 3]])),
            (TypeError, "elements: need whole numbers", (points, [[0, 1, 2.5]])),
            (ValueError, "vertices: row 1", ([[0, 0], [np.nan, 0], [0, 1]], cells)),
            (conjac.Error, "arrays", ([[0, 0], [1, 0], [2, 0]], cells)),
        ):
            with self.assertRaisesRegex(kind, word):
                make(*arguments, MATERIAL, fixed=[0])
        with self.assertRaisesRegex(ValueError, "regions"):
            make(points, cells, MATERIAL, regions=[1, 2])
        with self.assertRaisesRegex(ValueError, "fixed: a mask"):
            make(points, cells, MATERIAL, fixed=[True])
        with self.assertRaisesRegex(TypeError, "mesh"):
            make(points, cells, MATERIAL, mesh={})
        with self.assertRaisesRegex(ValueError, "no elements"):
            conjac.Simulation({"mesh": {"vertices": points}})
        with self.assertRaisesRegex(conjac.Error, "arrays|base64"):
            conjac.Simulation({**bar(), "mesh": {"file": "data:conjac/mesh;base64,AAAA"}})


class Manners(unittest.TestCase):
    def test_unknown_attributes_are_refused(self):
        sim = conjac.Simulation(bar())
        with self.assertRaisesRegex(AttributeError, "postions.*did you mean 'positions'"):
            sim.postions = sim.positions
        with self.assertRaises(AttributeError):
            sim.dimension = 2

        class Mine(conjac.Simulation):
            pass

        mine = Mine(bar())
        mine.target = 3  # a class of one's own may have more
        self.assertEqual(mine.target, 3)

    def test_shared_arrays(self):
        sim = conjac.Simulation(bar())
        one, other = sim.elements, sim.elements
        self.assertTrue(np.shares_memory(one, other))
        with self.assertRaises(ValueError):
            one[0, 0] = 3
        before, masses = one.copy(), sim.masses
        self.assertTrue(sim.cut(plane={"point": [0.041, 0, 0], "normal": [1, 0, 0]}).separated)
        self.assertFalse(np.shares_memory(one, sim.elements))
        np.testing.assert_array_equal(one, before)
        self.assertEqual(len(sim.masses), len(sim.positions))
        cut = sim.masses
        sim.set_material_values("density", 2400)
        np.testing.assert_allclose(sim.masses, 2 * cut)
        sim.reset()
        np.testing.assert_array_equal(sim.masses, masses)
        kept = sim.rest_positions
        del sim
        self.assertTrue(np.isfinite(kept).all())

    def test_files(self):
        sim = conjac.Simulation(bar())
        sim.step(3)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "bar.state"
            sim.save(file)
            again = conjac.Simulation.load(file)
            self.assertEqual(again.state(), sim.state())
            file.write_bytes(b"what")
            with self.assertRaisesRegex(conjac.Error, "bar.state"):
                conjac.Simulation.load(file)
            self.assertEqual([p.name for p in Path(folder).iterdir()], ["bar.state"])

    def test_pictures(self):
        sim = conjac.Simulation(bar())
        picture = sim.render(200, 120, labels=False)
        self.assertEqual((picture.shape, picture.dtype), ((120, 200, 3), np.uint8))
        self.assertGreater(len(np.unique(picture.reshape(-1, 3), axis=0)), 20)  # something is drawn
        sim.positions = sim.positions + [0, 0.001, 0] * sim.rest_positions[:, :1] * 1000
        self.assertTrue((sim.render(200, 120, labels=False) != picture).any())
        with self.assertRaisesRegex(conjac.Error, "size"):
            sim.render(10, 10)
        with self.assertRaisesRegex(conjac.Error, "pink"):
            sim.render(colour="pink")


if __name__ == "__main__":
    unittest.main()
