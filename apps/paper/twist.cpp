#include <algorithm>
#include <cmath>

#include "conjac/compare.h"
#include "draw/contact_sheet.h"
#include "draw/plot.h"
#include "paper/measure.h"
#include "paper/section.h"

namespace conjac::paper {
namespace {

// Times of the scene's moves (scenes/twist.json).
constexpr double kCompressed = 0.5, kStretched = 1.3, kBent = 2.4, kTwistBegins = 3.0,
                 kTwisted = 3.7;
constexpr double kLength = 0.1;  // of the bar, m
constexpr int kCounts[] = {1, 2, 4, 8, 16, 32};

/// Angle of the middle of the bar less half of that of its end, while it is twisted and held.
struct Torsion {
  std::vector<double> time, lag;  // s, degrees
  double swing = 0;               // rms about its mean once the end is held, degrees
};

Torsion torsion(const CaseResult& result) {
  const auto middle = [](const Vec<3>& x) { return std::abs(x[0] - kLength / 2) < 1e-4; };
  const auto end = [](const Vec<3>& x) { return std::abs(x[0] - kLength) < 1e-4; };
  Torsion torsion;
  const record::Frame rest = result.first_frame();
  std::vector<double> held;
  for (const record::FrameEntry& entry : result.frames()) {
    if (entry.time < kTwistBegins - 1e-9) continue;
    const record::Frame frame = record::read_frame(entry.file);
    double turned = turned_by(rest, frame, 0, end);
    if (turned < -1) turned += 360;  // half a turn may come out as minus half a turn
    torsion.time.push_back(entry.time);
    torsion.lag.push_back(turned_by(rest, frame, 0, middle) - turned / 2);
    if (entry.time > kTwisted - 1e-9) held.push_back(torsion.lag.back());
  }
  double mean = 0;
  for (const double lag : held) mean += lag / static_cast<double>(held.size());
  for (const double lag : held)
    torsion.swing += (lag - mean) * (lag - mean) / static_cast<double>(held.size());
  torsion.swing = std::sqrt(torsion.swing);
  return torsion;
}

void add_figure(Section& section, const Study& study) {
  const CaseResult one = study["twist-1"];
  section.claims[0].ours = "the run ends with status " + one.text("status") + "; see the picture";
  section.claims[0].verdict = verdict(one.ok());
  std::vector<draw::Skin> skins;
  for (const double time : {kCompressed, kStretched, kBent, kTwisted})
    skins.push_back(draw::skin_of(one.frame_at(time).view()));
  study.add_picture(
      section, "paper-twist.png",
      draw::contact_sheet(skins, {"twist", "one dynamic node"},
                          {.labels = {"(a) compressed", "(b) stretched", "(c) bent", "(d) twisted"},
                           .columns = 2,
                           .scale = kPictureScale}),
      "TWIST with one dynamic node, as the paper's figure: compressed, stretched, bent, twisted.");
}

/// Distances between the runs, with the paper's integrator and with ours.
void compare_counts(Section& section, const Study& study) {
  section.table =
      "Distances over the whole run, largest and mean, and the swing of the middle section (rms) "
      "while the end is held:\n\n"
      "| dynamic nodes | from 32, the paper's integrator | from 32, ours | from Vanilla, the "
      "paper's "
      "integrator | swing, ours | processor time, ours |\n|---|---|---|---|---|---|\n";
  const auto apart = [&](const std::string& a, const std::string& b) {
    return compare_runs({study[a].folder().string(), study[b].folder().string(), "", "", ""});
  };
  double farthest = 0, ours = 0;
  for (const int count : kCounts) {
    const std::string number = std::to_string(count);
    const Comparison damped = apart("twist-damped-" + number, "twist-damped-32");
    const Comparison lively = apart("twist-" + number, "twist-32");
    const Comparison full = apart("twist-damped-" + number, "twist-vanilla");
    farthest = std::max(farthest, damped.mean);
    ours = std::max(ours, lively.mean);
    section.table += text(
        "| %d | %.2f, %.2f mm | %.2f, %.2f mm | %.2f, %.2f mm | %.2f degrees | %.1f s |\n", count,
        1e3 * damped.largest, 1e3 * damped.mean, 1e3 * lively.largest, 1e3 * lively.mean,
        1e3 * full.largest, 1e3 * full.mean, torsion(study["twist-" + number]).swing,
        study["twist-" + number].number("processor_time").value_or(0));
  }
  section.claims[1].ours = text(
      "mean distance from the run with 32 nodes at most %.2f mm of a 100 mm bar with the paper's "
      "integrator; ours damps nothing, so that vibrations differ: at most %.1f mm",
      1e3 * farthest, 1e3 * ours);
  section.claims[1].verdict = verdict(farthest < 0.005 * kLength);
}

void add_waves(Section& section, const Study& study) {
  draw::LinePlot plot;
  plot.title = "TWIST: angle of the middle section less half of the end's";
  plot.x_label = "time [s]";
  plot.y_label = "degrees";
  double axis = 0, corners = 1e30;
  for (const int count : kCounts) {
    const Torsion waves = torsion(study["twist-" + std::to_string(count)]);
    if (count <= 4)
      axis = std::max(axis, waves.swing);
    else
      corners = std::min(corners, waves.swing);
    plot.series.push_back({text("%d", count),
                           waves.time,
                           waves.lag,
                           draw::series_color(static_cast<int>(plot.series.size())),
                           2,
                           count <= 4,
                           {}});
  }
  const Torsion full = torsion(study["twist-vanilla"]);
  plot.series.push_back(
      {"Vanilla, beta 1", full.time, full.lag, {0.16f, 0.17f, 0.19f}, 3, false, {}});
  study.add_picture(
      section, "paper-twist-waves.png", draw::draw_plot(plot),
      "The twisting wave, while the end is twisted (until 3.7 s) and held: with nodes on "
      "the axis (dashed) the middle follows at once; with nodes at corners it swings.");
  section.claims[2].ours = text(
      "while the end is held the middle section swings by %.2f degrees (rms) at most with axis "
      "nodes, by %.2f at least with corner nodes",
      axis, corners);
  section.claims[2].verdict = verdict(axis < 0.7 * corners);
}

}  // namespace

Section twist_section(const Study& study) {
  Section section{"twist", "TWIST", "", {}, "", {}};
  section.text =
      "A soft bar is compressed, stretched, bent and twisted by moving its right end, with 1, 2, 4 "
      "dynamic nodes on the axis or 8, 16, 32 at the corners of slices.";
  section.claims = {
      {"one dynamic node gives convincing compression, stretch, bend and twist", "", {}},
      {"1 to 32 dynamic nodes are hard to tell apart", "", {}},
      {"nodes on the axis: twisting waves travel at once; nodes at corners: twisting dynamics are "
       "recovered",
       "",
       {}}};
  if (study.have({"twist-1"})) add_figure(section, study);
  if (study.have(
          {"twist-1", "twist-2", "twist-4", "twist-8", "twist-16", "twist-32", "twist-vanilla"})) {
    add_waves(section, study);
    if (study.have({"twist-damped-1", "twist-damped-2", "twist-damped-4", "twist-damped-8",
                    "twist-damped-16", "twist-damped-32"}))
      compare_counts(section, study);
  }
  return section;
}

}  // namespace conjac::paper
