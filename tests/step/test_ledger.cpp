// The energy books, entry by entry, with numbers that can be checked by hand.
#include "step/ledger.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace conjac {
namespace {

constexpr Ledger::Strictness kStrict{}, kUnguarded{.guarded = false}, kLast{.last_resort = true};

/// 2 J of motion and 5 J of potential energy, 3 of them elastic: 5 J are at play, so 0.5 J may be
/// gained in flight and 0.5 mJ in touch.
Ledger running() {
  Ledger ledger;
  ledger.kinetic = 2, ledger.potential = 5, ledger.elastic = 3, ledger.gravity = 2;
  ledger.budget = 7;
  ledger.begun = true;
  return ledger;
}
/// A try that ends as it began, but for `gain` in the energy of gravity, which is not at play.
Entry entry(double gain = 0) {
  Entry e;
  e.h = 0.01;
  e.potential0 = 5;
  e.kinetic = 2, e.elastic = 3, e.gravity = 2 + gain;
  e.potential = e.elastic + e.gravity;
  return e;
}

TEST(EnergyAtPlay, IsTheLargestOfLate) {
  EnergyAtPlay at_play;
  EXPECT_EQ(at_play.value(3), 3);
  at_play.update(5, 0.01, StepOptions{}.memory);
  EXPECT_EQ(at_play.value(3), 5);
  EXPECT_EQ(at_play.value(8), 8);
  at_play.update(6, 0.01, StepOptions{}.memory);
  EXPECT_EQ(at_play.value(0), 6);
}

TEST(EnergyAtPlay, FadesWithTimeWhateverTheSteps) {
  EnergyAtPlay once, often, later;
  for (EnergyAtPlay* each : {&once, &often, &later}) each->update(1, 0.01, StepOptions{}.memory);
  once.update(0, 0.04, StepOptions{}.memory);
  for (int k = 0; k < 4; ++k) often.update(0, 0.01, StepOptions{}.memory);
  later.update(0, 100, StepOptions{}.memory);
  EXPECT_LT(once.value(0), 1);
  EXPECT_GT(once.value(0), 0.5);  // not within a swing
  EXPECT_NEAR(often.value(0), once.value(0), 1e-15);
  EXPECT_LT(later.value(0), 1e-6);
}

TEST(Ledger, ATryWithoutGainIsAccepted) {
  for (bool touching : {false, true})
    for (double gain : {0.0, -1.0}) {
      Entry e = entry(gain);
      e.touching = touching;
      const auto verdict = running().judge(e, kStrict);
      EXPECT_TRUE(verdict.ok);
      EXPECT_EQ(verdict.gained, gain);
    }
}

TEST(Ledger, ATenthOfTheEnergyAtPlayMayBeGained) {
  EXPECT_TRUE(running().judge(entry(0.4999), kStrict).ok);
  const auto refused = running().judge(entry(0.5001), kStrict);
  EXPECT_FALSE(refused.ok);
  EXPECT_NEAR(refused.gained, 0.5001, 1e-15);
  // More was at play a moment ago.
  Ledger ledger = running();
  ledger.at_play.update(20, 0.01, StepOptions{}.memory);
  EXPECT_TRUE(ledger.judge(entry(1.9999), kStrict).ok);
  EXPECT_FALSE(ledger.judge(entry(2.0001), kStrict).ok);
}

// Springs of a hand and the work of held nodes are at play too; work is also no gain.
TEST(Ledger, SpringsAndWorkAreAtPlay) {
  Entry e = entry(0.5999);
  e.springs = 1;
  EXPECT_TRUE(running().judge(e, kStrict).ok);
  e = entry(0.6001);
  e.springs = 1;
  EXPECT_FALSE(running().judge(e, kStrict).ok);
  e = entry(1.5999);  // 1 J of work, and 0.6 J of room
  e.scripted = true;
  e.work = 1;
  EXPECT_TRUE(running().judge(e, kStrict).ok);
  e = entry(1.6001);
  e.scripted = true;
  e.work = 1;
  EXPECT_FALSE(running().judge(e, kStrict).ok);
}

TEST(Ledger, InTouchNextToNothingMayBeGained) {
  Entry e = entry(0.000499);
  e.touching = true;
  EXPECT_TRUE(running().judge(e, kStrict).ok);
  e = entry(0.000501);
  e.touching = true;
  EXPECT_FALSE(running().judge(e, kStrict).ok);
  e.scripted = true;  // what the timeline does is an estimate
  EXPECT_TRUE(running().judge(e, kStrict).ok);
  // What has bounced stays under that rule in flight.
  Ledger bounced = running();
  bounced.bounced = true;
  EXPECT_TRUE(bounced.judge(entry(0.000499), kStrict).ok);
  EXPECT_FALSE(bounced.judge(entry(0.000501), kStrict).ok);
}

TEST(Ledger, WhatCameInWhileTouchingIsNoGain) {
  for (double Entry::*source :
       {&Entry::work, &Entry::friction_work, &Entry::held_work, &Entry::appeared}) {
    Entry e = entry(1);
    e.touching = true;
    EXPECT_FALSE(running().judge(e, kStrict).ok);
    e.*source = 1;
    EXPECT_TRUE(running().judge(e, kStrict).ok);
    EXPECT_NEAR(running().allowed(e), source == &Entry::held_work ? 7 : 8, 1e-15);
  }
  // In touch the budget bounds what there may be, even if the try began with more.
  Ledger ledger = running();
  ledger.budget = 6.5;
  Entry e = entry();
  e.touching = true;
  EXPECT_EQ(ledger.allowed(e), 6.5);
  EXPECT_FALSE(ledger.judge(e, kStrict).ok);
  e = entry(-0.5);
  e.touching = true;
  EXPECT_TRUE(ledger.judge(e, kStrict).ok);
}

TEST(Ledger, TheLastResortLetsPassAsMuchAsIsAtPlay) {
  for (bool touching : {false, true}) {
    Entry e = entry(4.999);
    e.touching = touching;
    EXPECT_TRUE(running().judge(e, kLast).ok);
    e = entry(5.001);
    e.touching = touching;
    EXPECT_FALSE(running().judge(e, kLast).ok);
  }
}

// Small gains add up: two and a half times what a step may gain is the most beyond the budget.
TEST(Ledger, TheBudgetBoundsWhatStepsGainTogether) {
  Ledger ledger = running();
  ledger.budget = 7 - 1.2499;
  EXPECT_TRUE(ledger.judge(entry(), kStrict).ok);
  ledger.budget = 7 - 1.2501;
  const auto verdict = ledger.judge(entry(), kStrict);
  EXPECT_FALSE(verdict.ok);
  EXPECT_NEAR(verdict.gained, 1.2501, 1e-14);
  Entry scripted = entry();
  scripted.scripted = true;  // then it waits
  EXPECT_TRUE(ledger.judge(scripted, kStrict).ok);
  ledger.receive(1);  // a load was added
  EXPECT_TRUE(ledger.judge(entry(), kStrict).ok);
}

// The bend that inertia holds comes and goes, but not once the body has bounced.
TEST(Ledger, ReliefCountsAfterABounceOnly) {
  Entry e = entry(1);
  e.relief = 1;
  Ledger ledger = running();
  ledger.budget = 8;
  EXPECT_FALSE(ledger.counts_relief(e));
  EXPECT_TRUE(ledger.judge(e, kStrict).ok);
  e = entry(0);
  e.relief0 = 1;  // it went, and its energy is somewhere else now
  EXPECT_FALSE(ledger.judge(e, kStrict).ok);
  ledger.bounced = true;
  EXPECT_TRUE(ledger.counts_relief(e));
  EXPECT_TRUE(ledger.judge(e, kStrict).ok);
  e = entry(1);
  e.relief = 1;
  EXPECT_FALSE(ledger.judge(e, kStrict).ok);
  e.scripted = true;
  EXPECT_FALSE(ledger.counts_relief(e));
  EXPECT_TRUE(ledger.judge(e, kStrict).ok);
}

TEST(Ledger, WithoutTheGuardOnlyARunawayIsRefused) {
  Ledger ledger = running();
  EXPECT_TRUE(ledger.judge(entry(1e9), kUnguarded).ok);  // nothing to compare it with yet
  ledger.largest = 5;
  EXPECT_TRUE(ledger.judge(entry(499), kUnguarded).ok);
  EXPECT_FALSE(ledger.judge(entry(501), kUnguarded).ok);
  Entry worked = entry(1090);
  worked.work = -10;  // 1100 J gained, with 10 J of work in play
  EXPECT_FALSE(ledger.judge(worked, kUnguarded).ok);
  worked = entry(980);
  worked.work = -10;
  EXPECT_TRUE(ledger.judge(worked, kUnguarded).ok);
}

TEST(Ledger, WhatIsNotANumberIsRefused) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::nan("");
  for (double bad : {inf, nan})
    for (bool touching : {false, true}) {
      Entry e = entry();
      e.potential = bad;
      e.touching = touching;
      EXPECT_FALSE(running().judge(e, kStrict).ok);
      EXPECT_FALSE(running().judge(e, kLast).ok);
      e = entry();
      e.kinetic = nan;
      EXPECT_FALSE(running().judge(e, kStrict).ok);
    }
}

