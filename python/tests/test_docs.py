"""The tutorial, the page on the method and the examples do what they say."""
import contextlib
import csv
import io
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TUTORIAL = ROOT / "docs" / "python.md"
METHOD = ROOT / "docs" / "method.md"
FROM_OTHERS = ROOT / "docs" / "from-mujoco-or-newton.md"


def blocks(text):
    """(line number, code) of every python block."""
    for match in re.finditer(r"^```python\n(.*?)^```$", text, flags=re.M | re.S):
        yield text.count("\n", 0, match.start()) + 2, match[1]


def promised(code):
    """What `# ->` comments say is printed."""
    return [match[1].rstrip() for match in re.finditer(r"# -> (.*)$", code, flags=re.M)]


class InScratchFolder(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(holder.name)


class Blocks(InScratchFolder):
    def check(self, document, fewest):
        names = {"__name__": document.stem}
        found = list(blocks(document.read_text()))
        self.assertGreaterEqual(len(found), fewest)
        for line, code in found:
            printed = io.StringIO()
            with self.subTest(line=line), contextlib.redirect_stdout(printed):
                # Blank lines first, so that a traceback shows the line of the document.
                exec(compile("\n" * (line - 1) + code, str(document), "exec"), names)
                self.assertEqual(printed.getvalue().splitlines(), promised(code))

    def test_the_tutorial_prints_what_it_promises(self):
        self.check(TUTORIAL, 9)

    def test_the_page_on_j_prints_what_it_promises(self):
        self.check(METHOD, 3)


    def test_the_page_for_users_of_others(self):
        import conjac

        self.check(FROM_OTHERS, 1)
        for name in re.findall(r"`sim\.(\w+)", FROM_OTHERS.read_text()):
            self.assertTrue(hasattr(conjac.Simulation, name), name)


class Tutorial(unittest.TestCase):

    def test_every_public_name_of_a_simulation_is_mentioned(self):
        import conjac

        text = TUTORIAL.read_text()
        public = [name for name in dir(conjac.Simulation) if not name.startswith("_")]
        unnamed = {"factorizations", "representative_regions"}  # for measurements
        missing = [n for n in public if not re.search(rf"\b{n}\b", text) and n not in unnamed]
        self.assertEqual(missing, [])
        for name in conjac.__all__:
            self.assertRegex(text, rf"\b{name}\b")


class Examples(InScratchFolder):
    def output_of(self, name, *arguments):
        done = subprocess.run([sys.executable, ROOT / "python" / "examples" / name, *arguments],
                              capture_output=True, text=True, timeout=100)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_release_energy(self):
        self.output_of("release_energy.py", "--pull", "0.001", "-o", "energy.csv")
        with open("energy.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 120)
        self.assertAlmostEqual(float(rows[-1]["time"]), 0.6)
        # The trapezoidal rule keeps what the paper's integrator loses.
        self.assertGreater(float(rows[-1]["trapezoidal"]), 10 * float(rows[-1]["linear-implicit"]))

    def test_hold_elbow(self):
        text = self.output_of("hold_elbow.py", "--degrees", "20", "-o", "elbow.csv")
        self.assertIn("elbow at", text)
        with open("elbow.csv", newline="") as file:
            rows = [{k: float(v) for k, v in row.items()} for row in csv.DictReader(file)]
        late = [row["degrees"] for row in rows if row["time"] > 3.5]
        # It arrives and stays; without the controller the forearm would hang 20 degrees lower.
        self.assertLess(max(abs(d - 20) for d in late), 1.0)
        self.assertGreater(rows[-1]["activation"], 0.05)

    def test_fit_young(self):
        text = self.output_of("fit_young.py")
        self.assertLess(int(re.search(r"evaluations: (\d+)", text)[1]), 20)
        self.assertLess(float(re.search(r"relative error: (\S+)", text)[1]), 1e-3)

    def test_frequencies(self):
        rows = self.output_of("frequencies.py", "beam2d").splitlines()
        self.assertEqual(rows[0], "full Hz,reduced Hz")
        pairs = [tuple(map(float, row.split(","))) for row in rows[1:]]
        self.assertEqual(len(pairs), 4)
        # A reduced body is a constrained one: each frequency lies above the full one.
        for full, reduced in pairs:
            self.assertGreaterEqual(reduced, full)
        self.assertLess(pairs[0][1] / pairs[0][0], 1.02)


if __name__ == "__main__":
    unittest.main()
