#include "dist/team.h"

#include <algorithm>

#include "core/ranks.h"
#include "dist/petsc.h"

namespace conjac {

Team team() {
  start_mpi();
  if (ranks().alone()) return {};
  return {MPI_COMM_WORLD, ranks().rank(), ranks().size()};
}

void Team::sum(std::span<double> values) const {
  if (size == 1) return;
  const auto count = static_cast<int>(values.size());
  std::vector<double> all(values.size() * static_cast<std::size_t>(size));
  MPI_Allgather(values.data(), count, MPI_DOUBLE, all.data(), count, MPI_DOUBLE, comm);
  std::fill(values.begin(), values.end(), 0.0);
  for (std::size_t k = 0; k < all.size(); ++k) values[k % values.size()] += all[k];
}

void Halo::connect(const Team& team, std::span<const int> needed, std::span<const int> first) {
  team_ = team;
  neighbours_.clear();
  received_ = static_cast<int>(needed.size());
  if (team.size == 1) return;
  // How many each wants of whom, and which.
  std::vector<int> wanted(team.size, 0), asked(team.size, 0), from(team.size + 1, 0), to = from;
  for (int number : needed) {
    const auto above = std::upper_bound(first.begin(), first.end(), number);
    ++wanted[static_cast<std::size_t>(above - first.begin()) - 1];
  }
  MPI_Alltoall(wanted.data(), 1, MPI_INT, asked.data(), 1, MPI_INT, team.comm);
  for (int r = 0; r < team.size; ++r)
    from[r + 1] = from[r] + wanted[r], to[r + 1] = to[r] + asked[r];
  std::vector<int> requests(to.back());
  MPI_Alltoallv(needed.data(), wanted.data(), from.data(), MPI_INT, requests.data(), asked.data(),
                to.data(), MPI_INT, team.comm);
  for (int r = 0; r < team.size; ++r) {
    if (wanted[r] + asked[r] == 0) continue;
    Neighbour one{r, wanted[r], {requests.begin() + to[r], requests.begin() + to[r + 1]}};
    for (int& row : one.sent) row -= first[team.rank];
    neighbours_.push_back(std::move(one));
  }
}

template <class T>
void Halo::fetch(T* X, int own, int width) const {
  if (neighbours_.empty()) return;
  const std::size_t bytes = sizeof(T) * static_cast<std::size_t>(width);
  std::size_t sent = 0;
  for (const Neighbour& one : neighbours_) sent += one.sent.size();
  room_.resize(sent * bytes);
  std::vector<MPI_Request> requests;
  auto* ghosts = reinterpret_cast<char*>(X) + static_cast<std::size_t>(own) * bytes;
  char* next = room_.data();
  for (const Neighbour& one : neighbours_) {
    MPI_Irecv(ghosts, static_cast<int>(static_cast<std::size_t>(one.received) * bytes), MPI_BYTE,
              one.rank, 0, team_.comm, &requests.emplace_back());
    ghosts += static_cast<std::size_t>(one.received) * bytes;
    char* begin = next;
    for (int row : one.sent) {
      const auto* from = reinterpret_cast<const char*>(X) + static_cast<std::size_t>(row) * bytes;
      next = std::copy_n(from, bytes, next);
    }
    MPI_Isend(begin, static_cast<int>(next - begin), MPI_BYTE, one.rank, 0, team_.comm,
              &requests.emplace_back());
  }
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}
template void Halo::fetch(float*, int, int) const;
template void Halo::fetch(double*, int, int) const;

}  // namespace conjac
