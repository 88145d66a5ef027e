#pragma once

#include <mpi.h>

#include <span>
#include <vector>

namespace conjac {

/// The ranks that share a body (core/ranks.h), as MPI knows them. Sums are taken in the order of the
/// ranks, so that all have the same bits.
struct Team {
  MPI_Comm comm = MPI_COMM_SELF;
  int rank = 0, size = 1;

  void sum(std::span<double> values) const;
  double sum(double mine) const {
    sum({&mine, 1});
    return mine;
  }
};
/// That of this process; starts MPI.
Team team();

/// Unknowns of others that a rank needs beside its own: fetched into the rows behind them.
class Halo {
 public:
  /// `needed`: numbers of others' rows, ascending. `first` (ranks + 1): the first number of each.
  void connect(const Team& team, std::span<const int> needed, std::span<const int> first);
  int size() const { return static_cast<int>(received_); }
  /// X has `own` rows of `width` numbers and room for size() more behind them.
  template <class T>
  void fetch(T* X, int own, int width) const;

 private:
  struct Neighbour {
    int rank, received;     // how many rows come from there
    std::vector<int> sent;  // own rows that go there
  };
  Team team_;
  std::vector<Neighbour> neighbours_;
  int received_ = 0;
  mutable std::vector<char> room_;
};

}  // namespace conjac
