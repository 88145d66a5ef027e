#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "conjac/option_field.h"
#include "conjac/scene_spec.h"

namespace conjac {

/// The rows of the table of method options (fields_method.h), in its order.
std::vector<OptionField> option_rows();

/// Rows as a JSON array, for programs in other languages. A row without a bound lacks the key.
std::string rows_to_json(std::span<const OptionField> rows);

/// Every step option of a scene by its name in scene files, with its value as text; those that the
/// method chooses where they are unset as it chooses them.
std::vector<std::pair<std::string, std::string>> option_texts(const SceneSpec& scene);

/// All step options as one JSON object under their names in scene files; null where unset.
std::string options_to_json(const StepOptions& options);

/// Changes one option, given by its name and a JSON value, by the rules of scene files; null puts
/// the default back. Throws Error(bad_input), the options as they were.
void change_option(StepOptions& options, const std::string& name, const std::string& value);

}  // namespace conjac
