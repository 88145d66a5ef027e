#include <gtest/gtest.h>

#include "fem/assemble.h"
#include "fem/dims.h"
#include "fem/stretch_rate.h"
#include "fem/von_mises.h"
#include "linalg/partition.h"
#include "support/bodies.h"
#include "support/thread_ranks.h"
#include "system/product.h"

// Elements and rows of K that ranks share (core/ranks.h), against one process that has all.

namespace conjac {
namespace {

template <class D>
class SharedElements : public testing::Test {};
TYPED_TEST_SUITE(SharedElements, test::Dims);

template <int Dim>
std::vector<int> owners(const Mesh<Dim>& mesh, int parts) {
  return partition_nodes(mesh.nodes(),
                         {mesh.elements.data()->data(), mesh.elements.size() * (Dim + 1)}, Dim + 1,
                         parts);
}

TYPED_TEST(SharedElements, EnergyForceAndProductsAreThoseOfOneProcess) {
  constexpr int Dim = TypeParam::value;
  const Mesh<Dim> mesh = test::shaken_box<Dim>(Dim == 2 ? 9 : 5);
  const MaterialField<Dim> field = test::mixed_field(mesh);
  const VectorXd x = test::shaken_positions(mesh, 0.02), y = test::shaken_positions(mesh, 0.3);
  const VectorXd moved = test::shaken_positions(mesh, 0.03);
  Elastic<Dim> whole(mesh, field);
  VectorXd f = VectorXd::Ones(x.size()), product;
  SparseMatrix K;
  whole.linearise(x, f, K, true);
  stiffness_product(K, Dim, y, product);
  const VectorXd diagonal = K.diagonal();
  const double energy = whole.energy(x), change = whole.largest_change(moved);
  std::vector<double> stress(mesh.elements.size());
  von_mises(whole, x, stress);
  for (const int size : {2, 3}) {
    const std::vector<int> owner = owners(mesh, size);
    test::on_ranks(size, [&](Ranks& r) {
      r.share_nodes(owner);
      Elastic<Dim> part(mesh, field);
      EXPECT_LT(part.bytes(), whole.bytes());
      VectorXd force = VectorXd::Ones(x.size()), times;
      SparseMatrix rows;
      part.linearise(x, force, rows, true);
      EXPECT_LE((force - f).norm(), 1e-13 * f.norm());
      EXPECT_NEAR(part.energy(x), energy, 1e-12 * std::abs(energy));
      EXPECT_NEAR(part.largest_change(moved), change, 1e-13);
      stiffness_product(rows, Dim, y, times);
      EXPECT_LE((times - product).norm(), 1e-13 * product.norm());
      EXPECT_LE((stiffness_diagonal(rows, Dim) - diagonal).norm(), 1e-13 * diagonal.norm());
      std::vector<double> of_rank(mesh.elements.size(), -1.0);
      von_mises(part, x, of_rank);
      for (std::size_t e = 0; e < of_rank.size(); ++e)
        EXPECT_NEAR(of_rank[e], stress[e], 1e-12 * (1 + stress[e]));
    });
  }
}

TYPED_TEST(SharedElements, LivelinessAndActivationsAreThoseOfOneProcess) {
  constexpr int Dim = TypeParam::value;
  const Mesh<Dim> mesh = test::shaken_box<Dim>(Dim == 2 ? 8 : 4);
  const MaterialField<Dim> field = test::mixed_field(mesh);
  const VectorXd x = test::shaken_positions(mesh, 0.02), v = test::shaken_positions(mesh, 0.5);
  std::vector<int> region(mesh.elements.size());
  for (std::size_t e = 0; e < region.size(); ++e) region[e] = static_cast<int>(e % 3) - 1;
  std::vector<double> scratch, metric(2);
  Elastic<Dim> whole(mesh, field);
  for (int e = 0; e < mesh.element_count(); e += 2) whole.set_activation(e, 0.5);
  liveliness<Dim>(whole.shape(), x, v, region, scratch, metric);
  const double energy = whole.energy(x);
  const std::vector<int> owner = owners(mesh, 2);
  test::on_ranks(2, [&](Ranks& r) {
    r.share_nodes(owner);
    Elastic<Dim> part(mesh, field);
    for (int e = 0; e < mesh.element_count(); e += 2) part.set_activation(e, 0.5);
    EXPECT_NEAR(part.energy(x), energy, 1e-12 * std::abs(energy));
    std::vector<double> room, of_rank(2);
    liveliness<Dim>(part.shape(), x, v, region, room, of_rank);
    for (int k = 0; k < 2; ++k) EXPECT_NEAR(of_rank[k], metric[k], 1e-12 * metric[k]);
  });
}

TEST(SharedMemory, TwoRanksHaveHalfOfTheMemoryEach) {
  const Mesh<3> mesh = box({40, 8, 8}, Vec<3>(5, 1, 1));
  const MaterialField<3> field = test::plain_field(mesh, 1e4, 0.45);
  const VectorXd x = test::rest_positions(mesh);
  const auto bytes_of = [&](Elastic<3>& elastic) {
    VectorXd f = VectorXd::Zero(x.size());
    SparseMatrix K;
    elastic.linearise(x, f, K, true);
    return static_cast<double>(elastic.bytes()) + 12.0 * static_cast<double>(K.nonZeros());
  };
  Elastic<3> whole(mesh, field);
  const double all = bytes_of(whole);
  const std::vector<int> owner = owners(mesh, 2);
  test::on_ranks(2, [&](Ranks& r) {
    r.share_nodes(owner);
    Elastic<3> part(mesh, field);
    EXPECT_LE(bytes_of(part), 0.65 * all);
  });
}

}  // namespace
}  // namespace conjac
