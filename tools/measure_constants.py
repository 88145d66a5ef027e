#!/usr/bin/env python3
"""What half and double of each tuned number do (the table in docs/method.md).

    cmake --preset release -B build/tuning -DCONJAC_TUNING=ON -DCONJAC_PYTHON=ON
    cmake --build build/tuning --target conjac_python
    tools/measure_constants.py --build build/tuning --out constants.json
    tools/measure_constants.py --update constants.json

A build with CONJAC_TUNING reads each number that stands under CONJAC_TUNED in src/ from the environment
(src/core/tuned.h). Runs that are short and reach what the numbers are about are taken with every number
as it is, halved and doubled, one process for each setting. Stored of a run: whether it diverged, energy left over the
largest, tries undone, substeps, factorizations, deepest penetration, how far the nodes are at the end from where
they are with all numbers as they are, and a hash of the state. Options of the scene that are tuned (OPTIONS) are
measured the same way. --update writes the last two columns of the table: where nothing differs to the bit it says so.
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
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from measure_constants_runs import RUNS, build_run

ROOT = Path(__file__).resolve().parents[1]
# Options that are tuned numbers: key of the scene, header and member with the default.
OPTIONS = [("method.memory", "include/conjac/step_options.h", "memory"),
           ("contact.friction_tolerance", "include/conjac/scene_spec.h", "friction_tolerance")]
TUNED = re.compile(r"^[ \t]*CONJAC_TUNED\((int|double), (k\w+), ([^)]+)\);", re.M)
FACTORS = (0.5, 2.0)


def constants_in(text: str) -> list[dict]:
    """The tuned numbers of a source file: name, type, value, and the comment above it."""
    found = []
    for match in TUNED.finditer(text):
        lines = text[:match.start()].splitlines()
        comment: list[str] = []
        while lines and re.match(r"\s*//", lines[-1]):
            comment.insert(0, re.sub(r"^\s*///? ?", "", lines.pop()))
        found.append({"name": match[2], "type": match[1], "value": float(match[3]), "comment": " ".join(comment)})
    return found


def all_constants(source: Path) -> list[dict]:
    """Those of every file below, ordered by file. A name that stands twice is an error."""
    result: list[dict] = []
    for path in sorted(source.rglob("*")):
        if path.suffix in (".h", ".cpp") and path.name != "tuned.h":
            for one in constants_in(path.read_text()):
                if any(one["name"] == other["name"] for other in result):
                    sys.exit(f"measure_constants: {one['name']} stands twice; names of tuned numbers must differ")
                result.append({**one, "file": path.relative_to(source).as_posix()})
    return result


def default_of(text: str, member: str) -> float:
    """The default of a member of the options."""
    match = re.search(rf"\bdouble {member} = ([-+.\de]+);", text)
    if not match:
        sys.exit(f"measure_constants: there is no option {member} with a default")
    return float(match[1])


def settings(constants: list[dict], options: list[dict]) -> list[dict]:
    """What to measure: everything as it is, then each number at half and at double."""
    plan = [{"name": "", "factor": 1.0, "environment": {}, "overrides": {}}]
    for one in constants:
        for factor in FACTORS:
            value = one["value"] * factor
            text = repr(max(1, round(value))) if one["type"] == "int" else repr(value)
            plan.append({"name": one["name"], "factor": factor, "environment": {f"CONJAC_{one['name']}": text}, "overrides": {}})
    for one in options:
        for factor in FACTORS:
            plan.append({"name": one["name"], "factor": factor, "environment": {}, "overrides": {one["name"]: one["value"] * factor}})
    return plan


def take_run(conjac, run: dict, overrides: dict) -> dict:
    """One run in this process."""
    scene, act = build_run(conjac, run, overrides)
    begin = time.process_time()
    sim = conjac.Simulation(scene)
    result = {"end": "ok", "undone": 0, "substeps": 0, "factorizations": 0, "penetration": 0.0}
    energies = []
    for k in range(max(1, round(run["seconds"] / sim.time_step))):
        try:
            act(sim, k)
            report = sim.step()
        except conjac.Error as error:
            if error.kind != "diverged":
                raise
            result["end"] = "diverged"
            break
        result["undone"] += report.undone
        result["substeps"] += report.substeps
        result["factorizations"] += report.factorizations
        result["penetration"] = max(result["penetration"], report.contact.penetration)
        energies.append(report.energy.kinetic + report.energy.elastic)
    if run.get("rest") and result["end"] == "ok":
        found = sim.distance_to_rest()
        result["rest"] = found.relative if found.converged else None
    positions = sim.positions
    result["energy_left"] = energies[-1] / max(energies) if energies and max(energies) > 0 else 0.0
    result["size"] = float(max(positions.max(axis=0) - positions.min(axis=0)))
    result["hash"] = hashlib.sha256(positions.tobytes() + sim.velocities.tobytes()).hexdigest()[:16]
    result["positions"] = base64.b64encode(positions.tobytes()).decode()
    result["dimension"] = sim.dimension
    result["cpu_seconds"] = round(time.process_time() - begin, 3)
    return result


def take_setting(build: Path, overrides: dict, names: list[str]) -> dict:
    """All runs in this process, whose environment has the numbers."""
    sys.path.insert(0, str(build / "python"))
    import conjac

    with conjac.threads(1):
        return {name: take_run(conjac, RUNS[name], overrides) for name in names}


def far_apart(a: dict, b: dict) -> float | None:
    """Largest distance of a node in b from where it is in a, over the size of the bodies there."""
    import numpy as np

    x, y = (np.frombuffer(base64.b64decode(run["positions"])).reshape(-1, run["dimension"]) for run in (a, b))
    if x.shape != y.shape:
        return None
    return float(np.linalg.norm(x - y, axis=1).max() / a["size"])


def measure(args: argparse.Namespace) -> int:
    build = Path(args.build).resolve()
    cache = (build / "CMakeCache.txt").read_text()
    if "CONJAC_TUNING:BOOL=ON" not in cache:
        sys.exit(f"measure_constants: {build} was configured without -DCONJAC_TUNING=ON")
    python = re.search(r"^Python_EXECUTABLE:\w+=(.*)$", cache, re.M)[1]
    constants = all_constants(ROOT / "src")
    options = [{"name": key, "type": "double", "file": header, "value": default_of((ROOT / header).read_text(), member), "comment": ""}
               for key, header, member in OPTIONS]
    chosen = [one for one in constants + options if not args.only or one["name"] in args.only]
    if args.only and len(chosen) != len(set(args.only)):
        sys.exit(f"measure_constants: known are {', '.join(one['name'] for one in constants + options)}")
    plan = settings([c for c in constants if c in chosen], [o for o in options if o in chosen])
    names, begin, done = args.runs or list(RUNS), time.time(), 0

    def take(setting: dict) -> dict:
        nonlocal done
        child = subprocess.run([python, __file__, "--build", str(build), "--one", json.dumps(setting["overrides"]), "--runs", ",".join(names)],
                               capture_output=True, text=True, env={**os.environ, **setting["environment"]})
        done += 1
        runs = json.loads(child.stdout) if child.returncode == 0 else {}
        spent = sum(run["cpu_seconds"] for run in runs.values())
        print(f"[{done}/{len(plan)}, {time.time() - begin:.0f} s] {setting['name'] or 'as they are'} x {setting['factor']:g}: "
              f"{spent:.1f} s of CPU{'' if runs else ', FAILED: ' + child.stderr.strip()[-300:]}", flush=True)
        return {**setting, "runs": runs, "failed": "" if runs else child.stderr.strip()[-300:]}

    # Written after each setting: a second call goes on where the first was stopped.
    taken = json.loads(Path(args.out).read_text())["settings"] if Path(args.out).exists() else []
    known = {(setting["name"], setting["factor"]) for setting in taken if not setting["failed"]}
    taken = [setting for setting in taken if not setting["failed"]] or [take(plan[0])]
    if taken[0]["failed"]:
        sys.exit("measure_constants: the runs fail with every number as it is")

    def keep(setting: dict) -> None:
        for name, run in setting["runs"].items():
            run["apart"] = far_apart(taken[0]["runs"][name], run)
            if setting is not taken[0]:
                run.pop("positions")
        if setting is not taken[0]:
            taken.append(setting)
        Path(args.out).write_text(json.dumps({"constants": constants + options, "runs": names, "settings": taken}, indent=1))

    if not known:
        keep(taken[0])
    with ThreadPoolExecutor(args.jobs) as pool:
        for setting in pool.map(take, [s for s in plan[1:] if (s["name"], s["factor"]) not in known]):
            keep(setting)
    return 1 if any(setting["failed"] for setting in taken) else 0


# What counts as a change in the table: of tries undone, substeps, factorizations (of the number, at least so
# many), of the energy left (difference), of the penetration (of it), of the place at the end (of the body's size).
def changes(before: dict, after: dict) -> list[str]:
    """What is notably different in a run, in words; empty: nothing is."""
    if after["end"] != before["end"]:
        return [after["end"] if after["end"] != "ok" else "does not diverge"]
    words = []
    for key, least in (("undone", 3), ("substeps", 5), ("factorizations", 5)):
        a, b = before[key], after[key]
        if abs(a - b) >= max(least, 0.2 * a):
            words.append(f"{key} {a} to {b}")
    if abs(after["energy_left"] - before["energy_left"]) > 0.05:
        words.append(f"energy left {100 * before['energy_left']:.0f} to {100 * after['energy_left']:.0f} %")
    a, b = before["penetration"], after["penetration"]
    if abs(a - b) > 0.2 * a:
        words.append(f"penetration {1e3 * a:.2g} to {1e3 * b:.2g} mm")
    if "rest" in before and after["rest"] != before["rest"]:
        if after["rest"] is None:
            words.append("no rest state found")
        elif before["rest"] is None:
            words.append("a rest state is found where none was")
        elif abs(after["rest"] - before["rest"]) > 1e-6 + 0.2 * before["rest"]:
            words.append(f"distance to rest {before['rest']:.2g} to {after['rest']:.2g}")
    if after.get("apart") is None:
        words.append("another number of nodes")
    elif after["apart"] > 0.05:
        words.append(f"ends {100 * after['apart']:.0f} % of the size away")
    return words


def told(reference: dict, setting: dict) -> str:
    """A cell of the table: what one setting does in all runs."""
    if setting["failed"]:
        return "does not run"
    runs = setting["runs"]
    if all(runs[name]["hash"] == reference[name]["hash"] and runs[name]["end"] == reference[name]["end"] for name in runs):
        return "no effect seen"
    parts = [f"{name}: {', '.join(words)}" for name in runs if (words := changes(reference[name], runs[name]))]
    return "; ".join(parts) or "nothing breaks"


def cells(file: str) -> dict[str, list[str]]:
    """For each number what half and double do."""
    data = json.loads(Path(file).read_text())
    reference, result = data["settings"][0]["runs"], {}
    measured = {(setting["name"], setting["factor"]): setting for setting in data["settings"]}
    for one in data["constants"]:
        result[one["name"]] = [told(reference, measured[one["name"], factor]) if (one["name"], factor) in measured
                               else "not measured" for factor in FACTORS]
    return result


def updated(page: str, measured: dict[str, list[str]]) -> str:
    """The page with the last two cells of each row as they were measured."""
    def row(match: re.Match) -> str:
        found = measured.get(match[2])
        return f"{match[1]}| {found[0]} | {found[1]} |" if found else match[0]

    return re.sub(r"^(\| `([\w.]+)` (?:\|[^|\n]*){4})\|[^|\n]*\|[^|\n]*\|$", row, page, flags=re.M)


def main() -> int:
    def words(text: str) -> list[str]:
        return text.split(",")

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", metavar="FOLDER", help="build folder with CONJAC_TUNING and the Python module")
    parser.add_argument("--out", metavar="FILE", help="file to write")
    parser.add_argument("--only", type=words, metavar="A,B", help="only these numbers")
    parser.add_argument("--runs", type=words, metavar="A,B", help="only these runs")
    parser.add_argument("--jobs", type=int, default=max(1, os.cpu_count() or 1), help="settings at a time")
    parser.add_argument("--list", action="store_true", help="list the numbers")
    parser.add_argument("--update", metavar="FILE", help="write what was measured into the table of docs/method.md")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.list:
        for one in all_constants(ROOT / "src"):
            print(f"{one['name']} = {one['value']:g} ({one['file']}): {one['comment']}")
    elif args.update:
        page = ROOT / "docs/method.md"
        page.write_text(updated(page.read_text(), cells(args.update)))
    elif args.build and args.one:
        print(json.dumps(take_setting(Path(args.build), json.loads(args.one), args.runs)))
    elif args.build and args.out:
        return measure(args)
    else:
        parser.error("give --build and --out, or --update")
    return 0


if __name__ == "__main__":
    sys.exit(main())
