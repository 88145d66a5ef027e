#pragma once

#include <cstddef>

namespace conjac {

/// Batches a thread takes at once: enough work to hide the hand-over, few enough to share evenly.
/// Partial sums are kept per chunk and added in order, so this number (unlike the number of
/// threads) is part of the result's bits.
inline constexpr std::size_t kBatchesPerChunk = 16;

inline std::size_t batch_chunks(std::size_t batches) {
  return (batches + kBatchesPerChunk - 1) / kBatchesPerChunk;
}

}  // namespace conjac
