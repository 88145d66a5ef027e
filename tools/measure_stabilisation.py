#!/usr/bin/env python3
"""Measures the stabilisations and integrators against each other (docs/method.md).

Run it with the module on the path:  ./conjac python tools/measure_stabilisation.py
It prints the tables of docs/method.md and draws docs/pictures/stabilisation-*.svg.
"""
import pathlib
import sys

import conjac

PAPER = {"integrator": "linear-implicit", "beta": 0.5, "stabilisation": "pre",
         "inertia_relief": False, "reuse_tolerance": 0, "guard": False}
TRAPEZOIDAL = {"integrator": "trapezoidal", "inertia_relief": False, "conserve_energy": False}
VARIANTS = [
    ("Vanilla, beta 1", {"name": "vanilla", "beta": 1.0}),
    ("the paper's: linear-implicit, pre, gamma 1/3", PAPER),
    ("the paper's, gamma 0.2", PAPER | {"gamma": 0.2}),
    ("trapezoidal, pre", TRAPEZOIDAL | {"stabilisation": "pre"}),
    ("trapezoidal, post", TRAPEZOIDAL),
    ("trapezoidal, post x 3", TRAPEZOIDAL | {"newton_steps": 3}),
    ("trapezoidal, post, inertia relief", TRAPEZOIDAL | {"inertia_relief": True}),
    ("default: that and energy kept", {}),
]
SCENES = [("bar", "release", []), ("armadillo", "armadillo-release", [])]
RELEASE, COLORS = 0.3, ["#888888", "#d62728", "#e377c2", "#bcbd22", "#2ca02c", "#8c564b", "#1f77b4",
                        "#000000"]


def measure(scene, overrides, method):
    sets = list(overrides) + [f"method.{key}={str(value).lower()}" for key, value in method.items()]
    simulation = conjac.Simulation(scene, overrides=sets)
    steps = round(0.6 / simulation.time_step)
    times, energies, factorizations, undone = [], [], 0, 0
    try:
        for _ in range(steps):
            report = simulation.step()
            factorizations += report.factorizations
            undone += report.undone
            energy = report.energy
            times.append(report.time)
            energies.append(energy.kinetic + energy.elastic)
        status = "ok"
    except conjac.Error as error:
        status = f"diverged at {simulation.time:.2f} s"
        if error.kind != "diverged":
            raise
    released = min(range(len(times)), key=lambda k: abs(times[k] - RELEASE))
    scale = energies[released]
    return {"times": times[released:], "energy": [e / scale for e in energies[released:]],
            "status": status, "factorizations": factorizations, "undone": undone,
            "left": energies[-1] / scale if status == "ok" else None, "steps": steps}


def draw(path, title, rows):
    width, height, left, top = 760, 430, 60, 46
    plot_w, plot_h, high = width - left - 20, height - top - 60, 1.4
    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height + 190}" '
           'font-family="sans-serif" font-size="13">',
           f'<rect width="{width}" height="{height + 190}" fill="white"/>',
           f'<text x="{left}" y="26" font-size="17">{title}</text>']
    for k in range(8):
        value, y = 0.2 * k, top + plot_h * (1 - 0.2 * k / high)
        svg.append(f'<line x1="{left}" x2="{left + plot_w}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
                   f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{value:.1f}</text>')
    for k in range(7):
        x = left + plot_w * k / 6
        svg.append(f'<text x="{x:.1f}" y="{top + plot_h + 18}" text-anchor="middle">'
                   f'{RELEASE + 0.05 * k:.2f}</text>')
    svg.append(f'<text x="{left + plot_w / 2}" y="{top + plot_h + 38}" text-anchor="middle">'
               'time [s]</text>')
    for k, (name, row) in enumerate(rows):
        points = " ".join(
            f"{left + plot_w * (t - RELEASE) / 0.3:.1f},"
            f"{top + plot_h * (1 - min(max(e, 0), high) / high):.1f}"
            for t, e in zip(row["times"], row["energy"]))
        svg.append(f'<polyline points="{points}" fill="none" stroke="{COLORS[k]}" '
                   f'stroke-width="{3 if k == len(rows) - 1 else 1.6}"/>')
        y = height + 8 + 21 * k
        svg.append(f'<line x1="{left}" x2="{left + 30}" y1="{y}" y2="{y}" stroke="{COLORS[k]}" '
                   f'stroke-width="3"/><text x="{left + 40}" y="{y + 4}">{name}</text>')
    path.write_text("\n".join(svg + ["</svg>", ""]))


def main():
    pictures = pathlib.Path(__file__).resolve().parent.parent / "docs" / "pictures"
    pictures.mkdir(exist_ok=True)
    for label, scene, overrides in SCENES:
        rows = []
        print(f"\n| {label} | energy left | largest | factorizations | undone |")
        print("|---|---|---|---|---|")
        for name, method in VARIANTS:
            if sys.stderr.isatty():
                print(f"\r{label}: {name}\x1b[K", end="", file=sys.stderr)
            row = measure(scene, overrides, method)
            rows.append((name, row))
            left = row["status"] if row["left"] is None else f"{100 * row['left']:.2g} %"
            print(f"| {name} | {left} | {max(row['energy']):.2f} | "
                  f"{row['factorizations']} of {row['steps']} | {row['undone']} |", flush=True)
        draw(pictures / f"stabilisation-{label}.svg",
             f"Energy after the release over energy at the release ({label})", rows)


if __name__ == "__main__":
    main()
