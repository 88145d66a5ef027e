"""Steps: against numpy, against each other, with threads, signals and divergence."""
import signal
import threading
import time
import unittest

import numpy as np
from scipy.sparse import diags
from scipy.sparse.linalg import spsolve

import conjac
from conjac import Role
from support import bar, plate


def state(sim):
    return sim.positions.tobytes() + sim.velocities.tobytes()


class Steps(unittest.TestCase):
    def test_n_steps_are_n_single_steps_to_the_bit(self):
        for scene in ("release", bar(), plate(), bar(method={"name": "vanilla"})):
            many, single = conjac.Simulation(scene), conjac.Simulation(scene)
            last = many.step(12)
            for _ in range(12):
                report = single.step()
            self.assertEqual(state(many), state(single))
            self.assertEqual(last.energy.as_dict(), report.energy.as_dict())
            self.assertEqual((many.time, last.time, report.time), (single.time,) * 3)
            self.assertAlmostEqual(many.time, 0.06, delta=1e-15)

    def test_threads_do_not_change_a_bit(self):
        states = set()
        for count in (1, 2):
            with conjac.threads(count) as working:
                self.assertLessEqual(working, count)
                sim = conjac.Simulation("hang")
                sim.step(10)
                states.add(state(sim))
        self.assertEqual(len(states), 1)

    def test_a_vanilla_step_by_hand(self):
        for scene in (bar(), plate()):
            sim = conjac.Simulation(scene, {"method.name": "vanilla", "method.beta": 0.8})
            sim.step(3)
            x, v, h = sim.positions, sim.velocities.ravel(), sim.time_step
            mass = np.repeat(sim.masses, sim.dimension)
            free = np.repeat(sim.roles != Role.FIXED, sim.dimension)
            matrix = (diags(mass) - 0.8 * h**2 * sim.stiffness()).tocsc()[free][:, free]
            expected = np.zeros(x.size)
            expected[free] = spsolve(matrix, (mass * v + h * sim.forces().ravel())[free])
            sim.step()
            scale = np.abs(expected).max()
            np.testing.assert_allclose(sim.velocities.ravel(), expected, rtol=0, atol=1e-9 * scale)
            np.testing.assert_allclose(
                sim.positions.ravel(), x.ravel() + h * expected, rtol=0, atol=1e-9 * h * scale)

    def test_a_reduced_step_by_hand(self):
        plain = {"integrator": "linear-implicit", "beta": 0.7, "stabilisation": "none",
                 "inertia_relief": False, "reuse_tolerance": 0}
        for scene in (bar(method=plain), plate(method=plain)):
            sim = conjac.Simulation(scene)
            sim.step(3)
            x, v, h = sim.positions, sim.velocities.ravel(), sim.time_step
            K, J, f = sim.stiffness(), sim.jacobian(), sim.forces().ravel()
            mass = np.repeat(sim.masses, sim.dimension)
            matrix = J.T @ (mass[:, None] * J) - 0.7 * h**2 * J.T @ (K @ J)
            expected = J @ np.linalg.solve(matrix, J.T @ (mass * v + h * f))
            sim.step()
            scale = np.abs(expected).max()
            np.testing.assert_allclose(sim.velocities.ravel(), expected, rtol=0, atol=1e-9 * scale)
            np.testing.assert_allclose(
                sim.positions.ravel(), x.ravel() + h * expected, rtol=0, atol=1e-9 * h * scale)

    def test_reports_add_up(self):
        sim = conjac.Simulation("hang")
        factored = sim.factorizations
        reports = [sim.step() for _ in range(10)]
        self.assertEqual(sum(r.factorizations for r in reports), sim.factorizations - factored)
        for report in reports:
            e, t = report.energy, report.stages
            self.assertEqual(e.total, e.kinetic + e.elastic + e.gravity + e.contact)
            self.assertAlmostEqual(t.total, t.fill + t.factor + t.solve + t.other, delta=1e-12)
            self.assertEqual((report.active_nodes, report.substeps), (1, 1))
        self.assertEqual(reports[-1].energy.as_dict(), sim.energy().as_dict())
        self.assertIn("kinetic=", repr(reports[0]))
        self.assertEqual(reports[0].as_dict()["energy"]["kinetic"], reports[0].energy.kinetic)

    def test_divergence_is_an_error_and_keeps_the_last_good_state(self):
        sim = conjac.Simulation(bar(method={"guard": False, "integrator": "symplectic",
                                            "stabilisation": "none", "reuse_tolerance": 0}),
                                ["time.step=0.1", "materials[0].laws[0].young=1e7"])
        with self.assertRaises(conjac.Error) as caught:
            sim.step(1000)
        self.assertEqual((caught.exception.kind, caught.exception.exit_code), ("diverged", 4))
        self.assertRegex(str(caught.exception), r"^step \d+ of 1000 from t = .*time\.step")
        self.assertTrue(np.isfinite(sim.positions).all())
        self.assertGreater(sim.time, 0)

    def test_nonsense_counts(self):
        sim = conjac.Simulation(bar())
        for n in (0, -3):
            with self.assertRaisesRegex(conjac.Error, "at least 1"):
                sim.step(n)
        with self.assertRaises(TypeError):
            sim.step(2.5)


