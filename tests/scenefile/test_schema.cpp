#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "conjac/error.h"
#include "scenefile/bad_scenes.h"
#include "scenefile/fields.h"
#include "scenefile/parse.h"
#include "scenefile/reference_examples.h"
#include "scenefile/schema.h"
#include "support/paths.h"

namespace conjac {
namespace {

const std::string kRoot = test::source_dir();

std::string text_of(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

// ---- the table is complete --------------------------------------------------------------------

struct Anything {
  template <class T>
  operator T() const;
};

/// How many members an aggregate has, by how many values can initialise it.
template <class T, class... Values>
constexpr int member_count() {
  if constexpr (requires { T{Values{}..., Anything{}}; })
    return member_count<T, Values..., Anything>();
  else
    return sizeof...(Values);
}

struct FieldCounter {
  int count = 0;
  std::vector<std::string> without_help;
  template <class T>
  void operator()(const char* key, T&&, const Rule&, const char* help) {
    if constexpr (!std::is_same_v<std::decay_t<T>, NamedSelections>) ++count;
    if (std::string(help).size() < 5 || std::string(help).back() != '.')
      without_help.push_back(key);
  }
  template <class T>
  void itself(T&&, const Rule&, const char*) {
    ++count;
  }
  template <class Variant, class... T>
  void choice(Variant&, const Option<T>&...) {
    ++count;
  }
  void check(bool, const char*, const char*) {}
  void only_if(bool, const Names&, const char*) {}
};

template <class T>
void expect_complete(const char* name, int members_without_key = 0) {
  T value{};
  FieldCounter counter;
  describe(counter, value);
  EXPECT_EQ(counter.count, member_count<T>() - members_without_key)
      << name << " in include/conjac has members that src/scenefile/fields.h does not list";
  EXPECT_TRUE(counter.without_help.empty()) << name << "." << counter.without_help[0];
}

TEST(Schema, EveryMemberHasAKeyAndASentence) {
  expect_complete<SelectIndex>("SelectIndex");
  expect_complete<SelectNearest>("SelectNearest");
  expect_complete<SelectBox>("SelectBox");
  expect_complete<SelectSphere>("SelectSphere");
  expect_complete<SelectSlice>("SelectSlice");
  expect_complete<SelectPlane>("SelectPlane");
  expect_complete<SelectRegion>("SelectRegion");
  expect_complete<BoxMesh>("BoxMesh");
  expect_complete<RectangleMesh>("RectangleMesh");
  expect_complete<MeshFile>("MeshFile");
  expect_complete<Rotation>("Rotation");
  expect_complete<MeshSpec>("MeshSpec");
  expect_complete<Layers>("Layers");
  expect_complete<Gradient>("Gradient");
  expect_complete<ConstantFibers>("ConstantFibers");
  expect_complete<RadialFibers>("RadialFibers");
  expect_complete<CircumferentialFibers>("CircumferentialFibers");
  expect_complete<HelicalFibers>("HelicalFibers");
  expect_complete<FiberFile>("FiberFile");
  expect_complete<LawSpec>("LawSpec");
  expect_complete<MaterialSpec>("MaterialSpec");
  expect_complete<RoleSpec>("RoleSpec");
  expect_complete<PlacementSpec>("PlacementSpec");
  expect_complete<MoveEvent>("MoveEvent");
  expect_complete<ReleaseEvent>("ReleaseEvent");
  expect_complete<LoadEvent>("LoadEvent");
  expect_complete<ActivateEvent>("ActivateEvent");
  expect_complete<GravityEvent>("GravityEvent");
  expect_complete<PressureEvent>("PressureEvent");
  expect_complete<SpringSpec>("SpringSpec");
  expect_complete<WeldSpec>("WeldSpec");
  expect_complete<ObstacleMove>("ObstacleMove");
  expect_complete<ProbeSpec>("ProbeSpec");
  expect_complete<TimeSpec>("TimeSpec");
  expect_complete<StepOptions>("StepOptions");
  expect_complete<OutputSpec>("OutputSpec");
  expect_complete<SceneSpec>("SceneSpec", 1);  // `file` is where it was read from
}

// ---- the reference page -----------------------------------------------------------------------

TEST(Schema, ReferencePageIsFresh) {
  const std::string file = kRoot + "/docs/scene-reference.md";
  if (std::getenv("CONJAC_REFRESH_DOCS")) {
    std::filesystem::create_directories(kRoot + "/docs");
    std::ofstream(file) << scene_reference();
  }
  EXPECT_TRUE(text_of(file) == scene_reference())
      << "docs/scene-reference.md is not what src/scenefile/fields.h says; refresh it with\n"
         "  CONJAC_REFRESH_DOCS=1 test_scenefile --gtest_filter=Schema.ReferencePageIsFresh";
}

TEST(Schema, ReferencePageHasEveryKeyAndNoDeadLink) {
  const std::string page = scene_reference();
  const auto keys_of = [&](const auto& self, const nlohmann::json& schema) -> void {
    if (schema.contains("properties"))
      for (const auto& [key, value] : schema["properties"].items()) {
        if (key != "//" && key != "all") {
          EXPECT_NE(page.find("\n| `" + key + "` |"), std::string::npos) << key;
        }
        self(self, value);
      }
    for (const auto& [key, value] : schema.items())
      if (value.is_structured() && key != "properties") self(self, value);
  };
  keys_of(keys_of, nlohmann::json::parse(scene_schema()));

  std::set<std::string> anchors;
  const std::regex heading("\n## ([^\n]+)"), link(R"(\]\(#([a-z_]+)\))");
  for (std::sregex_iterator it(page.begin(), page.end(), heading), end; it != end; ++it)
    anchors.insert(std::regex_replace((*it)[1].str(), std::regex("[^a-z_]"), ""));
  int links = 0;
  for (std::sregex_iterator it(page.begin(), page.end(), link), end; it != end; ++it, ++links)
    EXPECT_TRUE(anchors.count((*it)[1])) << (*it)[1];
  EXPECT_GT(links, 30);
}

/// Is there something at a section's path, as timeline[].cut.plane, in these keys of a scene?
bool has_section(const nlohmann::json& value, const std::string& path) {
  if (path.empty()) return true;
  const std::size_t end = std::min(path.find('.'), path.size());
  std::string key = path.substr(0, end);
  const std::string rest = path.substr(std::min(end + 1, path.size()));
  const bool list = key.ends_with("[]");
  if (list) key.erase(key.size() - 2);
  if (!value.is_object() || !value.contains(key)) return false;
  // Items of a list; what selections call by names of their own.
  const bool each = list || (key == "selections" && !rest.empty());
  if (!each) return has_section(value[key], rest);
  return std::any_of(value[key].begin(), value[key].end(),
                     [&](const nlohmann::json& item) { return has_section(item, rest); });
}

TEST(Schema, EveryTableOfTheReferencePageHasAnExampleThatCanBeRead) {
  const std::string page = scene_reference();
  const std::regex heading("\n## ([^\n]+)");
  int count = 0;
  for (std::sregex_iterator it(page.begin(), page.end(), heading), end; it != end; ++it, ++count) {
    const std::string title = (*it)[1],
                      section = title == "Scene" ? "" : title.substr(1, title.size() - 2);
    const auto* example =
        std::ranges::find(kReferenceExamples, section, &ReferenceExample::section);
    ASSERT_NE(example, std::end(kReferenceExamples)) << "no example for " << title;
    const auto keys = nlohmann::json::parse("{" + std::string(example->text) + "}");
    EXPECT_TRUE(has_section(keys, section)) << title;
    nlohmann::json scene = {{"mesh", {{"box", {{"cells", {2, 2, 2}}, {"size", {1, 1, 1}}}}}},
                            {"materials", {{{"laws", {{{"law", "SNH"}}}}}}}};
    scene.update(keys);
    if (keys.contains("bodies")) scene.erase("mesh");
    try {
      parse_scene(scene.dump(), "example.json", kRoot + "/scenes");
    } catch (const Error& error) {
      ADD_FAILURE() << title << ": " << error.what();
    }
  }
  EXPECT_EQ(count, static_cast<int>(std::size(kReferenceExamples)));
}

// ---- the schema, in the eyes of another program -------------------------------------------------

TEST(Schema, AnotherValidatorAgrees) {
  if (std::system("/usr/bin/python3 -c 'import jsonschema' 2>/dev/null") != 0)
    GTEST_SKIP() << "needs the Debian package python3-jsonschema";
  const std::string folder = testing::TempDir() + "conjac_schema";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/schema.json") << scene_schema();
  const auto put = [&](const std::string& kind, const std::string& name, const std::string& text) {
    std::ofstream(folder + "/" + kind + "_" + name + ".json") << text;
  };
  put("good", "small", kGoodScene);
  put("good", "every_key", text_of(kRoot + "/tests/scenefile/every_key.json"));
  for (const std::string& name : list_scenes(kRoot + "/scenes")) {
    const std::string file = kRoot + "/scenes/" + name + ".json";
    put("good", name, text_of(file));
    put("good", name + "_written", scene_to_json(read_scene(file)));
  }
  int count = 0;
  for (const BadScene& bad : bad_scenes()) {
    if (!bad.is_json) continue;
    std::string text = kGoodScene;
    text.replace(text.find(bad.from), bad.from.size(), bad.to);
    text.erase(text.find('^'), 1);
    // What only the reader can see must not be refused by the schema by accident either.
    put(bad.schema_sees_it ? "bad" : "good", std::to_string(count++), text);
  }
  std::ofstream(folder + "/check.py") << R"(
import glob, json, os, sys
import jsonschema
folder = sys.argv[1]
schema = json.load(open(folder + "/schema.json"))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
files = sorted(glob.glob(folder + "/good_*.json") + glob.glob(folder + "/bad_*.json"))
wrong = 0
for file in files:
    good = os.path.basename(file).startswith("good")
    errors = [e.message[:200] for e in validator.iter_errors(json.load(open(file)))]
    if good == bool(errors):
        wrong += 1
        print(file, errors)
assert len(files) > 50, len(files)
sys.exit(1 if wrong else 0)
)";
  EXPECT_EQ(std::system(("/usr/bin/python3 " + folder + "/check.py " + folder).c_str()), 0);
}

}  // namespace
}  // namespace conjac
