#include "conjac/simulation.h"

#include "api/simulation_impl.h"
#include "api/skin_texture.h"
#include "core/check.h"
#include "fem/von_mises.h"
#include "scene/check_ranks.h"
#include "scene/skin.h"
#include "scenefile/option_table.h"
#include "scenefile/parse.h"
#include "scenefile/schema.h"

namespace conjac {

SceneSpec load_scene(const std::string& name_or_path, const std::vector<std::string>& overrides,
                     const std::vector<std::string>& folders) {
  return read_scene(find_scene(name_or_path, folders), overrides);
}
std::vector<std::string> scene_names(const std::string& folder) {
  return list_scenes(folder);
}
std::string scene_json_schema() {
  return scene_schema();
}
std::string scene_reference_page() {
  return scene_reference();
}
std::string scene_as_json(const SceneSpec& scene) {
  return scene_to_json(scene);
}
SceneSpec scene_from_json(const std::string& text, const std::string& name,
                          const std::string& base_folder,
                          const std::vector<std::string>& overrides) {
  return parse_scene(text, name, base_folder, overrides);
}
std::vector<OptionField> option_fields() {
  return option_rows();
}
std::string fields_as_json(std::span<const OptionField> fields) {
  return rows_to_json(fields);
}
std::string options_as_json(const StepOptions& options) {
  return options_to_json(options);
}
CutSpec cut_from_json(const std::string& text, const std::string& base_folder) {
  return parse_cut(text, base_folder);
}
void set_option(StepOptions& options, const std::string& name, const std::string& value) {
  change_option(options, name, value);
}

namespace {

std::span<const double> view(const VectorXd& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

/// The only place where the dimension is chosen at run time.
AnyWorld make_world(const SceneSpec& scene) {
  check_ranks(scene);
  if (scene_dimension(scene) == 2) return std::make_unique<World<2>>(scene);
  return std::make_unique<World<3>>(scene);
}

}  // namespace

Simulation::Impl::Impl(const SceneSpec& scene) : world(make_world(scene)) {
  if (scene.skin) {
    require(std::holds_alternative<std::unique_ptr<World<3>>>(world),
            "skin: this scene is flat; only bodies in 3D carry one");
    skin_at_rest = read_skin(scene);
    require(skin_texture(scene).empty() || !skin_at_rest->texture.empty(),
            "skin.texture: '" + scene.skin->file +
                "' has no texture coordinates (vt of .obj files), so the image has no place on it");
  }
  flatten();
}

void Simulation::Impl::flatten() {
  skin.reset();
  rest.clear(), elements.clear(), masses.clear();
  visit([&](auto& w) {
    topology = w.topology();
    for (const auto& p : w.mesh().rest) rest.insert(rest.end(), p.begin(), p.end());
    for (const auto& e : w.mesh().elements) elements.insert(elements.end(), e.begin(), e.end());
    const int stride = static_cast<int>(w.mesh().rest[0].size());
    for (int i = 0; i < w.mesh().nodes(); ++i) masses.push_back(w.mass()[i * stride]);
    roles.resize(w.mesh().nodes());
    von_mises.resize(w.mesh().element_count());
  });
}

Simulation::Simulation(const SceneSpec& scene) : impl_(std::make_unique<Impl>(scene)) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

StepReport Simulation::step() {
  const StepReport report = impl_->visit([](auto& w) { return w.advance(); });
  if (topology() != impl_->topology) impl_->flatten();
  return report;
}
void Simulation::watch_by(std::shared_ptr<StepWatch> watch) {
  impl_->visit([&](auto& w) { w.watch_by(std::move(watch)); });
}
CutReport Simulation::cut(const CutSpec& cut) {
  const CutReport report = impl_->visit([&](auto& w) { return w.cut(cut); });
  if (topology() != impl_->topology) impl_->flatten();
  return report;
}
int Simulation::topology() const {
  return impl_->visit([](auto& w) { return w.topology(); });
}
const SceneSpec& Simulation::scene() const {
  return impl_->visit([](auto& w) -> const SceneSpec& { return w.spec(); });
}
int Simulation::dimension() const {
  return impl_->world.index() == 0 ? 2 : 3;
}
int Simulation::nodes() const {
  return static_cast<int>(impl_->masses.size());
}
int Simulation::elements() const {
  return static_cast<int>(impl_->von_mises.size());
}
double Simulation::time() const {
  return impl_->visit([](auto& w) { return w.state().time; });
}
double Simulation::size() const {
  return impl_->visit([](auto& w) { return w.size(); });
}
const std::vector<std::string>& Simulation::notices() const {
  return impl_->visit([](auto& w) -> const std::vector<std::string>& { return w.notices(); });
}

std::span<const double> Simulation::positions() const {
  return impl_->visit([](auto& w) { return view(w.state().x); });
}
std::span<const double> Simulation::velocities() const {
  return impl_->visit([](auto& w) { return view(w.state().v.nodes); });
}
std::span<const double> Simulation::rest_positions() const {
  return impl_->rest;
}
std::span<const double> Simulation::masses() const {
  return impl_->masses;
}
std::span<const int> Simulation::element_nodes() const {
  return impl_->elements;
}
std::span<const int> Simulation::element_regions() const {
  return impl_->visit([](auto& w) { return std::span<const int>(w.mesh().region); });
}
std::span<const int> Simulation::element_materials() const {
  return impl_->visit([](auto& w) { return std::span<const int>(w.made_of().material); });
}
std::span<const int> Simulation::roles() const {
  return impl_->visit([&](auto& w) {
    for (std::size_t i = 0; i < impl_->roles.size(); ++i)
      impl_->roles[i] = static_cast<int>(w.roles()[i]);
    return std::span<const int>(impl_->roles);
  });
}
std::span<const double> Simulation::forces() {
  return impl_->visit([](auto& w) { return view(w.force()); });
}
SparseView Simulation::stiffness(bool project) {
  return impl_->visit([&](auto& w) {
    const SparseMatrix& K = w.stiffness(project);
    const auto entries = static_cast<std::size_t>(K.nonZeros());
    return SparseView{static_cast<int>(K.cols()),
                      {K.outerIndexPtr(), static_cast<std::size_t>(K.cols()) + 1},
                      {K.innerIndexPtr(), entries},
                      {K.valuePtr(), entries}};
  });
}
std::span<const double> Simulation::jacobian(int& unknowns) {
  return impl_->visit([&](auto& w) {
    const RowMatrix& J = w.jacobian();
    unknowns = static_cast<int>(J.cols());
    return std::span<const double>(J.data(), static_cast<std::size_t>(J.size()));
  });
}
std::span<const double> Simulation::von_mises() {
  return impl_->visit([&](auto& w) {
    conjac::von_mises(w.elastic(), w.state().x, impl_->von_mises);
    return std::span<const double>(impl_->von_mises);
  });
}
Energies Simulation::energy() {
  return impl_->visit([](auto& w) { return w.energies(); });
}

int Simulation::representatives() const {
  return impl_->visit([](auto& w) { return static_cast<int>(w.representatives().size()); });
}
int Simulation::representative_node(int k) const {
  return impl_->visit([&](auto& w) { return w.representatives().at(k).node; });
}
int Simulation::representative_id(int k) const {
  return impl_->visit([&](auto& w) { return w.representatives().at(k).id; });
}
bool Simulation::awake(int k) const {
  return impl_->visit([&](auto& w) { return w.awake(k); });
}
double Simulation::liveliness(int k) const {
  return impl_->visit([&](auto& w) { return w.liveliness(k); });
}
std::span<const int> Simulation::representative_regions() const {
  return impl_->visit([](auto& w) { return std::span<const int>(w.regions()); });
}
const std::vector<SolidView>& Simulation::solids() {
  return impl_->visit([](auto& w) -> const std::vector<SolidView>& { return w.solids(); });
}
const std::vector<ContactView>& Simulation::contacts() {
  return impl_->visit([](auto& w) -> const std::vector<ContactView>& { return w.contacts(); });
}
bool Simulation::can_touch() const {
  return impl_->visit([](auto& w) { return w.can_touch(); });
}
std::span<const double> Simulation::contact_forces() {
  return impl_->visit([](auto& w) { return view(w.contact_forces()); });
}
double Simulation::contact_seconds() const {
  return impl_->visit([](auto& w) { return w.contact_seconds(); });
}
std::vector<std::int64_t> Simulation::factors_taken() const {
  return impl_->visit([](auto& w) { return w.renewal().taken; });
}
void Simulation::follow_factors(std::span<const std::int64_t> steps) {
  impl_->visit([&](auto& w) { w.renewal().follow(steps); });
}
Simulation::FactorSize Simulation::factor_size() const {
  const SparseFactor* factor = impl_->visit([](auto& w) { return w.factor(); });
  return factor ? FactorSize{factor->nonzeros(), factor->work()} : FactorSize{};
}
int Simulation::analyses() const {
  return impl_->visit([](auto& w) { return w.analyses(); });
}
int Simulation::factorizations() const {
  return impl_->visit([](auto& w) { return w.factorizations(); });
}

void Simulation::set_positions(std::span<const double> x) {
  impl_->visit([&](auto& w) {
    w.set_positions(Eigen::Map<const VectorXd>(x.data(), static_cast<Eigen::Index>(x.size())));
  });
}
void Simulation::set_velocities(std::span<const double> v) {
  impl_->visit([&](auto& w) {
    w.set_velocities(Eigen::Map<const VectorXd>(v.data(), static_cast<Eigen::Index>(v.size())));
  });
}
StepOptions& Simulation::options() {
  return impl_->visit([](auto& w) -> StepOptions& { return w.options(); });
}

namespace {

RestReport report_of(const EquilibriumResult& result, const VectorXd& from, const VectorXd& to,
                     int stride, double size) {
  RestReport report;
  report.converged = result.converged;
  report.iterations = result.iterations;
  report.residual = result.residual / result.load_scale;
  report.round_off = result.round_off / result.load_scale;
  report.message = explain(result);
  for (Eigen::Index i = 0; i < from.size(); i += stride)
    report.distance = std::max(report.distance, (to - from).segment(i, stride).norm());
  report.relative = report.distance / size;
  return report;
}

}  // namespace

RestReport Simulation::equilibrate(const std::function<void(int, double)>& progress) {
  return impl_->visit([&](auto& w) {
    const VectorXd before = w.state().x;
    const EquilibriumResult result = w.equilibrate(progress);
    return report_of(result, before, w.state().x, dimension(), w.size());
  });
}
RestReport Simulation::distance_to_rest(const std::function<void(int, double)>& progress) {
  return impl_->visit([&](auto& w) {
    VectorXd rest;
    const EquilibriumResult result = w.rest_state(rest, progress);
    return report_of(result, w.state().x, rest, dimension(), w.size());
  });
}

}  // namespace conjac
