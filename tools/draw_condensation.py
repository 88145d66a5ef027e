#!/usr/bin/env python3
"""Draws docs/pictures/condensation.png: a bar, the columns of its J, and a motion made of them.

Run it with the module on the path:  ./conjac python tools/draw_condensation.py
The bar is the scene beam2d on a coarser mesh; J is what Simulation.jacobian() gives for it at rest.
The drawing is SVG; chromium (group `viewer` of tools/setup.sh) makes the picture of it. --svg FILE
keeps the drawing instead.
"""
import argparse
import pathlib
import shutil
import subprocess
import tempfile

import conjac
import numpy as np

PICTURE = pathlib.Path(__file__).resolve().parent.parent / "docs/pictures/condensation.png"
WIDTH, HEIGHT, SHARPNESS = 1000, 780, 1.4  # SVG units; pixels per unit
PANEL, SCALE = 480, 3700  # width of a panel; SVG units per metre
SHIFT = 0.014             # a unit of v_d is drawn as a shift of this, m
DRIVER, HELD, LINE, INK = "#e8590c", "#343a40", "#5c7285", "#212529"
CALM, LIVELY = np.array([233, 240, 247]), np.array([74, 144, 205])  # colours of |v| = 0 and 1


def fill(speed):
    red, green, blue = (CALM + min(speed, 1) * (LIVELY - CALM)).astype(int)
    return f"#{red:02x}{green:02x}{blue:02x}"


class Drawing:
    def __init__(self, body):
        self.body, self.parts = body, []
        self.rest = body.rest_positions
        sides = [tuple(sorted((e[a], e[b]))) for e in body.elements for a, b in ((0, 1), (1, 2), (2, 0))]
        self.outline = [side for side in sides if sides.count(side) == 1]

    def text(self, x, y, words, size=17, anchor="start", color=INK, weight="normal"):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" '
                          f'fill="{color}" font-weight="{weight}">{words}</text>')

    def at(self, corner, x):
        return corner[0] + SCALE * x[0], corner[1] - SCALE * x[1]

    def arrow(self, corner, start, end):
        (x0, y0), (x1, y1) = self.at(corner, start), self.at(corner, end)
        along = np.array([x1 - x0, y1 - y0])
        along /= np.linalg.norm(along)
        across = np.array([-along[1], along[0]])
        x1, y1 = np.array([x1, y1]) - 7 * along  # the node's disc begins there
        base = np.array([x1, y1]) - 11 * along
        left, right = base + 5 * across, base - 5 * across
        self.parts.append(f'<path d="M{x0:.1f} {y0:.1f}L{base[0]:.1f} {base[1]:.1f}" stroke="{DRIVER}" '
                          f'stroke-width="3"/><path d="M{x1:.1f} {y1:.1f}L{left[0]:.1f} {left[1]:.1f}'
                          f'L{right[0]:.1f} {right[1]:.1f}Z" fill="{DRIVER}"/>')

    def panel(self, corner, v, numbers=False):
        """The bar displaced by SHIFT v, v (nodes x 2) relative to a unit driver velocity."""
        x = self.rest + SHIFT * v
        moved = np.abs(v).max() > 0
        if moved:
            lines = "".join("M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*self.at(corner, self.rest[a]),
                                                                 *self.at(corner, self.rest[b]))
                            for a, b in self.outline)
            self.parts.append(f'<path d="{lines}" stroke="#adb5bd" stroke-width="1.2" '
                              'stroke-dasharray="4 3" fill="none"/>')
        for element in self.body.elements:
            speed = np.linalg.norm(v[element], axis=1).mean()
            points = " ".join("{:.1f},{:.1f}".format(*self.at(corner, x[n])) for n in element)
            self.parts.append(f'<polygon points="{points}" fill="{fill(speed) if moved else "#eef1f4"}" '
                              f'stroke="{LINE}" stroke-width="0.6" stroke-linejoin="round"/>')
        for node in np.flatnonzero(self.body.roles == conjac.Role.FIXED):
            px, py = self.at(corner, x[node])
            self.parts.append(f'<rect x="{px - 4:.1f}" y="{py - 4:.1f}" width="8" height="8" fill="{HELD}"/>')
        for k, node in enumerate(self.body.dynamic_nodes):
            if np.linalg.norm(v[node]) > 1e-9:
                self.arrow(corner, self.rest[node], x[node])
            px, py = self.at(corner, x[node])
            self.parts.append(f'<circle cx="{px:.1f}" cy="{py:.1f}" r="7" fill="{DRIVER}" stroke="white" '
                              'stroke-width="1.5"/>')
            if numbers:
                self.text(px, py - 13, str(k + 1), 18, "middle", DRIVER, "bold")

    def svg(self):
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
                f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="DejaVu Sans, sans-serif">'
                f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>' + "".join(self.parts) + "</svg>\n")


