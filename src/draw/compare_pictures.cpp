#include "draw/compare_pictures.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "draw/bar_chart.h"
#include "draw/contact_sheet.h"
#include "draw/plot.h"
#include "draw/stage_solids.h"
#include "record/number_text.h"
#include "record/stream_read.h"

namespace conjac::draw {
namespace {

constexpr double kLong = 1.5;  // width over height from which on bodies are stacked
constexpr int kMoments = 5;

Series curve(const std::string& name, std::span<const double> time, std::vector<double> values,
             Color color, bool dashed) {
  return {name, {time.begin(), time.end()}, std::move(values), color, dashed ? 2.0 : 2.5, dashed,
          {}};
}

std::vector<double> total_energy(const record::HistoryTable& history) {
  const auto kinetic = history.column("kinetic"), elastic = history.column("elastic"),
             gravity = history.column("gravity"), contact = history.column("contact");
  std::vector<double> total(kinetic.size());
  for (std::size_t i = 0; i < total.size(); ++i)
    total[i] = kinetic[i] + elastic[i] + (gravity[i] - gravity[0]) + contact[i];
  return total;
}

/// To a unit in which the largest value is a number people read.
void rescale(LinePlot& plot, const std::string& what, const std::string& unit) {
  double largest = 0;
  for (const Series& s : plot.series)
    for (const double value : s.y)
      if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  const record::Scaled scaled = record::scaled_unit(largest, unit);
  for (Series& s : plot.series)
    for (double& value : s.y) value *= scaled.factor;
  plot.y_label = what + " [" + scaled.unit + "]";
}

/// The run's bodies at a few moments, with the bones and bounded obstacles its recording tells of
/// (the frames of a run are for ParaView and have none).
std::vector<Skin> skins_of(const record::RunFolder& run, double begin, double end) {
  const auto file = run.folder() / "recording.cjvr";
  std::optional<record::Stage> stage;
  if (std::filesystem::exists(file)) stage.emplace(file.string());
  const auto solids = stage ? stage_solids(stage->scene_text(), 0) : std::vector<StageSolid>();
  std::vector<Skin> skins;
  for (int k = 0; k < kMoments; ++k) {
    Skin skin = skin_of(run.frame_near(begin + (end - begin) * k / (kMoments - 1)).view());
    const auto poses =
        solids.empty() ? std::vector<record::SolidPose>() : stage->at(skin.time).solids;
    for (std::size_t i = 0; i < std::min(solids.size(), poses.size()); ++i) {
      if (solids[i].half_space) continue;
      add_solid(skin, in_place(solids[i], poses[i], skin.time), solids[i].mesh.triangles);
    }
    skins.push_back(std::move(skin));
  }
  return skins;
}

}  // namespace

Image side_by_side(const record::RunFolder& a, const record::RunFolder& b, const RunNames& names) {
  const double begin = std::max(a.first_time(), b.first_time());
  const double end = std::min(a.last_time(), b.last_time());
  const std::vector<Skin> first = skins_of(a, begin, end), second = skins_of(b, begin, end);
  std::vector<Skin> all;
  std::vector<std::string> labels;
  const auto add = [&](const Skin& skin, const std::string& name) {
    labels.push_back(name + ", " + record::fixed_decimals(skin.time, 3) + " s");
    all.push_back(skin);
  };
  std::vector<Skin> both = first;
  both.insert(both.end(), second.begin(), second.end());
  const bool stacked = sheet_camera(both).aspect() > kLong;
  if (stacked) {
    for (int k = 0; k < kMoments; ++k) {
      add(first[static_cast<std::size_t>(k)], names.a);
      add(second[static_cast<std::size_t>(k)], names.b);
    }
  } else {
    for (const Skin& skin : first) add(skin, names.a);
    for (const Skin& skin : second) add(skin, names.b);
  }
  return contact_sheet(all,
                       {names.a + " and " + names.b, stacked ? "side by side" : "above each other"},
                       {labels, stacked ? 2 : kMoments});
}

Image distance_plot(std::span<const record::RunDistance> rows, const RunNames& names) {
  LinePlot plot;
  plot.title = "Distance between " + names.a + " and " + names.b;
  plot.x_label = "time [s]";
  std::vector<double> time, largest, mean;
  for (const record::RunDistance& row : rows) {
    time.push_back(row.time);
    largest.push_back(row.largest);
    mean.push_back(row.mean);
  }
  plot.series.push_back(curve("largest", time, std::move(largest), series_color(3), false));
  plot.series.push_back(curve("mean", time, std::move(mean), series_color(0), false));
  rescale(plot, "distance of nodes", "m");
  return draw_plot(plot);
}

Image energies_plot(const record::HistoryTable& a, const record::HistoryTable& b,
                    const RunNames& names) {
  LinePlot plot;
  plot.title = "Energy of " + names.a + " (whole lines) and " + names.b + " (dashed)";
  plot.x_label = "time [s]";
  const auto add = [&](const record::HistoryTable& history, const std::string& name, bool dashed) {
    if (history.rows() == 0) return;
    const auto time = history.column("time");
    plot.series.push_back(
        curve("total, " + name, time, total_energy(history), {0.16f, 0.17f, 0.19f}, dashed));
    int color = 0;
    for (const char* kind : {"kinetic", "elastic"}) {
      const auto values = history.column(kind);
      plot.series.push_back(curve(kind + (", " + name), time, {values.begin(), values.end()},
                                  series_color(color++), dashed));
    }
  };
  add(a, names.a, false);
  add(b, names.b, true);
  rescale(plot, "energy", "J");
  return draw_plot(plot);
}

Image stages_chart(const record::RunFacts& a, const record::RunFacts& b, const RunNames& names) {
  BarChart chart;
  chart.title = "Time of a step, mean over the run";
  chart.y_label = "ms per step";
  chart.parts = {"Fill", "Factor", "Solve", "Other"};
  const auto add = [&](const record::RunFacts& run, const std::string& name) {
    const StageTimes& t = run.mean_stages;
    chart.bars.push_back({name + "\n" + record::fixed_decimals(run.wall_time, 1) + " s for " +
                              std::to_string(run.steps) + " steps",
                          {1e3 * t.fill, 1e3 * t.factor, 1e3 * t.solve, 1e3 * t.other},
                          ""});
  };
  add(a, names.a);
  add(b, names.b);
  return draw_bars(chart);
}

}  // namespace conjac::draw
