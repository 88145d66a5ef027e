#!/usr/bin/env python3
"""Records what runs compute, to the bit, so that a change of the code can be told from a change of results.

    tools/record_runs.py --build build/release --out before.json
    ... change the code, build it ...
    tools/record_runs.py --build build/release --out after.json
    tools/record_runs.py --compare before.json after.json

Every scene runs for a time that reaches what it is about (contact, cuts, releases), with 1 and with
2 threads, and so do variants with other methods, integrators and time steps. Stored of every step:
a hash of positions, velocities, joints and roles, and the report without its clocks, floating-point
numbers in hexadecimal. The folder given needs the Python module (cmake -DCONJAC_PYTHON=ON, target
conjac_python); scenes are those of the checkout this file is in, so two builds run the same data.
--compare ends with 0 when all is equal, with 1 when something differs.
"""
from __future__ import annotations

import argparse
import base64
import hashlib
import json
import os
import re
import subprocess
import sys
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from record_runs_table import SCENES, plan

FORMAT = 1
NUMBERS = ["time", "kinetic", "elastic", "gravity", "contact", "scripted_work", "residual", "factorizations",
           "undone", "substeps", "active_nodes", "contacts", "penetration", "normal_force", "friction_force"]


def numbers(report) -> list[float]:
    """What a report says, without its clocks, in the order of NUMBERS."""
    e, c = report.energy, report.contact
    return [report.time, e.kinetic, e.elastic, e.gravity, e.contact, report.scripted_work, report.residual,
            report.factorizations, report.undone, report.substeps, report.active_nodes, c.count, c.penetration,
            c.normal_force, c.friction_force]


def digest(*arrays) -> str:
    h = hashlib.sha256()
    for array in arrays:
        h.update(f"{array.shape}".encode())
        h.update(array.tobytes())
    return h.hexdigest()[:16]


def row(report) -> str:
    """A report as text: floating-point numbers to the bit, cuts in their own words."""
    text = " ".join(x.hex() if isinstance(x, float) else str(x) for x in numbers(report))
    return text + "".join(f"; {cut.time.hex()} {cut.text}" for cut in report.cuts)


def take_run(build: Path, run: dict, threads: int) -> dict:
    """Runs in this process. Stored per step: hash of the state, row of the report."""
    sys.path.insert(0, str(build / "python"))
    import conjac

    begin, states, rows, end = time.process_time(), [], [], "ok"
    with conjac.threads(threads):
        sim = conjac.Simulation(SCENES / f"{run['scene']}.json", overrides=run["overrides"])

        def state() -> str:
            return digest(sim.positions, sim.velocities, sim.joint_positions, sim.joint_velocities, sim.roles)

        start = state()
        for _ in range(max(1, round(run["seconds"] / sim.time_step))):
            try:
                report = sim.step()
            except conjac.Error as error:
                if error.kind != "diverged":
                    raise
                end = f"diverged: {error}"
                states.append(state())
                rows.append("diverged")
                break
            states.append(state())
            rows.append(row(report))
        positions = base64.b64encode(zlib.compress(sim.positions.tobytes())).decode()
        return {**run, "threads": threads, "time_step": sim.time_step, "dimension": sim.dimension, "end": end,
                "start": start, "states": states, "rows": rows, "positions": positions,
                "end_forces": digest(sim.forces()), "end_contact_forces": digest(sim.contact_forces()),
                "cpu_seconds": round(time.process_time() - begin, 2)}


def cached(build: Path, name: str) -> str:
    """A variable of the build folder's CMake cache."""
    return re.search(rf"^{name}:\w+=(.*)$", (build / "CMakeCache.txt").read_text(), re.M).group(1)


def source_of(build: Path) -> dict:
    """Where the build comes from, for whoever reads the file later."""
    cache = (build / "CMakeCache.txt").read_text()
    git = subprocess.run(["git", "-C", cached(build, "CMAKE_HOME_DIRECTORY"), "describe", "--always", "--dirty"], capture_output=True, text=True)
    flags = re.findall(r"^(?:CMAKE_BUILD_TYPE|CMAKE_CXX_FLAGS(?:_RELEASE)?|CONJAC_(?:NATIVE|CHOLMOD)):\w+=(.*)$",
                       cache, re.M)
    return {"commit": git.stdout.strip(), "flags": " ".join(flags)}


