#!/usr/bin/env python3
"""Counts the parts, undone tries and factorizations of every scene, and holds them against a stored table.

    tools/measure_parts.py --program build/release/apps/conjac/conjac           # measure and compare
    tools/measure_parts.py --program build/release/apps/conjac/conjac --write   # write the table anew

A scene that suddenly takes its steps in many parts is slow without being wrong, so no other test sees it. Counts do not
depend on how busy a machine is. Every scene runs for the time given in measure_parts_plan.py, the short ones at 0.5, 1,
2 and 4 times their step, on one thread. It ends with 1 where a count is above the stored one by more than the margin, or
where steps take more than 1.3 parts on average and the plan names no cause. Without --all the long runs are left out.
"""
from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from measure_parts_plan import CAUSES, ROOT, Run, plan

TABLE = ROOT / "tests" / "cli" / "parts.json"
COUNTS = ("parts", "undone", "factorizations")
MOST_PARTS = 1.3      # a step, on average
MARGIN, SPARE = 1.5, 8  # times the stored count, and so many more: round-off of another machine may undo a few
LONGEST = 900          # s of wall clock; whatever takes longer crawls


def spent() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(program: str, run: Run) -> dict:
    """Counts of one run, and the processor time it took (not part of the table)."""
    begin = spent()
    with tempfile.TemporaryDirectory(prefix="conjac_parts_") as folder:
        command = [program, "run", str(ROOT / "scenes" / f"{run.scene}.json"), "-o", f"{folder}/out", "--no-frames",
                   "-q", "--threads", "1", "--checkpoint", "0", "--time-step", f"{run.step:.12g}",
                   "--steps", str(run.steps)]
        try:
            subprocess.run(command, cwd=folder, capture_output=True, timeout=LONGEST)
            summary = json.loads((Path(folder) / "out" / "summary.json").read_text())
        except (subprocess.TimeoutExpired, OSError) as problem:
            return {"status": f"no result ({type(problem).__name__})", "seconds": spent() - begin}
    return {"status": "ok" if summary["status"] == "strained" else summary["status"], "steps": summary["steps"],
            "parts": summary["substeps"], "undone": summary["undone_steps"],
            "factorizations": summary["factorizations"], "seconds": spent() - begin}


def complaints(name: str, now: dict, kept: dict | None) -> list[str]:
    """What is wrong with a run, in words; nothing where all is well."""
    if now["status"] != "ok":
        return [f"{name}: {now['status']}"]
    words = []
    if kept is None:
        words.append(f"{name}: is not in the table; write it anew with --write")
    for count in COUNTS if kept else ():
        if now[count] > MARGIN * kept[count] + SPARE:
            words.append(f"{name}: {now[count]} {count} in {now['steps']} steps, {kept[count]} in the table")
    if now["parts"] > MOST_PARTS * now["steps"] and name not in CAUSES:
        words.append(f"{name}: {now['parts']} parts in {now['steps']} steps, more than {MOST_PARTS} a step; "
                     "find the cause, or name it in tools/measure_parts_plan.py")
    return words


def table_text(rows: dict[str, dict]) -> str:
    lines = [f"  {json.dumps(name)}: " + json.dumps({key: row[key] for key in ("steps", *COUNTS)})
             for name, row in sorted(rows.items())]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="the built command line")
    parser.add_argument("--all", action="store_true", help="the long runs too")
    parser.add_argument("--only", nargs="*", help="names of scenes")
    parser.add_argument("--write", action="store_true", help="store what was measured; takes all runs")
    arguments = parser.parse_args()
    kept = json.loads(TABLE.read_text()) if TABLE.exists() else {}
    wrong, rows = [], {}
    for run in plan(arguments.all or arguments.write, arguments.only):
        now = measure(str(Path(arguments.program).resolve()), run)
        counted = ", ".join(f"{now[key]} {key}" for key in ("steps", *COUNTS) if key in now)
        print(f"{run.name:<28}{now['status']:<10} {counted:<64}{now['seconds']:7.2f} s", flush=True)
        if now["status"] == "ok":
            rows[run.name] = now
        wrong += complaints(run.name, now, now if arguments.write else kept.get(run.name))
    if arguments.write:
        TABLE.write_text(table_text(kept | rows if arguments.only else rows))
    for words in wrong:
        print(words, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
