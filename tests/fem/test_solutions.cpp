#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>
#include <complex>

#include "fem/assemble.h"
#include "fem/dims.h"
#include "support/bodies.h"
#include "support/random_gradients.h"

namespace conjac {
namespace {

/// Solutions of whole boundary value problems that are known beforehand.
template <class D>
class Solutions : public testing::Test {};
TYPED_TEST_SUITE(Solutions, test::Dims);

/// Newton's method on the free nodes; the others stay where they are. Returns the last residual.
template <int Dim>
double equilibrium(const Elastic<Dim>& elastic, const std::vector<char>& held, const VectorXd& load,
                   VectorXd& x) {
  std::vector<int> place(x.size(), -1);
  int unknowns = 0;
  for (int i = 0; i < x.size(); ++i) {
    if (!held[i / Dim]) place[i] = unknowns++;
  }
  SparseMatrix K;
  double residual = 0;
  for (int iteration = 0; iteration < 12; ++iteration) {
    VectorXd f = load;
    elastic.force_and_stiffness(x, f, K, false);
    VectorXd rhs(unknowns);
    std::vector<Eigen::Triplet<double>> entries;
    for (int c = 0; c < K.cols(); ++c) {
      if (place[c] < 0) continue;
      rhs[place[c]] = f[c];
      for (SparseMatrix::InnerIterator it(K, c); it; ++it) {
        if (place[it.row()] >= 0) entries.emplace_back(place[it.row()], place[c], -it.value());
      }
    }
    residual = rhs.norm();
    SparseMatrix A(unknowns, unknowns);
    A.setFromTriplets(entries.begin(), entries.end());
    const VectorXd step = Eigen::SimplicialLDLT<SparseMatrix>(A).solve(rhs);
    for (int i = 0; i < x.size(); ++i) {
      if (place[i] >= 0) x[i] += step[place[i]];
    }
    if (step.norm() < 1e-12 * x.norm()) break;
  }
  return residual;
}

/// Patch test: an affine map of the boundary of an irregular mesh moves the inside affinely, and
/// there the stress is uniform, so no inner node feels a force.
TYPED_TEST(Solutions, PatchTest) {
  constexpr int Dim = TypeParam::value;
  const Mesh<Dim> mesh = test::shaken_box<Dim>(4, 0.25);
  MaterialField<Dim> field = test::plain_field(mesh, 1e5, 0.45);
  LawParameters<Dim> fibres;
  fibres.mu = 4e4;
  fibres.fiber = Vec<Dim>::LinSpaced(1.0, 2.0);
  field.terms.push_back(everywhere<Dim>(law_number("aFUNG"), mesh.element_count(), fibres));
  const Elastic<Dim> elastic(mesh, field);
  std::mt19937 rng(2);
  const Mat<Dim> A = Mat<Dim>::Identity() + 0.15 * test::random_matrix<Dim>(rng);
  const std::vector<char> boundary = boundary_nodes(mesh);
  VectorXd affine = test::rest_positions(mesh);
  for (int i = 0; i < mesh.nodes(); ++i) affine.segment<Dim>(i * Dim) = A * mesh.rest[i];

  VectorXd f = VectorXd::Zero(affine.size());
  elastic.add_force(affine, f);
  for (int i = 0; i < mesh.nodes(); ++i) {
    if (boundary[i]) continue;
    EXPECT_LE(f.segment<Dim>(i * Dim).norm(), 1e-13 * f.norm());
  }

  VectorXd x = affine;
  std::normal_distribution<double> normal(0, 0.02);
  for (int i = 0; i < x.size(); ++i) {
    if (!boundary[i / Dim]) x[i] += normal(rng);
  }
  equilibrium(elastic, boundary, VectorXd(VectorXd::Zero(x.size())), x);
  EXPECT_LE((x - affine).cwiseAbs().maxCoeff(), 1e-11);
}

/// A smooth deformation of the unit box and the body force that holds it, Div P + b = 0, from the
/// 3D or plane stress itself by complex steps.
template <int Dim>
struct Manufactured {
  IsotropicParameters<double> material{1.0, 2.0};
  double amplitude = 0.08;

  static Vec<Dim> wave(int i) { return Vec<Dim>::LinSpaced(2.0 + i, -1.0 - 0.7 * i); }

