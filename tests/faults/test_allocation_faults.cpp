#include <gtest/gtest.h>

#include <functional>
#include <new>

#include "conjac/error.h"
#include "conjac/simulation.h"
#include "core/threads.h"
#include "faults/allocations.h"
#include "mesh/read.h"
#include "mesh/read_surface.h"
#include "support/paths.h"
#include "support/scratch_folder.h"

namespace conjac {
namespace {

using testing::ScratchFolder;
using namespace test;

/// The action with every one of its requests refused in turn, alone and with all that follow: it says
/// that memory has run out, and keeps none. Requests beyond `most` are taken with a stride.
void expect_clean(const std::string& name, const std::function<void()>& action, int most = 2000,
                  Of what = Of::all) {
  run_with_threads(1, [&] {
    for (int i = 0; i < 3; ++i) action();  // what is made once and kept, is there
    plan_refusal(-1, false, what);
    action();
    const int requests = requests_made();
    ASSERT_GT(requests, 0) << name;
    const int stride = 1 + requests / most;
    int told = 0;
    for (const bool from_then_on : {false, true})
      for (int n = 0; n < requests; n += stride) {
        const long long before = blocks_alive();
        bool out_of_memory = false;
        plan_refusal(n, from_then_on, what);
        try {
          action();
        } catch (const std::bad_alloc&) {
          out_of_memory = true;
        } catch (const Error&) {  // its own words for it
          out_of_memory = true;
        }
        const bool refused = requests_refused() > 0;
        plan_refusal(-1, false, what);
        told += out_of_memory;
        EXPECT_TRUE(refused) << name << ", request " << n;
        EXPECT_EQ(blocks_alive(), before)
            << name << ", request " << n << " of " << requests << ": memory was kept";
        if (::testing::Test::HasFailure()) return;
      }
    // One or the other request can be done without (std::stable_sort takes less room, slower).
    EXPECT_GE(told, requests / stride);
  });
}

TEST(AllocationFaults, SceneFiles) {
  for (const char* name : {"hang", "twist", "muscle"}) {
    const std::string path = test::source_dir() + "/scenes/" + name + ".json";
    expect_clean(
        name, [&] { load_scene(path, {"time.step=0.01"}); }, 400);
  }
}

TEST(AllocationFaults, MeshReaders) {
  const ScratchFolder folder;
  const std::string four = "0 0 0\n1 0 0\n0 1 0\n0 0 1\n";
  folder.put(
      "a.mesh",
      "MeshVersionFormatted 2\nDimension 3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n"
      "Tetrahedra\n1\n1 2 3 4 7\nEnd\n");
  folder.put("a.msh",
             "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n" + four +
                 "$EndNodes\n$Elements\n1 1 1 1\n3 1 4 1\n1 1 2 3 4\n$EndElements\n");
  folder.put("a.node", "4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n");
  folder.put("a.ele", "1 4 0\n1 1 2 3 4\n");
  folder.put("a.vtk",
             "# vtk DataFile Version 4.2\nx\nASCII\nDATASET UNSTRUCTURED_GRID\n"
             "POINTS 4 double\n" +
                 four + "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n");
  folder.put("a.inp",
             "*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n3, 0, 1, 0\n4, 0, 0, 1\n"
             "*ELEMENT, TYPE=C3D4\n1, 1, 2, 3, 4\n");
  folder.put("a.veg",
             "*VERTICES\n4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n"
             "*ELEMENTS\nTET\n1 4 0\n1 1 2 3 4\n");
  folder.put("a.vtu",
             "<VTKFile type='UnstructuredGrid' version='0.1' byte_order='LittleEndian'>\n"
             "<UnstructuredGrid>\n<Piece NumberOfPoints='4' NumberOfCells='1'>\n<Points><DataArray "
             "type='Float64' NumberOfComponents='3' format='ascii'>\n" +
                 four +
                 "</DataArray></Points>\n<Cells>\n<DataArray type='Int64' Name='connectivity' "
                 "format='ascii'>\n0 1 2 3\n</DataArray>\n<DataArray type='Int64' Name='offsets' "
                 "format='ascii'>\n4\n</DataArray>\n<DataArray type='UInt8' Name='types' "
                 "format='ascii'>\n10\n</DataArray>\n</Cells>\n</Piece>\n</UnstructuredGrid>\n</"
                 "VTKFile>\n");
  for (const char* name : {"a.mesh", "a.msh", "a.node", "a.vtk", "a.inp", "a.veg", "a.vtu"})
    expect_clean(name, [&] { read_mesh<3>((folder / name).string()); });
  folder.put("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
  expect_clean("a.obj", [&] { read_surface((folder / "a.obj").string()); });
}

/// Set-up and a first step, which is when the rest of the memory is asked for.
void build_and_step(const SceneSpec& scene) {
  Simulation simulation(scene);
  simulation.step();
}

TEST(AllocationFaults, SetUp) {
  const std::string folder = test::source_dir() + "/scenes/";
  struct Case {
    const char* scene;
    std::vector<std::string> overrides;
    int most;  // requests that are refused
  };
  const std::vector<Case> cases = {
      {"hang", {"mesh.box.cells=[2,3,2]"}, 150},
      {"hang", {"mesh.box.cells=[2,3,2]", "method.name=vanilla"}, 150},
      {"hang",  // falls onto a floor it is in
       {"mesh.box.cells=[1,2,1]", "roles=[]", "placement={\"dynamic\":2}",
        "obstacles=[{\"half_space\":{\"point\":[0,-0.085,0],\"normal\":[0,1,0]}}]"},
       100},
      {"arm", {}, 12},  // bones and fibres
  };
  for (const auto& [name, overrides, most] : cases) {
    const SceneSpec scene = load_scene(folder + name + ".json", overrides);
    expect_clean(
        name, [&] { build_and_step(scene); }, most, Of::operator_new);
  }
}

}  // namespace
}  // namespace conjac
