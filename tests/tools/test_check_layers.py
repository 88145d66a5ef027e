"""tools/check_layers.py must find each kind of fault in a small bad tree, and none in a good one."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CMAKE = """conjac_room(core LIBS Eigen3::Eigen)
conjac_room(linalg USES core)
conjac_room(mesh USES core)
conjac_room(system USES core linalg)
conjac_room(reduce USES system)
"""


class CheckLayers(unittest.TestCase):
    def run_on(self, files):
        with tempfile.TemporaryDirectory() as name:
            for path, text in {"src/CMakeLists.txt": CMAKE, **files}.items():
                target = Path(name, path)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text)
            done = subprocess.run([sys.executable, str(ROOT / "tools/check_layers.py"), name],
                                  capture_output=True, text=True)
            return done.returncode, done.stderr

    def assert_fault(self, files, *words):
        code, text = self.run_on(files)
        self.assertEqual(code, 1, text)
        for word in words:
            self.assertIn(word, text)

    def test_good_tree(self):
        code, text = self.run_on({
            "src/core/dim.h": "#include <Eigen/Core>\n",
            "src/linalg/factor.cpp": '#include "linalg/factor.h"\n#include <cholmod.h>\n'
                                     '#include "core/dim.h"\n#include "conjac/error.h"\n',
            # core through system's own use of it: the link graph carries it.
            "src/reduce/roles.cpp": '#include "core/dim.h"\n#include "linalg/factor.h"\n',
            "apps/conjac/main.cpp": '#include "conjac/simulation.h"\n#include "own.h"\n',
            "apps/conjac/own.h": "",
            # A library of programs, with the rooms it may see.
            "apps/conjac/cmd_reproduce.cpp": '#include "paper/reproduce.h"\n',
            "apps/paper/reproduce.h": '#include "record/reader.h"\n#include "draw/plot.h"\n',
            "include/conjac/simulation.h": '#include "conjac/error.h"\n',
        })
        self.assertEqual((code, text), (0, ""))

    def test_arrow_upwards(self):
        self.assert_fault({"src/core/dim.h": '\n#include "linalg/factor.h"\n'},
                          "src/core/dim.h:2", "core may not include linalg")

    def test_arrow_sideways(self):
        self.assert_fault({"src/mesh/mesh.h": '#  include "system/state.h"\n'},
                          "mesh may not include system")

    def test_include_without_room(self):
        self.assert_fault({"src/mesh/a.cpp": '#include "mesh.h"\n'}, 'write "mesh/mesh.h"')

    def test_unknown_room_in_include_and_in_tree(self):
        self.assert_fault({"src/mesh/a.cpp": '#include "utils/a.h"\n'}, 'no room "utils"')
        self.assert_fault({"src/utils/a.h": ""}, 'room "utils" is not in')

    def test_door_in_a_room(self):
        self.assert_fault({"src/mesh/a.cpp": '#include "conjac/simulation.h"\n'}, "is a door")

    def test_back_end_outside_its_room(self):
        self.assert_fault({"src/mesh/a.cpp": "#include <suitesparse/cholmod.h>\n"},
                          "belongs to linalg, not to mesh")
        self.assert_fault({"src/mesh/a.cpp": "#include <nlohmann/json.hpp>\n"}, "not to mesh")

    def test_program_reaching_inside(self):
        for folder in ("apps/conjac", "python/src"):
            self.assert_fault({f"{folder}/main.cpp": '#include "mesh/mesh.h"\n'},
                              f"{folder}/main.cpp:1", "public headers")

    def test_library_of_programs(self):
        self.assert_fault({"apps/paper/a.cpp": '#include "scene/world.h"\n'}, "apps/paper/a.cpp:1", "public headers")
        self.assert_fault({"apps/conjac/a.cpp": '#include "record/reader.h"\n'}, "apps/conjac/a.cpp:1")
        self.assert_fault({"apps/conjac/a.cpp": '#include "paper/missing.h"\n'}, "apps/conjac/a.cpp:1")
        self.assert_fault({"src/serve/a.cpp": '#include "paper/reproduce.h"\n'}, 'no room "paper"')

    def test_record_does_not_draw(self):
        self.assert_fault({"src/record/recorder.cpp": '#include "draw/preview.h"\n'},
                          "record may not include draw")

    def test_public_header_reaching_inside(self):
        self.assert_fault({"include/conjac/a.h": '#include "mesh/mesh.h"\n'}, "public ones only")

    def test_cmake_says_more(self):
        self.assert_fault({"src/CMakeLists.txt": "conjac_room(mesh USES core linalg)\n"},
                          "mesh USES linalg")

    def test_cmake_says_less(self):
        self.assert_fault({"src/CMakeLists.txt": "conjac_room(core)\nconjac_room(mesh)\n",
                           "src/mesh/a.h": '#include "core/dim.h"\n'},
                          "mesh includes core but does not say USES core")

    def test_a_class_instantiated_twice(self):
        one = "template class World<2>;\ntemplate class World<3>;\n"
        self.assert_fault({"src/core/a.cpp": one, "src/core/b.cpp": "template class World< 3 >;\n"},
                          "World<3> is explicitly instantiated 2 times (src/core/a.cpp, src/core/b.cpp)")
        self.assert_fault({"src/core/a.cpp": one + "template class World<2>;\n"}, "World<2>", "2 times")
        self.assert_fault({"src/core/a.cpp": "template struct Law<2, Fung>;\n",
                           "src/mesh/b.cpp": "template struct Law<2, Fung>;\n"}, "Law<2,Fung>")

    def test_a_class_instantiated_once(self):
        code, text = self.run_on({
            "src/core/a.cpp": "template class World<2>;\ntemplate class World<3>;\n",
            # Members, functions, declarations and specialisations are something else.
            "src/core/b.cpp": "template void World<2>::carry(int);\ntemplate double norm<2>(int);\n"
                              "extern template class World<2>;\ntemplate <> struct Size<2> {};\n"
                              "template <int Dim>\nclass World;\n",
        })
        self.assertEqual((code, text), (0, ""))

    def test_length(self):
        code, text = self.run_on({"src/core/a.h": "\n" * 301})
        self.assertEqual(code, 0)
        self.assertIn("warning: 301 lines", text)
        self.assert_fault({"src/core/a.h": "\n" * 451}, "451 lines", "450")

    def test_machine_path(self):
        self.assert_fault({"docs/a.md": "see " + "/ho" + "me/ann/notes\n"}, "docs/a.md:1", "one machine")
        code, text = self.run_on({"docs/a.md": "/usr/bin/python3, /proc/self, ./work/x, ~/home/x\n"})
        self.assertEqual((code, text), (0, ""))


if __name__ == "__main__":
    unittest.main()
