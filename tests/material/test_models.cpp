#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <complex>

#include "material/models.h"
#include "support/expand_tangent.h"
#include "support/laws.h"
#include "support/random_gradients.h"

namespace conjac {
namespace {

template <class M, int D>
struct Row {
  using Law = M;
  static constexpr int dim = D;
};
/// The table: a line per law, both dimensions; every test below holds for each entry.
using Table = std::tuple<                                      //
    Row<StableNeoHookean<2>, 2>, Row<StableNeoHookean<3>, 3>,  //
    Row<Fiber<2, StvkLaw>, 2>, Row<Fiber<3, StvkLaw>, 3>,      //
    Row<Fiber<2, FungLaw>, 2>, Row<Fiber<3, FungLaw>, 3>,      //
    Row<NeoHookean<2>, 2>, Row<NeoHookean<3>, 3>,              //
    Row<StVenantKirchhoff<2>, 2>, Row<StVenantKirchhoff<3>, 3>,
    Row<ByStretches<2, CorotationalLaw>, 2>, Row<ByStretches<3, CorotationalLaw>, 3>,
    Row<MooneyRivlin<2>, 2>, Row<MooneyRivlin<3>, 3>,  //
    Row<ByStretches<2, OgdenLaw>, 2>, Row<ByStretches<3, OgdenLaw>, 3>>;
static_assert(std::tuple_size_v<Table> == 2 * kLawCount, "a law has no line in this table");

template <class>
struct TypesOf;
template <class... R>
struct TypesOf<std::tuple<R...>> {
  using type = testing::Types<R...>;
};
template <class R>
class Models : public testing::Test {};
TYPED_TEST_SUITE(Models, TypesOf<Table>::type);

TEST(ModelList, NamesAreUniqueAndFound) {
  for (int law = 0; law < kLawCount; ++law) EXPECT_EQ(law_number(kLawNames[law]), law);
  EXPECT_EQ(law_number("nonsense"), -1);
  EXPECT_FALSE(law_is_fiber(law_number("SNH")));
  EXPECT_TRUE(law_is_fiber(law_number("aSTVK")));
  EXPECT_TRUE(law_is_fiber(law_number("aFUNG")));
}

/// Calls body(parameters, F, kind) for a few thousand gradients of every kind.
template <int Dim, class Body>
void each_case(unsigned seed, const Body& body) {
  std::mt19937 rng(seed);
  for (const auto& [kind, F] : test::gradients<Dim>(250, seed)) {
    if (F.norm() > 4) continue;  // exp(I5) of aFUNG loses all digits of anything added to it
    body(test::random_parameters<Dim>(rng), F, kind);
    if (testing::Test::HasFailure()) return;
  }
}

TYPED_TEST(Models, StressIsTheDerivativeOfEnergy) {
  using M = typename TypeParam::Law;
  constexpr int Dim = TypeParam::dim;
  using Complex = std::complex<double>;
  int cases = 0;
  each_case<Dim>(1, [&](const LawParameters<Dim>& p, const Mat<Dim>& F, const std::string& kind) {
    if (test::kByStretches<M> && !test::smooth_at<M>(F)) return;
    const auto parameters = test::parameters_of<M, double>(p);
    const Mat<Dim> P = test::eigen(M::stress(parameters, test::small<Dim>(F)));
    Mat<Dim> reference;
    for (int k = 0; k < Dim * Dim; ++k) {
      if constexpr (test::kByStretches<M>) {
        reference.data()[k] = test::difference<Dim>(
            F, k, [&](const Mat<Dim>& at) { return M::energy(parameters, test::small<Dim>(at)); });
      } else {
        SmallMat<Complex, Dim> Fc;
        for (int i = 0; i < Dim * Dim; ++i) Fc.m[i] = Complex(F.data()[i], i == k ? 1e-40 : 0.0);
        reference.data()[k] = M::energy(test::parameters_of<M, Complex>(p), Fc).imag() / 1e-40;
      }
    }
    // Relative to the size of the terms P is a sum of, which cancel at rest.
    const double size = reference.norm() + (p.mu + p.lambda) * (1 + F.norm());
    EXPECT_LE((P - reference).norm(), test::kReferenceError<M> * size) << kind << "\n" << F;
    ++cases;
  });
  EXPECT_GT(cases, 1500);
}

TYPED_TEST(Models, TangentIsTheDerivativeOfStress) {
  using M = typename TypeParam::Law;
  constexpr int Dim = TypeParam::dim;
  each_case<Dim>(2, [&](const LawParameters<Dim>& p, const Mat<Dim>& F, const std::string& kind) {
    if (test::kByStretches<M> && !test::smooth_at<M>(F)) return;
    const auto svd = rotation_svd(test::small<Dim>(F));
    const auto tangent = test::tangent_of<M, Dim>(test::parameters_of<M, double>(p), F, svd);
    const Tangent<Dim> H = test::expand(tangent, svd), reference = test::dense_tangent<M>(p, F);
    EXPECT_LE((H - reference).norm(),
              test::kReferenceError<M> * (reference.norm() + p.mu + p.lambda))
        << kind << "\n"
        << F << "\n"
        << H << "\n"
        << reference;
  });
}

TYPED_TEST(Models, TangentAgreesWithDifferencesOfStress) {
  using M = typename TypeParam::Law;
  constexpr int Dim = TypeParam::dim;
  each_case<Dim>(3, [&](const LawParameters<Dim>& p, const Mat<Dim>& F, const std::string& kind) {
    if (!test::smooth_at<M>(F)) return;
    const auto parameters = test::parameters_of<M, double>(p);
    const auto svd = rotation_svd(test::small<Dim>(F));
    const Tangent<Dim> H = test::expand(test::tangent_of<M, Dim>(parameters, F, svd), svd);
    const Tangent<Dim> differences = test::tangent_by_differences<M>(p, F);
    EXPECT_LE((H - differences).norm(), 1e-8 * (differences.norm() + p.mu)) << kind << "\n" << F;
  });
}

TYPED_TEST(Models, RotatingTheWorldChangesNothing) {
  using M = typename TypeParam::Law;
  constexpr int Dim = TypeParam::dim;
  std::mt19937 rng(4);
  each_case<Dim>(4, [&](const LawParameters<Dim>& p, const Mat<Dim>& F, const std::string& kind) {
    if (test::kByStretches<M> && !test::smooth_at<M>(F)) return;
    const auto parameters = test::parameters_of<M, double>(p);
    const Mat<Dim> R = test::random_rotation<Dim>(rng);
    const Mat<Dim> RF = R * F;
    const double energy = M::energy(parameters, test::small<Dim>(F));
    const double size = std::abs(energy) + (p.mu + p.lambda) * (1 + std::pow(F.norm(), 4));
    EXPECT_NEAR(M::energy(parameters, test::small<Dim>(RF)), energy, 1e-12 * size) << kind;
    const Mat<Dim> P = test::eigen(M::stress(parameters, test::small<Dim>(F)));
    const Mat<Dim> PR = test::eigen(M::stress(parameters, test::small<Dim>(RF)));
    EXPECT_LE((PR - R * P).norm(), 1e-12 * (P.norm() + (p.mu + p.lambda) * (1 + F.norm()))) << kind;
  });
}

TYPED_TEST(Models, RestHasNeitherEnergyNorStress) {
  using M = typename TypeParam::Law;
  constexpr int Dim = TypeParam::dim;
  std::mt19937 rng(5);
  for (int k = 0; k < 100; ++k) {
    LawParameters<Dim> p = test::random_parameters<Dim>(rng);
    p.activation = 0;
    const auto parameters = test::parameters_of<M, double>(p);
    const auto R = test::small<Dim>(test::random_rotation<Dim>(rng));
    EXPECT_NEAR(M::energy(parameters, R), 0, 1e-14 * (p.mu + p.lambda));
    EXPECT_LE(test::eigen(M::stress(parameters, R)).norm(), 1e-14 * (p.mu + p.lambda));
  }
}

TYPED_TEST(Models, PacksAgreeWithDoubles) {
  using M = typename TypeParam::Law;
  constexpr int Dim = TypeParam::dim;
  const double share = test::kByStretches<M> ? 1e-12 : 1e-14;  // a decomposition loses some
  each_case<Dim>(6, [&](const LawParameters<Dim>& p, const Mat<Dim>& F, const std::string& kind) {
    if (test::kByStretches<M> && !test::smooth_at<M>(F)) return;
    SmallMat<Pack, Dim> packed;
    for (int i = 0; i < Dim * Dim; ++i) packed.m[i] = Pack(F.data()[i]);
    const auto P = M::stress(test::parameters_of<M, Pack>(p), packed);
    const auto reference = M::stress(test::parameters_of<M, double>(p), test::small<Dim>(F));
    for (int i = 0; i < Dim * Dim; ++i) {
      const double size = std::abs(reference.m[i]) + (p.mu + p.lambda) * (1 + F.norm());
      EXPECT_NEAR(P.m[i][Pack::width - 1], reference.m[i], share * size) << kind;
    }
  });
}

}  // namespace
}  // namespace conjac
