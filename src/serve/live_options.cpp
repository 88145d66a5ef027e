#include "serve/live_options.h"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "conjac/simulation.h"
#include "core/check.h"
#include "record/number_text.h"

namespace conjac::serve {
namespace {

OptionField step_size() {
  OptionField row;
  row.name = kStepSize;
  row.label = "Step size h";
  row.help = "Simulated time per step. Larger is faster and damps more.";
  row.unit = "s";
  row.standard = "null";
  row.min = 1e-5;
  row.max = 0.1;
  row.slider_min = 0.0005;
  row.slider_max = 0.05;
  row.by_factors = true;
  row.often = true;
  return row;
}

OptionField dynamic_nodes() {
  OptionField row;
  row.name = kDynamicNodes;
  row.kind = OptionField::Kind::whole;
  row.label = "Dynamic nodes";
  row.help = "Places them anew and starts from the beginning.";
  row.standard = "null";
  row.min = row.slider_min = 0;
  row.max = row.slider_max = 64;
  row.often = row.restarts = true;
  return row;
}

}  // namespace

std::vector<OptionField> live_options() {
  std::vector<OptionField> rows{step_size(), dynamic_nodes()};
  for (OptionField& row : option_fields()) rows.push_back(std::move(row));
  return rows;
}

std::string unfit_choices(const StepOptions& options) {
  nlohmann::ordered_json unfit = nlohmann::ordered_json::object();
  for (const OptionField& row : option_fields()) {
    // A change of the method drops what does not go with it.
    if (row.kind != OptionField::Kind::choice || row.name == "name") continue;
    auto names = nlohmann::ordered_json::array();
    for (const OptionField::Choice& choice : row.choices) {
      StepOptions changed = options;
      try {
        set_option(changed, row.name, nlohmann::json(choice.name).dump());
      } catch (const Error&) {
        names.push_back(choice.name);
      }
    }
    if (!names.empty()) unfit[row.name] = names;
  }
  return unfit.dump();
}

double run_option(const std::string& name, const std::string& text) {
  const OptionField row = name == kStepSize ? step_size() : dynamic_nodes();
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  const bool number = problem == std::errc{} && stop == end && std::isfinite(value);
  require(number && row.allows(value) &&
              (row.kind != OptionField::Kind::whole || value == std::floor(value)),
          row.label + " must be a " +
              (row.kind == OptionField::Kind::whole ? "whole number" : "number") + " from " +
              record::shortest(row.min) + " to " + record::shortest(row.max),
          ErrorKind::usage);
  return value;
}

}  // namespace conjac::serve
