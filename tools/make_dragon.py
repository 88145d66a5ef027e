#!/usr/bin/env python3
"""Makes the surface of our dragon: an implicit surface of blobs and tubes, written as an OFF file.

    tools/make_dragon.py FILE.off [--cell MILLIMETRES]

Needs numpy. The dragon is a list of parts (`dragon()`): tubes along curves whose thickness changes, ellipsoids,
spikes and thin sheets, in centimetres, Y up, the head towards -x, feet on y = 0. Each part has a signed distance (below
zero inside), and a smooth minimum joins them, so that limbs grow out of the body. The surface where the distance is zero
is taken from a grid by marching tetrahedra (tools/implicit_surface.py): closed, oriented outwards, the same file each time.
tools/make_shapes.sh fills it with tetrahedra. But for tips of horns and toes nothing is thinner than 4 mm, two elements of that mesh.
"""
import argparse

import numpy as np

from implicit_surface import Blob, Sheet, Tube, field, largest_piece, marching_tetrahedra, smooth_curve


def turn_about(axis, degrees):
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    i, j = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    m = np.eye(3)
    m[i, i] = m[j, j] = c
    m[i, j], m[j, i] = -s, s
    return m


# From the hip to the base of the skull: chest, arched back and an S of a neck, turned a little to the viewer.
SPINE = [(4.3, 3.7, 0.0, 1.25), (3.0, 4.3, 0.0, 1.65), (1.4, 4.9, 0.0, 1.75), (-0.2, 4.7, 0.0, 1.8), (-1.7, 4.2, 0.0, 1.75),
         (-2.9, 4.6, 0.0, 1.4), (-3.55, 5.8, 0.05, 1.15), (-3.6, 7.0, 0.1, 1.05), (-3.85, 8.05, 0.25, 1.0), (-4.6, 8.75, 0.45, 1.0)]
# From the hip down to the ground, around to the viewer, the end rising.
TAIL = [(3.6, 3.9, 0.0, 1.35), (4.9, 2.9, -0.15, 1.15), (6.0, 1.75, 0.0, 0.98), (6.75, 1.0, 0.75, 0.85), (6.85, 0.75, 1.9, 0.76),
        (6.35, 0.68, 2.9, 0.7), (5.4, 0.72, 3.4, 0.63), (4.6, 1.2, 3.5, 0.55), (4.3, 2.05, 3.45, 0.45)]
HEAD_SIZE, HEAD_AT, HEAD_TURN = 1.1, np.array([-4.4, 8.7, 0.45]), turn_about("y", 16) @ turn_about("z", 4)


def head():
    """In its own frame: the snout towards -x, the skull at the origin."""
    def at(x, y, z, *radius):
        return (*(HEAD_AT + HEAD_SIZE * HEAD_TURN @ (x, y, z)), *(HEAD_SIZE * r for r in radius))

    def tube(blend, *points):
        return Tube([at(*p) for p in points], blend)

    def blob(center, radii, blend, tilt=0.0):
        return Blob(at(*center), HEAD_SIZE * np.array(radii), blend, HEAD_TURN @ turn_about("z", tilt))

    parts = [
        blob((-0.1, 0.1, 0), (1.25, 1.0, 1.1), 0.5),                                         # skull
        blob((-1.55, 0.28, 0), (1.45, 0.52, 0.78), 0.35, -6),                                 # upper jaw
        blob((-2.55, 0.34, 0), (0.62, 0.52, 0.62), 0.3),                                      # snout
        tube(0.3, (-0.1, -0.45, 0, 0.72), (-0.9, -1.0, 0, 0.58), (-1.7, -1.5, 0, 0.46), (-2.35, -1.72, 0, 0.38)),
        blob((-2.25, -1.66, 0), (0.42, 0.3, 0.46), 0.3, -30),                                 # chin
        tube(0.15, (-1.9, -1.75, 0, 0.26), (-1.75, -2.2, 0, 0.24)),                           # beard
    ]
    for side in (-1, 1):
        parts += [
            blob((-2.85, 0.72, 0.3 * side), (0.3, 0.24, 0.22), 0.2),                          # nostrils
            tube(0.25, (-1.25, 0.72, 0.5 * side, 0.22), (-0.6, 1.02, 0.72 * side, 0.32), (0.1, 0.98, 0.85 * side, 0.28)),  # brows
            blob((-0.72, 0.55, 0.78 * side), (0.3, 0.27, 0.24), 0.1),                         # eyes
            tube(0.25, (0.2, 0.75, 0.55 * side, 0.36), (1.1, 1.3, 0.85 * side, 0.34), (1.9, 1.55, 1.05 * side, 0.29),
                 (2.6, 1.9, 1.0 * side, 0.25)),                                              # horns
            tube(0.25, (0.25, -0.1, 0.8 * side, 0.34), (0.9, -0.2, 1.35 * side, 0.27), (1.45, -0.15, 1.7 * side, 0.25)),   # frill
            tube(0.2, (0.05, -0.65, 0.6 * side, 0.3), (0.5, -1.0, 1.0 * side, 0.23)),
            tube(0.12, (-2.5, 0.1, 0.36 * side, 0.28), (-2.55, -0.38, 0.38 * side, 0.24)),    # fangs
        ]
    return parts


