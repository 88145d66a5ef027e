#include "scene/materials.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <utility>

#include "core/check.h"
#include "fem/harmonic.h"
#include "material/model.h"
#include "material/models.h"
#include "scene/presets.h"
#include "scene/select.h"

namespace conjac {
namespace {

using Point = Eigen::Vector3d;

Point as_point(const Triple& t) {
  return {t[0], t[1], t[2]};
}

template <int Dim>
Point centroid(const Mesh<Dim>& mesh, int element) {
  Point sum = Point::Zero();
  for (int node : mesh.elements[element])
    for (int c = 0; c < Dim; ++c) sum[c] += mesh.rest[node][c] / (Dim + 1);
  return sum;
}

/// `harmonic` is the harmonic field of the element, where the field has one.
double value_at(const ScalarField& field, const Point& p, double harmonic) {
  if (const auto* one = std::get_if<HarmonicField>(&field)) {
    std::size_t next = 0;
    while (next < one->at.size() && one->at[next] < harmonic) ++next;
    if (next == 0) return one->values.front();
    if (next == one->at.size()) return one->values.back();
    const double s = (harmonic - one->at[next - 1]) / (one->at[next] - one->at[next - 1]);
    return one->values[next - 1] + s * (one->values[next] - one->values[next - 1]);
  }
  if (const auto* number = std::get_if<double>(&field)) return *number;
  if (const auto* layers = std::get_if<Layers>(&field)) {
    std::size_t layer = 0;
    while (layer < layers->boundaries.size() && p[layers->axis] > layers->boundaries[layer])
      ++layer;
    return layers->values[layer];
  }
  const auto& gradient = std::get<Gradient>(field);
  const Point from = as_point(gradient.from), along = as_point(gradient.to) - from;
  const double s = std::clamp((p - from).dot(along) / along.squaredNorm(), 0.0, 1.0);
  return gradient.from_value + s * (gradient.to_value - gradient.from_value);
}

/// A scalar field over some elements: its harmonic field, if it has one, is solved for once.
template <int Dim>
class FieldOver {
 public:
  FieldOver(const Mesh<Dim>& mesh, const ScalarField& field, const std::vector<int>& elements,
            const char* name)
      : mesh_(mesh), field_(field), elements_(elements), name_(name) {
    if (const auto* one = std::get_if<HarmonicField>(&field))
      harmonic_ = harmonic_field<Dim>(mesh, elements, select_nodes(mesh, one->from),
                                      select_nodes(mesh, one->to))
                      .value;
  }
  /// Of the k-th of the elements; outside the range is an Error.
  double at(std::size_t k, double low, double high, bool open) const {
    const double value =
        value_at(field_, centroid(mesh_, elements_[k]), harmonic_.empty() ? 0.0 : harmonic_[k]);
    const bool inside = open ? value > low && value < high : value >= low && value <= high;
    if (!inside) {
      std::ostringstream text;
      text << "materials: " << name_ << " is " << value << " in element " << elements_[k]
           << "; it must lie " << (open ? "between " : "from ") << low << (open ? " and " : " to ")
           << high;
      throw Error(ErrorKind::bad_input, text.str());
    }
    return value;
  }