TEST(Ledger, MissingIsWhatWorkAndDampingDoNotExplain) {
  Ledger ledger = running();
  ledger.budget = 100;
  Entry e = entry(-1);
  EXPECT_NEAR(ledger.missing(e, 0), 1, 1e-15);
  e.work = 0.25;
  EXPECT_NEAR(ledger.missing(e, 0), 1.25, 1e-15);
  e.joint_damping = 0.5;
  EXPECT_NEAR(ledger.missing(e, 0), 0.75, 1e-15);
  EXPECT_NEAR(ledger.missing(e, 3), 0.75 - 3 * 0.01 * (2 + 2), 1e-15);
  ledger.owed = 0.125;
  EXPECT_NEAR(ledger.missing(e, 0), 0.875, 1e-15);
  e.relief0 = 0.3, e.relief = 0.1;  // 0.2 J of bend that went were never motion's
  EXPECT_NEAR(ledger.missing(e, 0), 0.675, 1e-15);
  ledger.bounced = true;
  EXPECT_NEAR(ledger.missing(e, 0), 0.875, 1e-15);
  EXPECT_NEAR(running().missing(entry(0.5), 0), -0.5, 1e-15);  // gained
  // Never more than was ever put in.
  ledger.budget = 6.5;
  EXPECT_NEAR(ledger.missing(e, 0), 6.5 + 0.25 - 6, 1e-15);
  EXPECT_EQ(running().missing(entry(-3e-14), 0), 0);  // round-off of 7 J
}

