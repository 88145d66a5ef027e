"""tools/check_sizes.py must count what a reader counts, in every way of writing it that we use."""
import importlib.util
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("check_sizes", ROOT / "tools/check_sizes.py")
check_sizes = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(check_sizes)


def walk(text):
    return check_sizes.Walk(list(check_sizes.tokens(text)))


def functions(text):
    return {name: lines for name, _, lines in walk(text).functions}


def members(text):
    return {name: count for name, _, count in walk(text).classes}


class CheckSizes(unittest.TestCase):
    def run_on(self, files):
        with tempfile.TemporaryDirectory() as name:
            for path, text in files.items():
                target = Path(name, path)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text)
            done = subprocess.run([sys.executable, str(ROOT / "tools/check_sizes.py"), name],
                                  capture_output=True, text=True)
            return done.returncode, done.stderr

    def test_limits(self):
        for lines, fault in ((60, False), (61, True)):
            body = "\n" * (lines - 1)
            code, text = self.run_on({"src/step/a.cpp": f"void World::go(int n) {{{body}}}\n"})
            self.assertEqual(code, int(fault), text)
            self.assertEqual("src/step/a.cpp:1: World::go has 61 lines" in text, fault)
        for count, fault in ((30, False), (31, True)):
            fields = "".join(f"  int a{i};\n" for i in range(count))
            code, text = self.run_on({"src/reduce/a.h": f"struct Big {{\n{fields}}};\n"})
            self.assertEqual(code, int(fault), text)
            self.assertEqual("src/reduce/a.h:1: Big has 31 data members" in text, fault)

    def test_other_rooms_are_not_asked(self):
        self.assertEqual(self.run_on({"src/mesh/a.cpp": "void f() {" + "\n" * 100 + "}\n"}), (0, ""))

    def test_kinds_of_functions(self):
        self.assertEqual(functions("""
namespace conjac {
namespace {
template <class A, int (*B)(int)>
std::map<int, std::vector<A>> plain(const A& a,
                                    int b = f(1)) {
  if (a) { g(); }
  return {};
}
}  // namespace
World<2>::World(int a) : x_(a), y_{a}, z_({1, 2}) {
  go();
}
World::~World() { }
bool operator==(const A& a, const A& b) {
  return a.x == b.x; }
double Big::operator()(int i) const { return i; }
auto late(int i) -> std::vector<int> {
  const auto inner = [&](int k) {
    return k;
  };
  return inner(i);
}
void loud() const noexcept override {
}
}
"""), {"plain": 4, "World::World": 3, "World::~World": 1, "operator==": 2, "Big::operator()": 1, "late": 6, "loud": 2})

    def test_what_is_no_function(self):
        self.assertEqual(functions("""
constexpr std::array<int, 3> kTable = {f(1), {2}, 3};
const std::vector<int> list{f(1)};
enum class Kind { a, b };
struct Plain { int a = g(1); std::vector<int> b{1, 2}; };
using F = void(int);
"""), {})

    def test_braces_in_text_do_not_count(self):
        self.assertEqual(functions('''void f() {
  g("}", '{', R"(}}
{)");  // }
  /* } */
#define X {
}
void h() {}
'''), {"f": 6, "h": 1})

    def test_members(self):
        self.assertEqual(members("""
template <int Dim>
class World final : public Base<Dim>, private Other {
 public:
  explicit World(int a) : a_(a) {}
  World(const World&) = delete;
  static constexpr int kMost = 3;
  using Map = std::map<int, int>;
  enum class Kind { one, two };
  friend class Friend;
  struct Inner {
    int x, y;
    Vec<Dim> z;
  };
  template <class F>
  void each(const F& f) const;
  const std::vector<int>& list() const { return list_; }
  virtual void pure(int a, int b) = 0;

 private:
  int a_ = 3, b_ = f(1, 2), c_{4};  // three
  std::map<int, std::pair<int, int>> list_;
  std::function<void(int, int)> call_;
  double array_[3] = {1, 2, 3}, *pointer_ = nullptr;
  std::array<int, 2> pair_{1, 2};
  mutable Inner inner_;
  struct Unnamed {
    int only;
  } own_;
};
"""), {"World": 10, "World::Inner": 3, "World::Unnamed": 1})

    def test_it_sees_the_files_of_this_tree(self):
        # A parser that lost its way would find nothing to complain about.
        found = {}
        for path in (ROOT / "src/reduce").glob("*.*"):
            found |= functions(path.read_text())
        for name in ("Condensation::solve", "Condensation::analyze", "Condensation::condense"):
            self.assertGreater(found.get(name, 0), 15, name)
        self.assertGreater(members((ROOT / "src/reduce/condense.h").read_text())["Condensation"], 15)


if __name__ == "__main__":
    unittest.main()
