#include "draw/contact_sheet.h"
#include "paper/measure.h"
#include "paper/section.h"

namespace conjac::paper {
namespace {

// The soft layers of scenes/hetero.json, m.
constexpr double kLower[] = {0.0233, 0.0465}, kUpper[] = {0.0665, 0.0897};

Chosen layer(const double (&range)[2]) {
  return [&range](const Vec<3>& x) { return x[1] > range[0] && x[1] < range[1]; };
}

}  // namespace

Section hetero_section(const Study& study) {
  Section section{"hetero", "HETERO", "", {}, "", {}};
  section.text =
      "A standing bar of stiff and soft layers sinks under its weight, with one dynamic node (at "
      "the "
      "top). Mass-proportional damping brings both methods to rest within the run.";
  section.claims = {{"one dynamic node captures the bulging of the soft layers", "", {}},
                    {"the lower soft layer bulges more than the upper one", "", {}},
                    {"once at rest the shape is exactly that of Vanilla", "", {}}};
  if (!study.have({"hetero"})) return section;
  const CaseResult ours = study["hetero"];
  const record::Frame rest = ours.first_frame(), end = ours.last_frame();
  const double lower = 1e3 * bulge(rest, end, 1, layer(kLower));
  const double upper = 1e3 * bulge(rest, end, 1, layer(kUpper));
  const double stiff =
      1e3 * bulge(rest, end, 1, [](const Vec<3>& x) { return x[1] > 0.05 && x[1] < 0.063; });
  section.claims[0].ours = text(
      "each side moves out by %.2f mm (lower) and %.2f mm (upper); the "
      "stiff layer between by %.2f mm",
      lower, upper, stiff);
  section.claims[0].verdict = verdict(upper > 2 * stiff && ours.number("dynamic_nodes") == 1.0);
  section.claims[1].ours =
      text("%.2f mm against %.2f mm, %.1f times as much", lower, upper, lower / upper);
  section.claims[1].verdict = verdict(lower > upper);

  std::vector<draw::Skin> skins{draw::skin_of(rest.view()), draw::skin_of(end.view())};
  std::vector<std::string> labels{"(a) at the start", "(b) at rest"};
  if (study.have({"hetero-vanilla"})) {
    const record::Frame full = study["hetero-vanilla"].last_frame();
    const double apart = largest_distance(end, full) / body_size(rest);
    section.claims[2].ours =
        text("no node is farther than %.1e of the bar's size from where Vanilla leaves it", apart);
    section.claims[2].verdict = verdict(apart < 1e-8);
    skins.push_back(draw::skin_of(full.view()));
    labels.emplace_back("Vanilla, at rest");
  }
  study.add_picture(section, "paper-hetero.png",
                    draw::contact_sheet(skins, {"hetero", "one dynamic node at the top"},
                                        {.labels = labels,
                                         .columns = static_cast<int>(labels.size()),
                                         .view = {{0.35, 0.15, 1.0}, 15},
                                         .scale = kPictureScale}),
                    "HETERO: the soft layers bulge, the lower one more; at rest the shape is "
                    "Vanilla's.");
  return section;
}

}  // namespace conjac::paper
