#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace conjac::app {

/// Each command adds itself to the program; its work is done in the callback, which returns by
/// setting `exit_code` or by throwing conjac::Error.
struct Context {
  CLI::App& program;
  int exit_code = 0;
};

void add_run(Context& context);
void add_resume(Context& context);
void add_sweep(Context& context);
void add_replay(Context& context);
void add_compare(Context& context);
void add_reproduce(Context& context);
void add_bench(Context& context);
void add_tune(Context& context);
void add_modes(Context& context);
void add_validate(Context& context);
void add_schema(Context& context);
void add_scenes(Context& context);
void add_info(Context& context);
void add_mesh(Context& context);
void add_view(Context& context);
void add_export(Context& context);
void add_shell(Context& context);  // completion, man
/// What to say to a command that does not exist; empty where it does.
std::string unknown_command(const CLI::App& program, const std::string& given);
/// What was wrong with the arguments, in one sentence.
std::string usage_error(const CLI::App& program, const CLI::ParseError& error);
void add_render(Context& context);
void add_doctor(Context& context);

/// Folders in which scenes are found by name: beside the working directory's scenes/, then those
/// that came with the program.
std::vector<std::string> scene_folders();

}  // namespace conjac::app
