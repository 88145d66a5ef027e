#pragma once

#include <string>
#include <vector>

#include "draw/image.h"
#include "record/reader.h"

namespace conjac::draw {

/// Columns of a history to be plotted at the right of a picture.
class PlotBeside {
 public:
  /// Throws Error(bad_input) naming the columns there are.
  PlotBeside(record::HistoryTable history, std::vector<std::string> columns);

  /// What of so many pixels is left for the picture itself.
  static int picture_width(int width) { return static_cast<int>(0.6 * width); }
  /// `picture`, and beside it the columns: what has happened at `time` in colour, what is to come
  /// pale.
  Image add_to(const Image& picture, int width, double time) const;

 private:
  record::HistoryTable history_;
  std::vector<std::string> columns_;
};

}  // namespace conjac::draw
