#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace conjac::record {

using Path = std::filesystem::path;

/// Replaces the file by `bytes`, or leaves it as it was: the bytes go to a hidden neighbour
/// (`.name.tmp`) that is renamed over the file once it is whole. A run killed at any moment thus
/// never leaves a half-written file under its final name. Throws Error(io) naming the path; the
/// neighbour is removed.
void write_atomically(const Path& path, std::string_view bytes);

/// The whole file. Throws Error(io) naming the path.
std::string read_whole(const Path& path);

/// Creates the folder and its parents. Throws Error(io) naming the path.
void create_folder(const Path& path);

/// Appends to a file, one system call per piece, so that a killed run leaves whole pieces.
class AppendFile {
 public:
  /// Creates or empties the file. Throws Error(io).
  explicit AppendFile(const Path& path);
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  void append(std::string_view piece);

 private:
  Path path_;
  int descriptor_;
};

}  // namespace conjac::record