class Equilibrium(unittest.TestCase):
    def test_equilibrate_balances_every_free_node(self):
        for scene in (bar(), plate()):
            sim = conjac.Simulation(scene)
            before = sim.distance_to_rest()
            np.testing.assert_array_equal(sim.positions, sim.rest_positions)
            report = sim.equilibrate()
            self.assertTrue(report.converged)
            moved = np.linalg.norm(sim.positions - sim.rest_positions, axis=1).max()
            self.assertAlmostEqual(report.distance / moved, 1, delta=1e-9)
            self.assertAlmostEqual(before.distance / moved, 1, delta=1e-9)
            self.assertAlmostEqual(report.relative, report.distance / sim.size, delta=1e-12)
            weight = np.abs(sim.masses * 9.81).max()
            self.assertLess(np.abs(sim.forces()[sim.roles != Role.FIXED]).max(), 1e-6 * weight)
            self.assertLess(sim.distance_to_rest().relative, 1e-9)

    def test_equilibrate_raises_where_there_is_no_static_state(self):
        scene = bar()
        scene["roles"] = []  # nothing holds it: it falls
        sim = conjac.Simulation(scene)
        report = sim.distance_to_rest()
        self.assertFalse(report.converged)
        with self.assertRaises(conjac.Error) as caught:
            sim.equilibrate()
        self.assertEqual(caught.exception.kind, "diverged")
        self.assertEqual(str(caught.exception), report.message)
        self.assertRegex(report.message, r"net force on node \d+ is \d\.\de[-+]\d+ of the load")
        np.testing.assert_array_equal(sim.positions, sim.rest_positions)


class Concurrency(unittest.TestCase):
    def test_steps_let_other_threads_of_python_work(self):
        sim = conjac.Simulation("twist", {"method.reuse_tolerance": 0})
        beats, done = 0, threading.Event()

        def work():
            sim.step(15)
            done.set()

        worker = threading.Thread(target=work)
        worker.start()
        while not done.is_set():
            beats += 1
            time.sleep(0.0005)
        worker.join()
        # Between steps alone there would be fifteen.
        self.assertGreater(beats, 30)

    def test_threads_take_turns(self):
        sim, alone = conjac.Simulation(bar()), conjac.Simulation(bar())
        seen = []

        def work():
            for _ in range(10):
                sim.step(2)
                seen.append((sim.time, np.isfinite(sim.forces()).all()))
                sim.energy()

        workers = [threading.Thread(target=work) for _ in range(3)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join(60)
        self.assertEqual(len(seen), 30)
        self.assertTrue(all(finite for _, finite in seen))
        alone.step(60)
        self.assertEqual(state(sim), state(alone))

    def test_an_interrupt_stops_between_steps(self):
        sim = conjac.Simulation(bar())
        timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            sim.step(10**9)
        timer.join()
        taken = round(sim.time / sim.time_step)
        self.assertGreater(taken, 0)
        sim.step()
        self.assertAlmostEqual(sim.time, (taken + 1) * sim.time_step, delta=1e-9)


if __name__ == "__main__":
    unittest.main()
