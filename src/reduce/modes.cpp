#include "reduce/modes.h"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "core/tuned.h"

namespace conjac {
namespace {

// A motion whose w^2 is below this part of the piece's largest meets no stiffness: A is singular
// there but for rounding.
CONJAC_TUNED(double, kRigid, 1e-9);

// No mode has more than the lowest one's w^2 over this: its compliance is rounding.
constexpr double kStiffest = 1e-15;
// A translation is a rigid mode when its squared share in them is above this.
constexpr double kWhole = 1 - 1e-6;

}  // namespace

void Modes::analyze(const Condensation& condensation) {
  const Jacobian& J = condensation.J();
  stride_ = condensation.stride();
  const int more = rigid_motions(stride_), pieces = J.pieces(), n = condensation.size();
  pieces_.assign(pieces, {});
  std::vector<int> piece_of_row(J.rows(), -1);
  place_.assign(J.rows(), -1);
  for (int k = 0; k < n; ++k) {
    const int row = condensation.unknown_at(k);
    place_[row] = k;
    piece_of_row[row] = J.piece_of(row);
    pieces_[J.piece_of(row)].places.push_back(k);
  }
  capacity_ = widest_ = 0;
  for (int p = 0; p < pieces; ++p) {
    const int most = condensation.most_driven(p) + more;
    widest_ = std::max(widest_, most);
    capacity_ += most;
    pieces_[p].turn.resize(most, most);
    pieces_[p].squares.resize(most);
  }
  for (Jacobian* one : {&phi_, &psi_}) one->analyze(piece_of_row, pieces, widest_, capacity_);
  squares_.setZero(capacity_);
  amounts_.setZero(capacity_);
  values_.setZero(widest_);
  for (VectorXd* memory : {&loads_, &answers_})
    memory->resize(static_cast<Eigen::Index>(n) * std::min(widest_, kUsual));
  for (VectorXd* square : {&gram_, &gram_stiffness_, &half_, &vectors_})
    square->resize(widest_ * widest_);
  for (VectorXd* chunk : {&chunk_, &other_chunk_}) chunk->resize(kChunk * widest_);
  for (VectorXd* vector : {&relaxed_, &momentum_}) vector->setZero(J.rows());
}

void Modes::find(Condensation& condensation, const VectorXd& mass, const VectorXd& x,
                 const Wanted& wanted) {
  start(condensation, mass);
  widen(condensation, mass, x);
  for (int k = 1; k < wanted.iterations; ++k) smooth(condensation, mass);
  answer(condensation, mass);
  if (wanted.most > 0) keep_lowest(condensation, wanted.most);
  write_stiffness();
  x_ = x;
}

void Modes::follow(Condensation& condensation, const VectorXd& mass, const VectorXd& x) {
  const bool floats = std::any_of(pieces_.begin(), pieces_.end(),
                                  [](const Piece& piece) { return piece.rigid > 0; });
  if (floats) turn_with(condensation, mass, x);
  answer(condensation, mass);
  write_stiffness();
}

bool Modes::can_follow() const {
  return std::all_of(pieces_.begin(), pieces_.end(), [&](const Piece& piece) {
    return piece.rigid == 0 || piece.rigid == rigid_motions(stride_);
  });
}

// ---- the steps of it ----------------------------------------------------------------------------

/// Phi <- the Ritz vectors of J, rigid motions first.
void Modes::start(const Condensation& condensation, const VectorXd& mass) {
  const Jacobian& J = condensation.J();
  RowBlock rows = block(loads_, condensation.size(), J.width());
  rows.setZero();
  gather(condensation, J, rows);
  const auto stiffness = condensation.condensed_stiffness();
  for (int p = 0; p < J.pieces(); ++p) {
    Piece& piece = pieces_[p];
    const auto& columns = J.columns_of(p);
    const int n = static_cast<int>(columns.size());
    Square G(gram_.data(), n, n), S(gram_stiffness_.data(), n, n);
    product(condensation, piece, rows, rows, &mass, 0, G);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) S(i, j) = stiffness(columns[i], columns[j]);
    ritz(piece, G, S);
    piece.rigid = 0;
    const double least = piece.modes > 0 ? kRigid * piece.squares[piece.modes - 1] : 0.0;
    while (piece.rigid < piece.modes &&
           (condensation.keeps_shape(p) || piece.squares[piece.rigid] <= least))
      ++piece.rigid;
  }
  number_columns(phi_);
  turn_into_phi(condensation, rows);
  for (const Piece& piece : pieces_)
    if (piece.rigid > 0) settle_rigid(condensation, mass, piece);
}

