#!/usr/bin/env python3
"""Compiler seconds of a fresh build: what ./conjac makes somebody wait for the first time.

  tools/measure_build.py                     the command line
  tools/measure_build.py conjac_tests        all tests; --preset asan for those under AddressSanitizer

Builds into a temporary folder, without ccache, and prints processor seconds (user + system, so that other work on the
machine hardly counts) by room and of the slowest files. The mean of a file is `seconds_per_file` in tools/build.sh.
"""
import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Stands where ccache would: runs the compiler and notes what it took.
LAUNCHER = """#!/bin/sh
exec /usr/bin/time -a -o '{log}' -f '%U %S %C' "$@"
"""


def run(command, log):
    with open(log, "w") as out:
        if subprocess.run(command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT).returncode:
            sys.exit(f"{' '.join(map(str, command))}\n{Path(log).read_text()[-4000:]}")


def read(log):
    """Seconds of each output file."""
    seconds = {}
    for line in log.read_text().splitlines():
        found = re.match(r"([\d.]+) ([\d.]+) .* -o (\S+)", line)
        if found:
            seconds[found[3].replace("CMakeFiles/", "")] = float(found[1]) + float(found[2])
    return seconds


def room(output):
    return next((part[:-4] for part in output.split("/") if part.endswith(".dir")), output)


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("targets", nargs="*", default=["conjac_cli"])
    words.add_argument("--preset", default="release")
    words.add_argument("--jobs", type=int, default=os.cpu_count())
    words.add_argument("--slowest", type=int, default=12)
    asked = words.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log, launcher = Path(folder) / "seconds", Path(folder) / "launch"
        launcher.write_text(LAUNCHER.format(log=log))
        launcher.chmod(0o755)
        build = Path(folder) / "build"
        run(["cmake", "--preset", asked.preset, "-B", build, f"-DCONJAC_CCACHE={launcher}", "-DCONJAC_BENCH=OFF"],
            Path(folder) / "configure.log")
        start = time.monotonic()
        run(["ninja", "-C", build, "-j", str(asked.jobs), *asked.targets], Path(folder) / "build.log")
        wall = time.monotonic() - start
        seconds = read(log)
    total = sum(seconds.values())
    rooms = collections.defaultdict(list)
    for output, cost in seconds.items():
        rooms[room(output)].append(cost)
    print(f"{total:.0f} compiler seconds, {len(seconds)} files, {total / len(seconds):.2f} s each; "
          f"{wall:.0f} s by the clock with {asked.jobs} jobs")
    for name, costs in sorted(rooms.items(), key=lambda entry: -sum(entry[1])):
        print(f"{sum(costs):8.1f} s {len(costs):4d}  {name}")
    print("slowest")
    for output, cost in sorted(seconds.items(), key=lambda entry: -entry[1])[:asked.slowest]:
        print(f"{cost:8.1f} s  {output}")


if __name__ == "__main__":
    main()
