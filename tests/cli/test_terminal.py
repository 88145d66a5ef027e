"""The progress line on a terminal and nowhere else; Ctrl-C."""
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
import time
import unittest

import meshio

from cli import PROGRAM, SMALL, CliTest


class Terminal(CliTest):
    def on_terminal(self, *arguments, columns=100):
        """What a terminal of that width is sent; the exit code must be 0."""
        leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        process = subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=self.folder,
                                   stdin=follower, stdout=follower, stderr=follower)
        os.close(follower)
        sent = b""
        while True:
            try:
                piece = os.read(leader, 65536)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            sent += piece
        os.close(leader)
        self.assertEqual(process.wait(60), 0)
        return sent.decode()

    def test_bar_on_a_terminal(self):
        text = self.on_terminal("run", self.write_scene(SMALL))
        self.assertRegex(text, r"\r\[#*\.*\] +\d+ %  step \d+/20  t = 0\.\d+ s  \d+\.\d steps/s  ETA")
        self.assertIn("\r\x1b[K", text)  # and it is wiped away before the report
        self.assertIn("20 steps", text[text.rindex("\r\x1b[K"):])

    def test_bar_fits_narrow_terminals(self):
        for columns in (20, 50, 79):
            text = self.on_terminal("run", self.write_scene(SMALL), columns=columns)
            lines = re.findall(r"\r([^\r\x1b]+)\x1b\[K", text)
            self.assertTrue(lines)
            self.assertLess(max(map(len, lines)), columns)

    def test_quiet_terminal(self):
        self.assertEqual(self.on_terminal("run", self.write_scene(SMALL), "-q"), "")

    def test_bar_of_bench_and_tune(self):
        path = self.write_scene(SMALL)
        text = self.on_terminal("bench", path, "--dynamic", "0,1", "--rounds", "2")
        self.assertRegex(text, r"\r\[#*\.*\] +\d+ % ")
        self.assertIn("ConJac 1", text)
        text = self.on_terminal("tune", path, "--method", "vanilla")
        self.assertRegex(text, r"\r\[#*\.*\] +\d+ % .*beta \d\.\d, \d+ tried")

    def test_no_bar_elsewhere(self):
        path = self.write_scene(SMALL)
        for command in (("run", path), ("bench", path, "--dynamic", "1", "--rounds", "1"),
                        ("tune", path, "--set", "method.integrator=linear-implicit")):
            done = self.conjac(*command)
            self.assertEqual(done.stderr, "")
            self.assertNotIn("\r", done.stdout)


class Interrupt(CliTest):
    def interrupt(self, *signals):
        process = subprocess.Popen([PROGRAM, "run", "twist", "--method", "vanilla", "-o", "out"],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True)
        history = self.folder / "out" / "history.csv"
        for _ in range(600):
            if history.exists() and history.read_text().count("\n") > 3:
                break
            time.sleep(0.05)
        for number in signals:
            process.send_signal(number)
        stdout, stderr = process.communicate(timeout=60)
        return process.returncode, stdout, stderr

    def check(self, number):
        code, stdout, stderr = self.interrupt(number)
        self.assertEqual((code, stderr), (0, ""))
        self.assertRegex(stdout, r"(?m)^interrupted: \d+ steps")
        self.assertIn("results in out", stdout)
        summary = self.summary()
        self.assertEqual(summary["status"], "interrupted")
        self.assertRegex(summary["message"], r"after step \d+ of 800")
        rows = self.history()
        self.assertEqual(len(rows), summary["steps"])
        self.assertLess(len(rows), 800)
        self.assert_finite_results()
        last = meshio.read(self.frames()[-1])  # the state it was interrupted in
        self.assertAlmostEqual(float(last.field_data["TimeValue"][0]), float(rows[-1]["time"]))
        self.assertTrue((self.folder / "out" / "preview.png").exists())

    def test_control_c_ends_in_order(self):
        self.check(signal.SIGINT)

    def test_terminate_ends_in_order(self):
        self.check(signal.SIGTERM)

    def test_killed_run_leaves_whole_files(self):
        code, _, _ = self.interrupt(signal.SIGKILL)
        self.assertEqual(code, -signal.SIGKILL)
        self.assertFalse((self.folder / "out" / "summary.json").exists())
        self.assertGreater(len(self.history()), 2)
        for path in self.frames():
            self.assertEqual(len(meshio.read(path).points), 1029)


if __name__ == "__main__":
    unittest.main()
