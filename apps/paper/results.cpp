#include "paper/results.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/check.h"

namespace conjac::paper {

struct CaseResult::Json {
  nlohmann::json own, summary;

  const nlohmann::json* find(const std::string& name) const {
    for (const nlohmann::json* root : {&own, &summary}) {
      const nlohmann::json* at = root;
      for (std::size_t begin = 0; at && begin <= name.size();) {
        const std::size_t end = std::min(name.find('.', begin), name.size());
        const auto key = name.substr(begin, end - begin);
        at = at->is_object() && at->contains(key) ? &(*at)[key] : nullptr;
        begin = end + 1;
      }
      if (at && !at->is_null()) return at;
    }
    return nullptr;
  }
};

namespace {

nlohmann::json parsed(const record::Path& path) {
  if (!std::filesystem::exists(path)) return nlohmann::json::object();
  auto json = nlohmann::json::parse(record::read_whole(path), nullptr, false);
  return json.is_object() ? json : nlohmann::json::object();
}

}  // namespace

CaseResult::CaseResult(record::Path folder)
    : folder_(std::move(folder)),
      json_(new Json{parsed(folder_ / "case.json"), parsed(folder_ / "summary.json")}) {}
CaseResult::~CaseResult() = default;
CaseResult::CaseResult(CaseResult&&) noexcept = default;

bool CaseResult::complete() const {
  return !json_->own.empty();
}

std::optional<double> CaseResult::number(const std::string& name) const {
  const auto* found = json_->find(name);
  if (!found || !found->is_number()) return {};
  return found->get<double>();
}

std::optional<double> CaseResult::list_number(const std::string& list, std::size_t i,
                                              const std::string& key) const {
  const auto* found = json_->find(list);
  if (!found || !found->is_array() || i >= found->size() || !(*found)[i].contains(key)) return {};
  const auto& value = (*found)[i][key];
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

std::string CaseResult::text(const std::string& name) const {
  const auto* found = json_->find(name);
  return found && found->is_string() ? found->get<std::string>() : std::string();
}

record::HistoryTable CaseResult::history() const {
  return record::read_history(folder_ / "history.csv");
}

std::vector<record::FrameEntry> CaseResult::frames() const {
  auto frames = record::read_frame_list(folder_ / "frames.pvd");
  require(!frames.empty(), folder_.string() + ": no frames were recorded");
  return frames;
}

record::Frame CaseResult::first_frame() const {
  return record::read_frame(frames().front().file);
}

record::Frame CaseResult::last_frame() const {
  return record::read_frame(frames().back().file);
}

record::Frame CaseResult::frame_at(double time) const {
  const auto list = frames();
  const auto nearest = std::ranges::min_element(
      list, {}, [&](const record::FrameEntry& f) { return std::abs(f.time - time); });
  return record::read_frame(nearest->file);
}

}  // namespace conjac::paper
