#include "scenefile/parse_problems.h"

#include <algorithm>
#include <cctype>
#include <tuple>

#include "conjac/error.h"

namespace conjac {

std::string ParseProblems::where(const JsonPlace& place, const std::string& path) const {
  if (file_.empty() && place.source == 0 && !path.empty()) return path;
  std::string text = file_ + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
  if (place.source > 0) text = "--set " + overrides_[static_cast<size_t>(place.source - 1)];
  return path.empty() ? text : text + ": " + path;
}

void ParseProblems::add(const JsonPlace& place, const std::string& path, const std::string& cause) {
  found_.push_back(
      {place, where(place, path) + ": " + cause + (place.source ? "" : changed(path))});
}

std::string ParseProblems::changed(const std::string& path) const {
  for (const std::string& override_text : overrides_)
    if (!path.empty() && override_text.starts_with(path) &&
        std::string_view(".[").find(override_text[path.size()]) != std::string_view::npos)
      return " (with --set " + override_text + ")";
  return "";
}

void ParseProblems::throw_if_any() const {
  if (found_.empty()) return;
  constexpr size_t kShown = 10;
  std::vector<Problem> sorted = found_;
  const auto key = [](const Problem& p) {
    return std::tuple(p.place.source, p.place.line, p.place.column);
  };
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const Problem& a, const Problem& b) { return key(a) < key(b); });
  std::string text;
  for (size_t i = 0; i < std::min(kShown, sorted.size()); ++i)
    text += (i ? "\n" : "") + sorted[i].text;
  if (sorted.size() > kShown)
    text += "\nand " + std::to_string(sorted.size() - kShown) + " more problems";
  throw Error(ErrorKind::bad_input, text);
}

namespace {

/// Optimal string alignment distance over three rolling rows.
size_t edit_distance(std::string_view a, std::string_view b) {
  const auto same = [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  };
  std::vector<size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t swap_letter = above[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, swap_letter});
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  constexpr size_t kLongest = 100;  // nobody misspells a name this long
  if (name.empty() || name.size() > kLongest) return {};
  std::string best;
  size_t best_distance = std::max<size_t>(1, std::min<size_t>(3, name.size() / 2)) + 1;
  for (const std::string& candidate : candidates) {
    const size_t distance = edit_distance(name, candidate);
    if (distance < best_distance && distance < candidate.size()) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates) {
  const std::string nearest = nearest_name(name, candidates);
  return nearest.empty() ? "" : "did you mean `" + nearest + "`? ";
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace conjac
