"""What is made of a finished run: playback, the exported page, pictures and videos."""
import base64
import gzip
import json
import os
import re
import shutil
import struct
import subprocess
import unittest

import meshio
import numpy as np

from cli import PROGRAM, SMALL, copy_of
from test_view import ViewTest
from viewer_client import decoded, recording


class Results(ViewTest):
    def run_small(self, folder="out", *arguments, **changes):
        scene = copy_of(SMALL)
        scene.update(changes)
        self.conjac("run", self.write_scene(scene), "-q", "-o", folder, *arguments)
        return folder

    def file_messages(self, folder="out"):
        return recording((self.folder / folder / "recording.cjvr").read_bytes())


class Playback(Results):
    def test_the_recording_holds_what_the_frames_hold(self):
        self.run_small()
        messages = self.file_messages()
        self.assertEqual([m["kind"] for m in messages[:3]], [0, 1, 2])
        scene, shape = messages[0]["text"], messages[1]
        self.assertEqual((scene["type"], scene["mode"], scene["label"]), ("scene", "recording", "ConJac"))
        self.assertEqual(scene["can"], {"cut": False, "activate": False, "grab": False})
        frames = [m for m in messages if m["kind"] == 2]
        files = self.frames()
        self.assertEqual(len(frames), len(files))
        for frame, path in zip(frames, files):
            mesh = meshio.read(path)
            self.assertEqual(frame["time"], mesh.field_data["TimeValue"][0]
                             if "TimeValue" in mesh.field_data else frame["time"])
            np.testing.assert_allclose(frame["positions"], mesh.points, rtol=1e-6, atol=1e-9)
            np.testing.assert_array_equal(frame["roles"], mesh.point_data["role"])
            np.testing.assert_allclose(frame["speed"], np.linalg.norm(mesh.point_data["velocity"], axis=1),
                                       rtol=1e-5, atol=1e-9)
            tets, stress = mesh.cells[0].data, mesh.cell_data["von_mises"][0]
            total, count = np.zeros(len(mesh.points)), np.zeros(len(mesh.points))
            for corner in tets.T:
                np.add.at(total, corner, stress)
                np.add.at(count, corner, 1)
            np.testing.assert_allclose(frame["von_mises"], total / count, rtol=1e-4, atol=1e-3)
        np.testing.assert_array_equal(shape["elements"], meshio.read(files[0]).cells[0].data)
        rows = self.history()
        last = frames[-1]
        self.assertEqual(last["step"], len(rows))
        np.testing.assert_allclose(last["energy"], [float(rows[-1][n]) for n in
                                                    ("kinetic", "elastic", "gravity", "contact")], rtol=1e-5)
        np.testing.assert_allclose(last["work"], sum(float(r["scripted_work"]) for r in rows), atol=1e-9)

    def test_it_is_the_same_for_the_same_run(self):
        self.run_small("a", "--threads", "1")
        self.run_small("b", "--threads", "2")
        skip = ("stages", "rate", "factor")
        for one, other in zip(self.file_messages("a"), self.file_messages("b"), strict=True):
            self.assertEqual({k: v for k, v in one.items() if k not in skip},
                             {k: v for k, v in other.items() if k not in skip})

    def test_a_folder_is_served(self):
        server = self.serve(self.run_small())
        status, headers, body = server.request(f"/recording?token={server.token}")
        self.assertEqual((status, headers["content-type"]), (200, "application/octet-stream"))
        self.assertEqual(len(recording(body)), len(self.file_messages()))
        page = server.request(f"/?token={server.token}")[2]
        self.assertIn(b'data-mode="recording"', page)
        self.assertEqual(server.request(f"/live?token={server.token}")[0], 404)
        self.assertEqual(server.request("/recording")[0], 403)
        self.assertEqual(server.stop()[0], 0)

    def test_two_folders_are_interleaved(self):
        server = self.serve(self.run_small("one"), self.run_small("two/", "--method", "vanilla"))
        messages = recording(server.request(f"/recording?token={server.token}")[2])
        self.assertEqual([(m["side"], m["text"]["label"], m["text"]["sides"]) for m in messages[:2]],
                         [(0, "one", 2), (1, "two", 2)])
        times = [m["time"] for m in messages[2:]]
        self.assertEqual(times, sorted(times))
        for side in (0, 1):
            own = [m for m in messages if m["side"] == side]
            self.assertEqual([m["kind"] for m in own[:3]], [0, 1, 2])
            self.assertEqual(len(own), len(self.file_messages("one")))

    def test_a_run_that_was_killed_is_played_as_far_as_it_goes(self):
        file = self.folder / self.run_small() / "recording.cjvr"
        whole = file.read_bytes()
        file.write_bytes(whole[:len(whole) - 1000])
        server = self.serve("out")
        messages = recording(server.request(f"/recording?token={server.token}")[2])
        self.assertEqual(len(messages), len(recording(whole)) - 1)

    def test_what_cannot_be_shown_is_said(self):
        self.run_small("bare", "--no-frames")
        self.assertIn("recording.cjvr", self.conjac("view", "bare", exit_code=3).stderr)
        (self.folder / "empty").mkdir()
        self.assertIn("recording.cjvr", self.conjac("view", "empty", exit_code=3).stderr)
        self.run_small()
        (self.folder / "out/recording.cjvr").write_bytes(b"CJVR\2\0\0\0")
        self.assertIn("version", self.conjac("view", "out", exit_code=3).stderr)
        self.assertIn("not one of each", self.conjac("view", "out", "scene.json", exit_code=2).stderr)
        self.assertIn("--against", self.conjac("view", "out", "--against", "vanilla", exit_code=2).stderr)


