"""Obstacles that change their shape, read from a sequence of files: through the program, and against a rigid one."""
import shutil
import unittest
from pathlib import Path

import numpy as np
from cli import CliTest

from test_export import Glb, UsdText

SCENES = Path(__file__).resolve().parents[2] / "scenes"
BAD_INPUT = 3

# Corners 0 to 7 by their bits x, y, z; outward.
CUBE = [(0, 2, 3), (0, 3, 1), (4, 5, 7), (4, 7, 6), (0, 1, 5), (0, 5, 4), (2, 6, 7), (2, 7, 3), (0, 4, 6), (0, 6, 2),
        (1, 3, 7), (1, 7, 5)]


def box_text(low, high):
    corners = [[(low, high)[k >> c & 1][c] for c in range(3)] for k in range(8)]
    return "".join("v {} {} {}\n".format(*p) for p in corners) + "".join("f {} {} {}\n".format(*(i + 1 for i in t)) for t in CUBE)


BLOCK = {
    "mesh": {"box": {"cells": [4, 2, 4], "size": [0.04, 0.02, 0.04], "origin": [-0.02, 0.0, -0.02]}},
    "materials": [{"density": 1000, "laws": [{"law": "SNH", "young": 1e5, "poisson": 0.4}]}],
    "placement": {"dynamic": 4},
    "contact": {"friction": 0.5},
    "probes": [{"name": "block", "select": "all"}],
    "time": {"step": 0.005, "duration": 0.4},
    "output": {"frames": False, "preview": False},
}


class ObstacleSequence(CliTest):
    def rows(self, folder):
        return [{key: float(value) for key, value in row.items()} for row in self.history(folder)]

    def test_a_box_that_is_shifted_by_its_files_is_a_box_that_moves(self):
        low, high = np.array([-0.1, -0.05, -0.1]), np.array([0.1, -0.0005, 0.1])
        shift = np.array([0.02, 0.004, 0])
        for k in range(2):
            (self.folder / f"box-{k}.obj").write_text(box_text(low + k * shift, high + k * shift))
        center, size = (low + high) / 2, high - low
        self.write_scene({**BLOCK, "obstacles": [{"sequence": {"first": "box-0.obj", "start": 0.1, "interval": 0.2}}]}, "files.json")
        self.write_scene({**BLOCK, "obstacles": [{"box": {"center": list(center), "size": list(size)}, "motion": [
            {"start": 0.1, "end": 0.3, "translate": list(shift), "ease": "linear"}]}]}, "rigid.json")
        for name in ("files", "rigid"):
            self.conjac("run", f"{name}.json", "-o", name, "--quiet")
        ours, rigid = self.rows("files"), self.rows("rigid")
        self.assertEqual(len(ours), 80)
        for a, b in zip(ours, rigid):
            for key in ("block_x", "block_y", "block_z"):
                self.assertAlmostEqual(a[key], b[key], delta=1e-7, msg=f"{key} at {a['time']}")
            self.assertEqual(a["contacts"], b["contacts"])
        self.assertGreater(ours[-1]["block_x"], 0.01)  # friction took it along

    def test_the_scene_carried(self):
        self.conjac("run", "carried", "-o", "out", "--quiet", "--steps", "200", "--set", "output.preview=false")
        rows = self.rows("out")
        self.assertLess(rows[-1]["block_x"], rows[0]["block_x"] - 0.02)  # against the wave
        self.assertTrue(all(0.01 < row["block_y"] < 0.03 for row in rows))
        # The table of the exports changes its shape as the files do.
        self.conjac("export", "out", "--to", "usda", "-o", "run.usda")
        body, table = UsdText(self.folder / "run.usda").prim["children"]
        samples = table["attributes"]["points.timeSamples"]
        points = np.array(list(samples.values()))
        self.assertGreater(np.ptp(points[:, :195, 1], axis=0).max(), 0.003)
        self.conjac("export", "out", "--to", "glb", "-o", "run.glb")
        glb = Glb(self.folder / "run.glb")
        self.assertEqual([mesh["name"] for mesh in glb.json["meshes"]], ["carried", "obstacle"])
        self.assertGreater(len(glb.json["meshes"][1]["primitives"][0]["targets"]), 1)
        times, weights = glb.channels(1)["weights"]
        primitive = glb.json["meshes"][1]["primitives"][0]
        base = glb.array(primitive["attributes"]["POSITION"]).astype(float)
        moves = np.array([glb.array(t["POSITION"]) for t in primitive["targets"]], float)
        shown = base + np.einsum("j,jvc->vc", weights.reshape(len(times), -1)[-1].astype(float), moves)
        np.testing.assert_allclose(shown, points[-1], atol=1e-4)
        pictures = []
        for time in (0, 0.12):
            self.conjac("render", "out", "-o", "a.png", "--time", time, "--size", "320x240", "--no-labels")
            pictures.append((self.folder / "a.png").read_bytes())
        self.assertNotEqual(*pictures)

    def test_a_stopped_run_goes_on_to_the_bit(self):
        arguments = ("--set", "output.frames=false", "--set", "output.preview=false", "--quiet")
        self.conjac("run", "carried", "-o", "whole", "--steps", "60", *arguments)
        self.conjac("run", "carried", "-o", "parts", "--steps", "25", *arguments)
        self.conjac("resume", "parts", "--steps", "60", "--quiet")
        columns = ("block_x", "block_y", "block_z", "total_energy")
        self.assertEqual([[row[c] for c in columns] for row in self.history("whole")],
                         [[row[c] for c in columns] for row in self.history("parts")])

    def test_mistakes(self):
        def said(**sequence):
            self.write_scene({**BLOCK, "obstacles": [{"sequence": {"interval": 0.1, **sequence}}]})
            return self.conjac("validate", "scene.json", exit_code=BAD_INPUT).stderr
        shutil.copy(SCENES / "shapes" / "egg.obj", self.folder / "egg.obj")
        self.assertIn("there is none after", said(first="egg.obj"))
        self.assertIn("there is no file", said(first="nothing-0.obj"))
        (self.folder / "b-09.obj").write_text(box_text([0, 0, 0], [1, 1, 1]))
        self.assertIn("there is none after", said(first="b-09.obj"))
        shutil.copy(SCENES / "shapes" / "egg.obj", self.folder / "b-10.obj")
        text = said(first="b-09.obj")
        self.assertIn("b-10.obj' has", text)
        self.assertIn("8 and 12", text)
        (self.folder / "b-10.obj").write_text("\n".join(box_text([0, 0, 0], [1, 1, 1]).split("\n")[:-3]))
        open_first = "\n".join(box_text([0, 0, 0], [1, 1, 1]).split("\n")[:-3])
        (self.folder / "c0.obj").write_text(open_first)
        (self.folder / "c1.obj").write_text(open_first)
        self.assertRegex(said(first="c0.obj"), r"c0\.obj' is not closed")


if __name__ == "__main__":
    unittest.main()
