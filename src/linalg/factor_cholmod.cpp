#ifdef CONJAC_WITH_CHOLMOD

#include <cblas.h>
#include <cholmod.h>

#include <algorithm>

#include "core/check.h"
#include "core/memory.h"
#include "linalg/factor.h"
#include "linalg/library_threads.h"
#include "linalg/permuted.h"

namespace conjac {
namespace {

// Up to here a panel is met column by column, by matrix-vector products on a panel that is in the
// cache after the first; beyond, by matrix-matrix products.
constexpr int kFewColumns = 2;
// Columns for which a workspace has room from the start.
constexpr Eigen::Index kRoom = 16;

/// CHOLMOD's supernodal factorization, with triangular solves of our own.
///
/// L is a list of supernodes: columns [super[s], super[s+1]) share the rows `rows(s)`, of which the
/// first are those columns themselves, and are stored as one dense column-major panel. The matrix
/// is permuted here, before CHOLMOD sees it, so that a factorization allocates nothing.
class CholmodFactor final : public SparseFactor {
 public:
  CholmodFactor() {
    cholmod_start(&common_);
    common_.print = 0;
    common_.nmethods = 1;
    common_.method[0].ordering = CHOLMOD_NATURAL;
    common_.postorder = 0;
    common_.supernodal = CHOLMOD_SUPERNODAL;
  }
  ~CholmodFactor() override {
    cholmod_free_factor(&L_, &common_);
    cholmod_finish(&common_);
  }
  CholmodFactor(const CholmodFactor&) = delete;
  CholmodFactor& operator=(const CholmodFactor&) = delete;

  void analyze(const SparseMatrix& A, int block, std::span<const int> trailing) override {
    find_order(A, block, trailing);
    permuted_.analyze(A, order_);
    cholmod_free_factor(&L_, &common_);
    cholmod_sparse view = permuted_view();
    L_ = cholmod_analyze(&view, &common_);
    require(L_ && common_.status >= 0,
            "the matrix of " + std::to_string(A.cols()) +
                " unknowns is too large to be analysed; use a coarser mesh");
    nonzeros_ = static_cast<double>(L_->xsize);
    work_ = common_.fl / 2;
    require(sizeof(double) * nonzeros_ <= usable_memory(),
            "the factor of this mesh takes " +
                std::to_string(static_cast<long long>(nonzeros_ / 1e9 * sizeof(double))) +
                " GB, more memory than there is; use a coarser mesh");
  }

  FactorStatus factorize(const SparseMatrix& A, Renew /*renew*/) override {
    limit_library_threads();
    if (!permuted_.assign(A)) return FactorStatus::failed;
    cholmod_sparse view = permuted_view();
    double shift[2] = {0, 0};
    cholmod_super_numeric(&view, nullptr, shift, L_, &common_);
    if (common_.status == CHOLMOD_NOT_POSDEF) return FactorStatus::not_positive_definite;
    return common_.status == CHOLMOD_OK ? FactorStatus::ok : FactorStatus::failed;
  }

  void forward(RowBlock Y) const override {
    const int columns = static_cast<int>(Y.cols());
    reserve(columns);
    for (int s = 0; s < supernodes(); ++s) {
      const Panel p = panel(s);
      double* top = Y.data() + static_cast<std::ptrdiff_t>(p.first) * columns;
      double* below = workspace_.data();
      if (columns <= kFewColumns) {
        for (int c = 0; c < columns; ++c) {
          cblas_dtrsv(CblasColMajor, CblasLower, CblasNoTrans, CblasNonUnit, p.width, p.values,
                      p.height, top + c, columns);
          if (p.below > 0)
            cblas_dgemv(CblasColMajor, CblasNoTrans, p.below, p.width, 1.0, p.values + p.width,
                        p.height, top + c, columns, 0.0, below + c, columns);
        }
      } else {  // row-major Y is Y' column-major: Y' <- Y' L'^-1
        cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, columns,
                    p.width, 1.0, p.values, p.height, top, columns);
        if (p.below == 0) continue;
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, columns, p.below, p.width, 1.0, top,
                    columns, p.values + p.width, p.height, 0.0, below, columns);
      }
      for (int k = 0; k < p.below; ++k) {
        double* target = Y.data() + static_cast<std::ptrdiff_t>(p.rows[p.width + k]) * columns;
        for (int c = 0; c < columns; ++c) target[c] -= below[k * columns + c];
      }
    }
  }

