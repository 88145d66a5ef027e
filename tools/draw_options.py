#!/usr/bin/env python3
"""Draws what the number of dynamic nodes, `newton_steps` and `reuse_tolerance` do (docs/your-own-mesh.md).

    ./conjac python tools/draw_options.py

The bar of scenes/release.json is pulled and let go, once for each value, and once by full FE in steps so fine
that its curve is the truth of the picture. Prints a table for each option and draws docs/pictures/option-*.svg.
"""
import pathlib

import numpy as np

import conjac

RELEASE, END = 0.3, 0.7
TRUTH = {"name": "full", "integrator": "midpoint"}
COLORS = ["#d62728", "#e8912d", "#2ca02c", "#1f77b4", "#8c564b"]
PULL, FAR = [0.01, 0.003, 0], [0.0, 0.04, 0]  # m
# option, title, how far the end is pulled, [(name of the curve, dynamic nodes, options)]
PICTURES = [
    ("nodes", "Dynamic nodes: how many modes of the body can swing", PULL,
     [(f"{n} node{'s' if n > 1 else ''}", n, {}) for n in (1, 2, 4, 8)]),
    ("newton-steps", "newton_steps: corrections per step, bar bent by 40 % of its length", FAR,
     [(f"newton_steps {n}", 4, {"newton_steps": n}) for n in (1, 2, 4)]),
    ("reuse", "reuse_tolerance: how far elements deform before a new factorization", FAR,
     [(f"reuse_tolerance {r:g}", 4, {"reuse_tolerance": r}) for r in (0, 0.1, 0.3, 0.5)]),
]


def scene_of(pull, nodes, method, step):
    scene = conjac.load_scene("release")
    scene["roles"] = [role for role in scene["roles"] if role["role"] == "fixed"]
    scene["placement"] = {"dynamic": nodes}
    scene["timeline"][0]["move"]["translate"] = pull
    scene["method"] = method
    scene["time"] = {"step": step, "duration": END}
    return scene


def swing(pull, nodes, method, step=0.005):
    """Times after the release, the height of the end, what it took."""
    simulation = conjac.Simulation(scene_of(pull, nodes, method, step))
    end = int(np.argmin(np.linalg.norm(simulation.rest_positions - [0.1, 0, 0], axis=1)))
    times, heights, factorizations, undone = [], [], 0, 0
    for _ in range(round(END / step)):
        report = simulation.step()
        factorizations += report.factorizations
        undone += report.undone
        if report.time >= RELEASE - 1e-9:
            times.append(report.time)
            heights.append(simulation.positions[end, 1])
    return {"times": np.array(times), "heights": np.array(heights), "factorizations": factorizations,
            "undone": undone, "steps": round(END / step)}


def draw(path, title, truth, rows):
    width, height, left, top = 760, 400, 62, 46
    plot_w, plot_h = width - left - 20, height - top - 60
    high = 1000 * max(abs(row["heights"]).max() for _, row in [("", truth), *rows]) * 1.05
    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height + 22 * (len(rows) + 1)}" '
           'font-family="sans-serif" font-size="13">',
           f'<rect width="{width}" height="{height + 22 * (len(rows) + 1)}" fill="white"/>',
           f'<text x="{left}" y="26" font-size="17">{title}</text>',
           f'<text transform="translate(14 {top + plot_h / 2}) rotate(-90)" text-anchor="middle">'
           'height of the end [mm]</text>']
    unit = 10 ** np.floor(np.log10(high / 2))
    spacing = unit * (1 if high / unit < 5 else 2 if high / unit < 12 else 5)
    for value in np.arange(-np.floor(high / spacing), np.floor(high / spacing) + 1) * spacing:
        y = top + plot_h * (0.5 - 0.5 * value / high)
        svg.append(f'<line x1="{left}" x2="{left + plot_w}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
                   f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
    for time in np.arange(RELEASE, END + 1e-9, 0.1):
        x = left + plot_w * (time - RELEASE) / (END - RELEASE)
        svg.append(f'<text x="{x:.1f}" y="{top + plot_h + 18}" text-anchor="middle">{time:.1f}</text>')
    svg.append(f'<text x="{left + plot_w / 2}" y="{top + plot_h + 38}" text-anchor="middle">time [s]</text>')
    curves = [("full FE in fine steps", truth, "#000000", 3, ' stroke-opacity="0.35"')]
    curves += [(name, row, COLORS[k], 1.8, "") for k, (name, row) in enumerate(rows)]
    for k, (name, row, color, line, extra) in enumerate(curves):
        points = " ".join(f"{left + plot_w * (t - RELEASE) / (END - RELEASE):.1f},"
                          f"{top + plot_h * (0.5 - 0.5 * 1000 * y / high):.1f}"
                          for t, y in zip(row["times"], row["heights"]))
        svg.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="{line}"{extra}/>')
        y = height + 4 + 22 * k
        svg.append(f'<line x1="{left}" x2="{left + 30}" y1="{y}" y2="{y}" stroke="{color}" '
                   f'stroke-width="3"{extra}/><text x="{left + 40}" y="{y + 4}">{name}</text>')
    path.write_text("\n".join([*svg, "</svg>", ""]))


def main():
    pictures = pathlib.Path(__file__).resolve().parent.parent / "docs" / "pictures"
    truths = {}
    for option, title, pull, values in PICTURES:
        key = tuple(pull)
        if key not in truths:
            truths[key] = swing(pull, 1, TRUTH, step=0.0005)
        truth = truths[key]
        rows = [(name, swing(pull, nodes, method)) for name, nodes, method in values]
        draw(pictures / f"option-{option}.svg", title, truth, rows)
        print("\n| | distance | factorizations | tries undone |\n|---|---|---|---|")
        for name, row in rows:
            there = np.interp(row["times"], truth["times"], truth["heights"])
            distance = np.sqrt(np.mean((row["heights"] - there) ** 2)) / np.linalg.norm(pull)
            print(f"| {name} | {distance:.3f} | {row['factorizations']} in {row['steps']} steps | {row['undone']} |",
                  flush=True)


if __name__ == "__main__":
    main()
