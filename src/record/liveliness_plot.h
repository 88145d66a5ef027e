#pragma once

#include <string>

#include "record/files.h"

namespace conjac::record {

struct HistoryTable;

/// Whether the history has liveliness columns (metric_0, active_0, metric_1, ...).
bool has_liveliness(const HistoryTable& history);

/// liveliness.png: the liveliness of every representative node against time, the threshold below
/// which they fall asleep, and under the curves the times each of them was awake. Throws Error(io).
void write_liveliness_plot(const Path& path, const HistoryTable& history, double threshold,
                           const std::string& title);

}  // namespace conjac::record
