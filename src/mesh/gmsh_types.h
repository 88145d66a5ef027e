#pragma once

namespace conjac {

struct GmshType {
  int nodes = 0;
  int dimension = 0;
  bool triangle = false;     // of any order: the first three nodes are its corners
  bool tetrahedron = false;  // of any order: the first four nodes are its corners
};

/// What Gmsh's element type number means; `nodes` is 0 for numbers we do not know.
constexpr GmshType gmsh_type(long long type) {
  switch (type) {
    case 1:
      return {2, 1};
    case 2:
      return {3, 2, true};
    case 3:
      return {4, 2};
    case 4:
      return {4, 3, false, true};
    case 5:
      return {8, 3};
    case 6:
      return {6, 3};
    case 7:
      return {5, 3};
    case 8:
      return {3, 1};
    case 9:
      return {6, 2, true};
    case 10:
      return {9, 2};
    case 11:
      return {10, 3, false, true};
    case 12:
      return {27, 3};
    case 13:
      return {18, 3};
    case 14:
      return {14, 3};
    case 15:
      return {1, 0};
    case 16:
      return {8, 2};
    case 17:
      return {20, 3};
    case 18:
      return {15, 3};
    case 19:
      return {13, 3};
    case 20:
      return {9, 2, true};
    case 21:
      return {10, 2, true};
    case 22:
      return {12, 2, true};
    case 23:
      return {15, 2, true};
    case 24:
      return {15, 2, true};
    case 25:
      return {21, 2, true};
    case 26:
      return {4, 1};
    case 27:
      return {5, 1};
    case 28:
      return {6, 1};
    case 29:
      return {20, 3, false, true};
    case 30:
      return {35, 3, false, true};
    case 31:
      return {56, 3, false, true};
    case 92:
      return {64, 3};
    case 93:
      return {125, 3};
    default:
      return {};
  }
}

}  // namespace conjac
