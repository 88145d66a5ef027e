#include "draw/sheet_legend.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "draw/contact_sheet.h"
#include "draw/font.h"
#include "draw/ticks.h"
#include "record/number_text.h"

namespace conjac::draw {

namespace {

constexpr double kText = 14;

void draw_color_bar(Image& image, Point at, double width, const StressScale& scale,
                    std::span<const Color> palette) {
  const auto color_at = [&](double value) {
    const auto last = static_cast<double>(palette.size() - 1);
    return palette[static_cast<std::size_t>(std::clamp(value, 0.0, 1.0) * last)];
  };
  constexpr double kHeight = 16;
  for (double x = 0; x < width; ++x)
    fill_rect(image, {at.x + x, at.y, 1, kHeight}, color_at((x + 0.5) / width));
  // The arrow says that higher values share the last colour.
  fill_convex(image,
              {{at.x + width, at.y},
               {at.x + width + 10, at.y + kHeight / 2},
               {at.x + width, at.y + kHeight}},
              color_at(1));
  const double shown_top = scale.top * scale.factor;
  const Ticks ticks = nice_ticks(0, shown_top, 4);
  for (const double value : ticks.values) {
    const double x = std::round(at.x + width * value / shown_top);
    fill_rect(image, {x, at.y + kHeight, 1, 5}, {0.3f, 0.3f, 0.33f});
    draw_text(image, {x + 0.5, at.y + kHeight + 21.5}, ticks.label(value),
              {.height = 10.5, .align = Align::center});
  }
}

/// Which colour is whose region.
void draw_owners(Image& image, Point at, std::span<const Skin> skins, double right) {
  const TextStyle text{.height = kText};
  const std::string label = "region of node";
  draw_text(image, at, label, text);
  double x = at.x + text_width(label, text) + 18;
  int last = 0;
  for (const Skin& skin : skins)
    for (const int owner : skin.topology->owners) last = std::max(last, owner);
  for (int i = 0; i <= last && x < right; ++i) {
    fill_rect(image, {x, at.y - 14, 16, 16}, owner_color(i));
    draw_text(image, {x + 22, at.y}, std::to_string(i), text);
    x += 22 + text_width(std::to_string(i), text) + 20;
  }
}

}  // namespace

StressScale stress_scale(double largest) {
  StressScale scale;
  if (largest > 0) scale.top = widened({0, largest}, 8).high;
  const record::Scaled shown = record::scaled_unit(scale.top, "Pa");
  scale.factor = shown.factor;
  scale.unit = shown.unit;
  return scale;
}

void draw_legend(Image& image, const Rect& place, const StressScale& scale,
                 std::span<const Skin> skins, std::span<const Color> palette) {
  const TextStyle text{.height = kText};
  const double base = place.top + 15.5;
  struct Entry {
    record::FrameRole role;
    const char* name;
  };
  static constexpr std::array<Entry, 5> kEntries = {{{record::FrameRole::fixed, "fixed"},
                                                     {record::FrameRole::scripted, "scripted"},
                                                     {record::FrameRole::attached, "attached"},
                                                     {record::FrameRole::dynamic, "dynamic"},
                                                     {record::FrameRole::sleeping, "sleeping"}}};
  double right = place.right();
  for (auto entry = kEntries.rbegin(); entry != kEntries.rend(); ++entry) {
    const bool occurs = std::any_of(skins.begin(), skins.end(), [&](const Skin& skin) {
      return std::any_of(skin.dots.begin(), skin.dots.end(),
                         [&](const Skin::Dot& dot) { return dot.role == entry->role; });
    });
    if (!occurs) continue;
    right -= text_width(entry->name, text);
    draw_text(image, {right, base}, entry->name, text);
    fill_disc(image, {right - 14, base - 6.5}, 5, role_color(entry->role));
    right -= 14 + 30;
  }

  if (!skins[0].fibers.empty()) {
    const std::string name = "activation 0..1";
    right -= text_width(name, text);
    draw_text(image, {right, base}, name, text);
    for (int x = 0; x < 60; ++x)
      fill_rect(image, {right - 70 + x, base - 12, 1, 12}, activation_color((x + 0.5) / 60));
    right -= 70 + 30;
  }

  if (!skins.empty() && !skins[0].topology->owners.empty()) {
    draw_owners(image, {place.left, base}, skins, right - 20);
    return;
  }
  const std::string label = "von Mises stress [" + scale.unit + "]";
  draw_text(image, {place.left, base}, label, text);
  const double bar = place.left + text_width(label, text) + 22;
  // A narrow sheet has a shorter bar, so that the roles do not stand on it.
  const double length = std::clamp(std::floor(right - 20 - bar), 120.0, 320.0);
  draw_color_bar(image, {std::round(bar), place.top}, length, scale, palette);
}

}  // namespace conjac::draw
