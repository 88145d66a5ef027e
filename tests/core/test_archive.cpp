#include "core/archive.h"

#include <gtest/gtest.h>

#include <cmath>

#include "conjac/error.h"
#include "core/dim.h"

namespace conjac {

struct Sample {
  double number = 0;
  bool yes = false;
  std::string text;
  std::vector<std::vector<int>> lists;
  std::vector<std::string> words;
  std::optional<double> maybe;
  std::pair<int, int> pair;
  std::array<double, 2> two{};
  VectorXd vector;
  MatrixXd matrix;
  RowMatrix rows;
  Vec<3> place = Vec<3>::Zero();
  std::vector<Vec<2>> places;
  Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
};

static void describe(Archive& archive, Sample& sample) {
  archive.section("Sample");
  archive(sample.number, sample.yes, sample.text, sample.lists, sample.words, sample.maybe,
          sample.pair, sample.two, sample.vector, sample.matrix, sample.rows, sample.place,
          sample.places, sample.turn);
}

namespace {

Sample filled() {
  Sample sample;
  sample.number = -0.0;
  sample.yes = true;
  sample.text = "K\xc3\xb6r\n";
  sample.lists = {{1, 2}, {}, {3}};
  sample.words = {"a", ""};
  sample.maybe = 2.5;
  sample.pair = {3, -4};
  sample.two = {0.1, 1e-310};
  sample.vector = VectorXd::LinSpaced(7, 0, 1);
  sample.matrix = MatrixXd::Random(3, 2);
  sample.rows = RowMatrix::Random(2, 3);
  sample.place = {1, 2, 3};
  sample.places = {{1, 2}, {3, 4}};
  sample.turn = Eigen::Quaterniond(0.5, 0.5, 0.5, 0.5);
  return sample;
}

std::string saved(Sample sample) {
  Archive archive;
  archive(sample);
  return archive.take();
}

TEST(Archive, WhatWasSavedComesBackToTheBit) {
  const std::string bytes = saved(filled());
  Archive archive(bytes);
  Sample loaded;
  archive(loaded);
  archive.end();
  EXPECT_EQ(saved(loaded), bytes);
  EXPECT_EQ(loaded.text, filled().text);
  EXPECT_EQ(loaded.lists, filled().lists);
  EXPECT_EQ(loaded.maybe, 2.5);
  EXPECT_TRUE(std::signbit(loaded.number));
  EXPECT_EQ(loaded.turn.coeffs(), filled().turn.coeffs());
}

TEST(Archive, BytesThatDoNotFitAreRefused) {
  const std::string bytes = saved(filled());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    Archive archive(std::string_view(bytes).substr(0, size));
    Sample loaded;
    EXPECT_THROW(archive(loaded), Error) << size;
  }
  const std::string more = bytes + "x";
  Archive longer(more);
  Sample loaded;
  longer(loaded);
  EXPECT_THROW(longer.end(), Error);
  Archive other(bytes);
  EXPECT_THROW(other.section("Another"), Error);
}

/// Every single byte changed: an error, or values; never more memory than there are bytes.
TEST(Archive, SpoiltLengthsAllocateNothingLarge) {
  const std::string bytes = saved(filled());
  for (std::size_t at = 0; at < bytes.size(); ++at)
    for (const char change : {char(0x01), char(0x7f), char(0xff)}) {
      std::string spoilt = bytes;
      spoilt[at] = static_cast<char>(spoilt[at] ^ change);
      Archive archive(spoilt);
      Sample loaded;
      try {
        archive(loaded);
      } catch (const Error&) {
      }
      EXPECT_LE(loaded.vector.size() + loaded.matrix.size() + loaded.rows.size(), 64);
    }
}

TEST(Archive, SealsTellWholeFromSpoilt) {
  const std::string all = sealed("CJ check", "some bytes");
  EXPECT_EQ(unsealed("CJ check", all, "here"), "some bytes");
  EXPECT_THROW(unsealed("CJ state", all, "here"), Error);
  for (std::size_t at = 0; at < all.size(); ++at) {
    std::string spoilt = all;
    spoilt[at] = static_cast<char>(spoilt[at] ^ 4);
    EXPECT_THROW(unsealed("CJ check", spoilt, "here"), Error) << at;
    EXPECT_THROW(unsealed("CJ check", all.substr(0, at), "here"), Error) << at;
  }
  EXPECT_THROW(unsealed("CJ check", all + "x", "here"), Error);
}

}  // namespace
}  // namespace conjac
