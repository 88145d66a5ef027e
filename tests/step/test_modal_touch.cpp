#include "step/modal_touch.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "step/modal_step.h"
#include "support/spring_body.h"

// Contacts of a small body of springs against dense algebra in very fine steps: the means move,
// everything else is where the energy with contacts is least.

namespace conjac {
namespace {

using Body = test::SpringBody;
constexpr double kStep = 0.05;  // s

struct Contact {
  std::vector<int> nodes;
  std::vector<double> weights;
  Eigen::Vector3d gradient;
  double gap, stiffness;
};

class Contacts final : public ContactTerms {
 public:
  explicit Contacts(const std::vector<Contact>& list, double damping = 0) {
    for (const Contact& one : list)
      terms_.push_back({one.nodes, one.weights, one.gradient.data(), one.gradient.data(), nullptr,
                        one.gap, one.stiffness, damping, 0, false});
  }
  std::span<const ContactTerm> terms() const override { return terms_; }
  bool any_coming() const override { return false; }
  void add_coming_force(VectorXd& /*force*/) const override {}

 private:
  std::vector<ContactTerm> terms_;
};

/// Two nodes against walls, one against the middle of two others.
std::vector<Contact> three_contacts(double stiffness) {
  return {{{7}, {1}, {0, 1, 0}, 0.010, stiffness},
          {{12}, {1}, {0.6, 0.8, 0}, 0.004, 2 * stiffness},
          {{25, 31, 33}, {1, -0.5, -0.5}, {0, 0, 1}, -0.002, stiffness}};
}

struct Fixture {
  Body body = test::supported_springs();
  std::vector<Contact> list;
  Reprojection rows;
  ModalTouch touch;
  VectorXd c = VectorXd::Zero(Body::kSize), u, y, g;
  double scale = 0;  // of A

  explicit Fixture(double damping = 0, int contacts = 3) {
    body.find({});
    scale = body.A().diagonal().mean();
    list = three_contacts(5 * scale);
    list.resize(static_cast<std::size_t>(contacts));
    const int n = body.modes.count();
    rows.begin(body.modes.basis(), Body::kStride, contacts);
    for (int i = 0; i < contacts; ++i)
      rows.add(body.modes.basis(), i, list[static_cast<std::size_t>(i)].nodes,
               list[static_cast<std::size_t>(i)].weights);
    touch.begin(Contacts(list, damping), rows, Body::kStride, c, body.modes, body.condensation,
                body.mass);
    u.setZero(n);
    y.setZero(n);
    g.setZero(n);
  }
  /// (free unknowns) how a contact's gap changes.
  VectorXd b(int contact) const {
    VectorXd all = VectorXd::Zero(Body::kSize);
    const Contact& one = list[static_cast<std::size_t>(contact)];
    for (std::size_t k = 0; k < one.nodes.size(); ++k)
      all.segment<3>(3 * one.nodes[k]) += one.weights[k] * one.gradient;
    return body.free().transpose() * all;
  }
};

/// Where the energy is least at means y, contacts counted; x = 0 is in balance with those closed at
/// the start. Tries every set of closed contacts and takes the one that is right.
class Least {
 public:
  explicit Least(const Fixture& fixture) : Phi_(fixture.body.rows(fixture.body.modes.phi())) {
    const MatrixXd M = fixture.body.M(), A = fixture.body.A();
    const Eigen::Index f = A.rows(), n = Phi_.cols();
    for (int i = 0; i < 3; ++i) {
      b_.push_back(fixture.b(i));
      gap_[i] = fixture.list[static_cast<std::size_t>(i)].gap;
      k_[i] = fixture.list[static_cast<std::size_t>(i)].stiffness;
    }
    for (int set = 0; set < 8; ++set) {
      MatrixXd saddle = MatrixXd::Zero(f + n, f + n);
      saddle.topLeftCorner(f, f) = A;
      for (int i = 0; i < 3; ++i)
        if (set >> i & 1) saddle.topLeftCorner(f, f) += k_[i] * b_[i] * b_[i].transpose();
      saddle.topRightCorner(f, n) = M * Phi_;
      saddle.bottomLeftCorner(n, f) = (M * Phi_).transpose();
      inverse_.push_back(saddle.inverse());
    }
  }
  /// The force on the means.
  VectorXd force(const VectorXd& y) {
    const Eigen::Index n = Phi_.cols(), f = Phi_.rows();
    for (int set = 0; set < 8; ++set) {
      VectorXd rhs = VectorXd::Zero(f + n);
      for (int i = 0; i < 3; ++i) {
        const double p0 = k_[i] * std::max(0.0, -gap_[i]);
        rhs.head(f) -= p0 * b_[i];  // of whatever holds it against them
        if (set >> i & 1) rhs.head(f) -= k_[i] * gap_[i] * b_[i];
      }
      rhs.tail(n) = y;
      const VectorXd x = inverse_[static_cast<std::size_t>(set)] * rhs;
      bool right = true;
      for (int i = 0; i < 3; ++i)
        right &= (gap_[i] + b_[i].dot(x.head(f)) < 0) == static_cast<bool>(set >> i & 1);
      if (right) return x.tail(n);
    }
    ADD_FAILURE() << "no set of contacts is right";
    return VectorXd::Zero(n);
  }

