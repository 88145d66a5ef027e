#pragma once

#include <algorithm>
#include <barrier>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "core/ranks.h"

namespace conjac::test {

/// Ranks that are threads of one process: what they would send goes through memory they share.
class ThreadRanks final : public Ranks {
 public:
  struct Table {
    explicit Table(int size) : barrier(size), numbers(static_cast<std::size_t>(size)) {}
    std::barrier<> barrier;
    std::vector<std::span<const double>> numbers;
    std::span<std::byte> bytes;
  };
  ThreadRanks(int rank, int size, Table& table) : Ranks(rank, size), table_(table) {}

 protected:
  void add_up(std::span<double> values) override {
    each(values, [&](std::span<const double> other, std::vector<double>& result) {
      for (std::size_t i = 0; i < result.size(); ++i) result[i] += other[i];
    });
  }
  void all_largest(std::span<double> values) override {
    each(values, [&](std::span<const double> other, std::vector<double>& result) {
      for (std::size_t i = 0; i < result.size(); ++i) result[i] = std::max(result[i], other[i]);
    });
  }
  void all_gather(std::span<const double> mine, std::span<const int> /*counts*/,
                  std::span<double> all) override {
    table_.numbers[static_cast<std::size_t>(rank())] = mine;
    table_.barrier.arrive_and_wait();
    std::size_t at = 0;
    for (const auto& part : table_.numbers) {
      std::copy(part.begin(), part.end(), all.begin() + static_cast<std::ptrdiff_t>(at));
      at += part.size();
    }
    table_.barrier.arrive_and_wait();
  }
  void broadcast(std::span<std::byte> bytes) override {
    if (first()) table_.bytes = bytes;
    table_.barrier.arrive_and_wait();
    if (!first()) std::copy(table_.bytes.begin(), table_.bytes.end(), bytes.begin());
    table_.barrier.arrive_and_wait();
  }

 private:
  template <class Fold>
  void each(std::span<double> values, const Fold& fold) {
    table_.numbers[static_cast<std::size_t>(rank())] = values;
    table_.barrier.arrive_and_wait();
    std::vector<double> result(table_.numbers[0].begin(), table_.numbers[0].end());
    for (std::size_t rank = 1; rank < table_.numbers.size(); ++rank)
      fold(table_.numbers[rank], result);
    table_.barrier.arrive_and_wait();
    std::copy(result.begin(), result.end(), values.begin());
  }
  Table& table_;
};

/// Runs `body` on so many ranks at once; what one throws is thrown again.
inline void on_ranks(int size, const std::function<void(Ranks&)>& body) {
  ThreadRanks::Table table(size);
  std::vector<std::exception_ptr> errors(static_cast<std::size_t>(size));
  std::vector<std::thread> threads;
  for (int rank = 0; rank < size; ++rank)
    threads.emplace_back([&, rank] {
      ThreadRanks ranks(rank, size, table);
      const RanksOfThread mine(ranks);
      try {
        body(ranks);
      } catch (...) {
        errors[static_cast<std::size_t>(rank)] = std::current_exception();
        table.barrier.arrive_and_drop();
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
}

}  // namespace conjac::test
