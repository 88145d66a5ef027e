#include "draw/preview.h"

#include <algorithm>
#include <cmath>

#include "core/check.h"
#include "draw/sheet_layout.h"

namespace conjac::draw {

namespace {

constexpr std::size_t kMostKept = 64;

}  // namespace

Preview::Preview(int panels) : panels_(panels) {}

void Preview::offer(const record::FrameView& frame) {
  if (offered_ % stride_ == 0) kept_.push_back(skin_of(frame, topology_for(frame)));
  last_ = record::Frame(frame);
  ++offered_;
  if (kept_.size() <= kMostKept) return;
  stride_ *= 2;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < kept_.size(); i += 2) {
    if (kept != i) kept_[kept] = std::move(kept_[i]);
    ++kept;
  }
  kept_.resize(kept);
}

std::vector<Skin> Preview::panels(int count) const {
  std::vector<Skin> all = kept_;
  if (all.empty()) return all;
  if (all.back().time != last_.time) {
    const record::FrameView last = last_.view();
    const bool same = last_.elements == elements_ && last_.region == region_;
    all.push_back(
        skin_of(last, same ? topology_
                           : std::make_shared<const SkinTopology>(skin_topology(
                                 last.dimension, last.elements, last.region, last.owner))));
  }
  const auto wanted_count = static_cast<std::size_t>(std::max(2, count));
  if (all.size() <= wanted_count) return all;
  std::vector<Skin> chosen;
  const double begin = all.front().time, span = all.back().time - begin;
  std::size_t next = 0;
  for (std::size_t p = 0; p < wanted_count; ++p) {
    const double wanted =
        begin + span * static_cast<double>(p) / static_cast<double>(wanted_count - 1);
    // Each frame once, and enough left for the panels to come.
    const std::size_t end = all.size() - (wanted_count - 1 - p);
    while (next + 1 < end &&
           std::abs(all[next + 1].time - wanted) <= std::abs(all[next].time - wanted))
      ++next;
    chosen.push_back(std::move(all[next++]));
  }
  return chosen;
}

void Preview::write(const record::Path& path, const SheetTitle& title) const {
  CONJAC_ASSERT(!empty());
  const int count = panels_ > 0 ? panels_ : pleasant_panel_count(sheet_camera(panels(8)).aspect());
  write_png(path, contact_sheet(panels(count), title));
}

std::shared_ptr<const SkinTopology> Preview::topology_for(const record::FrameView& frame) {
  const bool same =
      topology_ &&
      std::equal(elements_.begin(), elements_.end(), frame.elements.begin(),
                 frame.elements.end()) &&
      std::equal(region_.begin(), region_.end(), frame.region.begin(), frame.region.end());
  if (!same) {
    elements_.assign(frame.elements.begin(), frame.elements.end());
    region_.assign(frame.region.begin(), frame.region.end());
    topology_ = std::make_shared<const SkinTopology>(
        skin_topology(frame.dimension, frame.elements, frame.region, frame.owner));
  }
  return topology_;
}

}  // namespace conjac::draw
