#pragma once

#include <memory>
#include <span>
#include <vector>

#include "linalg/dense_cholesky.h"
#include "linalg/submatrix.h"
#include "reduce/elimination.h"
#include "reduce/jacobian.h"
#include "reduce/rigid_rows.h"
#include "reduce/roles.h"

namespace conjac {

class Archive;

/// The condensation Jacobian, from one elimination of all nodes but the representative ones.
///
/// The paper partitions the nodes into dynamic (d) and quasistatic (q) ones and asks that the net
/// force on q vanish (Eqs. 4-5), which gives, at the current state,
///
///     J_qd = -K_qq^-1 K_qd   (Eq. 6),    J = [I ; J_qd]   (Eq. 7),
///     b_q  = -K_qq^-1 f_q / h            (Eq. 12, stabilisation),
///
/// and with representative nodes that switch on and off the adjusted matrix of Eq. 21, factored
/// anew for each set of active nodes. We eliminate once for all of them (reduce/elimination.h: by a
/// factorization, or by iterations). Let A = -K on the nodes that are not pinned for good, r the
/// representative unknowns and q all others:
///
///     S = A_rr - A_rq A_qq^-1 A_qr.
///
/// S is the stiffness condensed onto r. Let d be the active (driven) part of r, s = r \ d. Then
///
///     X_r = [ I on d ; -S_ss^-1 S_sd on s ]                        a tiny dense solve,
///     X_q = -A_qq^-1 A_qr X_r   =>   X = J                         an expansion: half a solve,
///     J'AJ = S_dd - S_ds S_ss^-1 S_sd                              no product with A.
///
/// The response to a load g with the drivers held still, x_d = 0 and A x = g on q and s, is
///
///     g_r := g_r - A_rq A_qq^-1 g_q,  x_s = S_ss^-1 g_s,  x_q = A_qq^-1 (g_q - A_qr x_r),
///
/// and its expansion rides in the same block as J's. On the way J'g comes for free:
/// J'g = g_d - S_ds x_s. Scripted motion w is the response to the load K w (then J'Kc is that
/// reduced load, c the response), the stabilisation term is the response to the net force.
///
/// With rigid bodies the driven unknowns move by B u, and X_r, J, J'AJ, J'g are multiplied by B.
///
/// A body may be in pieces that K does not couple. S, X_r and J then have a block for each, the
/// dense algebra is done piece by piece, and in the expansion the columns of different
/// pieces share a column of the block: each row sees those of its own piece only. So a hundred
/// small pieces cost what their nodes cost, not a hundred times a hundred.
///
/// Requirements: every connected piece is pinned by its prescribed and driven nodes together
/// (reduce/floating.h sees to that), else A_qq or S_ss is singular. S itself may be singular (a
/// free body): where it is factored, a diagonal shift is added to A_rr before and taken off S
/// afterwards.
///
/// Differs from the paper: one factorization whatever is active; half the triangular work; Eqs. 6-7
/// and 21 are the slow references of the tests.
class Condensation {
 public:
  /// Once per topology. `pinned` (per node) are held for the whole run and leave the matrix;
  /// `representatives` are nodes that may be driven. There may be `joints` unknowns more than
  /// these nodes have.
  void analyze(const SparseMatrix& K, int stride, std::span<const char> pinned,
               std::span<const int> representatives, int joints,
               std::unique_ptr<Elimination> elimination);
  void analyze(const SparseMatrix& K, int stride, std::span<const char> pinned,
               std::span<const int> representatives, int joints = 0,
               FactorKind kind = FactorKind::best) {
    analyze(K, stride, pinned, representatives, joints, make_direct_elimination(kind));
  }

  /// A = -K, with the nodes of `held` (prescribed for now) decoupled. `mass_shift` adds that
  /// multiple of `mass` (per unknown) where K alone is singular; it is not taken off again. `x` (all
  /// unknowns) is where the nodes are, for those who iterate; null: not known.
  FactorStatus factorize(const SparseMatrix& K, std::span<const char> held,
                         const VectorXd& mass = {}, double mass_shift = 0,
                         SparseFactor::Renew renew = SparseFactor::Renew::all,
                         const VectorXd* x = nullptr);

