#include "draw/video.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <vector>

#include "core/check.h"
#include "record/number_text.h"

extern char** environ;

namespace conjac::draw {
namespace {

std::vector<std::string> arguments_for(const record::Path& path, const record::Path& unfinished,
                                       int width, int height, double fps) {
  std::vector<std::string> all{"ffmpeg",
                               "-v",
                               "error",
                               "-f",
                               "rawvideo",
                               "-pix_fmt",
                               "rgb24",
                               "-s",
                               std::to_string(width) + "x" + std::to_string(height),
                               "-r",
                               record::shortest(fps),
                               "-i",
                               "pipe:0"};
  if (path.extension() == ".gif") {
    // A palette of its own for the whole film; without it the colours are those of 1990.
    all.insert(all.end(),
               {"-filter_complex", "split[a][b];[a]palettegen[p];[b][p]paletteuse", "-f", "gif"});
  } else {
    all.insert(all.end(), {"-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "18", "-movflags",
                           "+faststart", "-f", "mp4"});
  }
  all.insert(all.end(), {"-y", unfinished.string()});
  return all;
}

record::Path hidden(const record::Path& path, const char* ending) {
  return path.parent_path() / ("." + path.filename().string() + ending);
}

}  // namespace

void rgb_bytes(const Image& image, std::string& bytes) {
  bytes.clear();
  const auto channel = [](float value) {
    return static_cast<char>(static_cast<int>(std::clamp(value, 0.0f, 1.0f) * 255 + 0.5f));
  };
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      const Color& c = image.at(x, y);
      bytes += {channel(c.r), channel(c.g), channel(c.b)};
    }
}

VideoWriter::VideoWriter(const record::Path& path, int width, int height, double fps)
    : path_(path), unfinished_(hidden(path, ".tmp")), log_(hidden(path, ".log")) {
  int ends[2];
  require(pipe2(ends, O_CLOEXEC) == 0, std::string("no pipe to ffmpeg: ") + std::strerror(errno),
          ErrorKind::io);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ends[0], 0);
  posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, 2, log_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  std::vector<std::string> texts = arguments_for(path, unfinished_, width, height, fps);
  std::vector<char*> arguments;
  for (std::string& text : texts) arguments.push_back(text.data());
  arguments.push_back(nullptr);
  const int failure = posix_spawnp(&process_, "ffmpeg", &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  close(ends[0]);
  pipe_ = ends[1];
  if (failure != 0) {
    process_ = -1;
    end_ffmpeg();
    throw Error(ErrorKind::io,
                failure == ENOENT &&
                        access(path.has_parent_path() ? path.parent_path().c_str() : ".", W_OK) == 0
                    ? path.string() +
                          ": videos are made by ffmpeg, which is not installed; install "
                          "it (Debian: apt-get install ffmpeg) or ask for a .png"
                    : path.string() + ": ffmpeg cannot be started (" + std::strerror(failure) +
                          "); is the folder there and writable?");
  }
}

VideoWriter::~VideoWriter() {
  end_ffmpeg();
  unlink(unfinished_.c_str());
  unlink(log_.c_str());
}

void VideoWriter::end_ffmpeg() {
  if (pipe_ >= 0) close(pipe_);
  pipe_ = -1;
  if (process_ > 0) waitpid(process_, &status_, 0);
  process_ = -1;
}

std::string VideoWriter::words() const {
  try {
    return record::read_whole(log_);
  } catch (const Error&) {
    return {};
  }
}

void VideoWriter::add(const Image& image) {
  rgb_bytes(image, bytes_);
  // An ffmpeg that gave up must end the work with its own words, not the program with a signal.
  struct sigaction ignore {};
  struct sigaction before {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, &before);
  std::size_t done = 0;
  int failure = 0;
  while (done < bytes_.size() && failure == 0) {
    const ssize_t written = write(pipe_, bytes_.data() + done, bytes_.size() - done);
    if (written > 0)
      done += static_cast<std::size_t>(written);
    else if (errno != EINTR)
      failure = errno;
  }
  sigaction(SIGPIPE, &before, nullptr);
  if (failure == 0) return;
  end_ffmpeg();
  throw Error(ErrorKind::io, path_.string() + ": ffmpeg gave up: " + words());
}

void VideoWriter::finish() {
  end_ffmpeg();
  require(WIFEXITED(status_) && WEXITSTATUS(status_) == 0,
          path_.string() + ": ffmpeg failed: " + words(), ErrorKind::io);
  std::error_code failure;
  std::filesystem::rename(unfinished_, path_, failure);
  require(!failure, path_.string() + ": cannot be written (" + failure.message() + ")",
          ErrorKind::io);
}

}  // namespace conjac::draw
