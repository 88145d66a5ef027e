#pragma once

#include <optional>

#include "draw/preview.h"
#include "record/frame.h"
#include "record/summary.h"

namespace conjac::draw {

struct RunPicturesOptions {
  bool preview = true;     // preview.png
  int preview_panels = 0;  // 0 lets the shape of the body decide: 6 to 9
  double threshold = 0;    // drawn in liveliness.png, 1/s; 0 draws none
};

/// The pictures in the results folder of a run: preview.png from the frames it is shown, energy.png
/// and liveliness.png (when there are metric_ and active_ columns) from history.csv.
class RunPictures {
 public:
  explicit RunPictures(const RunPicturesOptions& options = {});

  /// The frame must pass check_frame.
  void frame(const record::FrameView& frame);

  /// Draws what there is, beside the history.csv in the folder. Throws Error(io).
  void write(const record::Path& folder, const record::RunSummary& summary) const;

 private:
  double threshold_;
  std::optional<Preview> preview_;
};

}  // namespace conjac::draw
