#include "step/renewal.h"

#include <algorithm>

namespace conjac {

bool Renewal::takes_now(bool done) const {
  return follows ? std::binary_search(wanted.begin(), wanted.end(), steps) : done;
}

void Renewal::follow(std::span<const std::int64_t> others) {
  wanted.assign(others.begin(), others.end());
  std::sort(wanted.begin(), wanted.end());
  follows = true;
}

}  // namespace conjac
