#!/usr/bin/env python3
"""Compares how long a step takes in two builds, in turns, so that both see the same machine.

    tools/compare_speed.py --builds OLD/build/release NEW/build/release --rounds 9

In every round each build runs each case once, in an order that changes from round to round, in a
process of its own with one thread. Given are medians over the rounds of seconds per step: processor
time, which a machine shared with others disturbs least, and wall-clock time; then the ratio
second over first, as the median of the rounds' own ratios with their middle half. The builds need the
Python module (target conjac_python). --limit 2 ends with 1 when a processor-time ratio is worse than
that many percent.
"""
from __future__ import annotations

import argparse
import json
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Scene, steps taken before the clock starts, steps measured. BUNNY falls for 31 steps, then it is
# on the floor: both are in it.
CASES = {
    "hetero": (5, 30),
    "bunny": (5, 45),
    "twist": (10, 300),
    "barcut": (5, 30),
    "arm-pad": (10, 150),
    "tower": (5, 100),
    "muscle": (10, 600),
}
USUAL = ["hetero", "bunny", "twist"]


def take_run(build: Path, scene: str, threads: int) -> dict:
    """Runs in this process: seconds per step."""
    sys.path.insert(0, str(build / "python"))
    import conjac

    before, steps = CASES[scene]
    with conjac.threads(threads):
        sim = conjac.Simulation(ROOT / "scenes" / f"{scene}.json")
        sim.step(before)
        wall, cpu = time.perf_counter(), time.process_time()
        sim.step(steps)
        return {"cpu": (time.process_time() - cpu) / steps, "wall": (time.perf_counter() - wall) / steps}


def python_of(build: Path) -> str:
    found = re.search(r"^Python_EXECUTABLE:\w+=(.*)$", (build / "CMakeCache.txt").read_text(), re.M)
    if not found or not list((build / "python" / "conjac").glob("_conjac*")):
        sys.exit(f"compare_speed: {build} has no Python module; configure it with -DCONJAC_PYTHON=ON and build "
                 "the target conjac_python")
    return found.group(1)


def measured(build: Path, scene: str, threads: int) -> dict:
    child = subprocess.run([python_of(build), __file__, "--builds", str(build), "--one", scene, "--threads",
                            str(threads)], capture_output=True, text=True)
    if child.returncode:
        sys.exit(f"compare_speed: {scene} with {build} failed: {child.stderr.strip()[-500:]}")
    return json.loads(child.stdout)


def ratios(rounds: list[tuple[dict, dict]], clock: str) -> tuple[float, float, float]:
    """Lower quartile, median and upper quartile of second over first."""
    values = sorted(second[clock] / first[clock] for first, second in rounds)
    if len(values) < 2:
        return values[0], values[0], values[0]
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, statistics.median(values), high


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--builds", nargs="+", required=True, type=Path, metavar="FOLDER", help="two build folders")
    parser.add_argument("--cases", default=",".join(USUAL), help=f"of {', '.join(CASES)}; {','.join(USUAL)} by default")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--limit", type=float, metavar="PERCENT", help="how much slower the second may be")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        print(json.dumps(take_run(args.builds[0].resolve(), args.one, args.threads)))
        return 0
    if len(args.builds) != 2 or args.rounds < 1:
        parser.error("--builds needs two folders, --rounds at least 1")
    builds, cases = [build.resolve() for build in args.builds], args.cases.split(",")
    for case in cases:
        if case not in CASES:
            parser.error(f"there is no case {case}; there are {', '.join(CASES)}")
    times: dict[str, list[tuple[dict, dict]]] = {case: [] for case in cases}
    for k in range(args.rounds):
        for case in cases:
            pair: list[dict] = [{}, {}]
            for side in ((0, 1) if k % 2 == 0 else (1, 0)):
                pair[side] = measured(builds[side], case, args.threads)
            times[case].append((pair[0], pair[1]))
            print(f"round {k + 1} of {args.rounds}, {case}: "
                  f"{pair[1]['cpu'] / pair[0]['cpu']:.3f} of the first's processor time", file=sys.stderr, flush=True)
    too_slow = []
    print(f"{'case':10} {'clock':5} {'first':>10} {'second':>10} {'ratio':>7}   middle half")
    for case in cases:
        for clock in ("cpu", "wall"):
            medians = [1e3 * statistics.median(pair[side][clock] for pair in times[case]) for side in (0, 1)]
            low, middle, high = ratios(times[case], clock)
            print(f"{case:10} {clock:5} {medians[0]:7.3f} ms {medians[1]:7.3f} ms {middle:7.3f}   {low:.3f} to {high:.3f}")
            if clock == "cpu" and args.limit is not None and middle > 1 + args.limit / 100:
                too_slow.append(case)
    if too_slow:
        print(f"compare_speed: more than {args.limit:g} % slower: {', '.join(too_slow)}")
    return 1 if too_slow else 0


if __name__ == "__main__":
    sys.exit(main())