/// Phi <- rows turned, as each piece says.
void Modes::turn_into_phi(const Condensation& condensation, const RowBlock& rows) {
  for (const Piece& piece : pieces_)
    for (int place : piece.places)
      Eigen::Map<VectorXd>(phi_.row_data(condensation.unknown_at(place)), piece.modes).noalias() =
          piece.turn.topLeftCorner(piece.old, piece.modes).transpose() *
          rows.row(place).head(piece.old).transpose();
}

/// Where translations are rigid modes they become the first of them, to the last digit, which is what
/// keeps momentum; the others are made orthogonal to them and to each other, twice, against rounding.
void Modes::settle_rigid(const Condensation& condensation, const VectorXd& mass,
                         const Piece& piece) {
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>;
  const int r = piece.rigid;
  const auto rigid = [&](int place) {
    return Eigen::Map<VectorXd>(phi_.row_data(condensation.unknown_at(place)), r);
  };
  int first = 0;  // that is not a translation
  if (r >= stride_ && r <= 6) {
    Small along = Small::Zero(r, stride_);  // translations in terms of the modes
    double total[3] = {};
    for (int place : piece.places) {
      const int row = condensation.unknown_at(place);
      along.col(row % stride_) += mass[row] * rigid(place);
      total[row % stride_] += mass[row];
    }
    for (int k = 0; k < stride_; ++k) along.col(k) /= std::sqrt(total[k]);
    if ((along.colwise().squaredNorm().array() > kWhole).all()) {
      first = stride_;
      const Small shares = along * along.transpose();
      Eigen::Matrix<double, 6, 1> size;
      Eigen::Matrix<double, 6, 6> others;  // the first r - stride_ are without share
      small_symmetric_eigen(shares, size.head(r), others.topLeftCorner(r, r));
      for (int place : piece.places) {
        const int k = condensation.unknown_at(place) % stride_;
        const Small old = rigid(place);
        auto now = rigid(place);
        now.tail(r - first).noalias() =
            others.topLeftCorner(r, r - first).transpose().lazyProduct(old.col(0));
        now.head(first).setZero();
        now[k] = 1 / std::sqrt(total[k]);
      }
    }
  }
  for (int c = first; c < r; ++c)
    for (int pass = 0; pass < 2; ++pass)
      for (int b = 0; b <= c; ++b) {
        double sum = 0;
        for (int place : piece.places)
          sum += mass[condensation.unknown_at(place)] * rigid(place)[b] * rigid(place)[c];
        for (int place : piece.places)
          if (b < c)
            rigid(place)[c] -= sum * rigid(place)[b];
          else
            rigid(place)[c] /= std::sqrt(sum);
      }
}

/// Phi <- an orthonormal basis of itself and the rigid motions of each piece.
void Modes::widen(const Condensation& condensation, const VectorXd& mass, const VectorXd& x) {
  const int more = rigid_motions(stride_);
  int width = 0;
  for (Piece& piece : pieces_) {
    piece.shapes = piece.modes > piece.rigid && piece.rigid < more ? more : 0;
    width = std::max(width, piece.modes + piece.shapes);
  }
  RowBlock rows = block(loads_, condensation.size(), width);
  rows.setZero();
  gather(condensation, phi_, rows);
  for (Piece& piece : pieces_) {
    if (piece.shapes > 0) set_rigid_motions(condensation, mass, x, piece, rows);
    leave_rigid(condensation, mass, piece, piece.rigid, piece.modes + piece.shapes - piece.rigid,
                rows);
  }
  take_orthonormal(condensation, mass, rows);
}

/// Phi <- an orthonormal basis of the columns of `rows`; rigid modes stay as they are.
void Modes::take_orthonormal(const Condensation& condensation, const VectorXd& mass,
                             RowBlock& rows) {
  for (Piece& piece : pieces_) {
    const int all = piece.modes + piece.shapes - piece.rigid;
    Square G(gram_.data(), all, all);
    product(condensation, piece, rows, rows, &mass, piece.rigid, G);
    orthonormal(piece, G, piece.rigid);
    piece.shapes = 0;
  }
  number_columns(phi_);
  turn_into_phi(condensation, rows);
}

/// B <- M Phi, X <- A^-1 B, but for rigid motions, which stay.
void Modes::solve(Condensation& condensation, const VectorXd& mass, RowBlock& B, RowBlock& X) {
  const int n = condensation.size();
  B.setZero();
  gather(condensation, phi_, B);
  for (int place = 0; place < n; ++place) B.row(place) *= mass[condensation.unknown_at(place)];
  X = B;
  for (const Piece& piece : pieces_)  // A is singular there
    for (int place : piece.places) X.row(place).head(piece.rigid).setZero();
  condensation.solve_free(X, Elimination::Accuracy::shape);
  for (const Piece& piece : pieces_) {
    leave_rigid(condensation, mass, piece, piece.rigid, piece.modes - piece.rigid, X);
    for (int place : piece.places)
      X.row(place).head(piece.rigid) =
          phi_.values(condensation.unknown_at(place)).head(piece.rigid).transpose();
  }
}

