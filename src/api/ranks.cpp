#include "conjac/ranks.h"

#include "core/ranks.h"
#include "dist/mpi_ranks.h"

namespace conjac {

RankPlace launched_place() {
  const Launched one = launched_as();
  return {one.rank, one.size};
}

RankPlace rank_place() {
  return {ranks().rank(), ranks().size()};
}

void start_ranks() {
  start_mpi_ranks();
}

std::string text_of_first_rank(std::string text) {
  ranks().take_first(text);
  return text;
}

bool on_any_rank(bool here) {
  return ranks().any(here);
}

RankFailure rank_failed() {
  if (ranks().alone()) return {};
  const bool together = ranks().all_failed();
  return {!together || ranks().first(), !together};
}

void end_all_ranks(int exit_code) {
  ranks().end_all(exit_code);
}

}  // namespace conjac
