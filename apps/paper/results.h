#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "record/files.h"
#include "record/reader.h"

namespace conjac::paper {

/// What a case left in its folder, read when it is asked for.
class CaseResult {
 public:
  explicit CaseResult(record::Path folder);
  ~CaseResult();
  CaseResult(CaseResult&&) noexcept;

  bool complete() const;  // there is a case.json
  const record::Path& folder() const { return folder_; }

  /// Entries of case.json and, failing that, of summary.json; `name` may be a path,
  /// "energy.elastic".
  std::optional<double> number(const std::string& name) const;
  /// Entry `key` of the i-th object of a list.
  std::optional<double> list_number(const std::string& list, std::size_t i,
                                    const std::string& key) const;
  std::string text(const std::string& name) const;
  bool ok() const { return complete() && text("status") == "ok"; }

  record::HistoryTable history() const;
  std::vector<record::FrameEntry> frames() const;
  record::Frame first_frame() const;
  record::Frame last_frame() const;
  record::Frame frame_at(double time) const;  // the nearest one

 private:
  struct Json;
  record::Path folder_;
  std::unique_ptr<Json> json_;
};

}  // namespace conjac::paper
