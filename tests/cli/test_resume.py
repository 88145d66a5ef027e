"""Runs that are stopped, killed or robbed of their disk go on as if nothing had been."""
import os
import random
import resource
import signal
import subprocess
import time
import unittest

from cli import PROGRAM, SMALL, CliTest, copy_of

# A bar that is cut in three over a floor: flight, touch and a mesh that changes.
CUT = copy_of(SMALL)
CUT.update(name="cut", obstacles=[{"half_space": {"point": [0, -0.01, 0], "normal": [0, 1, 0]}}],
           timeline=[{"cut": {"time": 0.1, "plane": {"point": [0.04, 0, 0], "normal": [1, 0.2, 0]}}},
                     {"cut": {"time": 0.3, "plane": {"point": [0.07, 0, 0], "normal": [1, 0, 0]}}}],
           time={"step": 0.005, "duration": 1.0}, output={"frame_interval": 0.02})
TIMES = {"wall_time", "ms_per_step", "ms_per_step_median", "threads", "cut_time"}


class Resume(CliTest):
    def assert_same_run(self, one, other):
        """History but for the clock, every byte of every frame, the summary but for the clock."""
        kept = [[{name: text for name, text in row.items() if not name.endswith("_ms")}
                 for row in self.history(folder)] for folder in (one, other)]
        self.assertEqual(*kept)
        frames = [[path.name for path in self.frames(folder)] for folder in (one, other)]
        self.assertEqual(*frames)
        for mine, theirs in zip(self.frames(one), self.frames(other)):
            self.assertEqual(mine.read_bytes(), theirs.read_bytes(), mine.name)
        self.assertEqual(*((self.folder / folder / "frames.pvd").read_bytes() for folder in (one, other)))
        summaries = [{key: value for key, value in self.summary(folder).items() if key not in TIMES}
                     for folder in (one, other)]
        self.assertEqual(*summaries)

    def begin(self, path, folder, *more):
        return subprocess.Popen([PROGRAM, "run", str(path), "-o", folder, "-q", *more], cwd=self.folder,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def wait_for_rows(self, folder, rows, process):
        """Until so many steps are in the history."""
        path = self.folder / folder / "history.csv"
        while process.poll() is None and (not path.exists() or path.read_bytes().count(b"\n") <= rows):
            time.sleep(0.002)

    def test_a_run_that_has_ended_goes_on(self):
        path = self.write_scene(CUT)
        self.conjac("run", path, "-o", "whole", "--steps", "90")
        self.conjac("run", path, "-o", "parts", "--steps", "33", "--threads", "1")
        said = self.conjac("resume", "parts", "--steps", "61", "--threads", "2").stdout
        self.assertIn("parts: goes on after step 33 of 61, t = 0.165 s", said)
        self.conjac("resume", "parts", "--duration", "0.45")
        self.assert_same_run("whole", "parts")

    def test_nothing_is_left_to_do(self):
        path = self.write_scene(SMALL)
        for folder in ("again", "whole"):
            self.conjac("run", path, "-o", folder, "--set", "output.frame_interval=0.03")
        self.conjac("resume", "again")
        self.assert_same_run("whole", "again")
        said = self.conjac("resume", "whole", "--steps", "3", exit_code=2).stderr
        self.assertIn("20 steps have been taken already", said)

    def test_interrupted(self):
        path = self.write_scene(CUT)
        self.conjac("run", path, "-o", "whole")
        process = self.begin(path, "parts")
        self.wait_for_rows("parts", 47, process)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0)
        self.assertEqual(self.summary("parts")["status"], "interrupted")
        self.conjac("resume", "parts")
        self.assert_same_run("whole", "parts")

    def test_killed_at_random_moments(self):
        kills = int(os.environ.get("CONJAC_KILLS", "12"))
        dice = random.Random(18)
        path = self.write_scene(CUT)
        self.conjac("run", path, "-o", "whole")
        done = 0
        while done < kills:
            process = self.begin(path, "parts", "--checkpoint", "0.01")
            self.wait_for_rows("parts", 1, process)
            while done < kills:
                time.sleep(dice.uniform(0, 0.3))
                if process.poll() is not None:
                    break
                process.kill()
                process.communicate()
                done += 1
                rows = len(self.history("parts"))
                if not list((self.folder / "parts").glob("checkpoint*.cjcp")):
                    break  # too early: it is begun anew
                process = subprocess.Popen(
                    [PROGRAM, "resume", "parts", "-q", "--checkpoint", "0.01"], cwd=self.folder,
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                self.wait_for_rows("parts", min(rows + dice.randrange(40), 199), process)
            if process.poll() is None:
                process.communicate()
            if (self.folder / "parts" / "summary.json").exists():
                self.assert_same_run("whole", "parts")
        if list((self.folder / "parts").glob("checkpoint*.cjcp")):
            self.conjac("resume", "parts")
            self.assert_same_run("whole", "parts")

    def test_a_spoilt_checkpoint(self):
        path = self.write_scene(CUT)
        self.conjac("run", path, "-o", "whole", "--steps", "80")
        last = self.folder / "parts" / "checkpoint.cjcp"
        before = self.folder / "parts" / "checkpoint-before.cjcp"
        for spoil, words in ((lambda b: b[:len(b) // 2], "cut short"), (lambda b: b"", "not a"),
                             (lambda b: b[:5000] + bytes(64) + b[5064:], "checksum")):
            self.conjac("run", path, "-o", "parts", "--steps", "30")
            self.conjac("resume", "parts", "--steps", "50")
            last.write_bytes(spoil(last.read_bytes()))
            said = self.conjac("resume", "parts", "--steps", "80").stderr
            self.assertIn(words, said)
            self.assertIn("the checkpoint before it is used, of step 30", said)
            self.assert_same_run("whole", "parts")
        self.assertTrue(before.exists())  # the spoilt one has not taken its place
        last.unlink()
        self.assertIn("the last checkpoint is not there", self.conjac("resume", "parts").stderr)
        for file in (last, before):
            file.write_bytes(b"CJ check, or not")
        said = self.conjac("resume", "parts", exit_code=3).stderr
        self.assertIn("there is no checkpoint to go on from", said)

    def test_files_that_lost_their_end(self):
        path = self.write_scene(SMALL)
        self.conjac("run", path, "-o", "whole")
        self.conjac("run", path, "-o", "parts", "--steps", "8")
        self.conjac("resume", "parts", "--steps", "15")
        history = self.folder / "parts" / "history.csv"
        history.write_bytes(b"".join(history.read_bytes().splitlines(True)[:12]))
        self.assertIn("of step 8", self.conjac("resume", "parts", "--steps", "20").stderr)
        self.assert_same_run("whole", "parts")

    def test_what_cannot_go_on(self):
        self.assertIn("there is no checkpoint", self.conjac("resume", "nowhere", exit_code=3).stderr)
        path = self.write_scene(SMALL)
        self.conjac("run", path, "-o", "out", "--checkpoint", "0")
        self.assertEqual(list((self.folder / "out").glob("*.cjcp")), [])
        self.assertIn("there is no checkpoint", self.conjac("resume", "out", exit_code=3).stderr)
        self.conjac("run", path, "-o", "out")
        path.unlink()
        self.conjac("resume", "out", "--steps", "25")  # the scene is in the checkpoint

    def test_a_disk_without_room_for_checkpoints(self):
        path = self.write_scene(CUT)
        self.conjac("run", path, "-o", "whole", "--steps", "60")

        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))

        done = subprocess.run([PROGRAM, "run", str(path), "-o", "parts", "--checkpoint", "0.01", "--steps", "60"],
                              cwd=self.folder, capture_output=True, text=True, preexec_fn=small_files)
        self.assertEqual(done.stderr.count("no checkpoint: cannot write"), 1, done.stderr)
        self.assertNotIn(".tmp", " ".join(os.listdir(self.folder / "parts")))


if __name__ == "__main__":
    unittest.main()
