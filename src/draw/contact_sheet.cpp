#include "draw/contact_sheet.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "draw/camera.h"
#include "draw/color_map.h"
#include "draw/dots.h"
#include "draw/font.h"
#include "draw/plot.h"
#include "draw/raster.h"
#include "draw/sheet_layout.h"
#include "draw/sheet_legend.h"
#include "record/number_text.h"

namespace conjac::draw {

namespace {

constexpr Color kFrame{0.84f, 0.85f, 0.87f};
constexpr Color kBone{0.91f, 0.87f, 0.76f};
constexpr Color kObstacle{0.80f, 0.83f, 0.86f};

std::vector<Color> stress_palette() {
  std::vector<Color> palette;
  for (int i = 0; i < 256; ++i) palette.push_back(color_map(i / 255.0));
  return palette;
}

/// The body of a muscle is grey, so that its fibres show.
std::vector<Color> muscle_palette() {
  std::vector<Color> palette;
  for (int i = 0; i < 256; ++i) {
    const float grey = 0.62f - 0.34f * static_cast<float>(i) / 255;
    palette.push_back({grey, grey, grey + 0.015f});
  }
  return palette;
}

void draw_solids(Raster& raster, const Skin& skin, const Camera& camera, Shading shading) {
  if (skin.solid_triangles.empty()) return;
  shading.edge_width = shading.edge_opacity = 0;
  const std::size_t bones = skin.solid_triangles.size() - skin.obstacle_triangles;
  const std::span all(skin.solid_triangles);
  const std::vector<Color> bone_colors(3 * bones, kBone);
  raster.draw({skin.solid_positions, all.first(bones), bone_colors, {}, {}}, camera, shading);
  // A wall between the body and the eye is not drawn: only what faces the eye is.
  std::vector<std::array<int, 3>> facing;
  for (const auto& t : all.subspan(bones)) {
    const auto corner = [&](int k) {
      return camera.project(skin.solid_positions[static_cast<std::size_t>(t[k])]);
    };
    const Projected a = corner(0), b = corner(1), c = corner(2);
    if ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) < 0) facing.push_back(t);
  }
  const std::vector<Color> colors(3 * facing.size(), kObstacle);
  raster.draw({skin.solid_positions, facing, colors, {}, {}}, camera, shading);
}

/// Those on the seen side of the body, thinned out so that the body shows between them.
void draw_fibers(Image& image, const Skin& skin, const Camera& camera, const Raster& raster,
                 Point corner, double edge) {
  constexpr std::size_t kMost = 400;
  const double tolerance = (skin.dimension == 2 ? 1.0 : 0.02) * camera.radius();
  const double width = std::clamp(0.13 * edge, 1.0, 2.0);
  // An odd stride: neighbours in number often lie in the same cell.
  const std::size_t stride = (skin.fibers.size() / kMost + 1) | 1;
  for (std::size_t i = 0; i < skin.fibers.size(); i += stride) {
    const record::FiberLine& fiber = skin.fibers[i];
    const Vec<3> middle(fiber.middle[0], fiber.middle[1], fiber.middle[2]);
    const Vec<3> half(fiber.half[0], fiber.half[1], fiber.half[2]);
    if (!raster.visible(camera.project(middle), camera, tolerance)) continue;
    const Projected a = camera.project(middle - half), b = camera.project(middle + half);
    stroke_line(image, {corner.x + a.x, corner.y + a.y}, {corner.x + b.x, corner.y + b.y}, width,
                activation_color(fiber.activation));
  }
}

void draw_panel(Image& image, const Skin& skin, const Rect& panel, const Rect& drawing,
                const std::string& label, Camera camera, double top_stress,
                std::span<const Color> palette) {
  for (const double y : {panel.top, panel.bottom() - 1})
    fill_rect(image, {panel.left, y, panel.width, 1}, kFrame);
  for (const double x : {panel.left, panel.right() - 1})
    fill_rect(image, {x, panel.top, 1, panel.height}, kFrame);

  std::vector<float> values;
  std::vector<Color> owners;
  for (const auto& slots : skin.topology->corner_slots)
    for (const int slot : slots)
      values.push_back(
          static_cast<float>(skin.von_mises[static_cast<std::size_t>(slot)] / top_stress));
  for (const int owner : skin.topology->owners) owners.insert(owners.end(), 3, owner_color(owner));
  // Whole pixels, and a margin so that edges and dots on the rim are not cut.
  const int margin = 8;
  const int left = static_cast<int>(drawing.left) - margin;
  const int top = static_cast<int>(drawing.top) - margin;
  Raster raster(static_cast<int>(drawing.width) + 2 * margin,
                static_cast<int>(drawing.height) + 2 * margin);
  camera.fit(
      {static_cast<double>(margin), static_cast<double>(margin), drawing.width, drawing.height});
  TriangleSoup soup{skin.positions, skin.topology->triangles, {}, values, palette};
  if (!owners.empty()) soup.corner_colors = owners, soup.palette = {};
  Shading shading;
  if (skin.dimension == 2) shading.ambient = 1;
  if (!skin.fibers.empty()) shading.edge_opacity *= 0.4;
  raster.draw(soup, camera, shading);
  draw_solids(raster, skin, camera, shading);
  raster.resolve(image, left, top);
  draw_fibers(image, skin, camera, raster, {left * 1.0, top * 1.0}, median_edge(soup, camera));
  draw_dots(image, skin.dots, camera, raster, {left * 1.0, top * 1.0}, median_edge(soup, camera));
  draw_text(image, {panel.left + 12, panel.top + 24}, label, {});
}

