#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace conjac::app {

/// Adds one option per row of the table of method options: `--integrator`, `--reuse-tolerance`, and
/// `--method` for the row `name`; those named in `but` are left out. What is given appends
/// `method.KEY=VALUE` to `overrides`, by the time the command's callback is called.
void add_method_options(CLI::App& command, std::vector<std::string>& overrides,
                        const std::vector<std::string>& but = {});

}  // namespace conjac::app
