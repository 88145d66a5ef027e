#include <cmath>

#include "draw/contact_sheet.h"
#include "paper/measure.h"
#include "paper/section.h"

namespace conjac::paper {
namespace {

constexpr double kTop = 0.12, kMiddle[] = {0.05, 0.07};  // of scenes/aniso.json, m
constexpr const char* kLayouts[] = {"vertical", "horizontal", "diagonal", "helical"};

}  // namespace

Section aniso_section(const Study& study) {
  Section section{"aniso", "ANISO", "", {}, "", {}};
  section.text =
      "The same bar with fibres (aSTVK) in four layouts: vertical, horizontal (along x), diagonal "
      "(at 45 degrees in the xy plane), helical (climbing at 60 degrees). It sinks under its "
      "weight and is damped until it rests.";
  section.claims = {{"the bar deforms differently depending on the fibre directions", "", {}},
                    {"helical fibres induce a twisting motion", "", {}}};
  if (!study.have({"aniso-vertical", "aniso-horizontal", "aniso-diagonal", "aniso-helical"}))
    return section;

  const auto top = [](const Vec<3>& x) { return std::abs(x[1] - kTop) < 1e-4; };
  const auto middle = [](const Vec<3>& x) { return x[1] > kMiddle[0] && x[1] < kMiddle[1]; };
  section.table =
      "| fibres | the top sinks by | sides move out by (middle) | the top leans by | the top turns "
      "by "
      "|\n|---|---|---|---|---|\n";
  std::vector<draw::Skin> skins;
  std::vector<std::string> labels{"start"};
  double helical = 0, others = 0, least = 1e30, most = 0;
  for (const char* layout : kLayouts) {
    const CaseResult result = study["aniso-" + std::string(layout)];
    const record::Frame rest = result.first_frame(), end = result.last_frame();
    if (skins.empty()) skins.push_back(draw::skin_of(rest.view()));
    skins.push_back(draw::skin_of(end.view()));
    labels.emplace_back(layout);
    const double sinks = 1e3 * (height(rest, rest, 1, top) - height(end, rest, 1, top));
    const double leans = 1e3 * (height(end, rest, 0, top) - height(rest, rest, 0, top));
    const double turns = turned_by(rest, end, 1, top);
    section.table += text("| %s | %.1f mm | %.2f mm | %.1f mm | %.2f degrees |\n", layout, sinks,
                          1e3 * bulge(rest, end, 1, middle), leans, turns);
    least = std::min(least, sinks), most = std::max(most, sinks);
    (std::string(layout) == "helical" ? helical : others) =
        std::string(layout) == "helical" ? std::abs(turns) : std::max(others, std::abs(turns));
  }
  section.claims[0].ours = text("the top sinks by %.1f to %.1f mm, see the table", least, most);
  section.claims[0].verdict = verdict(most > 1.2 * least);
  section.claims[1].ours =
      text("the top turns by %.1f degrees; with other fibres by at most %.1f", helical, others);
  section.claims[1].verdict = verdict(helical > 5 && helical > 3 * others);
  study.add_picture(section, "paper-aniso.png",
                    draw::contact_sheet(skins, {"aniso", "at rest under gravity"},
                                        {.labels = labels,
                                         .columns = static_cast<int>(labels.size()),
                                         .view = {{0.3, 0.55, 1.0}, 15},
                                         .scale = 0.95}),
                    "ANISO at rest: four fibre layouts; the helical one has turned.");
  return section;
}

}  // namespace conjac::paper