/// Nearly the largest stress: the few elements at a sharp corner, where the exact stress is
/// infinite, shall not take all the colours for themselves.
double robust_maximum(std::span<const Skin> skins) {
  std::vector<float> all;
  for (const Skin& skin : skins)
    all.insert(all.end(), skin.von_mises.begin(), skin.von_mises.end());
  const auto place = static_cast<std::ptrdiff_t>(0.995 * static_cast<double>(all.size() - 1));
  std::nth_element(all.begin(), all.begin() + place, all.end());
  return all[static_cast<std::size_t>(place)];
}

int time_decimals(std::span<const Skin> skins) {
  if (skins.size() < 2) return 3;
  const double spacing =
      (skins.back().time - skins.front().time) / static_cast<double>(skins.size() - 1);
  if (!(spacing > 0)) return 3;
  return std::clamp(static_cast<int>(std::ceil(-std::log10(spacing))) + 1, 0, 6);
}

void draw_title(Image& image, Point at, const SheetTitle& title) {
  constexpr double kBetween = 22;
  TextStyle name{.height = 21, .weight = 0.14};
  TextStyle details{.height = 14, .color = {0.38f, 0.40f, 0.44f}};
  // A long title becomes smaller rather than cut off.
  const double room = image.width() - 2 * at.x - kBetween;
  const double wanted = text_width(title.name, name) + text_width(title.details, details);
  const double shrink = std::min(1.0, room / wanted);
  name.height *= shrink, details.height *= shrink;
  draw_text(image, at, title.name, name);
  draw_text(image, {at.x + text_width(title.name, name) + kBetween, at.y}, title.details, details);
}

}  // namespace

Camera sheet_camera(std::span<const Skin> skins, const View& view) {
  std::vector<Vec<3>> points;
  for (const Skin& skin : skins)
    points.insert(points.end(), skin.positions.begin(), skin.positions.end());
  // Bones are part of what is shown; of obstacles only what is near the body.
  Vec<3> low = Vec<3>::Constant(1e300), high = -low;
  for (const Vec<3>& p : points) low = low.cwiseMin(p), high = high.cwiseMax(p);
  const Vec<3> near = Vec<3>::Constant(0.25 * (high - low).norm());
  for (const Skin& skin : skins) {
    const std::size_t bones = skin.solid_positions.size() - skin.obstacle_points;
    for (std::size_t i = 0; i < skin.solid_positions.size(); ++i) {
      const Vec<3>& p = skin.solid_positions[i];
      const bool close =
          ((p - low + near).array() >= 0).all() && ((high + near - p).array() >= 0).all();
      if (i < bones || close) points.push_back(p);
    }
  }
  return {skins[0].dimension == 2 ? straight_view() : view, points};
}

Image contact_sheet(std::span<const Skin> skins, const SheetTitle& title, const SheetStyle& style) {
  const Camera camera = sheet_camera(skins, style.view);
  const SheetLayout layout(static_cast<int>(skins.size()), camera.aspect(), style.columns,
                           style.scale);
  const StressScale scale = stress_scale(robust_maximum(skins));

  Image image(layout.width(), layout.height());
  draw_title(image, layout.title(), title);
  const bool fibers = !skins[0].fibers.empty();
  const auto palette = fibers ? muscle_palette() : stress_palette();
  const int decimals = time_decimals(skins);
  for (std::size_t i = 0; i < skins.size(); ++i) {
    const int at = static_cast<int>(i);
    draw_panel(image, skins[i], layout.panel(at), layout.drawing(at),
               style.labels.empty() ? record::fixed_decimals(skins[i].time, decimals) + " s"
                                    : style.labels[i],
               camera, scale.top, palette);
  }
  draw_legend(image, layout.legend(), scale, skins, palette);
  return image;
}

Color activation_color(double activation) {
  const auto t = static_cast<float>(std::clamp(activation, 0.0, 1.0));
  const Color white{1, 1, 1}, yellow{1.0f, 0.86f, 0.12f}, red{0.86f, 0.08f, 0.06f};
  return t < 0.5f ? mix(white, yellow, 2 * t) : mix(yellow, red, 2 * t - 1);
}

Color owner_color(int i) {
  return mix(series_color(i), kWhite, 0.35f);
}

Color role_color(record::FrameRole role) {
  switch (role) {
    case record::FrameRole::dynamic:
      return {0.10f, 0.66f, 0.24f};
    case record::FrameRole::sleeping:
      return {0.96f, 0.53f, 0.07f};
    case record::FrameRole::scripted:
      return {0.10f, 0.42f, 0.95f};
    case record::FrameRole::attached:
      return {0.72f, 0.18f, 0.62f};
    default:
      return {0.22f, 0.23f, 0.25f};
  }
}

}  // namespace conjac::draw