TEST(Ledger, WhatCannotBePutBackIsOwedAndRepaid) {
  Ledger ledger = running();
  Entry e = entry(-1);
  ledger.put_back(ledger.missing(e, 0), 0.4, e);
  EXPECT_NEAR(e.kinetic, 2.4, 1e-15);
  EXPECT_NEAR(e.owed, 0.6, 1e-15);
  EXPECT_EQ(e.repaid, 0);
  ASSERT_TRUE(ledger.judge(e, kStrict).ok);
  ledger.book(e);
  EXPECT_NEAR(ledger.owed, 0.6, 1e-15);

  // Nothing is lost in the next step, and the motion takes the 0.6 J. That is no gain.
  Entry next = entry(-1);
  next.potential0 = e.potential;
  next.kinetic = 2.4;
  const double missing = ledger.missing(next, 0);
  EXPECT_NEAR(missing, 0.6, 1e-14);
  ledger.put_back(missing, missing, next);
  EXPECT_NEAR(next.total(), 7, 1e-14);
  EXPECT_NEAR(next.repaid, 0.6, 1e-14);
  EXPECT_NEAR(next.owed, 0, 1e-14);
  EXPECT_TRUE(ledger.judge(next, kStrict).ok);
  EXPECT_NEAR(ledger.judge(next, kStrict).gained, 0, 1e-14);
  next.repaid = 0;
  EXPECT_NEAR(ledger.judge(next, kStrict).gained, 0.6, 1e-14);
}

TEST(Ledger, DebtsAreBounded) {
  Entry e = entry();
  running().put_back(100, 0, e);
  EXPECT_EQ(e.owed, 0.5 * (2 + 3));  // half of the motion and the elastic energy
  running().put_back(-100, 0, e);
  EXPECT_EQ(e.owed, -0.5 * 2);
  Ledger bounced = running();
  bounced.bounced = true;  // a bounce has taken what it took
  bounced.put_back(100, 0, e);
  EXPECT_EQ(e.owed, 0);
  Ledger gained = running();
  gained.owed = -0.3;
  gained.put_back(-0.3, -0.3, e);
  EXPECT_EQ(e.repaid, 0);  // taking out is no repayment
}

TEST(Ledger, BooksWhatATryCameTo) {
  Ledger ledger = running();
  Entry e = entry(0.1);
  e.contact = 0.5, e.potential += 0.5, e.relief = 0.2, e.owed = 0.3, e.work = 0.6;
  ledger.book(e);
  EXPECT_EQ(ledger.kinetic, e.kinetic);
  EXPECT_EQ(ledger.potential, e.potential);
  EXPECT_EQ(ledger.elastic, e.elastic);
  EXPECT_EQ(ledger.gravity, e.gravity);
  EXPECT_EQ(ledger.contact, 0.5);
  EXPECT_EQ(ledger.relief, 0.2);
  EXPECT_EQ(ledger.owed, 0.3);
  EXPECT_NEAR(ledger.work, 0.6, 1e-15);
  EXPECT_NEAR(ledger.budget, 7.6, 1e-15);
  EXPECT_NEAR(ledger.largest, 2 + 3 + 0.6, 1e-15);
  EXPECT_NEAR(ledger.at_play.value(0), 5.6, 1e-15);
  EXPECT_FALSE(ledger.bounced);
}

