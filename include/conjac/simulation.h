#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conjac/option_field.h"
#include "conjac/scene_spec.h"
#include "conjac/skin_view.h"
#include "conjac/solid_view.h"
#include "conjac/step_report.h"
#include "conjac/step_watch.h"

namespace conjac {

/// Reads a scene file, or a scene of the given folders by its name; `overrides` are path=value
/// texts. Throws Error(bad_input) with every problem it found.
SceneSpec load_scene(const std::string& name_or_path,
                     const std::vector<std::string>& overrides = {},
                     const std::vector<std::string>& folders = {});
std::vector<std::string> scene_names(const std::string& folder);
std::string scene_json_schema();     // JSON Schema of scene files
std::string scene_reference_page();  // the same as Markdown
std::string scene_as_json(const SceneSpec& scene);
/// The way back, for scenes that are not files. `name` stands for the file in errors; files the
/// scene names are found relative to `base_folder`.
SceneSpec scene_from_json(const std::string& text, const std::string& name,
                          const std::string& base_folder,
                          const std::vector<std::string>& overrides = {});

/// The table of step options: what there is, what it may be, what it is for. And rows of it as a
/// JSON array, for programs in other languages (docs/viewer-protocol.md).
std::vector<OptionField> option_fields();
std::string fields_as_json(std::span<const OptionField> fields);
/// Step options as a JSON object under their names in scene files, null where unset.
std::string options_as_json(const StepOptions& options);
/// Changes one of them to a JSON value by the rules of scene files; null puts its default back.
void set_option(StepOptions& options, const std::string& name, const std::string& value);

/// A cut as a JSON object, under the names and rules of a `cut` event in scene files but without
/// `time`; files it names are found relative to `base_folder`.
CutSpec cut_from_json(const std::string& text, const std::string& base_folder);

/// Compressed columns of a symmetric matrix, lower triangle.
struct SparseView {
  int size = 0;
  std::span<const int> column_start, rows;
  std::span<const double> values;
};

/// What a Newton solve for the static state came to.
struct RestReport {
  bool converged = false;
  int iterations = 0;
  double residual = 0;   // largest net force on a free node over the load the body carries
  double round_off = 0;  // what rounding may leave there, over the same load
  double distance = 0;   // largest distance of a node from where it is now, m
  double relative = 0;   // the same over the size of the body
  std::string message;   // where it did not converge: how far it came, where, and what to do
};

/// How a number that follows from a static state changes with loads and materials.
struct RestGradient {
  std::vector<double> forces;  // (nodes*dimension) by the force on each node, 1/N
  /// (elements) by "young", "poisson", "stiffness", "density" of each, as far as the scene has
  /// such; zero where an element has none.
  std::vector<std::pair<std::string, std::vector<double>>> materials;
};

/// A fibre of an element, as far as it is worth drawing.
struct FiberView {
  int element = 0;
  Triple direction{};  // unit, in the rest shape
};

/// A node that somebody holds and drags.
struct Grip {
  int node = -1;         // -1: none
  Triple point{};        // where the node is, m
  Triple target{};       // where the hand is, m
  Triple force{};        // of the springs between them, N
  double stiffness = 0;  // N/m
};

/// A scene that runs, 2D or 3D. Arrays are flat: node i owns entries [i*dimension,
/// (i+1)*dimension). Views stay valid until the next call that changes the simulation.
class Simulation {
 public:
  explicit Simulation(const SceneSpec& scene);
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  /// One time step. A report that is not ok leaves the last good state.
  StepReport step();
  /// Lets another thread look at steps and end them; nothing: nobody looks.
  void watch_by(std::shared_ptr<StepWatch> watch);

  /// All that the next step depends on, as bytes: scene, body, motion, contacts, factors in use. What
  /// goes on from them gives what this simulation would give, to the bit (docs/reliability.md).
  std::string state();
  /// Becomes what was saved, scene and options too; views given out before are no longer valid.
  /// Files that the scene names must be as they were. Throws Error(bad_input) for bytes that are
  /// damaged or of another version; then nothing has changed.
  void set_state(std::string_view state);
  static Simulation from_state(std::string_view state);