  Vec<Dim> position(const Vec<Dim>& X) const {
    Vec<Dim> x = X;
    for (int i = 0; i < Dim; ++i) x[i] += amplitude * std::sin(wave(i).dot(X) + i);
    return x;
  }
  Vec<Dim> body_force(const Vec<Dim>& X) const {
    using Complex = std::complex<double>;
    Vec<Dim> b = Vec<Dim>::Zero();
    for (int j = 0; j < Dim; ++j) {
      SmallMat<Complex, Dim> F = identity_matrix<Complex, Dim>();
      for (int i = 0; i < Dim; ++i) {
        const Complex phase(wave(i).dot(X) + i, 1e-40 * wave(i)[j]);
        for (int k = 0; k < Dim; ++k) F(i, k) += amplitude * std::cos(phase) * wave(i)[k];
      }
      const auto P = StableNeoHookean<Dim>::stress({Complex(1.0), Complex(2.0)}, F);
      for (int i = 0; i < Dim; ++i) b[i] -= P(i, j).imag() / 1e-40;
    }
    return b;
  }
};

/// body(X, barycentric, element) at the points of a rule exact for quadratics, equal weights.
template <int Dim, class Body>
void each_quadrature_point(const Mesh<Dim>& mesh, const Body& body) {
  const double alpha = (Dim + 2 - std::sqrt(Dim + 2.0)) / ((Dim + 1) * (Dim + 2.0));
  for (int e = 0; e < mesh.element_count(); ++e) {
    for (int q = 0; q <= Dim; ++q) {
      Eigen::Matrix<double, Dim + 1, 1> w = Eigen::Matrix<double, Dim + 1, 1>::Constant(alpha);
      w[q] = 1 - Dim * alpha;
      Vec<Dim> X = Vec<Dim>::Zero();
      for (int a = 0; a <= Dim; ++a) X += w[a] * mesh.rest[mesh.elements[e][a]];
      body(X, w, e);
    }
  }
}

template <int Dim>
double l2_error(int cells) {
  const Mesh<Dim> mesh = test::shaken_box<Dim>(cells, 0.1);
  const Manufactured<Dim> exact;
  MaterialField<Dim> field = test::plain_field(mesh, 1.0, 0.3);
  for (auto& p : field.terms[0].parameters) {
    p.mu = exact.material.mu;
    p.lambda = exact.material.lambda;
  }
  const Elastic<Dim> elastic(mesh, field);
  VectorXd load = VectorXd::Zero(mesh.nodes() * Dim), x(mesh.nodes() * Dim);
  each_quadrature_point(mesh, [&](const Vec<Dim>& X, const auto& w, int e) {
    const Vec<Dim> share = exact.body_force(X) * signed_volume(mesh, e) / (Dim + 1);
    for (int a = 0; a <= Dim; ++a) {
      load.template segment<Dim>(mesh.elements[e][a] * Dim) += w[a] * share;
    }
  });
  for (int i = 0; i < mesh.nodes(); ++i) {
    x.template segment<Dim>(i * Dim) = exact.position(mesh.rest[i]);
  }
  const double residual = equilibrium(elastic, boundary_nodes(mesh), load, x);
  EXPECT_LE(residual, 1e-9);  // before the last Newton step; loads are near 1
  double error2 = 0;
  each_quadrature_point(mesh, [&](const Vec<Dim>& X, const auto& w, int e) {
    Vec<Dim> difference = -exact.position(X);
    for (int a = 0; a <= Dim; ++a) {
      difference += w[a] * x.template segment<Dim>(mesh.elements[e][a] * Dim);
    }
    error2 += difference.squaredNorm() * signed_volume(mesh, e) / (Dim + 1);
  });
  return std::sqrt(error2);
}

TYPED_TEST(Solutions, ErrorFallsWithTheSquareOfTheElementSize) {
  constexpr int Dim = TypeParam::value;
  const int coarse = Dim == 2 ? 12 : 5;
  const double first = l2_error<Dim>(coarse), second = l2_error<Dim>(2 * coarse);
  const double order = std::log2(first / second);
  EXPECT_GT(order, 1.85) << first << " -> " << second;
  EXPECT_LT(order, 2.3) << first << " -> " << second;
}

/// A bar stretched along one axis and contracted to the closed form of test_closed_forms: its sides
/// feel nothing, and its end face the closed-form stress.
TEST(UniaxialBar, HasTheClosedFormReaction) {
  const Mesh<3> mesh = test::shaken_box<3>(3, 0.2);
  const auto [mu, lambda] = lame(1e5, 0.45);
  const Elastic<3> elastic(mesh, test::plain_field(mesh, 1e5, 0.45));
  for (const double s : {0.7, 1.5, 2.0}) {
    const double w2 = ((lambda + 2 * mu) * s - mu) / ((lambda + mu) * s * s);
    VectorXd x = test::rest_positions(mesh);
    for (int i = 0; i < mesh.nodes(); ++i) {
      x.segment<3>(3 * i) = Vec<3>(s, std::sqrt(w2), std::sqrt(w2)).cwiseProduct(mesh.rest[i]);
    }
    VectorXd f = VectorXd::Zero(x.size());
    elastic.add_force(x, f);
    double reaction = 0, sideways = 0;
    for (int i = 0; i < mesh.nodes(); ++i) {
      if (mesh.rest[i].x() > 1 - 1e-9) reaction -= f[3 * i];
      sideways += std::abs(f[3 * i + 1]) + std::abs(f[3 * i + 2]);
    }
    EXPECT_NEAR(reaction, mu * (s - w2 / s), 1e-9 * mu);  // on a face of 1 m^2
    EXPECT_NEAR(sideways, 0, 1e-8 * mu);                  // free sides stay free
  }
}

}  // namespace
}  // namespace conjac
