#include <gtest/gtest.h>

#include <cmath>

#include "material/models.h"
#include "support/laws.h"
#include "support/random_gradients.h"

namespace conjac {
namespace {

TEST(Lame, RoundTripsThroughYoungAndPoisson) {
  const auto [mu, lambda] = lame(2.5e5, 0.42);
  EXPECT_NEAR(mu * (3 * lambda + 2 * mu) / (lambda + mu), 2.5e5, 1e-9);
  EXPECT_NEAR(lambda / (2 * (lambda + mu)), 0.42, 1e-15);
}

/// A bar free at its sides and stretched by s along one axis. The sides contract to w where no
/// stress acts on them; for a solid
///   mu w + c s w = 0  with  c = (lambda + mu)(s w^2 - 1) - mu
/// gives w^2 = ((lambda + 2 mu) s - mu) / ((lambda + mu) s^2), and the axial stress is
///   P = mu s + c w^2 = mu (s - w^2 / s).
TEST(StableNeoHookean, UniaxialStretchHasItsClosedForm) {
  const auto [mu, lambda] = lame(1e5, 0.45);
  const IsotropicParameters<double> p{mu, lambda};
  for (const double s : {0.5, 0.8, 1.0, 1.3, 2.0, 4.0}) {
    const double w2 = ((lambda + 2 * mu) * s - mu) / ((lambda + mu) * s * s);
    const Mat<3> F = Vec<3>(s, std::sqrt(w2), std::sqrt(w2)).asDiagonal();
    const Mat<3> P = test::eigen(StableNeoHookean<3>::stress(p, test::small<3>(F)));
    EXPECT_NEAR(P(1, 1), 0, 1e-8);
    EXPECT_NEAR(P(2, 2), 0, 1e-8);
    EXPECT_NEAR(P(0, 0), mu * (s - w2 / s), 1e-8);
  }
}

TEST(StableNeoHookean, SlopeOfUniaxialStressAtRestIsYoungsModulus) {
  const double young = 1e5, h = 1e-6;
  const auto [mu, lambda] = lame(young, 0.3);
  const auto stress = [&, mu = mu, lambda = lambda](double s) {
    const double w2 = ((lambda + 2 * mu) * s - mu) / ((lambda + mu) * s * s);
    return mu * (s - w2 / s);
  };
  EXPECT_NEAR((stress(1 + h) - stress(1 - h)) / (2 * h), young, 1e-5 * young);
}

TEST(StableNeoHookean, TangentAtRestIsLinearElasticity) {
  std::mt19937 rng(3);
  const auto [mu, lambda] = lame(7.0, 0.37);
  LawParameters<3> p;
  p.mu = mu;
  p.lambda = lambda;
  const Tangent<3> H = test::dense_tangent<StableNeoHookean<3>>(p, Mat<3>(Mat<3>::Identity()));
  for (int k = 0; k < 20; ++k) {
    const Mat<3> G = test::random_matrix<3>(rng);
    const Mat<3> strain = (G + G.transpose()) / 2;
    const Mat<3> stress = 2 * mu * strain + lambda * strain.trace() * Mat<3>::Identity();
    const Flat<3> dP = H * Eigen::Map<const Flat<3>>(G.data());
    EXPECT_LE((dP - Eigen::Map<const Flat<3>>(stress.data())).norm(), 1e-12 * stress.norm());
  }
}

TEST(Fiber, EnergiesAreTheTabulatedOnes) {
  const FiberParameters<double, 2> p{3.0, {{1.0, 0.0}}, 1.0};
  const Mat<2> F = (Mat<2>() << 1.2, 0.3, 0.4, 0.9).finished();
  const double I5 = F.col(0).squaredNorm();
  EXPECT_NEAR((Fiber<2, StvkLaw>::energy(p, test::small<2>(F))), 1.5 * (I5 - 1) * (I5 - 1), 1e-14);
  EXPECT_NEAR((Fiber<2, FungLaw>::energy(p, test::small<2>(F))), 3 * (std::exp(I5 - 1) - I5),
              1e-14);
}

TEST(Fiber, ActivationMovesTheRestStretch) {
  for (const double t : {0.0, 0.3, 1.0}) {
    const double l = 1 - t * (1 - 0.6);
    const FiberParameters<double, 3> p{3.0, {{0.0, 1.0, 0.0}}, shortening(t, 0.6)};
    const Mat<3> F = Vec<3>(1, l, 1).asDiagonal();
    EXPECT_LE(test::eigen(Fiber<3, StvkLaw>::stress(p, test::small<3>(F))).norm(), 1e-13);
    EXPECT_LE(test::eigen(Fiber<3, FungLaw>::stress(p, test::small<3>(F))).norm(), 1e-13);
    if (t == 0) continue;
    // At its old rest length it now pulls.
    const auto P = Fiber<3, StvkLaw>::stress(p, identity_matrix<double, 3>());
    EXPECT_GT(P(1, 1), 0.1 * t);
  }
}

}  // namespace
}  // namespace conjac