def leg(blend, hip, knee, ankle, foot, radii, toes=0.62):
    """Thigh, shank and a foot of three toes that points along -x."""
    a, b, c, d = radii
    foot = np.asarray(foot, float)
    parts = [Tube([(*hip, a), (*knee, b), (*ankle, c), (*foot, d)], blend), Blob(foot + (-0.15, -0.1, 0), (0.85, 0.5, 0.72), 0.3)]
    for z, reach in ((-0.48, 0.8), (0.0, 1.0), (0.48, 0.8)):
        tip = foot + (-0.45 - toes * reach, -0.22, 1.7 * z)
        parts += [Tube([(*(foot + (-0.3, -0.1, z)), 0.32), (*tip, 0.28)], 0.15),
                  Tube([(*tip, 0.28), (*(tip + (-0.3, -0.04, 0)), 0.25)], 0.12)]
    return parts


def ridge():
    """Spikes along the middle of the back, from the skull to the tail, as high as the place is thick."""
    def along(curve, step, first, last, height, upright):
        curve = smooth_curve(np.asarray(curve, float), 24)
        length = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(curve[:, :3], axis=0), axis=1))])
        spikes = []
        for s in np.arange(first, length[-1] - last, step):
            p = np.array([np.interp(s, length, curve[:, k]) for k in range(4)])
            q = np.array([np.interp(s + 0.1, length, curve[:, k]) for k in range(4)])
            ahead = (q - p)[:3] / np.linalg.norm((q - p)[:3])
            out = np.array((0, 1.0, 0)) - ahead[1] * ahead if upright else np.cross((0, 0, -1), ahead)
            if upright or not -3.55 < p[0] < -1.0:  # in the hollow of the nape they would grow into each other
                spikes.append((p, out / np.linalg.norm(out), ahead, height * (0.45 + 0.4 * p[3])))
        return spikes

    parts = []
    # Both run away from the hips, and lean towards the tail's end.
    for sign, spikes in ((-1, along(SPINE, 0.95, 0.9, 1.5, 1.05, False)), (1, along(TAIL, 0.9, 1.5, 2.3, 1.0, True))):
        for p, out, ahead, high in spikes:
            root, back = p[:3] + out * (p[3] - 0.15), sign * ahead
            tip = root + out * high + back * 0.35 * high
            parts.append(Sheet([root - back * 0.42 * high - out * 0.1, root + back * 0.5 * high - out * 0.1, tip], 0.25, 0.2))
    return parts


