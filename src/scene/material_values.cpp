#include "scene/material_values.h"

#include <cmath>
#include <limits>
#include <sstream>

#include "core/check.h"
#include "material/models.h"

namespace conjac {
namespace {

enum class MaterialNumber { density, young, poisson, stiffness };

MaterialNumber number_named(const std::string& name) {
  if (name == "density") return MaterialNumber::density;
  if (name == "young") return MaterialNumber::young;
  if (name == "poisson") return MaterialNumber::poisson;
  require(name == "stiffness",
          "material values: there is no \"" + name +
              "\"; there are density, young, poisson (isotropic laws), stiffness (fibre laws)",
          ErrorKind::usage);
  return MaterialNumber::stiffness;
}

template <int Dim>
double young_of(const LawParameters<Dim>& p) {
  return p.mu * (3 * p.lambda + 2 * p.mu) / (p.lambda + p.mu);
}
template <int Dim>
double poisson_of(const LawParameters<Dim>& p) {
  return p.lambda / (2 * (p.lambda + p.mu));
}

/// (elements) the parameters that have this number in each, or null.
template <int Dim, class Field>
auto owners(Field& field, MaterialNumber number, const std::string& name, int law) {
  using Pointer = decltype(&field.terms[0].parameters[0]);
  const std::size_t count = field.density.size();
  std::vector<Pointer> owner(count, nullptr);
  std::vector<int> place(count, 0);
  for (auto& term : field.terms) {
    const bool fits = law_is_fiber(term.law) == (number == MaterialNumber::stiffness);
    for (std::size_t k = 0; k < term.elements.size(); ++k) {
      const int e = term.elements[k];
      const bool meant = fits && (law < 0 || place[e] == law);
      require(!meant || owner[e] == nullptr,
              "material values: several laws of element " + std::to_string(e) + " have a \"" +
                  name + "\"; say which by its place (law)",
              ErrorKind::usage);
      if (meant) owner[e] = &term.parameters[k];
      ++place[e];
    }
  }
  return owner;
}

void check_value(MaterialNumber number, const std::string& name, double value) {
  const bool fine = number == MaterialNumber::poisson     ? value > -1 && value < 0.5
                    : number == MaterialNumber::stiffness ? value >= 0 && value <= 1e15
                    : number == MaterialNumber::density   ? value > 0 && value < 1e9
                                                          : value > 0 && value < 1e15;
  if (fine) return;
  std::ostringstream text;
  text << "material values: " << name << " is " << value << "; it must "
       << (number == MaterialNumber::poisson     ? "lie between -1 and 0.5"
           : number == MaterialNumber::stiffness ? "lie from 0 to 1e15"
           : number == MaterialNumber::density   ? "lie between 0 and 1e9"
                                                 : "lie between 0 and 1e15");
  throw Error(ErrorKind::usage, text.str());
}

template <int Dim>
void change_number(LawParameters<Dim>& p, MaterialNumber number, double value) {
  if (number == MaterialNumber::stiffness) {
    p.mu = value;
    return;
  }
  const bool young = number == MaterialNumber::young;
  const Lame moduli = lame(young ? value : young_of(p), young ? poisson_of(p) : value);
  p.mu = moduli.mu;
  p.lambda = moduli.lambda;
}

}  // namespace

template <int Dim>
std::vector<double> material_values(const MaterialField<Dim>& field, const std::string& name,
                                    int law) {
  const MaterialNumber number = number_named(name);
  if (number == MaterialNumber::density) return field.density;
  std::vector<double> values(field.density.size(), std::numeric_limits<double>::quiet_NaN());
  const auto owner = owners<Dim>(field, number, name, law);
  for (std::size_t e = 0; e < values.size(); ++e)
    if (owner[e] != nullptr)
      values[e] = number == MaterialNumber::young     ? young_of(*owner[e])
                  : number == MaterialNumber::poisson ? poisson_of(*owner[e])
                                                      : owner[e]->mu;
  return values;
}

template <int Dim>
void set_material_values(MaterialField<Dim>& field, const std::string& name,
                         std::span<const int> elements, std::span<const double> values, int law) {
  const MaterialNumber number = number_named(name);
  const int count = static_cast<int>(field.density.size());
  require(elements.size() == values.size(),
          "material values: " + std::to_string(elements.size()) + " elements but " +
              std::to_string(values.size()) + " values",
          ErrorKind::usage);
  const auto owner = number == MaterialNumber::density ? std::vector<LawParameters<Dim>*>()
                                                       : owners<Dim>(field, number, name, law);
  for (std::size_t k = 0; k < elements.size(); ++k) {
    const int e = elements[k];
    require(e >= 0 && e < count,
            "material values: there is no element " + std::to_string(e) + "; the body has " +
                std::to_string(count),
            ErrorKind::usage);
    check_value(number, name, values[k]);
    if (number == MaterialNumber::density) {
      field.density[e] = values[k];
      continue;
    }
    require(owner[e] != nullptr,
            "material values: no law of element " + std::to_string(e) + " has a \"" + name + "\"",
            ErrorKind::usage);
    change_number(*owner[e], number, values[k]);
  }
}

template std::vector<double> material_values<2>(const MaterialField<2>&, const std::string&, int);
template std::vector<double> material_values<3>(const MaterialField<3>&, const std::string&, int);
template void set_material_values<2>(MaterialField<2>&, const std::string&, std::span<const int>,
                                     std::span<const double>, int);
template void set_material_values<3>(MaterialField<3>&, const std::string&, std::span<const int>,
                                     std::span<const double>, int);

}  // namespace conjac
