#pragma once

#include <vector>

#include "core/dim.h"

namespace conjac {

template <int Dim>
struct Box {
  Vec<Dim> low, high;

  static Box at(const Vec<Dim>& p) { return {p, p}; }
  void include(const Vec<Dim>& p) { low = low.cwiseMin(p), high = high.cwiseMax(p); }
  void include(const Box& b) { low = low.cwiseMin(b.low), high = high.cwiseMax(b.high); }
  bool overlaps(const Box& b) const {
    return (low.array() <= b.high.array()).all() && (b.low.array() <= high.array()).all();
  }
};

/// Boxes in a binary tree, each half as large as its parent along the longest side, so that the few
/// that overlap a given box are found without looking at all of them.
template <int Dim>
class BoxTree {
 public:
  BoxTree() = default;
  explicit BoxTree(const std::vector<Box<Dim>>& boxes);

  /// Appends the numbers of all boxes that overlap `box`, in no particular but always the same
  /// order.
  void overlapping(const Box<Dim>& box, std::vector<int>& found) const;

 private:
  struct Node {
    Box<Dim> box;
    int first, count;  // leaf: its boxes in order_; count 0: inner node
    int right;         // inner node: the left child follows it, the right one is here
  };
  int build(const std::vector<Box<Dim>>& boxes, int first, int last);

  std::vector<Node> nodes_;
  std::vector<int> order_;
  std::vector<Box<Dim>> leaves_;  // in the order of order_
};

}  // namespace conjac
