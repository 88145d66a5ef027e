// What a new matrix costs by each solver, on a twisted box: the tables of docs/scale.md.
//   measure_scale NX NY NZ [--solver fronts|cholmod|mumps|multigrid] [--nu 0.45] [--nodes 8]
//                 [--turn 0.02] [--renewals 3] [--tolerance 1e-4] [--loads] [--against-direct]
// Processor time (all threads), and the largest memory of the process so far.
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "core/ranks.h"
#include "dist/petsc.h"
#include "reduce/condense.h"
#include "support/elastic_box.h"

namespace {

using namespace conjac;

double processor_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

double largest_gigabytes() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_maxrss) / 1e6;
}

std::unique_ptr<Elimination> make(const std::string& solver, double tolerance) {
  if (solver == "mumps") return make_petsc_elimination(PetscSolver::mumps, {});
  if (solver == "multigrid")
    return make_petsc_elimination(PetscSolver::multigrid, {tolerance, 1e-8});
  return make_direct_elimination(solver == "cholmod" ? FactorKind::cholmod : FactorKind::best);
}

struct Asked {
  test::ElasticBox box;
  std::string solver = "multigrid";
  int nodes = 8, renewals = 3;
  double turn = 0.02, tolerance = 1e-4;
  bool loads = false, compare = false;
};

Asked read(int count, char** words) {
  if (count < 4) {
    std::fprintf(stderr,
                 "measure_scale NX NY NZ [--solver S] [--nu X] ... (see its first lines)\n");
    std::exit(2);
  }
  Asked asked;
  asked.box.nx = std::atoi(words[1]);
  asked.box.ny = std::atoi(words[2]);
  asked.box.nz = std::atoi(words[3]);
  for (int k = 4; k < count; ++k) {
    const std::string word = words[k];
    const char* value = k + 1 < count ? words[k + 1] : "0";
    if (word == "--loads")
      asked.loads = true;
    else if (word == "--against-direct")
      asked.compare = true;
    else
      ++k;
    if (word == "--solver") asked.solver = value;
    if (word == "--nu") asked.box.poisson = std::atof(value);
    if (word == "--nodes") asked.nodes = std::atoi(value);
    if (word == "--turn") asked.turn = std::atof(value);
    if (word == "--renewals") asked.renewals = std::atoi(value);
    if (word == "--tolerance") asked.tolerance = std::atof(value);
  }
  return asked;
}

void measure(Asked& asked) {
  test::ElasticBox& box = asked.box;
  box.assemble(0);
  std::vector<char> pinned(box.nodes(), 0);
  for (int i = 0; i < box.end_nodes(); ++i) pinned[i] = 1;
  std::vector<int> nodes;  // spread over the box
  for (int k = 0; k < asked.nodes; ++k)
    nodes.push_back(
        box.node(box.nx * (k + 2) / (asked.nodes + 1), box.ny * (k % 2), box.nz * (k / 2 % 2)));
  DriverMap drivers;
  for (int k = 0; k < 3 * asked.nodes; ++k) drivers.driven.push_back(k);
  drivers.unknowns = 3 * asked.nodes;
  std::printf("%d vertices, nu %.3g, %d representatives, %s\n", box.nodes(), box.poisson,
              asked.nodes, asked.solver.c_str());
  std::vector<char> held(box.nodes(), 0);
  Condensation condensation, direct;
  double clock = processor_seconds();
  const auto lap = [&] {
    const double now = processor_seconds(), lasted = now - clock;
    clock = now;
    return lasted;
  };
  condensation.analyze(box.K, 3, pinned, nodes, 0, make(asked.solver, asked.tolerance));
  std::printf("analysis %.2f s\n", lap());
  if (asked.compare) direct.analyze(box.K, 3, pinned, nodes, 0, make_direct_elimination());
  VectorXd load =
      VectorXd::NullaryExpr(box.K.cols(), [](auto i) { return i % 3 == 1 ? -1.0 : 0.0; });
  const VectorXd* loads[] = {&load};
  for (int k = 0; k <= asked.renewals; ++k) {
    box.assemble(asked.turn * k);
    const auto before = condensation.elimination()->effort();
    lap();
    const bool ok = condensation.factorize(box.K, held, {}, 0, SparseFactor::Renew::all, &box.x) ==
                    FactorStatus::ok;
    const double made = lap();
    if (!ok || !condensation.drive(drivers)) return void(std::printf("no answer\n"));
    condensation.solve({});
    const auto after = condensation.elimination()->effort();
    std::printf("matrix %d: new matrix %.2f s, J %.2f s, %d rounds, %d hierarchies, %.2f GB\n", k,
                made, lap(), after.shape_rounds - before.shape_rounds, after.hierarchies,
                largest_gigabytes());
    if (asked.loads) {
      condensation.solve(loads);
      std::printf("  a load %.2f s, %d rounds\n", lap(),
                  condensation.elimination()->effort().load_rounds - after.load_rounds);
    }
    if (asked.compare) {
      direct.factorize(box.K, held);
      direct.drive(drivers);
      direct.solve({});
      const MatrixXd a = condensation.J().dense(), b = direct.J().dense();
      const MatrixXd s = condensation.condensed_stiffness(), t = direct.condensed_stiffness();
      std::printf("  direct %.2f s; J differs by %.1e, its stiffness by %.1e\n", lap(),
                  (a - b).norm() / b.norm(), (s - t).norm() / t.norm());
    }
    std::fflush(stdout);
  }
}

}  // namespace

int main(int count, char** words) {
  Asked asked = read(count, words);
  measure(asked);
}
