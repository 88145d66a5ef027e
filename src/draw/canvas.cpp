#include "draw/canvas.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace conjac::draw {

namespace {

struct Box {
  int left, top, right, bottom;  // pixels, right and bottom exclusive
};

Box pixels_around(double left, double top, double right, double bottom, const Image& image) {
  const auto inside = [](double v, int size) {
    return static_cast<int>(std::clamp(v, 0.0, static_cast<double>(size)));
  };
  return {inside(std::floor(left), image.width()), inside(std::floor(top), image.height()),
          inside(std::ceil(right), image.width()), inside(std::ceil(bottom), image.height())};
}

Box pixels_around(std::span<const Polyline> lines, double reach, const Image& image) {
  double left = 1e30, top = 1e30, right = -1e30, bottom = -1e30;
  for (const Polyline& line : lines) {
    for (const Point& p : line) {
      left = std::min(left, p.x), right = std::max(right, p.x);
      top = std::min(top, p.y), bottom = std::max(bottom, p.y);
    }
  }
  return pixels_around(left - reach, top - reach, right + reach, bottom + reach, image);
}

double distance_to_segment(double x, double y, const Point& a, const Point& b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double length2 = dx * dx + dy * dy;
  const double t =
      length2 > 0 ? std::clamp(((x - a.x) * dx + (y - a.y) * dy) / length2, 0.0, 1.0) : 0.0;
  return std::hypot(x - a.x - t * dx, y - a.y - t * dy);
}

/// Share of a pixel that a shape covers whose edge is this far beyond the pixel's centre. Thinner
/// lines than a pixel cannot cover more than their width.
double coverage(double edge, double width) {
  return std::clamp(edge + 0.5, 0.0, std::min(1.0, width));
}

double overlap(double a0, double a1, double b0, double b1) {
  return std::max(0.0, std::min(a1, b1) - std::max(a0, b0));
}

/// The part of a segment within a rectangle (Liang-Barsky).
std::optional<std::pair<double, double>> visible_part(const Point& a, const Point& b,
                                                      const Rect& rect) {
  double from = 0, to = 1;
  const auto cut = [&](double start, double delta, double low, double high) {
    if (delta == 0) return start >= low && start <= high;
    double t0 = (low - start) / delta, t1 = (high - start) / delta;
    if (t0 > t1) std::swap(t0, t1);
    from = std::max(from, t0), to = std::min(to, t1);
    return from <= to;
  };
  if (!cut(a.x, b.x - a.x, rect.left, rect.right())) return std::nullopt;
  if (!cut(a.y, b.y - a.y, rect.top, rect.bottom())) return std::nullopt;
  return std::pair(from, to);
}

Point between(const Point& a, const Point& b, double t) {
  return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

}  // namespace

void stroke(Image& image, std::span<const Polyline> lines, double width, Color color,
            double opacity) {
  const double reach = 0.5 * width + 1;
  const Box box = pixels_around(lines, reach, image);
  if (box.left >= box.right || box.top >= box.bottom) return;
  const auto columns = static_cast<std::size_t>(box.right - box.left);
  std::vector<float> mask(columns * static_cast<std::size_t>(box.bottom - box.top), 0.0f);
  const auto cover = [&](const Point& a, const Point& b) {
    const Polyline segment = {a, b};
    const Box part = pixels_around(std::span(&segment, 1), reach, image);
    for (int y = part.top; y < part.bottom; ++y) {
      for (int x = part.left; x < part.right; ++x) {
        const double d = distance_to_segment(x + 0.5, y + 0.5, a, b);
        float& m = mask[static_cast<std::size_t>(y - box.top) * columns +
                        static_cast<std::size_t>(x - box.left)];
        m = std::max(m, static_cast<float>(coverage(0.5 * width - d, width)));
      }
    }
  };
  for (const Polyline& line : lines) {
    if (line.size() == 1) cover(line[0], line[0]);
    for (std::size_t i = 1; i < line.size(); ++i) cover(line[i - 1], line[i]);
  }
  for (int y = box.top; y < box.bottom; ++y)
    for (int x = box.left; x < box.right; ++x)
      image.blend(x, y, color,
                  mask[static_cast<std::size_t>(y - box.top) * columns +
                       static_cast<std::size_t>(x - box.left)] *
                      static_cast<float>(opacity));
}

void stroke_line(Image& image, Point from, Point to, double width, Color color, double opacity) {
  const Polyline line = {from, to};
  stroke(image, std::span(&line, 1), width, color, opacity);
}

void fill_rect(Image& image, const Rect& rect, Color color, double opacity) {
  const Box box = pixels_around(rect.left, rect.top, rect.right(), rect.bottom(), image);
  for (int y = box.top; y < box.bottom; ++y)
    for (int x = box.left; x < box.right; ++x)
      image.blend(x, y, color,
                  static_cast<float>(opacity * overlap(x, x + 1, rect.left, rect.right()) *
                                     overlap(y, y + 1, rect.top, rect.bottom())));
}

void fill_disc(Image& image, Point center, double radius, Color color, double opacity) {
  const Polyline point = {center};
  stroke(image, std::span(&point, 1), 2 * radius, color, opacity);
}

void fill_convex(Image& image, const Polyline& corners, Color color, double opacity) {
  double area = 0;
  const std::size_t n = corners.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Point &a = corners[i], &b = corners[(i + 1) % n];
    area += a.x * b.y - a.y * b.x;
  }
  const double sign = area < 0 ? -1 : 1;
  const Box box = pixels_around(std::span(&corners, 1), 1, image);
  for (int y = box.top; y < box.bottom; ++y) {
    for (int x = box.left; x < box.right; ++x) {
      double inside = 1e30;
      for (std::size_t i = 0; i < n; ++i) {
        const Point &a = corners[i], &b = corners[(i + 1) % n];
        const double cross = (b.x - a.x) * (y + 0.5 - a.y) - (b.y - a.y) * (x + 0.5 - a.x);
        inside = std::min(inside, sign * cross / std::hypot(b.x - a.x, b.y - a.y));
      }
      image.blend(x, y, color, static_cast<float>(opacity * coverage(inside, 1)));
    }
  }
}

std::vector<Polyline> dashed(std::span<const Polyline> lines, double on, double off) {
  std::vector<Polyline> result;
  for (const Polyline& line : lines) {
    if (line.size() < 2) continue;
    double left = on;  // what remains of the running dash or gap
    bool drawing = true;
    result.push_back({line[0]});
    for (std::size_t i = 1; i < line.size(); ++i) {
      Point from = line[i - 1];
      double length = std::hypot(line[i].x - from.x, line[i].y - from.y);
      while (length > left) {
        from = between(from, line[i], left / length);
        length -= left;
        if (drawing) result.back().push_back(from);
        drawing = !drawing;
        if (drawing) result.push_back({from});
        left = drawing ? on : off;
      }
      left -= length;
      if (drawing) result.back().push_back(line[i]);
    }
  }
  return result;
}

std::vector<Polyline> clipped(std::span<const Polyline> lines, const Rect& rect) {
  std::vector<Polyline> result;
  for (const Polyline& line : lines) {
    bool open = false;
    for (std::size_t i = 1; i < line.size(); ++i) {
      const auto part = visible_part(line[i - 1], line[i], rect);
      if (!part) {
        open = false;
        continue;
      }
      if (!open || part->first > 0) result.push_back({between(line[i - 1], line[i], part->first)});
      result.back().push_back(between(line[i - 1], line[i], part->second));
      open = part->second == 1;
    }
  }
  return result;
}

}  // namespace conjac::draw
