#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace conjac {

/// Elements of one region of a mesh file.
struct MeshLabel {
  int label = 0;
  int elements = 0;
  double volume = 0;
};

/// How many values fall between bounds[k] and bounds[k + 1] (the last bin holds both its ends).
struct MeshHistogram {
  std::vector<double> bounds;  // one more than counts
  std::vector<int> counts;
  double smallest = 0, percentile1 = 0, median = 0, largest = 0;
};

/// What a mesh file holds, in the units of the file. In 2D volumes are areas, sides are edges and
/// dihedral angles are the angles of triangles.
struct MeshInfo {
  std::string file;
  int dimension = 3;
  int vertices = 0, elements = 0;
  int boundary_vertices = 0, boundary_sides = 0;
  double volume = 0;
  std::array<double, 3> low{}, high{};  // corners of the box around it
  double shortest_edge = 0, mean_edge = 0, longest_edge = 0;
  int pieces = 0;                 // connected through shared vertices
  int side_pieces = 0;            // connected through shared sides; more of them means hinges
  std::vector<MeshLabel> labels;  // ascending
  MeshHistogram smallest_angle;   // of each element's dihedral angles, degrees
  MeshHistogram largest_angle;
  MeshHistogram radius_ratio;        // Dim r_in / R_circ: 1 regular, 0 flat
  int slivers = 0;                   // elements with a dihedral angle below kSliverAngle
  int worst_element = 0;             // zero-based, the one with the smallest angle
  std::vector<std::string> notices;  // what the reader mended or found doubtful
};

/// Dihedral angle, in degrees, below which `conjac info` warns.
inline constexpr double kSliverAngle = 8;

/// Reads a mesh file (.mesh, .msh, .node, .vtk, .vtu, .inp, .veg) and measures it. Throws Error.
MeshInfo mesh_info(const std::string& path);

/// What a file of triangles holds, in the units of the file.
struct SurfaceInfo {
  std::string file;
  int vertices = 0, triangles = 0;
  int normals = 0, texture_places = 0;  // how many the file gives; 0: none
  double area = 0;
  double volume = 0;  // enclosed; without meaning when it is not closed
  std::array<double, 3> low{}, high{};
  double shortest_edge = 0, mean_edge = 0, longest_edge = 0;
  double smallest_angle = 0;  // of all triangles, degrees
  int pieces = 0;             // connected through shared vertices
  int open_edges = 0;         // with a triangle on one side only
  int crowded_edges = 0;      // with three triangles or more
  int turned_edges = 0;       // whose two triangles do not face the same way
  bool closed() const { return open_edges == 0 && crowded_edges == 0 && turned_edges == 0; }
};

/// Reads and measures an .obj, .ply or .stl file; nothing when the name ends otherwise. Throws Error.
std::optional<SurfaceInfo> surface_info(const std::string& path);

}  // namespace conjac
