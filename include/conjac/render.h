#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace conjac {

/// Pictures and videos of a finished run, without a desktop.
struct RenderOptions {
  int width = 1280, height = 720;    // pixels, 64 to 7680; for .mp4 made even
  double fps = 30;                   // pictures a second of a video, 1 to 120
  double speed = 1;                  // simulated seconds per second of video, > 0
  std::optional<double> time;        // of a single picture, s; the end of the run by default
  std::string colour = "von_mises";  // one of render_colours()
  bool edges = true, dots = true, shadow = true, labels = true;
  std::function<bool(int done, int total)> progress;  // false ends it
  /// Where the eye is, degrees: around the body from the front to the right, and up (3D only).
  std::optional<std::array<double, 2>> camera = {};
  /// Columns of history.csv plotted beside the body, up to the moment that is shown.
  std::vector<std::string> plot = {};
};
struct RenderResult {
  int frames = 0, width = 0, height = 0;
  double duration = 0;  // of the video, s
};

const std::vector<std::string>& render_colours();

/// Draws the results folder into `file`: .png, .mp4 or .gif (the latter two need ffmpeg).
RenderResult render(const std::string& folder, const std::string& file,
                    const RenderOptions& options);

class Simulation;

struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> pixels;  // (height x width x 3) red, green, blue, from the top
};
/// Draws a simulation as it is now; `time`, `fps` and `speed` are for finished runs.
Picture picture_of(Simulation& simulation, const RenderOptions& options);

}  // namespace conjac
