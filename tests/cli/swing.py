"""Pulls at a hand of the armadillo through the viewer's protocol, lets go and counts how it swings.

    python3 tests/cli/swing.py PROGRAM armadillo --time-step 0.0166667
    python3 tests/cli/swing.py PROGRAM armadillo --time-step 0.0166667 --save start.npy
    PYTHONPATH=build/release/python python3 tools/true_swing.py start.npy      # full FE from there on

The hand is led away within RAMP seconds and held for HOLD, all of it damped so that the body is at rest; then it is let
go, damped as the scene is, and watched for WATCH, step by step, without gravity and the scene's own timeline. It prints
  overshoot  how far it goes beyond its rest at the first swing, over how far it was pulled (parabola through three steps)
  swings     how often it passes its rest within WATCH, by more than a tenth of the pull each time
  pull       how far it was when let go, m
  energy     kinetic and elastic at the end, over those at the release
"""
import argparse
import json
import math

import numpy

from viewer_client import ViewServer

HAND = [0.0446, 0.0961, 0.0276]  # where the scene has a dynamic node
WAY = [0.008, 0.004, 0.008]  # m
RAMP, HOLD, WATCH = 0.3, 0.3, 0.3  # s
DAMPING = 40  # 1/s, until it is let go
SECONDS = 300  # for a step on a busy machine
AWAY = 0.1  # of the pull: less is no swing


def ease(share):
    share = min(1.0, max(0.0, share))
    return share * share * (3 - 2 * share)


def first_low(way):
    """The lowest place of the first swing beyond rest, between the steps by a parabola; 0 where there is none."""
    below = [k for k in range(1, len(way) - 1) if way[k] < 0]
    if not below:
        return 0.0
    end = next((k for k in range(below[0], len(way)) if way[k] >= 0), len(way) - 1)
    low = min(range(below[0], end + 1), key=lambda k: way[k])
    if low + 1 == len(way):
        return way[low]
    a, b, c = way[low - 1:low + 2]
    bend = a - 2 * b + c
    return b - (a - c) ** 2 / (8 * bend) if bend > 0 else b


def swings(way, least):
    """Passages through rest, each to at least `least` on the other side."""
    count, side = 0, 1
    for place in way:
        if place * side < -least:
            count, side = count + 1, -side
    return count


def paused(page):
    page.pause()
    page.until(lambda m: m["kind"] == 0 and not m["text"].get("playing", True), SECONDS)
    page.reset()
    shape = page.until(lambda m: m["kind"] == 1, SECONDS)
    page.until(lambda m: m["kind"] == 3 and m["step"] == 0, SECONDS)
    return shape


def next_frame(page, step):
    """The frame of this step; an error of the server ends the test in its words."""
    def here(message):
        if message["kind"] == 0 and message["text"].get("type") == "error":
            raise AssertionError(message["text"]["text"])
        return message["kind"] == 3 and message["step"] == step and message["probes"]
    return page.until(here, SECONDS)


def measure(program, *arguments, cwd=None):
    """What the text above says, for `conjac view` with these arguments."""
    server = ViewServer(program, *arguments, "--set", "gravity=[0,0,0]", "--set", "timeline=[]", cwd=cwd)
    try:
        with server.live() as page:
            scene = page.text("scene", SECONDS)
            step_size, damping = scene["step"], scene["options"]["damping"]
            rest = paused(page)["rest"]
            node = min(range(len(rest)), key=lambda i: math.dist(rest[i], HAND))
            length = math.hypot(*WAY)
            page.probe(node)
            page.option("damping", DAMPING)
            page.grab(node, rest[node])
            released = round((RAMP + HOLD) / step_size)
            way, energy = [], []
            for step in range(1, released + round(WATCH / step_size) + 1):
                if step <= released:
                    share = ease(step * step_size / RAMP)
                    page.drag([rest[node][k] + share * WAY[k] for k in range(3)])
                elif step == released + 1:
                    page.option("damping", damping)
                    page.let_go()
                page.step()
                frame = next_frame(page, step)
                if step == released:
                    start = frame["positions"]
                place = frame["probes"][node][0]
                way.append(sum((place[k] - rest[node][k]) * WAY[k] / length for k in range(3)))
                energy.append(frame["energy"][0] + frame["energy"][1])
    finally:
        server.kill()
    pull, after = way[released - 1], way[released - 1:]
    return {"overshoot": -first_low(after) / pull, "swings": swings(after, AWAY * pull), "pull": pull,
            "energy": energy[-1] / energy[released - 1], "way": [round(place / pull, 4) for place in after],
            "node": node, "start": start}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--way", action="store_true", help="the way after the release too, over the pull")
    parser.add_argument("--save", help="write the places of all nodes at the release to this file")
    options, arguments = parser.parse_known_args()
    found = measure(options.program, *arguments)
    start = found.pop("start")
    if options.save:
        numpy.save(options.save, start)
    if not options.way:
        del found["way"]
    print(json.dumps(found))


if __name__ == "__main__":
    main()
