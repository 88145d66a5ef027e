"""Step options while a simulation runs."""
import unittest

import numpy as np

import conjac
from support import bar


class OptionsTest(unittest.TestCase):
    def setUp(self):
        self.sim = conjac.Simulation(bar())

    def test_names_are_those_of_the_schema(self):
        method = conjac.schema()["properties"]["method"]
        while "$ref" in method:
            method = conjac.schema()["$defs"][method["$ref"].split("/")[-1]]
        names = set(method["properties"]) - {"//"}  # where comments go
        self.assertEqual(set(self.sim.options), names)
        self.assertLessEqual(names, set(dir(self.sim.options)))

    def test_every_option_explains_itself(self):
        for name in self.sim.options:
            text = getattr(type(self.sim.options), name).__doc__
            self.assertIn("default", text, name)
            self.assertIn(f"    {name}: ", conjac.Options.__doc__)
        self.assertIn("number above 0; default unset", conjac.Options.beta.__doc__)
        self.assertIn("one of none, pre, post; default post", conjac.Options.stabilisation.__doc__)
        self.assertIn("whole number at least 0 at most 100", conjac.Options.newton_steps.__doc__)

    def test_every_option_keeps_its_own_value(self):
        options = self.sim.options
        for name, value in options.as_dict().items():
            if name != "name":
                setattr(options, name, value)
                self.assertEqual(getattr(options, name), value)
                self.assertIs(type(getattr(options, name)), type(value))

    def test_set_read_and_put_back(self):
        options = self.sim.options
        self.assertIsNone(options.beta)
        options.beta = np.float64(0.75)
        options.integrator = "linear-implicit"
        options.update(guard=False, newton_steps=3)
        self.assertEqual((options.beta, options.integrator), (0.75, "linear-implicit"))
        self.assertEqual((options.guard, options.newton_steps), (False, 3))
        self.assertIn("beta=0.75", repr(options))
        self.assertEqual(self.sim.scene["method"]["newton_steps"], 3)
        options.beta = options.newton_steps = None
        self.assertEqual((options.beta, options.newton_steps), (None, 0))

    def test_rules_are_those_of_scene_files(self):
        options = self.sim.options
        for name, value, text in (
            ("beta", 0, "must be above 0"),
            ("beta", "much", "must be a number"),
            ("beta", float("inf"), "beta"),
            ("integrator", "euler", "must be one of linear-implicit, trapezoidal, symplectic, bdf2, midpoint"),
            ("newton_steps", 1.5, "whole number"),
            ("guard", 1, "true or false"),
            ("betta", 1, "did you mean `beta`"),
            ("betta", None, "did you mean `beta`"),
            ("name", "vanilla", "make another"),
        ):
            before = options.as_dict()
            with self.subTest(name=name, value=value):
                with self.assertRaisesRegex(conjac.Error, text):
                    setattr(options, name, value)
                self.assertEqual(options.as_dict(), before)
        with self.assertRaisesRegex(AttributeError, "no step option 'betta'"):
            options.betta

    def test_changes_count_from_the_next_step(self):
        scene = bar(method={"integrator": "linear-implicit"})
        sims = [conjac.Simulation(scene) for _ in range(2)]
        plain, damped = sims
        for sim in sims:
            sim.step(5)
        self.assertEqual(plain.positions.tobytes(), damped.positions.tobytes())
        damped.options.damping = 200
        for sim in sims:
            sim.step(5)
        self.assertLess(damped.energy().kinetic, 0.5 * plain.energy().kinetic)

    def test_adaptivity_can_be_switched_on_and_off(self):
        roles = [{**role, "role": role["role"].replace("dynamic", "representative")}
                 for role in bar()["roles"]]
        sim = conjac.Simulation(bar(roles=roles))
        sim.step(3)
        self.assertEqual((list(sim.awake), len(sim.dynamic_nodes)), ([True], 1))
        self.assertGreater(sim.liveliness()[0], 0)
        sim.options.update(adaptive=True, threshold=1e6, dwell=0)
        sim.step(2)
        self.assertEqual((list(sim.awake), len(sim.dynamic_nodes)), ([False], 0))
        sim.options.adaptive = False
        sim.step(1)
        self.assertEqual(list(sim.awake), [True])


if __name__ == "__main__":
    unittest.main()
