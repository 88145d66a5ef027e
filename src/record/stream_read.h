#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/dim.h"
#include "record/stream.h"

namespace conjac::record {

/// The skin of a shape message, read back (docs/skin.md).
struct SkinOnStage {
  std::vector<std::array<int, 4>> nodes;      // (vertices) of the element that carries each
  std::vector<std::array<float, 4>> weights;  // (vertices)
  std::vector<Vec<3>> normals;                // (vertices) at rest
  std::vector<Vec<2>> texture;                // (vertices), or empty
  std::vector<std::array<int, 3>> triangles;
  std::vector<int> elements;  // (vertices)
  std::vector<char> bare;     // (triangles of the body) 1: not covered by the skin
};

/// A shape message, read back.
struct BodyOnStage {
  std::vector<Vec<3>> rest;
  std::vector<std::array<int, 3>> triangles;
  std::vector<int> triangle_elements;  // (triangles) element behind each
  std::vector<int> regions, kinds;     // (elements)
  std::vector<int> representatives;    // nodes
  bool flat = false;                   // 2D
  std::optional<SkinOnStage> skin;
};

/// A frame message, read back.
struct Moment {
  double time = 0;
  std::shared_ptr<const BodyOnStage> body;
  std::vector<Vec<3>> positions;
  std::vector<float> speed, von_mises, activation;  // (nodes), empty when not recorded
  std::vector<int> roles;
  std::vector<float> liveliness;
  std::vector<char> awake;
  std::vector<SolidPose> solids;
};

/// A recording, frame by frame as it is asked for: long runs need not fit into memory twice.
class Stage {
 public:
  /// Throws Error(io) or Error(bad_input) naming the file.
  explicit Stage(const std::string& file);
  /// The bytes of one; `name` stands for the file in errors.
  Stage(const std::string& name, std::string bytes);
  Stage(const Stage&) = delete;  // its frames are views of its bytes
  Stage& operator=(const Stage&) = delete;

  std::size_t moments() const { return frames_.size(); }
  double time(std::size_t i) const { return frames_[i].time; }
  Moment moment(std::size_t i) const;
  /// The state at a time between two moments of the same shape: positions and fields go linearly.
  Moment at(double time) const;
  const std::string& scene_text() const { return scene_text_; }  // JSON

 private:
  struct FrameAt {
    double time;
    std::string_view message;
    std::shared_ptr<const BodyOnStage> body;
  };
  std::string where_, bytes_, scene_text_;
  std::vector<FrameAt> frames_;
};

}  // namespace conjac::record
