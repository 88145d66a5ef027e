#include <gtest/gtest.h>

#include <cmath>

#include "material/models.h"
#include "support/expand_tangent.h"
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

/// Calls visit(model) for every isotropic law of this dimension.
template <int Dim, class Visit>
void each_isotropic(const Visit& visit) {
  unroll<kLawCount>([&](auto law) {
    using M = Model<Dim, decltype(law)::value>;
    if constexpr (IsotropicModel<M, Dim>) visit(M{});
  });
}

/// Young's modulus and Poisson's ratio mean the same for every law.
template <int Dim>
void small_strains_are_linear_elasticity() {
  std::mt19937 rng(3);
  int laws = 0;
  each_isotropic<Dim>([&](auto model) {
    using M = decltype(model);
    ++laws;
    const auto [mu, lambda] = lame(7.0, 0.37);
    LawParameters<Dim> p = test::random_parameters<Dim>(rng);
    p.mu = mu;
    p.lambda = lambda;
    p.second = 0.4;
    const Mat<Dim> rest = Mat<Dim>::Identity();
    const auto svd = rotation_svd(test::small<Dim>(rest));
    const Tangent<Dim> H =
        test::expand(test::tangent_of<M, Dim>(test::parameters_of<M, double>(p), rest, svd), svd);
    for (int k = 0; k < 20; ++k) {
      const Mat<Dim> G = test::random_matrix<Dim>(rng);
      const Mat<Dim> strain = (G + G.transpose()) / 2;
      const Mat<Dim> stress = 2 * mu * strain + lambda * strain.trace() * rest;
      const Flat<Dim> dP = H * Eigen::Map<const Flat<Dim>>(G.data());
      EXPECT_LE((dP - Eigen::Map<const Flat<Dim>>(stress.data())).norm(), 1e-12 * stress.norm())
          << M::name;
    }
  });
  EXPECT_EQ(laws, 6);
}
TEST(Laws, SmallStrainsAreLinearElasticityIn2D) {
  small_strains_are_linear_elasticity<2>();
}
TEST(Laws, SmallStrainsAreLinearElasticityIn3D) {
  small_strains_are_linear_elasticity<3>();
}

/// A plane body is a slice of a long one that cannot get thicker: the same stress in its plane.
TEST(Laws, PlaneBodiesAreInPlaneStrain) {
  std::mt19937 rng(5);
  each_isotropic<2>([&](auto model) {
    using Flatly = decltype(model);
    for (int k = 0; k < 50; ++k) {
      const LawParameters<2> p = test::random_parameters<2>(rng);
      LawParameters<3> solid;
      solid.mu = p.mu, solid.lambda = p.lambda, solid.second = p.second;
      solid.share = p.share, solid.exponent = p.exponent;
      Mat<2> F = Mat<2>::Identity() + 0.3 * test::random_matrix<2>(rng);
      Mat<3> G = Mat<3>::Identity();
      G.topLeftCorner<2, 2>() = F;
      each_isotropic<3>([&](auto other) {
        using Solid = decltype(other);
        if constexpr (Solid::name == Flatly::name) {
          const Mat<2> P = test::eigen(
              Flatly::stress(test::parameters_of<Flatly, double>(p), test::small<2>(F)));
          const Mat<3> Q = test::eigen(
              Solid::stress(test::parameters_of<Solid, double>(solid), test::small<3>(G)));
          EXPECT_LE((P - Q.topLeftCorner<2, 2>()).norm(), 1e-11 * (1 + Q.norm())) << Flatly::name;
          const double e =
              Flatly::energy(test::parameters_of<Flatly, double>(p), test::small<2>(F));
          const double f =
              Solid::energy(test::parameters_of<Solid, double>(solid), test::small<3>(G));
          EXPECT_NEAR(e, f, 1e-12 * (1 + std::abs(f))) << Flatly::name;
        }
      });
    }
  });
}

