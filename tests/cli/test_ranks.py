"""Runs that ranks of mpirun share, against the same run in one process."""
import os
import shutil
import subprocess
import unittest
import xml.etree.ElementTree as ElementTree

import meshio
import numpy as np

from cli import PROGRAM, SMALL, CliTest, copy_of

MPIRUN = shutil.which("mpirun")
WITH_PETSC = os.environ.get("CONJAC_WITH_PETSC") == "1"
SAME = 1e-8  # of the largest number in a column


class Ranks(CliTest):
    def on_ranks(self, ranks, *arguments, exit_code=0):
        """mpirun as a container and a small machine need it."""
        launch = [MPIRUN, "--allow-run-as-root", "--oversubscribe", "-n", str(ranks)]
        environment = {**os.environ, "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMP_NUM_THREADS": "1"}
        done = subprocess.run([*launch, PROGRAM, *map(str, arguments)], cwd=self.folder, text=True, env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=600)
        self.assertEqual(done.returncode, exit_code, f"{arguments}\n{done.stdout}\n{done.stderr}")
        return done

    def refused(self, exit_code, words, *arguments):
        said = self.on_ranks(2, *arguments, exit_code=exit_code).stderr
        self.assertEqual(said.count("conjac: error:"), 1, said)
        self.assertIn(words, said)


@unittest.skipUnless(MPIRUN, "there is no mpirun: nothing of ranks is tested (tools/setup.sh petsc)")
class InAnyBuild(Ranks):
    def test_commands_of_one_process_say_so(self):
        self.refused(2, "conjac view works in one process", "view", "twist")

    def test_a_sweep_shares_its_runs(self):
        scene = self.write_scene(SMALL)
        self.on_ranks(2, "sweep", scene, "-o", "sweep", "--steps", 3, "--vary", "materials[0].laws[0].young=2e4,4e4")
        for run in ("0001", "0002"):
            self.assertEqual(self.summary(f"sweep/{run}")["status"], "ok")

    @unittest.skipIf(WITH_PETSC, "this build has ranks")
    def test_a_build_without_them_says_so(self):
        self.refused(3, "this build runs in one process", "run", self.write_scene(SMALL))


