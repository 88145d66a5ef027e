"""tools/check_state.py must miss no member, in every way of writing it that we use."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

HEADER = """
namespace conjac {
class Archive;
template <int Dim>
class Body {
 public:
  void describe(Archive& archive);
  Body& operator=(const Body&) = delete;
  bool awake = true;
 private:
  struct Part {
    std::vector<int> nodes;
    double weight = 0;%(part)s
  };
  struct Scratch {
    double unused;
  };
  std::map<int, std::vector<Part>> parts_;
  Scratch scratch_;
  struct {
    double base = 0;%(unnamed)s
  } clock_;
  VectorXd a_, b_{};  // %(comment)s
  Vec<Dim> c_ = Vec<Dim>::Zero();%(member)s
};
struct Plain {
  int x = 0, y = 0;%(plain)s
};
}
"""
LISTS = """
void describe(Archive& archive, Plain& plain) { archive(plain.x, plain.y); }
template <int Dim>
void Body<Dim>::describe(Archive& archive) {
  archive(awake, clock_.base, a_, c_);
  for (Part& part : parts_) archive(part.nodes, part.weight);
  archive.leave(scratch_, b_);
}
"""


class CheckState(unittest.TestCase):
    def run_on(self, **more):
        holes = {"part": "", "unnamed": "", "comment": "", "member": "", "plain": "", **more}
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name, "src/step")
            folder.mkdir(parents=True)
            (folder / "a.h").write_text(HEADER % holes)
            (folder / "a.cpp").write_text(LISTS)
            done = subprocess.run([sys.executable, str(ROOT / "tools/check_state.py"), name],
                                  capture_output=True, text=True)
            return done.returncode, done.stderr

    def test_a_whole_list_is_whole(self):
        self.assertEqual(self.run_on(), (0, ""))
        self.assertEqual(self.run_on(comment="double in_a_comment_ = 0;"), (0, ""))

    def test_a_member_that_is_forgotten_is_named(self):
        for hole, text, name in (("member", "\n  bool forgotten_ = false;", "forgotten_"),
                                 ("member", "\n  int d_, e_ = 3;", "e_"),
                                 ("member", "\n  std::vector<std::pair<int, int>> pairs_;", "pairs_"),
                                 ("part", "\n    bool held;", "held"),
                                 ("unnamed", "\n    long steps = 0;", "steps"),
                                 ("plain", "\n  double z{1};", "z")):
            code, said = self.run_on(**{hole: text})
            self.assertEqual(code, 1, text)
            self.assertIn(f"{name} of ", said)


if __name__ == "__main__":
    unittest.main()
