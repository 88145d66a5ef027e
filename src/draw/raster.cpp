#include "draw/raster.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

namespace conjac::draw {

namespace {

constexpr double kNothing = -std::numeric_limits<double>::infinity();

double side(const Projected& a, const Projected& b, double x, double y) {
  return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

float light_on(const Vec<3>& face_normal, const Camera& camera, double ambient) {
  Vec<3> normal = face_normal;
  const double length = normal.norm();
  if (length == 0 || ambient >= 1) return 1;
  normal /= length;
  if (normal.dot(camera.toward_eye()) < 0) normal = -normal;
  // The lamp is the sun of the scene rather than of the eye: tops are lighter than fronts, fronts
  // lighter than right sides. The gain lets a face that the lamp meets squarely keep its colour.
  const Vec<3> lamp = Vec<3>(-0.2, 0.9, 0.38).normalized();
  const double head = normal.dot(camera.toward_eye());
  const double above = std::max(0.0, normal.dot(lamp));
  constexpr double kGain = 1.3;
  return static_cast<float>(
      std::min(1.04, ambient + kGain * (1 - ambient) * (0.3 * head + 0.7 * above)));
}

Color from_palette(std::span<const Color> palette, float value) {
  const float place = std::clamp(value, 0.0f, 1.0f) * static_cast<float>(palette.size() - 1);
  return palette[static_cast<std::size_t>(place + 0.5f)];
}

}  // namespace

double median_edge(const TriangleSoup& soup, const Camera& camera) {
  std::vector<double> lengths;
  for (const auto& t : soup.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      const auto a = camera.project(soup.positions[static_cast<std::size_t>(t[i])]);
      const auto b = camera.project(soup.positions[static_cast<std::size_t>(t[(i + 1) % 3])]);
      lengths.push_back(std::hypot(a.x - b.x, a.y - b.y));
    }
  }
  if (lengths.empty()) return 0;
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  return *middle;
}

std::vector<Vec<3>> smooth_normals(std::span<const Vec<3>> positions,
                                   std::span<const std::array<int, 3>> triangles) {
  std::vector<Vec<3>> normals(positions.size(), Vec<3>::Zero());
  for (const auto& t : triangles) {
    const auto a = static_cast<std::size_t>(t[0]), b = static_cast<std::size_t>(t[1]),
               c = static_cast<std::size_t>(t[2]);
    const Vec<3> normal = (positions[b] - positions[a]).cross(positions[c] - positions[a]);
    for (std::size_t node : {a, b, c}) normals[node] += normal;
  }
  return normals;
}

Raster::Raster(int width, int height, int samples)
    : width_(width),
      height_(height),
      samples_(samples),
      nearness_(
          static_cast<std::size_t>(width * samples) * static_cast<std::size_t>(height * samples),
          kNothing),
      colors_(nearness_.size()) {}

void Raster::draw(const TriangleSoup& soup, const Camera& camera, const Shading& shading) {
  std::vector<Projected> points;
  points.reserve(soup.positions.size());
  for (const Vec<3>& p : soup.positions) points.push_back(camera.project(p));
  // Lines closer than a few widths would only darken the picture.
  const double fade = std::clamp((median_edge(soup, camera) - 3.0) / 9.0, 0.0, 1.0);
  for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
    std::array<Projected, 3> corners;
    std::array<Vec<3>, 3> places;
    std::array<Color, 3> colors{};
    std::array<float, 3> values{};
    for (std::size_t i = 0; i < 3; ++i) {
      const auto node = static_cast<std::size_t>(soup.triangles[t][i]);
      corners[i] = points[node];
      places[i] = soup.positions[node];
      if (soup.palette.empty())
        colors[i] = soup.corner_colors[3 * t + i];
      else
        values[i] = soup.corner_values[3 * t + i];
    }
    const Vec<3> normal = (places[1] - places[0]).cross(places[2] - places[0]);
    std::array<float, 3> lights;
    for (std::size_t i = 0; i < 3; ++i)
      lights[i] = light_on(soup.normals.empty()
                               ? normal
                               : soup.normals[static_cast<std::size_t>(soup.triangles[t][i])],
                           camera, shading.ambient);
    draw_triangle(corners, colors, values, soup.palette, lights, shading,
                  shading.edge_opacity * fade);
  }
}

