#!/usr/bin/env python3
"""Random scenes through run, kill, resume, compare bits, validate files, and drags through the viewer's protocol.

Every case follows from the seed and its number, but for the moments at which a run is killed, which depend on the machine.
Prints what was tried and what failed; a case that failed leaves one command that repeats it, and the smallest scene that still
fails. Exit code 0: nothing failed.
"""
import argparse
import collections
import csv
import json
import math
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests" / "cli")]

from soak_scenes import random_scene, simpler  # noqa: E402
from viewer_client import Closed, ViewServer, recording  # noqa: E402

CLOCK = {"wall_time", "ms_per_step", "ms_per_step_median", "threads", "cut_time"}
FINE = (0, 3, 4)  # well; bad input, said so; diverged, said so
# Seconds of one command. Of the processor: a machine that is busy or out of memory is no finding. By the clock: it hangs.
PROCESSOR, CLOCK_LIMIT = 300, 3600


class Failure(Exception):
    pass


def check(condition, what):
    if not condition:
        raise Failure(what)


# ---- files ----------------------------------------------------------------------------------------

def rows_of(folder, whole=True):
    text = (folder / "history.csv").read_bytes()
    check(not whole or text.endswith(b"\n"), "history.csv ends with half a row")
    rows = list(csv.DictReader(text.decode().splitlines()))
    for number, row in enumerate(rows, 1):
        check(int(row["step"]) == number, f"row {number} of history.csv is of step {row['step']}")
        check(all(value is not None and math.isfinite(float(value)) for value in row.values()),
              f"row {number} of history.csv has a number that is none")
    return rows


def validate(folder, ended):
    """What a run leaves, killed or not, can be read."""
    if not (folder / "history.csv").exists():
        check(not ended, "there is no history.csv")
        return
    rows_of(folder)
    if (folder / "frames.pvd").exists():
        for entry in xml.etree.ElementTree.parse(folder / "frames.pvd").iter("DataSet"):
            xml.etree.ElementTree.parse(folder / entry.get("file"))
    if ended:
        def refuse(word):
            raise Failure(f"{word} in summary.json")
        json.loads((folder / "summary.json").read_text(), parse_constant=refuse)
        if (folder / "recording.cjvr").exists():
            recording((folder / "recording.cjvr").read_bytes())
    left = [path.name for path in folder.rglob(".*.tmp")]
    check(not (ended and left), f"left behind: {left}")


def same_run(one, other):
    rows = [[{k: v for k, v in row.items() if not k.endswith("_ms")} for row in rows_of(f)] for f in (one, other)]
    for number, (mine, theirs) in enumerate(zip(*rows), 1):
        check(mine == theirs, f"step {number} differs: " + ", ".join(
            f"{k} {mine[k]} and {theirs[k]}" for k in mine if mine[k] != theirs.get(k)))
    check(len(rows[0]) == len(rows[1]), f"{len(rows[0])} and {len(rows[1])} steps")
    frames = [sorted(path.name for path in (f / "frames").glob("*.vtu")) for f in (one, other)]
    check(frames[0] == frames[1], f"{len(frames[0])} and {len(frames[1])} frames")
    for name in frames[0]:
        check((one / "frames" / name).read_bytes() == (other / "frames" / name).read_bytes(), f"{name} differs")
    summaries = [{k: v for k, v in json.loads((f / "summary.json").read_text()).items() if k not in CLOCK}
                 for f in (one, other)]
    for key in summaries[0].keys() | summaries[1].keys():
        check(summaries[0].get(key) == summaries[1].get(key), f"{key} of summary.json differs")


# ---- cases ----------------------------------------------------------------------------------------

