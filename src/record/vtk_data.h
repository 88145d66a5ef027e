#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace conjac::record {

/// Contents of a VTK XML <DataArray format="binary"> with header_type UInt64 and
/// vtkZLibDataCompressor, little-endian:
///   base64(blocks, block bytes, bytes of a last partial block or 0, compressed bytes per block)
///   base64(compressed blocks)
/// one after the other without a gap.
std::string encode_vtk(std::span<const std::byte> bytes);

/// The inverse. Throws Error(bad_input) beginning with `where` when the text is damaged.
std::vector<std::byte> decode_vtk(std::string_view text, const std::string& where);

}  // namespace conjac::record
