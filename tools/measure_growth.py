#!/usr/bin/env python3
"""How the cost of a step grows with vertices, dynamic nodes and contacts, and what dominates where.

    ./conjac python tools/measure_growth.py [--quick] [--largest 30000] [--json FILE] [--only vertices,nodes,contacts]

Every step factors anew (`reuse_tolerance` 0, no guard), on one thread, so that processor time says what the
machine needs even while others use it. The stages Fill, Factor, Solve and Other share it as the least disturbed
wall clock of each of them says. Given is the middle one of several steps. Exponents are those of the last two
thirds of each curve, by least squares on logarithms. Draws docs/pictures/growth.svg, prints the tables of
docs/performance.md, and with --json keeps the numbers.
"""
import argparse
import json
import math
import pathlib
import statistics
import time

import conjac

STAGES = ["fill", "factor", "solve", "other"]
COLORS = {"total": "#222222", "fill": "#2ca02c", "factor": "#d62728", "solve": "#1f77b4", "other": "#999999"}
# The same work in every step; the integrator is the default's where nothing touches.
METHOD = {"reuse_tolerance": 0, "guard": False}
BAR = (0.04, 0.113, 0.04)  # m, HETERO's


def bar(vertices, nodes):
    """A standing bar of about so many vertices, with so many dynamic nodes."""
    cells = [max(2, round(size * (vertices / math.prod(BAR)) ** (1 / 3)) - 1) for size in BAR]
    return {"name": "bar", "mesh": {"box": {"cells": cells, "size": list(BAR)}},
            "materials": [{"density": 1000, "laws": [{"law": "SNH", "young": 5e4, "poisson": 0.4}]}],
            "roles": [{"role": "fixed", "select": {"slice": {"axis": "y", "at": 0}}}],
            **({"placement": {"dynamic": nodes}} if nodes else {}),
            "method": METHOD, "time": {"step": 0.005, "duration": 1}}


def slab(contacts):
    """A slab of 15,123 vertices on a table that is under so many of its lower ones."""
    side, thick, cells = 0.28, 0.008, 70
    across = max(0, round(math.sqrt(contacts)) - 1)
    width = across * side / cells + 0.002
    table = {"name": "table", "box": {"center": [0.14, -0.05, 0.14], "size": [width, 0.1, width]}}
    return {"name": "slab", "mesh": {"box": {"cells": [cells, 2, cells], "size": [side, thick, side],
                                             "origin": [0, -1e-5, 0]}},
            "materials": [{"density": 1000, "laws": [{"law": "SNH", "young": 2e5, "poisson": 0.4}]}],
            "placement": {"dynamic": 4}, "obstacles": [table] if contacts else [],
            "contact": {"friction": 0.3}, "method": METHOD, "time": {"step": 0.002, "duration": 1}}


def measure(scene, steps):
    """Milliseconds of processor time: of the first step, with its analysis, and of those after it by stages."""
    begin = time.process_time()
    simulation = conjac.Simulation(scene)
    built = time.process_time()
    simulation.step()
    first = time.process_time() - built
    taken = []
    for _ in range(steps):
        before = time.process_time()
        report = simulation.step()
        used = 1e3 * (time.process_time() - before)
        taken.append({"total": used, **report.stages.as_dict()})
    # Of wall clock the least disturbed of each stage.
    least = {stage: min(one[stage] for one in taken) for stage in STAGES}
    total = statistics.median(one["total"] for one in taken)
    middle = {"total": total, **{stage: total * least[stage] / sum(least.values()) for stage in STAGES}}
    return {"vertices": simulation.nodes, "dynamic": int(len(simulation.dynamic_nodes)),
            "contacts": int(report.contact.count), "build": 1e3 * (built - begin), "first": 1e3 * first, **middle}