def wings():
    """Small ones, folded back: an arm, three fingers and the skin between them."""
    parts = []
    for side in (-1, 1):
        def at(x, y, z):
            return np.array((x, y, z * side))
        shoulder, elbow = at(-0.8, 5.5, 1.35), at(-0.2, 7.1, 2.3)
        tips = [at(3.6, 7.0, 2.75), at(3.1, 6.0, 2.85), at(2.0, 5.1, 2.6)]
        parts.append(Tube([(*shoulder, 0.55), (*(0.5 * (shoulder + elbow) + (-0.15, 0, 0)), 0.42), (*elbow, 0.36)], 0.4))
        parts.append(Tube([(*elbow, 0.34), (*(elbow + (-0.35, 0.45, 0.1 * side)), 0.24)], 0.15))
        for tip, bend in zip(tips, (0.35, 0.25, 0.15)):
            parts.append(Tube([(*elbow, 0.32), (*(0.5 * (elbow + tip) + (0, bend, 0.12 * side)), 0.28), (*tip, 0.25)], 0.15))
        fan = [elbow, *[0.5 * (elbow + tip) + (0, bend, 0.12 * side) for tip, bend in zip(tips, (0.35, 0.25, 0.15))]]
        inner = [t + 0.12 * (elbow - t) for t in tips]
        for k in range(2):
            parts += [Sheet([fan[0], fan[k + 1], fan[k + 2]], 0.24, 0.15), Sheet([fan[k + 1], inner[k], inner[k + 1]], 0.24, 0.15),
                      Sheet([fan[k + 1], inner[k + 1], fan[k + 2]], 0.24, 0.15)]
        root = at(1.3, 5.3, 1.3)
        parts += [Sheet([fan[0], fan[3], root], 0.24, 0.25), Sheet([shoulder, elbow, root], 0.24, 0.25), Sheet([fan[3], inner[2], root], 0.24, 0.25)]
    return parts


def dragon():
    parts = [Tube(SPINE, 0.5), Tube(TAIL, 0.8),
             Blob((3.2, 4.1, 0), (1.7, 1.6, 1.75), 0.6),        # hips
             Blob((-1.8, 4.1, 0), (1.55, 1.75, 1.7), 0.6),      # chest
             Blob((0.8, 3.9, 0), (2.4, 1.45, 1.55), 0.7)]       # belly
    parts += leg(0.4, (3.3, 3.9, 1.3), (2.5, 2.6, 2.05), (3.15, 1.35, 2.0), (2.45, 0.62, 2.0), (1.3, 0.95, 0.66, 0.6))
    parts += leg(0.4, (3.3, 3.9, -1.3), (3.0, 2.5, -2.05), (3.9, 1.3, -2.1), (3.3, 0.62, -2.1), (1.3, 0.95, 0.66, 0.6))
    parts += leg(0.4, (-1.7, 3.8, 1.2), (-1.35, 2.4, 1.85), (-2.0, 1.25, 2.0), (-2.5, 0.62, 2.0), (1.05, 0.82, 0.6, 0.55))
    parts += leg(0.4, (-1.7, 3.8, -1.2), (-2.2, 2.45, -1.8), (-3.0, 1.3, -1.9), (-3.6, 0.62, -1.9), (1.05, 0.82, 0.6, 0.55))
    parts += ridge() + wings() + head()
    # The end of the tail: a spade.
    x, y, z, _ = TAIL[-1]
    parts += [Blob((x - 0.1, y + 0.5, z), (0.65, 0.85, 0.34), 0.2), Tube([(x - 0.1, y + 0.8, z, 0.3), (x - 0.15, y + 1.5, z, 0.26)], 0.2)]
    return parts


def surface(cell):
    parts = dragon()
    boxes = [part.box() for part in parts]
    low = np.min([b[0] for b in boxes], axis=0) - 3 * cell
    high = np.max([b[1] for b in boxes], axis=0) + 3 * cell
    low[1] = -3 * cell
    axes = [np.arange(a, b, cell) for a, b in zip(low, high)]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)
    values = np.maximum(field(parts, grid), -grid[..., 1])  # feet and tail are flat below
    return largest_piece(*marching_tetrahedra(values, np.array([a[0] for a in axes]), cell))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--cell", type=float, default=1.0, help="size of the grid's cells, mm")
    arguments = parser.parse_args()
    points, triangles = surface(arguments.cell / 10)
    with open(arguments.file, "w", encoding="ascii") as file:
        file.write(f"OFF\n{len(points)} {len(triangles)} 0\n")
        file.writelines(f"{x:.6f} {y:.6f} {z:.6f}\n" for x, y, z in points)
        file.writelines(f"3 {a} {b} {c}\n" for a, b, c in triangles)
    size = points.max(0) - points.min(0)
    print(f"{arguments.file}: {len(points)} vertices, {len(triangles)} triangles, "
          f"{' x '.join(f'{e:.1f}' for e in size)} cm")


if __name__ == "__main__":
    main()
