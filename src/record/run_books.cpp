#include "record/run_books.h"

#include <cstdio>

#include "core/archive.h"
#include "core/tuned.h"

namespace conjac::record {
namespace {

// Followers with more net force than this, over the load and on average, do not follow.
CONJAC_TUNED(double, kUnbalanced, 0.1);
// Fewer steps are a start, or what follows a cut: they say little of a run.
CONJAC_TUNED(int, kTooFew, 20);

}  // namespace

void describe(Archive& archive, RunBooks& books) {
  archive(books.dissipated, books.imbalance, books.largest, books.kinetic, books.lowest,
          books.highest, books.unbalanced, books.steps);
}

std::string left_unbalanced(const RunBooks& books) {
  const double left = books.mean_unbalanced();
  if (books.steps < kTooFew || !(left > kUnbalanced)) return "";
  char text[256];
  std::snprintf(
      text, sizeof text,
      "the nodes that follow were left with a net force of %.0f %% of the load, mean over "
      "the steps: the shape is not that of the forces; a larger method.newton_steps, a "
      "smaller time.step or more dynamic nodes help",
      100 * left);
  return text;
}

}  // namespace conjac::record
