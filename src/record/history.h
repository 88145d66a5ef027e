#pragma once

#include <span>
#include <string>
#include <vector>

#include "conjac/step_report.h"
#include "record/files.h"

namespace conjac::record {

/// history.csv: a header line and one row per step. Every row is written by one system call as soon
/// as the step is done, so a killed run leaves whole rows. Numbers are in their shortest form that
/// reads back to the same bits.
class History {
 public:
  /// `extra` names columns added after the common ones, e.g. metric_0, active_0.
  History(const Path& path, std::vector<std::string> extra = {});

  /// Goes on behind the first rows of a history that is there: so many, in so many bytes.
  History(const Path& path, std::size_t extra_columns, int rows, std::int64_t bytes)
      : file_(path, bytes), extra_count_(extra_columns), rows_(rows) {}

  /// `extra` has one value per extra column.
  void append(const StepReport& report, std::span<const double> extra = {});

  int rows() const { return rows_; }
  const AppendFile& file() const { return file_; }

 private:
  AppendFile file_;
  std::size_t extra_count_;
  int rows_ = 0;
};

}  // namespace conjac::record
