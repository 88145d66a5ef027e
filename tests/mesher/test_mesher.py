"""conjac-mesh on surfaces with known volume: what it makes is measured here, with numpy and meshio."""
import os
import re
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import meshio
import numpy as np

import surfaces

MESHER = os.environ["CONJAC_MESH"]


def dihedrals(points, tets):
    """(elements, 6) degrees, from the normals of the faces."""
    corners = points[tets]
    normals = []
    for k in range(4):
        a, b, c = (corners[:, j] for j in range(4) if j != k)
        n = np.cross(b - a, c - a)
        outward = np.einsum("ij,ij->i", n, a - corners[:, k])
        n *= np.sign(outward)[:, None]
        normals.append(n / np.linalg.norm(n, axis=1)[:, None])
    return np.degrees(np.stack(
        [np.arccos(np.clip(-np.einsum("ij,ij->i", normals[i], normals[j]), -1, 1))
         for i in range(4) for j in range(i + 1, 4)], 1))


def volumes(points, tets):
    a, b, c, d = (points[tets[:, k]] for k in range(4))
    return np.einsum("ij,ij->i", np.cross(b - a, c - a), d - a) / 6


class Mesher(unittest.TestCase):
    def setUp(self):
        self.holder = tempfile.TemporaryDirectory()
        self.folder = Path(self.holder.name)
        self.addCleanup(self.holder.cleanup)

    def surface(self, name, shape):
        path = self.folder / name
        surfaces.write(path, *shape)
        return path

    def mesh(self, surface, output="out.mesh", *options):
        return subprocess.run([MESHER, surface, "-o", self.folder / output, *map(str, options)],
                              capture_output=True, text=True, timeout=300)

    def read(self, output):
        mesh = meshio.read(self.folder / output)
        tets = np.vstack([block.data for block in mesh.cells if block.type == "tetra"])
        return mesh.points.astype(float), tets

    def check(self, output, vertices, volume, within):
        points, tets = self.read(output)
        self.assertLess(abs(len(points) / vertices - 1), 0.05)
        self.assertEqual(len(np.unique(tets)), len(points))  # none unused
        self.assertGreater(volumes(points, tets).min(), 0)
        self.assertGreater(dihedrals(points, tets).min(), 8)
        self.assertLess(abs(volumes(points, tets).sum() / volume - 1), within)

    def test_torus_in_all_formats(self):
        shape = surfaces.torus()
        volume = surfaces.volume(*shape)
        self.assertAlmostEqual(volume, 2 * np.pi**2 * 0.4**2, delta=0.03 * volume)
        for suffix in ("off", "obj", "ply", "stl"):
            with self.subTest(suffix):
                output = "out.vtu" if suffix == "ply" else "out.mesh"
                done = self.mesh(self.surface(f"torus.{suffix}", shape), output, "--vertices", 1500)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.check(output, 1500, volume, 0.03)
                self.assertRegex(done.stderr, r"refining, h = .*vertices")
                self.assertNotIn("warning", done.stderr)

    def test_vertex_counts(self):
        path = self.surface("ball.off", surfaces.sphere())
        for vertices in (200, 3000):
            with self.subTest(vertices):
                done = self.mesh(path, "out.mesh", "--vertices", vertices)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.check("out.mesh", vertices, 4 / 3 * np.pi, 0.12 if vertices < 1000 else 0.04)

    def test_same_again(self):
        path = self.surface("ball.off", surfaces.sphere())
        for output in ("a.mesh", "b.mesh"):
            self.assertEqual(self.mesh(path, output, "--vertices", 400).returncode, 0)
        self.assertEqual((self.folder / "a.mesh").read_text(), (self.folder / "b.mesh").read_text())

    def test_two_bodies_and_a_cavity(self):
        big, small = surfaces.sphere(), surfaces.sphere(0.25, center=(3, 0.4, 0.2))
        cave = surfaces.sphere(0.5)
        points = np.vstack([big[0], small[0], cave[0]])
        faces = np.vstack([big[1], small[1] + len(big[0]),
                           cave[1][:, ::-1] + len(big[0]) + len(small[0])])
        done = self.mesh(self.surface("both.off", (points, faces)), "out.mesh", "--vertices", 3000)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("2 separate parts", done.stderr)
        self.check("out.mesh", 3000, 4 / 3 * np.pi * (1 - 0.5**3 + 0.25**3), 0.05)

    def test_decimate(self):
        path = self.surface("ball.off", surfaces.sphere(rounds=5))
        done = self.mesh(path, "out.mesh", "--decimate", 800, "--vertices", 1000)
        self.assertEqual(done.returncode, 0, done.stderr)
        count = int(re.search(r"decimating.*: (\d+) vertices", done.stderr)[1])
        self.assertLess(abs(count / 800 - 1), 0.05)
        self.check("out.mesh", 1000, 4 / 3 * np.pi, 0.06)

    def test_small_hole_is_closed_with_a_warning(self):
        points, faces = surfaces.sphere()
        done = self.mesh(self.surface("ball.obj", (points, faces[1:])), "out.mesh", "--vertices", 800)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, "warning: The surface had 1 hole")
        self.check("out.mesh", 800, 4 / 3 * np.pi, 0.08)

    def test_half_a_sphere(self):
        points, faces = surfaces.sphere()
        half = faces[points[faces].mean(1)[:, 2] > 0]
        path = self.surface("half.off", (points, half))
        done = self.mesh(path)
        self.assertEqual(done.returncode, 3)
        self.assertRegex(done.stderr, "half.off: the surface is open.*--fill-holes")
        self.assertFalse((self.folder / "out.mesh").exists())
        done = self.mesh(path, "out.mesh", "--fill-holes", "--vertices", 800)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check("out.mesh", 800, 2 / 3 * np.pi, 0.08)

    def test_sheet(self):
        points = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0.5, 0.5, 0]], float)
        faces = np.array([[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]])
        path = self.surface("sheet.off", (points, faces))
        self.assertEqual(self.mesh(path).returncode, 3)
        self.assertEqual(self.mesh(path, "out.mesh", "--fill-holes").returncode, 3)

    def test_self_intersection_warns_and_ends(self):
        a, b = surfaces.sphere(), surfaces.sphere(center=(0.7, 0.1, 0))
        both = np.vstack([a[0], b[0]]), np.vstack([a[1], b[1] + len(a[0])])
        begin = time.monotonic()
        done = self.mesh(self.surface("two.off", both), "out.mesh", "--vertices", 1500,
                         "--time-limit", 20)
        self.assertLess(time.monotonic() - begin, 200)
        self.assertRegex(done.stderr, "warning: .* pairs of triangles intersect")
        self.assertIn(done.returncode, (0, 3))
        if done.returncode == 0:
            points, tets = self.read("out.mesh")
            self.assertGreater(volumes(points, tets).min(), 0)

    def test_time_limit(self):
        path = self.surface("ball.off", surfaces.sphere())
        done = self.mesh(path, "out.mesh", "--vertices", 500000, "--time-limit", 1)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertRegex(done.stderr, "took longer than.*--time-limit")

    def test_bad_input(self):
        def put(name, text):
            (self.folder / name).write_text(text)
            return self.folder / name

        self.assertEqual(self.mesh(self.folder / "none.off").returncode, 3)
        self.assertEqual(self.mesh(put("empty.off", "")).returncode, 3)
        self.assertEqual(self.mesh(put("words.obj", "hello\n")).returncode, 3)
        self.assertEqual(self.mesh(put("notes.txt", "OFF\n")).returncode, 3)
        self.assertEqual(self.mesh(put("cut.off", "OFF\n4 4 0\n0 0 0\n1 0 0\n")).returncode, 3)
        self.assertEqual(self.mesh(put("far.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 9\n")).returncode, 3)
        self.assertEqual(self.mesh(put("a.off", ""), "out.stl").returncode, 2)
        self.assertEqual(subprocess.run([MESHER], capture_output=True).returncode, 2)
        ball = self.surface("ball.off", surfaces.sphere())
        self.assertEqual(self.mesh(ball, "no/folder.mesh", "--vertices", 100).returncode, 5)

    @unittest.skipUnless(os.environ.get("CONJAC"), "the command line is not built")
    def test_conjac_hands_over_and_reads_the_result(self):
        ball = self.surface("ball.off", surfaces.sphere())
        done = subprocess.run([os.environ["CONJAC"], "mesh", ball, "-o", self.folder / "ball.vtu",
                               "--vertices", "500"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        info = subprocess.run([os.environ["CONJAC"], "info", self.folder / "ball.vtu"],
                              capture_output=True, text=True)
        self.assertEqual((info.returncode, info.stderr), (0, ""))
        points, tets = self.read("ball.vtu")
        self.assertRegex(info.stdout, rf"vertices +{len(points)} ")
        self.assertRegex(info.stdout, rf"tetrahedra +{len(tets)} ")
        smallest = float(re.search(r"smallest dihedral angle.*smallest ([\d.]+)", info.stdout)[1])
        self.assertAlmostEqual(smallest, dihedrals(points, tets).min(), delta=0.06)


if __name__ == "__main__":
    unittest.main()
