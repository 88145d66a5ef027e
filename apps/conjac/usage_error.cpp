#include <spdlog/fmt/fmt.h>

#include <regex>

#include "commands.h"
#include "spelling.h"

namespace conjac::app {
namespace {

/// The command whose arguments were wrong, or the program.
const CLI::App& command_in(const CLI::App& program) {
  for (const CLI::App* command : program.get_subcommands()) return *command;
  return program;
}

std::string see_help(const CLI::App& command) {
  const std::string name = command.get_parent() != nullptr ? " " + command.get_name() : "";
  return fmt::format(" (`conjac{} --help` lists what there is)", name);
}

/// An option nobody knows; what else was not expected belongs to it, as a rule.
std::string unknown_option(const CLI::App& command) {
  std::string given, left;
  for (const std::string& word : command.remaining(true)) {
    if (given.empty() && word.starts_with("-")) given = word.substr(0, word.find('='));
    if (left.empty() && !word.starts_with("-")) left = word;
  }
  if (given.empty()) return "'" + left + "' is one argument too many" + see_help(command);
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  const std::string nearest = nearest_word(given, names);
  return "there is no option '" + given + "'" +
         (nearest.empty() ? "" : "; did you mean '" + nearest + "'?") + see_help(command);
}

/// CLI11 writes the bounds of "any positive number" with three hundred digits.
std::string out_of_range(const CLI::App& command, const std::string& said) {
  static const std::regex bounds(R"(^(\S+): Value (\S+) not in range (\S+) to (\S+)$)");
  std::smatch found;
  if (!std::regex_match(said, found, bounds)) return said + see_help(command);
  const CLI::Option* option = command.get_option_no_throw(found[1].str());
  const std::string kind = option != nullptr ? option->get_type_name() : "";
  const std::string must = kind.find("POSITIVE") != std::string::npos      ? "above 0"
                           : kind.find("NONNEGATIVE") != std::string::npos ? "0 or more"
                                                                           : "";
  return fmt::format("{} {}: out of range; must be {}", found[1].str(), found[2].str(),
                     must.empty() ? found[3].str() + " to " + found[4].str() : must);
}

}  // namespace

std::string usage_error(const CLI::App& program, const CLI::ParseError& error) {
  const CLI::App& command = command_in(program);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) return unknown_option(command);
  if (dynamic_cast<const CLI::ValidationError*>(&error) != nullptr)
    return out_of_range(command, error.what());
  return error.what() + see_help(command);
}

}  // namespace conjac::app
