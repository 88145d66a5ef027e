#pragma once

#include <memory>
#include <vector>

#include "draw/contact_sheet.h"
#include "draw/skin.h"
#include "record/files.h"

namespace conjac::draw {

/// Collects frames for preview.png without knowing how long the run will be. It keeps the skin of
/// every 2^k-th frame it is offered; when it holds more than a fixed number it drops every other
/// one and k grows by one. The last frame is always at hand. So memory is bounded, and whenever the
/// run stops the kept frames are evenly spread over it, at least three for every panel.
class Preview {
 public:
  /// `panels`: how many to show; 0 lets the shape of the body decide between 6 and 9.
  explicit Preview(int panels = 0);

  /// The frame must pass check_frame.
  void offer(const record::FrameView& frame);

  bool empty() const { return kept_.empty(); }
  /// The skins for the panels, in order of time: the first, the last, and those nearest to even
  /// spacing in between. At most `count`.
  std::vector<Skin> panels(int count) const;

  /// Draws the panels. Throws Error(io). Needs at least one offered frame.
  void write(const record::Path& path, const SheetTitle& title) const;

 private:
  std::shared_ptr<const SkinTopology> topology_for(const record::FrameView& frame);

  int panels_;
  std::size_t offered_ = 0, stride_ = 1;
  std::vector<Skin> kept_;  // offered number 0, stride, 2 stride, ...
  record::Frame last_;      // raw: most frames are last only until the next one
  // Elements and regions the topology was made for.
  std::vector<int> elements_, region_;
  std::shared_ptr<const SkinTopology> topology_;
};

}  // namespace conjac::draw
