#include <algorithm>
#include <cmath>
#include <filesystem>

#include "draw/plot.h"
#include "paper/measure.h"
#include "paper/section.h"

namespace conjac::paper {
namespace {

constexpr const char* kElbow = "joint_forearm";
// Of scenes/muscle.json: fully active and flexed; let go; the swing after that.
constexpr double kFlexed = 1.4, kLetGo = 1.6, kSwung = 3.0;
constexpr double kDegrees = 180 / M_PI;

double angle_at(const record::HistoryTable& history, double time) {
  return kDegrees * history.column(kElbow)[row_at(history, time)];
}

/// From the lowest to the highest angle after the muscle has let go, degrees.
double swing(const record::HistoryTable& history) {
  const auto angle = history.column(kElbow);
  const auto [low, high] =
      std::minmax_element(angle.begin() + static_cast<std::ptrdiff_t>(row_at(history, kLetGo)),
                          angle.begin() + static_cast<std::ptrdiff_t>(row_at(history, kSwung)));
  return kDegrees * (*high - *low);
}

/// Root mean square difference of the elbow angle over the run, degrees.
double difference(const record::HistoryTable& a, const record::HistoryTable& b) {
  const auto x = a.column(kElbow), y = b.column(kElbow);
  const std::size_t rows = std::min(x.size(), y.size());
  double sum = 0;
  for (std::size_t i = 0; i < rows; ++i) sum += (x[i] - y[i]) * (x[i] - y[i]);
  return kDegrees * std::sqrt(sum / static_cast<double>(rows));
}

draw::Series elbow(const record::HistoryTable& history, const std::string& name, int color,
                   bool dashed) {
  draw::Series series{name, {}, {}, draw::series_color(color), 2, dashed, {}};
  const auto time = history.column("time"), angle = history.column(kElbow);
  for (std::size_t i = 0; i < history.rows(); ++i) {
    series.x.push_back(time[i]);
    series.y.push_back(kDegrees * angle[i]);
  }
  return series;
}

}  // namespace

Section muscle_section(const Study& study) {
  Section section{"muscle", "MUSCLE", "", {}, "", {}};
  section.text =
      "Two bones, two joints and one muscle that weighs more than they do: it is activated, flexes "
      "the arm, and lets go at 1.5 s. The same scene with the muscle's middle node dynamic (4 "
      "unknowns), with a muscle that only follows (2), and with full FE.";
  section.claims = {
      {"a system of 4 unknowns, two joints and one node, solved together: full two-way coupling",
       "",
       {}},
      {"a single, central node accounts for the dynamics of the muscle", "", {}},
      {"(design) under constant activation the pose is exactly that of Vanilla", "", {}}};
  if (!study.have({"muscle", "muscle-quasistatic", "muscle-vanilla"})) return section;
  const CaseResult ours = study["muscle"];
  const record::HistoryTable dynamic = ours.history();
  const record::HistoryTable follows = study["muscle-quasistatic"].history();
  const record::HistoryTable vanilla = study["muscle-vanilla"].history();
  const double flexed = angle_at(dynamic, kFlexed) - angle_at(dynamic, 0.45);
  section.claims[0].ours =
      text("the elbow bends by %.0f degrees, then swings through %.0f; status %s", flexed,
           swing(dynamic), ours.text("status").c_str());
  section.claims[0].verdict = verdict(ours.ok() && flexed > 10 && swing(dynamic) > 10);
  section.claims[1].ours = text(
      "elbow angle off from Vanilla's by %.1f degrees (rms) with the dynamic node, by %.1f "
      "without; swing after letting go %.0f, %.0f, Vanilla %.0f degrees",
      difference(dynamic, vanilla), difference(follows, vanilla), swing(dynamic), swing(follows),
      swing(vanilla));
  const bool nearer = difference(dynamic, vanilla) < difference(follows, vanilla);
  section.claims[1].verdict = nearer                          ? Verdict::holds
                              : std::abs(swing(dynamic)) > 10 ? Verdict::in_part
                                                              : Verdict::fails;
  if (study.have({"muscle-rest", "muscle-rest-vanilla"})) {
    const record::Frame a = study["muscle-rest"].last_frame();
    const record::Frame b = study["muscle-rest-vanilla"].last_frame();
    const double apart = largest_distance(a, b) / body_size(a);
    section.claims[2].ours = text(
        "no node is farther than %.1e of the muscle's size from where Vanilla leaves it", apart);
    section.claims[2].verdict = verdict(apart < 1e-8);
  }
  study.add_picture(section, "paper-muscle.png", draw::read_png(ours.folder() / "preview.png"),
                    "MUSCLE: fibres are white at rest, red when active.");
  draw::LinePlot plot;
  plot.title = "MUSCLE: the elbow";
  plot.x_label = "time [s]";
  plot.y_label = "angle of the elbow [degrees]";
  plot.series = {elbow(dynamic, "one dynamic node (4 unknowns)", 2, false),
                 elbow(follows, "quasistatic muscle (2 unknowns)", 5, false),
                 elbow(vanilla, "Vanilla", 3, true)};
  study.add_picture(section, "paper-muscle-elbow.png", draw::draw_plot(plot),
                    "The elbow: flexed until 1.5 s, then it swings.");
  return section;
}

}  // namespace conjac::paper
