#include <cstdlib>
#include <limits>

#include "mesh/gmsh_sections.h"

namespace conjac {
namespace {

/// The format's three kinds of number, each as text or binary.
class Numbers {
 public:
  Numbers(Scanner& in, bool wide) : in_(in), wide_(wide) {}

  std::int64_t integer(const char* what, std::int64_t number = -1) {
    return in_.binary() ? in_.value<std::int32_t>(what, number) : in_.integer(what, number);
  }
  std::int64_t size(const char* what, std::int64_t number = -1) {
    if (!in_.binary()) return in_.integer(what, number);
    if (!wide_) return in_.value<std::uint32_t>(what, number);
    // Above 2^63 it turns negative, which every user of it refuses.
    return static_cast<std::int64_t>(in_.value<std::uint64_t>(what, number));
  }
  double real(const char* what, std::int64_t number = -1) {
    return in_.binary() ? in_.value<double>(what, number) : in_.real(what, number);
  }
  std::size_t count(const char* what, std::size_t binary_bytes, std::size_t text_bytes) {
    const std::int64_t value = size(what);
    return in_.checked_count(value, what, in_.binary() ? binary_bytes : text_bytes);
  }
  std::size_t size_bytes() const { return wide_ ? 8 : 4; }

 private:
  Scanner& in_;
  bool wide_;
};

std::int64_t dimension_of(const Scanner& in, std::int64_t dimension) {
  if (dimension < 0 || dimension > 3)
    in.fail("an entity of dimension " + std::to_string(dimension) + ". The file is damaged.");
  return dimension;
}

void disagree(const Scanner& in, const char* what, std::size_t found, std::size_t claimed) {
  if (found != claimed)
    in.fail(std::string("the blocks hold ") + std::to_string(found) + " " + what +
            ", the section's first line says " + std::to_string(claimed) +
            ". Save the file again.");
}

}  // namespace

GmshPhysical read_gmsh4_entities(Scanner& in, bool wide) {
  Numbers numbers(in, wide);
  GmshPhysical physical;
  std::array<std::size_t, 4> counts;
  for (std::size_t& count : counts) count = numbers.count("number of entities", 36, 8);
  for (std::size_t dimension = 0; dimension < 4; ++dimension) {
    for (std::size_t i = 0; i < counts[dimension]; ++i) {
      const auto tag = static_cast<int>(numbers.integer("entity tag"));
      for (int k = 0; k < (dimension == 0 ? 3 : 6); ++k) numbers.real("bounding box");
      const std::size_t tags = numbers.count("number of physical tags", 4, 2);
      for (std::size_t k = 0; k < tags; ++k) {
        const std::int64_t label = numbers.integer("physical tag");
        // A negative tag says that the entity is used reversed. The first group is the region.
        constexpr std::int64_t most = std::numeric_limits<int>::max();
        if (label >= -most && label <= most)
          physical[dimension][tag].push_back(static_cast<int>(std::abs(label)));
      }
      if (dimension == 0) continue;
      const std::size_t bounds = numbers.count("number of bounding entities", 4, 2);
      for (std::size_t k = 0; k < bounds; ++k) numbers.integer("bounding entity");
    }
  }
  return physical;
}

void read_gmsh4_nodes(Scanner& in, bool wide, RawMesh& raw) {
  Numbers numbers(in, wide);
  const std::size_t blocks = numbers.count("number of node blocks", 12 + numbers.size_bytes(), 8);
  const std::size_t total = numbers.count("number of nodes", 24 + numbers.size_bytes(), 8);
  numbers.size("lowest node tag");
  numbers.size("highest node tag");
  raw.points.reserve(total);
  raw.labels.reserve(total);
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::int64_t dimension = dimension_of(in, numbers.integer("entity dimension"));
    numbers.integer("entity tag");
    const bool parametric = numbers.integer("parametric flag") != 0;
    const std::size_t count =
        numbers.count("number of nodes in the block", 24 + numbers.size_bytes(), 8);
    for (std::size_t i = 0; i < count; ++i)
      raw.labels.push_back(
          numbers.size("tag of node", static_cast<std::int64_t>(raw.points.size() + i) + 1));
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t label = raw.labels[raw.points.size()];
      RawPoint point{};
      for (int axis = 0; axis < 3; ++axis) {
        point.x[axis] = numbers.real("coordinate of node", label);
        if (axis == 0) point.place = in.place();
      }
      for (std::int64_t k = 0; parametric && k < dimension; ++k)
        numbers.real("parameter of node", label);
      raw.points.push_back(point);
    }
  }
  disagree(in, "nodes", raw.points.size(), total);
}

void read_gmsh4_elements(Scanner& in, bool wide, const GmshPhysical& physical,
                         const GmshNames& names, RawMesh& raw) {
  Numbers numbers(in, wide);
  const std::size_t blocks =
      numbers.count("number of element blocks", 12 + numbers.size_bytes(), 8);
  const std::size_t total = numbers.count("number of elements", 2 * numbers.size_bytes(), 4);
  numbers.size("lowest element tag");
  numbers.size("highest element tag");
  std::size_t found = 0;
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::int64_t dimension = dimension_of(in, numbers.integer("entity dimension"));
    const std::int64_t entity = numbers.integer("entity tag");
    const GmshType type = known_gmsh_type(in, numbers.integer("element type"));
    const std::size_t count =
        numbers.count("number of elements in the block",
                      static_cast<std::size_t>(1 + type.nodes) * numbers.size_bytes(),
                      static_cast<std::size_t>(1 + type.nodes) * 2);
    const auto& groups = physical[static_cast<std::size_t>(dimension)];
    const auto group = groups.find(static_cast<int>(entity));
    for (std::size_t i = 0; i < count; ++i) {
      RawCell cell{};
      cell.region = group == groups.end() ? entity : group->second.front();
      cell.number = numbers.size("tag of element", static_cast<std::int64_t>(++found));
      cell.place = in.place();
      for (int k = 0; k < type.nodes; ++k) {
        const std::int64_t node = numbers.size("node of element", cell.number);
        if (k < 4) cell.nodes[k] = node;
      }
      add_gmsh_cell(type, cell, raw);
      if (group == groups.end()) continue;
      for (int tag : group->second) add_to_gmsh_group(names, type, tag, cell, raw);
    }
  }
  disagree(in, "elements", found, total);
}

}  // namespace conjac
