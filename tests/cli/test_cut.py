"""Cuts of a timeline: what is said, and what is in the files afterwards."""
import unittest

import meshio
import numpy as np

from cli import SMALL, CliTest, copy_of

# Of the small bar: nodes of a slice across it and of all, elements.
SLICE, VERTICES, ELEMENTS = 9, 63, 144
WHOLE = [ELEMENTS]


def plane(point, normal, time=0, **keys):
    shape = {"point": point, "normal": normal}
    if "radius" in keys:
        shape["radius"] = keys.pop("radius")
    return {"cut": {"time": time, "plane": shape, **keys}}


def pieces(mesh):
    """Elements of each part of a frame that hangs together, counted without the program."""
    owner, cells = np.arange(len(mesh.points)), mesh.cells_dict["tetra"]
    while True:
        new = owner.copy()
        np.minimum.at(new, cells, owner[cells].min(axis=1)[:, None])
        if (new == owner).all():
            return sorted(np.unique(owner[cells[:, 0]], return_counts=True)[1])
        owner = new


class Cuts(CliTest):
    def run_cut(self, *events):
        """Runs the small bar for five steps, with a frame for each; the sentences on stderr."""
        scene = copy_of(SMALL)
        scene.update(timeline=events, output={"frame_interval": 0.005, "preview": False})
        done = self.conjac("run", self.write_scene(scene), "-o", "out", "--steps", 5)
        self.assert_finite_results()
        said = [line.removeprefix("notice: ") for line in done.stderr.splitlines()]
        noticed = self.summary()["notices"]
        self.assertEqual(said, [text for text in noticed if not text.startswith("piece ")])
        return said

    def check_files(self, vertices, parts, time=0, cuts=1):
        """The numbers of the summary against those counted in the frames."""
        summary, meshes = self.summary(), [meshio.read(path) for path in self.frames()]
        self.assertEqual(summary["cuts"], cuts)
        self.assertEqual((summary["vertices"], summary["elements"]), (VERTICES, ELEMENTS))
        at_end = (summary["vertices_at_end"], summary["elements_at_end"])
        self.assertEqual(at_end, (vertices, sum(parts)))
        self.assertEqual(len(meshes), 6)
        for mesh in meshes:
            cut = float(mesh.field_data["TimeValue"][0]) > time + 1e-9
            self.assertEqual(len(mesh.points), vertices if cut else VERTICES)
            self.assertEqual(pieces(mesh), parts if cut else WHOLE)
            self.assertEqual(len(np.unique(mesh.cells_dict["tetra"])), len(mesh.points))
            for array in mesh.point_data.values():
                self.assertEqual(len(array), len(mesh.points))
        rows = self.history()
        self.assertEqual(len(rows), 5)
        self.assertNotIn(None, {key for row in rows for key in (*row.keys(), *row.values())})

    def test_a_miss(self):
        said = self.run_cut(plane([1, 0, 0], [1, 0, 0], time=0.01))
        self.assertEqual(said, ["t = 0.01 s: the cut misses the body; nothing has changed"])
        self.check_files(VERTICES, WHOLE)

    def test_a_graze(self):
        """Just inside, and exactly on each end: the same elements, on whichever side."""
        for at in (0, 0.0899, 0.09):
            said = self.run_cut(plane([at, 0, 0], [1, 0, 0]))
            self.assertEqual(said, ["t = 0 s: the cut only grazes the body (24 elements met, nothing "
                                    "comes apart); nothing has changed"])
            self.check_files(VERTICES, WHOLE)

    def test_through_a_plane_of_nodes(self):
        for time in (0, 0.01):
            said = self.run_cut(plane([0.045, 0, 0], [1, 0, 0], time))
            self.assertEqual(len(said), 1)
            self.assertTrue(said[0].startswith(
                f"t = {time} s: the cut parts 8 faces and adds 9 nodes; there are 2 pieces now, 1 before"))
            self.check_files(VERTICES + SLICE, [72, 72], time)

    def test_through_a_single_node(self):
        said = self.run_cut(plane([0.045, 0.015, 0.015], [1, 0.3, 0.2]))
        self.assertIn("there are 2 pieces now, 1 before", said[0])
        last = meshio.read(self.frames()[-1])
        self.assertIn(f"adds {len(last.points) - VERTICES} nodes", said[0])
        self.check_files(len(last.points), [72, 72])  # the middle of the bar: halves

    def test_a_slit(self):
        said = self.run_cut(plane([0.045, 0.03, 0.015], [1, 0, 0], radius=0.016))
        self.assertEqual(said, ["t = 0 s: the cut parts 4 faces and adds 3 nodes; the body is slit but "
                                "holds together (1 piece, as before)"])
        self.check_files(VERTICES + 3, WHOLE)

    def test_crumbs_removed(self):
        said = self.run_cut(
            plane([0.0755, 0, 0], [1, 0, 0], 0.01, crumbs="remove", crumb_elements=25)
        )
        self.assertIn("1 crumb (24 elements) removed", said[0])
        self.check_files(VERTICES - SLICE, [ELEMENTS - 24], 0.01)

    def test_several_at_once_and_the_same_again(self):
        said = self.run_cut(*(plane([at, 0, 0], [1, 0, 0], 0.01) for at in (0.06, 0.03, 0.06)))
        self.assertIn("there are 2 pieces now, 1 before", said[0])
        self.assertIn("there are 3 pieces now, 2 before", said[1])
        self.assertIn("only grazes the body", said[2])
        self.check_files(VERTICES + 2 * SLICE, [48, 48, 48], 0.01, cuts=3)

    def test_a_cut_after_the_last_step(self):
        """A cut comes at the beginning of a step; none begins at the end of the run."""
        said = self.run_cut(plane([0.045, 0, 0], [1, 0, 0], time=0.025))
        self.assertEqual(said, ["a cut of the timeline was not made: it is due at t = 0.025 s, "
                                "and the last step began at t = 0.02 s"])
        self.assertNotIn("cuts", self.summary())
        said = self.run_cut(*(plane([0.045, 0, 0], [1, 0, 0], time) for time in (9, 7, 0.02)))
        self.assertEqual(len(said), 2)
        self.assertEqual(said[1], "2 cuts of the timeline were not made: the first is due at "
                                  "t = 7 s, and the last step began at t = 0.02 s")

    def test_a_flat_body_and_a_plane_that_lies_in_it(self):
        """Said before the run begins, not when the cut is due."""
        scene = copy_of(SMALL)
        scene["mesh"] = {"rectangle": {"cells": [6, 2], "size": [0.09, 0.03]}}
        scene["timeline"] = [plane([0.045, 0, 0], [0, 0, 1])]
        text = self.conjac("run", self.write_scene(scene), "-o", "out", exit_code=3).stderr
        self.assertIn("zero in x and y; this body is flat", text)
        self.assertFalse((self.folder / "out").exists())