void Raster::draw_triangle(const std::array<Projected, 3>& corners,
                           const std::array<Color, 3>& colors, const std::array<float, 3>& values,
                           std::span<const Color> palette, const std::array<float, 3>& lights,
                           const Shading& shading, double edge_opacity) {
  const double area = side(corners[0], corners[1], corners[2].x, corners[2].y);
  if (area == 0) return;
  const auto [left, right] = std::minmax({corners[0].x, corners[1].x, corners[2].x});
  const auto [top, bottom] = std::minmax({corners[0].y, corners[1].y, corners[2].y});
  const auto first = [this](double v, int size) {
    return static_cast<int>(std::clamp(std::floor(v * samples_), 0.0, size * samples_ * 1.0));
  };
  const int x0 = first(left, width_), x1 = std::min(first(right, width_) + 1, width_ * samples_);
  const int y0 = first(top, height_), y1 = std::min(first(bottom, height_) + 1, height_ * samples_);
  std::array<double, 3> height;  // pixels from each corner to the side across
  for (std::size_t i = 0; i < 3; ++i) {
    const auto &a = corners[(i + 1) % 3], &b = corners[(i + 2) % 3];
    height[i] = std::abs(area) / std::hypot(a.x - b.x, a.y - b.y);
  }
  for (int y = y0; y < y1; ++y) {
    for (int x = x0; x < x1; ++x) {
      const double px = (x + 0.5) / samples_, py = (y + 0.5) / samples_;
      std::array<double, 3> weight;
      for (std::size_t i = 0; i < 3; ++i)
        weight[i] = side(corners[(i + 1) % 3], corners[(i + 2) % 3], px, py) / area;
      // A sample on a side shared by two triangles must not fall between them by rounding.
      constexpr double kSlack = -1e-9;
      if (weight[0] < kSlack || weight[1] < kSlack || weight[2] < kSlack) continue;
      const double nearness = weight[0] * corners[0].nearness + weight[1] * corners[1].nearness +
                              weight[2] * corners[2].nearness;
      const std::size_t at = index(x, y);
      if (nearness <= nearness_[at]) continue;
      nearness_[at] = nearness;
      Color color;
      const auto blend = [&](auto a, auto b, auto c) {
        return static_cast<float>(weight[0]) * a + static_cast<float>(weight[1]) * b +
               static_cast<float>(weight[2]) * c;
      };
      if (palette.empty())
        color = {blend(colors[0].r, colors[1].r, colors[2].r),
                 blend(colors[0].g, colors[1].g, colors[2].g),
                 blend(colors[0].b, colors[1].b, colors[2].b)};
      else
        color = from_palette(palette, blend(values[0], values[1], values[2]));
      // A face without smooth normals keeps one light to the last bit.
      const float light = lights[0] == lights[1] && lights[1] == lights[2]
                              ? lights[0]
                              : blend(lights[0], lights[1], lights[2]);
      color = {color.r * light, color.g * light, color.b * light};
      const double to_edge =
          std::min({weight[0] * height[0], weight[1] * height[1], weight[2] * height[2]});
      const double line = std::clamp(0.5 * shading.edge_width + 0.25 - to_edge, 0.0, 0.5) * 2;
      colors_[at] = mix(color, shading.edge_color, static_cast<float>(line * edge_opacity));
    }
  }
}

bool Raster::visible(const Projected& point, const Camera& camera, double tolerance) const {
  const int x = static_cast<int>(std::floor(point.x * samples_));
  const int y = static_cast<int>(std::floor(point.y * samples_));
  if (x < 0 || y < 0 || x >= width_ * samples_ || y >= height_ * samples_) return true;
  const double nearest = nearness_[index(x, y)];
  return nearest == kNothing || camera.depth(point.nearness) <= camera.depth(nearest) + tolerance;
}

void Raster::resolve(Image& image, int left, int top) const {
  const float share = 1.0f / static_cast<float>(samples_ * samples_);
  for (int y = 0; y < height_; ++y) {
    for (int x = 0; x < width_; ++x) {
      Color sum{};
      int covered = 0;
      for (int s = 0; s < samples_ * samples_; ++s) {
        const std::size_t at = index(x * samples_ + s % samples_, y * samples_ + s / samples_);
        if (nearness_[at] == kNothing) continue;
        const Color& c = colors_[at];
        sum = {sum.r + c.r, sum.g + c.g, sum.b + c.b};
        ++covered;
      }
      if (covered == 0) continue;
      const auto n = static_cast<float>(covered);
      image.blend(left + x, top + y, {sum.r / n, sum.g / n, sum.b / n}, n * share);
    }
  }
}

}  // namespace conjac::draw
