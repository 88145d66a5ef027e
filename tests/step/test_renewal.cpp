#include "step/renewal.h"

#include <gtest/gtest.h>

namespace conjac {
namespace {

TEST(Renewal, TakesWhatIsDoneUnlessItFollowsAnother) {
  Renewal renewal;
  renewal.steps = 4;
  EXPECT_TRUE(renewal.takes_now(true));
  EXPECT_FALSE(renewal.takes_now(false));
  const std::int64_t others[] = {9, 4};
  renewal.follow(others);
  EXPECT_TRUE(renewal.takes_now(false));  // and waits for it
  renewal.steps = 5;
  EXPECT_FALSE(renewal.takes_now(true));
  renewal.steps = 9;
  EXPECT_TRUE(renewal.takes_now(true));
}

}  // namespace
}  // namespace conjac
