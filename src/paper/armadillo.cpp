#include <algorithm>

#include "paper/measure.h"
#include "paper/section.h"
#include "record/contact_sheet.h"
#include "record/liveliness_plot.h"

namespace conjac::paper {
namespace {

constexpr int kNodes = 5, kBelly = 4;
// Of scenes/armadillo.json: at rest under gravity, and when the left hand is pulled farthest.
constexpr double kSagged = 0.4, kPulled = 0.65;

/// How the representative nodes slept and woke.
struct Waking {
  double awake[kNodes] = {};  // share of the time
  int woken[kNodes] = {};     // times
  double mean = 0;
  bool asleep_at_first = true;
};

Waking waking(const record::HistoryTable& history) {
  Waking result;
  for (int k = 0; k < kNodes; ++k) {
    const auto active = history.column("active_" + std::to_string(k));
    bool before = false;
    for (const double now : active) {
      result.awake[k] += now / static_cast<double>(active.size());
      if (now != 0 && !before) ++result.woken[k];
      before = now != 0;
    }
    result.mean += result.awake[k] / kNodes;
    if (active[0] != 0) result.asleep_at_first = false;
  }
  return result;
}

void add_row(Section& section, const char* name, const CaseResult& result, const Waking& w) {
  section.table += text("| %s |", name);
  for (int k = 0; k < kNodes; ++k)
    section.table += text(" %.0f %%, woken %d x |", 100 * w.awake[k], w.woken[k]);
  section.table +=
      text(" %.0f %% | %.0f s |\n", 100 * w.mean, result.number("processor_time").value_or(0));
}

}  // namespace

Section armadillo_section(const Study& study) {
  Section section{"armadillo", "ARMADILLO", "", {}, "", {}};
  section.text =
      "Held inside its chest, the armadillo sags; then its limbs are pulled and let go in turn. "
      "Five "
      "representative nodes (0 left hand, 1 right hand, 2 left foot, 3 right foot, 4 belly) are "
      "dynamic while their region is lively. The integrator is the paper's.";
  section.claims = {
      {"all nodes begin asleep; gravity wakes them", "", {}},
      {"nodes wake and sleep as limbs are pulled and released; the body, never pulled, "
       "wakes briefly several times",
       "",
       {}},
      {"a threshold of 0.1/s puts nodes to sleep earlier than 0.02/s", "", {}}};
  for (Claim& claim : section.claims) claim.verdict = Verdict::not_run;
  if (!study.have({"armadillo"})) return section;
  const CaseResult low = study["armadillo"];
  const Waking w = waking(low.history());
  const int first = *std::min_element(w.woken, w.woken + kNodes);
  section.claims[0].ours = text("%s in the first step; each wakes %d times or more",
                                w.asleep_at_first ? "all are asleep" : "not all are asleep", first);
  section.claims[0].verdict = verdict(w.asleep_at_first && first >= 1);
  section.claims[1].ours = text("the belly wakes %d times and is awake for %.0f %% of the time",
                                w.woken[kBelly], 100 * w.awake[kBelly]);
  section.claims[1].verdict = verdict(w.woken[kBelly] >= 3 && w.awake[kBelly] < 1);
  std::vector<record::Skin> skins{record::skin_of(low.frame_at(kSagged).view()),
                                  record::skin_of(low.frame_at(kPulled).view())};
  study.add_picture(
      section, "paper-armadillo.png",
      record::contact_sheet(skins, {"armadillo", "regions of five representative nodes"},
                            {{"(a) resting under gravity", "(b) the left hand pulled"}, 2}),
      "ARMADILLO: the regions of the five representative nodes in the colours of their "
      "curves below.");
  study.add_picture(section, "paper-armadillo-0.02.png",
                    record::read_png(low.folder() / "liveliness.png"),
                    "Liveliness with a threshold of 0.02/s; bands show when each node is dynamic.");
  section.table =
      "| threshold | left hand | right hand | left foot | right foot | belly | awake, mean | "
      "processor "
      "time |\n|---|---|---|---|---|---|---|---|\n";
  add_row(section, "0.02/s", low, w);
  if (!study.have({"armadillo-0.1"})) return section;
  const CaseResult high = study["armadillo-0.1"];
  const Waking v = waking(high.history());
  add_row(section, "0.1/s", high, v);
  study.add_picture(section, "paper-armadillo-0.1.png",
                    record::read_png(high.folder() / "liveliness.png"),
                    "The same with a threshold of 0.1/s.");
  section.claims[2].ours =
      text("awake for %.0f %% of the time (mean of the five) instead of %.0f %%", 100 * v.mean,
           100 * w.mean);
  section.claims[2].verdict = verdict(v.mean < w.mean);
  return section;
}

}  // namespace conjac::paper
