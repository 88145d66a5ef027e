"""Cuts from Python."""
import math
import unittest

import numpy as np

import conjac
from support import bar, plate


def plane(point, normal, **keys):
    return {"plane": {"point": point, "normal": normal, **keys}}


def pieces(sim):
    """(nodes) the first node of the part each hangs together with, found without the library."""
    owner = np.arange(sim.nodes)
    while True:
        new = owner.copy()
        np.minimum.at(new, sim.elements, owner[sim.elements].min(axis=1)[:, None])
        if (new == owner).all():
            return owner
        owner = new


class Cut(unittest.TestCase):
    def test_arrays_grow_and_momentum_stays(self):
        sim = conjac.Simulation("hang")
        sim.step(5)
        mass, momentum = sim.masses.sum(), sim.masses @ sim.velocities
        nodes, elements = sim.nodes, sim.elements
        report = sim.cut(plane={"point": [0, -0.05, 0], "normal": [0.1, 1, 0]}, snap=False)
        self.assertTrue(report.separated)
        self.assertEqual(sim.nodes, nodes + report.nodes_added)
        self.assertEqual(sim.positions.shape, sim.rest_positions.shape)
        self.assertEqual(len(sim.roles), sim.nodes)
        self.assertEqual(sim.elements.shape, elements.shape)
        self.assertEqual(len(np.unique(sim.elements)), sim.nodes)
        self.assertAlmostEqual(sim.masses.sum(), mass, delta=1e-12 * mass)
        np.testing.assert_allclose(sim.masses @ sim.velocities, momentum, atol=1e-14)
        sim.step(5)
        self.assertTrue(np.isfinite(sim.positions).all())

    def test_stroke(self):
        sim = conjac.Simulation("hang")
        stroke = [[-1, -0.05, 0], [-0.005, -0.045, 0], [0.005, -0.055, 0], [1, -0.05, 0]]
        report = sim.cut({"sweep": {"points": stroke, "direction": [0, 0, 1]}})
        self.assertEqual(report.pieces_after, 2)
        self.assertEqual(report.as_dict()["pieces_before"], 1)

    def test_numpy_is_welcome(self):
        sim = conjac.Simulation(bar())
        report = sim.cut(plane(np.array([0.04, 0, 0]), np.array([1, 0, 0])), snap=np.bool_(True),
                         crumb_elements=np.int64(4))
        self.assertEqual(report.pieces_after, 2)
        report = sim.cut(plane(sim.positions[0] + [0.02, 0, 0], [1, np.float32(0), 0]))
        self.assertEqual(report.pieces_after, 3)


class Sentences(unittest.TestCase):
    """The bar of 4 x 2 x 2 cells: 9 nodes in a slice, 24 elements between two slices."""

    def check(self, cut, says, added, count, scene=None):
        sim = conjac.Simulation(scene or bar())
        nodes, elements, mass = sim.nodes, len(sim.elements), sim.masses.sum()
        report = sim.cut(cut)
        self.assertIn(says, report.text)
        self.assertEqual((report.nodes_added, sim.nodes), (added, nodes + added))
        self.assertEqual((report.pieces_after, len(np.unique(pieces(sim)))), (count, count))
        self.assertEqual((report.separated, sim.topology), (added > 0, int(added > 0)))
        self.assertEqual(report.pieces_before, 1)
        for array in (sim.positions, sim.velocities, sim.rest_positions, sim.masses, sim.roles,
                      sim.forces()):
            self.assertEqual(len(array), sim.nodes)
        self.assertEqual((len(sim.elements), len(sim.von_mises())), (elements, elements))
        self.assertAlmostEqual(sim.masses.sum(), mass, delta=1e-12 * mass)
        self.assertIn(report.text, sim.notices[-1])
        sim.step(2)
        self.assertEqual(sim.positions.shape, sim.rest_positions.shape)
        self.assertTrue(np.isfinite(sim.positions).all())
        return report

    def test_miss(self):
        report = self.check(plane([1, 0, 0], [1, 0, 0]),
                            "the cut misses the body; nothing has changed", 0, 1)
        self.assertEqual(report.touched, 0)

    def test_graze(self):
        """Also where it lies exactly on a face or an edge, whichever one it is."""
        for at in (0, 0.0001, 0.0799, 0.08):
            report = self.check(plane([at, 0, 0], [1, 0, 0]), "the cut only grazes the body (24", 0, 1)
            self.assertEqual(report.touched, 24)
        for axis in (1, 2):
            for at in (0, 0.03):
                point, normal = np.zeros(3), np.zeros(3)
                point[axis], normal[axis] = at, 1
                self.check(plane(point, normal), "the cut only grazes the body", 0, 1)
        for corner in ([0, 0, 0], [0.08, 0.03, 0.03]):
            self.check(plane(corner, [1, 1, 1]), "the cut only grazes the body", 0, 1)
        self.check(plane([0.06, 0.015, 0], [1, 0, 0], radius=0.002), "only grazes", 0, 1)
        for at in (0, 0.06):
            self.check(plane([at, 0, 0], [1, 0, 0]), "the cut only grazes", 0, 1, plate())

    def test_through_nodes(self):
        report = self.check(plane([0.04, 0, 0], [1, 0, 0]),
                            "the cut parts 8 faces and adds 9 nodes; there are 2 pieces now, 1 before",
                            9, 2)
        self.assertEqual((report.faces, report.pieces_rigid), (8, 0))
        self.check(plane([0, 0.015, 0], [0, 1, 0]), "parts 16 faces and adds 15 nodes", 15, 2)
        self.check(plane([0.03, 0, 0], [1, 0, 0]), "parts 3 faces and adds 4 nodes", 4, 2, plate())

    def test_slit(self):
        self.check(plane([0.04, 0.03, 0.015], [1, 0, 0], radius=0.016),
                   "the body is slit but holds together (1 piece, as before)", 3, 1)

    def test_removed_crumbs(self):
        """The last layer, 24 elements and 18 nodes with the copies, is gone."""
        sim = conjac.Simulation(bar())
        mass = sim.masses.sum()
        report = sim.cut(plane([0.06, 0, 0], [1, 0, 0]), crumbs="remove", crumb_elements=25)
        self.assertEqual(report.text, "the cut parts 8 faces; there is 1 piece, as before; "
                                      "1 crumb (24 elements) removed")
        self.assertEqual((report.nodes_added, report.crumbs, report.elements_removed), (0, 1, 24))
        self.assertEqual((sim.nodes, len(sim.elements)), (45 - 9, 96 - 24))
        self.assertEqual(len(np.unique(sim.elements)), sim.nodes)
        self.assertAlmostEqual(report.mass_removed, mass / 4, delta=1e-12 * mass)
        self.assertAlmostEqual(sim.masses.sum(), mass * 3 / 4, delta=1e-12 * mass)
        sim.step(2)
        self.assertTrue(np.isfinite(sim.positions).all())

    def test_small_pieces_keep_their_shape(self):
        sim = conjac.Simulation(bar())
        report = sim.cut(plane([0.0713, 0.0213, 0.0213], [1, 1, 1]))
        self.assertIn("1 small piece keeps its shape from now on", report.text)
        self.assertEqual((report.pieces_rigid, report.pieces_after), (1, 2))
        self.assertEqual(report.as_dict()["pieces_rigid"], 1)
        self.assertIn("pieces_rigid=1", repr(report))
        owner = pieces(sim)
        first, sizes = np.unique(owner[sim.elements[:, 0]], return_counts=True)
        self.assertEqual(len(first), 2)
        self.assertLess(sizes.min(), 8)
        nodes = owner == first[sizes.argmin()]

        def distances(x):
            return np.linalg.norm(x[nodes][:, None] - x[nodes], axis=2)
        before = distances(sim.positions)
        sim.step(4)
        np.testing.assert_allclose(distances(sim.positions), before, atol=1e-9)


