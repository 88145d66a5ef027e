#include "draw/dots.h"

#include <algorithm>
#include <array>

#include "draw/contact_sheet.h"

namespace conjac::draw {
namespace {

struct Dots {
  record::FrameRole role;
  double radius;  // pixels, where the mesh is coarse
  double hidden;  // opacity where the body is before them
};
// In drawing order: the many held nodes first, the few that drive the body above them.
constexpr std::array<Dots, 5> kDots = {{{record::FrameRole::fixed, 2.4, 0.45},
                                        {record::FrameRole::scripted, 2.4, 0.45},
                                        {record::FrameRole::attached, 2.4, 0.45},
                                        {record::FrameRole::sleeping, 4.0, 0.75},
                                        {record::FrameRole::dynamic, 4.0, 0.75}}};

}  // namespace

void draw_dots(Image& image, std::span<const Skin::Dot> dots, const Camera& camera,
               const Raster& raster, Point corner, double edge) {
  const double tolerance = 0.01 * camera.radius();
  for (const Dots& kind : kDots) {
    // Held nodes sit on every vertex of a side: smaller than the mesh, so that it stays visible.
    const bool held = kind.radius < 3;
    const double radius = held ? std::clamp(0.11 * edge, 1.0, kind.radius) : kind.radius;
    const double rim = held ? (edge > 14 ? 0.35 * radius : 0) : 1.5;
    for (const Skin::Dot& dot : dots) {
      if (dot.role != kind.role) continue;
      const Projected p = camera.project(dot.position);
      const bool seen = raster.visible(p, camera, tolerance);
      const double opacity = seen ? 1.0 : kind.hidden;
      const Point at{corner.x + p.x, corner.y + p.y};
      if (rim > 0 && (seen || !held)) fill_disc(image, at, radius + rim, kWhite, opacity);
      fill_disc(image, at, radius, role_color(dot.role), opacity);
    }
  }
}

}  // namespace conjac::draw
