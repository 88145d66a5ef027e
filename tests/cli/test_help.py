"""Commands that explain: help, schema, scenes, doctor, validate."""
import json
import re
import subprocess
import unittest
from pathlib import Path

from cli import COMMANDS, PROGRAM, SMALL, CliTest


class Help(CliTest):
    def test_every_command_has_help_with_an_example_of_itself(self):
        overview = self.conjac("--help").stdout
        for command in COMMANDS:
            self.assertRegex(overview, rf"(?m)^  {command} ")
            text = self.conjac(command, "--help").stdout
            self.assertRegex(text, rf"Examples?:\n  conjac {command}")
        self.assertIn("Exit codes: 0 ok, 2 usage, 3 bad input, 4 diverged, 5", overview)

    def test_options_in_examples_exist(self):
        for command in COMMANDS:
            text = self.conjac(command, "--help").stdout
            options, examples = re.split(r"Examples?:\n", text)
            for option in re.findall(r"--[a-z-]+", examples):
                self.assertIn(option, options, f"conjac {command}")

    def test_version(self):
        self.assertRegex(self.conjac("--version").stdout, r"^\d+\.\d+\.\d+\n$")

    def test_schema_is_json_and_knows_the_scenes(self):
        schema = json.loads(self.conjac("schema").stdout)
        self.assertIn("mesh", schema["properties"])
        self.assertIn("# Scene files", self.conjac("schema", "--markdown").stdout)

    def test_scenes(self):
        lines = self.conjac("scenes").stdout.splitlines()
        names = [line.split()[0] for line in lines]
        for name in ("twist", "hetero", "aniso", "release", "hang", "beam2d"):
            self.assertIn(name, names)
        for line in lines:
            self.assertRegex(line, r"^[\w-]+ +[A-Z].+\.|\?$")
        (self.folder / "scenes").mkdir()  # those beside the working directory come first
        self.write_scene(SMALL | {"description": "Mine."}, "scenes/twist.json")
        self.assertRegex(self.conjac("scenes").stdout, r"(?m)^twist +Mine\.$")

    def test_doctor(self):
        text = self.conjac("doctor").stdout
        for row in ("conjac", "processor", "cores", "SIMD", "factorization", "our threads", "Eigen",
                    "compiler"):
            self.assertRegex(text, rf"(?m)^{row} +\S")
        if "CHOLMOD" in text:
            self.assertRegex(text, r"(?m)^BLAS +/\S+blas\S*$")
            self.assertRegex(text, r"(?m)^BLAS threads +1$")
            self.assertRegex(text, r"(?m)^OpenMP threads +1 \(of four asked for\)$")

    def test_validate(self):
        self.assertIn("1029 vertices, 4320 elements, 3D", self.conjac("validate", "twist").stdout)
        self.assertIn("5915 vertices, 29376 elements", self.conjac("validate", "hetero").stdout)
        self.assertIn("2D", self.conjac("validate", "beam2d").stdout)
        path = self.write_scene(SMALL)
        self.assertIn("valid (63 vertices, 144 elements", self.conjac("validate", path).stdout)
        text = self.conjac("validate", path, "--set", "mesh.box.cells=[1,1,1]").stdout
        self.assertIn("8 vertices, 6 elements", text)
        self.assertFalse((self.folder / "out").exists())

    def test_manual_page_and_completion_say_what_the_help_says(self):
        manual = self.conjac("man").stdout
        script = self.conjac("completion", "bash").stdout
        for command in COMMANDS:
            self.assertIn(f".SS {command}\n", manual)
            options = set(re.findall(r"(?<!\S)(?:-\w,)?(--[\w-]+)", self.conjac(command, "--help").stdout.split("Example")[0]))
            self.assertIn("--help", options)
            line = re.search(rf"(?m)^    {command}\) options='(.*)' ;;$", script)
            self.assertIsNotNone(line, command)
            self.assertLessEqual(options, set(line[1].split()), command)
        self.assertEqual(re.findall(r"(?m)^'.*|^\.(?!TH|SH|SS|TP|PP|B|I|nf|fi).*", manual), [])
        program = Path(PROGRAM).parent
        answers = subprocess.run(
            ["bash", "-c", f"PATH={program}:$PATH; source /dev/stdin\n"
             "answer() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _conjac; echo ${COMPREPLY[@]}; }\n"
             "answer conjac expo; answer conjac run --ste; answer conjac view drag"],
            input=script, capture_output=True, text=True, timeout=60)
        self.assertEqual((answers.stdout.split(), answers.stderr), (["export", "--steps", "dragon"], ""))


if __name__ == "__main__":
    unittest.main()