/// Energies at one gradient, written down term by term.
TEST(Laws, EnergiesAreTheTabulatedOnes) {
  LawParameters<3> p;
  p.mu = 3, p.lambda = 5, p.second = 0.25;
  p.share = {0.6, 0.4, 0}, p.exponent = {1.3, -2, 2};
  const double a = 1.3, b = 1.1, c = 0.8, J = a * b * c, L = std::log(J);
  std::mt19937 rng(6);
  const auto F = test::small<3>(test::with_stretches<3>(Vec<3>(a, b, c), rng));
  const auto energy = [&]<class M>(M) { return M::energy(test::parameters_of<M, double>(p), F); };
  const double I1 = a * a + b * b + c * c;
  const double I2 = a * a * b * b + b * b * c * c + c * c * a * a;
  EXPECT_NEAR(energy(NeoHookean<3>{}), 1.5 * (I1 - 3) - 3 * L + 2.5 * L * L, 1e-13);
  const double e = 0.5 * (a * a - 1), f = 0.5 * (b * b - 1), g = 0.5 * (c * c - 1);
  EXPECT_NEAR(energy(StVenantKirchhoff<3>{}),
              3 * (e * e + f * f + g * g) + 2.5 * std::pow(e + f + g, 2), 1e-13);
  EXPECT_NEAR(energy(ByStretches<3, CorotationalLaw>{}),
              3 * ((a - 1) * (a - 1) + (b - 1) * (b - 1) + (c - 1) * (c - 1)) +
                  2.5 * std::pow(a + b + c - 3, 2),
              1e-13);
  const double c2 = 0.375, c1 = 1.125;  // mu = 2 (c1 + c2)
  EXPECT_NEAR(energy(MooneyRivlin<3>{}),
              c1 * (I1 - 3) + c2 * (I2 - 3) - 2 * (c1 + 2 * c2) * L + 0.5 * (5 - 4 * c2) * L * L,
              1e-13);
  const auto term = [&](double share, double m) {
    return 6 * share / (m * m) * (std::pow(a, m) + std::pow(b, m) + std::pow(c, m) - 3 - m * L);
  };
  EXPECT_NEAR((energy(ByStretches<3, OgdenLaw>{})),
              term(0.6, 1.3) + term(0.4, -2) + 2.5 * (J - 1) * (J - 1), 1e-13);
}

/// Laws with a barrier resist being flattened, more and more, and push an element that is inside
/// out back: the slope of the energy by the smallest stretch is negative all the way (as long as
/// it is the smallest: beyond -0.97 another one would be taken for the inverted one).
TEST(Laws, BarriersPushInvertedElementsBack) {
  std::mt19937 rng(7);
  each_isotropic<3>([&](auto model) {
    using M = decltype(model);
    if (M::name != "NH" && M::name != "MR" && M::name != "OGDEN") return;
    const auto parameters = test::parameters_of<M, double>(test::random_parameters<3>(rng));
    double before = 0, energy_before = 0;
    for (double s = 0.6; s > -0.9; s -= 0.01) {
      const auto F = test::small<3>(Mat<3>(Vec<3>(1.05, 0.97, s).asDiagonal()));
      const double slope = M::stress(parameters, F)(2, 2);
      const double energy = M::energy(parameters, F);
      EXPECT_TRUE(std::isfinite(energy) && std::isfinite(slope)) << M::name << " at " << s;
      EXPECT_LT(slope, before) << M::name << " at " << s;
      EXPECT_GT(energy, energy_before) << M::name << " at " << s;
      before = slope, energy_before = energy;
    }
  });
}

/// Ogden's own fit of Treloar's rubber: nominal stress of an incompressible strip,
///   sum_k mu_k (s^(a_k - 1) - s^(-a_k/2 - 1)),
/// which the preset approaches as far as it keeps its volume.
TEST(Ogden, StretchedStripApproachesTheIncompressibleOne) {
  OgdenParameters<double> p{};
  const double mu_k[] = {0.63e6, 0.0012e6, -0.01e6}, a_k[] = {1.3, 5.0, -2.0};
  for (int k = 0; k < 3; ++k) p.mu += mu_k[k] * a_k[k] / 2;
  for (int k = 0; k < 3; ++k) p.share[k] = mu_k[k] * a_k[k] / (2 * p.mu), p.exponent[k] = a_k[k];
  p.lambda = 1e5 * p.mu;
  for (const double s : {0.7, 1.5, 3.0, 6.0}) {
    double expected = 0;
    for (int k = 0; k < 3; ++k)
      expected += mu_k[k] * (std::pow(s, a_k[k] - 1) - std::pow(s, -a_k[k] / 2 - 1));
    double low = 0.5 / std::sqrt(s), high = 2 / std::sqrt(s);  // sides without stress
    const auto stress = [&](double w) {
      return ByStretches<3, OgdenLaw>::stress(p,
                                              test::small<3>(Mat<3>(Vec<3>(s, w, w).asDiagonal())));
    };
    for (int k = 0; k < 100; ++k) {
      const double w = (low + high) / 2;
      (stress(w)(1, 1) > 0 ? high : low) = w;
    }
    EXPECT_NEAR(stress(low)(0, 0), expected, 1e-3 * std::abs(expected)) << s;
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
