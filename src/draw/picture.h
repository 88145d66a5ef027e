#pragma once

#include <optional>
#include <string>
#include <vector>

#include "draw/camera.h"
#include "draw/image.h"
#include "draw/raster.h"
#include "draw/stage_solids.h"
#include "record/stream_read.h"

namespace conjac::draw {

/// What a picture of a recording is to look like.
struct Look {
  int width = 1280, height = 720;    // pixels
  std::string colour = "von_mises";  // a name of colour_names()
  bool edges = true, dots = true, shadow = true, labels = true;
  View view = three_quarter_view();  // in 3D
};
const std::vector<std::string>& colour_names();

/// Draws moments of a recording with one camera and one colour scale for all of them.
class Painter {
 public:
  /// Looks through the recording once. Throws Error(bad_input) for a colour it does not hold.
  Painter(const record::Stage& stage, const Look& look);
  Image paint(const record::Moment& moment) const;

 private:
  void look_through(const record::Stage& stage);
  void see_solids(const record::Stage& stage, std::vector<Vec<3>>& points);
  std::vector<float> values_at_nodes(const record::Moment& moment) const;
  void draw_shadow(Image& image, const record::Moment& moment) const;
  void draw_solids(Raster& raster, const record::Moment& moment) const;
  void draw_body(Image& image, const record::Moment& moment) const;
  void draw_labels(Image& image, const record::Moment& moment) const;

  Look look_;
  std::string title_;
  bool flat_ = false;
  std::optional<Camera> camera_;
  double floor_ = 0;  // height on which the shadow falls, m
  double top_ = 1;    // value of the last colour
  std::vector<Color> palette_;
  std::vector<StageSolid> solids_;
};

}  // namespace conjac::draw
