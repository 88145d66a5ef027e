#include "conjac/export.h"

#include <cmath>
#include <filesystem>

#include "core/check.h"
#include "draw/shown_run.h"

namespace conjac {

ExportResult export_run(const std::string& folder, const std::string& to, ExportFormat format,
                        double tolerance) {
  require(std::isfinite(tolerance) && tolerance >= 1e-7 && tolerance < 1,
          "tolerance: from 1e-7 to 1, a part of the motion's size", ErrorKind::usage);
  const std::filesystem::path recording = std::filesystem::path(folder) / "recording.cjvr";
  std::error_code none;
  require(std::filesystem::is_regular_file(recording, none),
          folder + ": holds no recording.cjvr; give the folder of a run with frames",
          ErrorKind::io);
  const record::Stage stage(recording.string());
  require(stage.moments() > 0, recording.string() + ": holds no frame yet; let the run go on");
  const draw::ShownRun run = draw::shown_run(stage);
  ExportResult result;
  result.frames = static_cast<int>(run.times.size());
  result.meshes = static_cast<int>(run.surfaces.size());
  draw::GltfReport report;
  switch (format) {
    case ExportFormat::gltf:
      result.bytes = draw::write_gltf(run, to, tolerance, report);
      break;
    case ExportFormat::usd:
      result.bytes = draw::write_usd(run, to);
      break;
    case ExportFormat::obj:
    case ExportFormat::ply:
      result.bytes = draw::write_sequence(run, to, format == ExportFormat::ply);
      break;
  }
  result.targets = report.targets;
  result.error = report.error;
  return result;
}

}  // namespace conjac
