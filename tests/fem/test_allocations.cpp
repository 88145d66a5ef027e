#include <gtest/gtest.h>

#include "fem/assemble.h"
#include "fem/dims.h"
#include "fem/stretch_rate.h"
#include "fem/von_mises.h"
#include "support/allocation_count.h"
#include "support/bodies.h"

namespace conjac {
namespace {

template <class D>
class Allocations : public testing::Test {};
TYPED_TEST_SUITE(Allocations, test::Dims);

TYPED_TEST(Allocations, NoneAfterTheFirstStep) {
  constexpr int Dim = TypeParam::value;
  const Mesh<Dim> mesh = test::shaken_box<Dim>(Dim == 2 ? 40 : 10);
  Elastic<Dim> elastic(mesh, test::mixed_field(mesh));
  const VectorXd x = test::shaken_positions(mesh, 0.01);
  VectorXd f = VectorXd::Zero(x.size());
  SparseMatrix K;
  std::vector<int> region(mesh.element_count(), 0);
  std::vector<double> scratch, metric(1), stress(mesh.element_count());
  double kept = 0;  // so that nothing is optimised away
  const auto step = [&] {
    kept += elastic.energy(x) + elastic.energy_and_force(x, f);
    elastic.add_force(x, f);
    elastic.force_and_stiffness(x, f, K, true);
    elastic.set_activation(0, 0.5);
    kept += elastic.largest_change(x);
    elastic.linearise(x, f, K, true, 0.01);
    liveliness(elastic.shape(), x, f, region, scratch, metric);
    von_mises(elastic, x, stress);
  };
  if (!test::kAllocationsAreCounted) GTEST_SKIP() << "a sanitizer owns malloc";
  step();
  step();
  const double* values = K.valuePtr();
  const long before = test::allocation_count;
  for (int k = 0; k < 3; ++k) step();
  EXPECT_EQ(test::allocation_count - before, 0);
  EXPECT_EQ(K.valuePtr(), values);
  EXPECT_TRUE(std::isinf(kept));  // the first largest_change
  EXPECT_GT(before, 100);         // the counter counts
}

}  // namespace
}  // namespace conjac
