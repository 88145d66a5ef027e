#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "serve/live.h"

namespace conjac::serve {

/// What pages see: a live run, a recording, or nothing yet.
struct OnStage {
  std::shared_ptr<LiveRun> live;
  Message recording;
  std::shared_ptr<void> files;  // a dropped file lies on the disk for as long as this lives

  std::string_view mode() const { return live ? "live" : recording ? "recording" : "gallery"; }
};

/// What a page may choose from: scenes and results of folders that the program was told, and what
/// somebody drops onto the page. A name that a page sends is looked up in our own lists; no path of a
/// client ever reaches a file.
class Repertoire {
 public:
  struct Folders {
    std::vector<std::string> scenes;  // the first one with a name has it
    std::string results;              // empty: none
  };
  static constexpr std::size_t kMostDropped = std::size_t{64} << 20;  // bytes
  static constexpr std::size_t kMostWish = 16384;

  explicit Repertoire(Folders folders) : folders_(std::move(folders)) {}

  /// All there is, as JSON (docs/viewer-protocol.md), pictures included.
  std::string listing() const;

  /// Puts on what a page wishes for, a JSON object (docs/viewer-protocol.md). It may take a while.
  /// Throws Error with what is wrong with the wish.
  OnStage open(const std::string& wish) const;
  /// The same for a file: a scene, or a mesh that falls onto a floor.
  OnStage drop(const std::string& name, std::string_view bytes) const;

  /// Names of the folders below the results folder that can be played.
  std::vector<std::string> results() const;

 private:
  Folders folders_;
};

/// Files are read on this machine, for whoever looks at the page: what a page sends may name only
/// those that lie in this folder. Throws Error(bad_input).
void check_files(const SceneSpec& scene, const std::string& folder);

}  // namespace conjac::serve
