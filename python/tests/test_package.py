"""The package as others get it: stubs, wheel, notebook."""
import ast
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import conjac

ROOT = Path(__file__).resolve().parents[2]


class Stubs(unittest.TestCase):
    def test_they_say_what_the_module_says(self):
        done = subprocess.run([sys.executable, ROOT / "tools" / "make_stubs.py", "--check"],
                              capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_they_are_python_and_whole(self):
        package = ROOT / "python" / "conjac"
        self.assertTrue((package / "py.typed").is_file())
        named = set()
        for file in ("_conjac.pyi", "_options.pyi"):
            for node in ast.parse((package / file).read_text()).body:
                if isinstance(node, ast.ClassDef) and node.name in ("Simulation", "Options"):
                    named |= {member.name for member in node.body if isinstance(member, ast.FunctionDef)}
        public = [n for n in dir(conjac._conjac.Simulation) if not n.startswith("_")] + list(
            conjac.Simulation("hang").options)
        self.assertEqual([n for n in public if n not in named], [])


class Notebook(unittest.TestCase):
    def test_its_cells_run(self):
        book = json.loads((ROOT / "python" / "examples" / "tutorial.ipynb").read_text())
        self.assertEqual(book["nbformat"], 4)
        names = {"__name__": "notebook"}
        cells = ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"]
        self.assertGreater(len(cells), 6)
        for number, cell in enumerate(cells):
            with self.subTest(cell=number):
                exec(compile(cell, f"cell {number}", "exec"), names)


@unittest.skipUnless(importlib.util.find_spec("pip"), "pip is not installed")
class Wheel(unittest.TestCase):
    def test_pip_builds_and_installs_it_without_a_network(self):
        build = Path(conjac._conjac.__file__).resolve().parents[2]
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-cache-dir"]
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder) / "there"
            done = subprocess.run(
                [*pip, "install", "--no-index", "--no-deps", "--target", target, ROOT / "python"],
                capture_output=True, text=True, timeout=110, env={**os.environ, "CONJAC_BUILD": str(build)})
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
            program = ("import conjac; s = conjac.Simulation('hang'); s.step(2); "
                       "print(conjac.__file__, s.nodes, conjac._scenes.folders()[0])")
            done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60,
                                  cwd=folder, env={**environment, "PYTHONPATH": str(target)})
            self.assertEqual(done.returncode, 0, done.stderr)
            file, nodes, scenes = done.stdout.split()
            self.assertEqual((Path(file).parent.parent, nodes), (target, "325"))
            self.assertEqual(Path(scenes), target / "share" / "conjac" / "scenes")
            self.assertTrue((target / "conjac" / "py.typed").is_file())


if __name__ == "__main__":
    unittest.main()