def exponent(rows, by, what):
    """Slope of the logarithms over the last two thirds of the curve."""
    points = [(math.log(row[by]), math.log(row[what])) for row in rows if row[by] > 0 and row[what] > 0]
    points = points[len(points) // 3:]
    if len(points) < 2:
        return math.nan
    x, y = (statistics.fmean(values) for values in zip(*points))
    return sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


def print_table(title, by, rows):
    print(f"\n{title}\n\n| {by} | Fill | Factor | Solve | Other | step | first step, with its analysis | most |")
    print("|---" * 8 + "|")
    for row in rows:
        most = max(STAGES, key=lambda stage: row[stage])
        print(f"| {row[by]} | " + " | ".join(f"{row[stage]:.3g}" for stage in [*STAGES, "total", "first"]) +
              f" | {most.capitalize()}, {100 * row[most] / row['total']:.0f} % |")
    print("| exponent | " + " | ".join(f"{exponent(rows, by, stage):.2f}" for stage in [*STAGES, "total", "first"]) + " | |")


def panel(svg, left, top, size, title, by, rows):
    """One log-log plot. Where there are none of `by`, the row stands at the left edge."""
    least = min(row[by] for row in rows if row[by] > 0)
    places = [row[by] if row[by] > 0 else least / 2 for row in rows]
    x0, x1 = math.log10(min(places)) - 0.05, math.log10(max(places)) + 0.05
    values = [row[what] for row in rows for what in ["total", "fill", "factor", "solve"] if row[what] > 0]
    y0, y1 = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))

    def at(x, y):
        return (left + size * (math.log10(x) - x0) / (x1 - x0), top + size * (y1 - math.log10(y)) / (y1 - y0))

    svg.append(f'<text x="{left}" y="{top - 14}" font-size="15" font-weight="600">{title}</text>')
    svg.append(f'<rect x="{left}" y="{top}" width="{size}" height="{size}" fill="none" stroke="#888"/>')
    for power in range(y0, y1 + 1):
        _, y = at(10 ** x0, 10.0 ** power)
        svg.append(f'<path d="M{left} {y:.1f}h{size}" stroke="#ddd"/>'
                   f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{10.0 ** power:g}</text>')
    for place, row in zip(places, rows):
        x, _ = at(place, 10.0 ** y0)
        svg.append(f'<path d="M{x:.1f} {top + size}v5" stroke="#888"/>'
                   f'<text x="{x:.1f}" y="{top + size + 18}" text-anchor="middle">{row[by]}</text>')
    svg.append(f'<text x="{left + size / 2}" y="{top + size + 38}" text-anchor="middle">{by}</text>')
    for k, what in enumerate(["total", "factor", "solve", "fill"]):
        shown = [(place, row[what]) for place, row in zip(places, rows) if row[what] > 0]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*one) for one in shown))
        svg.append(f'<polyline points="{line}" fill="none" stroke="{COLORS[what]}" '
                   f'stroke-width="{2.6 if what == "total" else 1.8}"/>')
        svg += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{COLORS[what]}"/>' for x, y in (at(*one) for one in shown)]
        slope = exponent(rows, by, what)
        svg.append(f'<text x="{left + 150 * (k % 2)}" y="{top + size + 62 + 17 * (k // 2)}" fill="{COLORS[what]}">'
                   f'{"step" if what == "total" else what}, exponent {slope:.2f}</text>')


def draw(path, curves):
    size, gap = 300, 80
    width = len(curves) * (size + gap) + 10
    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {size + 140}" '
           f'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>']
    for k, (by, (title, rows)) in enumerate(curves.items()):
        panel(svg, 60 + k * (size + gap), 46, size, title, by, rows)
    svg.append(f'<text x="14" y="{46 + size / 2}" transform="rotate(-90 14 {46 + size / 2})" text-anchor="middle">'
               "processor time of a step, ms</text></svg>")
    path.write_text("\n".join(svg) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small bodies only")
    parser.add_argument("--json", type=pathlib.Path, help="keep the numbers here")
    parser.add_argument("--largest", type=int, default=100000, help="vertices [100000]")
    parser.add_argument("--only", default="vertices,nodes,contacts")
    parser.add_argument("--picture", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parents[1] / "docs/pictures/growth.svg")
    options = parser.parse_args()
    vertices = [500, 1000, 2000] if options.quick else [n for n in (1000, 3000, 10000, 30000, 100000) if n <= options.largest]
    nodes = [0, 4, 8] if options.quick else [0, 1, 2, 4, 8, 16, 32, 64]
    contacts = [0, 100] if options.quick else [0, 100, 500, 1000, 2000, 5000]
    curves = {}
    with conjac.threads(1):
        for by, title, cases in [
                ("vertices", "A bar, 4 dynamic nodes", [(bar(n, 4), 5 if n < 20000 else 2) for n in vertices]),
                ("dynamic", "The bar with 6,000 vertices", [(bar(1000 if options.quick else 6000, n), 5) for n in nodes]),
                ("contacts", "A slab on a table", [(slab(n), 5) for n in contacts])]:
            if {"dynamic": "nodes"}.get(by, by) not in options.only.split(","):
                continue
            rows = []
            for scene, steps in cases:
                rows.append(measure(scene, steps))
                print(f"{by} {rows[-1][by]}: {rows[-1]['total']:.1f} ms a step", flush=True)
            curves[by] = (title, rows)
    for by, (title, rows) in curves.items():
        print_table(title, by, rows)
    draw(options.picture, curves)
    if options.json:
        options.json.write_text(json.dumps({by: rows for by, (_, rows) in curves.items()}, indent=1) + "\n")


if __name__ == "__main__":
    main()
