#include <gtest/gtest.h>

#include "draw/picture.h"
#include "record/files.h"
#include "support/expect_error.h"
#include "support/scratch_folder.h"
#include "support/small_recording.h"

namespace conjac::draw {
namespace {

using testing::expect_error;
using testing::ScratchFolder;
using testing::small_recording;

// The body, the ball and the shadow are where the camera says, in their colours.
TEST(Picture, ShowsBodyAndSolids) {
  const ScratchFolder folder;
  record::write_atomically(folder / "a.cjvr", small_recording());
  const record::Stage stage((folder / "a.cjvr").string());
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
  expect_error(ErrorKind::bad_input, "activation",
               [&] { Painter(stage, wrong).paint(stage.moment(0)); });
}

}  // namespace
}  // namespace conjac::draw