  const SceneSpec& scene() const;
  int dimension() const;
  int nodes() const;
  int elements() const;
  double time() const;
  double size() const;  // diagonal of the rest shape, m
  const std::vector<std::string>& notices() const;

  std::span<const double> positions() const;
  std::span<const double> velocities() const;
  std::span<const double> rest_positions() const;
  /// The skin of the scene on the body as it is cut now; null when there is none.
  const SkinView* skin() const;
  std::span<const double> masses() const;          // (nodes) kg
  std::span<const int> element_nodes() const;      // (elements x (dimension + 1))
  std::span<const int> element_regions() const;    // (elements) label of the mesh
  std::span<const int> element_materials() const;  // (elements) place in scene().materials
  std::vector<std::string> body_names() const;     // one for a scene of one body
  std::vector<int> element_bodies() const;         // (elements) index into them
  std::vector<FiberView> fibers() const;
  std::span<const double> activations() const;        // (elements) of the fibres, 0..1
  std::span<const int> roles() const;                 // (nodes) see docs/format.md
  std::span<const double> forces();                   // net force on each node, N
  SparseView stiffness(bool project = true);          // K = df/dx
  std::span<const double> jacobian(int& unknowns);    // (nodes*dimension x unknowns), row-major
  std::span<const double> von_mises();                // (elements) Pa
  std::vector<double> deformation_gradients() const;  // (elements x dimension x dimension) F
  std::vector<double> stresses() const;    // (elements x 3 x 3) Cauchy, Pa; 2D is plane strain
  std::vector<int> surface_faces() const;  // (faces x dimension) nodes, normals outwards
  Energies energy();

  /// For a number g of a static state, given by its derivative in the positions (nodes*dimension):
  /// its derivatives by loads and materials, through the adjoint method, so that one solve gives all
  /// (scene/static_gradient.h). The body must be in equilibrium (equilibrate()), and nothing may touch.
  RestGradient rest_gradient(std::span<const double> by_positions);
  /// The same for a number given by its derivative in each entry of jacobian(), whose stiffness and
  /// static state both change.
  RestGradient jacobian_gradient(std::span<const double> by_jacobian);

  // Representative nodes.
  int representatives() const;
  int representative_node(int k) const;
  int representative_id(int k) const;  // its k before any cut; never given to another one
  bool awake(int k) const;
  double liveliness(int k) const;                       // window mean, 1/s
  std::span<const int> representative_regions() const;  // (elements)

  // Obstacles (and other rigid solids) where they are now, and what touches now.
  const std::vector<SolidView>& solids();
  const std::vector<ContactView>& contacts();
  bool can_touch() const;                    // obstacles, several bodies or self-contact
  std::span<const double> contact_forces();  // (nodes) with friction, N; empty: nothing can touch
  double contact_seconds() const;            // spent finding contacts so far, wall clock

  int analyses() const;
  /// Steps (the first is 1) that began with a factor made in the background
  /// (`background_factor`), and a run that begins each of these, and no other, with one: it gives
  /// the same bits, waiting where it is slower.
  std::vector<std::int64_t> factors_taken() const;
  void follow_factors(std::span<const std::int64_t> steps);
  int factorizations() const;
  /// What the factor of the method holds and costs; zeros before the first step.
  struct FactorSize {
    double entries = 0;          // numbers of L
    double multiplications = 0;  // of one factorization
  };
  FactorSize factor_size() const;

  void set_positions(std::span<const double> x);
  void set_velocities(std::span<const double> v);
  /// Options may be changed between steps, the method too; the placement of nodes stays.
  StepOptions& options();
  void set_time_step(double h);  // s, > 0; time goes on from where it is

  // What programs change between two steps. Energy that a change makes more or less is booked as
  // coming from outside, and all of it is part of state(). Damping, beta and the like are options().