def draw():
    body = conjac.Simulation("beam2d", overrides=["mesh.rectangle.cells=[30,6]", "gravity=[0,0,0]"])
    J = body.jacobian()
    column = [J[:, k].reshape(-1, 2) for k in range(J.shape[1])]
    drawing = Drawing(body)
    nodes, followers = len(body.rest_positions), int((body.roles == conjac.Role.QUASISTATIC).sum())

    left, right = 28, 28 + PANEL + 20
    drawing.text(left, 36, "The bar", weight="bold")
    drawing.panel((left + 8, 96), 0 * body.rest_positions, numbers=True)
    for i, words in enumerate([
            f'<tspan fill="{DRIVER}" font-weight="bold">2 dynamic nodes</tspan>: their velocities are solved for',
            f"{followers} quasistatic nodes: they follow, at zero net force",
            f"{nodes - followers - 2} nodes are held"]):
        drawing.text(right, 76 + 26 * i, words, 16)
    drawing.text(left, 186, "The four columns of J", weight="bold")
    drawing.text(left + 212, 186, "dashed: at rest; the bluer, the faster", 14, color="#6c757d")
    titles = ["1: node 1 moves right, node 2 stays", "2: node 1 moves up, node 2 stays",
              "3: node 2 moves right, node 1 stays", "4: node 2 moves up, node 1 stays"]
    for k, place in enumerate([(left, 217), (right, 217), (left, 397), (right, 397)]):
        drawing.text(place[0], place[1], titles[k], 16)
        drawing.panel((place[0] + 8, place[1] + 104), column[k])
    together = 0.5 * column[1] + 0.25 * column[2] - 0.9 * column[3]
    drawing.text(left, 586, "Every motion the bar can make is a sum of them", weight="bold")
    drawing.panel((left + 8, 668), together)
    for i, words in enumerate(["v = J v_d,  here with v_d = (0, 0.5, 0.25, -0.9):",
                               "0.5 times column 2, plus 0.25 times column 3,",
                               "minus 0.9 times column 4"]):
        drawing.text(right, 642 + 26 * i, words, 16)
    return drawing.svg()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--svg", type=pathlib.Path, help="write the drawing there, no picture")
    given = parser.parse_args()
    if given.svg:
        given.svg.write_text(draw())
        return
    browser = shutil.which("chromium")
    if not browser:
        raise SystemExit("chromium is not there; tools/setup.sh viewer installs it")
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "drawing.html"
        page.write_text(f"<!doctype html><body style='margin:0'>{draw()}")
        subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                        f"--force-device-scale-factor={SHARPNESS}", f"--window-size={WIDTH},{HEIGHT}",
                        f"--user-data-dir={folder}/profile", f"--screenshot={PICTURE}", page.as_uri()],
                       check=True, capture_output=True, timeout=120)
    print(f"wrote {PICTURE}")


if __name__ == "__main__":
    main()
