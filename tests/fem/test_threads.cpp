#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "fem/assemble.h"
#include "fem/dims.h"
#include "fem/stretch_rate.h"
#include "support/bodies.h"

namespace conjac {
namespace {

template <class D>
class Threads : public testing::Test {};
TYPED_TEST_SUITE(Threads, test::Dims);

struct Results {
  double energy, energy_in_pass, change;
  VectorXd force, liveliness;
  SparseMatrix K, all;
};

template <int Dim>
Results results(const Mesh<Dim>& mesh, int threads) {
  tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
  Elastic<Dim> elastic(mesh, test::mixed_field(mesh));
  const VectorXd x = test::shaken_positions(mesh, 0.01);
  Results r;
  r.energy = elastic.energy(x);
  r.force = VectorXd::Zero(x.size());
  r.energy_in_pass = elastic.energy_and_force(x, r.force);
  elastic.linearise(test::rest_positions(mesh), r.force, r.K, true);
  r.change = elastic.largest_change(x);
  elastic.linearise(x, r.force, r.K, true, 0.5 * r.change);
  elastic.force_and_stiffness(x, r.force, r.all, true);
  std::vector<int> region(mesh.element_count());
  for (int e = 0; e < mesh.element_count(); ++e) region[e] = e % 5 - 1;
  std::vector<double> scratch;
  r.liveliness.resize(4);
  liveliness(elastic.shape(), x, test::shaken_positions(mesh, 1.0, 3), region, scratch,
             std::span(r.liveliness.data(), 4));
  return r;
}

TYPED_TEST(Threads, TheirNumberDoesNotChangeABit) {
  constexpr int Dim = TypeParam::value;
  const Mesh<Dim> mesh = test::shaken_box<Dim>(Dim == 2 ? 70 : 14);  // some sixty chunks
  const Results one = results(mesh, 1);
  for (const int threads : {2, 4}) {
    for (int repeat = 0; repeat < 3; ++repeat) {
      const Results many = results(mesh, threads);
      EXPECT_EQ(many.energy, one.energy);
      EXPECT_EQ(many.energy_in_pass, one.energy_in_pass);
      EXPECT_EQ(many.change, one.change);
      EXPECT_TRUE(many.force == one.force);
      EXPECT_TRUE(many.liveliness == one.liveliness);
      EXPECT_TRUE(many.K.coeffs().isApprox(one.K.coeffs(), 0.0));
      EXPECT_TRUE(many.all.coeffs().isApprox(one.all.coeffs(), 0.0));
    }
  }
}

}  // namespace
}  // namespace conjac
