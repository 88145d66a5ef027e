#include <algorithm>

#include "draw/contact_sheet.h"
#include "draw/liveliness_plot.h"
#include "paper/measure.h"
#include "paper/section.h"

namespace conjac::paper {
namespace {

// Of scenes/armadillo.json: at rest under gravity, and when the left hand is pulled farthest.
constexpr double kSagged = 0.4, kPulled = 0.65;

/// The representative nodes, where the scene has them.
struct Limb {
  const char* name;
  Vec<3> point;
};
const Limb kLimbs[] = {{"left hand", {0.0446, 0.0961, 0.0276}},
                       {"right hand", {-0.0448, 0.1014, 0.0198}},
                       {"left foot", {0.0283, 0.0053, -0.0085}},
                       {"right foot", {-0.0190, 0.0043, -0.0081}},
                       {"belly", {0.0035, 0.0594, -0.0079}}};
constexpr int kNodes = 5, kBelly = 4;

/// Number in the history (ascending by node) of each of the five.
std::vector<int> numbers(const record::Frame& rest) {
  std::vector<int> nodes, result;
  for (const Limb& limb : kLimbs) nodes.push_back(nearest_node(rest, limb.point));
  for (const int node : nodes)
    result.push_back(static_cast<int>(
        std::count_if(nodes.begin(), nodes.end(), [&](int other) { return other < node; })));
  return result;
}

/// How they slept and woke, in the order of kLimbs.
struct Waking {
  double awake[kNodes] = {};  // share of the time
  int woken[kNodes] = {};     // times
  double mean = 0;
  bool asleep_at_first = true;
};

Waking waking(const CaseResult& run) {
  Waking result;
  const record::HistoryTable history = run.history();
  const std::vector<int> number = numbers(run.first_frame());
  for (int k = 0; k < kNodes; ++k) {
    const auto active =
        history.column("active_" + std::to_string(number[static_cast<std::size_t>(k)]));
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

/// How nodes are counted in the pictures.
std::string numbering(const record::Frame& rest) {
  const std::vector<int> number = numbers(rest);
  std::string text;
  for (int n = 0; n < kNodes; ++n)
    for (int k = 0; k < kNodes; ++k)
      if (number[static_cast<std::size_t>(k)] == n)
        text += (n > 0 ? ", " : "") + std::to_string(n) + " " + kLimbs[k].name;
  return text;
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
      "representative nodes are dynamic while their region is lively. The integrator is the "
      "paper's.";
  section.claims = {
      {"all nodes begin asleep; gravity wakes them", "", {}},
      {"nodes wake and sleep as limbs are pulled and released; the body, never pulled, "
       "wakes briefly several times",
       "",
       {}},
      {"a threshold of 0.1/s puts nodes to sleep earlier than 0.02/s", "", {}}};
  if (!study.have({"armadillo"})) return section;
  const CaseResult low = study["armadillo"];
  const Waking w = waking(low);
  const int first = *std::min_element(w.woken, w.woken + kNodes);
  section.claims[0].ours = text("%s in the first step; each wakes %d times or more",
                                w.asleep_at_first ? "all are asleep" : "not all are asleep", first);
  section.claims[0].verdict = verdict(w.asleep_at_first && first >= 1);
  section.claims[1].ours = text("the belly wakes %d times and is awake for %.0f %% of the time",
                                w.woken[kBelly], 100 * w.awake[kBelly]);
  section.claims[1].verdict = verdict(w.woken[kBelly] >= 3 && w.awake[kBelly] < 1);
  section.text += " In the pictures: " + numbering(low.first_frame()) + ".";
  std::vector<draw::Skin> skins{draw::skin_of(low.frame_at(kSagged).view()),
                                draw::skin_of(low.frame_at(kPulled).view())};
  study.add_picture(
      section, "paper-armadillo.png",
      draw::contact_sheet(skins, {"armadillo", "regions of five representative nodes"},
                          {.labels = {"(a) resting under gravity", "(b) the left hand pulled"},
                           .columns = 2,
                           .scale = kPictureScale}),
      "ARMADILLO: the regions of the five representative nodes in the colours of their "
      "curves below.");
  study.add_picture(section, "paper-armadillo-0.02.png",
                    draw::read_png(low.folder() / "liveliness.png"),
                    "Liveliness with a threshold of 0.02/s; bands show when each node is dynamic.");
  section.table =
      "| threshold | left hand | right hand | left foot | right foot | belly | awake, mean | "
      "processor "
      "time |\n|---|---|---|---|---|---|---|---|\n";
  add_row(section, "0.02/s", low, w);
  if (!study.have({"armadillo-0.1"})) return section;
  const CaseResult high = study["armadillo-0.1"];
  const Waking v = waking(high);
  add_row(section, "0.1/s", high, v);
  study.add_picture(section, "paper-armadillo-0.1.png",
                    draw::read_png(high.folder() / "liveliness.png"),
                    "The same with a threshold of 0.1/s.");
  section.claims[1].ours +=
      text("; with a threshold of 0.1/s %d times, %.0f %%", v.woken[kBelly], 100 * v.awake[kBelly]);
  section.claims[2].ours =
      text("awake for %.0f %% of the time (mean of the five) instead of %.0f %%", 100 * v.mean,
           100 * w.mean);
  section.claims[2].verdict = verdict(v.mean < w.mean);
  return section;
}

}  // namespace conjac::paper