 private:
  const Mesh<Dim>& mesh_;
  const ScalarField& field_;
  const std::vector<int>& elements_;
  const char* name_;
  std::vector<double> harmonic_;
};

/// Unit vector away from the axis, and around it; on the axis any direction across will do.
struct AxisFrame {
  Point along, away, around;
  AxisFrame(const Triple& point, const Triple& axis, const Point& p) {
    along = as_point(axis).normalized();
    away = p - as_point(point);
    away -= away.dot(along) * along;
    if (away.norm() < 1e-12) away = along.unitOrthogonal();
    away.normalize();
    around = along.cross(away);
  }
};

struct DirectionAt {
  Point p;
  Point operator()(const ConstantFibers& f) const { return as_point(f.direction); }
  Point operator()(const RadialFibers& f) const { return AxisFrame(f.point, f.axis, p).away; }
  Point operator()(const CircumferentialFibers& f) const {
    return AxisFrame(f.point, f.axis, p).around;
  }
  Point operator()(const HelicalFibers& f) const {
    const AxisFrame frame(f.point, f.axis, p);
    const double climb = f.degrees * M_PI / 180;
    return std::cos(climb) * frame.around + std::sin(climb) * frame.along;
  }
  // These two are found for all elements at once instead.
  Point operator()(const FiberFile&) const { return Point::Zero(); }
  Point operator()(const HarmonicFibers&) const { return Point::Zero(); }
};

/// One direction per line and element; blank lines and lines that begin with # are passed over.
std::vector<Point> read_directions(const std::string& path, int dimension, int elements) {
  std::ifstream file(path);
  require(file.good(),
          path + ": cannot be opened; give a text file with one fibre direction a line",
          ErrorKind::io);
  std::vector<Point> directions;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    std::istringstream words(line);
    std::string first;
    if (!(words >> first) || first[0] == '#') continue;
    words = std::istringstream(line);
    Point direction = Point::Zero();
    for (int c = 0; c < dimension; ++c) words >> direction[c];
    require(!words.fail() && std::isfinite(direction.norm()) && direction.norm() > 0,
            path + ":" + std::to_string(number) + ": expected " + std::to_string(dimension) +
                " finite numbers that are not all zero (the fibre direction of element " +
                std::to_string(directions.size()) + ")");
    directions.push_back(direction);
  }
  require(static_cast<int>(directions.size()) == elements,
          path + ": holds " + std::to_string(directions.size()) +
              " fibre directions, but the mesh has " + std::to_string(elements) +
              " elements; give one line for each");
  return directions;
}

template <int Dim>
void ogden_terms(const LawSpec& spec, LawParameters<Dim>& parameters) {
  const std::size_t most = parameters.share.size();
  require(spec.shares.size() == spec.exponents.size() && spec.shares.size() <= most,
          "materials: OGDEN has one to three exponents and as many shares");
  for (std::size_t k = 0; k < most; ++k) {
    parameters.share[k] = k < spec.shares.size() ? spec.shares[k] : 0.0;
    if (k < spec.exponents.size()) parameters.exponent[k] = spec.exponents[k];
  }
}

template <int Dim>
LawTerm<Dim> law_term(const Mesh<Dim>& mesh, const LawSpec& spec,
                      const std::vector<int>& elements) {
  LawTerm<Dim> term;
  term.law = law_number(spec.law);
  require(term.law >= 0, "materials: there is no law \"" + spec.law + "\"");
  term.elements = elements;
  const bool fiber = law_is_fiber(term.law);
  std::vector<Point> directions;  // (elements given), or empty
  if (const auto* file = std::get_if<FiberFile>(&spec.fibers); file && fiber) {
    const std::vector<Point> all = read_directions(file->path, Dim, mesh.element_count());
    for (int element : elements) directions.push_back(all[element]);
  }
  if (const auto* ends = std::get_if<HarmonicFibers>(&spec.fibers); ends && fiber) {
    const auto field = harmonic_field<Dim>(mesh, elements, select_nodes(mesh, ends->from),
                                           select_nodes(mesh, ends->to));
    for (const Vec<Dim>& slope : field.gradient) {
      directions.push_back(Point::Zero());
      for (int c = 0; c < Dim; ++c) directions.back()[c] = slope[c];
    }
  }
  const ScalarField unused = 0.0;
  const auto over = [&](bool used, const ScalarField& field, const char* name) {
    return FieldOver<Dim>(mesh, used ? field : unused, elements, name);
  };
  const auto stiffness = over(fiber, spec.stiffness, "stiffness");
  const auto activation = over(fiber, spec.activation, "activation");
  const auto young = over(!fiber, spec.young, "young");
  const auto poisson = over(!fiber, spec.poisson, "poisson");
  for (std::size_t k = 0; k < elements.size(); ++k) {
    LawParameters<Dim> parameters;
    if (fiber) {
      parameters.mu = stiffness.at(k, 0, 1e15, false);
      parameters.activation = activation.at(k, 0, 1, false);
      parameters.shortest = spec.shortest;
      const Point direction =
          directions.empty() ? std::visit(DirectionAt{centroid(mesh, elements[k])}, spec.fibers)
                             : directions[k];
      for (int c = 0; c < Dim; ++c) parameters.fiber[c] = direction[c];
      require(parameters.fiber.norm() > 1e-12, "materials: the fibre direction of element " +
                                                   std::to_string(elements[k]) +
                                                   " is zero; choose another direction or axis");
      parameters.fiber.normalize();
    } else {
      const Lame moduli = lame(young.at(k, 0, 1e15, true), poisson.at(k, -1, 0.5, true));
      parameters.mu = moduli.mu;
      parameters.lambda = moduli.lambda;
      parameters.second = spec.second_invariant;
      ogden_terms(spec, parameters);
    }
    term.parameters.push_back(parameters);
  }
  return term;
}

/// A material of a mesh file. Such files have moduli and leave the law to the program: ours is the
/// law that a scene has by default.
MaterialSpec of_file(const MeshMaterial& one) {
  require(one.density > 0 && one.young > 0 && one.poisson > -1 && one.poisson < 0.5,
          "use_materials: the material \"" + one.name +
              "\" of the mesh file has no density, Young's modulus and Poisson's ratio that make "
              "sense (of Vega's kinds, ENU is read); give those elements a material in the scene "
              "and leave `use_materials` out");
  MaterialSpec made;
  made.density = one.density;
  LawSpec law;
  law.young = one.young;
  law.poisson = one.poisson;
  made.laws = {law};
  return made;
}

}  // namespace

