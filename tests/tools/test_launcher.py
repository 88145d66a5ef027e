"""./conjac on a small project of the same shape: a checkout with one C file as its command line."""
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CMAKE = """cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES C)
option(CONJAC_TESTS "" ON)
option(CONJAC_BENCH "" ON)
add_executable(conjac_cli main.c)
set_target_properties(conjac_cli PROPERTIES OUTPUT_NAME conjac RUNTIME_OUTPUT_DIRECTORY apps/conjac)
"""
PRESETS = """{"version": 6, "configurePresets": [
  {"name": "release", "generator": "Ninja", "binaryDir": "${sourceDir}/build/release"}]}"""
MAIN = """#include <stdio.h>
#include <unistd.h>
int main(int count, char** words) {
  char folder[4096];
  printf("%s\\n", getcwd(folder, sizeof folder));
  for (int i = 1; i < count; ++i) printf("[%s]", words[i]);
  return 7;
}
"""


class Launcher(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.tree = Path(cls.holder.name).resolve() / "a checkout"
        cls.tree.mkdir()
        shutil.copy(ROOT / "conjac", cls.tree)
        (cls.tree / "tools").mkdir()
        for name in ("build.sh", "setup.sh"):
            shutil.copy(ROOT / "tools" / name, cls.tree / "tools")
        (cls.tree / "CMakeLists.txt").write_text(CMAKE)
        (cls.tree / "CMakePresets.json").write_text(PRESETS)

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    def setUp(self):
        self.write_main(MAIN)

    def write_main(self, text):
        """A new time stamp only when the text is new."""
        path = self.tree / "main.c"
        if not path.exists() or path.read_text() != text:
            path.write_text(text)

    def run_in(self, folder, *arguments, program=None):
        return subprocess.run([str(program or self.tree / "conjac"), *arguments], cwd=folder,
                              capture_output=True, text=True)

    def test_arguments_folder_and_exit_code_are_handed_through(self):
        done = self.run_in("/tmp", "run", "two words", "")
        self.assertEqual(done.returncode, 7, done.stderr)
        self.assertEqual(done.stdout, "/tmp\n[run][two words][]")

    def test_symlink(self):
        link = Path(self.holder.name) / "link"
        link.symlink_to(self.tree / "conjac")
        done = self.run_in("/", "x", program=link)
        self.assertEqual((done.returncode, done.stdout), (7, "/\n[x]"), done.stderr)

    def test_silent_when_nothing_changed(self):
        self.run_in("/")
        done = self.run_in("/")
        self.assertEqual((done.returncode, done.stderr), (7, ""))

    def test_rebuilds_what_changed(self):
        self.run_in("/")
        self.write_main(MAIN.replace("return 7", "return 8"))
        done = self.run_in("/")
        self.assertEqual(done.returncode, 8)
        self.assertIn("building", done.stderr)

    def test_compiler_error_is_shown_in_full(self):
        self.write_main(MAIN.replace("return 7;", "return sevn;"))
        done = self.run_in("/")
        self.assertEqual((done.returncode, done.stdout), (5, ""))
        self.assertIn("sevn", done.stderr)
        self.assertIn("the build failed", done.stderr)

    def test_configure_error_is_shown_in_full(self):
        good = (self.tree / "CMakePresets.json").read_text()
        try:
            (self.tree / "CMakePresets.json").write_text("{")
            shutil.rmtree(self.tree / "build" / "release", ignore_errors=True)
            done = self.run_in("/")
            self.assertEqual((done.returncode, done.stdout), (5, ""))
            self.assertIn("CMakePresets.json", done.stderr)
        finally:
            (self.tree / "CMakePresets.json").write_text(good)

    def test_build_folder_from_elsewhere_is_built_anew(self):
        self.run_in("/")
        (self.tree / "build/release/.origin").write_text("another machine\n")
        done = self.run_in("/")
        self.assertEqual(done.returncode, 7, done.stderr)
        self.assertIn("configuring", done.stderr)

    def fresh(self):
        """What a first use in this checkout says, line by line."""
        shutil.rmtree(self.tree / "build", ignore_errors=True)
        done = self.run_in("/")
        self.assertEqual(done.returncode, 7, done.stderr)
        return done.stderr.splitlines()

    def test_first_line_of_a_first_use_says_how_long(self):
        (self.tree / "src").mkdir(exist_ok=True)
        for i in range(300):
            (self.tree / f"src/{i}.cpp").touch()
        try:
            first = self.fresh()[0]
        finally:
            shutil.rmtree(self.tree / "src")
        said = re.match(r"ConJac: first use: 300 files are compiled, about (\d+) (s|minutes) on (\d+) core", first)
        self.assertTrue(said, first)
        seconds = int(said[1]) * (60 if said[2] == "minutes" else 1)
        self.assertGreater(seconds, 300 / int(said[3]), "a file takes more than a second")
        self.assertLess(seconds, 1200 / int(said[3]), "and less than four")
        self.assertNotIn("first use", self.run_in("/").stderr)

    def test_a_long_build_counts_into_a_file(self):
        good = (self.tree / "CMakeLists.txt").read_text()
        for i in range(40):
            (self.tree / f"part{i}.c").write_text(f"int part{i};\n")
        parts = " ".join(f"part{i}.c" for i in range(40))
        try:
            (self.tree / "CMakeLists.txt").write_text(good.replace("main.c)", f"main.c {parts})"))
            lines = self.fresh()
        finally:
            (self.tree / "CMakeLists.txt").write_text(good)
            for i in range(40):
                (self.tree / f"part{i}.c").unlink()
        counts = [int(n) for n in re.findall(r"building build/release, (\d+) of 42 steps", "\n".join(lines))]
        self.assertEqual(len(counts), 10, lines)
        self.assertEqual((counts, counts[-1]), (sorted(counts), 42))

    def test_python_without_a_module(self):
        done = self.run_in("/", "python", "-c", "1")
        self.assertEqual(done.returncode, 5)
        self.assertIn("no Python module", done.stderr)


if __name__ == "__main__":
    unittest.main()
