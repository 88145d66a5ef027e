#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "fuzz/mutate.h"
#include "fuzz/targets.h"
#include "record/files.h"
#include "support/paths.h"

namespace conjac::fuzz {
namespace {

constexpr unsigned kSeed = 18;

std::vector<std::string> corpus(const std::string& name) {
  std::vector<std::filesystem::path> files;
  const auto folder = std::filesystem::path(test::source_dir()) / "tests/fuzz/corpus" / name;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<std::string> inputs;
  for (const auto& file : files) inputs.push_back(record::read_whole(file));
  return inputs;
}

/// CONJAC_FUZZ_RUNS: how many inputs; CONJAC_FUZZ_SEED: others.
long number(const char* variable, long otherwise) {
  const char* text = std::getenv(variable);
  return text != nullptr ? std::atol(text) : otherwise;
}

class Fuzz : public ::testing::TestWithParam<Target> {};

/// The corpus as it is (what once was a finding is in it), then inputs made of it.
TEST_P(Fuzz, NothingThatIsFedBreaksIt) {
  const Target target = GetParam();
  const std::vector<std::string> inputs = corpus(target.name);
  ASSERT_FALSE(inputs.empty());
  for (const std::string& input : inputs) target.feed(input);
  target.feed("");
  Mutator mutator(inputs, static_cast<unsigned>(number("CONJAC_FUZZ_SEED", kSeed)));
  const long runs = number("CONJAC_FUZZ_RUNS", 1000);
  std::string last;
  for (long run = 0; run < runs; ++run) {
    last = mutator.next();
    try {
      target.feed(last);
    } catch (const std::exception& error) {
      const std::string file = std::string("finding-") + target.name;
      std::ofstream(file, std::ios::binary) << last;
      FAIL() << "input " << run << " (in " << file << "): " << error.what();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Each, Fuzz, ::testing::ValuesIn(targets().begin(), targets().end()),
                         [](const auto& target) { return std::string(target.param.name); });

TEST(Mutator, GivesTheSameInputsForTheSameSeed) {
  const std::vector<std::string> inputs{"one 1 two 22", "three 333"};
  Mutator a(inputs, 1), b(inputs, 1), c(inputs, 2);
  int others = 0, changed = 0;
  for (int i = 0; i < 200; ++i) {
    const std::string next = a.next();
    EXPECT_EQ(next, b.next());
    others += next != c.next();
    changed += next != inputs[0] && next != inputs[1];
  }
  EXPECT_GT(others, 150);
  EXPECT_GT(changed, 150);
}

}  // namespace
}  // namespace conjac::fuzz
