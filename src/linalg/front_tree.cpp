#include "linalg/front_tree.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace conjac {
namespace {

// Fronts are joined while few of the stored numbers are zeros that elimination would not have made:
// up to so many columns, at most that share of zeros.
struct Relaxed {
  int columns;
  double zeros;
};
constexpr Relaxed kRelaxed[] = {{12, 1.0}, {48, 0.5}, {96, 0.12}, {1 << 30, 0.05}};
// A branch has at most this share of the work: enough of them for threads to share evenly.
constexpr double kBranch = 1.0 / 24;

double lower_triangle(double width, double height) {
  return width * height - width * (width - 1) / 2;
}

/// Memory that fronts of a branch take and give back, as offsets.
class Shelf {
 public:
  std::int64_t take(std::int64_t size) {
    if (size == 0) return 0;
    for (auto gap = free_.begin(); gap != free_.end(); ++gap) {
      if (gap->second < size) continue;
      const auto [at, room] = *gap;
      free_.erase(gap);
      if (room > size) free_[at + size] = room - size;
      return at;
    }
    std::int64_t at = end_;
    if (!free_.empty()) {  // the last gap may reach the end and grow
      const auto last = std::prev(free_.end());
      if (last->first + last->second == end_) {
        at = last->first;
        free_.erase(last);
      }
    }
    end_ = at + size;
    most_ = std::max(most_, end_);
    return at;
  }
  void give(std::int64_t at, std::int64_t size) {
    if (size == 0) return;
    auto gap = free_.emplace(at, size).first;
    if (const auto next = std::next(gap); next != free_.end() && at + size == next->first) {
      gap->second += next->second;
      free_.erase(next);
    }
    if (gap == free_.begin()) return;
    if (const auto before = std::prev(gap); before->first + before->second == at) {
      before->second += gap->second;
      free_.erase(gap);
    }
  }
  std::int64_t most() const { return most_; }

 private:
  std::map<std::int64_t, std::int64_t> free_;  // begin, size
  std::int64_t end_ = 0, most_ = 0;
};

}  // namespace

double FrontTree::Front::work() const {
  const double w = width, b = below();
  return w * w * w / 6 + w * w * b / 2 + w * b * b / 2;
}

FrontTree::FrontTree(const BlockGraph& graph, const std::vector<int>& order, int trailing) {
  unknowns = graph.blocks() * graph.block;
  find_fronts(graph, order);
  connect();
  divide(unknowns - trailing * graph.block);
  place_updates();
}

/// Block columns with the rows that elimination gives them, and where one front ends and the next
/// begins when no zero may be stored.
void FrontTree::find_fronts(const BlockGraph& graph, const std::vector<int>& order) {
  const int n = graph.blocks();
  std::vector<int> position(n);
  for (int k = 0; k < n; ++k) position[order[k]] = k;
  std::vector<std::vector<int>> structure(n);  // rows below the diagonal
  std::vector<std::vector<int>> child(n);
  std::vector<int> mark(n, -1), starts;
  std::size_t before = 0;  // rows of the column before
  int before_parent = -1;
  for (int j = 0; j < n; ++j) {
    std::vector<int> mine;
    const auto meet = [&](int i) {
      if (i <= j || mark[i] == j) return;
      mark[i] = j;
      mine.push_back(i);
    };
    for (int e = graph.start[order[j]]; e < graph.start[order[j] + 1]; ++e)
      meet(position[graph.neighbours[e]]);
    for (const int c : child[j])
      for (const int i : structure[c]) meet(i);
    std::sort(mine.begin(), mine.end());
    const bool same = before_parent == j && before == mine.size() + 1;
    if (!same) starts.push_back(j);
    before = mine.size();
    before_parent = mine.empty() ? -1 : mine.front();
    if (!mine.empty()) child[mine.front()].push_back(j);
    structure[j] = std::move(mine);
    if (same) structure[j - 1] = {};
  }
  // The rows below a front are those of its last column.
  for (std::size_t s = 0; s < starts.size(); ++s) {
    const int next = s + 1 < starts.size() ? starts[s + 1] : n;
    if (next - 1 > starts[s]) structure[starts[s]] = std::move(structure[next - 1]);
  }
  starts.push_back(n);
  join(structure, std::move(starts), graph.block);
}

/// Joins fronts with their parents where that stores few zeros. A parent has all rows of its child,
/// so what is joined has the rows of the parent.
void FrontTree::join(const std::vector<std::vector<int>>& structure, std::vector<int> starts,
                     int block) {
  struct Group {
    int first, end;  // block columns
    int rows;        // front whose rows below these are
    double entries;  // of L without joining
  };
  std::vector<Group> groups;
  for (std::size_t s = 0; s + 1 < starts.size(); ++s) {
    const auto& below = structure[starts[s]];
    const double width = starts[s + 1] - starts[s];
    Group group{starts[s], starts[s + 1], starts[s],
                lower_triangle(width, width + static_cast<double>(below.size()))};
    while (!groups.empty()) {
      const Group& child = groups.back();
      const auto& its = structure[child.rows];
      if (its.empty() || its.front() >= group.end) break;  // not a child
      const double columns = group.end - child.first;
      const double stored = lower_triangle(columns, columns + static_cast<double>(below.size()));
      const double zeros = 1 - (group.entries + child.entries) / stored;
      const auto rule =
          std::find_if(std::begin(kRelaxed), std::end(kRelaxed),
                       [&](const auto& one) { return columns * block <= one.columns; });
      if (zeros > rule->zeros) break;
      group.first = child.first;
      group.entries += child.entries;
      groups.pop_back();
    }
    groups.push_back(group);
  }
  for (const Group& group : groups) {
    Front front{};
    front.first = group.first * block;
    front.width = (group.end - group.first) * block;
    front.rows = static_cast<std::int64_t>(rows.size());
    for (int k = 0; k < front.width; ++k) rows.push_back(front.first + k);
    for (const int i : structure[group.rows])
      for (int c = 0; c < block; ++c) rows.push_back(i * block + c);
    front.height = static_cast<int>(static_cast<std::int64_t>(rows.size()) - front.rows);
    front.parent = front.branch = -1;
    front.panel = values;
    values += static_cast<std::int64_t>(front.height) * front.width;
    work += front.work();
    fronts.push_back(front);
  }
}

