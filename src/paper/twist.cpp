#include <cmath>

#include "conjac/compare.h"
#include "paper/measure.h"
#include "paper/section.h"
#include "record/contact_sheet.h"
#include "record/plot.h"

namespace conjac::paper {
namespace {

// Times of the scene's moves (scenes/twist.json).
constexpr double kCompressed = 0.5, kStretched = 1.3, kBent = 2.4, kTwistBegins = 3.0,
                 kTwisted = 3.7;
constexpr double kLength = 0.1;  // of the bar, m
constexpr int kCounts[] = {1, 2, 4, 8, 16, 32};

std::string case_name(int count) {
  return "twist-" + std::to_string(count);
}

/// How far the middle of the bar is from half the turn of its end, while it is twisted and held.
struct Torsion {
  std::vector<double> time, lag;  // s, degrees
  double rms = 0;
};

Torsion torsion(const CaseResult& result) {
  const auto middle = [](const Vec<3>& x) { return std::abs(x[0] - kLength / 2) < 1e-4; };
  const auto end = [](const Vec<3>& x) { return std::abs(x[0] - kLength) < 1e-4; };
  Torsion torsion;
  const record::Frame rest = result.first_frame();
  for (const record::FrameEntry& entry : result.frames()) {
    if (entry.time < kTwistBegins) continue;
    const record::Frame frame = record::read_frame(entry.file);
    double turned = turned_by(rest, frame, 0, end);
    if (turned < -1) turned += 360;  // half a turn may come out as minus half a turn
    const double lag = turned_by(rest, frame, 0, middle) - turned / 2;
    torsion.time.push_back(entry.time);
    torsion.lag.push_back(lag);
    torsion.rms += lag * lag;
  }
  torsion.rms = std::sqrt(torsion.rms / static_cast<double>(torsion.lag.size()));
  return torsion;
}

}  // namespace

Section twist_section(const Study& study) {
  Section section{"twist", "TWIST", "", {}, "", {}};
  section.text =
      "A soft bar is compressed, stretched, bent and twisted by moving its right end, with 1, 2, 4 "
      "dynamic nodes on the axis or 8, 16, 32 at the corners of slices.";
  section.claims = {
      {"one dynamic node gives convincing compression, stretch, bend and twist", "", {}},
      {"1 to 32 dynamic nodes are hard to tell apart", "", Verdict::not_run},
      {"nodes on the axis: twisting waves travel at once; nodes at corners: twisting "
       "dynamics are recovered",
       "", Verdict::not_run}};
  if (study.have({"twist-1"})) {
    const CaseResult one = study["twist-1"];
    section.claims[0].ours = "the run ends with status " + one.text("status") + "; see the picture";
    section.claims[0].verdict = verdict(one.ok());
    std::vector<record::Skin> skins;
    for (const double time : {kCompressed, kStretched, kBent, kTwisted})
      skins.push_back(record::skin_of(one.frame_at(time).view()));
    study.add_picture(
        section, "paper-twist.png",
        record::contact_sheet(skins, {"twist", "one dynamic node (green)"},
                              {{"(a) compressed", "(b) stretched", "(c) bent", "(d) twisted"}, 2}),
        "TWIST with one dynamic node, as the paper's figure: compressed, stretched, "
        "bent, twisted.");
  }
  if (!study.have(
          {"twist-1", "twist-2", "twist-4", "twist-8", "twist-16", "twist-32", "twist-vanilla"}))
    return section;

  section.table =
      "| dynamic nodes | largest distance from 32 nodes | mean distance | at the end | from "
      "Vanilla at the end | middle section lags (rms) | processor time "
      "|\n|---|---|---|---|---|---|---|\n";
  record::LinePlot plot;
  plot.title = "TWIST: angle of the middle section less half of the end's";
  plot.x_label = "time [s]";
  plot.y_label = "degrees";
  double farthest_mean = 0, axis_lag = 0, corner_lag = 1e30, farthest_end = 0;
  const auto folder = [&](const std::string& name) { return study[name].folder().string(); };
  for (const int count : kCounts) {
    const std::string name = case_name(count);
    const Comparison from32 = compare_runs({folder(name), folder("twist-32"), "", "", ""});
    const Comparison full = compare_runs({folder(name), folder("twist-vanilla"), "", "", ""});
    const Torsion waves = torsion(study[name]);
    (count <= 4 ? axis_lag = std::max(axis_lag, waves.rms)
                : corner_lag = std::min(corner_lag, waves.rms));
    farthest_mean = std::max(farthest_mean, from32.mean);
    farthest_end = std::max(farthest_end, full.last.largest);
    section.table +=
        text("| %d | %.2f mm | %.2f mm | %.2f mm | %.2f mm | %.2f degrees | %.1f s |\n", count,
             1e3 * from32.largest, 1e3 * from32.mean, 1e3 * from32.last.largest,
             1e3 * full.last.largest, waves.rms, study[name].number("processor_time").value_or(0));
    plot.series.push_back({text("%d", count),
                           waves.time,
                           waves.lag,
                           record::series_color(static_cast<int>(plot.series.size())),
                           2,
                           count <= 4,
                           {}});
  }
  const Torsion full = torsion(study["twist-vanilla"]);
  plot.series.push_back({"Vanilla", full.time, full.lag, {0.16f, 0.17f, 0.19f}, 3, false, {}});
  section.table += text("| Vanilla | | | | | %.2f degrees | %.1f s |\n", full.rms,
                        study["twist-vanilla"].number("processor_time").value_or(0));
  study.add_picture(section, "paper-twist-waves.png", record::draw_plot(plot),
                    "The twisting wave: with nodes on the axis (dashed) the middle follows the end "
                    "at once; with nodes at corners it lags and swings.");
  section.claims[1].ours = text(
      "mean distance from the run with 32 nodes at most %.2f mm of a 100 mm bar; at the end all "
      "are within %.2f mm of Vanilla",
      1e3 * farthest_mean, 1e3 * farthest_end);
  section.claims[1].verdict = verdict(farthest_mean < 0.01 * kLength);
  section.claims[2].ours = text(
      "the middle section strays from half the end's turn by %.2f degrees (rms) at most with "
      "axis nodes, by %.2f at least with corner nodes (Vanilla %.2f)",
      axis_lag, corner_lag, full.rms);
  section.claims[2].verdict = verdict(axis_lag < 0.5 * corner_lag);
  return section;
}

}  // namespace conjac::paper