/// A step of inverse iteration: Phi <- an orthonormal basis of A^-1 M Phi.
void Modes::smooth(Condensation& condensation, const VectorXd& mass) {
  const int n = condensation.size();
  RowBlock B = block(loads_, n, phi_.width()), X = block(answers_, n, phi_.width());
  solve(condensation, mass, B, X);
  take_orthonormal(condensation, mass, X);
}

/// Psi = A^-1 M Phi F^-1, and both turned so that F^-1 is diag(w^2).
void Modes::answer(Condensation& condensation, const VectorXd& mass) {
  const int n = condensation.size();
  RowBlock B = block(loads_, n, phi_.width()), X = block(answers_, n, phi_.width());
  solve(condensation, mass, B, X);
  for (Piece& piece : pieces_) {
    const int r = piece.rigid, e = piece.modes - r;
    piece.squares.head(r).setZero();
    if (e == 0) continue;
    Square F(gram_.data(), e, e);
    product(condensation, piece, B, X, nullptr, r, F);
    for (int j = 0; j < e; ++j)  // the largest of F belong to the lowest modes
      for (int i = 0; i <= j; ++i) F(i, j) = F(j, i) = -0.5 * (F(i, j) + F(j, i));
    solve_eigen(F);
    piece.turn.topLeftCorner(e, e) = Square(vectors_.data(), e, e);
    const double least = -values_[0] * kStiffest;
    piece.squares.segment(r, e) = (-values_.head(e)).cwiseMax(least).cwiseInverse();
  }
  number_columns(phi_);
  number_columns(psi_);
  for (const Piece& piece : pieces_) {
    const int r = piece.rigid, e = piece.modes - r;
    const auto turn = piece.turn.topLeftCorner(e, e);
    for (int place : piece.places) {
      const int row = condensation.unknown_at(place);
      Eigen::Map<VectorXd> phi(phi_.row_data(row), piece.modes),
          psi(psi_.row_data(row), piece.modes);
      psi.head(r) = phi.head(r);
      phi.tail(e).noalias() = turn.transpose() * B.row(place).segment(r, e).transpose();
      phi.tail(e) /= mass[row];
      psi.tail(e).noalias() = turn.transpose() * X.row(place).segment(r, e).transpose();
      psi.tail(e).array() *= piece.squares.segment(r, e).array();
    }
  }
}

