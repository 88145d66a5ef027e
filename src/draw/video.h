#pragma once

#include <string>

#include "draw/image.h"

namespace conjac::draw {

/// A video or an animated picture, written by ffmpeg: frames go to it through a pipe, so nothing
/// but the result lies on the disk. The kind follows from the name: .mp4 or .gif.
class VideoWriter {
 public:
  /// Throws Error(io), saying how to get it, when there is no ffmpeg.
  VideoWriter(const record::Path& path, int width, int height, double fps);
  /// Removes what is unfinished.
  ~VideoWriter();
  VideoWriter(const VideoWriter&) = delete;
  VideoWriter& operator=(const VideoWriter&) = delete;

  void add(const Image& image);
  /// Ends the file and puts it in its place. Throws Error(io) with ffmpeg's own words.
  void finish();

 private:
  void end_ffmpeg();
  std::string words() const;

  record::Path path_, unfinished_, log_;
  int pipe_ = -1, process_ = -1, status_ = 0;
  std::string bytes_;
};

/// 8-bit RGB, row by row.
void rgb_bytes(const Image& image, std::string& bytes);

}  // namespace conjac::draw