 private:
  MatrixXd Phi_;
  std::vector<VectorXd> b_;
  double gap_[3] = {}, k_[3] = {};
  std::vector<MatrixXd> inverse_;
};

TEST(ModalTouch, BouncesAsTheLeastEnergySaysInFineSteps) {
  Fixture fixture;
  const int n = fixture.body.modes.count();
  // Towards the walls, so that contacts close and open within the step; the third one is closed,
  // and g is what holds the body against it.
  for (int i = 0; i < 3; ++i) {
    VectorXd all = VectorXd::Zero(Body::kSize);
    const Contact& one = fixture.list[static_cast<std::size_t>(i)];
    for (std::size_t k = 0; k < one.nodes.size(); ++k)
      all.segment<3>(3 * one.nodes[k]) -= one.weights[k] * one.gradient;
    VectorXd along(n);
    fixture.body.modes.psi().transposed_product(all, along);
    fixture.u += 10 * (i + 1) * along;
  }
  Least least(fixture);
  VectorXd y = VectorXd::Zero(n), u = fixture.u;
  const int fine = 4000;
  const double dt = kStep / fine;
  VectorXd force = least.force(y);
  EXPECT_LT(force.norm(), 1e-9 * fixture.scale);  // in balance where it begins
  for (int k = 0; k < fine; ++k) {
    u += dt / 2 * force;
    y += dt * u;
    force = least.force(y);
    u += dt / 2 * force;
  }
  fixture.touch.swing(fixture.body.modes, kStep, 0, fixture.u, fixture.y, fixture.g);
  EXPECT_GT(fixture.touch.impulses()[0], 0);
  EXPECT_GT(fixture.touch.impulses()[1], 0);
  EXPECT_LT((fixture.y - y).norm(), 2e-3 * y.norm());
  EXPECT_LT((fixture.u - u).norm(), 1e-2 * u.norm());
  EXPECT_EQ(fixture.touch.damped(), 0);
}

TEST(ModalTouch, RelaxesAgainstTheContactsThatPress) {
  Fixture fixture;
  fixture.touch.swing(fixture.body.modes, 1e-9, 0, fixture.u, fixture.y,
                      fixture.g);  // the third one
  const MatrixXd Phi = fixture.body.rows(fixture.body.modes.phi()), M = fixture.body.M();
  const Eigen::Index f = Phi.rows(), n = Phi.cols();
  VectorXd load(Body::kSize);
  for (int i = 0; i < Body::kSize; ++i) load[i] = std::cos(1.3 * i);
  MatrixXd saddle = MatrixXd::Zero(f + n, f + n);
  saddle.topLeftCorner(f, f) =
      fixture.body.A() + fixture.list[2].stiffness * fixture.b(2) * fixture.b(2).transpose();
  saddle.topRightCorner(f, n) = M * Phi;
  saddle.bottomLeftCorner(n, f) = (M * Phi).transpose();
  VectorXd rhs = VectorXd::Zero(f + n);
  rhs.head(f) = fixture.body.free().transpose() * load;
  const VectorXd wanted = saddle.partialPivLu().solve(rhs).head(f);
  fixture.body.modes.leave_modes(fixture.body.mass, load);
  const VectorXd got =
      fixture.body.free().transpose() *
      fixture.touch.relax(fixture.body.modes, fixture.body.condensation, fixture.body.mass, load);
  EXPECT_LT((got - wanted).norm(), 1e-6 * wanted.norm());
}

/// What comes back from a bounce is what went in, less what the contact says it took.
TEST(ModalTouch, DampingTakesWhatItSays) {
  for (double damping : {0.0, 0.05}) {
    int bounces = 0;
    for (double h = 0.5; h < 12; h += 0.5) {
      Fixture fixture(damping, 1);
      const int n = fixture.body.modes.count();
      VectorXd all = VectorXd::Zero(Body::kSize), row(n);
      all[3 * 7 + 1] = 1;
      fixture.body.modes.psi().transposed_product(all, row);
      fixture.u = -row / row.norm();
      double farthest = 0;  // that it would go, were nothing there
      for (double t = 0.05; t < 12; t += 0.05) {
        double along = 0;
        for (int m = 0; m < n; ++m)
          along += row[m] * fixture.u[m] *
                   ModalStep::swing(fixture.body.modes.squares()[m], t, 0).u_to_y;
        farthest = std::min(farthest, along);
      }
      fixture.u *= -3 * fixture.list[0].gap / farthest;
      const double before = 0.5 * fixture.u.squaredNorm();
      fixture.touch.swing(fixture.body.modes, h, 0, fixture.u, fixture.y, fixture.g);
      const bool open = fixture.list[0].gap + row.dot(fixture.y) > 0;
      if (!open || fixture.touch.impulses()[0] == 0) continue;
      ++bounces;
      const VectorXd squares = fixture.body.modes.squares().head(n);
      const double after = 0.5 * fixture.u.squaredNorm() + 0.5 * fixture.y.cwiseAbs2().dot(squares);
      EXPECT_NEAR(after + fixture.touch.damped(), before, 0.03 * before) << h;
      if (damping == 0) {
        EXPECT_EQ(fixture.touch.damped(), 0);
      } else {
        EXPECT_GT(fixture.touch.damped(), 1e-4 * before);
      }
    }
    EXPECT_GT(bounces, 2);
  }
}

}  // namespace
}  // namespace conjac
