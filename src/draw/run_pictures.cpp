#include "draw/run_pictures.h"

#include "draw/energy_plot.h"
#include "draw/liveliness_plot.h"
#include "record/number_text.h"
#include "record/reader.h"

namespace conjac::draw {

RunPictures::RunPictures(const RunPicturesOptions& options) : threshold_(options.threshold) {
  if (options.preview) preview_.emplace(options.preview_panels);
}

void RunPictures::frame(const record::FrameView& frame) {
  if (preview_) preview_->offer(frame);
}

void RunPictures::write(const record::Path& folder, const record::RunSummary& summary) const {
  const std::string how =
      summary.method + (summary.integrator.empty() ? "" : ", " + summary.integrator);
  if (preview_ && !preview_->empty())
    preview_->write(
        folder / "preview.png",
        {summary.scene, how + "  |  " + record::grouped(summary.vertices) + " vertices, " +
                            record::grouped(summary.elements) + " elements"});
  const record::HistoryTable history = record::read_history(folder / "history.csv");
  if (history.rows() > 0)
    write_energy_plot(folder / "energy.png", history, summary.scene + ": energy (" + how + ")");
  // In full FE no node is asleep or awake.
  if (has_liveliness(history) && summary.method != "vanilla")
    write_liveliness_plot(folder / "liveliness.png", history, threshold_,
                          summary.scene + ": liveliness of the representative nodes");
}

}  // namespace conjac::draw
