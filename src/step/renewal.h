#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "linalg/sparse.h"

namespace conjac {

/// Which steps begin with a factor that was made in the background. When one is done depends on the
/// machine, all else does not: with the list of one run another one takes the same steps, to the
/// bit.
struct Renewal {
  std::int64_t steps = 0;            // that have begun
  std::vector<std::int64_t> taken;   // of these, those that began with a new factor
  std::vector<std::int64_t> wanted;  // ascending; the same of another run, to be followed
  bool follows = false;              // is it?
  SparseMatrix stiffness;            // K of the factor to come

  /// Is the factor to come taken over now, before the step that begins? `done`: it is made.
  bool takes_now(bool done) const;
  /// Steps of another run from here on, counted from the beginning of that one.
  void follow(std::span<const std::int64_t> others);
};

}  // namespace conjac
