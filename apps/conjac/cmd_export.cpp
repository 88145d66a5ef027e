#include <spdlog/fmt/fmt.h>

#include "commands.h"
#include "conjac/conjac.h"

namespace conjac::app {
namespace {

struct ExportArguments {
  std::vector<std::string> results;
  std::string html, format, file;
  double tolerance = 1e-4;
};

struct FormatName {
  const char* name;
  ExportFormat format;
  const char* ending;  // of the file or folder that is written where nobody says which
};
constexpr FormatName kFormats[] = {{"glb", ExportFormat::gltf, ".glb"},
                                   {"usda", ExportFormat::usd, ".usda"},
                                   {"obj", ExportFormat::obj, "_obj"},
                                   {"ply", ExportFormat::ply, "_ply"}};

double megabytes(long long bytes) {
  return static_cast<double>(bytes) / 1e6;
}

/// out/twist -> out/twist.glb
std::string beside(std::string folder, const char* ending) {
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  return folder + ending;
}

void write_format(const ExportArguments& arguments) {
  if (arguments.results.size() != 1)
    throw Error(ErrorKind::usage, "export: two runs stand beside each other in --html alone");
  for (const FormatName& row : kFormats) {
    if (arguments.format != row.name) continue;
    const std::string to =
        arguments.file.empty() ? beside(arguments.results[0], row.ending) : arguments.file;
    const ExportResult done = export_run(arguments.results[0], to, row.format, arguments.tolerance);
    fmt::print("{} ({} frames, {:.1f} MB", to, done.frames, megabytes(done.bytes));
    if (row.format == ExportFormat::gltf)
      fmt::print(", {} morph targets, within {:.1e} of the motion's size", done.targets,
                 done.error);
    fmt::print(")\n");
    if (done.meshes > 1)
      fmt::print("  the run was cut: {} meshes follow each other in it (docs/format.md)\n",
                 done.meshes);
  }
}

int execute(const ExportArguments& arguments) {
  if (arguments.html.empty() && arguments.format.empty())
    throw Error(ErrorKind::usage,
                "export: say what to write: --html FILE, or --to glb, usda, obj or ply");
  if (!arguments.file.empty() && arguments.format.empty())
    throw Error(ErrorKind::usage, "export: --output goes with --to; a page is named by --html");
  if (!arguments.html.empty()) {
    const long long size = export_page(arguments.results, arguments.html);
    fmt::print("{} ({:.1f} MB); open it in any browser, or send it to a colleague\n",
               arguments.html, megabytes(size));
  }
  if (!arguments.format.empty()) write_format(arguments);
  return 0;
}

}  // namespace

void add_export(Context& context) {
  CLI::App* command = context.program.add_subcommand(
      "export",
      "A finished run for others: a page that plays without a server, or glTF, USD, OBJ, "
      "PLY for other programs");
  auto arguments = std::make_shared<ExportArguments>();
  command->add_option("results", arguments->results, "Results folder; two stand beside each other")
      ->required()
      ->expected(1, 2);
  command->add_option("--html", arguments->html, "The page to write");
  std::vector<std::string> names;
  for (const FormatName& row : kFormats) names.push_back(row.name);
  command
      ->add_option("--to", arguments->format,
                   "glb: one animated mesh, for browsers and Blender; usda: the same, for Houdini "
                   "and Omniverse too; obj, ply: a folder with a file per frame")
      ->check(CLI::IsMember(names));
  command->add_option("-o,--output", arguments->file,
                      "What --to writes [beside the results folder: RUN.glb, RUN.usda, RUN_obj, "
                      "RUN_ply]");
  command
      ->add_option("--tolerance", arguments->tolerance,
                   "How near a vertex of a .glb stays to where it was, over the motion's size")
      ->capture_default_str();
  command->footer(
      "Examples:\n"
      "  conjac export out/twist --html twist.html\n"
      "  conjac export out/twist out/vanilla --html both.html\n"
      "  conjac export out/twist --to glb -o twist.glb\n"
      "  conjac export out/twist --to ply");
  command->callback([&context, arguments] { context.exit_code = execute(*arguments); });
}

}  // namespace conjac::app