def record(args: argparse.Namespace) -> int:
    build = Path(args.build).resolve()
    if not list((build / "python" / "conjac").glob("_conjac*")):
        sys.exit(f"record_runs: {build} has no Python module; configure it with -DCONJAC_PYTHON=ON and build "
                 "the target conjac_python")
    tasks = [(run, threads) for run in plan(args.scenes, args.quick, args.steps_scale) for threads in args.threads]
    done, begin, python = 0, time.time(), cached(build, "Python_EXECUTABLE")

    # A process for each run: none inherits another's caches, and one that crashes is one line.
    def take(task) -> dict:
        nonlocal done
        run, threads = task
        child = subprocess.run([python, __file__, "--build", str(build), "--one", json.dumps(run),
                                "--threads", str(threads)], capture_output=True, text=True)
        if child.returncode:
            result = {**run, "threads": threads, "end": f"failed: {child.stderr.strip()[-500:]}", "states": [],
                      "rows": [], "cpu_seconds": 0}
        else:
            result = json.loads(child.stdout)
        done += 1
        print(f"[{done}/{len(tasks)}, {time.time() - begin:.0f} s] {label(result)}: {len(result['rows'])} steps, "
              f"{undone(result)} tries undone, {result['cpu_seconds']} s of CPU, {result['end']}", flush=True)
        return result

    with ThreadPoolExecutor(args.jobs) as pool:
        runs = list(pool.map(take, tasks))
    Path(args.out).write_text(json.dumps({"format": FORMAT, "numbers": NUMBERS, **source_of(build), "runs": runs},
                                         indent=0))
    bad = [run for run in runs if run["end"].startswith("failed")] + thread_differences(runs)
    print(f"record_runs: {len(runs)} runs in {time.time() - begin:.0f} s, written to {args.out}")
    return 1 if bad else 0


def undone(run: dict) -> int:
    place = NUMBERS.index("undone")
    return sum(int(row.split()[place]) for row in run["rows"] if row != "diverged")


def label(run: dict) -> str:
    return f"{run['name']} ({run['threads']} thread{'s' if run['threads'] > 1 else ''})"


def thread_differences(runs: list[dict]) -> list[str]:
    """Runs whose result depends on the number of threads; none should."""
    lines, first = [], {}
    for run in runs:
        other = first.setdefault(run["name"], run)
        if difference := first_difference(other, run):
            lines.append(f"{label(other)} and {label(run)} differ: {difference}")
    for line in lines:
        print(f"record_runs: {line}")
    return lines


def read_row(text: str) -> list[float]:
    values = text.split(";")[0].split()
    return [float.fromhex(v) if "x" in v or v in ("inf", "-inf", "nan") else float(v) for v in values]


def row_differences(a: str, b: str) -> str:
    """Which numbers of two reports differ, and by how much."""
    if "diverged" in (a, b):
        return f"{'the first' if a == 'diverged' else 'the second'} diverged"
    parts = []
    for name, x, y in zip(NUMBERS, read_row(a), read_row(b)):
        if x != y and not (x != x and y != y):
            scale = max(abs(x), abs(y))
            parts.append(f"{name} {x:.9g} -> {y:.9g} (by {abs(x - y) / scale:.1e} of it)")
    if a.split(";")[1:] != b.split(";")[1:]:
        parts.append(f"cuts {a.split(';')[1:]} -> {b.split(';')[1:]}")
    return ", ".join(parts) or "no number of the report"


def first_difference(a: dict, b: dict) -> str:
    """Where two runs of one name part, in a sentence; empty when they do not."""
    h = a.get("time_step", 0)
    for key in ("overrides", "scene"):
        if a[key] != b[key]:
            return f"not the same run: {key} {a[key]} and {b[key]}"
    if a["end"].startswith("failed") or b["end"].startswith("failed"):
        return f"'{a['end']}' and '{b['end']}'" if a["end"] != b["end"] or not a["rows"] else ""
    if a["start"] != b["start"]:
        return "before the first step"
    for k, (rows, states) in enumerate(zip(zip(a["rows"], b["rows"]), zip(a["states"], b["states"]))):
        if rows[0] == rows[1] and states[0] == states[1]:
            continue
        what = "the state and the report" if rows[0] != rows[1] and states[0] != states[1] else (
            "the report only" if rows[0] != rows[1] else "the state only")
        text = f"from step {k + 1} on (to t = {(k + 1) * h:g} s), {what}; there {row_differences(*rows)}"
        same_later = a["states"][-1] == b["states"][-1] and len(a["rows"]) == len(b["rows"])
        return text + ("; the state at the end is the same" if same_later else "")
    if a["end"] != b["end"]:
        return f"'{a['end']}' and '{b['end']}'"
    if len(a["rows"]) == len(b["rows"]):
        for key in ("end_forces", "end_contact_forces"):
            if a[key] != b[key]:
                return f"only {key.replace('_', ' ')}"
    return ""


