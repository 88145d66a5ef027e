#include <gtest/gtest.h>

#include <random>

#include "conjac/error.h"
#include "mesh/read.h"
#include "mesh/topology.h"
#include "support/meshio_opinion.h"

namespace conjac {
namespace {

template <int Dim>
void expect_sound(const Mesh<Dim>& mesh) {
  ASSERT_GT(mesh.element_count(), 0);
  ASSERT_EQ(mesh.region.size(), mesh.elements.size());
  std::vector<char> used(mesh.rest.size(), 0);
  for (const auto& element : mesh.elements)
    for (int node : element) {
      ASSERT_GE(node, 0);
      ASSERT_LT(node, mesh.nodes());
      used[node] = 1;
    }
  for (int n = 0; n < mesh.nodes(); ++n) {
    ASSERT_TRUE(used[n]);
    ASSERT_TRUE(mesh.rest[n].allFinite());
  }
  for (int e = 0; e < mesh.element_count(); ++e) ASSERT_GT(signed_volume(mesh, e), 0);
}

struct Tally {
  int read = 0, refused = 0;
};

void read_either(const test::MeshioFile& file, Tally& tally) {
  try {
    if (file.dim == 3)
      expect_sound(read_mesh<3>(file.path).mesh);
    else
      expect_sound(read_mesh<2>(file.path).mesh);
    ++tally.read;
  } catch (const Error& error) {
    ++tally.refused;
    EXPECT_NE(std::string(error.what()).find(file.path.substr(0, file.path.rfind('.'))),
              std::string::npos)
        << error.what();
  }
}

/// Cuts the content short, or changes up to four bytes of it to anything or to another digit (which
/// keeps text files readable to their counts and indices).
std::string damaged(std::string content, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return random() % n; };
  const std::size_t kind = below(3);
  if (kind == 0) {
    content.resize(below(content.size()));
    return content;
  }
  for (std::size_t k = 0, flips = 1 + below(4); k < flips; ++k) {
    std::size_t at = below(content.size());
    if (kind == 1) {
      content[at] = static_cast<char>(below(256));
      continue;
    }
    for (int tries = 0; tries < 50 && !(content[at] >= '0' && content[at] <= '9'); ++tries)
      at = below(content.size());
    content[at] = static_cast<char>('0' + below(10));
  }
  return content;
}

TEST(ReadFuzz, DamagedFilesAreReadSoundlyOrRefused) {
  CONJAC_NEEDS_MESHIO();
  const char* asked = std::getenv("CONJAC_FUZZ_ROUNDS");
  const int rounds = asked ? std::atoi(asked) : 8;
  const test::TempDir dir;
  Tally tally;
  unsigned seed = 1;
  for (const test::MeshioFile& file : test::meshio_files(dir)) {
    if (file.path.find("large") != std::string::npos) continue;
    std::vector<std::string> parts{file.path};
    if (file.path.ends_with(".node"))
      parts.push_back(file.path.substr(0, file.path.size() - 4) + "ele");
    if (file.path.ends_with("include.veg"))
      for (const char* part : {"include.inc_v", "include.inc_e"}) parts.push_back(dir.file(part));
    for (const std::string& part : parts) {
      const std::string content = test::slurp(part);
      for (int round = 0; round < rounds; ++round, ++seed) {
        SCOPED_TRACE(part + ", seed " + std::to_string(seed));
        std::mt19937 random(seed);
        std::ofstream(part, std::ios::binary) << damaged(content, random);
        try {
          read_either(file, tally);
        } catch (const std::exception& other) {
          ADD_FAILURE() << other.what();
        }
      }
      std::ofstream(part, std::ios::binary) << content;
    }
  }
  // Both ends of the bargain were met.
  EXPECT_GT(tally.read, 50);
  EXPECT_GT(tally.refused, 200);
}

}  // namespace
}  // namespace conjac