  /// The same in the background, with those held who are: the factor there is stays in use until
  /// take_behind(), which waits for the end. Where that fails all stays as it is.
  bool renews_behind() const { return elimination_ && elimination_->renews_behind(); }
  void begin_behind(const SparseMatrix& K);
  bool behind() const { return elimination_ && elimination_->behind(); }  // and not taken over yet
  bool behind_done() const { return elimination_ && elimination_->behind_done(); }
  FactorStatus take_behind();
  void drop_behind() {  // waits, and forgets it
    if (elimination_) elimination_->drop_behind();
  }

  /// Pieces that keep their shape from the next drive() on: those with marked nodes (all of a piece
  /// or none; nothing prescribed among them), which are at x. Their rows of J are rigid motions
  /// (reduce/rigid_rows.h); they store no energy and do not respond to loads.
  void keep_shape(std::span<const char> marked, const VectorXd& x);

  /// Who is driven from now on. Costs a tiny dense solve; no analysis, no factorization. Returns
  /// false when S_ss is not positive definite: the drivers do not pin the body.
  bool drive(const DriverMap& drivers);

  /// The responses of `loads` (each over all unknowns; entries at prescribed ones are ignored),
  /// with J in the same block when it is out of date. At most kMaxLoads.
  static constexpr int kMaxLoads = 3;
  void solve(std::span<const VectorXd* const> loads) {
    solve(loads, static_cast<int>(loads.size()));
  }
  /// The same, but only the first `responses` of the loads are expanded; of all of them J'g and the
  /// compliance come out of the first half.
  void solve(std::span<const VectorXd* const> loads, int responses);

  /// X <- A^-1 X with nobody held but what is prescribed: a row for each place k of the order of
  /// elimination, of the unknown unknown_at(k). Where A is singular (a piece that nothing holds) a
  /// trifle is added to S; loads that do not accelerate the piece do not feel it.
  void solve_free(RowBlock X, Elimination::Accuracy accuracy = Elimination::Accuracy::load);
  int size() const { return sub_.size(); }
  int stride() const { return stride_; }
  int unknown_at(int place) const { return sub_.unknowns()[elimination_->order()[place]]; }
  bool ignores_load(int place) const { return ignores_loads(elimination_->order()[place]); }
  bool keeps_shape(int piece) const { return pieces_[piece].keeps_shape; }
  /// Unknowns of a piece that may be driven.
  int most_driven(int piece) const { return static_cast<int>(pieces_[piece].trailing.size()); }

  /// Results. J has a row for every unknown of the body (zero where prescribed).
  const Jacobian& J() const { return J_; }
  Eigen::Map<const MatrixXd> condensed_stiffness() const {  // J'AJ = -J'KJ
    return {stiffness_.data(), unknowns_, unknowns_};
  }
  const VectorXd& response(int load) const { return responses_[load]; }         // (all unknowns)
  auto reduced_load(int load) const { return reduced_[load].head(unknowns_); }  // J'g

  /// Adds the stiffness of springs at a node, the same in all directions, to the condensed one,
  /// with the rows that J has now. For pieces that keep their shape, which have lost what A says of
  /// them.
  void add_springs(int node, double stiffness);
  /// Adds a mass to those combinations of unknowns that move nothing since a piece keeps its shape:
  /// they stay where they are, and the matrix regular. `mass` (all unknowns).
  void add_unused_mass(const VectorXd& mass, Eigen::Ref<MatrixXd> reduced) const;

  /// g . x for the response x of a load g: twice the energy it would store.
  double compliance(int load) const { return compliance_[load]; }

