#include "fuzz/targets.h"
#include "scenefile/option_table.h"
#include "scenefile/parse.h"

namespace conjac::fuzz {
namespace {

constexpr const char* kFolder = "/nowhere";  // files that a scene names are not there

constexpr std::string_view kScene =
    R"({"name":"a","mesh":{"box":{"cells":[1,1,1],"size":[1,1,1]}},)"
    R"("materials":[{"density":1000,"laws":[{"law":"SNH","young":1e4,"poisson":0.4}]}],)"
    R"("obstacles":[{"half_space":{"point":[0,0,0],"normal":[0,1,0]}}],)"
    R"("timeline":[{"release":{"select":"all","time":1}}],"time":{"step":0.01,"duration":1}})";

/// What was read is written and read again, and is the same.
void expect_way_back(const SceneSpec& spec) {
  const std::string text = scene_to_json(spec);
  std::string again;
  if (!accepted([&] { again = scene_to_json(parse_scene(text, "written", kFolder)); }))
    broken("a scene that was written can be read");
  if (again != text) broken("a scene that was written and read is the same scene");
}

}  // namespace

void scene(std::string_view bytes) {
  SceneSpec spec;
  if (accepted([&] { spec = parse_scene(bytes, "scene.json", kFolder); })) expect_way_back(spec);
}

/// A line each.
void set_path(std::string_view bytes) {
  std::vector<std::string> overrides;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    overrides.emplace_back(bytes.substr(0, end));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  SceneSpec spec;
  if (accepted([&] { spec = parse_scene(kScene, "scene.json", kFolder, overrides); }))
    expect_way_back(spec);
}

/// A name, and the value on the next line, as the page sends them.
void option(std::string_view bytes) {
  const std::size_t end = std::min(bytes.find('\n'), bytes.size());
  const std::string name(bytes.substr(0, end));
  const std::string value(bytes.substr(std::min(end + 1, bytes.size())));
  StepOptions options;
  const std::string before = options_to_json(options);
  if (!accepted([&] { change_option(options, name, value); }) && options_to_json(options) != before)
    broken("an option that is refused leaves the options as they were");
}

void cut(std::string_view bytes) {
  accepted([&] { parse_cut(bytes, kFolder); });
}

}  // namespace conjac::fuzz
