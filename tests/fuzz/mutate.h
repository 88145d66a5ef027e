#pragma once

#include <random>
#include <string>
#include <vector>

namespace conjac::fuzz {

/// An input of the corpus with a few things wrong with it. The same seed gives the same inputs.
class Mutator {
 public:
  Mutator(std::vector<std::string> corpus, unsigned seed);
  std::string next();

 private:
  std::size_t below(std::size_t n) { return n == 0 ? 0 : random_() % n; }
  void change(std::string& bytes);

  std::vector<std::string> corpus_;
  std::mt19937_64 random_;
};

}  // namespace conjac::fuzz
