#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace conjac::record {

using Path = std::filesystem::path;

// What is written goes through the functions here, and they alone call the operating system: each of
// its calls fails once in tests/faults. A call that a signal interrupts is made again.

/// Replaces the file by `bytes`, or leaves it as it was: the bytes go to a hidden neighbour
/// (`.name.tmp`) that is renamed over the file once it is whole. A run killed at any moment thus
/// never leaves a half-written file under its final name. Throws Error(io) naming the path; the
/// neighbour is removed.
void write_atomically(const Path& path, std::string_view bytes);

/// Writes the file and waits until it is on the disk. Throws Error(io) naming the path; then it is
/// gone.
void write_durably(const Path& path, std::string_view bytes);
/// Waits until a file, or the names in a folder, are on the disk; what is not there or may not be
/// read is left out. Throws Error(io) when the disk has lost them.
void sync_to_disk(const Path& path);
/// Takes the place of a file that is there. Throws Error(io).
void rename_file(const Path& from, const Path& to);
/// False: there was none. Throws Error(io).
bool remove_file(const Path& path);

/// The whole file. Throws Error(io) naming the path.
std::string read_whole(const Path& path);

/// Creates the folder and its parents. Throws Error(io) naming the path.
void create_folder(const Path& path);

/// Appends to a file, one system call per piece, so that a killed run leaves whole pieces.
class AppendFile {
 public:
  /// Creates or empties the file. Throws Error(io).
  explicit AppendFile(const Path& path);
  /// Goes on behind the first `bytes` of a file that is there; what follows them is removed.
  AppendFile(const Path& path, std::int64_t bytes);
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  /// Throws Error(io); then the file ends where it ended before.
  void append(std::string_view piece);
  std::int64_t bytes() const { return bytes_; }
  void sync() const;  // waits until all of it is on the disk; throws Error(io)

 private:
  int cut_back() const;  // to what was whole

  Path path_;
  int descriptor_;
  std::int64_t bytes_ = 0;
};

}  // namespace conjac::record
