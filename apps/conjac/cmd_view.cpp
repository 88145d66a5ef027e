#include <fcntl.h>
#include <spawn.h>
#include <spdlog/fmt/fmt.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "commands.h"
#include "conjac/conjac.h"
#include "interrupt.h"
#include "method_options.h"

extern char** environ;

namespace conjac::app {
namespace {

struct ViewArguments {
  std::vector<std::string> what;
  std::string against, host = "127.0.0.1", token, results = "out";
  std::vector<std::string> method, overrides;
  double time_step = 0;
  int port = 0, threads = 0;
  bool no_open = false;
};

/// Lets the desktop open the address, where there is one. The program goes its own way.
void open_in_browser(const std::string& address) {
  if (!std::getenv("DISPLAY") && !std::getenv("WAYLAND_DISPLAY")) return;
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  for (int descriptor : {0, 1, 2})
    posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_RDWR, 0);
  std::string program = "xdg-open", place = address;
  char* const arguments[] = {program.data(), place.data(), nullptr};
  pid_t child = 0;
  posix_spawnp(&child, "xdg-open", &files, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&files);
}

bool is_results(const std::string& name) {
  std::error_code none;
  return std::filesystem::is_directory(name, none);
}

std::vector<ViewSide> live_sides(const ViewArguments& arguments) {
  std::vector<std::string> overrides = arguments.method;
  if (arguments.time_step > 0)
    overrides.push_back(fmt::format("time.step={}", arguments.time_step));
  overrides.insert(overrides.end(), arguments.overrides.begin(), arguments.overrides.end());
  std::vector<ViewSide> sides;
  for (const std::string& name : arguments.what) {
    const SceneSpec scene = load_scene(name, overrides, scene_folders());
    sides.push_back(view_side(scene));
    if (arguments.what.size() > 1) sides.back().label = scene.name;
  }
  if (!arguments.against.empty()) {
    const bool conjac = arguments.against == "conjac";
    if (conjac == (sides.front().scene.method.method == Method::conjac))
      throw Error(ErrorKind::usage, "--against " + arguments.against +
                                        ": the scene itself runs with that method; name the other");
    sides.push_back(with_other_method(sides.front()));
  }
  return sides;
}

/// Whether results are to be shown; throws where what was asked for does not go together.
bool shows_results(const ViewArguments& arguments) {
  if (arguments.what.empty()) {
    if (!arguments.against.empty())
      throw Error(ErrorKind::usage, "--against: name a scene; in the gallery choose both methods");
    return false;
  }
  const bool results = is_results(arguments.what.front());
  for (const std::string& name : arguments.what)
    if (is_results(name) != results)
      throw Error(
          ErrorKind::usage,
          "view: two results or two scenes can be shown beside each other, not one of each");
  if (results && !arguments.against.empty())
    throw Error(ErrorKind::usage, "--against is for scenes; name a second results folder instead");
  if (arguments.what.size() > 1 && !arguments.against.empty())
    throw Error(ErrorKind::usage, "--against: two are shown already");
  return results;
}

int execute(const ViewArguments& arguments) {
  const bool results = shows_results(arguments);
  ViewOptions options;
  options.host = arguments.host;
  options.port = arguments.port;
  options.token = arguments.token;
  options.scene_folders = scene_folders();
  options.results_folder = arguments.results;
  const InterruptWatch watch;
  options.interrupted = [] { return InterruptWatch::asked(); };
  options.overdue = [] {
    fmt::print("ended in the middle of a step\n");
    std::fflush(stdout);
    std::_Exit(0);
  };
  options.ready = [&](const std::string& address) {
    fmt::print("open {}\nCtrl-C ends it.\n", address);
    std::fflush(stdout);
    if (!arguments.no_open) open_in_browser(address);
  };
  const ThreadCount threads(arguments.threads);
  if (results)
    view_results(arguments.what, options);
  else if (arguments.what.empty())
    view_gallery(options);
  else
    view_live(live_sides(arguments), options);
  fmt::print("ended\n");
  return 0;
}

}  // namespace

void add_view(Context& context) {
  CLI::App* command = context.program.add_subcommand(
      "view", "Show a scene running, or a finished run, in the browser");
  auto arguments = std::make_shared<ViewArguments>();
  command
      ->add_option("what", arguments->what,
                   "A scene (by name or file) or a results folder; two stand beside each other; "
                   "nothing: a gallery of scenes to choose from")
      ->expected(0, 2);
  command->add_option("--against", arguments->against, "Beside it the same scene with this method")
      ->check(CLI::IsMember({"vanilla", "full", "conjac"}));
  command->add_option("--time-step", arguments->time_step, "Step size, s")
      ->check(CLI::PositiveNumber);
  command->add_option("--set", arguments->overrides, "Any key of the scene, as for run");
  command->add_option("--port", arguments->port, "Port [any that is free]")
      ->check(CLI::Range(0, 65535));
  command
      ->add_option("--host", arguments->host,
                   "Numeric address to listen at; any but this machine's own needs --token")
      ->capture_default_str();
  command
      ->add_option("--results", arguments->results,
                   "Folder below which the page may open results and save")
      ->capture_default_str();
  command->add_option("--token", arguments->token, "Secret in the address [random]");
  command->add_option("--threads", arguments->threads, "Threads [all cores]")
      ->check(CLI::Range(0, 1024));
  command->add_flag("--no-open", arguments->no_open, "Print the address, open nothing");
  add_method_options(*command, arguments->method);
  command->footer(
      "Examples:\n"
      "  conjac view                                  a gallery of scenes to choose from\n"
      "  conjac view armadillo --time-step 0.0166     pull it with the mouse\n"
      "  conjac view twist --against vanilla          both methods in step\n"
      "  conjac view out/twist                        a finished run, with a timeline\n"
      "  conjac view out/twist out/vanilla            two of them beside each other\n\n"
      "The page is served to this machine alone. Ctrl-C ends it.");
  command->callback([&context, arguments] { context.exit_code = execute(*arguments); });
}

}  // namespace conjac::app
