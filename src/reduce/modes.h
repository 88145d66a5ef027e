#pragma once

#include <vector>

#include "core/symmetric_eigen.h"
#include "reduce/basis.h"

namespace conjac {

class Archive;

/// The lowest modes of the body as it is deformed now, found from the condensation Jacobian.
///
/// J is static condensation (Guyan 1965): it knows nothing of the inertia of those who follow, its
/// frequencies are too high, and what follows is carried by the dynamic nodes. Here the unknowns are
/// weighted means of the motion,
///
///     u = Phi'M v,   Phi'M Phi = I,
///
/// Phi an orthonormal basis of J and a few shapes more; everything else is quasistatic, at fixed
/// means, and massless: it follows along
///
///     Psi = A^-1 M Phi F^-1,   F = Phi'M A^-1 M Phi,   Phi'M Psi = I,
///
/// one block solve with the factor that the condensation has. F^-1 is the stiffness that the means
/// feel when all else has found its balance, and Phi is turned so that it is diag(w^2). The w are
/// the frequencies of this system exactly, however good or bad Phi is, so a swing of it keeps its
/// energy; and they are near those of the body, since A^-1 has smoothed Phi once more (the
/// Rayleigh-Ritz values of A^-1; those of A on Psi would be the improved reduced system of O'Callahan
/// 1989). docs/decisions/0013-modes.md compares them.
///
/// Phi begins as J and the rigid motions r_k of the body, straight and turning, and is smoothed by
/// inverse iteration, Phi <- A^-1 M Phi. So A^-1 M r_k is in it, the answer to a uniform
/// acceleration (load-dependent vectors, Wilson 1982): what gravity, or a jerk of what holds the
/// body, does.
///
/// Rigid motions of a piece that nothing holds are in the span of J already: they have w = 0, stay
/// as they are, and everything else is orthogonal to them, so that the singular A never sees them.
///
/// Everything is done piece by piece, the columns of all pieces side by side (reduce/jacobian.h).
class Modes {
 public:
  /// Once per topology, after the condensation's.
  void analyze(const Condensation& condensation);

  struct Wanted {
    int iterations = 2;  // block solves: the last for Psi, those before it smooth Phi
    int most = 0;        // keep this many of each piece, the lowest; 0: all that were found
  };
  /// From J as it is now. `mass`, `x`: (all unknowns).
  void find(Condensation& condensation, const VectorXd& mass, const VectorXd& x,
            const Wanted& wanted);

  /// Phi stays, so no motion is lost; Psi and w become those of the matrix as it is now. Of a piece
  /// that nothing holds Phi turns with it, and rigid motions are those of where it is now.
  void follow(Condensation& condensation, const VectorXd& mass, const VectorXd& x);
  /// Can it? Not where a piece is held so that some rigid motions are left to it and others are not.
  bool can_follow() const;

  int count() const { return phi_.cols(); }
  int capacity() const { return capacity_; }
  const Jacobian& phi() const { return phi_; }
  const Jacobian& psi() const { return psi_; }
  const VectorXd& squares() const { return squares_; }  // w^2, 1/s^2
  Basis basis() const { return {psi_, {stiffness_.data(), count(), count()}, phi_}; }

  /// force <- P'force, P = I - Phi Phi'M: what does not accelerate the means.
  void leave_modes(const VectorXd& mass, VectorXd& force);
  /// (I - Psi Phi'M) A^-1 load: how everything else answers a load, at fixed means.
  const VectorXd& relax(Condensation& condensation, const VectorXd& mass, const VectorXd& load);
  /// The same for many loads at once: X <- their answers, a row for each place_of() an unknown. The
  /// loads are written into the block that loads() gives; what would accelerate the means is taken
  /// off.
  RowBlock loads(const Condensation& condensation, int columns);
  void relax(Condensation& condensation, const VectorXd& mass, RowBlock& X);
  int place_of(int unknown) const { return place_[unknown]; }  // -1: prescribed for good
  /// A^-1 load: how all of the body answers where nothing has inertia.
  const VectorXd& respond(Condensation& condensation, const VectorXd& load);

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)

 private:
  static constexpr int kUsual = kSmallEigen;  // modes of a piece that find room on the stack
  static constexpr int kChunk = 128;          // rows per product
  /// Straight and turning: rigid motions of a body.
  static constexpr int rigid_motions(int stride) { return stride == 3 ? 6 : 3; }

  struct Piece {
    std::vector<int> places;  // its rows, in order of elimination
    MatrixXd turn;            // new columns from old ones, capacity
    VectorXd squares;         // w^2 of its modes, capacity
    int old = 0;              // columns before `turn`
    int modes = 0;            // and after it
    int rigid = 0;            // of these, the first, that meet no stiffness
    int shapes = 0;           // beside J
  };
  using Square = Eigen::Map<MatrixXd>;

  void start(const Condensation& condensation, const VectorXd& mass);
  void widen(const Condensation& condensation, const VectorXd& mass, const VectorXd& x);
  void take_orthonormal(const Condensation& condensation, const VectorXd& mass, RowBlock& rows);
  void solve(Condensation& condensation, const VectorXd& mass, RowBlock& B, RowBlock& X);
  void answer(Condensation& condensation, const VectorXd& mass);
  void smooth(Condensation& condensation, const VectorXd& mass);
  void turn_into_phi(const Condensation& condensation, const RowBlock& rows);
  void settle_rigid(const Condensation& condensation, const VectorXd& mass, const Piece& piece);
  void turn_with(const Condensation& condensation, const VectorXd& mass, const VectorXd& x);
  Eigen::Matrix3d rotation(const Condensation& condensation, const VectorXd& mass,
                           const VectorXd& x, const Piece& piece) const;
  void keep_lowest(const Condensation& condensation, int most);
  void write_stiffness();

  void set_rigid_motions(const Condensation& condensation, const VectorXd& mass, const VectorXd& x,
                         const Piece& piece, RowBlock& to) const;
  /// Columns [first, first + count) of a block lose what they have of the rigid modes.
  void leave_rigid(const Condensation& condensation, const VectorXd& mass, const Piece& piece,
                   int first, int count, RowBlock& block);
  /// square <- X' diag(weight) Y over the rows of a piece, columns from `first` on; null: no weight.
  void product(const Condensation& condensation, const Piece& piece, const RowBlock& X,
               const RowBlock& Y, const VectorXd* weight, int first, Square& square);
  void orthonormal(Piece& piece, Square& G, int first);
  void ritz(Piece& piece, Square& G, Square& S);
  void solve_eigen(const Square& symmetric);
  void gather(const Condensation& condensation, const Jacobian& from, RowBlock& to) const;
  void number_columns(Jacobian& of);
  RowBlock block(VectorXd& memory, int rows, int columns);

  int stride_ = 3, capacity_ = 0, widest_ = 0;
  std::vector<Piece> pieces_;
  std::vector<int> place_;  // (all unknowns)
  Jacobian phi_, psi_;
  VectorXd squares_, stiffness_;
  VectorXd x_;  // (all unknowns) where Phi is good
  // Workspace.
  VectorXd loads_, answers_, gram_, gram_stiffness_, half_, values_, vectors_, chunk_, other_chunk_;
  VectorXd amounts_, relaxed_, momentum_;
};

}  // namespace conjac
