// What the energy books remember, and for how long.
#include <gtest/gtest.h>

#include <cmath>

#include "step/ledger.h"

namespace conjac {
namespace {

TEST(EnergyAtPlay, FadesWithTheMemoryAskedFor) {
  for (double memory : {0.1, 0.3, 2.0}) {
    EnergyAtPlay energy;
    energy.update(5, 0.01, memory);
    EXPECT_EQ(energy.value(0), 5);
    for (int k = 0; k < 20; ++k) energy.update(0, 0.01, memory);
    EXPECT_NEAR(energy.value(0), 5 * std::exp(-0.2 / memory), 1e-12);
    EXPECT_EQ(energy.value(7), 7);
  }
}

TEST(Ledger, GainsAreMeasuredAgainstWhatItRemembers) {
  // A gain of 0.05 J, long after a motion of 1 J: half a memory later that is less than a tenth of
  // what is remembered, ten memories later it is not.
  for (double memory : {0.2, 0.4}) {
    Ledger ledger;
    Entry entry{.h = memory / 10, .memory = memory};
    entry.kinetic = ledger.kinetic = ledger.budget = 1;
    ledger.book(entry);
    entry.kinetic = 0;
    const auto gains = [&] {
      Entry gain = entry;
      gain.kinetic = ledger.kinetic + 0.05;
      return !ledger.judge(gain, {}).ok;
    };
    for (int k = 0; k < 5; ++k) ledger.book(entry);
    EXPECT_FALSE(gains());
    for (int k = 0; k < 95; ++k) ledger.book(entry);
    EXPECT_TRUE(gains());
  }
}

}  // namespace
}  // namespace conjac