def end_distance(a: dict, b: dict) -> str:
    """How far apart the nodes are at the end."""
    if len(a["rows"]) != len(b["rows"]):
        return f"{len(a['rows'])} and {len(b['rows'])} steps"
    import numpy as np

    xs = [np.frombuffer(zlib.decompress(base64.b64decode(run["positions"]))).reshape(-1, run["dimension"])
          for run in (a, b)]
    if xs[0].shape != xs[1].shape:
        return f"{len(xs[0])} and {len(xs[1])} nodes at the end"
    largest = np.linalg.norm(xs[0] - xs[1], axis=1).max()
    return f"nodes are up to {largest:.3g} m apart at the end (t = {len(a['rows']) * a['time_step']:g} s)"


def compare(first: str, second: str) -> int:
    a, b = json.loads(Path(first).read_text()), json.loads(Path(second).read_text())
    for key in ("format", "numbers"):
        if a[key] != b[key]:
            sys.exit(f"record_runs: the two files were written by different versions of this tool ({key})")
    if a["flags"] != b["flags"]:
        print(f"record_runs: built with other flags: {a['flags']} and {b['flags']}")
    old, new = ({(run["name"], run["threads"]): run for run in runs["runs"]} for runs in (a, b))
    both, same, steps, shorter = [key for key in old if key in new], 0, 0, []
    for key in both:
        x, y = old[key], new[key]
        if difference := first_difference(x, y):
            print(f"{label(x)}: {difference}")
            if "positions" in x and "positions" in y and x["scene"] == y["scene"]:
                print(f"    {end_distance(x, y)}")
            continue
        same += 1
        steps += min(len(x["rows"]), len(y["rows"]))
        if len(x["rows"]) != len(y["rows"]):
            shorter.append(f"{label(x)} {len(x['rows'])} and {len(y['rows'])} steps")
    if shorter:
        print(f"the same as far as both go: {'; '.join(shorter)}")
    for name, keys in (("first", set(old) - set(new)), ("second", set(new) - set(old))):
        if keys:
            print(f"only in the {name}: {'; '.join(f'{run} ({threads})' for run, threads in sorted(keys))}")
    print(f"record_runs: {a['commit']} and {b['commit']}: {same} of {len(both)} runs are the same to the bit "
          f"({steps} steps), {len(both) - same} differ")
    return 0 if both and same == len(both) else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", metavar="FOLDER", help="build folder whose Python module runs")
    parser.add_argument("--out", metavar="FILE", help="file to write")
    parser.add_argument("--scenes", type=lambda text: re.split(r",(?! )", text), metavar="A,B",
                        help="only runs of these names, and all runs of scenes of these names")
    parser.add_argument("--quick", action="store_true", help="a short subset, under a minute")
    parser.add_argument("--steps-scale", type=float, default=1, metavar="X", help="times as many steps")
    parser.add_argument("--threads", type=lambda text: [int(n) for n in text.split(",")], default=[1, 2],
                        metavar="1,2", help="numbers of threads to run with")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 1)), help="runs at a time")
    parser.add_argument("--list", action="store_true", help="list the runs and their length")
    parser.add_argument("--compare", nargs=2, metavar=("A", "B"), help="say where two files differ")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.compare:
        return compare(*args.compare)
    if args.list:
        for run in plan(args.scenes, args.quick, args.steps_scale):
            print(f"{run['name']}: {run['seconds']:g} s {' '.join(run['overrides'])}")
        return 0
    if args.build and args.one:
        print(json.dumps(take_run(Path(args.build), json.loads(args.one), args.threads[0])))
        return 0
    if not args.build or not args.out:
        parser.error("give --build and --out, or --compare")
    return record(args)


if __name__ == "__main__":
    sys.exit(main())
