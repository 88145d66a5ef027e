#include "paper/reproduce.h"

#include <algorithm>

#include "core/check.h"
#include "paper/runner.h"
#include "paper/section.h"

namespace conjac::paper {
namespace {

std::vector<Case> chosen_cases(const ReproduceOptions& options) {
  const std::vector<std::string> known = reproduced_scenes(options.cases_file);
  for (const std::string& name : options.scenes) {
    std::string names;
    for (const std::string& k : known) names += (names.empty() ? "" : ", ") + k;
    require(std::ranges::find(known, name) != known.end(),
            "reproduce: no case of the scene \"" + name + "\" in " + options.cases_file +
                "; there are cases of " + names,
            ErrorKind::usage);
  }
  std::vector<Case> cases = read_cases(options.cases_file);
  std::erase_if(cases, [&](const Case& one) {
    const bool named = options.scenes.empty() ||
                       std::ranges::find(options.scenes, one.scene) != options.scenes.end();
    return !named || (options.quick && !one.quick);
  });
  return cases;
}

/// Runs what is not done yet; false when it was stopped.
bool run_cases(const ReproduceOptions& options, ReproduceResult& result) {
  const Runner runner(options);
  const std::vector<Case> cases = chosen_cases(options);
  double done = 0, total = 0;
  for (const Case& one : cases) total += one.seconds;
  for (const Case& one : cases) {
    const auto share = [&](double part) {
      return !options.progress || options.progress(done + part * one.seconds, total, one.name);
    };
    if (!options.again && runner.fresh(one)) {
      ++result.fresh;
    } else {
      if (!share(0) || !runner.perform(one, share)) return false;
      ++result.run;
      if (options.notice) options.notice(one.name + ": done");
    }
    done += one.seconds;
  }
  return true;
}

}  // namespace

std::vector<std::string> reproduced_scenes(const std::string& cases_file) {
  std::vector<std::string> scenes;
  for (const Case& one : read_cases(cases_file))
    if (std::ranges::find(scenes, one.scene) == scenes.end()) scenes.push_back(one.scene);
  return scenes;
}

ReproduceResult reproduce(const ReproduceOptions& options) {
  ReproduceResult result;
  if (!options.page_only && !run_cases(options, result)) {
    result.interrupted = true;
    return result;
  }
  const record::Path page = options.page;
  const Study study(options.folder, page.parent_path() / "pictures");
  std::vector<Section> sections;
  for (const auto& section : {twist_section, hetero_section, aniso_section, muscle_section,
                              dragon_section, armadillo_section}) {
    sections.push_back(section(study));
    const Section& last = sections.back();
    if (!options.scenes.empty() &&
        std::ranges::find(options.scenes, last.scene) == options.scenes.end()) {
      sections.pop_back();
      continue;
    }
    for (const Claim& claim : last.claims)
      result.claims.push_back({last.title, claim.paper, claim.ours, verdict_text(claim.verdict)});
  }
  record::create_folder(page.parent_path().empty() ? "." : page.parent_path());
  record::write_atomically(page, page_text(sections));
  result.page = page.string();
  return result;
}

}  // namespace conjac::paper
