#!/usr/bin/env python3
"""Runs the commands the documents tell people to type.

    tools/check_docs.py --conjac PROGRAM [--python-path DIR] [ROOT]

In README.md, CONTRIBUTING.md, LICENSE-NOTES.md, scenes/README.md and docs/*.md
  ```sh        is run, each document in a scratch folder of its own, block after block; a line may
               start with "$ ". It must end with exit code 0 within a minute.
  ```sh slow   is only read: sub-commands and options of ./conjac must be in its --help, scenes and
               files must exist, presets must be defined.
Relative links must lead somewhere, and files named in backquotes with their folder must exist (a
name with a lone x, as in `src/step/x.h`, stands for one to be written).
Tests that docs/reliability.md names in backquotes, `Suite.Name` or `test_name`, must exist.
In the scratch folder ./conjac is PROGRAM (already built), and scenes/, tools/ and docs/ are there.
"""
import argparse
import json
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

FENCE = re.compile(r"^```sh( slow)?[ \t]*\n(.*?)^```[ \t]*$", re.M | re.S)
RUN_LIMIT = 60  # seconds
# Programs a slow block may name besides files of the checkout; all are there on a set-up machine.
PROGRAMS = {"git", "cd", "cmake", "ctest", "ninja", "clang-format", "python3", "sudo", "apt-get",
            "paraview", "less", "mkdir", "export"}


def blocks(text):
    """(line number, is slow, commands) of every sh block."""
    for match in FENCE.finditer(text):
        body = re.sub(r"^\$ ", "", match[2], flags=re.M)
        yield text.count("\n", 0, match.start()) + 2, match[1] is not None, body


def commands(body):
    """Lines with continuations joined, comments and blanks dropped."""
    for line in body.replace("\\\n", " ").splitlines():
        words = shlex.split(line, comments=True)
        if words:
            yield words


def dead_names(text, document, root):
    """(line number, fault) of links and file names that lead nowhere."""
    for number, line in enumerate(text.splitlines(), 1):
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", line):
            if not re.match(r"^[a-z]+:", target) and not (document.parent / target).exists():
                yield number, f"dead link {target}"
        for name in re.findall(r"`([\w.-]+(?:/[\w.-]+)+\.(?:h|cpp|py|sh|json|cmake|md|txt))`", line):
            if re.search(r"(^|[/_])x([_.]|$)", name) or name.startswith(("build/", "out/")):
                continue
            if not any((base / name).exists() for base in (root, root / "src", document.parent)):
                yield number, f"{name} does not exist"


def dead_tests(text, root):
    """(line number, fault) of tests that a promise names and nobody has."""
    sources = "\n".join(path.read_text(encoding="utf-8") for folder in ("tests", "python/tests")
                        for path in sorted((root / folder).rglob("test_*")) if path.suffix in (".cpp", ".py"))
    known = {f"{suite}.{name}" for suite, name in re.findall(r"^TEST(?:_F|_P)?\((\w+), (\w+)\)", sources, re.M)}
    known |= set(re.findall(r"^    def (test_\w+)\(", sources, re.M))
    for number, line in enumerate(text.splitlines(), 1):
        for name in re.findall(r"`([A-Z]\w+\.[A-Z]\w+|test_\w+)`", line):
            if name not in known:
                yield number, f"there is no test {name}"


def scratch_folder(path, root, program, python_path):
    for name in ("scenes", "tools", "docs"):
        if (root / name).is_dir():
            (path / name).symlink_to(root / name)
    wrapper = path / "conjac"
    wrapper.write_text(f"""#!/usr/bin/env bash
if [[ ${{1-}} == python ]]; then
  shift
  PYTHONPATH={shlex.quote(python_path or '')} exec /usr/bin/python3 "$@"
fi
exec {shlex.quote(str(program))} "$@"
""")
    wrapper.chmod(0o755)


def run_block(body, folder):
    try:
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", body], cwd=folder, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=RUN_LIMIT)
    except subprocess.TimeoutExpired:
        return f"did not end within {RUN_LIMIT} s (mark it `sh slow`?)"
    if done.returncode != 0:
        return f"exit code {done.returncode}\n{done.stdout}"
    return None


