#include "scene/ties.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/check.h"
#include "scene/select.h"

namespace conjac {
namespace {

/// The node of `among` nearest to a point; the lowest where several are.
template <int Dim>
int nearest_of(const Mesh<Dim>& mesh, const std::vector<int>& among, const Vec<Dim>& point) {
  return *std::min_element(among.begin(), among.end(), [&](int a, int b) {
    return (mesh.rest[a] - point).squaredNorm() < (mesh.rest[b] - point).squaredNorm();
  });
}

template <int Dim>
auto place_of(const VectorXd& x, int node) {
  return x.template segment<Dim>(static_cast<Eigen::Index>(node) * Dim);
}

}  // namespace

template <int Dim>
Ties<Dim>::Ties(const Mesh<Dim>& mesh, const SceneSpec& spec) {
  for (std::size_t k = 0; k < spec.springs.size(); ++k) {
    const SpringSpec& one = spec.springs[k];
    const std::string where = "springs[" + std::to_string(k) + "]";
    const std::vector<int> from = select_nodes(mesh, one.from);
    const auto* ends = std::get_if<SpringToNodes>(&one.end);
    const std::vector<int> to = ends ? select_nodes(mesh, ends->select) : std::vector<int>{};
    for (int node : from) {
      Tie<Dim> tie;
      tie.a = node;
      if (ends != nullptr)
        tie.b = nearest_of<Dim>(mesh, to, mesh.rest[node]);
      else
        for (int c = 0; c < Dim; ++c) tie.point[c] = std::get<SpringToPoint>(one.end).at[c];
      require(tie.a != tie.b,
              where + ": node " + std::to_string(node) +
                  " is in both selections, and a spring from it would end where it begins; keep "
                  "them apart");
      tie.stiffness = one.stiffness / static_cast<double>(from.size());
      const Vec<Dim>& end = tie.b < 0 ? tie.point : mesh.rest[tie.b];
      tie.length = one.rest_length.value_or((mesh.rest[node] - end).norm());
      ties_.push_back(tie);
    }
  }
}

template <int Dim>
std::vector<std::array<int, 2>> Ties<Dim>::links() const {
  std::vector<std::array<int, 2>> result;
  for (const Tie<Dim>& tie : ties_)
    if (tie.b >= 0) result.push_back({std::min(tie.a, tie.b), std::max(tie.a, tie.b)});
  return result;
}

template <int Dim>
Vec<Dim> Ties<Dim>::way(const Tie<Dim>& tie, const VectorXd& x) const {
  if (tie.b < 0) return place_of<Dim>(x, tie.a) - tie.point;
  return place_of<Dim>(x, tie.a) - place_of<Dim>(x, tie.b);
}

template <int Dim>
double Ties<Dim>::energy(const VectorXd& x) const {
  double sum = 0;
  for (const Tie<Dim>& tie : ties_) {
    const double longer = way(tie, x).norm() - tie.length;
    sum += 0.5 * tie.stiffness * longer * longer;
  }
  return sum;
}

template <int Dim>
void Ties<Dim>::add_force(const VectorXd& x, VectorXd& f) const {
  for (const Tie<Dim>& tie : ties_) {
    const Vec<Dim> d = way(tie, x);
    const double length = d.norm();
    if (length == 0) continue;  // it pushes nowhere in particular
    const Vec<Dim> pull = -tie.stiffness * (1 - tie.length / length) * d;
    f.template segment<Dim>(tie.a * Dim) += pull;
    if (tie.b >= 0) f.template segment<Dim>(tie.b * Dim) -= pull;
  }
}

template <int Dim>
void Ties<Dim>::add_stiffness(const VectorXd& x, const Pattern& pattern, bool project,
                              SparseMatrix& K) const {
  for (const Tie<Dim>& tie : ties_) {
    const Vec<Dim> d = way(tie, x);
    const double length = d.norm();
    double across = length > 0 ? 1 - tie.length / length : (tie.length > 0 ? 0.0 : 1.0);
    if (project) across = std::max(across, 0.0);
    Mat<Dim> block = -tie.stiffness * across * Mat<Dim>::Identity();
    if (length > 0) block -= tie.stiffness * (1 - across) / (length * length) * d * d.transpose();
    for (int node : {tie.a, tie.b}) {
      if (node < 0) continue;
      for (int c = 0; c < Dim; ++c)
        for (int r = c; r < Dim; ++r)
          K.valuePtr()[pattern.diagonal_slot(node, r, c)] += block(r, c);
    }
    if (tie.b < 0) continue;
    const auto [column, row] = std::minmax(tie.a, tie.b);
    for (int c = 0; c < Dim; ++c)
      for (int r = 0; r < Dim; ++r) K.valuePtr()[pattern.place(row, column, c) + r] -= block(r, c);
  }
}

template <int Dim>
double Ties<Dim>::change(const VectorXd& x) const {
  if (remembered_.size() != ties_.size()) return std::numeric_limits<double>::infinity();
  double largest = 0;
  for (std::size_t k = 0; k < ties_.size(); ++k) {
    const double moved = (way(ties_[k], x) - remembered_[k]).norm();
    const double size = std::max(remembered_[k].norm(), ties_[k].length);
    if (size > 0) largest = std::max(largest, moved / size);
  }
  return largest;
}

template <int Dim>
void Ties<Dim>::remember(const VectorXd& x) {
  remembered_.resize(ties_.size());
  for (std::size_t k = 0; k < ties_.size(); ++k) remembered_[k] = way(ties_[k], x);
}

template <int Dim>
void Ties<Dim>::carry_over(const std::vector<int>& number) {
  for (Tie<Dim>& tie : ties_) {
    tie.a = number[tie.a];
    if (tie.b >= 0 && (tie.b = number[tie.b]) < 0) tie.a = -1;
  }
  std::erase_if(ties_, [](const Tie<Dim>& tie) { return tie.a < 0; });
  remembered_.clear();
}

template class Ties<2>;
template class Ties<3>;

}  // namespace conjac
