// What shells and manuals want to know of the program, made from its own help.
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <utility>

#include "commands.h"
#include "conjac/error.h"
#include "spelling.h"

namespace conjac::app {
namespace {

/// The long options of a command, `--name`.
std::vector<std::string> long_options(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::vector<const CLI::App*> commands_of(const CLI::App& program) {
  return program.get_subcommands([](const CLI::App*) { return true; });
}

/// Commands whose words may be names of scenes.
constexpr const char* kTakeScenes = "run | view | validate | bench | tune | modes | replay";

std::string bash_completion(const CLI::App& program) {
  std::string names, cases;
  for (const CLI::App* command : commands_of(program)) {
    names += command->get_name() + " ";
    cases += fmt::format("    {}) options='{}' ;;\n", command->get_name(),
                         joined(long_options(*command)));
  }
  // The braces of the shell are doubled for fmt.
  return fmt::format(R"bash(# bash completion for conjac, made by `conjac completion bash`
_conjac() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} command=${{COMP_WORDS[1]}} options= scenes=
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '{0}{1}' -- "$word"))
    return
  fi
  case $command in
{2}  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
    return
  fi
  COMPREPLY=($(compgen -f -- "$word"))
  case $command in
    {3})
      scenes=$("${{COMP_WORDS[0]}}" scenes 2>/dev/null | awk '{{print $1}}')
      COMPREPLY+=($(compgen -W "$scenes" -- "$word"))
      ;;
  esac
}}
complete -o filenames -F _conjac conjac
)bash",
                     names, joined(long_options(program)), cases, kTakeScenes);
}

/// Text as troff wants it: no line begins a request, no hyphen becomes another sign.
std::string troff(const std::string& text) {
  std::string result;
  bool line_begins = true;
  for (char c : text) {
    if (line_begins && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
    line_begins = c == '\n';
  }
  return result;
}

std::string option_text(const CLI::Option& option) {
  std::string names = option.get_name(false, true);
  const std::string type =
      option.get_items_expected_max() > 0 && !option.get_positional() ? " VALUE" : "";
  std::string text = ".TP\n.B " + troff(names + type) + "\n" + troff(option.get_description());
  if (!option.get_default_str().empty()) text += troff(" [" + option.get_default_str() + "]");
  return text + "\n";
}

std::string man_page(const CLI::App& program) {
  std::string text = fmt::format(
      ".TH CONJAC 1 \"\" \"ConJac {}\" \"User Commands\"\n.SH NAME\nconjac \\- lively deformable "
      "bodies through a handful of dynamic nodes\n.SH SYNOPSIS\n.B conjac\n.I "
      "COMMAND\n[arguments]\n"
      ".SH DESCRIPTION\n{}\n.SH COMMANDS\n",
      troff(CONJAC_VERSION), troff(program.get_description()));
  for (const CLI::App* command : commands_of(program)) {
    text += ".SS " + troff(command->get_name()) + "\n" + troff(command->get_description()) + "\n";
    for (const CLI::Option* option : command->get_options()) text += option_text(*option);
    if (!command->get_footer().empty())
      text += ".PP\n.nf\n" + troff(command->get_footer()) + "\n.fi\n";
  }
  text += ".SH EXAMPLES AND EXIT STATUS\n.nf\n" + troff(program.get_footer()) + "\n.fi\n";
  return text;
}

}  // namespace

std::string unknown_command(const CLI::App& program, const std::string& given) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands_of(program)) names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), given) != names.end()) return "";
  const std::string nearest = nearest_word(given, names);
  return "there is no command '" + given + "'" +
         (nearest.empty() ? "" : "; did you mean '" + nearest + "'?") +
         " (`conjac --help` lists them)";
}

void add_shell(Context& context) {
  CLI::App* completion = context.program.add_subcommand(
      "completion", "Print what a shell needs to complete commands, options and scenes");
  auto shell = std::make_shared<std::string>("bash");
  completion->add_option("shell", *shell, "bash")->check(CLI::IsMember({"bash"}));
  completion->footer(
      "Example:\n  conjac completion bash > ~/.local/share/bash-completion/completions/conjac");
  completion->callback([&context] { fmt::print("{}", bash_completion(context.program)); });
  CLI::App* manual =
      context.program.add_subcommand("man", "Print the manual page, made from this help");
  manual->footer("Example:\n  conjac man > conjac.1 && man ./conjac.1");
  manual->callback([&context] { fmt::print("{}", man_page(context.program)); });
}

}  // namespace conjac::app
