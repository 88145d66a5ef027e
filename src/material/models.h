#pragma once

#include <array>
#include <string_view>
#include <tuple>

#include "material/by_stretches.h"
#include "material/corotational.h"
#include "material/fiber.h"
#include "material/fung_law.h"
#include "material/mooney_rivlin.h"
#include "material/neo_hookean.h"
#include "material/ogden.h"
#include "material/st_venant_kirchhoff.h"
#include "material/stable_neo_hookean.h"
#include "material/stvk_law.h"

namespace conjac {

/// The closed list of laws. A new one is a line here; its place in the list is its number in
/// MaterialField and its `name` is what scene files call it.
template <int Dim>
using Models = std::tuple<              //
    StableNeoHookean<Dim>,              //
    Fiber<Dim, StvkLaw>,                //
    Fiber<Dim, FungLaw>,                //
    NeoHookean<Dim>,                    //
    StVenantKirchhoff<Dim>,             //
    ByStretches<Dim, CorotationalLaw>,  //
    MooneyRivlin<Dim>,                  //
    ByStretches<Dim, OgdenLaw>>;

inline constexpr int kLawCount = std::tuple_size_v<Models<3>>;

template <int Dim, int Law>
using Model = std::tuple_element_t<Law, Models<Dim>>;

inline constexpr auto kLawNames = []<int... I>(std::integer_sequence<int, I...>) {
  return std::array<std::string_view, kLawCount>{Model<3, I>::name...};
}
(std::make_integer_sequence<int, kLawCount>{});

/// The number of a law, or -1.
constexpr int law_number(std::string_view name) {
  for (int law = 0; law < kLawCount; ++law) {
    if (kLawNames[law] == name) return law;
  }
  return -1;
}

/// Whether a law acts along fibres (stiffness, direction, activation) or alike in all directions
/// (mu, lambda).
constexpr bool law_is_fiber(int law) {
  return [law]<int... I>(std::integer_sequence<int, I...>) {
    return ((law == I && FiberModel<Model<3, I>, 3>) || ...);
  }
  (std::make_integer_sequence<int, kLawCount>{});
}

static_assert([]<int... I>(std::integer_sequence<int, I...>) {
  return ((HyperelasticModel<Model<2, I>, 2> && HyperelasticModel<Model<3, I>, 3>)&&...);
}(std::make_integer_sequence<int, kLawCount>{}));

}  // namespace conjac
