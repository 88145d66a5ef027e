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

/// The answer of a system call, which is made again when a signal came in between.
template <class Call>
auto answer(const Call& call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

/// 0, or the errno of a call that failed.
template <class Call>
int error_of(const Call& call) {
  return answer(call) < 0 ? errno : 0;
}

int open_for_writing(const Path& path) {
  // O_APPEND: a piece that was cut back (AppendFile) leaves no hole before the next one.
  return answer([&] {
    return ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
  });
}

int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = answer([&] { return ::write(descriptor, bytes.data(), bytes.size()); });
    if (written < 0) return errno;
    if (written == 0) return EIO;  // neither a byte nor a reason: asking on would never end
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

/// What has no disk behind it (a pipe, some network folders) has nothing to wait for.
int error_at_sync(int descriptor) {
  const int error = error_of([&] { return ::fsync(descriptor); });
  return error == EINVAL || error == ENOTSUP ? 0 : error;
}

/// Closed in any case: Linux gives the number back even when it reports an error.
int error_at_close(int descriptor) {
  return ::close(descriptor) != 0 && errno != EINTR ? errno : 0;
}

int error_at_rename(const Path& from, const Path& to) {
  return error_of([&] { return ::rename(from.c_str(), to.c_str()); });
}

}  // namespace

void write_durably(const Path& path, std::string_view bytes) {
  const int descriptor = open_for_writing(path);
  if (descriptor < 0) fail("write", path, errno);
  int error = write_all(descriptor, bytes);
  if (error == 0) error = error_at_sync(descriptor);
  if (const int at_end = error_at_close(descriptor); error == 0) error = at_end;
  if (error == 0) return;
  ::unlink(path.c_str());
  fail("write", path, error);
}

void sync_to_disk(const Path& path) {
  const int descriptor = answer([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); });
  if (descriptor < 0) {
    if (errno == ENOENT || errno == EACCES) return;
    fail("open", path, errno);
  }
  const int error = error_at_sync(descriptor);
  error_at_close(descriptor);
  if (error != 0) fail("write", path, error);
}

void write_atomically(const Path& path, std::string_view bytes) {
  const Path temporary = path.parent_path() / ("." + path.filename().string() + ".tmp");
  const int descriptor = open_for_writing(temporary);
  if (descriptor < 0) fail("write", path, errno);
  int error = write_all(descriptor, bytes);
  if (const int at_end = error_at_close(descriptor); error == 0) error = at_end;
  if (error == 0) error = error_at_rename(temporary, path);
  if (error == 0) return;
  ::unlink(temporary.c_str());
  fail("write", path, error);
}

void rename_file(const Path& from, const Path& to) {
  if (const int error = error_at_rename(from, to)) fail("write", to, error);
}

bool remove_file(const Path& path) {
  const int error = error_of([&] { return ::unlink(path.c_str()); });
  if (error != 0 && error != ENOENT) fail("remove", path, error);
  return error == 0;
}

std::string read_whole(const Path& path) {
  const int descriptor = answer([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); });
  if (descriptor < 0) fail("read", path, errno);
  std::string bytes;
  std::string block(1 << 16, '\0');
  int error = 0;
  for (;;) {
    const ssize_t count = answer([&] { return ::read(descriptor, block.data(), block.size()); });
    if (count < 0) error = errno;
    if (count <= 0) break;
    bytes.append(block, 0, static_cast<std::size_t>(count));
  }
  error_at_close(descriptor);
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
      descriptor_(answer([&] { return ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC); })),
      bytes_(bytes) {
  if (descriptor_ < 0) fail("write", path_, errno);
  if (const int error = cut_back()) {
    error_at_close(descriptor_);
    fail("write", path_, error);
  }
}

AppendFile::~AppendFile() {
  error_at_close(descriptor_);
}

int AppendFile::cut_back() const {
  return error_of([&] { return ::ftruncate(descriptor_, bytes_); });
}

void AppendFile::append(std::string_view piece) {
  if (const int error = write_all(descriptor_, piece)) {
    cut_back();  // half a piece is none
    fail("write", path_, error);
  }
  bytes_ += static_cast<std::int64_t>(piece.size());
}

void AppendFile::sync() const {
  if (const int error = error_at_sync(descriptor_)) fail("write", path_, error);
}

}  // namespace conjac::record
