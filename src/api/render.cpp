#include "conjac/render.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "api/stream_source.h"
#include "core/check.h"
#include "draw/picture.h"
#include "draw/plot_beside.h"
#include "draw/video.h"
#include "record/number_text.h"

namespace conjac {
namespace {

namespace fs = std::filesystem;

void check_size(const RenderOptions& options) {
  require(std::min(options.width, options.height) >= 64 &&
              std::max(options.width, options.height) <= 7680,
          "size: from 64x64 to 7680x7680 pixels", ErrorKind::usage);
}

draw::Look look_of(const RenderOptions& options) {
  draw::Look look;
  look.width = options.width;
  look.height = options.height;
  look.colour = options.colour;
  look.edges = options.edges;
  look.dots = options.dots;
  look.shadow = options.shadow;
  look.labels = options.labels;
  return look;
}

void check(const RenderOptions& options, const fs::path& file) {
  const std::string kind = file.extension().string();
  require(kind == ".png" || kind == ".mp4" || kind == ".gif",
          file.string() + ": pictures end in .png, videos in .mp4 or .gif", ErrorKind::usage);
  check_size(options);
  require(options.fps >= 1 && options.fps <= 120, "fps: from 1 to 120", ErrorKind::usage);
  require(options.speed > 0 && std::isfinite(options.speed), "speed: must be greater than 0",
          ErrorKind::usage);
  require(!options.time || kind == ".png", "time: is for a picture, not for a video",
          ErrorKind::usage);
  if (options.camera)
    require(std::isfinite((*options.camera)[0]) && std::abs((*options.camera)[1]) <= 89,
            "camera: degrees around, and from -89 to 89 degrees up", ErrorKind::usage);
  require(options.plot.empty() || options.width >= 320, "size: a plot needs 320 pixels of width",
          ErrorKind::usage);
}

draw::View view_from(const std::array<double, 2>& degrees) {
  const double around = degrees[0] * M_PI / 180, up = degrees[1] * M_PI / 180;
  draw::View view = draw::three_quarter_view();
  view.toward_eye = {std::sin(around) * std::cos(up), std::sin(up),
                     std::cos(around) * std::cos(up)};
  return view;
}

}  // namespace

const std::vector<std::string>& render_colours() {
  return draw::colour_names();
}

RenderResult render(const std::string& folder, const std::string& file,
                    const RenderOptions& options) {
  check(options, file);
  const fs::path recording = fs::path(folder) / "recording.cjvr";
  std::error_code none;
  require(fs::is_regular_file(recording, none),
          folder + ": holds no recording.cjvr; give the folder of a run with frames",
          ErrorKind::io);
  const record::Stage stage(recording.string());
  draw::Look look = look_of(options);
  const bool film = fs::path(file).extension() != ".png";
  if (film) look.width = look.width / 2 * 2, look.height = look.height / 2 * 2;
  if (options.camera) look.view = view_from(*options.camera);

  RenderResult result{0, look.width, look.height, 0};
  std::optional<draw::PlotBeside> plot;
  if (!options.plot.empty()) {
    plot.emplace(record::read_history(fs::path(folder) / "history.csv"), options.plot);
    look.width = draw::PlotBeside::picture_width(look.width);
  }
  const double begin = stage.time(0), end = stage.time(stage.moments() - 1);
  const double frame = (end - begin) / std::max(1.0, static_cast<double>(stage.moments()) - 1);
  require(!options.time || *options.time <= end + frame,
          "time: the recording lasts from " + record::shortest(begin) + " to " +
              record::shortest(end) + " s; there is nothing to see at " +
              record::shortest(options.time.value_or(0)),
          ErrorKind::usage);
  const draw::Painter painter(stage, look);
  const auto picture = [&](double time) {
    const draw::Image image = painter.paint(stage.at(time));
    return plot ? plot->add_to(image, result.width, time) : image;
  };
  if (!film) {
    draw::write_png(file, picture(std::clamp(options.time.value_or(end), begin, end)));
    result.frames = 1;
    return result;
  }
  draw::VideoWriter video(file, result.width, result.height, options.fps);
  const int total = std::max(
      1, static_cast<int>(std::floor((end - begin) / options.speed * options.fps + 1e-9)) + 1);
  for (int i = 0; i < total; ++i) {
    if (options.progress && !options.progress(i, total)) break;
    video.add(picture(std::min(end, begin + i * options.speed / options.fps)));
    ++result.frames;
  }
  require(result.frames > 0, "interrupted before the first picture", ErrorKind::io);
  video.finish();
  result.duration = result.frames / options.fps;
  return result;
}

Picture picture_of(Simulation& simulation, const RenderOptions& options) {
  check_size(options);
  StreamSource source;
  source.begin(simulation);
  std::string bytes = record::recording_head();
  for (const std::string& message :
       {source.scene_text(simulation, {.label = method_label(simulation.scene().method)}),
        source.shape(simulation), source.frame(simulation, record::kAllFields, {})})
    bytes += record::packed(message);
  const record::Stage stage("the simulation", std::move(bytes));
  const draw::Image image = draw::Painter(stage, look_of(options)).paint(stage.moment(0));
  Picture picture{image.width(), image.height(), {}};
  picture.pixels.reserve(static_cast<std::size_t>(image.width()) * image.height() * 3);
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      for (float channel : {image.at(x, y).r, image.at(x, y).g, image.at(x, y).b})
        picture.pixels.push_back(
            static_cast<std::uint8_t>(std::lround(255 * std::clamp(channel, 0.0f, 1.0f))));
  return picture;
}

}  // namespace conjac
