#include "mesh/box_tree.h"

#include <algorithm>
#include <numeric>

namespace conjac {
namespace {

constexpr int kLeaf = 4;

}  // namespace

template <int Dim>
BoxTree<Dim>::BoxTree(const std::vector<Box<Dim>>& boxes) : order_(boxes.size()) {
  std::iota(order_.begin(), order_.end(), 0);
  if (!boxes.empty()) build(boxes, 0, static_cast<int>(boxes.size()));
  for (int i : order_) leaves_.push_back(boxes[i]);
}

template <int Dim>
int BoxTree<Dim>::build(const std::vector<Box<Dim>>& boxes, int first, int last) {
  const int at = static_cast<int>(nodes_.size());
  Box<Dim> whole = boxes[order_[first]];
  for (int i = first; i < last; ++i) whole.include(boxes[order_[i]]);
  nodes_.push_back({whole, first, last - first, -1});
  if (last - first <= kLeaf) return at;
  int axis = 0;
  (whole.high - whole.low).maxCoeff(&axis);
  const int middle = (first + last) / 2;
  const auto key = [&](int i) { return boxes[i].low[axis] + boxes[i].high[axis]; };
  std::nth_element(order_.begin() + first, order_.begin() + middle, order_.begin() + last,
                   [&](int a, int b) { return key(a) != key(b) ? key(a) < key(b) : a < b; });
  nodes_[at].count = 0;
  build(boxes, first, middle);
  const int right = build(boxes, middle, last);
  nodes_[at].right = right;
  return at;
}

template <int Dim>
void BoxTree<Dim>::overlapping(const Box<Dim>& box, std::vector<int>& found) const {
  if (nodes_.empty()) return;
  int stack[64], depth = 0;  // the tree halves its boxes: 64 levels hold more than there can be
  stack[depth++] = 0;
  while (depth > 0) {
    const int at = stack[--depth];
    const Node& node = nodes_[at];
    if (!node.box.overlaps(box)) continue;
    if (node.count == 0) {
      stack[depth++] = node.right;
      stack[depth++] = at + 1;
      continue;
    }
    for (int i = node.first; i < node.first + node.count; ++i)
      if (leaves_[i].overlaps(box)) found.push_back(order_[i]);
  }
}

template class BoxTree<2>;
template class BoxTree<3>;

}  // namespace conjac
