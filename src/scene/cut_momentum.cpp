#include "scene/cut_momentum.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <vector>

namespace conjac {
namespace {

using Point = Eigen::Vector3d;

Point lifted(const VectorXd& field, int node, int stride) {
  Point p = Point::Zero();
  for (int c = 0; c < stride; ++c) p[c] = field[node * stride + c];
  return p;
}

struct Momentum {
  Point linear = Point::Zero(), angular = Point::Zero();  // angular: about the origin
};

std::vector<Momentum> momenta(const MovingMasses& body, int stride, std::span<const int> piece,
                              int pieces) {
  std::vector<Momentum> result(pieces);
  for (std::size_t i = 0; i < piece.size(); ++i) {
    const int node = static_cast<int>(i);
    const Point p = body.mass[node * stride] * lifted(body.v, node, stride);
    result[piece[i]].linear += p;
    result[piece[i]].angular += lifted(body.x, node, stride).cross(p);
  }
  return result;
}

/// Mass, centre and inertia about the centre of the nodes that may change their velocity.
struct PieceInertia {
  double mass = 0;
  Point centre = Point::Zero();
  Eigen::Matrix3d tensor = Eigen::Matrix3d::Zero();
};

}  // namespace

void restore_momentum(const MovingMasses& before, const VectorXd& mass, const VectorXd& x,
                      int stride, std::span<const int> piece_of_node, int pieces,
                      std::span<const char> held, VectorXd& v) {
  const std::vector<Momentum> wanted = momenta(before, stride, piece_of_node, pieces);
  const int nodes = static_cast<int>(piece_of_node.size());
  std::vector<PieceInertia> inertia(pieces);
  for (int i = 0; i < nodes; ++i) {
    if (held[i]) continue;
    PieceInertia& own = inertia[piece_of_node[i]];
    own.mass += mass[i * stride];
    own.centre += mass[i * stride] * lifted(x, i, stride);
  }
  for (PieceInertia& own : inertia)
    if (own.mass > 0) own.centre /= own.mass;
  for (int i = 0; i < nodes; ++i) {
    if (held[i]) continue;
    PieceInertia& own = inertia[piece_of_node[i]];
    const Point r = lifted(x, i, stride) - own.centre;
    own.tensor +=
        mass[i * stride] * (r.squaredNorm() * Eigen::Matrix3d::Identity() - r * r.transpose());
  }
  for (int pass = 0; pass < 2; ++pass) {  // the second one for the last digits
    const std::vector<Momentum> now = momenta({mass, x, v}, stride, piece_of_node, pieces);
    std::vector<Point> shift(pieces, Point::Zero()), spin(pieces, Point::Zero());
    for (int p = 0; p < pieces; ++p) {
      const PieceInertia& own = inertia[p];
      if (!(own.mass > 0)) continue;
      const Point linear = wanted[p].linear - now[p].linear;
      const Point angular = wanted[p].angular - now[p].angular - own.centre.cross(linear);
      shift[p] = linear / own.mass;
      const Eigen::FullPivLU<Eigen::Matrix3d> factor(own.tensor);
      if (stride == 2 && own.tensor(2, 2) > 0)
        spin[p][2] = angular[2] / own.tensor(2, 2);
      else if (stride == 3 && factor.isInvertible())
        spin[p] = factor.solve(angular);
    }
    for (int i = 0; i < nodes; ++i) {
      if (held[i]) continue;
      const int p = piece_of_node[i];
      const Point dv = shift[p] + spin[p].cross(lifted(x, i, stride) - inertia[p].centre);
      for (int c = 0; c < stride; ++c) v[i * stride + c] += dv[c];
    }
  }
}

}  // namespace conjac
