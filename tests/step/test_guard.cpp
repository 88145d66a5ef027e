// The guard with tries that fail when the test says so.
#include "step/guard.h"

#include <gtest/gtest.h>

#include <random>

#include <string>
#include <vector>

namespace conjac {
namespace {

/// Everything in a trial as numbers. Structured bindings: a field more, and this does not compile
/// until it is listed here, so that the tests below know of every one.
std::vector<double> numbers(const Trial& trial) {
  std::vector<double> all;
  const auto add = [&](const auto& list) {
    all.push_back(static_cast<double>(list.size()));
    for (const auto& value : list) all.push_back(static_cast<double>(value));
  };
  const auto& [state, force, ledger, memory, activity, message, past] = trial;
  const auto& [time, x, q, v] = state;
  const auto& [nodes, joints] = v;
  all.push_back(time);
  for (const VectorXd* vector : {&x, &q, &nodes, &joints, &force}) add(*vector);
  const auto& [kinetic, potential, elastic, gravity, contact, relief, budget, owed, work,
               dissipated, viscous, impact, received, begun, bounced, at_play, largest] = ledger;
  add(std::vector<double>{kinetic, potential, elastic, gravity, contact, relief, budget, owed, work,
                          dissipated, viscous, impact, static_cast<double>(received),
                          static_cast<double>(begun), static_cast<double>(bounced),
                          at_play.value(0), largest});
  const auto& [friction, held, rubbing, load, curvature, moving, speed] = memory;
  add(friction), add(held), add(rubbing), add(load), add(speed);
  all.insert(all.end(), {curvature, moving});
  add(activity), add(message);
  const auto& [past_x, past_v, past_h] = past;
  add(past_x), add(past_v);
  all.push_back(past_h);
  return all;
}

VectorXd filled(int size, double value) {
  return VectorXd::Constant(size, value);
}

/// Every field with a value that no other has and that depends on `seed`.
Trial recognisable(double seed) {
  Trial trial;
  const int size = 3 + static_cast<int>(seed);
  trial.state = {seed + 0.01,
                 filled(size, seed + 0.02),
                 filled(size, seed + 0.03),
                 {filled(size, seed + 0.04), filled(size, seed + 0.05)}};
  trial.force = filled(size, seed + 0.06);
  Ledger& ledger = trial.ledger;
  ledger.kinetic = seed + 0.07, ledger.potential = seed + 0.08, ledger.elastic = seed + 0.09;
  ledger.gravity = seed + 0.1, ledger.contact = seed + 0.11, ledger.relief = seed + 0.12;
  ledger.budget = seed + 0.13, ledger.owed = seed + 0.14, ledger.work = seed + 0.15;
  ledger.begun = ledger.bounced = static_cast<int>(seed) % 2 == 1;
  ledger.at_play = {};
  ledger.at_play.update(seed + 0.16, 1, StepOptions{}.memory);
  ledger.largest = seed + 0.17, ledger.dissipated = seed + 0.28;
  ledger.viscous = seed + 0.29, ledger.impact = seed + 0.3, ledger.received = true;
  const auto bit = static_cast<char>(static_cast<int>(seed) % 2);
  trial.contact = {filled(size, seed + 0.18),
                   {bit, 1},
                   {size},
                   filled(size, seed + 0.19),
                   seed + 0.2,
                   seed + 0.21,
                   {seed + 0.22}};
  trial.activity = {seed + 0.23, seed + 0.24};
  trial.message = "seed " + std::to_string(seed);
  trial.past = {filled(size, seed + 0.25), filled(size, seed + 0.26), seed + 0.27};
  return trial;
}

/// Tries that follow a script, and what became of them.
struct Rehearsal {
  struct Taken {
    double h;
    Tactic tactic;
    double began;  // time of the state
  };
  StepOptions options;
  Trial trial = recognisable(1);
  std::vector<Taken> tries;
  std::vector<char> outcomes;  // of the tries in turn; whatever comes after the last fails
  bool stale = false, crumbs = false;
  int undone = 0;
  StepWatch watch;