class Export(Results):
    def test_the_page_holds_the_recording(self):
        self.run_small()
        out = self.conjac("export", "out", "--html", "run.html").stdout
        self.assertIn("run.html", out)
        page = (self.folder / "run.html").read_text()
        found = re.findall(r'<script type="application/octet-stream" id="recording" '
                           r'data-encoding="gzip-base64">([A-Za-z0-9+/=]+)</script>\s*</body>', page)
        self.assertEqual(len(found), 1)
        messages = recording(gzip.decompress(base64.b64decode(found[0])))
        self.assertEqual(len(messages), len(self.file_messages()))
        self.assertIn('data-mode="embedded"', page)
        self.assertNotIn("CONJAC_", page)
        self.assertIn("Content-Security-Policy", page)

    def test_two_runs_and_bad_places(self):
        self.run_small("one")
        self.run_small("two")
        self.conjac("export", "one", "two", "--html", "both.html")
        self.assertIn("nowhere", self.conjac("export", "one", "--html", "nowhere/x.html", exit_code=5).stderr)
        self.assertIn("missing", self.conjac("export", "missing", "--html", "x.html", exit_code=5).stderr)
        self.conjac("export", "one", exit_code=2)


def png_size(path):
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", head[16:24])


class Render(Results):
    def probe(self, name):
        done = subprocess.run(
            ["ffprobe", "-v", "error", "-count_frames", "-of", "json", "-show_entries",
             "stream=width,height,nb_read_frames,codec_name,r_frame_rate", self.folder / name],
            capture_output=True, text=True, check=True)
        return json.loads(done.stdout)["streams"][0]

    def test_pictures_show_the_body(self):
        self.run_small("out", "--duration", "0.3")
        self.conjac("render", "out", "-o", "last.png", "--size", "400x300")
        self.assertEqual(png_size(self.folder / "last.png"), (400, 300))
        self.conjac("render", "out", "-o", "first.png", "--size", "400x300", "--time", "0")
        self.assertNotEqual((self.folder / "first.png").read_bytes(), (self.folder / "last.png").read_bytes())
        self.conjac("render", "out", "-o", "again.png", "--size", "400x300")
        self.assertEqual((self.folder / "again.png").read_bytes(), (self.folder / "last.png").read_bytes())
        seen = set()
        for colour in ("speed", "region", "material", "liveliness", "plain"):
            self.conjac("render", "out", "-o", f"{colour}.png", "--size", "200x150", "--colour", colour, "-q")
            seen.add((self.folder / f"{colour}.png").read_bytes())
        self.assertGreaterEqual(len(seen), 4)
        self.assertIn("activation", self.conjac("render", "out", "-o", "x.png", "--colour", "activation",
                                                exit_code=3).stderr)

    def test_camera_and_plots(self):
        self.run_small("out", "--set", 'probes=[{"name": "tip", "select": {"slice": {"axis": "x", "at": 0.09}}}]')

        def picture(*arguments):
            self.conjac("render", "out", "-o", "a.png", "--size", "800x500", *arguments)
            self.assertEqual(png_size(self.folder / "a.png"), (800, 500))
            return (self.folder / "a.png").read_bytes()
        views = {picture("--camera", view) for view in ("0,0", "90,10", "-90,10", "0,80")} | {picture()}
        self.assertEqual(len(views), 5)
        plots = {picture("--plot", "tip_y"), picture("--plot", "tip_y,kinetic"), picture("--plot", "tip_y", "--time", "0.02")}
        self.assertEqual(len(plots - views), 3)
        for wrong, part in ((["--camera", "30"], "two angles"), (["--camera", "0,95"], "from -89 to 89")):
            text = self.conjac("render", "out", "-o", "x.png", *wrong, exit_code=2).stderr
            self.assertIn(part, text)
        text = self.conjac("render", "out", "-o", "x.png", "--plot", "nose_y", exit_code=3).stderr
        self.assertIn("nose_y", text)
        self.assertFalse((self.folder / "x.png").exists())

    def test_full_fe_shows_no_dynamic_nodes(self):
        self.run_small("reduced")
        self.run_small("full", "--method", "vanilla")
        for folder, dynamic in (("reduced", 1), ("full", 0)):
            summary = json.loads((self.folder / folder / "summary.json").read_text())
            self.assertEqual(summary["dynamic_nodes"], dynamic)
            frame = meshio.read(sorted((self.folder / folder / "frames").glob("*.vtu"))[-1])
            self.assertEqual(int((frame.point_data["role"] == 1).sum()), dynamic)
        self.assertEqual(summary["integrator"], "linear-implicit")

    @unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is not installed")
    def test_videos(self):
        self.run_small()
        self.conjac("render", "out", "-o", "run.mp4", "--size", "321x241", "--fps", "25", "--speed", "0.2")
        film = self.probe("run.mp4")
        self.assertEqual((film["codec_name"], film["width"], film["height"]), ("h264", 320, 240))
        self.assertEqual(int(film["nb_read_frames"]), 13)  # 0.1 s at a fifth of the speed, and the end
        self.assertEqual(film["r_frame_rate"], "25/1")
        self.conjac("render", "out", "-o", "run.gif", "--size", "160x120", "--fps", "10", "--speed", "0.1")
        film = self.probe("run.gif")
        self.assertEqual((film["codec_name"], film["width"], film["height"]), ("gif", 160, 120))
        self.assertEqual(int(film["nb_read_frames"]), 11)
        self.assertEqual([p.name for p in self.folder.glob(".run*")], [])

    def test_without_ffmpeg_the_remedy_is_said(self):
        self.run_small()
        done = subprocess.run([PROGRAM, "render", "out", "-o", "run.mp4"], cwd=self.folder, text=True,
                              capture_output=True, env={**os.environ, "PATH": "/nowhere"}, timeout=60)
        self.assertEqual(done.returncode, 5)
        self.assertIn("apt-get install ffmpeg", done.stderr)
        self.assertEqual(list(self.folder.glob("*.mp4")), [])

    def test_what_makes_no_sense_is_refused(self):
        self.run_small()
        for arguments in (["-o", "x.avi"], ["-o", "x.png", "--size", "big"], ["-o", "x.png", "--size", "8x8"],
                          ["-o", "x.gif", "--time", "0.1"], ["-o", "x.png", "--fps", "1000"]):
            self.conjac("render", "out", *arguments, exit_code=2)
        self.conjac("render", "missing", "-o", "x.png", exit_code=5)


if __name__ == "__main__":
    unittest.main()
