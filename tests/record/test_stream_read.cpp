// A recording read back: what was written comes out, and damage is an error, never a crash.
#include "record/stream_read.h"

#include <gtest/gtest.h>

#include <random>

#include "conjac/error.h"
#include "record/files.h"
#include "support/scratch_folder.h"
#include "support/small_recording.h"

namespace conjac::record {
namespace {

using testing::ScratchFolder;
using testing::small_recording;

TEST(StreamRead, GivesBackWhatWasWritten) {
  const ScratchFolder folder;
  write_atomically(folder / "a.cjvr", small_recording());
  const Stage stage((folder / "a.cjvr").string());
  ASSERT_EQ(stage.moments(), 2u);
  const Moment last = stage.moment(1);
  EXPECT_EQ(last.time, 1.0);
  EXPECT_EQ(last.positions[4], Vec<3>(3, 3, 3));
  EXPECT_EQ(last.roles, (std::vector<int>{3, 0, 0, 0, 1}));
  EXPECT_EQ(last.von_mises[2], 3.0f);
  EXPECT_TRUE(last.activation.empty());
  EXPECT_EQ(last.liveliness[0], 0.5f);
  EXPECT_EQ(last.solids[0].position[0], 3.0);
  EXPECT_EQ(last.body->kinds[1], 65537);
  EXPECT_EQ(last.body->triangle_elements, (std::vector<int>{0, 0, 0, 1, 1, 1}));
  const Moment middle = stage.at(0.25);
  EXPECT_EQ(middle.positions[0], Vec<3>(0.5, 0.5, 0.5));
  EXPECT_EQ(middle.speed[0], 1.25f);
  EXPECT_EQ(stage.at(-1).positions[0], Vec<3>(0, 0, 0));
  EXPECT_EQ(stage.at(9).positions[0], Vec<3>(2, 2, 2));
}

SkinView small_skin() {
  SkinView skin;
  skin.nodes = {{0, 1, 2, 3}, {1, 2, 3, 4}, {1, 2, 3, 4}};
  skin.weights = {{0.25, 0.25, 0.25, 0.25}, {0, 0, 0, 1}, {-0.5, 0.5, 0.5, 0.5}};
  skin.normals = {{0, 0, 1}, {0, 1, 0}, {1, 0, 0}};
  skin.texture = {{0, 0}, {1, 0}, {0, 1}};
  skin.triangles = {{0, 1, 2}};
  skin.bare = {{1, 2, 4}};
  return skin;
}

TEST(StreamRead, ASkinComesBack) {
  const SkinView given = small_skin();
  const Stage stage("a", small_recording(&given));
  const auto& skin = stage.moment(0).body->skin;
  ASSERT_TRUE(skin);
  EXPECT_EQ(skin->nodes, given.nodes);
  EXPECT_EQ(skin->weights[2], (std::array{-0.5f, 0.5f, 0.5f, 0.5f}));
  EXPECT_EQ(skin->normals[1], Vec<3>(0, 1, 0));
  EXPECT_EQ(skin->texture[2], Vec<2>(0, 1));
  EXPECT_EQ(skin->triangles, given.triangles);
  EXPECT_EQ(skin->elements, (std::vector<int>{0, 1, 1}));
  EXPECT_EQ(skin->bare, (std::vector<char>{0, 0, 0, 1, 0, 0}));
  EXPECT_FALSE(Stage("b", small_recording()).moment(0).body->skin);
  SkinView spoilt = given;
  spoilt.nodes[0] = {0, 1, 2, 4};  // no element has these
  EXPECT_THROW(Stage("c", small_recording(&spoilt)), Error);
}

TEST(StreamRead, DamageIsAnError) {
  const ScratchFolder folder;
  const SkinView skin = small_skin();
  const std::string whole = small_recording(&skin);
  std::mt19937 random(11);
  int refused = 0, read = 0;
  for (int round = 0; round < 400; ++round) {
    std::string damaged = whole;
    for (int k = 0; k < 1 + round % 3; ++k) damaged[random() % damaged.size()] ^= 1 << random() % 8;
    if (round % 5 == 0) damaged.resize(random() % damaged.size());
    write_atomically(folder / "b.cjvr", damaged);
    try {
      const Stage stage((folder / "b.cjvr").string());
      for (std::size_t i = 0; i < stage.moments(); ++i) stage.moment(i);
      ++read;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::bad_input) << error.what();
      EXPECT_NE(std::string(error.what()).find("b.cjvr"), std::string::npos) << error.what();
      ++refused;
    }
  }
  EXPECT_GT(refused, 40);
  EXPECT_GT(read, 40);
}

}  // namespace
}  // namespace conjac::record
