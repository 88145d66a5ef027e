#pragma once

#include <array>
#include <span>
#include <vector>

#include "draw/camera.h"
#include "draw/image.h"

namespace conjac::draw {

/// Triangles to draw. Colours per corner: equal ones paint a face, different ones are interpolated.
/// With a palette the corner *values* are interpolated and looked up per sample instead, so a steep
/// gradient shows the palette's own colours in between.
struct TriangleSoup {
  std::span<const Vec<3>> positions;
  std::span<const std::array<int, 3>> triangles;
  std::span<const Color> corner_colors;  // (3 x triangles), or empty with a palette
  std::span<const float> corner_values;  // (3 x triangles), 0..1, with a palette
  std::span<const Color> palette;
  std::span<const Vec<3>> normals = {};  // (positions), any length; empty: every face is flat
};
/// Mean normal of the faces around each point, weighted by their area.
std::vector<Vec<3>> smooth_normals(std::span<const Vec<3>> positions,
                                   std::span<const std::array<int, 3>> triangles);

struct Shading {
  double ambient = 0.62;       // light that reaches every face; 1 paints flat
  double edge_width = 1.0;     // pixels; 0 draws none
  double edge_opacity = 0.45;  // where triangles are large; fades where edges are only pixels long
  Color edge_color{0.06f, 0.07f, 0.10f};
};

/// Median length of the sides on the picture, pixels.
double median_edge(const TriangleSoup& soup, const Camera& camera);

/// A z-buffer with several samples per pixel. Faces are lit from both sides by a headlight and a
/// lamp above. Edge lines are drawn on the surface, from the distance of a sample
/// to its triangle's sides, so they are hidden where the surface is and never fight with it.
class Raster {
 public:
  /// `samples` per pixel and direction.
  Raster(int width, int height, int samples = 3);

  /// `camera` is fitted in pixels of this raster.
  void draw(const TriangleSoup& soup, const Camera& camera, const Shading& shading);

  /// Whether a projected point lies on the surface or before it, within a tolerance of depth.
  bool visible(const Projected& point, const Camera& camera, double tolerance) const;

  /// Lays the picture over `image` with its corner at (left, top); where nothing was drawn the
  /// image shows.
  void resolve(Image& image, int left, int top) const;

 private:
  void draw_triangle(const std::array<Projected, 3>& corners, const std::array<Color, 3>& colors,
                     const std::array<float, 3>& values, std::span<const Color> palette,
                     const std::array<float, 3>& lights, const Shading& shading,
                     double edge_opacity);
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_ * samples_) +
           static_cast<std::size_t>(x);
  }

  int width_, height_, samples_;
  std::vector<double> nearness_;  // (samples), -infinity where nothing was drawn
  std::vector<Color> colors_;     // (samples)
};

}  // namespace conjac::draw
