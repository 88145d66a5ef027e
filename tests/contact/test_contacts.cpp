#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <random>

#include "contact/contacts.h"
#include "support/two_boxes.h"

namespace conjac {
namespace {

using test::two_boxes;
using test::TwoBoxes;

using Dims = ::testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
template <class D>
class ContactForces : public ::testing::Test {};
TYPED_TEST_SUITE(ContactForces, Dims);

template <int Dim>
typename Contacts<Dim>::Setup setup_of(const TwoBoxes<Dim>& boxes, bool floor) {
  typename Contacts<Dim>::Setup setup;
  setup.pairs.facets = boxes.facets;
  setup.pairs.piece = boxes.piece;
  setup.pairs.pieces = 2;
  setup.pairs.rest = boxes.x;
  setup.pairs.stiffness = VectorXd::Constant(boxes.nodes, 70.0);
  setup.pairs.element = 0.25;
  if (floor) {
    Obstacle ball;  // curved, tilted and off the axes
    ball.shape = Ball{2.0};
    ball.rest.shift = {0.3, -1.93, 0.2};
    setup.obstacles.push_back(ball);
  }
  return setup;
}

TYPED_TEST(ContactForces, AreTheGradientOfTheEnergy) {
  constexpr int Dim = TypeParam::value;
  const TwoBoxes<Dim> boxes = two_boxes<Dim>(0.1);
  ContactMemory memory;
  Contacts<Dim> contacts(setup_of(boxes, true), memory);
  std::mt19937 rng(6);
  std::uniform_real_distribution<double> uniform(-0.02, 0.02);
  VectorXd x = boxes.x;
  for (double& c : x) c += uniform(rng);
  contacts.find(x);
  ASSERT_GT(contacts.points().size(), 8u);
  VectorXd force = VectorXd::Zero(x.size());
  contacts.add_force(force);
  const double e = 1e-7;
  VectorXd quotient(x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    VectorXd moved = x;
    moved[i] += e;
    const double up = contacts.find(moved);
    moved[i] -= 2 * e;
    const double down = contacts.find(moved);
    quotient[i] = -(up - down) / (2 * e);
  }
  EXPECT_LT((quotient - force).cwiseAbs().maxCoeff(), 1e-5 * force.cwiseAbs().maxCoeff());
}

TYPED_TEST(ContactForces, BetweenBodiesKeepMomentumAndAngularMomentum) {
  constexpr int Dim = TypeParam::value;
  const TwoBoxes<Dim> boxes = two_boxes<Dim>(0.12);
  ContactMemory memory;
  Contacts<Dim> contacts(setup_of(boxes, false), memory);
  contacts.find(boxes.x);
  VectorXd force = VectorXd::Zero(boxes.x.size());
  contacts.add_force(force);
  Eigen::Vector3d sum = Eigen::Vector3d::Zero(), moment = sum;
  for (int i = 0; i < boxes.nodes; ++i) {
    Eigen::Vector3d f = Eigen::Vector3d::Zero(), p = f;
    f.head<Dim>() = force.segment<Dim>(i * Dim);
    p.head<Dim>() = boxes.x.template segment<Dim>(i * Dim);
    sum += f;
    moment += p.cross(f);
  }
  EXPECT_GT(force.norm(), 1.0);
  EXPECT_LT(sum.norm(), 1e-12 * force.norm());
  EXPECT_LT(moment.norm(), 1e-12 * force.norm());
}

TYPED_TEST(ContactForces, StiffnessIsTheDerivativeWithTheNearestPointHeld) {
  // A half space: no curvature, so the normal part is the whole derivative, and the tangential one
  // appears while friction holds the node.
  constexpr int Dim = TypeParam::value;
  const TwoBoxes<Dim> boxes = two_boxes<Dim>(-1.0);  // apart
  auto setup = setup_of(boxes, false);
  Obstacle floor;
  floor.shape = HalfSpace{};
  floor.rest.turn = Eigen::Quaterniond::FromTwoVectors(Eigen::Vector3d::UnitZ(),
                                                       Eigen::Vector3d(0.2, 1, 0).normalized());
  floor.rest.shift = {0, 0.05, 0};
  setup.obstacles.push_back(floor);
  setup.alpha = 0.1;
  ContactMemory memory;
  Contacts<Dim> contacts(setup, memory);
  contacts.find(boxes.x);
  ASSERT_FALSE(contacts.points().empty());
  const int node = contacts.points()[0].nodes[0], slot = contacts.points()[0].slot;
  const Vec<Dim> n = contacts.points()[0].normal;
  std::vector<Eigen::Triplet<double>> places;
  for (int i = 0; i < boxes.nodes; ++i)
    for (int c = 0; c < Dim; ++c)
      for (int r = c; r < Dim; ++r) places.emplace_back(i * Dim + r, i * Dim + c, 0.0);
  SparseMatrix K(boxes.x.size(), boxes.x.size());
  K.setFromTriplets(places.begin(), places.end());
  const auto block = [&] {
    for (double& value : std::span(K.valuePtr(), K.nonZeros())) value = 0;
    contacts.add_stiffness(K);
    Mat<Dim> result = MatrixXd(K).block(node * Dim, node * Dim, Dim, Dim);
    return Mat<Dim>(result.template selfadjointView<Eigen::Lower>());
  };
  const auto force_at = [&](const VectorXd& x) {
    contacts.find(x);
    VectorXd force = VectorXd::Zero(x.size());
    contacts.add_force(force);
    return Vec<Dim>(force.segment<Dim>(node * Dim));
  };
  Mat<Dim> quotient;
  const double e = 1e-6;
  for (int c = 0; c < Dim; ++c) {
    VectorXd up = boxes.x, down = boxes.x;
    up[node * Dim + c] += e;
    down[node * Dim + c] -= e;
    quotient.col(c) = (force_at(up) - force_at(down)) / (2 * e);
  }
  contacts.find(boxes.x);
  contacts.expect(boxes.x, boxes.x, 0);
  EXPECT_LT((block() - quotient).norm(), 1e-6 * 70);
  contacts.hold(slot, true);
  const Mat<Dim> expected =
      -70.0 * (0.9 * n * n.transpose() + 0.1 * Mat<Dim>::Identity());  // the paper's formula
  EXPECT_LT((block() - expected).norm(), 1e-12 * 70);
}

TYPED_TEST(ContactForces, SetsAreComparedForTheFactor) {
  constexpr int Dim = TypeParam::value;
  const TwoBoxes<Dim> boxes = two_boxes<Dim>(-1.0);
  ContactMemory memory;
  Contacts<Dim> contacts(setup_of(boxes, true), memory);
  const auto look = [&](const VectorXd& at) {
    contacts.find(at);
    contacts.expect(at, at, 0);
  };
  look(boxes.x);
  contacts.remember();
  EXPECT_EQ(contacts.change(), 0);
  VectorXd x = boxes.x;
  for (int i = 0; i < boxes.nodes; ++i) x[i * Dim] += 1e-3;
  look(x);
  EXPECT_GT(contacts.change(), 0);
  EXPECT_LT(contacts.change(), 1e-2);
  for (int i = 0; i < boxes.nodes; ++i) x[i * Dim + 1] += 5;
  look(x);
  EXPECT_EQ(contacts.change(), HUGE_VAL);
}

/// The outline of a U in the plane, edges of length 1: arms two thick, six apart, eight high.
struct Horseshoe {
  Contacts<2>::Setup setup;
  Horseshoe() {
    std::vector<Vec<2>> corners = {{0, 0}, {10, 0}, {10, 8},  {8, 8},
                                   {8, 2}, {2, 2},  {2, 8.5}, {0, 8.5}};
    std::vector<double> x;
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const Vec<2> a = corners[k], b = corners[(k + 1) % corners.size()];
      const int steps = static_cast<int>(std::lround((b - a).norm()));
      for (int s = 0; s < steps; ++s) {
        const Vec<2> p = a + (b - a) * s / steps;
        x.insert(x.end(), p.begin(), p.end());
      }
    }
    PairSetup<2>& pairs = setup.pairs;
    pairs.rest = Eigen::Map<VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
    const int nodes = static_cast<int>(x.size()) / 2;
    for (int i = 0; i < nodes; ++i) pairs.facets.push_back({i, (i + 1) % nodes});
    pairs.piece.assign(nodes, 0);
    pairs.pieces = 1;
    pairs.stiffness = VectorXd::Constant(nodes, 50.0);
    pairs.element = 1;
    pairs.self = true;
  }
  /// The right arm bent to the left until its tip has moved by `way`.
  VectorXd bent(double way) const {
    VectorXd x = setup.pairs.rest;
    for (Eigen::Index i = 0; i < x.size(); i += 2)
      if (x[i] > 5 && x[i + 1] > 2) x[i] -= way * (x[i + 1] - 2) / 6;
    return x;
  }
};

TEST(SelfContact, PushesArmsApartThatHavePassedEachOther) {
  const Horseshoe shoe;
  ContactMemory memory;
  Contacts<2> contacts(shoe.setup, memory);
  EXPECT_EQ(contacts.find(shoe.setup.pairs.rest), 0);  // nothing touches at rest,
  EXPECT_EQ(contacts.find(shoe.bent(5.8)), 0);         // nor while the arms come near
  const VectorXd x = shoe.bent(6.35);                  // 0.35 into each other at the tips
  EXPECT_GT(contacts.find(x), 0);
  ASSERT_FALSE(contacts.points().empty());
  VectorXd force = VectorXd::Zero(x.size());
  contacts.add_force(force);
  double right = 0, left = 0, sum = 0;
  for (Eigen::Index i = 0; i < x.size(); i += 2) {
    (shoe.setup.pairs.rest[i] > 5 ? right : left) += force[i];
    sum += force[i + 1];
  }
  EXPECT_GT(right, 1);
  EXPECT_NEAR(right + left, 0, 1e-12 * right);
  EXPECT_NEAR(sum, 0, 1e-12 * right);
  for (const ContactPoint<2>& p : contacts.points()) {
    EXPECT_GE(p.gap, -0.36);
    EXPECT_GT(std::abs(p.normal.x()), 0.7);
  }
  // The derivative once more, with both partners in the same body.
  const double e = 1e-7;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    VectorXd up = x, down = x;
    up[i] += e;
    down[i] -= e;
    EXPECT_NEAR(-(contacts.find(up) - contacts.find(down)) / (2 * e), force[i], 1e-4);
  }
}

