#include "record/history.h"

#include <algorithm>
#include <array>

#include "core/check.h"
#include "record/number_text.h"

namespace conjac::record {

namespace {

constexpr std::array<const char*, 25> kColumns = {
    "step",       "time",           "kinetic",       "elastic",    "gravity",
    "contact",    "total_energy",   "scripted_work", "dissipated", "viscous",
    "impact",     "relief",         "owed",          "imbalance",  "residual",
    "unbalanced", "fill_ms",        "factor_ms",     "solve_ms",   "other_ms",
    "total_ms",   "factorizations", "undone",        "substeps",   "active_nodes"};

}  // namespace

History::History(const Path& path, std::vector<std::string> extra)
    : file_(path), extra_count_(extra.size()) {
  std::string header;
  for (const char* name : kColumns) header += std::string(header.empty() ? "" : ",") + name;
  for (const std::string& name : extra) {
    require(!name.empty() && name.find_first_of(",\"\n\r") == std::string::npos,
            path.string() + ": '" + name + "' cannot name a column; use letters, digits and _.");
    header += "," + name;
  }
  file_.append(header + "\n");
}

void History::append(const StepReport& report, std::span<const double> extra) {
  require(extra.size() == extra_count_, "history.csv has " + std::to_string(extra_count_) +
                                            " extra columns, but a step gave " +
                                            std::to_string(extra.size()) + " values for them.");
  const StageTimes& s = report.stages;
  const Energies& e = report.energy;
  constexpr double kMs = 1e3;
  const Books& b = report.books;
  const std::array<double, 20> measured = {report.time,
                                           e.kinetic,
                                           e.elastic,
                                           e.gravity,
                                           e.contact,
                                           e.total(),
                                           report.scripted_work,
                                           b.dissipated,
                                           b.viscous,
                                           b.impact,
                                           b.relief,
                                           b.owed,
                                           b.imbalance,
                                           report.residual,
                                           report.unbalanced,
                                           s.fill * kMs,
                                           s.factor * kMs,
                                           s.solve * kMs,
                                           s.other * kMs,
                                           s.total() * kMs};
  const std::array<int, 4> counted = {report.factorizations, report.undone, report.substeps,
                                      report.active_nodes};
  std::string row = std::to_string(rows_ + 1);
  for (const double value : measured) row += "," + shortest(value);
  for (const int value : counted) row += "," + std::to_string(value);
  for (const double value : extra) row += "," + shortest(value);
  file_.append(row + "\n");
  ++rows_;
}

}  // namespace conjac::record
