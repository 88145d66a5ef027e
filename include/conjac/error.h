#pragma once

#include <stdexcept>
#include <string>

namespace conjac {

/// What went wrong, as the exit code of the command line says it.
enum class ErrorKind {
  usage = 2,      // the command line makes no sense
  bad_input = 3,  // a scene or mesh that cannot be used
  diverged = 4,   // the simulation left the finite numbers and could not be saved
  io = 5,         // a file that cannot be read or written
};

/// The one exception of the project. The text names the file, the place, the cause and the remedy.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

}  // namespace conjac
