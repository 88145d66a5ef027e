#pragma once

#include <Eigen/SparseCore>

namespace conjac {

/// The one sparse type of the project: compressed columns, 32-bit indices. Symmetric matrices keep
/// their lower triangle only (row >= column), rows ascending within a column.
using SparseMatrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;

}  // namespace conjac