TEST(ContactsToCome, AreThoseMetWithinTheStep) {
  // A box 0.3 above the floor at 1 m/s: its lowest nodes are met within 0.4 s, not within 0.2 s.
  const TwoBoxes<3> boxes = two_boxes<3>(-5.0);
  auto setup = setup_of(boxes, false);
  Obstacle floor;
  floor.shape = HalfSpace{};
  floor.rest.turn =
      Eigen::Quaterniond::FromTwoVectors(Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitY());
  floor.rest.shift = {0, -0.3, 0};
  setup.obstacles.push_back(floor);
  ContactMemory memory;
  Contacts<3> contacts(setup, memory);
  VectorXd v = VectorXd::Zero(boxes.x.size());
  for (int i = 0; i < boxes.nodes; ++i) v[3 * i + 1] = -1;
  EXPECT_EQ(contacts.find(boxes.x), 0);
  contacts.expect(boxes.x, v, 0.2);
  EXPECT_TRUE(contacts.expected().empty());
  contacts.expect(boxes.x, v, 0.4);
  EXPECT_TRUE(contacts.points().empty());
  ASSERT_EQ(contacts.expected().size(), 25u);
  VectorXd pull = VectorXd::Zero(boxes.x.size());
  contacts.add_coming_force(pull);
  for (const ContactPoint<3>& p : contacts.expected()) {
    EXPECT_NEAR(p.gap, 0.3, 1e-12);
    EXPECT_NEAR(pull[3 * p.nodes[0] + 1], -70 * 0.3, 1e-12);
  }
  // One corner was flung farther, where those beside it were expected and it was not.
  const int flung = contacts.expected().front().nodes[0];
  v[3 * flung + 1] = 0;
  contacts.expect(boxes.x, v, 0.4);
  ASSERT_EQ(contacts.expected().size(), 24u);
  VectorXd x = boxes.x;
  for (int i = 0; i < boxes.nodes; ++i) x[3 * i + 1] -= 0.4;
  x[3 * flung + 1] -= 0.05;
  contacts.find(x);
  EXPECT_NEAR(contacts.unforeseen_depth(), 0.15 / 0.25, 1e-12);
  contacts.expect(boxes.x, v, 0);
  contacts.find(boxes.x);
  EXPECT_EQ(contacts.unforeseen_depth(), 0);
}

