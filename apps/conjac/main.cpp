#include <spdlog/fmt/fmt.h>

#include <cstdio>
#include <new>

#include "commands.h"
#include "conjac/error.h"
#include "rank_setup.h"

int main(int argc, char** argv) {
  using namespace conjac;
  CLI::App program{
      "ConJac: lively deformable bodies through a handful of dynamic nodes.\n"
      "Run `conjac COMMAND --help` for the options of a command."};
  program.name("conjac");
  program.require_subcommand(1);
  program.set_version_flag("--version", CONJAC_VERSION);
  program.footer(
      "Examples:\n"
      "  conjac run twist                      a bar is compressed, stretched, bent and twisted\n"
      "  conjac run twist --method vanilla     the same with full finite elements\n"
      "  conjac run my.json -o results         a scene of your own\n"
      "  conjac resume results                 goes on where a run was stopped, to the bit\n"
      "  conjac validate my.json               what is wrong with it, with line and column\n"
      "  conjac view armadillo                 see it in the browser and pull it\n"
      "  conjac compare out/a out/b            two recorded runs side by side\n"
      "  conjac reproduce                      the paper's scenes and whether its claims hold\n"
      "  conjac bench                          what a step costs, against full finite elements\n"
      "  conjac doctor                         which BLAS, threads and SIMD are really in use\n\n"
      "Exit codes: 0 ok, 2 usage, 3 bad input, 4 diverged, 5 input/output.");
  app::Context context{program};
  app::add_run(context);
  app::add_resume(context);
  app::add_replay(context);
  app::add_sweep(context);
  app::add_view(context);
  app::add_export(context);
  app::add_render(context);
  app::add_compare(context);
  app::add_bench(context);
  app::add_tune(context);
  app::add_modes(context);
  app::add_reproduce(context);
  app::add_validate(context);
  app::add_scenes(context);
  app::add_schema(context);
  app::add_info(context);
  app::add_mesh(context);
  app::add_doctor(context);
  app::add_shell(context);
  try {
    app::refuse_ranks(argc > 1 ? argv[1] : "");
    program.parse(argc, argv);
    return context.exit_code;
  } catch (const CLI::ParseError& error) {
    const std::string given = argc > 1 ? argv[1] : "";
    if (error.get_exit_code() != 0 && !given.empty() && given[0] != '-') {
      const std::string unknown = app::unknown_command(program, given);
      if (!unknown.empty()) {
        fmt::print(stderr, "conjac: error: {}\n", unknown);
        return static_cast<int>(ErrorKind::usage);
      }
    }
    if (error.get_exit_code() == 0) return program.exit(error);  // help and version
    fmt::print(stderr, "conjac: error: {}\n", app::usage_error(program, error));
    return static_cast<int>(ErrorKind::usage);
  } catch (const Error& error) {
    return app::report_failure(error.what(), static_cast<int>(error.kind()));
  } catch (const std::bad_alloc&) {
    return app::report_failure("out of memory; use a smaller mesh",
                               static_cast<int>(ErrorKind::io));
  }
}
