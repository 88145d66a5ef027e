#include "paper/cases.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/check.h"
#include "record/files.h"

namespace conjac::paper {
namespace {

using Json = nlohmann::json;

Measure measure_named(const std::string& name, const std::string& where) {
  if (name == "run") return Measure::run;
  if (name == "tune") return Measure::tune;
  require(name == "cost", where + ": measure \"" + name + "\" is unknown; use run, tune or cost");
  return Measure::cost;
}

Case case_of(const Json& json, const Json& options, const std::string& where) {
  Case one;
  for (const auto& [key, value] : json.items()) {
    if (key == "name")
      one.name = value.get<std::string>();
    else if (key == "scene")
      one.scene = value.get<std::string>();
    else if (key == "measure")
      one.measure = measure_named(value.get<std::string>(), where);
    else if (key == "beta_of")
      one.beta_of = value.get<std::string>();
    else if (key == "seconds")
      one.seconds = value.get<double>();
    else if (key == "quick")
      one.quick = value.get<bool>();
    else
      require(key == "use" || key == "set", where + ": unknown key \"" + key + "\"");
  }
  require(!one.name.empty() && !one.scene.empty(), where + ": name and scene are needed");
  // Shared options first, so that a case may change them.
  for (const Json& name : json.value("use", Json::array())) {
    const std::string set = name.get<std::string>();
    require(options.contains(set), where + ": there are no options \"" + set + "\"");
    for (const Json& text : options[set]) one.overrides.push_back(text.get<std::string>());
  }
  for (const Json& text : json.value("set", Json::array()))
    one.overrides.push_back(text.get<std::string>());
  return one;
}

}  // namespace

std::vector<Case> read_cases(const std::string& path) {
  std::vector<Case> cases;
  try {
    const Json json = Json::parse(record::read_whole(path));
    const Json options = json.value("options", Json::object());
    for (const Json& one : json.at("cases")) {
      const std::string where = path + ": case " + std::to_string(cases.size() + 1);
      cases.push_back(case_of(one, options, where));
      const Case& last = cases.back();
      const auto earlier = [&](const std::string& name) {
        return std::any_of(cases.begin(), cases.end() - 1,
                           [&](const Case& c) { return c.name == name; });
      };
      require(!earlier(last.name), where + ": the name \"" + last.name + "\" is taken");
      require(last.beta_of.empty() || earlier(last.beta_of),
              where + ": beta_of names no earlier case: \"" + last.beta_of + "\"");
    }
  } catch (const Json::exception& error) {
    throw Error(ErrorKind::bad_input, path + ": not a table of cases: " + error.what());
  }
  return cases;
}

}  // namespace conjac::paper