  int unknowns() const { return unknowns_; }
  const Elimination* elimination() const { return elimination_.get(); }  // null before analyze()
  const SparseFactor* factor() const { return elimination_ ? elimination_->factor() : nullptr; }
  int analyses() const { return analyses_; }
  int factorizations() const { return factorizations_; }

  /// What the next step depends on (core/archive.h). Is the matrix as it was last factored of use
  /// yet, and are those driven who drove last?
  void describe(Archive& archive, bool factored, bool driven);

 private:
  /// Unknowns that K couples with each other, and with nobody else.
  struct Piece {
    std::vector<int> trailing;        // its part of r, ascending
    std::vector<int> driven, asleep;  // the driven ones of these, and the others
    std::vector<int> slot;            // (driven) place among all driven ones
    DenseCholesky sleeping;           // of S_ss
    DenseCholesky free;               // of S, made regular
    bool keeps_shape = false;
    RigidRows rigid;
  };
  /// Of a factorization under way, what changes places with what is in use.
  struct Behind {
    SparseMatrix matrix;
    double shift = 0;
    int analysis = 0;  // what the matrix belongs to
  };
  int sort_into_pieces(std::vector<int>& piece_of_block);
  int find_pieces(std::vector<int>& piece_of_block) const;
  void fill(const SparseMatrix& K, const VectorXd& mass, double mass_shift);
  void take_stiffness();
  void condense(Piece& piece, std::span<const int> columns);
  void factorize_free();
  void condense_load(const RowBlock& Y, int load, RowBlock* xr, int column);
  /// Is B other than the identity?
  bool mapped() const {
    return drivers_.unknowns != static_cast<int>(drivers_.driven.size()) || drivers_.B.cols() > 0;
  }
  bool prescribed_row(int free_unknown) const {
    return held_[sub_.unknowns()[free_unknown] / stride_];
  }
  bool ignores_loads(int free_unknown) const {
    return prescribed_row(free_unknown) ||
           (any_keeps_shape_ && pieces_[J_.piece_of(sub_.unknowns()[free_unknown])].keeps_shape);
  }
  int node_of(int trailing) const {
    return sub_.unknowns()[trailing_[trailing / stride_] * stride_] / stride_;
  }
  void fit_rigid(Piece& piece);
  void write_rigid_rows();

  /// Room for what a drive() or solve() needs on its way, so that neither allocates.
  struct Workspace {
    // Of one piece.
    std::vector<int> drivers;         // nodes
    VectorXd square, follow;          // its part of S, X_s
    VectorXd map, mapped, product;    // its part of B, and products with it
    VectorXd load, sleeping, driven;  // (r) a condensed load and its parts
    // Behind row-major blocks.
    VectorXd solution, forward, trailing;
  };

  int stride_ = 3, full_size_ = 0;
  PrincipalSubmatrix sub_;
  Behind behind_;
  std::unique_ptr<Elimination> elimination_;  // may be at work on behind_: ends before it
  std::vector<int> trailing_;                 // sub-block of each representative
  std::vector<char> held_;                    // (nodes) as of the last factorization
  std::vector<char> prescribed_;              // (sub-blocks) the same
  VectorXd places_;                           // (sub-unknowns) where they are, capacity
  double shift_ = 0;

  std::vector<Piece> pieces_;
  std::vector<int> piece_of_trailing_;  // (r)
  bool any_keeps_shape_ = false;
  VectorXd shape_;  // (all unknowns) positions of the nodes that keep their shape
  MatrixXd S_;      // (r x r) only entries within a piece are used
  DriverMap drivers_;
  VectorXd Xr_;         // (r x width of J) row-major, capacity
  VectorXd stiffness_;  // (unknowns x unknowns) capacity
  int unknowns_ = 0;
  bool jacobian_stale_ = true, free_stale_ = true;

  Jacobian J_;
  std::vector<VectorXd> responses_, reduced_;
  double compliance_[kMaxLoads] = {};
  Workspace work_;
  int analyses_ = 0, factorizations_ = 0;
};

}  // namespace conjac