/// How a piece has turned since Phi was good: the rotation nearest to sum m r r0'.
Eigen::Matrix3d Modes::rotation(const Condensation& condensation, const VectorXd& mass,
                                const VectorXd& x, const Piece& piece) const {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero(), centre0 = centre;
  double total = 0;
  for (int place : piece.places) {
    const int row = condensation.unknown_at(place), c = row % stride_;
    centre[c] += mass[row] * x[row];
    centre0[c] += mass[row] * x_[row];
    total += mass[row] / stride_;
  }
  centre /= total;
  centre0 /= total;
  Eigen::Matrix3d moment = Eigen::Matrix3d::Zero();
  for (int place : piece.places) {
    const int row = condensation.unknown_at(place), c = row % stride_, first = row - c;
    for (int k = 0; k < stride_; ++k)
      moment(c, k) += mass[row] * (x[row] - centre[c]) * (x_[first + k] - centre0[k]);
  }
  if (stride_ == 2) moment(2, 2) = moment.topLeftCorner<2, 2>().norm();
  const Eigen::JacobiSVD<Eigen::Matrix3d> svd(moment, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Eigen::Matrix3d turn = svd.matrixU() * svd.matrixV().transpose();
  if (turn.determinant() < 0) {
    Eigen::Matrix3d U = svd.matrixU();
    U.col(2) *= -1;
    turn = U * svd.matrixV().transpose();
  }
  return turn;
}

/// Phi turns with the pieces that float. Their rigid modes are taken anew, translations first.
void Modes::turn_with(const Condensation& condensation, const VectorXd& mass, const VectorXd& x) {
  RowBlock rows = block(loads_, condensation.size(), phi_.width());
  rows.setZero();
  gather(condensation, phi_, rows);
  for (Piece& piece : pieces_) {
    piece.shapes = 0;
    if (piece.rigid == 0) continue;
    const Eigen::Matrix3d turn = rotation(condensation, mass, x, piece);
    for (int place : piece.places) {
      const int row = condensation.unknown_at(place), c = row % stride_, first = row - c;
      auto mine = rows.row(place).segment(piece.rigid, piece.modes - piece.rigid);
      mine.setZero();
      for (int k = 0; k < stride_; ++k)
        mine += turn(c, k) * phi_.values(first + k).tail(piece.modes - piece.rigid).transpose();
    }
    Piece at_front;  // rigid motions into the first columns
    at_front.places = piece.places;
    set_rigid_motions(condensation, mass, x, at_front, rows);
    for (int place : piece.places) {
      Eigen::Map<VectorXd> phi(phi_.row_data(condensation.unknown_at(place)), piece.modes);
      phi.head(piece.rigid) = rows.row(place).head(piece.rigid).transpose();
    }
    settle_rigid(condensation, mass, piece);
    for (int place : piece.places)
      rows.row(place).head(piece.rigid) =
          phi_.values(condensation.unknown_at(place)).head(piece.rigid).transpose();
    leave_rigid(condensation, mass, piece, piece.rigid, piece.modes - piece.rigid, rows);
  }
  take_orthonormal(condensation, mass, rows);
  x_ = x;
}

void Modes::keep_lowest(const Condensation& condensation, int most) {
  const bool fewer = std::any_of(pieces_.begin(), pieces_.end(),
                                 [&](const Piece& piece) { return piece.modes > most; });
  if (!fewer) return;
  for (Jacobian* one : {&phi_, &psi_}) {
    RowBlock rows = block(loads_, condensation.size(), one->width());
    rows.setZero();
    gather(condensation, *one, rows);
    for (Piece& piece : pieces_) {
      piece.modes = std::min(piece.modes, most);
      piece.rigid = std::min(piece.rigid, most);
    }
    number_columns(*one);
    for (const Piece& piece : pieces_)
      for (int place : piece.places)
        Eigen::Map<VectorXd>(one->row_data(condensation.unknown_at(place)), piece.modes) =
            rows.row(place).head(piece.modes).transpose();
  }
}

void Modes::write_stiffness() {
  const int n = count();
  if (stiffness_.size() < static_cast<Eigen::Index>(n) * n)
    stiffness_.resize(static_cast<Eigen::Index>(n) * n);
  Square S(stiffness_.data(), n, n);
  S.setZero();
  S.diagonal() = squares_.head(n);
}

// ---- what it is for -----------------------------------------------------------------------------

void Modes::leave_modes(const VectorXd& mass, VectorXd& force) {
  auto along = amounts_.head(count());
  phi_.transposed_product(force, along);
  phi_.add_weighted_product(-along, mass, force);
}

const VectorXd& Modes::respond(Condensation& condensation, const VectorXd& load) {
  const int n = condensation.size();
  RowBlock X = block(answers_, n, 1);
  for (int k = 0; k < n; ++k) X(k, 0) = load[condensation.unknown_at(k)];
  condensation.solve_free(X);
  relaxed_.setZero();
  for (int k = 0; k < n; ++k) relaxed_[condensation.unknown_at(k)] = X(k, 0);
  return relaxed_;
}

const VectorXd& Modes::relax(Condensation& condensation, const VectorXd& mass,
                             const VectorXd& load) {
  respond(condensation, load);
  auto along = amounts_.head(count());
  momentum_ = mass.cwiseProduct(relaxed_);
  phi_.transposed_product(momentum_, along);
  psi_.add_product(-along, relaxed_);
  return relaxed_;
}

RowBlock Modes::loads(const Condensation& condensation, int columns) {
  RowBlock X = block(loads_, condensation.size(), columns);
  X.setZero();
  return X;
}

void Modes::relax(Condensation& condensation, const VectorXd& mass, RowBlock& X) {
  const int n = condensation.size();
  RowBlock amounts = block(answers_, count(), static_cast<int>(X.cols()));
  // amounts <- phi' diag(weight) X, then X -= diag(other weight) basis amounts.
  const auto leave = [&](const Jacobian& basis, bool weighs, bool weighs_out) {
    amounts.setZero();
    for (int k = 0; k < n; ++k) {
      const int row = condensation.unknown_at(k);
      const auto columns = phi_.columns(row);
      const auto values = phi_.values(row);
      for (std::size_t j = 0; j < columns.size(); ++j)
        amounts.row(columns[j]) +=
            ((weighs ? mass[row] : 1.0) * values[static_cast<Eigen::Index>(j)]) * X.row(k);
    }
    for (int k = 0; k < n; ++k) {
      const int row = condensation.unknown_at(k);
      const auto columns = basis.columns(row);
      const auto values = basis.values(row);
      for (std::size_t j = 0; j < columns.size(); ++j)
        X.row(k) -= ((weighs_out ? mass[row] : 1.0) * values[static_cast<Eigen::Index>(j)]) *
                    amounts.row(columns[j]);
    }
  };
  leave(phi_, false, true);
  condensation.solve_free(X);
  leave(psi_, true, false);
}

}  // namespace conjac
