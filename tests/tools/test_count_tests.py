"""The closing line of ./test: what counts as passed, failed and skipped, asked of a real ctest."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = """cmake_minimum_required(VERSION 3.25)
project(outcomes NONE)
enable_testing()
add_test(NAME good COMMAND true)
add_test(NAME bad COMMAND false)
add_test(NAME missing COMMAND ./does-not-exist)
add_test(NAME skipped COMMAND sh -c "exit 77")
set_tests_properties(skipped PROPERTIES SKIP_RETURN_CODE 77)
add_test(NAME off COMMAND true)
set_tests_properties(off PROPERTIES DISABLED TRUE)
"""


class CountTests(unittest.TestCase):
    def test_every_outcome(self):
        with tempfile.TemporaryDirectory() as name:
            Path(name, "CMakeLists.txt").write_text(TESTS)
            subprocess.run(["cmake", "-G", "Ninja", "-S", name, "-B", name + "/b"], check=True,
                           capture_output=True)
            subprocess.run(["ctest", "--test-dir", name + "/b", "--output-junit", name + "/r.xml"],
                           capture_output=True)
            done = subprocess.run([sys.executable, str(ROOT / "tools/count_tests.py"), name + "/r.xml"],
                                  capture_output=True, text=True, check=True)
            self.assertEqual(done.stdout, "1 2 2\n")


if __name__ == "__main__":
    unittest.main()
