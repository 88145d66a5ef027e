#!/usr/bin/env python3
"""How many updates a second a drag gets, and what a step costs.

    tools/measure_drag.py --conjac PROGRAM [--seconds 8] [SCENE [ARGUMENTS OF conjac view...]]

Starts `conjac view`, takes hold of the surface node nearest to the first representative node and leads it in
circles, as a hand would. Prints updates and steps a second of wall clock, the real-time factor, and processor
time per step, which says what the machine needs even when others use it too.
Default: armadillo --time-step 0.0166667.
"""
import argparse
import math
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests/cli"))
from viewer_client import ViewServer  # noqa: E402


def processor_seconds(process):
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(program, arguments, seconds):
    server = ViewServer(program, *arguments)
    try:
        with server.live() as page:
            shape = page.until(lambda m: m["kind"] == 1)
            rest = shape["rest"]
            surface = {node for triangle in shape["triangles"] for node in triangle}
            held = {i for i, role in enumerate(page.frame()["roles"]) if role in (3, 4, 5)}
            goal = rest[shape["representatives"][0]] if shape["representatives"] else rest[0]
            node = min(surface - held, key=lambda i: math.dist(rest[i], goal))
            low = [min(p[c] for p in rest) for c in range(3)]
            high = [max(p[c] for p in rest) for c in range(3)]
            radius = 0.1 * math.dist(low, high)
            page.grab(node, rest[node])
            first = page.frame()
            begin, used, updates = time.monotonic(), processor_seconds(server.process.pid), 0
            while time.monotonic() - begin < seconds:
                angle = 2 * math.pi * 0.7 * (time.monotonic() - begin)
                page.drag([rest[node][0] + radius * math.sin(angle),
                           rest[node][1] + radius * (1 - math.cos(angle)), rest[node][2] + 0.5 * radius])
                last = page.frame()
                updates += 1
            wall = time.monotonic() - begin
            steps = max(1, last["step"] - first["step"])
            used = processor_seconds(server.process.pid) - used
        return updates / wall, steps / wall, (last["time"] - first["time"]) / wall, 1e3 * used / steps
    finally:
        server.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--conjac", required=True)
    parser.add_argument("--seconds", type=float, default=8)
    options, arguments = parser.parse_known_args()
    arguments = arguments or ["armadillo", "--time-step", "0.0166667"]
    updates, steps, factor, cost = measure(options.conjac, arguments, options.seconds)
    print(f"{' '.join(arguments)}: {updates:.1f} updates/s, {steps:.1f} steps/s, {factor:.2f} of real time, "
          f"{cost:.1f} ms of processor time a step, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
