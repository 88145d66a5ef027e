"""tools/check_docs.py must notice commands that fail, options that do not exist, dead names."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Stands for the command line: `run` knows -o and --steps, `fail` exits 3.
PROGRAM = """#!/usr/bin/env bash
case "$*" in
  "run --help") echo "Usage: conjac run [-o,--output DIR] [--steps N]" ;;
  "--help") echo "Usage: conjac [--version]" ;;
  run*) mkdir -p out; echo done ;;
  *) exit 3 ;;
esac
"""


class CheckDocs(unittest.TestCase):
    def run_on(self, readme, promises=""):
        with tempfile.TemporaryDirectory() as name:
            root = Path(name)
            (root / "program").write_text(PROGRAM)
            (root / "program").chmod(0o755)
            (root / "README.md").write_text(readme)
            (root / "test").write_text("")
            for path, text in (("docs/reliability.md", promises), ("tests/a/test_a.cpp", "TEST_P(Suite, Name) {\n"),
                               ("tests/a/test_a.py", "    def test_name(self):\n")):
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text)
            (root / "scenes").mkdir()
            (root / "scenes/twist.json").write_text("{}")
            (root / "CMakePresets.json").write_text('{"configurePresets": [{"name": "release"}]}')
            done = subprocess.run([sys.executable, str(ROOT / "tools/check_docs.py"),
                                   "--conjac", str(root / "program"), name],
                                  capture_output=True, text=True)
            return done.returncode, done.stdout + done.stderr

    def assert_good(self, readme, summary):
        code, text = self.run_on(readme)
        self.assertEqual(code, 0, text)
        self.assertIn(summary, text)

    def assert_fault(self, readme, word):
        code, text = self.run_on(readme)
        self.assertEqual(code, 1, text)
        self.assertIn(word, text)

    def test_blocks_are_run_one_after_another(self):
        self.assert_good("```sh\n$ ./conjac run twist\n```\nthen\n```sh\ntest -d out\n```\n",
                         "2 blocks run, 0 read, 0 faults")

    def test_other_languages_are_left_alone(self):
        self.assert_good("```cpp\n./conjac nonsense\n```\n```\n./conjac nonsense\n```\n", "0 blocks run")

    def test_failing_command(self):
        self.assert_fault("\n```sh\n./conjac nonsense\n```\n", "README.md:3: exit code 3")

    def test_failing_command_that_is_not_the_last(self):
        self.assert_fault("```sh\n./conjac nonsense\ntrue\n```\n", "exit code 3")

    def test_slow_block_is_read_only(self):
        self.assert_good("```sh slow\n./conjac run scenes/twist.json -o x --steps 3  # words\n./test\n"
                         "CC=gcc cmake --preset release\ngit clone x\n```\n",
                         "0 blocks run, 1 read, 0 faults")

    def test_promises_without_a_test(self):
        self.assertEqual(self.run_on("", "`Suite.Name`, `test_name`, `a.b`\n")[0], 0)
        for name in ("Suite.Other", "test_other"):
            code, text = self.run_on("", f"\n`{name}`\n")
            self.assertEqual(code, 1)
            self.assertIn(f"docs/reliability.md:2: there is no test {name}", text)

    def test_dead_links_and_names(self):
        self.assert_good("[a](scenes/twist.json) [b](https://example.org/x) `scenes/twist.json` "
                         "`src/step/x.h` `read_x.cpp` [c](#here)\n", "0 faults")
        self.assert_fault("\n[a](docs/gone.md#part)\n", "README.md:2: dead link docs/gone.md")
        self.assert_fault("see `mesh/gone.h`\n", "README.md:1: mesh/gone.h does not exist")

    def test_slow_faults(self):
        for line, word in (("./conjac nonsense", "no sub-command nonsense"),
                           ("./conjac run twist --stepz 3", "no option --stepz"),
                           ("./conjac run scenes/gone.json", "scenes/gone.json does not exist"),
                           ("./gone", "./gone does not exist"),
                           ("cmake --preset gone", "no preset gone"),
                           ("frobnicate", "unknown program"),
                           ('./conjac python -c "import"', "python:")):
            self.assert_fault(f"```sh slow\n{line}\n```\n", word)


if __name__ == "__main__":
    unittest.main()
