#include "record/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "core/check.h"

namespace conjac::record {

namespace {

[[noreturn]] void fail(const char* action, const Path& path, int error) {
  std::string remedy = "check that the path is right and that you may use it";
  if (error == ENOSPC || error == EDQUOT) remedy = "free some space or choose another folder";
  if (error == EACCES || error == EROFS || error == EPERM)
    remedy = "choose a folder you may write to";
  if (error == ENOTDIR || error == EEXIST) remedy = "a file stands where a folder is needed";
  throw Error(ErrorKind::io, std::string("cannot ") + action + " '" + path.string() + "': " +
                                 std::generic_category().message(error) + " (" + remedy + ").");
}

int open_for_writing(const Path& path) {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

/// 0, or the errno of the write that failed.
int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

}  // namespace

void write_durably(const Path& path, std::string_view bytes) {
  const int descriptor = open_for_writing(path);
  if (descriptor < 0) fail("write", path, errno);
  int error = write_all(descriptor, bytes);
  if (error == 0 && ::fsync(descriptor) != 0) error = errno;
  if (::close(descriptor) != 0 && error == 0) error = errno;
  if (error == 0) return;
  ::unlink(path.c_str());
  fail("write", path, error);
}

void sync_to_disk(const Path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

void write_atomically(const Path& path, std::string_view bytes) {
  const Path temporary = path.parent_path() / ("." + path.filename().string() + ".tmp");
  const int descriptor = open_for_writing(temporary);
  if (descriptor < 0) fail("write", path, errno);
  int error = write_all(descriptor, bytes);
  if (::close(descriptor) != 0 && error == 0) error = errno;
  if (error == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(temporary.c_str());
    fail("write", path, error);
  }
}

std::string read_whole(const Path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail("read", path, errno);
  std::string bytes;
  std::string block(1 << 16, '\0');
  int error = 0;
  for (;;) {
    const ssize_t count = ::read(descriptor, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) error = errno;
    if (count <= 0) break;
    bytes.append(block, 0, static_cast<std::size_t>(count));
  }
  ::close(descriptor);
  if (error != 0) fail("read", path, error);
  return bytes;
}

void create_folder(const Path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) fail("create the folder", path, error.value());
}

AppendFile::AppendFile(const Path& path) : path_(path), descriptor_(open_for_writing(path)) {
  if (descriptor_ < 0) fail("write", path_, errno);
}

AppendFile::AppendFile(const Path& path, std::int64_t bytes)
    : path_(path),
      descriptor_(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC)),
      bytes_(bytes) {
  if (descriptor_ < 0) fail("write", path_, errno);
  if (::ftruncate(descriptor_, bytes) == 0) return;
  const int error = errno;
  ::close(descriptor_);
  fail("write", path_, error);
}

AppendFile::~AppendFile() {
  ::close(descriptor_);
}

void AppendFile::append(std::string_view piece) {
  if (const int error = write_all(descriptor_, piece)) fail("write", path_, error);
  bytes_ += static_cast<std::int64_t>(piece.size());
}

void AppendFile::sync() const {
  ::fsync(descriptor_);
}

}  // namespace conjac::record
