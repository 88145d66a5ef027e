#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "record/stream.h"

namespace conjac::record {

/// Pieces of a body: what hangs together by its elements. Numbered by their lowest node.
std::vector<int> pieces_of(std::span<const int> elements, std::size_t corners, std::size_t nodes);

/// What a live frame needs beside the frame.
struct LiveParts {
  std::span<const int> pieces;              // (nodes), as in the shape
  bool contacts = false;                    // whether anybody draws them
  std::span<const std::uint32_t> probes{};  // nodes whose numbers are wanted exactly
};

/// A frame of seven bytes per vertex: positions in 16 bits, each piece within its own box; values in
/// eight bits, even up to the 99th percentile (where the page's colours end) and by equal factors
/// from there to the largest. Numbers that somebody reads are exact: they are the probes. Roles
/// change seldom and are a message of their own. docs/viewer-protocol.md has the layout.
std::string live_frame_message(StreamHead head, const StreamFrame& frame, const LiveParts& parts);
std::string roles_message(StreamHead head, std::span<const int> roles);

}  // namespace conjac::record