// What is found at x depends on x alone: a step taken again begins with the energy it began with.
TEST(Contacts, DoNotRememberWhereTheyLookedBefore) {
  const TwoBoxes<3> boxes = two_boxes<3>(0.12);
  ContactMemory memory_of_wanderer;
  Contacts<3> wanderer(setup_of(boxes, true), memory_of_wanderer);
  for (int trial = 0; trial < 40; ++trial) {
    VectorXd x = boxes.x + 0.02 * trial / 40 * VectorXd::Random(boxes.x.size());
    if (trial % 5 == 0) x = 1.5 * x;  // far off, and back
    ContactMemory memory_of_fresh;
    Contacts<3> fresh(setup_of(boxes, true), memory_of_fresh);
    EXPECT_EQ(wanderer.find(x), fresh.find(x));
    VectorXd force = VectorXd::Zero(x.size()), expected = force;
    wanderer.add_force(force);
    fresh.add_force(expected);
    EXPECT_EQ(force, expected);
  }
}

// A contact that is deeper at once than nodes have moved is nobody's gain; one they moved into is.
TEST(Contacts, EnergyOutOfNothing) {
  const TwoBoxes<3> boxes = two_boxes<3>(0.12);
  ContactMemory memory;
  Contacts<3> contacts(setup_of(boxes, false), memory);
  const double energy = contacts.find(boxes.x);
  ASSERT_GT(energy, 0);
  const std::vector<ContactPoint<3>> before(contacts.points().begin(), contacts.points().end());
  EXPECT_EQ(contacts.energy_out_of_nothing(before, boxes.x, boxes.x), 0);
  EXPECT_NEAR(contacts.energy_out_of_nothing({}, boxes.x, boxes.x), energy, 1e-12 * energy);
  VectorXd away = boxes.x;
  for (int i = 0; i < boxes.nodes; ++i) away[3 * i + 1] += 0.2;
  EXPECT_EQ(contacts.energy_out_of_nothing({}, away, boxes.x), 0);
}

TEST(ContactThreads, SearchDoesNotDependOnThem) {
  // Every node examines its own candidates; the list is put together in their order.
  const TwoBoxes<3> boxes = two_boxes<3>(0.12);
  ContactMemory memory;
  Contacts<3> contacts(setup_of(boxes, true), memory);
  contacts.find(boxes.x);
  VectorXd first = VectorXd::Zero(boxes.x.size());
  contacts.add_force(first);
  for (int again = 0; again < 20; ++again) {
    contacts.find(boxes.x);
    VectorXd force = VectorXd::Zero(boxes.x.size());
    contacts.add_force(force);
    EXPECT_EQ(force, first);
  }
}

}  // namespace
}  // namespace conjac
