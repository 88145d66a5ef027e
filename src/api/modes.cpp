#include "conjac/modes.h"
#include "conjac/method_in_effect.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "api/body_matrices.h"
#include "conjac/error.h"
#include "core/symmetric_eigen.h"
#include "linalg/eigenpairs.h"
#include "record/vtu_writer.h"
#include "reduce/modes.h"

namespace conjac {
namespace {

constexpr double kRigid = 1e-4;  // of the lowest frequency that is none: round-off of rigid modes
constexpr double kWay = 0.1;     // of the body's size, for shapes

double hertz(double value) {
  return std::copysign(std::sqrt(std::abs(value)) / (2 * M_PI), value);
}

/// J'A J against J'M J.
std::vector<double> reduced_frequencies(Simulation& simulation, const BodyMatrices& body, int count,
                                        int& unknowns) {
  const auto all = simulation.jacobian(unknowns);
  const Eigen::Map<const RowMatrix> J(all.data(), body.whole_mass().size(), unknowns);
  MatrixXd AJ(J.rows(), J.cols());
  VectorXd column, product;
  for (Eigen::Index j = 0; j < J.cols(); ++j) {
    column = J.col(j);
    symmetric_product(body.whole_stiffness(), column, product);
    AJ.col(j) = product;
  }
  const MatrixXd A = J.transpose() * AJ, M = J.transpose() * body.whole_mass().asDiagonal() * J;
  std::vector<double> frequencies;
  if (unknowns == 0) return frequencies;
  const SymmetricEigen mass = symmetric_eigen(M);
  const MatrixXd W =
      mass.vectors * mass.values.cwiseSqrt().cwiseInverse().asDiagonal();  // W'M W = I
  const VectorXd values = symmetric_eigen(W.transpose() * A * W).values;
  for (Eigen::Index k = 0; k < std::min<Eigen::Index>(count, unknowns); ++k)
    frequencies.push_back(hertz(values[k]));
  return frequencies;
}

/// Those of the means that `modal` moves by, with its tangent.
std::vector<double> modal_frequencies(Simulation& simulation, const BodyMatrices& body,
                                      const StepOptions& options, int count) {
  const SparseView view = simulation.stiffness(true);
  const SparseMatrix K = Eigen::Map<const SparseMatrix>(
      view.size, view.size, static_cast<Eigen::Index>(view.values.size()), view.column_start.data(),
      view.rows.data(), view.values.data());
  const auto nodes = static_cast<std::size_t>(simulation.nodes());
  std::vector<char> pinned(nodes), held(nodes, 0);
  std::vector<int> driven;
  for (std::size_t i = 0; i < nodes; ++i) {
    const int role = simulation.roles()[i];
    pinned[i] = role == 3 || role == 4;
    if (role == 1) driven.push_back(static_cast<int>(i));
  }
  Condensation condensation;
  condensation.analyze(K, body.block(), pinned, driven);
  DriverMap drivers;
  drivers.unknowns = static_cast<int>(driven.size()) * body.block();
  for (int k = 0; k < drivers.unknowns; ++k) drivers.driven.push_back(k);
  if (condensation.factorize(K, held) != FactorStatus::ok || !condensation.drive(drivers))
    return {};
  condensation.solve({});
  const auto all = simulation.positions();
  Modes modes;
  modes.analyze(condensation);
  modes.find(condensation, body.whole_mass(),
             Eigen::Map<const VectorXd>(all.data(), static_cast<Eigen::Index>(all.size())),
             {options.mode_iterations, options.modes});
  std::vector<double> squares(modes.squares().data(), modes.squares().data() + modes.count());
  std::sort(squares.begin(), squares.end());  // those of several pieces stand side by side
  squares.resize(std::min<std::size_t>(squares.size(), static_cast<std::size_t>(count)));
  for (double& square : squares) square = hertz(square);
  return squares;
}

void write_shapes(Simulation& simulation, const BodyMatrices& body, const MatrixXd& shapes,
                  const std::string& folder) {
  record::FrameSeries series{record::Path(folder)};
  const int d = simulation.dimension();
  const auto all = simulation.positions();
  const Eigen::Map<const VectorXd> x(all.data(), static_cast<Eigen::Index>(all.size()));
  for (Eigen::Index k = 0; k < shapes.cols(); ++k) {
    VectorXd way = body.extended(shapes.col(k));
    double largest = 0;
    for (Eigen::Index i = 0; i < way.size(); i += d)
      largest = std::max(largest, way.segment(i, d).norm());
    way *= kWay * simulation.size() / largest;
    const VectorXd moved = x + way;
    record::FrameView frame;
    frame.dimension = d;
    frame.time = static_cast<double>(k + 1);  // the number of the mode
    frame.positions = {moved.data(), static_cast<std::size_t>(moved.size())};
    frame.velocities = {way.data(), static_cast<std::size_t>(way.size())};
    frame.elements = simulation.element_nodes();
    frame.region = simulation.element_regions();
    frame.roles = simulation.roles();
    frame.von_mises = simulation.von_mises();
    series.append(frame);
  }
}

}  // namespace

ModesTable body_modes(const SceneSpec& scene, const ModesOptions& options,
                      const std::function<bool(double share)>& progress) {
  if (!scene.bones.empty())
    throw Error(ErrorKind::bad_input, "modes: the scene \"" + scene.name +
                                          "\" has bones, whose joints are no part of these "
                                          "frequencies; take a scene without");
  ModesTable table;
  Simulation simulation(scene);
  while (simulation.time() < options.at - 1e-6 * scene.time.step && table.complete) {
    if (const StepReport report = simulation.step(); report.status != StepStatus::ok)
      throw Error(ErrorKind::diverged,
                  "modes: the run until " + std::to_string(options.at) + " s: " + report.message);
    if (progress) table.complete = progress(simulation.time() / options.at);
  }
  table.scene = scene.name;
  table.vertices = simulation.nodes();
  table.elements = simulation.elements();
  table.time = simulation.time();
  if (!table.complete) return table;
  const BodyMatrices body(simulation);
  const Eigenpairs pairs =
      lowest_eigenpairs(body.stiffness(), body.mass(), body.block(), options.count);
  if (!pairs.found)
    throw Error(ErrorKind::diverged,
                "modes: the stiffness of the body as it is could not be factored; choose another "
                "time with --at");
  table.iterations = pairs.iterations;
  for (double value : pairs.values) table.full.push_back(hertz(value));
  if (scene.method.method == Method::conjac)
    table.reduced = reduced_frequencies(simulation, body, options.count, table.unknowns);
  if (table.unknowns > 0 && method_in_effect(scene).integrator == Integrator::modal)
    table.modal = modal_frequencies(simulation, body, scene.method, options.count);
  const double highest = table.full.back();
  for (auto* list : {&table.full, &table.reduced, &table.modal})
    for (double& frequency : *list)
      if (std::abs(frequency) < kRigid * highest) frequency = 0;
  table.rigid = static_cast<int>(std::count(table.full.begin(), table.full.end(), 0.0));
  if (!options.folder.empty()) write_shapes(simulation, body, pairs.vectors, options.folder);
  return table;
}

std::string modes_as_json(const ModesTable& table) {
  const nlohmann::ordered_json json{{"scene", table.scene},       {"vertices", table.vertices},
                                    {"elements", table.elements}, {"time", table.time},
                                    {"rigid", table.rigid},       {"unknowns", table.unknowns},
                                    {"full_hz", table.full},      {"reduced_hz", table.reduced},
                                    {"modal_hz", table.modal},    {"iterations", table.iterations}};
  return json.dump(2) + "\n";
}

}  // namespace conjac
