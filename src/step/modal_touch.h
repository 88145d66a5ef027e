#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "linalg/dense_cholesky.h"
#include "reduce/modes.h"
#include "step/reproject.h"
#include "system/contact_terms.h"

namespace conjac {

class Archive;

/// Contacts while modes swing. A bounce may begin, turn and end within a step or two, so the means
/// (reduce/modes.h) are followed in finer steps there; the body itself is not looked at for that.
/// With y the way of the means, P the rows of Psi along the contacts' gradients and p the contact
/// forces,
///
///     gap = gap0 + P y + C (p - p0),        p = k max(0, -gap - damping d gap/dt),
///     u'  = g - w^2 y + P'p,
///
/// C = B'(I - Psi Phi'M) A^-1 P'B is how contacts yield at fixed means: everything that is no mode
/// finds its balance at once, under contact too. p is the solution of a small linear
/// complementarity problem, D p + gap_free >= 0 with D = C + 1/k, by projected Gauss-Seidel from the
/// last one. In time contact forces are Verlet's kicks between exact swings of the modes, fine
/// enough for the frequencies that the contacts make.
///
/// A has no contacts in it, so those that come and go ask for no factorization; columns of C are
/// kept while the modes are.
class ModalTouch {
 public:
  /// The matrix or the modes are others.
  void forget() { known_.clear(); }
  /// For the contacts of a try; `rows` are those of Psi. `c` is the imposed motion (all unknowns).
  void begin(const ContactTerms& contacts, const Reprojection& rows, int stride, const VectorXd& c,
             Modes& modes, Condensation& condensation, const VectorXd& mass);
  bool any() const { return !touches_.empty(); }

  /// u, y (modes) over h, from y = 0, with the force g on the modes where the step begins; it loses
  /// what the contacts give there, since they are followed here. `damping` is the body's, 1/s.
  void swing(const Modes& modes, double h, double damping, Eigen::Ref<VectorXd> u,
             Eigen::Ref<VectorXd> y, Eigen::Ref<VectorXd> g);
  const std::vector<double>& impulses() const { return impulses_; }  // (contacts) normal ones, Ns
  double damped() const { return damped_; }  // energy that the contacts took, J
  /// dx += how everything else follows the contact forces that changed, at fixed means.
  void add_response(Modes& modes, Condensation& condensation, const VectorXd& mass, VectorXd& dx);
  /// How everything else answers a load at fixed means, against the contacts that pressed in the
  /// end.
  const VectorXd& relax(Modes& modes, Condensation& condensation, const VectorXd& mass,
                        const VectorXd& load);

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)

 private:
  static constexpr std::int64_t most_known() { return std::int64_t{1} << 20; }
  /// One place of contact, for as long as its column of C is good.
  struct Known {
    int count;
    std::array<int, 4> nodes;
    std::array<double, 4> weights;
    std::array<double, 3> gradient;
    bool operator==(const Known&) const = default;
  };
  /// A contact of this try.
  struct Touch {
    int known;         // its place there
    double gap, rate;  // where the try begins, m, and how the timeline changes it, m/s
    double stiffness, damping;
    double force0;  // N
  };
  template <class Visit>
  void visit(const Known& at, const Visit& visit) const {
    for (int k = 0; k < at.count; ++k)
      for (int c = 0; c < stride_; ++c)
        visit(at.nodes[k] * stride_ + c, at.weights[k] * at.gradient[c]);
  }
  double along(const Known& at, const VectorXd& values) const;
  int find(const ContactTerm& term);
  void learn(Modes& modes, Condensation& condensation, const VectorXd& mass, std::size_t first);
  void gather_rows(const Reprojection& rows);
  int fine_steps(int modes, double h);
  void press(Eigen::Ref<VectorXd> y, double time, double dt);
  void kick(double dt, Eigen::Ref<VectorXd> u);
  void factorize_pressed();
  void push(const VectorXd& forces, Modes& modes, Condensation& condensation, const VectorXd& mass);

  int stride_ = 3;
  std::vector<Known> known_;
  RowMatrix C_;  // (known squared) capacity
  std::vector<Touch> touches_;
  std::vector<int> columns_, start_;  // of P, contact by contact
  std::vector<double> rows_;
  MatrixXd D_;
  VectorXd force_, gap_, before_, free_, yielded_, load_, relaxed_, amount_;
  std::vector<double> impulses_;
  std::vector<int> pressed_;
  DenseCholesky pressed_factor_;
  bool factored_ = false;
  double damped_ = 0;
};

}  // namespace conjac