class SlowReader:
    """Finds what is wrong with a command without running it."""

    def __init__(self, root, program):
        self.root, self.program, self.help = root, program, {}
        presets = json.loads((root / "CMakePresets.json").read_text()) if (
            root / "CMakePresets.json").is_file() else {}
        self.presets = {p["name"] for kind in ("configurePresets", "buildPresets", "testPresets")
                        for p in presets.get(kind, []) if not p.get("hidden")}

    def help_of(self, *subcommand):
        if subcommand not in self.help:
            done = subprocess.run([str(self.program), *subcommand, "--help"], capture_output=True,
                                  text=True, timeout=RUN_LIMIT)
            self.help[subcommand] = done.stdout if done.returncode == 0 else None
        return self.help[subcommand]

    def fault(self, words):
        while words and re.match(r"^\w+=", words[0]):  # VARIABLE=value before the command
            words = words[1:]
        if not words:
            return None
        if words[0] == "./conjac":
            return self.conjac_fault(words[1:])
        if words[0].startswith(("./", "tools/")):
            return None if (self.root / words[0]).is_file() else f"{words[0]} does not exist"
        if words[0] not in PROGRAMS and not words[0].startswith("build/"):
            return f"unknown program {words[0]}"
        for i, word in enumerate(words):
            name = word.split("=", 1)[1] if word.startswith("--preset=") else (
                words[i + 1] if word == "--preset" and i + 1 < len(words) else None)
            if name is not None and name not in self.presets:
                return f"there is no preset {name}"
        return None

    def conjac_fault(self, words):
        if not words or words[0].startswith("-"):
            subcommand, rest = (), words
        else:
            subcommand, rest = (words[0],), words[1:]
        if subcommand == ("python",):
            if rest[:1] == ["-c"]:
                try:
                    compile(rest[1], "-c", "exec")
                except SyntaxError as error:
                    return f"python: {error}"
            elif rest and not (self.root / rest[0]).is_file():
                return f"{rest[0]} does not exist"
            return None
        text = self.help_of(*subcommand)
        if text is None:
            return f"conjac has no sub-command {subcommand[0]}"
        for word in rest:
            option = word.split("=", 1)[0]
            if option in ("-h", "--help"):
                continue
            if re.match(r"^--?[A-Za-z]", word) and not re.search(
                    rf"(?<![\w-]){re.escape(option)}(?![\w-])", text):
                return f"conjac {' '.join(subcommand)} has no option {option}"
            if word.startswith("scenes/") and not (self.root / word).is_file():
                return f"{word} does not exist"
        return None


def check(root, program, python_path=None):
    """Faults as 'file:line: text', and how many blocks were run and read."""
    faults, counts = [], {"run": 0, "read": 0}
    reader = SlowReader(root, program)
    documents = [root / "README.md", root / "CONTRIBUTING.md", root / "LICENSE-NOTES.md", root / "scenes" / "README.md",
                 *sorted((root / "docs").rglob("*.md"))]
    for document in filter(Path.is_file, documents):
        faults += [f"{document.relative_to(root)}:{line}: {fault}"
                   for line, fault in dead_names(document.read_text(), document, root)]
        if document.name == "reliability.md":
            faults += [f"{document.relative_to(root)}:{line}: {fault}"
                       for line, fault in dead_tests(document.read_text(), root)]
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            scratch_folder(folder, root, program, python_path)
            for line, slow, body in blocks(document.read_text()):
                where = f"{document.relative_to(root)}:{line}"
                if slow:
                    counts["read"] += 1
                    faults += [f"{where}: {fault} in: {shlex.join(words)}"
                               for words in commands(body) if (fault := reader.fault(words))]
                else:
                    counts["run"] += 1
                    fault = run_block(body, folder)
                    if fault:
                        faults.append(f"{where}: {fault}")
    return faults, counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--conjac", type=Path, required=True, help="the built command line")
    parser.add_argument("--python-path", help="folders of the Python module, as in PYTHONPATH")
    parser.add_argument("root", nargs="?", type=Path, default=Path(__file__).resolve().parent.parent)
    given = parser.parse_args()
    faults, counts = check(given.root.resolve(), given.conjac.resolve(), given.python_path)
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{counts['run']} blocks run, {counts['read']} read, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
