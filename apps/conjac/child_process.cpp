#include "child_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "conjac/error.h"

extern char** environ;

namespace conjac::app {

namespace {

/// Without what a launcher (mpirun) has said: the child is no rank of its own accord.
std::vector<char*> environment_of_child() {
  std::vector<char*> kept;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    if (!text.starts_with("OMPI_") && !text.starts_with("PMIX_") && !text.starts_with("PMI_"))
      kept.push_back(*entry);
  }
  kept.push_back(nullptr);
  return kept;
}

}  // namespace

int start_self(const std::vector<std::string>& arguments, const std::string& log) {
  std::vector<std::string> all{"conjac"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  std::vector<char*> words;
  for (std::string& word : all) words.push_back(word.data());
  words.push_back(nullptr);

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                   0644);
  posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  pid_t process = 0;
  const int error = posix_spawn(&process, "/proc/self/exe", &files, nullptr, words.data(),
                                environment_of_child().data());
  posix_spawn_file_actions_destroy(&files);
  if (error != 0)
    throw Error(ErrorKind::io, std::string("could not start a run: ") + std::strerror(error));
  return process;
}

Ended wait_for_child() {
  int status = 0;
  pid_t process = 0;
  do process = waitpid(-1, &status, 0);
  while (process < 0 && errno == EINTR);
  if (process < 0)
    throw Error(ErrorKind::io, std::string("a run was lost: ") + std::strerror(errno));
  return {process, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)};
}

FileLock::FileLock(const std::string& path)
    : descriptor_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  // Without a lock (some file systems have none) the worst is a table without the last rows.
  if (descriptor_ >= 0) flock(descriptor_, LOCK_EX);
}
FileLock::~FileLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace conjac::app