/// Who is whose child, and where its rows are among those of its parent.
void FrontTree::connect() {
  const int count = static_cast<int>(fronts.size());
  std::vector<int> front_of(unknowns);
  for (int f = 0; f < count; ++f)
    for (int k = 0; k < fronts[f].width; ++k) front_of[fronts[f].first + k] = f;
  child_start.assign(count + 1, 0);
  for (int f = 0; f < count; ++f) {
    if (fronts[f].below() == 0) continue;
    fronts[f].parent = front_of[rows_of(f)[fronts[f].width]];
    ++child_start[fronts[f].parent + 1];
  }
  std::partial_sum(child_start.begin(), child_start.end(), child_start.begin());
  children.resize(child_start.back());
  std::vector<int> next(child_start.begin(), child_start.end() - 1);
  for (int f = 0; f < count; ++f)
    if (fronts[f].parent >= 0) children[next[fronts[f].parent]++] = f;
  run_start.assign(1, 0);
  for (int f = 0; f < count; ++f) {
    if (fronts[f].parent >= 0) {
      const auto mine = rows_of(f).subspan(fronts[f].width), theirs = rows_of(fronts[f].parent);
      int to = 0;
      for (int from = 0; from < fronts[f].below(); ++from, ++to) {
        while (theirs[to] != mine[from]) ++to;
        Run* last =
            static_cast<std::int64_t>(runs.size()) > run_start.back() ? &runs.back() : nullptr;
        // A run ends where the columns of the parent do: there the numbers go elsewhere.
        if (last && last->to + last->count == to && to != fronts[fronts[f].parent].width)
          ++last->count;
        else
          runs.push_back({from, to, 1});
      }
    }
    run_start.push_back(static_cast<std::int64_t>(runs.size()));
  }
}

/// Branches: the largest subtrees of at most a share of the work, of leading columns alone, which
/// are a postorder, so that a subtree is a range of fronts.
void FrontTree::divide(int leading) {
  const int count = static_cast<int>(fronts.size());
  std::vector<double> below(count);  // work of the subtree
  std::vector<int> first(count);     // front of it
  for (int f = 0; f < count; ++f) {
    below[f] = fronts[f].work();
    first[f] = f;
    for (const int c : children_of(f)) {
      below[f] += below[c];
      first[f] = std::min(first[f], first[c]);
    }
  }
  const auto small = [&](int f) {
    return f >= 0 && fronts[f].first + fronts[f].width <= leading && below[f] <= kBranch * work;
  };
  places = unknowns;
  for (int f = 0; f < count; ++f) {
    if (!small(f)) {
      trunk.push_back(f);
      continue;
    }
    if (small(fronts[f].parent)) continue;
    for (int k = first[f]; k <= f; ++k) fronts[k].branch = static_cast<int>(branches.size());
    branches.push_back({first[f], f, places});
    places += fronts[f].below();
  }
  slots = rows;
  for (const Branch& branch : branches) {
    const int end = fronts[branch.root].first + fronts[branch.root].width;
    const auto outside = rows_of(branch.root).subspan(fronts[branch.root].width);
    for (int f = branch.first; f <= branch.root; ++f) {
      std::size_t k = 0;
      for (int i = 0; i < fronts[f].height; ++i) {
        int& slot = slots[fronts[f].rows + i];
        if (slot < end) continue;
        while (outside[k] != slot) ++k;
        slot = static_cast<int>(branch.spare + static_cast<std::int64_t>(k));
      }
    }
  }
}

/// Within a branch an update is needed until its parent has added it. Those of the trunk, and of
/// the roots of branches, stay: who did not change need not be eliminated again.
void FrontTree::place_updates() {
  const auto size = [&](int f) {
    const std::int64_t b = fronts[f].below();
    return b * b;
  };
  for (const Branch& branch : branches) {
    Shelf shelf;
    for (int f = branch.first; f < branch.root; ++f) {
      fronts[f].update = updates + shelf.take(size(f));
      for (const int c : children_of(f)) shelf.give(fronts[c].update - updates, size(c));
    }
    updates += shelf.most();
    fronts[branch.root].update = updates;
    updates += size(branch.root);
  }
  for (const int f : trunk) {
    fronts[f].update = updates;
    updates += size(f);
  }
}

}  // namespace conjac
