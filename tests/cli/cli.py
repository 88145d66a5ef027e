"""Runs the built command line in a folder of its own. The program is named by CONJAC_PROGRAM."""
import csv
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import meshio
import numpy as np

PROGRAM = os.environ["CONJAC_PROGRAM"]
COMMANDS = ("run", "resume", "replay", "sweep", "view", "export", "render", "compare", "bench", "tune", "reproduce",
            "validate", "scenes", "schema", "info", "doctor", "completion", "man")

# A bar small enough for any test; the tests spoil copies of it.
SMALL = {
    "name": "small",
    "mesh": {"box": {"cells": [6, 2, 2], "size": [0.09, 0.03, 0.03], "origin": [0, 0, 0]}},
    "materials": [{"density": 1000, "laws": [{"law": "SNH", "young": 3e4, "poisson": 0.4}]}],
    "roles": [
        {"role": "fixed", "select": {"slice": {"axis": "x", "at": 0}}},
        {"role": "dynamic", "select": {"nearest": {"point": [0.09, 0.015, 0.015]}}},
    ],
    "time": {"step": 0.005, "duration": 0.1},
}


def copy_of(scene):
    return json.loads(json.dumps(scene))


class CliTest(unittest.TestCase):
    def setUp(self):
        self.holder = tempfile.TemporaryDirectory(prefix="conjac_cli_")
        self.addCleanup(self.holder.cleanup)
        self.folder = Path(self.holder.name)

    def conjac(self, *arguments, exit_code=0, timeout=300):
        """Runs the program; stdout and stderr are pipes, so nothing is a terminal."""
        done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout)
        self.assertEqual(done.returncode, exit_code,
                         f"conjac {' '.join(map(str, arguments))}\n{done.stdout}\n{done.stderr}")
        return done

    def write_scene(self, scene, name="scene.json"):
        path = self.folder / name
        path.write_text(scene if isinstance(scene, str) else json.dumps(scene, indent=2))
        return path

    def summary(self, folder="out"):
        return json.loads((self.folder / folder / "summary.json").read_text())

    def history(self, folder="out"):
        with open(self.folder / folder / "history.csv", newline="") as file:
            return list(csv.DictReader(file))

    def frames(self, folder="out"):
        return sorted((self.folder / folder / "frames").glob("frame_*.vtu"))

    def assert_finite_results(self, folder="out"):
        """No NaN and no infinity in any file that holds numbers."""
        for row in self.history(folder):
            for name, text in row.items():
                self.assertTrue(np.isfinite(float(text)), f"{name} = {text} in row {row['step']}")
        text = (self.folder / folder / "summary.json").read_text()
        json.loads(text, parse_constant=lambda word: self.fail(f"{word} in summary.json"))
        self.assertNotIn("null", text)
        for path in self.frames(folder):
            mesh = meshio.read(path)
            arrays = [mesh.points, *mesh.point_data.values()]
            arrays += [array for blocks in mesh.cell_data.values() for array in blocks]
            for array in arrays:
                self.assertTrue(np.isfinite(array).all(), path.name)
