#include "scenefile/fields_rule.h"

#include "material/models.h"
#include "material/presets.h"
#include "scenefile/json_tree.h"

namespace conjac {

std::string range_text(const Rule& rule) {
  const bool low = rule.min > -Rule::kInfinity, high = rule.max < Rule::kInfinity;
  std::string text;
  if (low && high && !rule.open_min && !rule.open_max) {
    text = "from " + json_number(rule.min) + " to " + json_number(rule.max);
  } else {
    if (low) text = (rule.open_min ? "above " : "at least ") + json_number(rule.min);
    if (low && high) text += " and ";
    if (high) text += (rule.open_max ? "below " : "at most ") + json_number(rule.max);
  }
  return text;
}

bool is_fiber_law(const std::string& name) {
  return law_is_fiber(law_number(name));
}

Names names(LawName) {
  return {kLawNames.begin(), kLawNames.end()};
}

Names names(PresetName) {
  Names all;
  for (const MaterialPreset& preset : kMaterialPresets) all.emplace_back(preset.name);
  return all;
}

}  // namespace conjac
