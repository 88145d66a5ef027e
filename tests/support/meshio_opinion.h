#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "mesh/mesh.h"
#include "support/paths.h"
#include "support/temp_dir.h"

namespace conjac::test {

inline bool without_meshio() {
  const char* value = std::getenv("CONJAC_NO_MESHIO");
  return value != nullptr && std::string(value) == "1";
}

/// Skips only when told to; a machine that merely lacks meshio fails.
#define CONJAC_NEEDS_MESHIO() \
  if (conjac::test::without_meshio()) GTEST_SKIP() << "CONJAC_NO_MESHIO=1"

/// Runs meshio_tool.py with Debian's Python, where python3-meshio lives.
inline void meshio_tool(const std::string& arguments, const TempDir& dir) {
  const std::string log = dir.file("meshio.log");
  const std::string command = "/usr/bin/python3 " + source_dir() +
                              "/tests/support/meshio_tool.py " + arguments + " > " + log + " 2>&1";
  ASSERT_EQ(std::system(command.c_str()), 0)
      << "meshio (Debian: python3-meshio, python3-scipy) failed:\n"
      << slurp(log);
}

struct MeshioFile {
  int dim;
  std::string path, expected;
};

inline std::vector<MeshioFile> meshio_files(const TempDir& dir) {
  meshio_tool("write " + dir.file(""), dir);
  std::ifstream in(dir.file("index.txt"));
  std::vector<MeshioFile> files;
  for (MeshioFile f; in >> f.dim >> f.path >> f.expected;)
    files.push_back({f.dim, dir.file(f.path), dir.file(f.expected)});
  return files;
}

/// What meshio_tool.py dumped.
template <int Dim>
Mesh<Dim> dumped_mesh(const std::string& path) {
  std::ifstream in(path);
  std::size_t nodes = 0, elements = 0;
  in >> nodes >> elements;
  Mesh<Dim> mesh;
  mesh.rest.resize(nodes);
  mesh.elements.resize(elements);
  mesh.region.resize(elements);
  std::string word;
  for (auto& x : mesh.rest)
    for (int axis = 0; axis < Dim; ++axis) {
      in >> word;  // streams do not read hexadecimal floats
      x[axis] = std::strtod(word.c_str(), nullptr);
    }
  for (std::size_t e = 0; e < elements; ++e) {
    for (int& node : mesh.elements[e]) in >> node;
    in >> mesh.region[e];
  }
  EXPECT_TRUE(in) << path;
  return mesh;
}

template <int Dim>
void expect_same_mesh(const Mesh<Dim>& mesh, const Mesh<Dim>& expected) {
  ASSERT_EQ(mesh.rest.size(), expected.rest.size());
  for (std::size_t n = 0; n < mesh.rest.size(); ++n)
    ASSERT_EQ(mesh.rest[n], expected.rest[n]) << "node " << n;
  ASSERT_EQ(mesh.elements, expected.elements);
  ASSERT_EQ(mesh.region, expected.region);
}

}  // namespace conjac::test
