#pragma once

#include <string>
#include <vector>

#include "conjac/option_field.h"
#include "conjac/step_options.h"

namespace conjac::serve {

// Two that are of the run and not of its method.
inline constexpr const char* kStepSize = "step";
inline constexpr const char* kDynamicNodes = "dynamic";

/// All that may be changed while a scene runs: the two above, then the table of method options.
std::vector<OptionField> live_options();

/// Choices of the table that these options do not go with, as JSON: {"integrator": ["modal"]}.
std::string unfit_choices(const StepOptions& options);

/// The number a text stands for, as a value of one of the two above. Throws Error(usage).
double run_option(const std::string& name, const std::string& text);

}  // namespace conjac::serve
