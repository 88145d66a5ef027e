#include <spdlog/fmt/fmt.h>

#include "commands.h"
#include "conjac/conjac.h"
#include "interrupt.h"
#include "progress.h"

namespace conjac::app {
namespace {

struct RenderArguments {
  std::string folder, file, size = "1280x720", camera;
  RenderOptions options;
  double time = -1;
  bool no_edges = false, no_dots = false, no_shadow = false, no_labels = false, quiet = false;
};

void read_size(const std::string& text, RenderOptions& options) {
  char extra = 0;
  if (std::sscanf(text.c_str(), "%dx%d%c", &options.width, &options.height, &extra) != 2)
    throw Error(ErrorKind::usage, "--size " + text + ": give width and height, as in 1280x720");
}

void read_camera(const std::string& text, RenderOptions& options) {
  if (text.empty()) return;
  char extra = 0;
  std::array<double, 2> degrees{};
  if (std::sscanf(text.c_str(), "%lf,%lf%c", &degrees[0], &degrees[1], &extra) != 2)
    throw Error(ErrorKind::usage, "--camera " + text +
                                      ": give two angles in degrees, around the body and up, as in "
                                      "30,20");
  options.camera = degrees;
}

int execute(RenderArguments arguments) {
  RenderOptions& options = arguments.options;
  read_camera(arguments.camera, options);
  read_size(arguments.size, options);
  if (arguments.time >= 0) options.time = arguments.time;
  options.edges = !arguments.no_edges;
  options.dots = !arguments.no_dots;
  options.shadow = !arguments.no_shadow;
  options.labels = !arguments.no_labels;
  ProgressBar bar(!arguments.quiet);
  const InterruptWatch watch;
  options.progress = [&](int done, int total) {
    bar.update(done, total, "picture " + std::to_string(done + 1));
    return !InterruptWatch::asked();
  };
  const RenderResult result = render(arguments.folder, arguments.file, options);
  bar.clear();
  if (arguments.quiet) return 0;
  if (result.duration > 0)
    fmt::print("{}: {} pictures of {}x{}, {:.1f} s\n", arguments.file, result.frames, result.width,
               result.height, result.duration);
  else
    fmt::print("{}: {}x{}\n", arguments.file, result.width, result.height);
  return 0;
}

}  // namespace

void add_render(Context& context) {
  CLI::App* command = context.program.add_subcommand(
      "render", "Make a picture or a video of a finished run, without a desktop");
  auto arguments = std::make_shared<RenderArguments>();
  RenderOptions& options = arguments->options;
  command->add_option("results", arguments->folder, "Results folder")->required();
  command->add_option("-o,--output", arguments->file, "FILE.png, FILE.mp4 or FILE.gif")->required();
  command->add_option("--size", arguments->size, "Pixels")->capture_default_str();
  command->add_option("--time", arguments->time, "Moment of a picture, s [the last]")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--fps", options.fps, "Pictures a second of a video")
      ->capture_default_str()
      ->check(CLI::Range(1.0, 120.0));
  command->add_option("--speed", options.speed, "Simulated seconds per second of video")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  command->add_option("--color,--colour", options.colour, "What the colours show")
      ->capture_default_str()
      ->check(CLI::IsMember(render_colours()));
  command->add_option("--camera", arguments->camera,
                      "AROUND,UP: where to look from, degrees from the front [27,20]");
  command
      ->add_option("--plot", options.plot,
                   "Columns of history.csv to plot beside, as tip_y,kinetic")
      ->delimiter(',');
  command->add_flag("--no-edges", arguments->no_edges, "Without the edges of the mesh");
  command->add_flag("--no-dots", arguments->no_dots, "Without the dots of held and dynamic nodes");
  command->add_flag("--no-shadow", arguments->no_shadow, "Without a shadow on the floor");
  command->add_flag("--no-labels", arguments->no_labels, "Without name, time and colour scale");
  command->add_flag("-q,--quiet", arguments->quiet, "Print errors only");
  command->footer(
      "Examples:\n"
      "  conjac render out/twist -o twist.png --time 0.5\n"
      "  conjac render out/twist -o twist.mp4 --size 1920x1080 --speed 0.5\n"
      "  conjac render out/shaken -o shaken.png --camera 90,10 --plot tip_y,tip_z\n"
      "  conjac render out/twist -o twist.gif --size 480x320 --fps 15 --colour region\n\n"
      "Videos are written by ffmpeg, which must be installed.");
  command->callback([&context, arguments] { context.exit_code = execute(*arguments); });
}

}  // namespace conjac::app
