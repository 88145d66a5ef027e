#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenefile/json_tree.h"

namespace conjac {

/// What is wrong with a scene, gathered so that one run of the reader shows several mistakes.
class ParseProblems {
 public:
  ParseProblems(std::string file, std::vector<std::string> overrides)
      : file_(std::move(file)), overrides_(std::move(overrides)) {}

  /// `file:line:column: path`, or the override instead of the place, or the path alone where the
  /// text has no name (nobody sees its lines).
  std::string where(const JsonPlace& place, const std::string& path) const;
  void add(const JsonPlace& place, const std::string& path, const std::string& cause);
  size_t count() const { return found_.size(); }
  /// Throws Error(bad_input) with the first ten in the order of the file, one per line, if any.
  void throw_if_any() const;

 private:
  /// The override that changed something inside of a value, in brackets; the file is not to blame.
  std::string changed(const std::string& path) const;

  struct Problem {
    JsonPlace place;
    std::string text;
  };
  std::string file_;
  std::vector<std::string> overrides_;
  std::vector<Problem> found_;
};

/// The candidate nearest to a misspelt name (edit distance with swapped neighbours counted once,
/// case ignored); empty where none is near enough to be what was meant.
std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);
/// `did you mean x? ` or nothing.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates);
/// "a, b, c".
std::string joined(const std::vector<std::string>& names);

}  // namespace conjac
