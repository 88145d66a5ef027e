#!/usr/bin/env python3
"""Makes scenes/pictures: what the gallery of `conjac view` shows of each scene.

Each scene is run for a moment and drawn by `conjac render`, twice as large as it is kept; colours are rounded to 64 levels, so
that a picture is a few kilobytes.

  tools/make_gallery.py --conjac build/release/apps/conjac/conjac [SCENE...]
"""
import argparse
import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
WIDTH, HEIGHT = 240, 160
LEVELS = 63
# How long each runs before its picture is taken, s, and what the colours show; others: a fifth of their duration, speed.
MOMENTS = {"armadillo": (0.5, "speed"), "dragon": (0.4, "speed"), "twist": (1.0, "von_mises"), "barcut": (0.8, "von_mises")}
MOST_STEPS = 60


def read_png(data):
    """Width, height and rows of RGB bytes of a PNG file of 8 bits, as our renderer writes it."""
    at, idat, header = 8, b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            header = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            idat += body
        at += 12 + length
    width, height, depth, colour = header[:4]
    size = {2: 3, 6: 4}[colour]
    assert depth == 8
    raw, rows, above = zlib.decompress(idat), [], bytearray(width * size)
    for y in range(height):
        begin = y * (width * size + 1)
        row = unfiltered(raw[begin], bytearray(raw[begin + 1:begin + 1 + width * size]), above, size)
        rows.append(row if size == 3 else bytearray(b for i, b in enumerate(row) if i % 4 != 3))
        above = row
    return width, height, rows


def predicted(kind, left, up, corner):
    if kind == 4:
        p = left + up - corner
        return min((abs(p - left), 0, left), (abs(p - up), 1, up), (abs(p - corner), 2, corner))[2]
    return (0, left, up, (left + up) // 2)[kind]


def unfiltered(kind, row, above, size):
    for i in range(len(row)):
        left = row[i - size] if i >= size else 0
        row[i] = (row[i] + predicted(kind, left, above[i], above[i - size] if i >= size else 0)) & 255
    return row


def filtered(row, above):
    """The row by the filter that leaves the smallest numbers."""
    best = None
    for kind in range(5):
        line = bytearray(len(row))
        for i, value in enumerate(row):
            left, corner = (row[i - 3], above[i - 3]) if i >= 3 else (0, 0)
            line[i] = (value - predicted(kind, left, above[i], corner)) & 255
        cost = sum(min(b, 256 - b) for b in line)
        if best is None or cost < best[0]:
            best = (cost, bytes([kind]) + bytes(line))
    return best[1]


def halved(rows):
    """Means of squares of four pixels, rounded to levels."""
    result = []
    for y in range(0, len(rows), 2):
        a, b = rows[y], rows[y + 1]
        row = bytearray(len(a) // 2)
        for x in range(len(a) // 6):
            for c in range(3):
                i = 6 * x + c
                mean = (a[i] + a[i + 3] + b[i] + b[i + 3]) / 4
                row[3 * x + c] = round(round(mean * LEVELS / 255) * 255 / LEVELS)
        result.append(row)
    return result


def png_of(rows):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    above, lines = bytearray(len(rows[0])), []
    for row in rows:
        lines.append(filtered(row, above))
        above = row
    head = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    packed = zlib.compress(b"".join(lines), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def make(program, name, folder):
    scene = json.loads((ROOT / f"scenes/{name}.json").read_text())
    time = scene["time"]
    moment, colour = MOMENTS.get(name, (time.get("duration", 1) / 5, "speed"))
    steps = max(2, min(MOST_STEPS, round(moment / time["step"])))
    results, large = folder / name, folder / f"{name}.png"
    subprocess.run([program, "run", f"scenes/{name}.json", "--steps", str(steps), "-q", "--checkpoint", "0", "-o", str(results)],
                   check=True, cwd=ROOT)
    subprocess.run([program, "render", str(results), "-o", str(large), "-q", "--no-labels", "--colour", colour,
                    "--size", f"{2 * WIDTH}x{2 * HEIGHT}"], check=True, cwd=ROOT)
    data = png_of(halved(read_png(large.read_bytes())[2]))
    (ROOT / "scenes/pictures").mkdir(exist_ok=True)
    (ROOT / f"scenes/pictures/{name}.png").write_bytes(data)
    return len(data)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--conjac", required=True, help="the program")
    parser.add_argument("scenes", nargs="*", help="names [all]")
    given = parser.parse_args()
    names = given.scenes or sorted(file.stem for file in (ROOT / "scenes").glob("*.json"))
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            print(f"{name}: {make(str(pathlib.Path(given.conjac).resolve()), name, pathlib.Path(folder))} bytes", flush=True)
    total = sum(file.stat().st_size for file in (ROOT / "scenes/pictures").glob("*.png"))
    print(f"in all: {total} bytes")
    return 0 if total < 500_000 else 1


if __name__ == "__main__":
    sys.exit(main())
