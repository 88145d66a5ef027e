#pragma once

#include <string>
#include <vector>

namespace conjac::serve {

/// The recordings of one or two results folders as one, the sides interleaved by time.
std::string combined_recording(const std::vector<std::string>& folders);

/// gzip, as browsers inflate it.
std::string gzipped(std::string_view bytes);

}  // namespace conjac::serve