class Overrides(CliTest):
    """--set on a cut that is in the timeline of the file."""
    EVENTS = [
        {"move": {"select": {"slice": {"axis": "x", "at": 0.09}}, "start": 0, "end": 0.02,
                  "translate": [0.01, 0, 0]}},
        plane([0.045, 0, 0], [1, 0, 0], 0.02),
    ]

    def setUp(self):
        super().setUp()
        self.scene = self.write_scene({**copy_of(SMALL), "timeline": self.EVENTS})

    def said(self, *settings):
        options = [word for setting in settings for word in ("--set", setting)]
        return self.conjac("run", self.scene, "--steps", 8, "--no-frames", "--set",
                           "output.preview=false", *options).stderr

    def refused(self, setting):
        text = self.conjac("validate", self.scene, "--set", setting, exit_code=3).stderr
        self.assertIn(f"--set {setting}", text)
        return text

    def test_an_entry_is_named_by_its_number(self):
        self.assertIn("t = 0.02 s: the cut parts 8 faces", self.said())
        self.assertIn("t = 0.03 s: the cut parts 8 faces", self.said("timeline[1].cut.time=0.03"))
        self.assertIn("the cut misses", self.said("timeline[1].cut.plane.point=[1,0,0]"))
        # Along the bar instead of across it: two layers of it, with 24 faces between them.
        self.assertIn("t = 0 s: the cut parts 24 faces and adds 21 nodes", self.said(
            "timeline[1].cut.plane={\"point\": [0, 0.015, 0], \"normal\": [0, 1, 0]}",
            "timeline[1].cut.time=0"))
        self.assertIn("t = 0 s: the cut parts 24 faces and adds 21 nodes", self.said(
            "timeline[1].cut.plane.point[1]=0.015", "timeline[1].cut.plane.normal=[0,1,0]",
            "timeline[1].cut.time=0"))

    def test_a_number_left_out(self):
        for setting in ("timeline.cut.time=0.03", "timeline.1.cut.time=0.03"):
            text = self.refused(setting)
            self.assertIn("`timeline` is a list of 2 entries, counted from 0: 0 move, 1 cut", text)
            self.assertIn("name one in brackets: timeline[1].cut.time\n", text)

    def test_a_wrong_number(self):
        text = self.refused("timeline[2].cut.time=0.03")
        self.assertIn("`timeline` has 2 entries, counted from 0: 0 move, 1 cut;", text)
        self.assertIn("to add one, give the whole list: timeline=[...]", text)
        text = self.refused("timeline[0].cut.time=0.03")
        self.assertIn("timeline[0]: has `move` in the scene file and cannot have `cut` too", text)
        self.assertIn("name another entry, or replace it as a whole: timeline[0]={\"cut\": ...}", text)
        text = self.refused("timeline[1].move.start=0.03")
        self.assertIn("timeline[1]: has `cut` in the scene file and cannot have `move` too", text)

    def test_another_shape(self):
        text = self.refused("timeline[1].cut.sweep={\"points\": [[0, 0, 0], [1, 0, 0]]}")
        self.assertIn("has `plane` in the scene file and cannot have `sweep` too; "
                      "replace it as a whole: timeline[1].cut={\"sweep\": ...}", text)

    def test_who_is_to_blame(self):
        """The normal in the file is fine; what is left of it after --set is not."""
        text = self.refused("timeline[1].cut.plane.normal[0]=0")
        self.assertIn("timeline[1].cut.plane.normal: must not be the zero vector (with --set", text)


if __name__ == "__main__":
    unittest.main()
