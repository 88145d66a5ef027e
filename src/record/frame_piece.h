#pragma once

#include <span>
#include <string>

#include "record/files.h"
#include "record/frame.h"

namespace conjac::record {

// A frame in pieces: where several processes share a run each writes what it has, and the first one
// the file (.pvtu) that puts them together, for ParaView as for read_frame().

/// "frames/frame_00012_03.vtu" and "frames/frame_00012.pvtu"
std::string piece_name(int index, int piece);
std::string pieced_frame_name(int index);

/// Writes the elements with mine != 0 and their nodes, with the numbers these have in the whole
/// (point data `node`, cell data `element`).
void write_piece(const Path& path, const FrameView& whole, std::span<const char> mine);

/// Names the pieces of a frame; what arrays they have is seen in the whole.
void write_pvtu(const Path& path, int index, int pieces, const FrameView& whole);

/// The whole frame again, from its pieces.
Frame read_pieces(const Path& path);

}  // namespace conjac::record
