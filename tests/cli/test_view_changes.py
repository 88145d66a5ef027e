"""What a page changes of the world while it runs: gravity, friction, materials, held and dynamic nodes,
a floor; what is refused, and that a recorded run replays to the bit."""
import math
import subprocess
import unittest

from cli import PROGRAM
from test_view import TIP, ViewTest, nearest

FLOOR = {"name": "ground", "half_space": {"point": [0, -0.01, 0], "normal": [0, 1, 0]}}


class Changes(ViewTest):
    def world(self, page, wanted=lambda world: True, playing=None):
        def fits(message):
            text = message["text"] if message["kind"] == 0 else {}
            return (text.get("type") == "state" and playing in (None, text["playing"])
                    and wanted(text["world"]))
        return page.until(fits)["text"]["world"]

    def paused(self, **changes):
        page = self.small(**changes).live()
        self.addCleanup(page.close)
        page.pause()
        self.world(page, playing=False)
        page.reset()  # whatever was run until then
        self.shape = page.until(lambda m: m["kind"] == 1)
        self.first = self.world(page)
        return page

    def refused(self, page, name, value, words):
        page.change(name, value)
        self.assertIn(words, page.text("error")["text"])

    def test_gravity(self):
        page = self.paused(gravity=[0, 0, 0])
        page.change("gravity", [0, 9.81, 0])
        self.assertEqual(self.world(page, lambda w: w["gravity"][1] > 0)["gravity"], [0, 9.81, 0])
        tip = nearest(self.shape["rest"], TIP)
        page.play()
        page.until(lambda m: m["kind"] == 3 and m["positions"][tip][1] > TIP[1] + 0.002)  # it falls up
        # Starting anew keeps it.
        page.reset()
        self.assertEqual(self.world(page)["gravity"], [0, 9.81, 0])

    def test_materials_by_number_and_by_preset(self):
        page = self.paused()
        before = self.first["materials"][0]
        page.change("material", {"material": 0, "young": 2 * before["young"][0]})
        after = self.world(page, lambda w: w["materials"][0]["young"] != before["young"])["materials"][0]
        self.assertEqual(after["young"], [2 * before["young"][0]] * 2)
        self.assertEqual(after["density"], before["density"])
        page.change("material", {"material": 0, "preset": "liver"})
        liver = self.world(page, lambda w: w["materials"][0]["young"] != after["young"])["materials"][0]
        for name, value in (("young", 5400), ("density", 1060), ("poisson", 0.45)):
            self.assertAlmostEqual(liver[name][0], value)
        page.reset()
        self.assertAlmostEqual(self.world(page)["materials"][0]["young"][0], 5400)

    def test_friction(self):
        page = self.paused(obstacles=[FLOOR])
        page.change("friction", {"value": 0.9})
        self.assertEqual(self.world(page, lambda w: w["friction"] == 0.9)["obstacles"][0]["friction"], 0.9)
        page.change("friction", {"value": 0, "obstacle": 0})
        self.world(page, lambda w: w["obstacles"][0]["friction"] == 0 and w["friction"] == 0.9)
        page.reset()
        self.assertEqual(self.world(page)["obstacles"][0]["friction"], 0)

    def test_nodes_are_held_and_released_where_they_are(self):
        page = self.paused()
        held = self.first["held"]
        page.step()
        frame = page.until(lambda m: m["kind"] == 3 and m["step"] == 1)
        tip = nearest(self.shape["rest"], TIP)
        stroke = {"points": [self.shape["rest"][tip]], "radius": 0.012}
        page.change("hold", {"on": True, **stroke})
        more = self.world(page, lambda w: w["held"] > held)["held"]
        now = page.frame()
        self.assertEqual(now["roles"][tip], 3)
        self.assertAlmostEqual(now["time"], frame["time"])  # it goes on, it does not begin
        self.assertLess(math.dist(now["positions"][tip], frame["positions"][tip]), 1e-5)
        for _ in range(3):
            page.step()
        later = page.until(lambda m: m["kind"] == 3 and m["time"] > frame["time"] + 0.012)
        self.assertLess(math.dist(later["positions"][tip], frame["positions"][tip]), 1e-5)  # held there
        page.change("hold", {"on": False, **stroke})
        self.assertEqual(self.world(page, lambda w: w["held"] != more)["held"], held)
        # Everything: then it falls.
        page.change("hold", {"on": False, "points": [[0, 0, 0]], "radius": 0.09})
        self.world(page, lambda w: w["held"] == 0)

    def test_dynamic_nodes_come_and_go(self):
        page = self.paused()
        page.step()
        frame = page.until(lambda m: m["kind"] == 3 and m["step"] == 1)
        count = len(self.shape["representatives"])
        node = nearest(self.shape["rest"], [0.05, 0, 0])
        self.assertNotIn(node, self.shape["representatives"])
        page.change("node", node)
        shape = page.until(lambda m: m["kind"] == 1)
        self.assertEqual(shape["representatives"], sorted(self.shape["representatives"] + [node]))
        now = page.frame()
        self.assertAlmostEqual(now["time"], frame["time"])
        self.assertEqual(len(now["liveliness"]), count + 1)
        page.change("node", node)
        self.assertEqual(page.until(lambda m: m["kind"] == 1)["representatives"], self.shape["representatives"])
        self.refused(page, "node", nearest(self.shape["rest"], [0, 0, 0]), "held")

    def test_a_floor_is_put_below_the_body_and_taken_away(self):
        page = self.paused(roles=[])
        page.change("floor", True)
        self.assertTrue(self.world(page, lambda w: w["floor"])["can_touch"])
        page.colour(8)
        page.play()
        page.until(lambda m: m["kind"] == 3 and m["contacts"])  # it lies on it
        page.change("floor", False)
        self.world(page, lambda w: not w["floor"])
        page.until(lambda m: m["kind"] == 3 and min(p[1] for p in m["positions"]) < -0.1)  # and falls on

    def test_what_makes_no_sense_is_refused_by_name_and_changes_nothing(self):
        page = self.paused()
        before = self.first
        for name, value, words in (
                ("gravity", [0, -9], "three numbers"), ("gravity", [0, "x", 0], "Gravity must be"),
                ("gravity", [0, 1e9, 0], "from -100 to 100 m/s²"),
                ("friction", {"value": 0.5}, "nothing can touch"), ("friction", {"value": -1}, "from 0 to 10"),
                ("friction", {}, "`value`"), ("friction", {"value": 1, "obstacle": 0}, "obstacle"),
                ("material", {"material": 7, "young": 1e4}, "below 1"), ("material", {"young": 1e4}, "`material`"),
                ("material", {"material": 0, "young": -1}, "Young's modulus must be a number from 10 to"),
                ("material", {"material": 0, "poisson": 0.5}, "0.495"), ("material", {"material": 0}, "one of"),
                ("material", {"material": 0, "preset": "gold"}, "no such preset"),
                ("material", {"material": 0, "preset": 3}, "no such preset"),
                ("hold", {"on": True, "points": [], "radius": 0.01}, "1 to 64"),
                ("hold", {"on": True, "points": [[0, 0, 0]] * 65, "radius": 0.01}, "1 to 64"),
                ("hold", {"on": True, "points": [[0, 0, 1e9]], "radius": 0.01}, "point"),
                ("hold", {"on": 1, "points": [[0, 0, 0]], "radius": 0.01}, "true or false"),
                ("hold", {"on": True, "points": [[0, 0, 0]], "radius": 1e9}, "radius"),
                ("hold", {"on": True, "points": [[5, 5, 5]], "radius": 0.01}, "nothing to hold"),
                ("hold", {"on": False, "points": [[0.09, 0, 0]], "radius": 0.01}, "nothing there is held"),
                ("node", -1, "whole number"), ("node", 1e9, "whole number"), ("node", "x", "whole number"),
                ("floor", 1, "true or false"), ("colour", 1, "not to be changed")):
            self.refused(page, name, value, words)
        text = b"gravity=[0,"
        page.command(17, len(text).to_bytes(4, "little") + text)
        self.assertIn("not JSON", page.text("error")["text"])
        page.pause()
        self.assertEqual(self.world(page), before)

    def test_frequencies_are_told(self):
        page = self.paused()
        page.frequencies()
        told = page.text("frequencies", seconds=60)
        self.assertGreater(len(told["full"]), 3)
        self.assertTrue(all(f > 0 for f in told["full"]))
        self.assertGreaterEqual(told["reduced"][0], 0.999 * told["full"][0])  # condensation is never lower

    def test_a_recorded_run_with_changes_replays_to_the_bit(self):
        results = self.folder / "results"
        results.mkdir()
        page = self.small("--results", results, obstacles=[FLOOR]).live()
        self.addCleanup(page.close)
        page.frame()
        page.keep("record=one")
        page.until(lambda m: m["kind"] == 0 and m["text"].get("recording") == "one")
        for name, value in (("gravity", [1, -3, 0]), ("friction", {"value": 0.7}),
                            ("material", {"material": 0, "young": 8e4}), ("material", {"material": 0, "preset": "fat"}),
                            ("node", 5), ("hold", {"on": True, "points": [[0.1, 0, 0]], "radius": 0.012})):
            begin = page.frame()["step"]
            page.until(lambda m: m["kind"] == 3 and m["step"] > begin + 3)
            page.change(name, value)
        begin = page.frame()["step"]
        page.until(lambda m: m["kind"] == 3 and m["step"] > begin + 3)
        page.keep("stop=one")
        page.until(lambda m: m["kind"] == 0 and m["text"].get("recording") == "")
        self.assertEqual((results / "one" / "inputs.jsonl").read_text().count('"change"'), 6)
        done = subprocess.run([PROGRAM, "replay", str(results / "one"), "-o", str(self.folder / "again")],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("to the bit", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
