#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "fem/element.h"
#include "fem/psd.h"
#include "support/elastic_reference.h"
#include "support/random_gradients.h"

namespace conjac {
namespace {

/// Every law in both dimensions, over gradients of every kind.
template <int Dim, class Body>
void each_law_and_case(unsigned seed, const Body& body) {
  std::mt19937 rng(seed);
  const auto cases = test::gradients<Dim>(150, seed);
  unroll<kLawCount>([&](auto law) {
    using M = Model<Dim, decltype(law)::value>;
    for (const auto& [kind, F] : cases) {
      if (F.norm() > 4) continue;  // exp(I5) would drown everything else
      if (test::kByStretches<M> && !test::smooth_at<M>(F)) continue;
      body(M{}, test::random_parameters<Dim>(rng), F, std::string(M::name) + ", " + kind);
      if (testing::Test::HasFailure()) return;
    }
  });
}

template <int Dim>
void clamp_equals_numeric_clamp() {
  int clamped_cases = 0;
  each_law_and_case<Dim>(
      1, [&](auto model, const LawParameters<Dim>& p, const Mat<Dim>& F, const std::string& what) {
        using M = decltype(model);
        const auto svd = rotation_svd(test::small<Dim>(F));
        auto tangent = test::tangent_of<M, Dim>(test::parameters_of<M, double>(p), F, svd);
        clamp_to_semidefinite(tangent);
        const Tangent<Dim> exact = test::dense_tangent<M>(p, F);
        const Tangent<Dim> numeric = test::clamped<Dim>(exact);
        EXPECT_LE((test::expand(tangent, svd) - numeric).norm(),
                  100 * test::kReferenceError<M> * (exact.norm() + p.mu))
            << what << "\n"
            << F;
        clamped_cases += (numeric - exact).norm() > 1e-6 * exact.norm();
      });
  EXPECT_GT(clamped_cases, 1000);
}
TEST(Psd, ClampEqualsNumericClampIn2D) {
  clamp_equals_numeric_clamp<2>();
}
TEST(Psd, ClampEqualsNumericClampIn3D) {
  clamp_equals_numeric_clamp<3>();
}

template <int Dim>
void definite_tangents_are_left_alone() {
  int cases = 0;
  each_law_and_case<Dim>(
      2, [&](auto model, const LawParameters<Dim>& p, const Mat<Dim>& F, const std::string& what) {
        using M = decltype(model);
        if constexpr (IsotropicModel<M, Dim>) {
          const auto svd = rotation_svd(test::small<Dim>(F));
          auto tangent = test::tangent_of<M, Dim>(test::parameters_of<M, double>(p), F, svd);
          const auto before = tangent;
          const Mat<Dim> block = test::eigen(tangent.block);
          clamp_to_semidefinite(tangent);
          if (Eigen::SelfAdjointEigenSolver<Mat<Dim>>(block).eigenvalues()[0] > 1e-9) {
            EXPECT_TRUE(test::eigen(tangent.block) == test::eigen(before.block)) << what;
            ++cases;
          }
        }
      });
  EXPECT_GT(cases, 100);
}
TEST(Psd, DefiniteBlocksAreLeftAloneIn2D) {
  definite_tangents_are_left_alone<2>();
}
TEST(Psd, DefiniteBlocksAreLeftAloneIn3D) {
  definite_tangents_are_left_alone<3>();
}

/// A lane that needs the clamp must not disturb one that does not.
TEST(Psd, LanesAreClampedOneByOne) {
  const IsotropicParameters<Pack> p{Pack(1.0), Pack(3.0)};
  SmallVec<Pack, 3> s{{Pack(1.2), Pack(1.1), Pack(1.05)}};
  s[2].set(0, -0.8);  // inverted in the first lane
  auto tangent = StableNeoHookean<3>::tangent(p, s);
  const auto before = tangent;
  clamp_to_semidefinite(tangent);
  double change = 0;
  for (int i = 0; i < 9; ++i) {
    change += std::abs(tangent.block.m[i][0] - before.block.m[i][0]);
    EXPECT_EQ(tangent.block.m[i][1], before.block.m[i][1]);
  }
  EXPECT_GT(change, 0.1);
}

/// A law whose coupling is negative: the eigenvalue along the fibre is the one to clamp.
TEST(Psd, FibreLawThatSoftensIsClampedAlongTheFibre) {
  FiberTangent<double, 2> t{{{1.0, 0.0}}, {{2.0, 0.0}}, 1.0, -3.0};
  clamp_to_semidefinite(t);
  EXPECT_EQ(t.across, 1.0);
  EXPECT_NEAR(t.across + t.coupling * 4.0, 0.0, 1e-15);
}

/// The blocks of one element, against dF/dx' H dF/dx with the dense tangent.
template <int Dim>
void element_blocks_equal_dense_product() {
  constexpr int N = Dim + 1;
  std::mt19937 rng(9);
  each_law_and_case<Dim>(
      3, [&](auto model, const LawParameters<Dim>& p, const Mat<Dim>& F, const std::string& what) {
        using M = decltype(model);
        const Mat<Dim> inverse = test::random_matrix<Dim>(rng);
        const double volume = 0.7;
        const auto svd = rotation_svd(test::small<Dim>(F));
        const auto tangent = test::tangent_of<M, Dim>(test::parameters_of<M, double>(p), F, svd);
        const auto gradients = shape_gradients(test::small<Dim>(inverse));
        ElementBlocks<double, Dim> blocks;
        if constexpr (IsotropicModel<M, Dim>) {
          set_blocks(blocks, tangent, svd, gradients, volume);
        } else {
          for (auto& block : blocks) block = zero_matrix<double, Dim, Dim>();
          add_blocks(blocks, tangent, gradients, volume);
        }
        const Tangent<Dim> H = test::dense_tangent<M>(p, F);
        const Eigen::Matrix<double, Dim, N> g = test::eigen(gradients);
        EXPECT_LE(g.rowwise().sum().norm(), 1e-13 * g.norm());
        for (int a = 0; a < N; ++a) {
          for (int b = a + 1; b < N; ++b) {
            Mat<Dim> K;
            for (int i = 0; i < Dim; ++i) {
              for (int k = 0; k < Dim; ++k) {
                Mat<Dim> left = Mat<Dim>::Zero(), right = Mat<Dim>::Zero();
                left.row(i) = g.col(b).transpose();
                right.row(k) = g.col(a).transpose();
                K(i, k) = -volume * Eigen::Map<const Flat<Dim>>(left.data())
                                        .dot(H * Eigen::Map<const Flat<Dim>>(right.data()));
              }
            }
            EXPECT_LE((test::eigen(blocks[pair_index<N>(a, b)]) - K).norm(),
                      test::kReferenceError<M> * (H.norm() + p.mu + p.lambda) * g.squaredNorm())
                << what;
          }
        }
      });
}
TEST(Element, BlocksEqualTheDenseProductIn2D) {
  element_blocks_equal_dense_product<2>();
}
TEST(Element, BlocksEqualTheDenseProductIn3D) {
  element_blocks_equal_dense_product<3>();
}

}  // namespace
}  // namespace conjac
