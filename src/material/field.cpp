#include "material/field.h"

#include <numeric>

namespace conjac {

template <int Dim>
LawTerm<Dim> everywhere(int law, int elements, const LawParameters<Dim>& parameters) {
  LawTerm<Dim> term;
  term.law = law;
  term.elements.resize(elements);
  std::iota(term.elements.begin(), term.elements.end(), 0);
  term.parameters.assign(elements, parameters);
  return term;
}

template LawTerm<2> everywhere(int, int, const LawParameters<2>&);
template LawTerm<3> everywhere(int, int, const LawParameters<3>&);

}  // namespace conjac
