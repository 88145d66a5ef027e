#pragma once

#include <functional>
#include <vector>

#include "core/dim.h"
#include "record/frame.h"
#include "record/reader.h"

namespace conjac::paper {

using Chosen = std::function<bool(const Vec<3>& rest)>;

/// Angle by which the chosen nodes have turned about an axis through their centre, degrees: the
/// rotation that fits them best in the least-squares sense, in the plane across the axis.
double turned_by(const record::Frame& rest, const record::Frame& now, int axis,
                 const Chosen& chosen);

/// How far the chosen nodes' box has grown across `axis` (half of the mean of the other two sides),
/// m.
double bulge(const record::Frame& rest, const record::Frame& now, int axis, const Chosen& chosen);

/// Mean position along an axis.
double height(const record::Frame& frame, const record::Frame& rest, int axis,
              const Chosen& chosen);

/// Largest distance of a node between two frames of the same mesh, m.
double largest_distance(const record::Frame& a, const record::Frame& b);
/// Diagonal of the box around a frame, m.
double body_size(const record::Frame& frame);

int nearest_node(const record::Frame& rest, const Vec<3>& point);
Vec<3> position(const record::Frame& frame, int node);

/// Kinetic plus elastic energy of every row.
std::vector<double> energy_at_play(const record::HistoryTable& history);
/// The row at or after a time.
std::size_t row_at(const record::HistoryTable& history, double time);

}  // namespace conjac::paper
