"""The live viewer's server from outside: what it shows and what it does."""
import math
import struct
import time
import unittest

from cli import SMALL, CliTest, copy_of
from cli import PROGRAM
from viewer_client import Closed, Refused, ViewServer

TIP = [0.09, 0.015, 0.015]


def nearest(points, place):
    return min(range(len(points)), key=lambda i: math.dist(points[i], place))


class ViewTest(CliTest):
    def serve(self, *arguments):
        server = ViewServer(PROGRAM, *arguments, cwd=self.folder)
        self.addCleanup(server.kill)
        return server

    def small(self, *arguments, **changes):
        scene = copy_of(SMALL)
        scene.update(changes)
        return self.serve(self.write_scene(scene), *arguments)


class Live(ViewTest):
    def test_scene_shape_and_frames_arrive_in_order(self):
        with self.small().live() as page:
            first = [page.receive() for _ in range(5)]
            self.assertEqual([m["kind"] for m in first], [0, 1, 4, 0, 3])
            scene, shape, _, state, frame = first
            self.assertEqual(scene["text"]["type"], "scene")
            self.assertEqual(scene["text"]["name"], "small")
            self.assertEqual(scene["text"]["mode"], "live")
            self.assertEqual(scene["text"]["sides"], 1)
            self.assertEqual(scene["text"]["step"], 0.005)
            self.assertEqual(scene["text"]["options"]["name"], "conjac")
            self.assertEqual(state["text"]["type"], "state")
            self.assertTrue(state["text"]["playing"])
            self.assertEqual(len(shape["rest"]), 7 * 3 * 3)
            self.assertEqual(len(shape["elements"]), 6 * 2 * 2 * 6)
            self.assertEqual(len(shape["triangles"]), 2 * (6 * 2 * 4 + 2 * 2 * 2))
            self.assertEqual(shape["representatives"], [nearest(shape["rest"], TIP)])
            self.assertEqual(set(shape["regions"]), {0})
            # Triangles look outwards: the box encloses its volume.
            volume = 0
            for a, b, c in (([shape["rest"][i] for i in t]) for t in shape["triangles"]):
                volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2])
                           + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6
            self.assertAlmostEqual(volume / (0.09 * 0.03 * 0.03), 1, places=5)
            self.assertEqual(len(frame["positions"]), len(shape["rest"]))
            self.assertEqual(frame["shape"], shape["shape"])
            self.assertEqual(frame["roles"].count(3), 9)
            self.assertEqual(frame["roles"].count(1), 1)
            later = page.until(lambda m: m["kind"] == 3 and m["time"] > 0.1)
            self.assertAlmostEqual(later["time"], later["step"] * 0.005)
            tip = shape["representatives"][0]
            self.assertLess(later["positions"][tip][1], shape["rest"][tip][1])  # it sags
            self.assertGreater(sum(later["stages"]), 0)
            self.assertIn("speed", later)

    def test_pause_step_play_and_reset(self):
        with self.small().live() as page:
            page.until(lambda m: m["kind"] == 3 and m["time"] > 0.02)
            page.pause()
            page.until(lambda m: m["kind"] == 0 and not m["text"].get("playing", True))
            stopped = page.frame()["time"]
            for expected in (1, 2, 3):
                page.step()
                frame = page.until(lambda m: m["kind"] == 3 and m["time"] > stopped + (expected - 0.5) * 0.005)
                self.assertAlmostEqual(frame["time"], stopped + expected * 0.005)
            page.reset()
            shape = page.until(lambda m: m["kind"] == 1)
            frame = page.frame()
            self.assertEqual(frame["time"], 0)
            self.assertEqual(frame["shape"], shape["shape"])
            # To half a step of 16 bits over the beam's length.
            for place, rest in zip(frame["positions"], shape["rest"]):
                self.assertLess(math.dist(place, rest), 0.09 / 65535)
            page.play()
            page.until(lambda m: m["kind"] == 3 and m["time"] > 0.02)

    def test_a_frame_is_small_and_what_is_read_is_exact(self):
        mesh = {"box": {"cells": [20, 14, 14], "size": [0.1, 0.07, 0.07]}}
        with self.small(mesh=mesh).live() as page:
            page.until(lambda m: m["kind"] == 3 and m["time"] > 0)
            page.pause()
            page.until(lambda m: m["kind"] == 0 and not m["text"].get("playing", True))
            page.probe(7, 4000, 10**9)
            frame = page.until(lambda m: m["kind"] == 3 and m["probes"])
            nodes = len(frame["positions"])
            self.assertGreater(nodes, 4000)
            self.assertLessEqual(frame["bytes"], 1.2 * 6 * nodes)
            self.assertEqual(sorted(frame["probes"]), [7, 4000])
            for node, (place, values) in frame["probes"].items():
                self.assertLess(math.dist(place, frame["positions"][node]), 0.2 / 65535)
                self.assertAlmostEqual(values["speed"], frame["speed"][node], delta=max(frame["speed"]) / 100)
            # Nobody draws contacts; whoever wants no probes gets none.
            page.probe()
            page.until(lambda m: m["kind"] == 3 and not m["probes"])  # one may be on its way

    def test_pace_follows_the_speed(self):
        with self.small().live() as page:
            page.frame()
            for speed in (0.25, 0.5):
                page.speed(speed)
                begin, wall = page.frame()["time"], time.monotonic()
                frame = page.until(lambda m: m["kind"] == 3 and m["time"] > begin + 0.5 * speed)
                # Never faster than asked; slower only when the machine is busy.
                self.assertLess((frame["time"] - begin) / (time.monotonic() - wall), 1.5 * speed)
            page.speed(0)
            page.until(lambda m: m["kind"] == 3 and m["rate"] > 300 and m["factor"] > 1.5)

    def test_drag_pulls_the_node_and_letting_go_releases_it(self):
        with self.small(gravity=[0, 0, 0]).live() as page:
            shape = page.until(lambda m: m["kind"] == 1)
            tip = nearest(shape["rest"], TIP)
            target = [TIP[0], TIP[1] + 0.02, TIP[2]]
            page.probe(tip)
            page.grab(tip, TIP)
            page.drag(target)
            frame = page.until(lambda m: m["kind"] == 3 and m["positions"][tip][1] > TIP[1] + 0.012)
            self.assertEqual(frame["flags"], 1)
            self.assertLess(math.dist(frame["target"], target), 1e-6)
            self.assertEqual(frame["grabbed"], frame["probes"][tip][0])
            self.assertGreater(frame["work"], 0)
            page.let_go()
            frame = page.until(lambda m: m["kind"] == 3 and m["positions"][tip][1] < TIP[1])
            self.assertEqual(frame["flags"], 0)
            # A node that the scene holds is not to be had.
            serial = page.grab(nearest(shape["rest"], [0, 0, 0]), TIP)
            error = page.text("error")
            self.assertEqual(error["serial"], serial)
            self.assertIn("held", error["text"])

    @staticmethod
    def another_value(row, value):
        if row["kind"] == "switch":
            return not value
        if row["kind"] == "choice":
            return next(one["name"] for one in row["choices"] if one["name"] != value)
        top = row.get("max", 2)
        return top if value != top else row["min"]

    def test_options_change_while_it_runs(self):
        with self.small().live() as page:
            table = page.text("scene")["option_table"]
            page.frame()

            def option(name, value):
                page.option(name, value)
                state = page.until(lambda m: m["kind"] == 0 and m["text"]["type"] == "state"
                                   and m["text"]["options"][name] == value)
                begin = page.frame()["time"]
                page.until(lambda m: m["kind"] == 3 and m["time"] > begin)
                return state["text"]

            # The state is told when it changes; the one at the beginning may have come before the frame.
            page.option("damping", 1)
            options = page.until(lambda m: m["kind"] == 0 and m["text"]["type"] == "state"
                                 and m["text"]["options"]["damping"] == 1)["text"]["options"]
            self.assertEqual([row["name"] for row in table], ["step", "dynamic", *options])
            # Whatever the table has can be changed, and put back.
            for row in table[2:]:
                name = row["name"]
                page.option(name, self.another_value(row, options[name]))
                page.until(lambda m: m["kind"] == 0 and m["text"]["type"] == "state"
                           and m["text"]["options"][name] != options[name])
                option(name, options[name])
            for name, value in (("beta", 0), ("integrator", "euler"), ("betta", 1), ("step", 0),
                                ("step", None), ("dynamic", 2.5), ("dynamic", 65)):
                serial = page.option(name, value)
                error = page.text("error")
                self.assertEqual(error["serial"], serial, (name, value))
            option("integrator", "linear-implicit")
            option("beta", 0.8)
            option("beta", None)
            option("damping", 2.5)
            option("adaptive", True)
            option("threshold", 500)
            frame = page.until(lambda m: m["kind"] == 3 and m["active"] == 0)
            self.assertEqual(frame["liveliness"][0][1], 0)
            self.assertEqual(frame["roles"].count(2), 1)
            page.wake(0, 1)
            page.until(lambda m: m["kind"] == 3 and m["active"] == 1)
            page.wake(0, 0)
            page.until(lambda m: m["kind"] == 3 and m["active"] == 0)
            page.option("step", 0.01)
            page.until(lambda m: m["kind"] == 0 and m["text"].get("step") == 0.01)
            before = page.frame()
            after = page.until(lambda m: m["kind"] == 3 and m["step"] > before["step"])
            self.assertAlmostEqual((after["time"] - before["time"]) / (after["step"] - before["step"]), 0.01)
            page.option("dynamic", 4)
            shape = page.until(lambda m: m["kind"] == 1)
            self.assertEqual(len(shape["representatives"]), 4)
            self.assertEqual(page.text("state")["dynamic"], 4)
            page.colour(3)
            page.until(lambda m: m["kind"] == 3 and "von_mises" in m and max(m["von_mises"]) > 0)
            page.colour(0)
            page.until(lambda m: m["kind"] == 3 and m["fields"] == 0)
            page.activation(0xffffffff, 1)
            self.assertIn("fibres", page.text("error")["text"])

    def test_a_stroke_cuts_the_body_and_the_run_goes_on(self):
        with self.small().live() as page:
            scene = page.text("scene")
            self.assertTrue(scene["can"]["cut"])
            shape = page.until(lambda m: m["kind"] == 1)
            page.cut([[0.05, -0.1, 0], [0.05, 0.1, 0]], [0, 0, 1])
            after = page.until(lambda m: m["kind"] == 1)
            self.assertGreater(after["shape"], shape["shape"])
            self.assertEqual(len(after["rest"]), len(shape["rest"]) + 9)  # a whole layer of nodes twice
            self.assertEqual(len(after["elements"]), len(shape["elements"]))
            self.assertGreater(len(after["triangles"]), len(shape["triangles"]))
            frame = page.frame()
            self.assertEqual((frame["shape"], len(frame["positions"])), (after["shape"], len(after["rest"])))
            # The loose end falls: nothing holds it.
            tip = nearest(after["rest"], TIP)
            page.until(lambda m: m["kind"] == 3 and m["positions"][tip][1] < -0.05)
            page.cut([[5, 5, 5], [6, 6, 6]], [0, 0, 1])
            page.text("notice")
            page.reset()
            again = page.until(lambda m: m["kind"] == 1)
            self.assertEqual(len(again["rest"]), len(shape["rest"]))

    def test_obstacles_and_contacts_are_shown(self):
        floor = {"name": "floor", "half_space": {"point": [0, -0.01, 0], "normal": [0, 1, 0]}}
        with self.small(roles=[], obstacles=[floor]).live() as page:
            page.colour(8 + 1)
            solids = page.text("scene")["solids"]
            self.assertEqual([(s["kind"], s["role"], s["name"]) for s in solids],
                             [("half_space", "obstacle", "floor")])
            frame = page.until(lambda m: m["kind"] == 3 and m["contacts"])
            position, (x, y, z, w) = frame["solids"][0]
            self.assertAlmostEqual(position[1], -0.01, places=6)
            # Its local z axis, the normal, is up.
            up = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)]
            self.assertLess(math.dist(up, [0, 1, 0]), 1e-5)
            for point, force in frame["contacts"]:
                self.assertLess(abs(point[1] + 0.01), 0.005)
                self.assertGreaterEqual(force[1], 0)

    def test_two_sides_run_in_step(self):
        server = self.small("--against", "vanilla")
        with server.live() as page:
            labels, last = {}, {}
            for _ in range(60):
                message = page.receive()
                if message["kind"] == 0 and message["text"]["type"] == "scene":
                    labels[message["side"]] = message["text"]["label"]
                    self.assertEqual(message["text"]["sides"], 2)
                if message["kind"] == 3:
                    last[message["side"]] = message["time"]
            self.assertEqual(labels, {0: "ConJac", 1: "Vanilla"})
            page.pause()
            page.until(lambda m: m["kind"] == 0 and not m["text"].get("playing", True))
            times = {}
            while len(times) < 2:
                frame = page.frame()
                times[frame["side"]] = frame["time"]
            self.assertEqual(times[0], times[1])
            page.option("damping", 5, side=1)
            damping = {}
            while len(damping) < 2:
                message = page.until(lambda m: m["kind"] == 0 and m["text"]["type"] == "state")
                damping[message["side"]] = message["text"]["options"]["damping"]
            self.assertEqual(damping, {0: 0, 1: 5})

    def options_of_both(self, page, names):
        """The options that the next states of both sides say, by side."""
        found = {}
        while len(found) < 2:
            message = page.until(lambda m: m["kind"] == 0 and m["text"]["type"] == "state")
            found[message["side"]] = tuple(message["text"]["options"][name] for name in names)
        return found

    def test_two_methods_stay_two(self):
        """Where two methods are compared, neither gets the other's method or beta by a command for both."""
        server = self.small("--against", "vanilla")
        with server.live() as page:
            page.pause()
            page.until(lambda m: m["kind"] == 0 and not m["text"].get("playing", True))
            for name, value in (("name", "vanilla"), ("name", "conjac"), ("beta", 0.7)):
                serial = page.option(name, value)
                error = page.text("error")
                self.assertEqual(error["serial"], serial)
                self.assertIn("which run", error["text"])
                self.assertEqual(self.options_of_both(page, ["name", "beta"]),
                                 {0: ("conjac", None), 1: ("vanilla", None)})
            page.option("beta", 0.7, side=0)
            self.assertEqual(self.options_of_both(page, ["name", "beta"]), {0: ("conjac", 0.7), 1: ("vanilla", None)})
            page.option("beta", 0.9, side=1)
            self.assertEqual(self.options_of_both(page, ["beta"]), {0: (0.7,), 1: (0.9,)})
            # What means the same to both reaches both when that is asked for.
            page.option("damping", 5)
            self.assertEqual(self.options_of_both(page, ["damping"]), {0: (5,), 1: (5,)})
            # Once both run the same method there is nothing to spoil.
            page.option("name", "conjac", side=1)
            self.assertEqual(self.options_of_both(page, ["name"]), {0: ("conjac",), 1: ("conjac",)})
            page.option("name", "vanilla")
            self.assertEqual(self.options_of_both(page, ["name"]), {0: ("vanilla",), 1: ("vanilla",)})

    def test_a_slow_client_holds_nobody_up(self):
        # Frames of 100 kB fill the pipes soon.
        server = self.small("--time-step", "0.02", "--set", "mesh.box.cells=[28,12,12]", "--set",
                            "method.reuse_tolerance=0.5", "--set", "materials[0].laws[0].young=1e6")
        with server.live(receive_buffer=4096) as slow, server.live() as page:
            slow.frame()
            page.speed(0)
            page.until(lambda m: m["kind"] == 3 and m["time"] > 1, seconds=120)
            # Everything in between is dropped: after what lay in the pipes it reads what is new.
            seen, newest = [], page.frame()["time"]
            while not seen or seen[-1] < newest:
                message = slow.receive()
                if message["kind"] == 3:
                    seen.append(message["time"])
            self.assertEqual(seen, sorted(seen))
            gaps = [b - a for a, b in zip(seen, seen[1:])]
            self.assertGreater(max(gaps), 0.5, seen)

    def test_it_rests_while_nobody_watches(self):
        server = self.small()
        with server.live() as page:
            page.until(lambda m: m["kind"] == 3 and m["time"] > 0.05)
            page.pause()
            page.until(lambda m: m["kind"] == 0 and not m["text"].get("playing", True))
            page.play()
            left = page.frame()["time"]
        time.sleep(0.7)
        with server.live() as page:
            self.assertLess(page.frame()["time"], left + 0.4)

    def test_ctrl_c_says_goodbye(self):
        server = self.small()
        page = server.live()
        page.frame()
        server.process.send_signal(2)
        with self.assertRaises(Closed) as closed:
            while True:
                page.receive()
        self.assertEqual(closed.exception.code, 1001)
        page.close()
        out, err = server.process.communicate(timeout=30)
        self.assertEqual((server.process.returncode, err), (0, ""))
        self.assertTrue(out.endswith("ended\n"))


if __name__ == "__main__":
    unittest.main()
