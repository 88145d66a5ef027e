"""The paper's scenes by name: they come to their end, and leave their pictures."""
import unittest

from cli import CliTest

# Scene -> simulated seconds: past the release or the first pull where there is one.
SCENES = {"twist": 4, "hetero": 0.25, "aniso": 0.25, "dragon": 0.6, "armadillo": 0.8}


class PaperScenes(CliTest):
    def test_all_come_to_their_end(self):
        for scene, duration in SCENES.items():
            with self.subTest(scene):
                self.conjac("run", scene, "-o", scene, "-q", "--duration", duration, timeout=800)
                summary = self.summary(scene)
                self.assertIn(summary["status"], ("ok", "strained"))
                self.assertAlmostEqual(summary["simulated_time"], duration)
                pictures = ["preview", "energy"] + (["liveliness"] if scene == "armadillo" else [])
                for name in pictures:
                    self.assertGreater((self.folder / scene / f"{name}.png").stat().st_size, 10000)


if __name__ == "__main__":
    unittest.main()
