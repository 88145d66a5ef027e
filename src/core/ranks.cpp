#include "core/ranks.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "core/check.h"

namespace conjac {
namespace {

std::unique_ptr<Ranks>& ranks_of_process() {
  static std::unique_ptr<Ranks> all = std::make_unique<Ranks>();
  return all;
}

thread_local Ranks* ranks_of_thread = nullptr;

}  // namespace

Ranks& ranks() {
  return ranks_of_thread != nullptr ? *ranks_of_thread : *ranks_of_process();
}

RanksOfThread::RanksOfThread(Ranks& ranks) {
  ranks_of_thread = &ranks;
}
RanksOfThread::~RanksOfThread() {
  ranks_of_thread = nullptr;
}

void set_ranks(std::unique_ptr<Ranks> ranks) {
  ranks_of_process() = std::move(ranks);
}

Launched launched_as() {
  static constexpr const char* kLaunchers[][2] = {
      {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
      {"PMI_RANK", "PMI_SIZE"},
      {"PMIX_RANK", "SLURM_STEP_NUM_TASKS"},  // srun --mpi=pmix
  };
  if (std::getenv("CONJAC_ALONE") != nullptr) return {};  // each process is on its own
  for (const auto& [rank_name, size_name] : kLaunchers) {
    const char *rank = std::getenv(rank_name), *size = std::getenv(size_name);
    if (rank == nullptr || size == nullptr) continue;
    const Launched one{std::atoi(rank), std::atoi(size)};
    if (one.rank >= 0 && one.rank < one.size) return one;
  }
  return {};
}

void Ranks::share_nodes(std::vector<int> owner) {
  if (alone()) return;
  owner_ = std::move(owner);
  counts_.assign(static_cast<std::size_t>(size_), 0);
  for (const int rank : owner_) {
    CONJAC_ASSERT(rank >= 0 && rank < size_);
    ++counts_[static_cast<std::size_t>(rank)];
  }
  by_owner_.clear();
  for (int rank = 0; rank < size_; ++rank)
    for (std::size_t node = 0; node < owner_.size(); ++node)
      if (owner_[node] == rank) by_owner_.push_back(static_cast<int>(node));
}

const std::vector<double>& Ranks::of_all(double mine) {
  ones_.assign(static_cast<std::size_t>(size_), 1);
  all_.resize(std::max(all_.size(), static_cast<std::size_t>(size_)));
  all_gather({&mine, 1}, ones_, {all_.data(), static_cast<std::size_t>(size_)});
  return all_;
}

double Ranks::sum(double mine) {
  if (alone()) return mine;
  const std::vector<double>& all = of_all(mine);
  double total = 0;
  for (int rank = 0; rank < size_; ++rank) total += all[static_cast<std::size_t>(rank)];
  return total;
}

double Ranks::largest(double mine) {
  if (alone()) return mine;
  const std::vector<double>& all = of_all(mine);
  double largest = all[0];
  for (int rank = 1; rank < size_; ++rank) {
    const double value = all[static_cast<std::size_t>(rank)];
    if (std::isnan(value) || value > largest) largest = value;
  }
  return largest;
}

void Ranks::sum(std::span<double> values) {
  if (alone()) return;
  const std::size_t count = values.size();
  sent_.assign(static_cast<std::size_t>(size_), static_cast<int>(count));
  mine_.assign(values.begin(), values.end());
  all_.resize(std::max(all_.size(), count * static_cast<std::size_t>(size_)));
  all_gather(mine_, sent_, {all_.data(), count * static_cast<std::size_t>(size_)});
  std::fill(values.begin(), values.end(), 0.0);
  for (std::size_t rank = 0; rank < static_cast<std::size_t>(size_); ++rank)
    for (std::size_t i = 0; i < count; ++i) values[i] += all_[rank * count + i];
}

void Ranks::gather(VectorXd& values, int stride) {
  if (alone()) return;
  const auto step = static_cast<std::size_t>(stride);
  CONJAC_ASSERT(static_cast<std::size_t>(values.size()) == owner_.size() * step);
  sent_ = counts_;
  std::size_t first = 0;
  for (int rank = 0; rank < size_; ++rank) {
    if (rank < rank_) first += static_cast<std::size_t>(counts_[static_cast<std::size_t>(rank)]);
    sent_[static_cast<std::size_t>(rank)] *= stride;
  }
  const auto own = static_cast<std::size_t>(counts_[static_cast<std::size_t>(rank_)]);
  mine_.resize(own * step);
  all_.resize(std::max(all_.size(), owner_.size() * step));
  const double* from = values.data();
  for (std::size_t k = 0; k < own; ++k)
    std::copy_n(from + static_cast<std::size_t>(by_owner_[first + k]) * step, step,
                mine_.data() + k * step);
  all_gather(mine_, sent_, {all_.data(), owner_.size() * step});
  for (std::size_t k = 0; k < by_owner_.size(); ++k)
    std::copy_n(all_.data() + k * step, step,
                values.data() + static_cast<std::size_t>(by_owner_[k]) * step);
}

void Ranks::take_first(std::vector<int>& values) {
  if (alone()) return;
  std::uint64_t size = values.size();
  broadcast(std::as_writable_bytes(std::span(&size, 1)));
  values.resize(size);
  broadcast(std::as_writable_bytes(std::span(values)));
}

void Ranks::take_first(std::string& text) {
  if (alone()) return;
  std::uint64_t size = text.size();
  broadcast(std::as_writable_bytes(std::span(&size, 1)));
  text.resize(size);
  broadcast(std::as_writable_bytes(std::span(text.data(), text.size())));
}

}  // namespace conjac