@unittest.skipUnless(MPIRUN and WITH_PETSC, "ranks need a build with CONJAC_PETSC and mpirun: not tested here")
class WithPetsc(Ranks):
    def columns(self, folder):
        rows = self.history(folder)
        return {name: np.array([float(row[name]) for row in rows]) for name in rows[0] if not name.endswith("_ms")}

    def whole_frames(self, folder):
        """Positions and stresses of all frames, from their pieces."""
        series = ElementTree.parse(self.folder / folder / "frames.pvd")
        for entry in series.iter("DataSet"):
            path = self.folder / folder / entry.get("file")
            if path.suffix == ".vtu":
                mesh = meshio.read(path)
                yield mesh.points, mesh.cell_data["von_mises"][0]
                continue
            sources = [path.parent / piece.get("Source") for piece in ElementTree.parse(path).iter("Piece")]
            parts = [meshio.read(source) for source in sources]
            nodes = 1 + max(part.point_data["node"].max() for part in parts)
            cells = sum(len(part.cells[0].data) for part in parts)
            points, stress = np.full((nodes, 3), np.nan), np.full(cells, np.nan)
            for part in parts:
                points[part.point_data["node"]] = part.points
                stress[part.cell_data["element"][0]] = part.cell_data["von_mises"][0]
            yield points, stress

    def assert_same(self, one, many, tolerance=SAME):
        ours, theirs = self.columns(one), self.columns(many)
        self.assertEqual(ours.keys(), theirs.keys())
        energies = ("kinetic", "elastic", "gravity", "contact", "total_energy", "scripted_work", "dissipated", "viscous",
                    "impact", "relief", "owed")
        largest = max(np.abs(ours[name]).max() for name in ours if name in energies)
        for name in ours:
            self.assertEqual(len(ours[name]), len(theirs[name]), name)
            scale = max(np.abs(ours[name]).max(), largest if name in energies else 0, 1e-30)
            if name in ("residual", "imbalance", "unbalanced"):  # what is left of large numbers
                continue
            self.assertLessEqual(np.abs(ours[name] - theirs[name]).max(), tolerance * scale + 1e-14, name)
        frames = list(zip(self.whole_frames(one), self.whole_frames(many), strict=True))
        self.assertGreater(len(frames), 1)
        for (x, stress), (y, other) in frames:
            self.assertLessEqual(np.abs(x - y).max(), tolerance * np.ptp(x, axis=0).max())
            self.assertLessEqual(np.abs(stress - other).max(), 10 * tolerance * (1 + np.abs(stress).max()))

    def compare(self, scene, *arguments, ranks=2, steps=8, solver="mumps", tolerance=SAME):
        more = ("--solver", solver, "--steps", steps, "--set", "output.frame_interval=0.01", *arguments)
        self.conjac("run", scene, "-o", "one", *more)
        self.on_ranks(ranks, "run", scene, "-o", "many", *more)
        self.assert_same("one", "many", tolerance)

    def test_timeline_loads_gravity_and_an_obstacle(self):
        self.compare("shaken", "--set", "obstacles[0].box.center=[0.1,0.034,0]", steps=12)

    def test_every_integrator(self):
        for integrator in ("modal", "linear-implicit", "trapezoidal", "symplectic"):
            with self.subTest(integrator):
                step = ("--time-step", "0.0005") if integrator == "symplectic" else ()
                self.compare("release", "--integrator", integrator, *step)

    def test_stabilisation_and_damping(self):
        for way in ("none", "pre", "post"):
            with self.subTest(way):
                self.compare("shaken", "--stabilisation", way, "--damping", "3")

    def test_materials_of_several_bodies(self):
        # Where a matrix is used again, the last digit may decide whether an element keeps its stiffness.
        self.compare("tissues", "--set", "method.reuse_tolerance=0", ranks=3)

    def test_fibres(self):
        self.compare("aniso", steps=4)

    def test_pressure(self):
        self.compare("inflate", steps=4)

    def test_a_plane_body(self):
        self.compare("beam2d")

    def test_adaptivity(self):
        scene = copy_of(SMALL)
        scene["roles"][1] = {"role": "representative", "select": {"nearest": {"point": [0.09, 0.015, 0.015]}}}
        scene["roles"].append({"role": "representative", "select": {"nearest": {"point": [0.045, 0.015, 0.015]}}})
        scene["method"] = {"adaptive": True, "threshold": 0.05, "integrator": "linear-implicit"}
        self.compare(self.write_scene(scene), steps=20)

    def test_a_tight_multigrid_is_the_same(self):
        self.compare("release", "--shape-tolerance", "1e-11", "--load-tolerance", "1e-11", solver="multigrid")

    def test_what_ranks_do_not_know_is_refused_by_name(self):
        scene = self.write_scene(SMALL)
        for words, arguments in {
            "cuts": ("barcut",),
            "bones": ("arm",),
            "contact.between": ("tower",),
            "contact.self": (scene, "--set", "contact.self=true"),
            "start_at_rest": (scene, "--set", "start_at_rest=true"),
            "full finite elements": (scene, "--method", "vanilla"),
            "`fronts`": (scene, "--solver", "fronts"),
            "`cholmod`": (scene, "--solver", "cholmod"),
            "background_factor": (scene, "--background-factor", "true"),
            "--check-rest": (scene, "--check-rest"),
        }.items():
            with self.subTest(words):
                self.refused(3, words, "run", *arguments)
                self.assertFalse((self.folder / "out" / "small" / "history.csv").exists())

    def test_a_bad_scene_is_said_once(self):
        self.refused(3, "no such scene", "run", "nonsense")

    def test_a_disk_that_takes_nothing_ends_all(self):
        (self.folder / "full").write_text("not a folder")
        said = self.on_ranks(2, "run", self.write_scene(SMALL), "-o", "full", exit_code=5).stderr
        self.assertEqual(said.count("conjac: error:"), 1, said)

    def test_results_can_be_compared(self):
        self.compare("release", steps=4)
        self.conjac("compare", "one", "many", "-o", "both.png")

    def test_the_doctor_counts_them(self):
        self.assertIn("2 ranks", self.on_ranks(2, "doctor").stdout)


if __name__ == "__main__":
    unittest.main()