class Refused(unittest.TestCase):
    def refused(self, cut, *texts, scene=None):
        sim = conjac.Simulation(scene or bar())
        with self.assertRaises(conjac.Error) as caught:
            sim.cut(cut)
        for text in texts:
            self.assertIn(text, str(caught.exception))
        self.assertEqual((caught.exception.kind, caught.exception.exit_code), ("bad_input", 3))
        self.assertEqual(sim.topology, 0)

    def test_keys(self):
        good = plane([0.04, 0, 0], [1, 0, 0])
        self.refused({}, "cut: needs one of the keys plane, sweep, surface, file")
        self.refused({"plane": {"point": [0, 0, 0]}}, "cut.plane.normal: this key is missing")
        self.refused({"plane": {"normal": [0, 0, 1]}}, "cut.plane.point: this key is missing")
        self.refused({"plain": 1}, "cut.plain: unknown key `plain`; did you mean `plane`?")
        self.refused({**good, "bodies": ["arm"]}, "there is no body \"arm\"")
        self.refused({**good, "sweep": {"points": [[0, 0, 0], [1, 1, 1]]}},
                     "both `plane` and `sweep` are given")
        self.refused({"sweep": {"points": [[0, 0, 0]]}}, "cut.sweep.points: must be two or more")

    def test_numbers(self):
        for bad in (math.nan, math.inf, np.float64("nan")):
            self.refused(plane([0, bad, 0], [1, 0, 0]), f"cut.plane.point[1]: {bad} is not a finite")
            self.refused(plane([0, 0, 0], np.array([1, 0, bad])), "cut.plane.normal[2]: ")
            self.refused(plane([0, 0, 0], [1, 0, 0], radius=bad), "cut.plane.radius: ")
        self.refused(plane([0, 0, 0], [0, 0, 0]), "cut.plane.normal: must not be the zero vector")
        self.refused(plane([0, 0, 0], [0, 0, 1]), "this body is flat", scene=plate())
        self.refused(plane([0, 0], [1, 0]), "cut.plane.point: must have 3 numbers, but has 2")
        self.refused(plane([0, 0, 0], [1, 0, 0], radius=-1), "cut.plane.radius: -1 is out of range")
        corners = {"points": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 3]]}
        self.refused({"surface": corners}, "cut.surface.triangles: must name corners")

    def test_something_else_than_a_dict(self):
        sim = conjac.Simulation(bar())
        for bad in ("plane", 3, [1]):
            with self.assertRaisesRegex(TypeError, "cut: give keywords or a dict"):
                sim.cut(bad)
        with self.assertRaisesRegex(TypeError, "object"):
            sim.cut(plane=object())


if __name__ == "__main__":
    unittest.main()