  /// Forces on the nodes, N, (nodes*dimension), beside the loads of the timeline and exactly as
  /// these, until set anew. forces() and static states have them at once.
  void set_external_forces(std::span<const double> forces);
  std::span<const double> external_forces() const;
  /// Adds a force, N in total, shared equally by these nodes as a `load` of the timeline is.
  void apply_force(std::span<const int> nodes, const Triple& force);
  void set_gravity(const Triple& gravity);  // m/s^2; it is scene().gravity then
  /// Coefficient of friction, >= 0: that of one obstacle (its place in scene().obstacles), or, -1,
  /// that of the contact, which all have that have none of their own.
  void set_friction(double friction, int obstacle = -1);
  /// The timeline goes on from there, s. Cuts that were made stay, those due by then come.
  void set_time(double time);
  /// Nodes held now, and where: (held*dimension), m. A held node that is put elsewhere goes there
  /// within the next step, and stays; moves of the timeline that began before no longer move it.
  std::span<const int> held_nodes() const;
  std::vector<double> held_positions() const;
  void set_held_positions(std::span<const double> x);
  /// Numbers of the materials, (elements), by their names in scene files: "density", "young",
  /// "poisson", "stiffness" (of fibres); not a number where an element has none. `law` is a place
  /// among an element's laws, needed where several have such a number. scene() keeps what the file
  /// says.
  std::vector<double> material_values(const std::string& name, int law = -1) const;
  void set_material_values(const std::string& name, std::span<const int> elements,
                           std::span<const double> values, int law = -1);
  /// The same for all elements of one of scene().materials; element_materials() and
  /// element_regions() say which elements that are.
  void set_material_value(const std::string& name, int material, double value, int law = -1);

  // A hand. Springs between the flesh around a node (that the scene does not hold) and a point draw
  // the node there: as stiff as the flesh, but never so stiff that the body would swing at more
  // than a few hertz. Their energy is work from outside (StepReport::scripted_work).
  void grab(int node, const Triple& target);
  void drag(const Triple& target);  // needs a grip
  void let_go();
  Grip grip() const;

  /// Puts a representative node to sleep or wakes it, whatever its liveliness says. Nodes that a
  /// piece needs to be held somewhere wake all the same.
  void set_wake(int k, Wake wake);
  Wake wake(int k) const;
  /// Activation 0..1 of the fibres of these elements, from now on instead of the timeline's. Throws
  /// Error(usage) where none of them has fibres.
  void set_activation(std::span<const int> elements, double value);

  // Bones. Angles in radians; what belongs to which joint is said in rigid/articulation.h and
  // docs/rigid.md: one coordinate per angle or distance, four for a ball (quaternion w, x, y, z).
  std::vector<SolidView> bones() const;          // shapes of all bones, where they are now
  std::vector<std::string> joint_names() const;  // of each coordinate, as in history.csv

  /// The columns of the scene's probes: <name>_x, _y (_z), the mean position of its nodes, m, then
  /// <name>_vx, _vy (_vz), their mean velocity, m/s.
  std::vector<std::string> probe_names() const;
  void probe_values(std::span<double> values) const;  // as many as there are names
  std::span<const double> joint_positions() const;    // (coordinates)
  std::span<const double> joint_velocities() const;   // (unknowns)
  void set_joints(std::span<const double> q, std::span<const double> u);  // riders move along
  /// Torques (forces of sliding joints) beside those of the timeline, one per unknown, until set
  /// anew: what a controller has.
  void set_joint_torques(std::span<const double> torques);
  /// Parts the body along a surface, as it is now; 3D points whatever the dimension. Nodes keep
  /// their numbers and copies come behind them, unless crumbs are removed. Views given out before
  /// are no longer valid when anything came apart.
  CutReport cut(const CutSpec& cut);
  /// Grows whenever nodes and elements have become other ones: at every cut, by call or by the
  /// timeline, that parted anything.
  int topology() const;

  /// Moves the body to its static state, or says how far it is from it. Where none is found the
  /// body stays where it is; look at `converged`.
  RestReport equilibrate(const std::function<void(int, double)>& progress = {});
  RestReport distance_to_rest(const std::function<void(int, double)>& progress = {});

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// A sentence when a state comes from a machine or build whose last digits may be others; empty when
/// it does not.
std::string saved_elsewhere(std::string_view state);

}  // namespace conjac
