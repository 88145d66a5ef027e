#include "dist/mpi_ranks.h"

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>
#include <thread>

#include "core/check.h"
#include "core/ranks.h"
#include "dist/petsc.h"

namespace conjac {
namespace {

// A rank that fails waits so long for the others to fail too: those that came to the same end are
// there within moments, those that did not wait for it in vain.
constexpr std::chrono::seconds kPatience{3};
constexpr std::size_t kMostBytes = std::size_t{1} << 30;  // of one broadcast

class MpiRanks final : public Ranks {
 public:
  MpiRanks(int rank, int size) : Ranks(rank, size) {
    MPI_Comm_dup(MPI_COMM_WORLD, &numbers_);
    MPI_Comm_dup(MPI_COMM_WORLD, &failures_);  // so that nobody's numbers are taken for a failure
  }

  bool all_failed() override {
    MPI_Request request;
    MPI_Ibarrier(failures_, &request);
    const auto begin = std::chrono::steady_clock::now();
    int done = 0;
    while (done == 0 && std::chrono::steady_clock::now() - begin < kPatience) {
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return done != 0;
  }

  void end_all(int exit_code) override { MPI_Abort(MPI_COMM_WORLD, exit_code); }

 protected:
  void add_up(std::span<double> values) override {
    MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_DOUBLE, MPI_SUM,
                  numbers_);
  }
  void all_largest(std::span<double> values) override {
    MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_DOUBLE, MPI_MAX,
                  numbers_);
  }
  void all_gather(std::span<const double> mine, std::span<const int> counts,
                  std::span<double> all) override {
    starts_.resize(counts.size());
    std::exclusive_scan(counts.begin(), counts.end(), starts_.begin(), 0);
    MPI_Allgatherv(mine.data(), static_cast<int>(mine.size()), MPI_DOUBLE, all.data(),
                   counts.data(), starts_.data(), MPI_DOUBLE, numbers_);
  }
  void broadcast(std::span<std::byte> bytes) override {
    while (!bytes.empty()) {
      const std::size_t count = std::min(bytes.size(), kMostBytes);
      MPI_Bcast(bytes.data(), static_cast<int>(count), MPI_BYTE, 0, numbers_);
      bytes = bytes.subspan(count);
    }
  }

 private:
  MPI_Comm numbers_ = MPI_COMM_NULL, failures_ = MPI_COMM_NULL;
  std::vector<int> starts_;
};

}  // namespace

void start_mpi_ranks() {
  start_mpi();
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size > 1) set_ranks(std::make_unique<MpiRanks>(rank, size));
}

}  // namespace conjac
