// A recording read back: what was written comes out, and damage is an error, never a crash.
#include "record/stream_read.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <random>

#include "record/files.h"
#include "record/picture.h"
#include "record/stage_solids.h"
#include "support/expect_error.h"
#include "support/scratch_folder.h"

namespace conjac::record {
namespace {

using testing::ScratchFolder;

/// Two tetrahedra that share a side, at two moments one apart; a ball stands beside them.
std::string small_recording() {
  const std::vector<double> rest{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
  const std::vector<std::array<int, 3>> triangles{{0, 2, 1}, {0, 1, 3}, {0, 3, 2},
                                                  {1, 2, 4}, {1, 4, 3}, {2, 3, 4}};
  const std::vector<int> elements{0, 1, 2, 3, 1, 2, 3, 4}, regions{0, 0}, kinds{0, 65537},
      representatives{4};
  StreamShape shape;
  shape.rest = rest;
  shape.triangles = triangles;
  shape.elements = elements;
  shape.regions = regions;
  shape.kinds = kinds;
  shape.representatives = representatives;
  std::string bytes = recording_head();
  bytes += packed(text_message({}, R"({"type":"scene","name":"two","label":"ConJac","solids":[)"
                                   R"({"kind":"sphere","radius":0.25,"role":"obstacle"}]})"));
  bytes += packed(shape_message({StreamKind::shape, 0, 1, 0}, shape));
  for (int moment : {0, 1}) {
    std::vector<double> positions = rest;
    for (double& x : positions) x += 2 * moment;
    const std::vector<float> speed(5, 1.0f + static_cast<float>(moment)), stress{1, 2, 3, 4, 5},
        liveliness{0.5f};
    const std::vector<int> roles{3, 0, 0, 0, 1};
    const std::vector<char> awake{1};
    const SolidPose pose{{3, 0, 0}, {0, 0, 0, 1}};
    StreamFrame frame;
    frame.positions = positions;
    frame.speed = speed;
    frame.von_mises = stress;
    frame.roles = roles;
    frame.liveliness = liveliness;
    frame.awake = awake;
    frame.solids = {&pose, 1};
    bytes += packed(frame_message({StreamKind::frame, 0, 1, 1.0 * moment}, frame));
  }
  return bytes;
}

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

TEST(StreamRead, DamageIsAnError) {
  const ScratchFolder folder;
  const std::string whole = small_recording();
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

// The body, the ball and the shadow are where the camera says, in their colours.
TEST(Picture, ShowsBodyAndSolids) {
  const ScratchFolder folder;
  write_atomically(folder / "a.cjvr", small_recording());
  const Stage stage((folder / "a.cjvr").string());
  Look look;
  look.width = 320;
  look.height = 240;
  look.labels = look.dots = false;
  look.colour = "plain";
  const auto coloured = [&](bool shadow) {
    look.shadow = shadow;
    const Image image = Painter(stage, look).paint(stage.moment(0));
    int bluish = 0, grey = 0, dark = 0;
    for (int y = 0; y < 240; ++y)
      for (int x = 0; x < 320; ++x) {
        const Color c = image.at(x, y);
        bluish += c.b > 1.18f * c.r;
        grey += c.b < 1.09f * c.r && c.r < 0.79f && c.r > 0.3f;
        dark += c.r < 0.8f && c.b < 1.15f * c.r;
      }
    return std::array{bluish, grey, dark};
  };
  const auto plain = coloured(false), shadowed = coloured(true);
  EXPECT_GT(plain[0], 500);                // the tetrahedra
  EXPECT_GT(plain[1], 100);                // the ball
  EXPECT_GT(shadowed[2], plain[2] + 200);  // the shadow
  Look wrong = look;
  wrong.colour = "activation";
  testing::expect_error(ErrorKind::bad_input, "activation",
                        [&] { Painter(stage, wrong).paint(stage.moment(0)); });
}

TEST(StageSolid, VolumesAreThoseOfTheSolids) {
  const auto volume = [](const StageSolid& mesh) {
    double sum = 0;
    for (const auto& t : mesh.triangles) {
      const auto at = [&](int i) { return mesh.positions[static_cast<std::size_t>(t[i])]; };
      sum += at(0).dot(at(1).cross(at(2))) / 6;
    }
    return sum;
  };
  const auto meshes = stage_solids(
      R"({"solids":[{"kind":"box","half":[1,2,3]},{"kind":"sphere","radius":2},)"
      R"({"kind":"capsule","radius":1,"half_length":3,"role":"bone"},{"kind":"half_space"},)"
      R"({"kind":"mesh","positions":[0,0,0,1,0,0,0,1,0],"triangles":[0,1,2,0,1,7]},)"
      R"({"kind":"unheard of"},{"kind":"box","half":"wide"}]})",
      5);
  ASSERT_EQ(meshes.size(), 7u);
  EXPECT_NEAR(volume(meshes[0]), 48, 1e-9);
  EXPECT_NEAR(volume(meshes[1]) / (4 * M_PI / 3 * 8), 1, 0.03);
  EXPECT_NEAR(volume(meshes[2]) / (4 * M_PI / 3 + 6 * M_PI), 1, 0.03);
  EXPECT_TRUE(meshes[2].bone);
  EXPECT_TRUE(meshes[3].half_space);
  EXPECT_EQ(meshes[4].triangles.size(), 1u);  // the other names a corner that is not there
  EXPECT_TRUE(meshes[5].positions.empty());
  EXPECT_TRUE(meshes[6].positions.empty());
  const SolidPose turned{{1, 0, 0}, {0, 0, std::sqrt(0.5), std::sqrt(0.5)}};  // x becomes y
  EXPECT_LT((solid_in_place(meshes[4], turned)[1] - Vec<3>(1, 1, 0)).norm(), 1e-12);
}

}  // namespace
}  // namespace conjac::record
