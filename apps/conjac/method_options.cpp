#include "method_options.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>

#include "conjac/conjac.h"

namespace conjac::app {
namespace {

using Kind = OptionField::Kind;

std::string flag_of(const OptionField& field) {
  std::string flag = field.name == "name" ? "method" : field.name;
  std::replace(flag.begin(), flag.end(), '_', '-');
  return "--" + flag;
}

std::string type_of(const OptionField& field) {
  if (field.kind == Kind::toggle) return "true|false";
  if (field.kind != Kind::choice) return field.kind == Kind::whole ? "INT" : "NUMBER";
  std::string all;
  for (const OptionField::Choice& choice : field.choices)
    all += (all.empty() ? "" : "|") + choice.name;
  return all;
}

/// What is written `so` in the table is plain here.
std::string plain(std::string help) {
  std::erase(help, '`');
  if (help.ends_with('.')) help.pop_back();
  return help;
}

/// A number out of its range is a slip on the command line, not in the scene.
std::string problem_of(const OptionField& field, const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != 0 || !std::isfinite(value)) return text + " is not a number";
  if (field.kind == Kind::whole && value != std::floor(value))
    return text + " is not a whole number";
  return field.allows(value) ? "" : text + " is out of range";
}

}  // namespace

void add_method_options(CLI::App& command, std::vector<std::string>& overrides,
                        const std::vector<std::string>& but) {
  for (const OptionField& field : option_fields()) {
    if (std::find(but.begin(), but.end(), field.name) != but.end()) continue;
    const std::string unit = field.unit.empty() ? "" : ", " + field.unit;
    CLI::Option* option = command.add_option_function<std::string>(
        flag_of(field),
        [&overrides, name = field.name](const std::string& text) {
          overrides.push_back("method." + name + "=" + text);
        },
        plain(field.help) + unit);
    option->type_name(type_of(field))->group("Method, instead of what the scene says");
    if (field.kind == Kind::whole || field.kind == Kind::number)
      option->check([field](const std::string& text) { return problem_of(field, text); });
  }
}

}  // namespace conjac::app