class Case:
    def __init__(self, program, folder, dice, counts):
        self.program, self.folder, self.dice, self.counts = program, folder, dice, counts

    def start(self, *arguments):
        def bound():
            resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR, PROCESSOR + 1))

        return subprocess.Popen([self.program, *map(str, arguments)], cwd=self.folder, text=True, preexec_fn=bound,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def conjac(self, *arguments):
        process = self.start(*arguments)
        said = self.words_of(process, arguments[0])
        check(process.returncode in FINE, f"conjac {arguments[0]} ended with {process.returncode}: {said[-400:]}")
        check(process.returncode == 0 or said.startswith("conjac: error: "), f"an error without words: {said[-400:]}")
        return process.returncode

    @staticmethod
    def words_of(process, command):
        """What it says until it ends, which must be soon."""
        try:
            said = process.communicate(timeout=CLOCK_LIMIT)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Failure(f"conjac {command} took more than {CLOCK_LIMIT} s by the clock") from None
        check(process.returncode != -signal.SIGXCPU, f"conjac {command} took more than {PROCESSOR} s of the processor")
        return said

    def run_whole(self, scene):
        """The run that is never stopped; None where it is refused."""
        path = self.folder / "scene.json"
        path.write_text(json.dumps(scene))
        begun = time.monotonic()
        code = self.conjac("run", "scene.json", "-o", "whole", "-q", "--checkpoint", "0", "--threads", self.dice.choice([1, 2]))
        self.counts["runs"] += 1
        if code == 3:
            self.counts["refused scenes"] += 1
            return None
        validate(self.folder / "whole", ended=True)
        summary = json.loads((self.folder / "whole" / "summary.json").read_text())
        self.counts["drops"] += bool(scene.get("obstacles"))
        self.counts["cuts"] += summary.get("cuts", 0)
        self.counts["pulls"] += any("load" in event for event in scene.get("timeline", []))
        if summary["status"] != "ok":
            self.counts[summary["status"]] += 1
        return time.monotonic() - begun

    def kill_and_resume(self, scene):
        seconds = self.run_whole(scene)
        if seconds is None:
            return
        parts = self.folder / "parts"
        process = self.start("run", "scene.json", "-o", "parts", "-q", "--checkpoint", "0.01")
        for _ in range(self.dice.randint(1, 4)):
            time.sleep(self.dice.uniform(0, seconds))
            if process.poll() is not None:
                break
            process.send_signal(signal.SIGKILL)
            process.communicate()
            self.counts["kills"] += 1
            validate(parts, ended=False)
            if not list(parts.glob("checkpoint*.cjcp")):  # too early: nothing had begun
                process = self.start("run", "scene.json", "-o", "parts", "-q", "--checkpoint", "0.01")
                continue
            process = self.start("resume", "parts", "-q", "--checkpoint", "0.01", "--threads", self.dice.choice([1, 2]))
            self.counts["resumes"] += 1
        said = self.words_of(process, "resume")
        check(process.returncode in FINE, f"ended with {process.returncode}: {said[-400:]}")
        validate(parts, ended=True)
        same_run(self.folder / "whole", parts)

    def drag(self, scene):
        """A hand that grabs, drags, cuts and lets go as it likes."""
        scene = {**scene, "time": {**scene["time"], "duration": 1000}}
        path = self.folder / "scene.json"
        path.write_text(json.dumps(scene))
        if self.conjac("validate", path) != 0:
            self.counts["refused scenes"] += 1
            return
        server = ViewServer(self.program, path, cwd=self.folder)
        try:
            with server.live() as page:
                shape = page.until(lambda m: m["kind"] == 1)
                for _ in range(self.dice.randint(3, 8)):
                    self.one_drag(page, shape)
                page.let_go()
                page.until(lambda m: m["kind"] == 3 or (m["kind"] == 0 and m["text"].get("type") == "state"))
            code, _, said = server.stop()
            check(code == 0, f"conjac view ended with {code}: {said[-400:]}")
        except (Closed, AssertionError, OSError) as error:
            raise Failure(f"view: {error!r}, exit code {server.process.poll()}") from None
        finally:
            server.kill()

    def one_drag(self, page, shape):
        dice = self.dice
        node = dice.randrange(len(shape["rest"]))
        target = [x + dice.uniform(-0.1, 0.1) for x in shape["rest"][node]]
        if "rectangle" in json.loads((self.folder / "scene.json").read_text())["mesh"]:
            target[2] = 0.0
        page.grab(node, shape["rest"][node])
        for _ in range(dice.randint(1, 5)):
            page.drag([x + dice.uniform(-0.02, 0.02) for x in target[:2]] + [target[2]])
            frame = page.until(lambda m: m["kind"] == 3)
            check(all(map(math.isfinite, (c for point in frame["positions"] for c in point))),
                  "a frame has a place that is none")
        page.let_go()
        self.counts["drags"] += 1


KINDS = {"kill": Case.kill_and_resume, "drag": Case.drag}


def attempt(options, kind, scene, dice, counts):
    """None, or why it failed."""
    with tempfile.TemporaryDirectory(prefix="conjac_soak_") as folder:
        try:
            KINDS[kind](Case(options.program, Path(folder), dice, counts), scene)
        except Failure as failure:
            return str(failure)
    return None


def shrunk(options, kind, scene, seed):
    """The smallest scene found that still fails, whatever it then fails with."""
    unseen = collections.Counter()
    for _ in range(options.shrink):
        for other in simpler(scene):
            if attempt(options, kind, other, random.Random(seed), unseen):
                scene = other
                break
        else:
            return scene
    return scene


def take(options, number, counts):
    seed = f"{options.seed}/{number}"
    dice = random.Random(seed)
    # Drawn even where it is given: what follows must fall as it did the first time.
    kind, scene = dice.choices(["kill", "drag"], [3, 1])[0], random_scene(dice)
    kind = options.kind or kind
    if options.scene:
        scene = json.loads(Path(options.scene).read_text())
    counts["cases"] += 1
    why = attempt(options, kind, scene, dice, counts)
    if why is None:
        return True
    counts["failures"] += 1
    print(f"case {number} failed: {why}\n  again with: tools/soak.sh --seed {options.seed} --case {number} --kind {kind}"
          + (f" --scene {options.scene}" if options.scene else ""), flush=True)
    if options.shrink:
        file = Path(options.keep) / f"soak-{options.seed}-{number}.json"
        file.write_text(json.dumps(shrunk(options, kind, scene, seed), indent=1))
        print(f"  made smaller: tools/soak.sh --scene {file} --kind {kind} --seed {options.seed} --case {number}", flush=True)
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="the built conjac")
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--cases", type=int, help="how many; default: until the time is over")
    parser.add_argument("--hours", type=float, help="for how long; default: until the cases are done, or one hour")
    parser.add_argument("--case", type=int, help="this one alone")
    parser.add_argument("--kind", choices=sorted(KINDS), help="these alone")
    parser.add_argument("--scene", help="this scene instead of random ones")
    parser.add_argument("--shrink", type=int, default=20, help="how often a scene that fails is made smaller, 0: never")
    parser.add_argument("--keep", default=".", help="folder for scenes that failed")
    options = parser.parse_args()
    counts = collections.Counter(cases=0, failures=0)
    end = time.monotonic() + 3600 * (options.hours or (1 if options.cases is None else 1e9))
    number = options.case if options.case is not None else 1
    try:
        while time.monotonic() < end:
            take(options, number, counts)
            number += 1
            if options.case is not None or counts["cases"] == options.cases:
                break
    except KeyboardInterrupt:
        print("stopped")
    failures = counts.pop("failures")
    print(f"seed {options.seed}: " + ", ".join(f"{count} {name}" for name, count in counts.items())
          + f"; {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
