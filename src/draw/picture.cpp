#include "draw/picture.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/check.h"
#include "draw/dots.h"
#include "draw/font.h"
#include "draw/page_colors.h"
#include "draw/raster.h"
#include "draw/seen_surface.h"
#include "draw/ticks.h"
#include "record/number_text.h"

namespace conjac::draw {
namespace {

constexpr std::size_t kMostLookedAt = 60;  // moments that decide on camera and colours
constexpr Color kPlain{0.62f, 0.70f, 0.80f};
constexpr Color kObstacleColor{0.70f, 0.72f, 0.75f}, kBoneColor{0.90f, 0.86f, 0.76f};
constexpr Color kShadowColor{0.32f, 0.34f, 0.40f};
const Vec<3> kSun = Vec<3>(-0.25, 1.0, 0.3);  // where the light that casts the shadow comes from

/// Light grey below, nearly white above.
Color background(double height) {
  return mix({0.975f, 0.98f, 0.985f}, {0.86f, 0.885f, 0.91f}, static_cast<float>(height));
}

double robust_maximum(std::vector<float>& values) {
  if (values.empty()) return 1;
  const auto place = static_cast<std::ptrdiff_t>(0.995 * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + place, values.end());
  const double top = values[static_cast<std::size_t>(place)];
  return top > 0 ? top : 1;
}

/// A few passes of a running mean are nearly a Gaussian.
void blur(std::vector<float>& values, int width, int height, int radius) {
  std::vector<float> line;
  const auto run = [&](std::size_t start, std::size_t stride, int count) {
    line.assign(static_cast<std::size_t>(count), 0.0f);
    float sum = 0;
    for (int i = -radius; i < count; ++i) {
      if (i + radius < count) sum += values[start + stride * static_cast<std::size_t>(i + radius)];
      if (i - radius - 1 >= 0)
        sum -= values[start + stride * static_cast<std::size_t>(i - radius - 1)];
      if (i >= 0) line[static_cast<std::size_t>(i)] = sum / static_cast<float>(2 * radius + 1);
    }
    for (int i = 0; i < count; ++i)
      values[start + stride * static_cast<std::size_t>(i)] = line[static_cast<std::size_t>(i)];
  };
  const auto w = static_cast<std::size_t>(width);
  for (int pass = 0; pass < 3; ++pass) {
    for (int y = 0; y < height; ++y) run(static_cast<std::size_t>(y) * w, 1, width);
    for (int x = 0; x < width; ++x) run(static_cast<std::size_t>(x), w, height);
  }
}

}  // namespace

const std::vector<std::string>& colour_names() {
  static const std::vector<std::string> names{"von_mises", "speed",    "activation", "liveliness",
                                              "region",    "material", "plain"};
  return names;
}

static std::string all_colours() {
  std::string text;
  for (const std::string& name : colour_names()) text += (text.empty() ? "" : ", ") + name;
  return text;
}

Painter::Painter(const record::Stage& stage, const Look& look) : look_(look) {
  require(std::ranges::find(colour_names(), look.colour) != colour_names().end(),
          "there is no colour '" + look.colour + "'; there are " + all_colours(), ErrorKind::usage);
  const auto scene = nlohmann::json::parse(stage.scene_text(), nullptr, false);
  if (scene.is_object()) {
    title_ = scene.value("name", "");
    const std::string label = scene.value("label", "");
    if (!label.empty()) title_ += " (" + label + ")";
  }
  palette_ = page_map(look.colour);
  look_through(stage);
}

void Painter::look_through(const record::Stage& stage) {
  std::vector<Vec<3>> points;
  std::vector<float> values;
  const std::size_t stride = std::max<std::size_t>(1, stage.moments() / kMostLookedAt);
  floor_ = HUGE_VAL;
  for (std::size_t i = 0; i < stage.moments(); i += stride) {
    const record::Moment moment = stage.moment(i);
    flat_ = moment.body->flat;
    points.insert(points.end(), moment.positions.begin(), moment.positions.end());
    for (const Vec<3>& p : moment.positions) floor_ = std::min(floor_, p[1]);
    const std::vector<float> here = values_at_nodes(moment);
    values.insert(values.end(), here.begin(), here.end());
  }
  top_ = robust_maximum(values);
  Vec<3> low = points[0], high = low;
  for (const Vec<3>& p : points) low = low.cwiseMin(p), high = high.cwiseMax(p);
  solids_ = stage_solids(stage.scene_text(), 0.75 * (high - low).norm());
  see_solids(stage, points);
  if (flat_) look_.shadow = false;
  if (look_.shadow) {  // it shall be seen too
    const std::size_t count = points.size();
    for (std::size_t i = 0; i < count; i += 7)
      points.push_back(points[i] - kSun * ((points[i][1] - floor_) / kSun[1]));
  }
  camera_.emplace(flat_ ? straight_view() : look_.view, points);
  const double margin = 0.06 * look_.height;
  const double foot = look_.labels ? 0.08 * look_.height : 0;
  camera_->fit({margin, margin, look_.width - 2 * margin, look_.height - 2 * margin - foot});
}

/// Solids that are not much larger than the motion shall be in the picture; a level half space is
/// the floor.
void Painter::see_solids(const record::Stage& stage, std::vector<Vec<3>>& points) {
  const std::size_t own = points.size();
  Vec<3> low = points[0], high = low;
  for (const Vec<3>& p : points) low = low.cwiseMin(p), high = high.cwiseMax(p);
  const double size = (high - low).norm();
  for (const std::size_t i : {std::size_t{0}, stage.moments() - 1}) {
    const record::Moment moment = stage.moment(i);
    for (std::size_t k = 0; k < std::min(solids_.size(), moment.solids.size()); ++k) {
      const std::vector<Vec<3>> there = in_place(solids_[k], moment.solids[k], moment.time);
      if (solids_[k].half_space) {
        const Vec<3> across = (there[1] - there[0]).cross(there[2] - there[0]).normalized();
        if (across[1] > 0.999) floor_ = there[0][1];
      } else {
        for (const Vec<3>& p : there)
          if ((p - 0.5 * (low + high)).norm() < 1.5 * size) points.push_back(p);
      }
    }
  }
  if (own == points.size()) return;
  for (std::size_t i = own; i < points.size(); ++i) floor_ = std::min(floor_, points[i][1]);
}

/// Empty when the colour is no quantity.
std::vector<float> Painter::values_at_nodes(const record::Moment& moment) const {
  const auto needed = [&](const std::vector<float>& values) {
    require(values.size() == moment.positions.size(),
            "the recording does not hold '" + look_.colour + "'; choose another colour");
    return values;
  };
  if (look_.colour == "von_mises") return needed(moment.von_mises);
  if (look_.colour == "speed") return needed(moment.speed);
  if (look_.colour == "activation") return needed(moment.activation);
  return {};
}

Image Painter::paint(const record::Moment& moment) const {
  Image image(look_.width, look_.height);
  for (int y = 0; y < look_.height; ++y)
    for (int x = 0; x < look_.width; ++x)
      image.at(x, y) = background(static_cast<double>(y) / look_.height);
  if (look_.shadow) draw_shadow(image, moment);
  draw_body(image, moment);
  if (look_.labels) draw_labels(image, moment);
  return image;
}

void Painter::draw_shadow(Image& image, const record::Moment& moment) const {
  std::vector<Vec<3>> fallen;
  const SeenSurface seen(*moment.body);
  std::vector<std::array<int, 3>> triangles = seen.triangles;
  const auto drop = [&](const Vec<3>& p) {
    fallen.push_back(p - kSun * ((p[1] - floor_) / kSun[1]));
  };
  for (const Vec<3>& p : seen.positions(moment.positions)) drop(p);
  for (std::size_t k = 0; k < std::min(solids_.size(), moment.solids.size()); ++k) {
    if (solids_[k].half_space) continue;
    const int first = static_cast<int>(fallen.size());
    for (const Vec<3>& p : in_place(solids_[k], moment.solids[k], moment.time)) drop(p);
    for (const auto& t : solids_[k].mesh.triangles)
      triangles.push_back({first + t[0], first + t[1], first + t[2]});
  }
  const std::vector<Color> black(3 * triangles.size(), kBlack);
  Raster raster(look_.width, look_.height, 1);
  Shading shading;
  shading.ambient = 1;
  shading.edge_width = 0;
  shading.edge_opacity = 0;
  raster.draw({fallen, triangles, black, {}, {}, {}}, *camera_, shading);
  Image mask(look_.width, look_.height);
  raster.resolve(mask, 0, 0);
  std::vector<float> dark;
  for (int y = 0; y < look_.height; ++y)
    for (int x = 0; x < look_.width; ++x) dark.push_back(1 - mask.at(x, y).g);
  blur(dark, look_.width, look_.height, std::max(1, look_.height / 110));
  for (int y = 0; y < look_.height; ++y)
    for (int x = 0; x < look_.width; ++x) {
      const float d = dark[static_cast<std::size_t>(y) * static_cast<std::size_t>(look_.width) +
                           static_cast<std::size_t>(x)];
      if (d > 0) image.blend(x, y, kShadowColor, 0.38f * d);
    }
}

void Painter::draw_solids(Raster& raster, const record::Moment& moment) const {
  Shading shading;
  shading.edge_width = shading.edge_opacity = 0;
  for (std::size_t k = 0; k < std::min(solids_.size(), moment.solids.size()); ++k) {
    const StageSolid& solid = solids_[k];
    const std::vector<Vec<3>> there = in_place(solid, moment.solids[k], moment.time);
    // The floor is the ground of the picture; only what leans is drawn.
    if (solid.half_space &&
        (there[1] - there[0]).cross(there[2] - there[0]).normalized()[1] > 0.999)
      continue;
    const auto& triangles = solid.mesh.triangles;
    const std::vector<Color> colors(3 * triangles.size(), solid.bone ? kBoneColor : kObstacleColor);
    const std::vector<Vec<3>> normals = smooth_normals(there, triangles);
    raster.draw({there, triangles, colors, {}, {}, normals}, *camera_, shading);
  }
}

void Painter::draw_body(Image& image, const record::Moment& moment) const {
  const record::BodyOnStage& body = *moment.body;
  const SeenSurface seen(body);
  const std::vector<Vec<3>> positions = seen.positions(moment.positions);
  std::vector<float> values;
  std::vector<Color> colors;
  const std::vector<float> at_nodes = values_at_nodes(moment);
  for (std::size_t t = 0; t < seen.triangles.size(); ++t) {
    const auto element = static_cast<std::size_t>(seen.elements[t]);
    for (const int vertex : seen.triangles[t]) {
      if (!at_nodes.empty()) {
        const float value = seen.value(static_cast<std::size_t>(vertex), at_nodes);
        values.push_back(static_cast<float>(value / top_));
        continue;
      }
      Color color = kPlain;
      const int region = body.regions.empty() ? -1 : body.regions[element];
      if (look_.colour == "region" && region >= 0) color = page_region(region);
      if (look_.colour == "material") color = page_material(body.kinds[element]);
      if (look_.colour == "liveliness" && region >= 0) {
        const auto k = static_cast<std::size_t>(region);
        // From quiet to lively over three powers of ten; a region that sleeps is grey.
        const double lively = std::log10(std::max(1e-3f, moment.liveliness.at(k))) / 3 + 1;
        const auto at = static_cast<std::size_t>(255 * std::clamp(lively, 0.0, 1.0));
        color = moment.awake.at(k) ? palette_[at] : kPlain;
      }
      colors.push_back(color);
    }
  }
  const std::vector<Vec<3>> normals =
      flat_ ? std::vector<Vec<3>>() : seen.normals(moment.positions, positions);
  Raster raster(look_.width, look_.height, 2);
  Shading shading;
  if (flat_) shading.ambient = 1;
  if (!look_.edges) shading.edge_width = shading.edge_opacity = 0;
  // A skin is too fine for edges.
  if (seen.carried) shading.edge_width = shading.edge_opacity = 0;
  const TriangleSoup soup{positions,
                          seen.triangles,
                          colors,
                          values,
                          at_nodes.empty() ? std::span<const Color>() : palette_,
                          normals};
  draw_solids(raster, moment);
  raster.draw(soup, *camera_, shading);
  raster.resolve(image, 0, 0);
  if (!look_.dots) return;
  std::vector<Skin::Dot> dots;
  for (std::size_t i = 0; i < moment.roles.size(); ++i)
    if (moment.roles[i] != 0)
      dots.push_back({moment.positions[i], static_cast<record::FrameRole>(moment.roles[i])});
  draw_dots(image, dots, *camera_, raster, {0, 0}, median_edge(soup, *camera_));
}

void Painter::draw_labels(Image& image, const record::Moment& moment) const {
  const double text = std::clamp(std::round(look_.height / 45.0), 9.0, 28.0);
  const double left = 1.6 * text, base = look_.height - 1.4 * text;
  const bool stress = look_.colour == "von_mises", speed = look_.colour == "speed";
  const record::Scaled unit = record::scaled_unit(top_, stress ? "Pa" : speed ? "m/s" : "");
  const std::string name = stress ? "von Mises stress" : look_.colour;
  const std::string most =
      record::shortest(std::round(100 * top_ * unit.factor) / 100) + " " + unit.unit;
  const TextStyle small{.height = 0.75 * text, .color = {0.38f, 0.40f, 0.44f}};
  const bool scale = !values_at_nodes(moment).empty();
  // The words above the bar of colours stand beside each other, however narrow the picture is.
  const double words = text_width(name, small) + text_width(most, small) + text;
  const double width = scale ? std::max(0.24 * look_.width, words) : 0;
  // A long title becomes smaller rather than run into the colours.
  TextStyle large{.height = text, .weight = 0.13};
  const double room = look_.width - 3 * left - width;
  large.height *= std::clamp(room / std::max(1.0, text_width(title_, large)), 0.3, 1.0);
  draw_text(image, {left, base}, title_, large);
  draw_text(image, {left, base - 1.9 * text}, record::fixed_decimals(moment.time, 3) + " s",
            {.height = text, .color = {0.38f, 0.40f, 0.44f}});
  if (!scale) return;
  const double right = look_.width - left, from = right - width;
  for (double x = 0; x < width; ++x)
    fill_rect(image, {from + x, base - text, 1, text},
              palette_[static_cast<std::size_t>(255 * x / width)]);
  TextStyle end = small;
  end.align = Align::right;
  draw_text(image, {from, base - 1.35 * text}, name, small);
  draw_text(image, {right, base - 1.35 * text}, most, end);
}

}  // namespace conjac::draw
