#pragma once

#include <array>
#include <string>
#include <vector>

#include "record/stream.h"

namespace conjac::testing {

/// Two tetrahedra that share a side, at two moments one apart; a ball stands beside them.
inline std::string small_recording(const SkinView* skin = nullptr) {
  const std::vector<double> rest{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
  const std::vector<std::array<int, 3>> triangles{{0, 2, 1}, {0, 1, 3}, {0, 3, 2},
                                                  {1, 2, 4}, {1, 4, 3}, {2, 3, 4}};
  const std::vector<int> elements{0, 1, 2, 3, 1, 2, 3, 4}, regions{0, 0}, kinds{0, 65537},
      representatives{4};
  record::StreamShape shape;
  shape.rest = rest;
  shape.triangles = triangles;
  shape.elements = elements;
  shape.regions = regions;
  shape.kinds = kinds;
  shape.representatives = representatives;
  shape.skin = skin;
  std::string bytes = record::recording_head();
  bytes += record::packed(
      record::text_message({}, R"({"type":"scene","name":"two","label":"ConJac","solids":[)"
                               R"({"kind":"sphere","radius":0.25,"role":"obstacle"}]})"));
  bytes += record::packed(record::shape_message({record::StreamKind::shape, 0, 1, 0}, shape));
  for (int moment : {0, 1}) {
    std::vector<double> positions = rest;
    for (double& x : positions) x += 2 * moment;
    const std::vector<float> speed(5, 1.0f + static_cast<float>(moment)), stress{1, 2, 3, 4, 5},
        liveliness{0.5f};
    const std::vector<int> roles{3, 0, 0, 0, 1};
    const std::vector<char> awake{1};
    const record::SolidPose pose{{3, 0, 0}, {0, 0, 0, 1}};
    record::StreamFrame frame;
    frame.positions = positions;
    frame.speed = speed;
    frame.von_mises = stress;
    frame.roles = roles;
    frame.liveliness = liveliness;
    frame.awake = awake;
    frame.solids = {&pose, 1};
    bytes += record::packed(
        record::frame_message({record::StreamKind::frame, 0, 1, 1.0 * moment}, frame));
  }
  return bytes;
}

}  // namespace conjac::testing
