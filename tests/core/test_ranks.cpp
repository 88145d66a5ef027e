#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "support/thread_ranks.h"

namespace conjac {
namespace {

TEST(Ranks, OneProcessIsAloneAndExchangesNothing) {
  EXPECT_TRUE(ranks().alone());
  EXPECT_TRUE(ranks().first());
  EXPECT_TRUE(ranks().owns(17));
  VectorXd values = VectorXd::LinSpaced(6, 1, 6);
  const VectorXd before = values;
  ranks().gather(values, 3);
  EXPECT_EQ(values, before);
  EXPECT_EQ(ranks().sum(2.5), 2.5);
  EXPECT_EQ(ranks().largest(-2.5), -2.5);
}

TEST(Ranks, SumsAndLargestAreTheSameOnAll) {
  std::vector<double> sums(3), largest(3);
  test::on_ranks(3, [&](Ranks& r) {
    // In another order the sum would be another number.
    const double mine[] = {1e16, 1.0, -1e16};
    const auto k = static_cast<std::size_t>(r.rank());
    sums[k] = ranks().sum(mine[k]);
    largest[k] = ranks().largest(mine[k]);
    std::vector<double> several{mine[k], 1.0};
    ranks().sum(several);
    EXPECT_EQ(several, (std::vector<double>{sums[k], 3.0}));
  });
  for (const double sum : sums) EXPECT_EQ(sum, (1e16 + 1.0) - 1e16);
  for (const double one : largest) EXPECT_EQ(one, 1e16);
}

TEST(Ranks, WhatIsNoNumberStaysNone) {
  test::on_ranks(2, [&](Ranks& r) {
    EXPECT_TRUE(std::isnan(ranks().largest(r.first() ? NAN : 7.0)));
    EXPECT_TRUE(std::isnan(ranks().largest(r.first() ? 7.0 : NAN)));
    EXPECT_TRUE(ranks().any(!r.first()));
    EXPECT_FALSE(ranks().any(false));
  });
}

TEST(Ranks, EverybodyGetsTheOwnersValues) {
  const std::vector<int> owner{2, 0, 1, 1, 2, 0, 0};
  test::on_ranks(3, [&](Ranks& r) {
    r.share_nodes(owner);
    VectorXd values(14);
    for (int i = 0; i < 7; ++i)
      for (int c = 0; c < 2; ++c) values[2 * i + c] = r.owns(i) ? 10 * i + c : -1;
    r.gather(values, 2);
    for (int i = 0; i < 7; ++i)
      for (int c = 0; c < 2; ++c) EXPECT_EQ(values[2 * i + c], 10 * i + c);
    std::vector<int> numbers = r.first() ? owner : std::vector<int>{};
    r.take_first(numbers);
    EXPECT_EQ(numbers, owner);
    std::string text = r.first() ? "a scene" : "";
    r.take_first(text);
    EXPECT_EQ(text, "a scene");
  });
}

TEST(Ranks, TheLauncherSaysWhoWeAre) {
  unsetenv("PMI_RANK");
  setenv("OMPI_COMM_WORLD_RANK", "2", 1);
  setenv("OMPI_COMM_WORLD_SIZE", "5", 1);
  EXPECT_EQ(launched_as().rank, 2);
  EXPECT_EQ(launched_as().size, 5);
  setenv("CONJAC_ALONE", "1", 1);
  EXPECT_EQ(launched_as().size, 1);
  unsetenv("CONJAC_ALONE");
  setenv("OMPI_COMM_WORLD_RANK", "7", 1);  // of five: nonsense
  EXPECT_EQ(launched_as().size, 1);
  unsetenv("OMPI_COMM_WORLD_RANK");
  unsetenv("OMPI_COMM_WORLD_SIZE");
}

}  // namespace
}  // namespace conjac