  void backward(RowBlock X) const override {
    const int columns = static_cast<int>(X.cols());
    reserve(columns);
    for (int s = supernodes() - 1; s >= 0; --s) {
      const Panel p = panel(s);
      double* top = X.data() + static_cast<std::ptrdiff_t>(p.first) * columns;
      double* below = workspace_.data();
      for (int k = 0; k < p.below; ++k) {
        const double* from = X.data() + static_cast<std::ptrdiff_t>(p.rows[p.width + k]) * columns;
        std::copy(from, from + columns, below + k * columns);
      }
      if (columns <= kFewColumns) {
        for (int c = 0; c < columns; ++c) {
          if (p.below > 0)
            cblas_dgemv(CblasColMajor, CblasTrans, p.below, p.width, -1.0, p.values + p.width,
                        p.height, below + c, columns, 1.0, top + c, columns);
          cblas_dtrsv(CblasColMajor, CblasLower, CblasTrans, CblasNonUnit, p.width, p.values,
                      p.height, top + c, columns);
        }
      } else {  // X' <- X' L^-1
        if (p.below > 0)
          cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, columns, p.width, p.below, -1.0,
                      below, columns, p.values + p.width, p.height, 1.0, top, columns);
        cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasNoTrans, CblasNonUnit, columns,
                    p.width, 1.0, p.values, p.height, top, columns);
      }
    }
  }

  void trailing_factor(MatrixXd& Lrr) const override {
    const int first = size() - trailing_;
    Lrr.setZero(trailing_, trailing_);
    for (int s = supernodes() - 1; s >= 0; --s) {
      const Panel p = panel(s);
      if (p.first + p.width <= first) break;
      for (int c = std::max(0, first - p.first); c < p.width; ++c)
        for (int k = c; k < p.height; ++k)
          Lrr(p.rows[k] - first, p.first + c - first) =
              p.values[k + static_cast<std::ptrdiff_t>(c) * p.height];
    }
  }

 private:
  struct Panel {
    int first, width;      // its columns
    int height, below;     // all rows, and those under the diagonal block
    const int* rows;       // (height)
    const double* values;  // (height x width) column-major
  };

  int supernodes() const { return static_cast<int>(L_->nsuper); }

  Panel panel(int s) const {
    const int* super = static_cast<const int*>(L_->super);
    const int* row_start = static_cast<const int*>(L_->pi);
    const int* value_start = static_cast<const int*>(L_->px);
    const int width = super[s + 1] - super[s], height = row_start[s + 1] - row_start[s];
    return {super[s],
            width,
            height,
            height - width,
            static_cast<const int*>(L_->s) + row_start[s],
            static_cast<const double*>(L_->x) + value_start[s]};
  }

  cholmod_sparse permuted_view() {
    cholmod_sparse view{};
    view.nrow = view.ncol = permuted_.matrix().cols();
    view.nzmax = permuted_.matrix().nonZeros();
    view.p = permuted_.matrix().outerIndexPtr();
    view.i = permuted_.matrix().innerIndexPtr();
    view.x = permuted_.matrix().valuePtr();
    view.stype = -1;
    view.itype = CHOLMOD_INT;
    view.xtype = CHOLMOD_REAL;
    view.dtype = CHOLMOD_DOUBLE;
    view.sorted = view.packed = 1;
    return view;
  }

  /// The workspace holds the rows below one panel.
  void reserve(int columns) const {
    limit_library_threads();
    const Eigen::Index size = static_cast<Eigen::Index>(L_->maxesize + 1) * columns;
    if (workspace_.size() < size) workspace_.resize(std::max(size, kRoom * size / columns));
  }

  mutable cholmod_common common_{};
  cholmod_factor* L_ = nullptr;
  PermutedMatrix permuted_;
  mutable VectorXd workspace_;
};

}  // namespace

std::unique_ptr<SparseFactor> make_cholmod_factor() {
  return std::make_unique<CholmodFactor>();
}

}  // namespace conjac

#endif
