#pragma once

#include <string>

#include "record/files.h"
#include "record/reader.h"

namespace conjac::draw {

/// Whether the history has liveliness columns (metric_0, active_0, metric_1, ...).
bool has_liveliness(const record::HistoryTable& history);

/// liveliness.png: the liveliness of every representative node against time, the threshold below
/// which they fall asleep, and under the curves the times each of them was awake. Throws Error(io).
void write_liveliness_plot(const record::Path& path, const record::HistoryTable& history,
                           double threshold, const std::string& title);

}  // namespace conjac::draw
