#pragma once

#include <span>
#include <string>
#include <vector>

#include "record/files.h"
#include "record/frame.h"

namespace conjac::record {

/// history.csv, column by column.
struct HistoryTable {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;  // (names x rows)

  std::size_t rows() const { return columns.empty() ? 0 : columns.front().size(); }
  bool has(const std::string& name) const;
  /// Throws Error(bad_input) naming the columns there are.
  std::span<const double> column(const std::string& name) const;
};

/// A last line without its line end (a disk that filled up) is left out; any other row that does
/// not fit the header throws Error(bad_input) with its line number.
HistoryTable read_history(const Path& path);

/// A frame written by write_vtu, bit for bit. Throws Error(bad_input) for anything else.
/// Of a frame in pieces (.pvtu, record/frame_piece.h) the whole.
Frame read_frame(const Path& path);
/// A piece: which nodes and elements of the whole it has.
struct PieceNumbers {
  std::vector<int> nodes, elements;
};
Frame read_frame(const Path& path, PieceNumbers* numbers);

struct FrameEntry {
  double time = 0;
  Path file;  // found relative to the series
};
/// The frames listed in frames.pvd, in their order.
std::vector<FrameEntry> read_frame_list(const Path& path);

}  // namespace conjac::record
