"""What the program says and which code it exits with when it cannot do what was asked."""
import base64
import os
import struct
import unittest
import zlib

import meshio
import numpy as np

from cli import SMALL, CliTest, copy_of


class Errors(CliTest):
    def error(self, *arguments, exit_code):
        """The message; errors go to stderr and say who speaks."""
        done = self.conjac(*arguments, exit_code=exit_code)
        self.assertNotIn("error", done.stdout)
        self.assertTrue(done.stderr.strip())
        return done.stderr

    def bad_scene(self, change):
        scene = copy_of(SMALL)
        change(scene)
        self.write_scene(scene)
        texts = [self.error(command, "scene.json", exit_code=3) for command in ("validate", "run")]
        self.assertEqual(*texts)
        return texts[0]

    def test_usage(self):
        self.error("walk", exit_code=2)
        self.error("run", exit_code=2)
        self.error(exit_code=2)
        self.assertIn("--setps", self.error("run", "hang", "--setps", "3", exit_code=2))
        self.assertIn("--newton-steps", self.error("run", "hang", "--newton-steps", "1.5", exit_code=2))
        for option in ("--steps", "--beta", "--time-step", "--duration"):
            for value in ("-1", "0", "many"):
                self.assertIn(option, self.error("run", "hang", f"{option}={value}", exit_code=2))

    def test_usage_is_said_in_a_sentence(self):
        text = self.error("run", "hang", "--stps", "5", exit_code=2)
        self.assertIn("there is no option '--stps'; did you mean '--steps'? (`conjac run --help` lists what there is)", text)
        self.assertIn("--steps -5: out of range; must be above 0", self.error("run", "hang", "--steps", "-5", exit_code=2))
        self.assertIn("--checkpoint -1: out of range; must be 0 or more",
                      self.error("run", "hang", "--checkpoint", "-1", exit_code=2))
        self.assertIn("--threads 5000: out of range; must be 0 to 1024",
                      self.error("run", "hang", "--threads", "5000", exit_code=2))
        self.assertIn("'twist' is one argument too many", self.error("run", "hang", "twist", exit_code=2))
        self.assertIn("scene is required (`conjac run --help` lists what there is)", self.error("run", exit_code=2))
        for words in (("run", "hang", "--stps", "5"), ("run",), ("export", "out", "--to", "fbx"), ("--nothing",), ()):
            text = self.conjac(*words, exit_code=2).stderr
            self.assertTrue(text.startswith("conjac: error: "), text)
            self.assertLess(len(text), 300)

    def test_a_moment_after_the_end_and_a_colour_nobody_knows(self):
        self.write_scene(SMALL)
        self.conjac("run", "scene.json", "-o", "out", "--steps", "4", "--quiet")
        self.assertIn("lasts from 0 to 0.02 s", self.error("render", "out", "-o", "a.png", "--time", "99", exit_code=2))
        self.assertIn("von_mises,speed", self.error("render", "out", "-o", "a.png", "--colour", "sped", exit_code=2))
        self.assertFalse((self.folder / "a.png").exists())
        self.assertIn("conjac validate", self.error("info", "scene.json", exit_code=3))

    def test_a_body_without_dynamic_nodes_is_told_so(self):
        scene = copy_of(SMALL)
        scene["roles"] = scene["roles"][:1]
        self.write_scene(scene)
        self.assertIn("no node is dynamic, so nothing swings", self.conjac("run", "scene.json", "--steps", "2").stderr)
        self.assertNotIn("no node is dynamic", self.conjac("run", "scene.json", "--steps", "2", "--method", "vanilla").stderr)
        self.assertNotIn("no node is dynamic", self.conjac("validate", "hang").stderr)

    def test_misspelt_key(self):
        path = self.write_scene('{\n  "name": "a",\n  "mesh": {"box": {"cels": [1, 1, 1]}}\n}\n')
        text = self.error("run", path, exit_code=3)
        self.assertIn("scene.json:3:20: mesh.box.cels:", text)
        self.assertIn("did you mean `cells`?", text)
        self.assertFalse((self.folder / "out").exists())

    def test_broken_json(self):
        path = self.write_scene('{\n  "name": "a",\n  "mesh": {,}\n}\n')
        self.assertIn("scene.json:3:12:", self.error("validate", path, exit_code=3))

    def test_wrong_type_and_range(self):
        text = self.bad_scene(lambda scene: scene["time"].update(step="fast"))
        self.assertRegex(text, r"scene\.json:\d+:\d+: time\.step: ")
        text = self.bad_scene(lambda scene: scene["materials"][0]["laws"][0].update(poisson=0.5))
        self.assertRegex(text, r"scene\.json:\d+:\d+: materials\[0\]\.laws\[0\]\.poisson: ")

    def test_empty_selection(self):
        def move_away(scene):
            scene["roles"][0]["select"]["slice"]["at"] = 7
        text = self.bad_scene(move_away)
        self.assertRegex(text, r"scene\.json:\d+:\d+: roles\[0\]\.select: selects no nodes")
        self.assertIn("0.09", text)  # where the body is

    def test_missing_region(self):
        def elsewhere(scene):
            scene["roles"][0]["select"] = {"region": [1, 9]}
        text = self.bad_scene(elsewhere)
        self.assertRegex(text, r"scene\.json:\d+:\d+: roles\[0\]\.select: there is no region \d; the mesh has 0$")

    def test_misspelt_command(self):
        text = self.error("runn", "hang", exit_code=2)
        self.assertIn("there is no command 'runn'; did you mean 'run'?", text)
        self.assertIn("'validate'?", self.error("validat", "hang", exit_code=2))
        text = self.error("walk", exit_code=2)
        self.assertNotIn("did you mean", text)
        self.assertIn("conjac --help", text)

    def test_unknown_scene(self):
        text = self.error("run", "hetro", exit_code=3)
        self.assertIn("hetero", text)
        self.assertIn("did you mean", text)

    def test_missing_files(self):
        self.assertIn("nowhere/a.json", self.error("run", "nowhere/a.json", exit_code=3))
        text = self.bad_scene(lambda scene: scene.update(mesh={"file": "body.mesh"}))
        self.assertIn("body.mesh", text)

    def test_truncated_mesh(self):
        points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]], float)
        cells = [("tetra", np.array([[0, 1, 2, 3], [1, 2, 3, 4]]))]
        meshio.write(self.folder / "body.mesh", meshio.Mesh(points, cells))
        whole = (self.folder / "body.mesh").read_text()
        scene = copy_of(SMALL)
        scene["mesh"] = {"file": "body.mesh"}
        scene["roles"] = [{"role": "fixed", "select": {"index": [0, 1, 2]}}]
        self.write_scene(scene)
        self.conjac("validate", "scene.json")
        (self.folder / "body.mesh").write_text(whole[:whole.index("Tetrahedra") + 25])
        text = self.error("validate", "scene.json", exit_code=3)
        self.assertRegex(text, r"body\.mesh, line \d+: the file ends")
        # Every shorter file is refused or read whole, never half.
        for length in range(0, len(whole), 7):
            (self.folder / "body.mesh").write_text(whole[:length])
            self.error("validate", "scene.json", exit_code=3)

    def test_an_open_obstacle_is_named_with_its_file(self):
        (self.folder / "bowl.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n")

        def bowl(scene):
            scene["obstacles"] = [{"surface": {"file": "bowl.obj"}}]
        text = self.bad_scene(bowl)
        for part in ("bowl.obj' is not closed", "3 of its edges", "(1, 0, 0) to (0, 1, 0)", "--fill-holes"):
            self.assertIn(part, text)

    def test_unwritable_output(self):
        (self.folder / "file").write_text("in the way")
        text = self.error("run", "hang", "--steps", "1", "-o", "file/out", exit_code=5)
        self.assertIn("file/out", text)
        (self.folder / "letters").mkdir()
        (self.folder / "letters" / "dear.txt").write_text("do not lose me")
        text = self.error("run", "hang", "--steps", "1", "-o", "letters", exit_code=5)
        self.assertIn("letters", text)
        self.assertEqual(os.listdir(self.folder / "letters"), ["dear.txt"])
        self.error("bench", "hang", "--rounds", "1", "--steps", "1", "-o", "file/b", exit_code=5)

    def test_bad_override(self):
        text = self.error("run", "hang", "--set", "time.stp=1", exit_code=3)
        self.assertIn("--set time.stp=1", text)
        self.assertIn("step", text)
        self.error("run", "hang", "--set", "time.step", exit_code=3)
        self.error("run", "hang", "--method", "vanila", exit_code=3)

    def test_divergence(self):
        """A violent pull under explicit-like steps: what was good is kept, nothing else."""
        done = self.conjac("run", "release", "--method", "vanilla", "--beta", "0.1", "-o", "out",
                           "--set", "timeline[0].move.translate=[0.08,0.03,0]", exit_code=4)
        self.assertIn("conjac: error: step ", done.stderr)
        self.assertIn("time.step", done.stderr)  # what to change
        summary = self.summary()
        self.assertEqual(summary["status"], "diverged")
        self.assertIn("step ", summary["message"])
        rows = self.history()
        self.assertEqual(len(rows), summary["steps"])
        self.assertGreater(len(rows), 0)
        self.assert_finite_results()
        last = meshio.read(self.frames()[-1])
        self.assertAlmostEqual(float(last.field_data["TimeValue"][0]), float(rows[-1]["time"]))

    def test_a_mesh_that_unpacks_to_more_than_a_mesh_does(self):
        """72 MB of zeros in 100 kB: refused before any of it is unpacked."""
        points = 3000000
        size, block = 24 * points, 1 << 20
        packed = [zlib.compress(bytes(min(block, size - at))) for at in range(0, size, block)]
        header = [len(packed), block, size % block, *map(len, packed)]
        data = base64.b64encode(struct.pack(f"<{len(header)}Q", *header)) + base64.b64encode(b"".join(packed))
        self.write_scene(
            '<VTKFile type="UnstructuredGrid" byte_order="LittleEndian" header_type="UInt64" '
            'compressor="vtkZLibDataCompressor"><UnstructuredGrid>'
            f'<Piece NumberOfPoints="{points}" NumberOfCells="1"><Points><DataArray type="Float64" '
            f'NumberOfComponents="3" format="binary">{data.decode()}</DataArray></Points></Piece>'
            '</UnstructuredGrid></VTKFile>', "bomb.vtu")
        text = self.error("info", "bomb.vtu", exit_code=3)
        self.assertIn("would unpack to 68 MB", text)

    def test_limits_are_said_before_the_work(self):
        path = self.write_scene(SMALL)
        everything = '{"box": {"min": [-1, -1, -1], "max": [1, 1, 1]}}'
        for change, words in (
                ("mesh.scale=1e25", "bodies from 1e-15 to 1e+15 m can be simulated"),
                ("gravity=[0,-1e300,0]", "out of range"),
                ('obstacles=[{"sphere":{"center":[0,0,0],"radius":1e308}}]', "out of range"),
                ("mesh.box.cells=[215,215,215]", "GB of memory"),
                (f'roles=[{{"role":"fixed","select":{everything}}}]', "every node is fixed")):
            for command in ("validate", "run"):
                self.assertIn(words, self.error(command, path, "--set", change, exit_code=3))
        self.assertFalse((self.folder / "out").exists())
        many = self.conjac("validate", path, "--set",
                           f'roles[1].select={everything}').stderr.splitlines()
        self.assertEqual(len(many), 1)
        self.assertIn("9 nodes (0, 7, 14, 21, 28, 35, 42, 49, ...) are held", many[0])

    def test_nothing_stable_to_tune(self):
        text = self.error("tune", "release", "--method", "vanilla", "--max-beta", "0.2",
                          exit_code=4)
        self.assertIn("--max-beta", text)


if __name__ == "__main__":
    unittest.main()
