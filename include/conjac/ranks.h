#pragma once

#include <string>

namespace conjac {

/// A run may be shared by several processes, the ranks of mpirun (docs/scale-ranks.md). All of them
/// call the same functions in the same order; the first one reads and writes what there is one of.
struct RankPlace {
  int rank = 0, size = 1;
  bool first() const { return rank == 0; }
  bool alone() const { return size == 1; }
};

/// What the launcher says in the environment: 0 of 1 without one.
RankPlace launched_place();
/// The ranks that share this process's runs: one, until start_ranks().
RankPlace rank_place();
/// Joins the ranks that the launcher started. Throws Error(bad_input) in a build that has none.
void start_ranks();
/// What the first rank has.
std::string text_of_first_rank(std::string text);
/// Does it hold on any rank?
bool on_any_rank(bool here);

/// A rank ends with an error. Returns true where it should say so: once for all ranks that came to
/// the same one. Where this one is alone with it the others are waiting for it in vain:
/// end_all_ranks() ends them.
struct RankFailure {
  bool says_so = true;
  bool alone = false;
};
RankFailure rank_failed();
void end_all_ranks(int exit_code);

}  // namespace conjac
