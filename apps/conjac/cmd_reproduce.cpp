#include <spdlog/fmt/fmt.h>

#include <filesystem>

#include "commands.h"
#include "conjac/conjac.h"
#include "interrupt.h"
#include "paper/reproduce.h"
#include "progress.h"

namespace conjac::app {
namespace {

struct ReproduceArguments {
  std::vector<std::string> scenes;
  std::string folder = "out/paper", page, cases;
  bool quick = false, again = false, page_only = false, quiet = false;
  int threads = 0;
};

std::string cases_file() {
  namespace fs = std::filesystem;
  for (const std::string& folder : scene_folders())
    if (const fs::path file = fs::path(folder) / "paper/cases.json"; fs::exists(file))
      return file.string();
  throw Error(ErrorKind::io,
              "reproduce: paper/cases.json is in none of the scene folders; run it in a checkout, "
              "or give --cases FILE");
}

int execute(const ReproduceArguments& arguments) {
  paper::ReproduceOptions options;
  options.cases_file = arguments.cases.empty() ? cases_file() : arguments.cases;
  options.scene_folders = scene_folders();
  options.scenes = arguments.scenes;
  options.quick = arguments.quick;
  options.again = arguments.again;
  options.page_only = arguments.page_only;
  options.folder = arguments.folder;
  // Only a whole reproduction replaces the page of the checkout.
  const bool whole = arguments.scenes.empty() && !arguments.quick && arguments.cases.empty();
  options.page = !arguments.page.empty() ? arguments.page
                 : whole && std::filesystem::exists("docs/architecture.md")
                     ? "docs/paper.md"
                     : arguments.folder + "/paper.md";
  const ThreadCount threads(arguments.threads);
  options.threads = threads.count();
  ProgressBar bar(!arguments.quiet);
  const InterruptWatch watch;
  options.progress = [&](double done, double total, const std::string& what) {
    bar.show(done / total, what);
    return !InterruptWatch::asked();
  };
  options.notice = [&](const std::string& what) {
    if (arguments.quiet) return;
    bar.clear();
    fmt::print("{}\n", what);
    std::fflush(stdout);
  };
  const paper::ReproduceResult result = paper::reproduce(options);
  bar.clear();
  if (result.interrupted) {
    fmt::print("interrupted after {} cases; the same command goes on from here\n",
               result.run + result.fresh);
    return 0;
  }
  if (arguments.quiet) return 0;
  fmt::print("{} cases run, {} were complete and fresh\n", result.run, result.fresh);
  for (const paper::ClaimResult& claim : result.claims)
    fmt::print("{:<10} {:<14} {}\n", claim.scene, claim.verdict, claim.paper);
  fmt::print("the page is {}\n", result.page);
  return 0;
}

}  // namespace

void add_reproduce(Context& context) {
  CLI::App* command = context.program.add_subcommand(
      "reproduce", "Run the paper's scenes, measure its claims and write the page about them");
  auto arguments = std::make_shared<ReproduceArguments>();
  command->add_option("scenes", arguments->scenes, "Only these scenes [all of the table]");
  command->add_option("-o,--output", arguments->folder, "Results, a folder per case [out/paper]");
  command->add_option("--page", arguments->page,
                      "The page to write, pictures beside it [docs/paper.md when all of it is run "
                      "in a checkout, else paper.md in the results]");
  command->add_option("--cases", arguments->cases, "Another table of cases");
  command->add_flag("--quick", arguments->quick, "Only the cases that take seconds");
  command->add_flag("--again", arguments->again, "Run cases that are complete and fresh, too");
  command->add_flag("--page-only", arguments->page_only,
                    "Run nothing: write the page from the results there are");
  command->add_option("--threads", arguments->threads, "Threads [all cores]")
      ->check(CLI::Range(0, 1024));
  command->add_flag("-q,--quiet", arguments->quiet, "Print errors only");
  command->footer(
      "Examples:\n"
      "  conjac reproduce                   everything: some ten minutes on two idle cores\n"
      "  conjac reproduce twist --quick     seconds\n"
      "  conjac reproduce hetero aniso -o out/mine\n\n"
      "Ctrl-C stops it; the same command goes on with the first case not done. Cases are run "
      "again\n"
      "when their scene, mesh, overrides or the version of the program changed.");
  command->callback([&context, arguments] { context.exit_code = execute(*arguments); });
}

}  // namespace conjac::app