// In flight the budget is what was there and all work since, whatever the body did with it.
TEST(Ledger, TheBudgetIsAllThatCameIn) {
  Ledger ledger = running();
  double in = 7;
  for (int k = 1; k <= 20; ++k) {
    Entry e = entry(0.3 * std::sin(k));
    e.work = 0.1 * std::cos(3 * k);
    in += e.work;
    ledger.book(e);
    if (k % 5 == 0) ledger.receive(0.5), in += 0.5;
  }
  EXPECT_NEAR(ledger.budget, in, 1e-13);
  EXPECT_NEAR(ledger.work, in - 7 - 2, 1e-13);
}

// In touch what was lost is gone: the budget is what came in less what went.
TEST(Ledger, TouchTakesTheBudgetDown) {
  Ledger ledger = running();
  Entry e = entry(-0.7);
  e.touching = true;
  e.work = 0.1, e.friction_work = 0.2, e.held_work = 0.3, e.appeared = 0.4;
  ledger.book(e);
  EXPECT_TRUE(ledger.bounced);
  EXPECT_NEAR(ledger.budget, 6.3, 1e-15);  // the total: less than 7 + 1
  e = entry(5);
  e.touching = true;
  e.work = 0.1, e.friction_work = 0.2, e.held_work = 0.3, e.appeared = 0.4;
  ledger.book(e);
  EXPECT_NEAR(ledger.budget, 7.3, 1e-15);  // all that came in: less than the total
  e = entry(0);
  ledger.book(e);
  EXPECT_TRUE(ledger.bounced);  // stays, until the timeline moves something
  e.scripted = true;
  ledger.book(e);
  EXPECT_FALSE(ledger.bounced);
  // Then the work is an estimate, and the body may have more.
  Entry moved = entry(3);
  moved.scripted = moved.touching = true;
  moved.work = 0.5;
  ledger.book(moved);
  EXPECT_EQ(ledger.budget, 10);
  EXPECT_FALSE(ledger.bounced);
}

TEST(Ledger, KnowsWhatCameInAndWhatWent) {
  Ledger ledger = running();
  Entry e = entry();
  e.work = 1, e.friction_work = 0.25, e.appeared = 0.125;
  e.damped = 0.5, e.contact_damped = 0.25, e.joint_damping = 0.125, e.rubbed_off = 0.0625;
  ledger.book(e);
  EXPECT_EQ(ledger.work, 1.375);
  EXPECT_EQ(ledger.dissipated, 0.9375);
  ledger.book(entry());
  EXPECT_EQ(ledger.work, 1.375);  // since the step began
  EXPECT_EQ(ledger.dissipated, 0.9375);
}

/// What followers gave off is gone but for what was put back into the motion, or is owed to it.
TEST(Ledger, WhatFollowersGaveOffIsGoneUnlessItIsPutBack) {
  Entry e = entry();
  e.settled = 1;
  Ledger lost = running();
  lost.book(e);
  EXPECT_EQ(lost.dissipated, 1);
  Ledger kept = running();
  kept.put_back(1, 0.75, e);
  kept.book(e);
  EXPECT_EQ(kept.owed, 0.25);
  EXPECT_EQ(kept.dissipated, 0);
}

TEST(Ledger, ForgetsWhatSaysNothingAboutAStateSetFromOutside) {
  Ledger ledger = running();
  ledger.bounced = true;
  ledger.relief = ledger.owed = ledger.largest = 1;
  ledger.at_play.update(9, 0.01, StepOptions{}.memory);
  ledger.forget();
  EXPECT_FALSE(ledger.begun);
  EXPECT_FALSE(ledger.bounced);
  EXPECT_EQ(ledger.relief, 0);
  EXPECT_EQ(ledger.owed, 0);
  EXPECT_EQ(ledger.largest, 0);
  EXPECT_EQ(ledger.at_play.value(0), 0);
  EXPECT_EQ(ledger.kinetic, 2);  // the energies are still those of the state
}

}  // namespace
}  // namespace conjac