template <int Dim>
MaterialField<Dim> material_field(const Mesh<Dim>& mesh, const SceneSpec& spec) {
  std::vector<int> material(mesh.element_count(), -1);
  // Those of the file come first, so that the scene's own win, but have the numbers behind theirs.
  std::vector<MaterialSpec> all = spec.materials;
  for (const MeshMaterial& one : mesh.materials) {
    for (int element : one.elements) material[element] = static_cast<int>(all.size());
    all.push_back(of_file(one));
  }
  for (std::size_t m = 0; m < spec.materials.size(); ++m)
    for (int element : select_elements(mesh, spec.materials[m].select))
      material[element] = static_cast<int>(m);

  std::vector<std::vector<int>> elements(all.size());
  MaterialField<Dim> field;
  for (int e = 0; e < mesh.element_count(); ++e) {
    require(material[e] >= 0, "materials: element " + std::to_string(e) +
                                  " is selected by none; let the first material select \"all\"");
    elements[material[e]].push_back(e);
  }
  field.density.resize(mesh.element_count());
  field.viscosity.resize(mesh.element_count());
  for (std::size_t m = 0; m < all.size(); ++m) {
    if (elements[m].empty()) continue;
    const MaterialSpec material_spec = with_preset(all[m]);
    const FieldOver<Dim> density(mesh, material_spec.density, elements[m], "density");
    for (std::size_t k = 0; k < elements[m].size(); ++k)
      field.density[elements[m][k]] = density.at(k, 0, 1e9, true);
    const FieldOver<Dim> viscosity(mesh, material_spec.viscosity, elements[m], "viscosity");
    for (std::size_t k = 0; k < elements[m].size(); ++k)
      field.viscosity[elements[m][k]] = viscosity.at(k, 0, 1e9, false);
    for (const LawSpec& law : material_spec.laws)
      field.terms.push_back(law_term(mesh, law, elements[m]));
  }
  if (std::all_of(field.viscosity.begin(), field.viscosity.end(), [](double t) { return t == 0; }))
    field.viscosity.clear();
  field.material = std::move(material);
  return field;
}

template <int Dim>
MaterialMap<Dim> material_map(const MaterialField<Dim>& field) {
  MaterialMap<Dim> map;
  map.material = field.material;
  map.activation.assign(field.material.size(), 0.0);
  for (const LawTerm<Dim>& term : field.terms)
    if (law_is_fiber(term.law))
      for (std::size_t i = 0; i < term.elements.size(); ++i)
        map.fibers.push_back({term.elements[i], term.parameters[i].fiber}),
            map.activation[term.elements[i]] = term.parameters[i].activation;
  return map;
}

template MaterialMap<2> material_map<2>(const MaterialField<2>&);
template MaterialMap<3> material_map<3>(const MaterialField<3>&);
template MaterialField<2> material_field<2>(const Mesh<2>&, const SceneSpec&);
template MaterialField<3> material_field<3>(const Mesh<3>&, const SceneSpec&);

}  // namespace conjac
