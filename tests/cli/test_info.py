"""conjac info and conjac mesh, as a person sees them."""
import re
import unittest
from pathlib import Path

import meshio
import numpy as np

from cli import CliTest

CORNER = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
SLIVER = [[11, 0, 0], [10, 1, 0.01], [9, 0, 0], [10, -1, 0.01]]


class Info(CliTest):
    def write_mesh(self, name, points, tets, labels):
        mesh = meshio.Mesh(np.array(points, float), [("tetra", np.array(tets))],
                           cell_data={"medit:ref": [np.array(labels)]})
        meshio.write(self.folder / name, mesh)
        return self.folder / name

    def test_good_mesh(self):
        path = self.write_mesh("one.mesh", CORNER, [[0, 1, 2, 3]], [4])
        done = self.conjac("info", path)
        self.assertEqual(done.stderr, "")
        for row in (r"vertices +4 \(4 on the boundary\)", r"tetrahedra +1 \(4 boundary triangles\)",
                    r"size +1 x 1 x 1 from \(0, 0, 0\)", r"volume +0\.166667",
                    r"edges +1 to 1\.41, mean 1\.21", r"pieces +1", r"labels +4: 1 elements, 0\.1667"):
            self.assertRegex(done.stdout, rf"(?m)^{row}$")
        # acos(1/sqrt 3) = 54.7 degrees; 3 r/R = 6/(3 sqrt 3 + 3) = 0.732.
        self.assertRegex(done.stdout, r"smallest dihedral angle \(degrees\): smallest 54\.7")
        self.assertRegex(done.stdout, r"(?m)^ +50 - 60 +1  #+$")
        self.assertRegex(done.stdout, r"radius ratio.*: smallest 0\.732")
        self.assertRegex(done.stdout, r"(?m)^ +0\.7 - 0\.8 +1  #+$")

    def test_warnings(self):
        path = self.write_mesh("two.mesh", CORNER + SLIVER, [[0, 1, 2, 3], [4, 5, 6, 7]], [1, 2])
        done = self.conjac("info", path)
        self.assertRegex(done.stderr, r"warning: 1 sliver .*in element 1 ")
        self.assertRegex(done.stderr, r"warning: the mesh falls into 2 pieces")
        # Two tetrahedra that share an edge.
        hinge = [[0, 0, 0], [0, 0, 1], [1, 0, 0], [1, 1, 0], [-1, 0, 0], [-1, -1, 0]]
        path = self.write_mesh("hinge.mesh", hinge, [[0, 2, 3, 1], [0, 4, 5, 1]], [1, 1])
        self.assertRegex(self.conjac("info", path).stderr, "1 part of it hangs on others by an edge")

    def test_surfaces(self):
        faces = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
        for ending in ("obj", "ply", "stl"):  # as another program writes them
            meshio.write(self.folder / f"a.{ending}", meshio.Mesh(np.array(CORNER, float), [("triangle", faces)]))
            done = self.conjac("info", f"a.{ending}")
            self.assertEqual(done.stderr, "")
            for row in (r"vertices +4", r"triangles +4 \(a closed surface\)", r"volume +0\.166667",
                        r"size +1 x 1 x 1 from \(0, 0, 0\)", r"edges +1 to 1\.41, mean 1\.21",
                        r"angles +45 degrees and more", r"pieces +1"):
                self.assertRegex(done.stdout, rf"(?m)^{row}$")
        (self.folder / "b.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nvt 0 0\nf 1/1/1 2/1/1 3/1/1\n")
        done = self.conjac("info", "b.obj")
        self.assertRegex(done.stdout, r"vertices +3, 1 normals, 1 places in a texture")
        self.assertRegex(done.stdout, r"\(not a closed surface\)")
        self.assertNotIn("volume", done.stdout)
        self.assertIn("3 edges have a triangle on one side only", done.stderr)
        (self.folder / "c.ply").write_text("ply\nformat ascii 1.0\nelement vertex 7\n")
        self.assertIn("c.ply, line 3", self.conjac("info", "c.ply", exit_code=3).stderr)

    def test_bad_files(self):
        (self.folder / "text.vtu").write_text("no mesh")
        self.assertIn("text.vtu", self.conjac("info", "text.vtu", exit_code=3).stderr)
        self.assertIn("none.mesh", self.conjac("info", "none.mesh", exit_code=5).stderr)
        self.conjac("info", exit_code=2)

    def test_refined_meshes(self):
        self.write_mesh("one.mesh", CORNER + [[1, 1, 1]], [[0, 1, 2, 3], [1, 2, 3, 4]], [4, 7])
        done = self.conjac("mesh", "one.mesh", "--refine", "2", "-o", "fine.vtu")
        self.assertEqual(done.stdout, "fine.vtu: 55 vertices, 128 elements\n")
        fine = meshio.read(self.folder / "fine.vtu")  # as another program reads it
        corners = fine.points[fine.cells_dict["tetra"]]
        volumes = np.linalg.det(corners[:, 1:] - corners[:, :1]) / 6
        np.testing.assert_allclose(volumes, np.repeat([1 / 6, 1 / 3], 64) / 64)
        self.assertEqual(fine.cell_data["region"][0].tolist(), [4] * 64 + [7] * 64)
        self.assertIn("pieces      1", self.conjac("info", "fine.vtu").stdout)
        self.assertIn("as .vtu", self.conjac("mesh", "one.mesh", "--refine", "1", "-o", "a.mesh", exit_code=3).stderr)
        self.assertIn("1 to 8", self.conjac("mesh", "one.mesh", "--refine", "9", "-o", "a.vtu", exit_code=3).stderr)
        large = Path(__file__).parents[2] / "scenes/shapes/dragon.vtu"
        self.assertIn("memory", self.conjac("mesh", large, "--refine", "6", "-o", "a.vtu", exit_code=3).stderr)
        self.conjac("mesh", "--refine", "1", "-o", "a.vtu", exit_code=2)
        self.conjac("mesh", "none.mesh", "--refine=1", "-o", "a.vtu", exit_code=5)

    def test_mesh_explains_itself_with_and_without_a_mesher(self):
        text = self.conjac("mesh", "--help").stdout
        self.assertRegex(text, r"Examples?:\n  conjac mesh")
        for option in ("--vertices", "--edge", "--decimate", "--fill-holes", "--time-limit"):
            self.assertIn(option, text)
        if "This build has no mesher" in text:
            done = self.conjac("mesh", "a.obj", "-o", "b.mesh", exit_code=5)
            self.assertRegex(done.stderr, "no mesher .*CONJAC_MESHER=ON")
        else:
            self.assertRegex(self.conjac("mesh", "a.obj", "-o", "b.mesh", exit_code=3).stderr,
                             r"a\.obj: no such file")


if __name__ == "__main__":
    unittest.main()
