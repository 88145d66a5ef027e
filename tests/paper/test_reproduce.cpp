#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "conjac/simulation.h"
#include "paper/cases.h"
#include "paper/reproduce.h"
#include "paper/runner.h"
#include "paper/section.h"
#include "support/expect_error.h"
#include "support/paths.h"
#include "support/scratch_folder.h"

namespace conjac::paper {
namespace {

using testing::expect_error;
using testing::ScratchFolder;

/// A table of two runs, a tuning and a run that needs its beta, on a bar of a few elements.
const char* kCases = R"({
  "options": {"small": ["mesh.box.cells=[3,1,1]", "time.duration=0.02", "output.preview=false"]},
  "cases": [
    {"name": "a", "scene": "release", "use": ["small"], "quick": true},
    {"name": "b", "scene": "release", "use": ["small"], "set": ["time.duration=0.03"]},
    {"name": "tune", "scene": "release", "use": ["small"], "set": ["method.name=vanilla"],
     "measure": "tune"},
    {"name": "tuned", "scene": "release", "use": ["small"], "set": ["method.name=vanilla"],
     "beta_of": "tune"}
  ]})";

struct Place {
  ScratchFolder folder;
  ReproduceOptions options;
  Place() {
    cases(kCases);
    options.cases_file = (folder / "cases.json").string();
    options.scene_folders = {test::source_dir() + "/scenes"};
    options.folder = (folder / "out").string();
    options.page = (folder / "page/paper.md").string();
  }
  void cases(const std::string& text) { folder.put("cases.json", text); }
  bool has(const std::string& name) const { return std::filesystem::exists(folder / name); }
};

TEST(Reproduce, RunsWhatIsNotDoneAndOnlyThat) {
  Place place;
  ReproduceResult result = reproduce(place.options);
  EXPECT_EQ(result.run, 4);
  EXPECT_EQ(result.fresh, 0);
  EXPECT_TRUE(place.has("out/a/summary.json") && place.has("out/b/frames.pvd"));
  EXPECT_TRUE(place.has("page/paper.md"));
  result = reproduce(place.options);
  EXPECT_EQ(result.run, 0);
  EXPECT_EQ(result.fresh, 4);

  std::string changed = kCases;
  changed.replace(changed.find("0.03"), 4, "0.04");
  place.cases(changed);
  EXPECT_EQ(reproduce(place.options).run, 1);
  std::filesystem::remove(place.folder / "out/a/case.json");
  EXPECT_EQ(reproduce(place.options).run, 1);
  place.options.again = true;
  EXPECT_EQ(reproduce(place.options).run, 4);
}

TEST(Reproduce, TheTunedBetaIsTaken) {
  Place place;
  reproduce(place.options);
  const Runner runner(place.options);
  const auto cases = read_cases(place.options.cases_file);
  const CaseResult tuned(runner.folder(cases[2]));
  ASSERT_TRUE(tuned.number("beta"));
  EXPECT_NEAR(*runner.scene(cases[3])->method.beta, *tuned.number("beta"), 1e-6);
}

TEST(Reproduce, GoesOnWhereItWasStopped) {
  Place place;
  int asked = 0;
  place.options.progress = [&](double, double, const std::string& what) {
    return what != "b" || ++asked < 3;  // in the middle of the second case
  };
  ReproduceResult result = reproduce(place.options);
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(result.run, 1);
  EXPECT_FALSE(place.has("page/paper.md"));
  EXPECT_FALSE(place.has("out/b/case.json"));
  place.options.progress = {};
  result = reproduce(place.options);
  EXPECT_EQ(result.fresh, 1);
  EXPECT_EQ(result.run, 3);
}

TEST(Reproduce, QuickAndByName) {
  Place place;
  place.options.quick = true;
  EXPECT_EQ(reproduce(place.options).run, 1);
  place.options.quick = false;
  place.options.scenes = {"dragon"};
  expect_error(ErrorKind::usage, "there are cases of release", [&] { reproduce(place.options); });
  EXPECT_EQ(reproduced_scenes(place.options.cases_file), std::vector<std::string>{"release"});
}

TEST(Reproduce, ClaimsWithoutResultsAreSaidToBeMissing) {
  Place place;
  place.options.page_only = true;
  const ReproduceResult result = reproduce(place.options);
  EXPECT_GT(result.claims.size(), 10u);
  for (const ClaimResult& claim : result.claims) EXPECT_EQ(claim.verdict, "not run") << claim.paper;
}

TEST(Cases, FaultsAreNamed) {
  const ScratchFolder folder;
  const auto faulty = [&](const std::string& cases, const std::string& part) {
    folder.put("cases.json", R"({"cases": [)" + cases + "]}");
    expect_error(ErrorKind::bad_input, part, [&] { read_cases((folder / "cases.json").string()); });
  };
  faulty(R"({"name": "a"})", "case 1: name and scene");
  faulty(R"({"name": "a", "scene": "b", "colour": 1})", "unknown key \"colour\"");
  faulty(R"({"name": "a", "scene": "b", "measure": "guess"})", "use run, tune or cost");
  faulty(R"({"name": "a", "scene": "b", "use": ["c"]})", "no options \"c\"");
  faulty(R"({"name": "a", "scene": "b"}, {"name": "a", "scene": "b"})", "is taken");
  faulty(R"({"name": "a", "scene": "b", "beta_of": "z"})", "no earlier case: \"z\"");
  faulty(R"({"name": 3, "scene": "b"})", "not a table of cases");
  folder.put("cases.json", "{");
  expect_error(ErrorKind::bad_input, "not a table of cases",
               [&] { read_cases((folder / "cases.json").string()); });
}

TEST(Cases, TheTableOfTheProjectIsSound) {
  const std::string file = test::source_dir() + "/scenes/paper/cases.json";
  for (const Case& one : read_cases(file)) {
    SCOPED_TRACE(one.name);
    const SceneSpec scene = load_scene(one.scene, one.overrides, {test::source_dir() + "/scenes"});
    if (one.scene == "dragon") continue;  // the large mesh; its selections are the scene's own
    const Simulation simulation(scene);   // every selection finds nodes
    EXPECT_GT(simulation.nodes(), 0);
  }
  EXPECT_EQ(reproduced_scenes(file), (std::vector<std::string>{"twist", "hetero", "aniso", "muscle",
                                                               "armadillo", "dragon"}));
}

}  // namespace
}  // namespace conjac::paper
