#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "random_tree.h"
#include "rigid/attachment.h"
#include "rigid/joint_forces.h"
#include "solid/shapes.h"

namespace conjac {
namespace {

std::vector<Attachment::Rider> riders_on(RandomTree& random, const Articulation& tree,
                                         bool planar) {
  std::vector<Attachment::Rider> riders;
  for (int i = 0; i < tree.links(); ++i) {
    Point rest = tree.link(i).anchor + random.point(0.4);
    if (planar) rest.z() = 0;
    riders.push_back({i, i, rest});
  }
  return riders;
}

TEST(Articulation, RowsOfRidersAreTheDerivativeOfTheirPositions) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const bool planar = seed % 2;
    RandomTree random(seed);
    Articulation tree(random.links(7, planar), {0, -9.81, 0}, planar);
    const int stride = planar ? 2 : 3;
    const Attachment attachment(riders_on(random, tree, planar), stride);
    const VectorXd q = random.pose(tree);
    tree.place(q);
    MatrixXd B;
    attachment.rows(tree, B);
    const double e = 1e-6;
    for (int k = 0; k < tree.unknowns(); ++k) {
      VectorXd high = VectorXd::Zero(attachment.rows()), low = high, moved;
      tree.move(q, e * VectorXd::Unit(tree.unknowns(), k), moved);
      tree.place(moved);
      attachment.place(tree, high);
      tree.move(q, -e * VectorXd::Unit(tree.unknowns(), k), moved);
      tree.place(moved);
      attachment.place(tree, low);
      EXPECT_LT(((high - low) / (2 * e) - B.col(k)).cwiseAbs().maxCoeff(), 1e-8) << seed;
    }
  }
}

TEST(Articulation, StiffnessOfDeadForcesIsTheDerivativeOfTheirPull) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const bool planar = seed % 2;
    RandomTree random(seed);
    // Without balls, whose quasi-velocities make the derivative unsymmetric away from rest.
    Articulation tree(random.links(7, planar, false), {0, -9.81, 0}, planar);
    const Attachment attachment(riders_on(random, tree, planar), planar ? 2 : 3);
    const VectorXd q = random.pose(tree), f = random.vector(attachment.rows());
    const auto pull = [&](const VectorXd& at) {
      MatrixXd B;
      VectorXd gravity;
      tree.place(at);
      attachment.rows(tree, B);
      tree.bias(VectorXd::Zero(tree.unknowns()), gravity);
      return VectorXd(B.transpose() * f - gravity);
    };
    tree.place(q);
    std::vector<Articulation::DeadForce> forces;
    attachment.forces(tree, f, forces);
    MatrixXd A = MatrixXd::Zero(tree.unknowns(), tree.unknowns());
    tree.add_dead_stiffness(forces, A);
    const double e = 1e-6;
    for (int k = 0; k < tree.unknowns(); ++k) {
      const VectorXd d = e * VectorXd::Unit(tree.unknowns(), k);
      const VectorXd slope = (pull(q - d) - pull(q + d)) / (2 * e);
      EXPECT_LT((slope - A.col(k)).cwiseAbs().maxCoeff(), 1e-7) << seed << " " << k;
    }
  }
}

TEST(Articulation, JointForcesAreTheSlopeOfTheirEnergy) {
  RandomTree random(3);
  std::vector<Link> links = random.links(6, false);
  Articulation tree(links, Point::Zero(), false);
  std::vector<JointLaw> laws(tree.links());
  for (JointLaw& law : laws)
    law = {.spring = 2,
           .rest = 0.1,
           .damping = 0.3,
           .lower = -0.2,
           .upper = 0.3,
           .limit_stiffness = 40};
  const JointForces forces(laws);
  const VectorXd q = random.pose(tree);
  const auto energy = [&](const VectorXd& at) {
    VectorXd force = VectorXd::Zero(tree.unknowns());
    MatrixXd stiffness = MatrixXd::Zero(tree.unknowns(), tree.unknowns());
    return forces.add(tree, at, force, stiffness);
  };
  VectorXd force = VectorXd::Zero(tree.unknowns());
  MatrixXd stiffness = MatrixXd::Zero(tree.unknowns(), tree.unknowns());
  forces.add(tree, q, force, stiffness);
  const double e = 1e-5;
  for (int k = 0; k < tree.unknowns(); ++k) {
    VectorXd high, low;
    tree.move(q, e * VectorXd::Unit(tree.unknowns(), k), high);
    tree.move(q, -e * VectorXd::Unit(tree.unknowns(), k), low);
    EXPECT_NEAR((energy(low) - energy(high)) / (2 * e), force[k], 1e-6) << k;
  }
  EXPECT_GT(Eigen::SelfAdjointEigenSolver<MatrixXd>(stiffness).eigenvalues().minCoeff(), -1e-12);
}

/// A bar of length l that hangs by its end, let go at an angle a: the period is that of the
/// mathematical pendulum of length 2 l / 3, 4 sqrt(L / g) K(sin(a / 2)), and the energy stays.
TEST(Articulation, PendulumKeepsItsPeriodAndEnergy) {
  const double l = 0.4, r = 0.01, angle = 1.0, g = 9.81;
  std::vector<Link> links(1);
  links[0].body = unit_density(SolidBox{{0, -l / 2, 0}, {2 * r, l, 1}, {}}, true);
  Articulation tree(links, {0, -g, 0}, true);
  VectorXd q = VectorXd::Constant(1, angle), u = VectorXd::Zero(1);
  const double inertia = links[0].body.inertia(2, 2) + links[0].body.mass * l * l / 4;
  const double length = inertia / (links[0].body.mass * l / 2);
  const double period = 4 * std::sqrt(length / g) * std::comp_ellint_1(std::sin(angle / 2));
  const double h = 1e-3;
  const auto energy = [&] {
    tree.place(q);
    return tree.gravity_energy() + 0.5 * inertia * u[0] * u[0];
  };
  const double before = energy();
  double crossings = 0, last = 0, time = 0, previous = q[0];
  for (int step = 1; step <= 10000; ++step) {
    runge_kutta(tree, h, q, u);
    time = step * h;
    if (previous < 0 && q[0] >= 0) {
      const double at = time - h * q[0] / (q[0] - previous);
      if (crossings > 0) {
        EXPECT_NEAR(at - last, period, 1e-5);
      }
      last = at;
      ++crossings;
    }
    previous = q[0];
  }
  EXPECT_GT(crossings, 7);
  const double swing = links[0].body.mass * g * l / 2 * (1 - std::cos(angle));
  EXPECT_LT(std::abs(energy() - before), 1e-8 * swing);
}

TEST(Articulation, FreeBodySpinsAsEulerSays) {
  std::vector<Link> links(1);
  links[0].joint = JointType::free;
  links[0].body.mass = 2;
  links[0].body.inertia = Point(0.01, 0.02, 0.03).asDiagonal();
  Articulation tree(links, Point::Zero(), false);
  VectorXd u(6), c;
  u << 1, 2, 3, 0.5, -1, 2;
  tree.place(tree.rest());
  tree.bias(u, c);
  const Point w = u.tail<3>();
  const Point gyroscopic = w.cross(Point(links[0].body.inertia * w));
  EXPECT_LT(c.head<3>().norm(), 1e-14);
  EXPECT_LT((c.tail<3>() - gyroscopic).norm(), 1e-14);
}

}  // namespace
}  // namespace conjac