  Guard guard;
  Guard::Result step(double h) {
    const Guard::Hooks hooks{
        [&](double size, const Tactic& tactic) {
          tries.push_back({size, tactic, trial.state.time});
          const bool ok = tries.size() <= outcomes.size() && outcomes[tries.size() - 1] != 0;
          if (ok) {
            trial.state.time += size;
            return true;
          }
          trial = recognisable(static_cast<double>(tries.size()) + 1);
          trial.message = "try " + std::to_string(tries.size());
          return false;
        },
        [&] { return stale; }, [&] { return crumbs; }, [&] { ++undone; }, &watch};
    return guard.step(h, options, hooks, trial);
  }
};

std::string name(const Tactic& tactic) {
  const auto [fresh, newton, damped, crumbs, level, last] = tactic;
  static_cast<void>(level);  // names() holds it against the length of the try
  std::string name;
  if (fresh) name += "fresh ";
  if (newton > 0) name += "newton" + std::to_string(newton) + " ";
  if (damped) name += "damped ";
  if (crumbs) name += "crumbs ";
  if (last) name += "last ";
  return name.empty() ? "plain" : name.substr(0, name.size() - 1);
}
std::vector<std::string> names(const Rehearsal& rehearsal) {
  std::vector<std::string> all;
  for (const auto& one : rehearsal.tries) {
    all.push_back(name(one.tactic));
    EXPECT_EQ(one.h, rehearsal.tries.front().h / (1 << one.tactic.level));
  }
  return all;
}
using Names = std::vector<std::string>;

TEST(Guard, AGoodTryIsAllThereIs) {
  Rehearsal run;
  run.trial.message.clear();
  run.outcomes = {true};
  run.stale = run.crumbs = true;
  const auto result = run.step(0.5);
  EXPECT_TRUE(result.ok);
  EXPECT_EQ(result.parts, 1);
  EXPECT_EQ(result.undone, 0);
  EXPECT_EQ(result.message, "");
  EXPECT_EQ(names(run), Names{"plain"});
  EXPECT_EQ(run.tries[0].h, 0.5);
  EXPECT_EQ(run.undone, 0);
}

// Whoever asks for the end gets it before the next try, and the state of before the step.
TEST(Guard, AStepThatIsEndedLeavesTheStateBeforeIt) {
  Rehearsal run;
  run.options.guard_levels = 4;
  run.outcomes = {false, false, true, false};  // halved twice; a quarter is accepted
  run.watch.stop = [&] { return run.tries.size() >= 4; };
  const auto result = run.step(0.5);
  EXPECT_FALSE(result.ok);
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(run.tries.size(), 4u) << "nothing is tried after that";
  EXPECT_EQ(run.trial.state.time, recognisable(1).state.time);
  EXPECT_EQ(run.trial.message, recognisable(1).message);
  EXPECT_EQ(run.watch.tries, 4);
  EXPECT_EQ(run.watch.parts, 1);
  // The next step is taken as if nothing had been.
  run.watch.stop = nullptr;
  run.outcomes.push_back(true);
  const auto next = run.step(0.5);
  EXPECT_TRUE(next.ok);
  EXPECT_FALSE(next.interrupted);
}

// A failed try writes over everything; the next one begins where it did.
TEST(Guard, UndoingRestoresEveryField) {
  for (bool rescued : {true, false}) {
    Rehearsal run;
    run.stale = true;
    run.options.guard_levels = 1;
    if (rescued) run.outcomes = {false, true};
    Trial expected = run.trial;
    const auto scribbled = numbers(recognisable(2)), before = numbers(expected);
    ASSERT_EQ(numbers(expected), before);
    ASSERT_NE(scribbled, before);
    const auto result = run.step(0.5);
    EXPECT_EQ(result.ok, rescued);
    if (rescued) expected.state.time += 0.5;
    EXPECT_EQ(numbers(run.trial), numbers(expected));
    EXPECT_EQ(run.trial.message, expected.message);
    for (const auto& one : run.tries) EXPECT_EQ(one.began, 1.01);
    EXPECT_EQ(run.undone, rescued ? 1 : result.undone + 1);  // and both halves as a whole
  }
}

// No two seeds share a value: what a failed try writes cannot pass for what was there.
TEST(Guard, TheTestKnowsEveryFieldApart) {
  const auto one = numbers(recognisable(1)), other = numbers(recognisable(2));
  EXPECT_NE(one.size(), other.size());
  Trial mixed = recognisable(1);
  mixed.contact.speed = recognisable(2).contact.speed;
  EXPECT_NE(numbers(mixed), one);
  mixed = recognisable(1);
  mixed.ledger.at_play = recognisable(2).ledger.at_play;
  EXPECT_NE(numbers(mixed), one);
}

TEST(Guard, TacticsComeInOrder) {
  Rehearsal run;
  run.stale = run.crumbs = true;
  run.options.guard_levels = 0;
  EXPECT_FALSE(run.step(1).ok);
  EXPECT_EQ(names(run), (Names{"plain", "fresh", "crumbs", "fresh newton6",
                               "fresh newton6 damped last", "fresh newton6 damped crumbs last"}));
  for (const auto& one : run.tries) EXPECT_EQ(one.h, 1);

  Rehearsal plain;  // a factor of its own, and nothing was cut
  plain.options.guard_levels = 0;
  EXPECT_FALSE(plain.step(1).ok);
  EXPECT_EQ(names(plain), (Names{"plain", "fresh newton6", "fresh newton6 damped last"}));
}

TEST(Guard, EachRescueEndsTheSearch) {
  for (std::size_t last = 0; last < 6; ++last) {
    Rehearsal run;
    run.stale = run.crumbs = true;
    run.options.guard_levels = 0;
    run.outcomes.assign(last, false);
    run.outcomes.push_back(true);
    const auto result = run.step(1);
    EXPECT_TRUE(result.ok);
    EXPECT_EQ(run.tries.size(), last + 1);
    EXPECT_EQ(result.undone, static_cast<int>(last));
    EXPECT_EQ(result.parts, 1);
    EXPECT_EQ(result.message, last == 0 ? "" : "try " + std::to_string(last));
    EXPECT_EQ(run.trial.message, recognisable(1).message);  // nothing of the failed ones
  }
}

/// Whoever reads that a step failed wants to know where: the unknown that the last try moved farthest,
/// or to no number at all.
TEST(Guard, SaysWhereTheLastTryWentWrong) {
  Trial trial;
  trial.state.x = VectorXd::Zero(6);
  Guard guard;
  StepOptions options;
  options.guard = false;  // one try
  VectorXd moved = VectorXd::Zero(6);
  const Guard::Hooks hooks{[&](double, const Tactic&) { return trial.state.x = moved, false; },
                           [] { return false; }, [] { return false; }, [] {}};
  EXPECT_EQ(guard.step(1, options, hooks, trial).worst_dof, -1);
  moved[1] = 1, moved[4] = -2;
  EXPECT_EQ(guard.step(1, options, hooks, trial).worst_dof, 4);
  moved[3] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(guard.step(1, options, hooks, trial).worst_dof, 3);
}

TEST(Guard, HalvesAndHalvesAgain) {
  Rehearsal run;
  run.options.guard_levels = 2;
  // 1 fails; 1/2 fails; 1/4 and 1/4 pass; 1/2 passes.
  run.outcomes = {false, false, true, true, true};
  const auto result = run.step(1);
  EXPECT_TRUE(result.ok);
  EXPECT_EQ(result.parts, 3);
  EXPECT_EQ(result.undone, 2);
  EXPECT_EQ(result.message, "try 2");
  std::vector<double> sizes, began;
  for (const auto& one : run.tries) sizes.push_back(one.h), began.push_back(one.began - 1.01);
  EXPECT_EQ(sizes, (std::vector<double>{1, 0.5, 0.25, 0.25, 0.5}));
  EXPECT_NEAR(began[3], 0.25, 1e-15);
  EXPECT_NEAR(began[4], 0.5, 1e-15);
  EXPECT_NEAR(run.trial.state.time, 2.01, 1e-15);
}

// The first half went well, the second does not: the step fails as a whole.
TEST(Guard, AHalfStepIsNotKept) {
  Rehearsal run;
  run.options.guard_levels = 1;
  run.outcomes = {false, true};
  const auto before = numbers(run.trial);
  const auto result = run.step(1);
  EXPECT_FALSE(result.ok);
  EXPECT_EQ(numbers(run.trial), before);
  EXPECT_EQ(names(run),
            (Names{"plain", "plain", "plain", "fresh newton6", "fresh newton6 damped last"}));
  EXPECT_EQ(run.tries[2].began, 1.51);
  EXPECT_EQ(result.undone, 4);
  EXPECT_EQ(result.message, "try 5");
}

TEST(Guard, TriesAsManyLevelsAsTheOptionsSay) {
  for (int levels : {0, 1, 3}) {
    Rehearsal run;
    run.stale = run.crumbs = true;
    run.options.guard_levels = levels;
    const auto result = run.step(1);
    EXPECT_FALSE(result.ok);
    EXPECT_EQ(result.parts, 0);
    EXPECT_EQ(static_cast<int>(run.tries.size()), 3 * levels + 6);
    EXPECT_EQ(result.undone, 3 * levels + 6);
    EXPECT_EQ(run.tries.back().h, 1.0 / (1 << levels));
    EXPECT_EQ(result.message, "try " + std::to_string(3 * levels + 6));
  }
}

// Whatever goes wrong and whatever passes in between: a step costs no more than twenty that go well.
TEST(Guard, AStepTakesTwentyTriesAtMost) {
  std::mt19937 random(18);
  int ended = 0, spent = 0;
  for (int run_number = 0; run_number < 2000; ++run_number) {
    Rehearsal run;
    run.options.guard_levels = static_cast<int>(random() % 11);
    run.stale = random() % 2 == 0;
    run.crumbs = random() % 2 == 0;
    const unsigned passes = random() % 10;  // of ten
    for (int i = 0; i < 40; ++i) run.outcomes.push_back(random() % 10 < passes);
    const Trial before = run.trial;
    const auto result = run.step(1);
    ASSERT_LE(run.tries.size(), 20u);
    ASSERT_EQ(static_cast<int>(run.tries.size()), result.undone + result.parts);
    const auto& last = run.tries.back().tactic;
    const bool is_spent = last.last_resort && last.damped && last.level < run.options.guard_levels;
    ended += result.ok, spent += is_spent;
    ASSERT_NEAR(run.trial.state.time, before.state.time + (result.ok ? 1 : 0), 1e-12);
    if (!is_spent) continue;
    EXPECT_EQ(result.ok, result.message.find("given up after") == std::string::npos);
    // What is left is taken in as few parts as there are, damped, each once.
    EXPECT_TRUE(last.fresh_factor);
    EXPECT_EQ(last.crumbs_rigid, run.crumbs);
  }
  EXPECT_GT(ended, 500);
  EXPECT_GT(spent, 200);
}

// Halves fail and fail; then everything passes: the rest of the step takes a part per level.
TEST(Guard, TheRestOfAStepThatIsSpentIsTakenAsItIs) {
  Rehearsal run;
  run.options.guard_levels = 4;
  run.stale = true;
  // Five sizes with two tries each; the first part passes in the end, the next fails as often.
  run.outcomes.assign(10, false);
  run.outcomes.insert(run.outcomes.end(), {false, true});
  run.outcomes.insert(run.outcomes.end(), {false, false, false});
  run.outcomes.resize(20, true);
  const auto result = run.step(1);
  EXPECT_TRUE(result.ok);
  EXPECT_EQ(run.tries.size(), 19u);
  EXPECT_NEAR(run.trial.state.time, 2.01, 1e-15);
  const Names all = names(run);
  EXPECT_EQ(Names(all.end() - 4, all.end()), Names(4, "fresh newton6 damped last"));
  EXPECT_EQ(run.tries.back().h, 0.5);
}

TEST(Guard, WithoutItThereIsOneTry) {
  Rehearsal run;
  run.options.guard = false;
  run.stale = run.crumbs = true;
  const auto before = numbers(run.trial);
  const auto result = run.step(1);
  EXPECT_FALSE(result.ok);
  EXPECT_EQ(names(run), Names{"plain"});
  EXPECT_EQ(result.undone, 1);
  EXPECT_EQ(result.message, "try 1");
  EXPECT_EQ(numbers(run.trial), before);
}

// Counts and message are those of one step.
TEST(Guard, EveryStepBeginsItsCountsAnew) {
  Rehearsal run;
  run.options.guard_levels = 0;
  run.outcomes = {false, true, true};
  EXPECT_EQ(run.step(1).undone, 1);
  const auto second = run.step(1);
  EXPECT_EQ(second.undone, 0);
  EXPECT_EQ(second.parts, 1);
  EXPECT_EQ(second.message, "");
}

}  // namespace
}  // namespace conjac
