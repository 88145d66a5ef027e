#!/usr/bin/env python3
"""What steps cost beside each other, as ratios, and how they compare with the stored ones.

    ./conjac python tools/measure_ratios.py                      measure, print, compare with bench/ratios.json
    ./conjac python tools/measure_ratios.py --store              and keep them there
    ./conjac python tools/measure_ratios.py --rounds 15 --whole  what docs/performance.md has, whole runs too

Variants of a scene take steps in turns in one process on one thread; a ratio is formed within each round, of
processor time, and the middle one is given with the middle half. So it says the same on a busy machine, and
nearly the same on another one. A ratio that is more than a quarter above the stored one is marked, and nothing
more: this is a report, its exit code is 0. --threads 2 and wall clock (--clock wall) are for an idle machine.
"""
import argparse
import json
import pathlib
import statistics
import time

import conjac

STORED = pathlib.Path(__file__).resolve().parents[1] / "bench" / "ratios.json"
MARGIN = 0.25
ANEW = {"method.reuse_tolerance": 0, "method.guard": False}  # every step factors, none is taken again
PAPER = {"method.integrator": "linear-implicit", "method.stabilisation": "pre", "method.inertia_relief": False}
FULL = {"method.name": "full", "method.integrator": "linear-implicit"}


def nodes(count):
    return {"placement": {"dynamic": count}}


def only_held(scene):
    return {"roles": [role for role in scene.get("roles", []) if role["role"] == "fixed"]}


# What is measured: scene, steps before the clock starts, steps of a round, variants (name, changes, options,
# name of what it is divided by).
CASES = [
    ("hetero", 2, 1, [
        ("full", {}, FULL, None),
        ("full, CHOLMOD", {}, {**FULL, "method.solver": "cholmod"}, "full"),
        ("paper's options, 4 nodes", nodes(4), PAPER, "full"),
        ("paper's options, 10 nodes", nodes(10), PAPER, "full"),
        ("modes, 4 nodes", nodes(4), {}, "full"),
        ("modes, 10 nodes", nodes(10), {}, "full"),
    ]),
    ("dragon", 2, 1, [
        ("full", {}, FULL, None),
        ("paper's options, 4 nodes", nodes(4), PAPER, "full"),
        ("paper's options, 10 nodes", nodes(10), PAPER, "full"),
        ("modes, 4 nodes", nodes(4), {}, "full"),
    ]),
]
# Whole runs with the scenes' own options, seconds of simulated time.
WHOLE = [("bunny", 2.0), ("tower", 1.0), ("armadillo", 3.0), ("dragon", 1.0), ("twist", 1.0), ("arm", 1.0)]


def build(name, changes, options):
    scene = conjac.load_scene(name)
    scene.update({"timeline": [], **(only_held(scene) if changes else {}), **changes})
    return conjac.Simulation(scene, {**ANEW, **options})


def clock(kind):
    return time.process_time() if kind == "processor" else time.perf_counter()


def middle(values):
    low, _, high = statistics.quantiles(values, n=4, method="inclusive") if len(values) > 1 else values * 3
    return statistics.median(values), low, high


def measure(rounds, kind):
    """{name: (ratio, low, high, milliseconds)}"""
    found = {}
    for name, before, steps, variants in CASES:
        runs = {variant: build(name, changes, options) for variant, changes, options, _ in variants}
        for run in runs.values():
            run.step(before)
        taken = {variant: [] for variant in runs}
        for k in range(rounds):
            order = list(runs)
            for variant in order[k % len(order):] + order[:k % len(order)]:
                begin = clock(kind)
                runs[variant].step(steps)
                taken[variant].append(1e3 * (clock(kind) - begin) / steps)
        for variant, _, _, by in variants:
            if by:
                ratios = [a / b for a, b in zip(taken[variant], taken[by])]
                found[f"{name}: {variant} / {by}"] = (*middle(ratios), statistics.median(taken[variant]))
    return found


def whole_runs():
    print("\n| scene | simulated, s | steps | processor time, s | steps a second of it | Fill, Factor, Solve, Other, % | "
          "factorizations | tries undone |\n" + "|---" * 8 + "|")
    for name, duration in WHOLE:
        run = conjac.Simulation(name)
        steps, stages, factorizations, undone = round(duration / run.time_step), [0.0] * 4, 0, 0
        begin = time.process_time()
        for _ in range(steps):
            report = run.step()
            values = report.stages.as_dict()
            stages = [a + values[key] for a, key in zip(stages, ("fill", "factor", "solve", "other"))]
            factorizations, undone = factorizations + report.factorizations, undone + report.undone
        used = time.process_time() - begin
        shares = ", ".join(f"{100 * one / sum(stages):.0f}" for one in stages)
        print(f"| {name} | {duration:g} | {steps} | {used:.1f} | {steps / used:.0f} | {shares} | {factorizations} | {undone} |",
              flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--clock", choices=["processor", "wall"], default="processor")
    parser.add_argument("--store", action="store_true", help="keep the ratios in bench/ratios.json")
    parser.add_argument("--whole", action="store_true", help="whole runs too")
    options = parser.parse_args()
    stored = json.loads(STORED.read_text())["ratios"] if STORED.exists() else {}
    with conjac.threads(options.threads):
        found = measure(options.rounds, options.clock)
        print("| | ratio | middle half | stored | ms |\n" + "|---" * 5 + "|")
        worse = []
        for name, (ratio, low, high, cost) in found.items():
            before = stored.get(name)
            if before and ratio > (1 + MARGIN) * before:
                worse.append(name)
            print(f"| {name} | {ratio:.3f} | {low:.3f} to {high:.3f} | {f'{before:.3f}' if before else '-'} | {cost:.1f} |")
        for name in worse:
            print(f"more than {100 * MARGIN:.0f} % above the stored ratio: {name}")
        if options.whole:
            whole_runs()
    if options.store:
        machine = conjac.machine()
        STORED.write_text(json.dumps({"command": "./conjac python tools/measure_ratios.py --store",
                                      "machine": machine.get("cpu", ""), "threads": options.threads,
                                      "ratios": {name: round(one[0], 3) for name, one in found.items()}}, indent=1) + "\n")


if __name__ == "__main__":
    main()
