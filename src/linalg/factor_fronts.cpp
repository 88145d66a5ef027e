#ifdef CONJAC_WITH_CHOLMOD

#include "core/check.h"
#include "core/memory.h"
#include "linalg/factor.h"
#include "linalg/front_numbers.h"

namespace conjac {
namespace {

/// Our own elimination on a tree of fronts, on all threads.
class FrontFactor final : public SparseFactor {
 public:
  void analyze(const SparseMatrix& A, int block, std::span<const int> trailing) override {
    const BlockGraph graph = find_order(A, block, trailing);
    std::vector<int> blocks(graph.blocks()), place(order_.size());
    for (int b = 0; b < graph.blocks(); ++b) blocks[b] = order_[b * block] / block;
    for (int k = 0; k < size(); ++k) place[order_[k]] = k;
    tree_ = FrontTree(graph, blocks, static_cast<int>(trailing.size()));
    nonzeros_ = static_cast<double>(tree_.values);
    work_ = tree_.work;
    const double bytes = sizeof(double) * static_cast<double>(tree_.values + tree_.updates);
    require(bytes <= usable_memory(), "the factor of this mesh takes " +
                                          std::to_string(static_cast<long long>(bytes / 1e9)) +
                                          " GB, more memory than there is; use a coarser mesh");
    numbers_.analyze(tree_, A, place);
  }

  FactorStatus factorize(const SparseMatrix& A, Renew renew) override {
    return numbers_.factorize(A, renew == Renew::what_changed);
  }
  void forward(RowBlock Y) const override { numbers_.forward(Y); }
  void backward(RowBlock X) const override { numbers_.backward(X); }

  void trailing_factor(MatrixXd& Lrr) const override {
    const int first = size() - trailing_;
    Lrr.setZero(trailing_, trailing_);
    for (int f = static_cast<int>(tree_.fronts.size()) - 1; f >= 0; --f) {
      const FrontTree::Front& front = tree_.fronts[f];
      if (front.first + front.width <= first) break;
      const auto rows = tree_.rows_of(f);
      for (int c = std::max(0, first - front.first); c < front.width; ++c)
        for (int i = c; i < front.height; ++i)
          Lrr(rows[i] - first, front.first + c - first) = numbers_.value(f, i, c);
    }
  }

 private:
  FrontTree tree_;
  FrontNumbers<double> numbers_;
};

}  // namespace

std::unique_ptr<SparseFactor> make_factor() {
  return std::make_unique<FrontFactor>();
}

}  // namespace conjac

#endif
