#include "mesh/gmsh_sections.h"

namespace conjac {
namespace {

constexpr std::int64_t kMostTags = 10000;  // physical, entity, partitions

/// Physical group first; zero means none, then the geometrical entity.
std::int64_t region_from(std::int64_t physical, std::int64_t entity) {
  return physical != 0 ? physical : entity;
}

/// Tags and nodes of one element, with `next` giving its integers one by one.
template <class Next>
RawCell element_body(const GmshType& type, std::int64_t tags, RawCell cell, std::int64_t& physical,
                     const Next& next) {
  std::array<std::int64_t, 2> label{};
  for (std::int64_t t = 0; t < tags; ++t) {
    const std::int64_t tag = next();
    if (t < 2) label[t] = tag;
  }
  physical = label[0];
  cell.region = region_from(label[0], label[1]);
  for (int k = 0; k < type.nodes; ++k) {
    const std::int64_t node = next();
    if (k < 4) cell.nodes[k] = node;
  }
  return cell;
}

std::int64_t checked_tags(const Scanner& in, std::int64_t tags, std::int64_t element) {
  if (tags < 0 || tags > kMostTags)
    in.fail(std::to_string(tags) + " tags is not plausible. The file is damaged.", element);
  return tags;
}

/// Number and type of the i-th element of a text file: both versions begin with them.
std::pair<RawCell, GmshType> begin_text_element(Scanner& in, std::size_t i) {
  RawCell cell{};
  cell.number = in.integer("number of element", static_cast<std::int64_t>(i) + 1);
  cell.place = in.place();
  return {cell, known_gmsh_type(in, in.integer("type of element", cell.number), cell.number)};
}

}  // namespace

void read_gmsh2_nodes(Scanner& in, RawMesh& raw) {
  const std::size_t count = in.count("number of nodes", in.binary() ? 28 : 8);
  if (in.binary()) in.line();
  raw.points.reserve(count);
  raw.labels.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = static_cast<std::int64_t>(i) + 1;
    raw.labels.push_back(in.binary() ? in.value<std::int32_t>("tag of node", number)
                                     : in.integer("tag of node", number));
    RawPoint point{};
    point.place = in.place();
    for (double& x : point.x)
      x = in.binary() ? in.value<double>("coordinate of node", number)
                      : in.real("coordinate of node", number);
    raw.points.push_back(point);
  }
}

void read_gmsh2_elements(Scanner& in, const GmshNames& names, RawMesh& raw) {
  std::int64_t physical = 0;
  const std::size_t count = in.count("number of elements", in.binary() ? 8 : 6);
  if (!in.binary()) {
    for (std::size_t i = 0; i < count; ++i) {
      auto [cell, type] = begin_text_element(in, i);
      const std::int64_t tags =
          checked_tags(in, in.integer("tag count of element", cell.number), cell.number);
      cell = element_body(type, tags, cell, physical,
                          [&] { return in.integer("value of element", cell.number); });
      add_gmsh_cell(type, cell, raw);
      add_to_gmsh_group(names, type, physical, cell, raw);
    }
    return;
  }

  in.line();
  // Binary elements come in runs of one type: type, how many, how many tags each.
  std::size_t read = 0;
  while (read < count) {
    const GmshType type = known_gmsh_type(in, in.value<std::int32_t>("element type"));
    const std::int64_t run = in.value<std::int32_t>("length of element run");
    if (run < 1 || static_cast<std::size_t>(run) > count - read)
      in.fail("a run of " + std::to_string(run) + " elements, but " + std::to_string(count - read) +
              " of " + std::to_string(count) +
              " are left. The counts disagree; save the file again.");
    const std::int64_t tags = in.value<std::int32_t>("tag count");
    checked_tags(in, tags, static_cast<std::int64_t>(read) + 1);
    for (std::int64_t i = 0; i < run; ++i) {
      RawCell cell{};
      const auto order = static_cast<std::int64_t>(read) + i + 1;
      cell.number = in.value<std::int32_t>("number of element", order);
      cell.place = in.place();
      cell = element_body(type, tags, cell, physical, [&]() -> std::int64_t {
        return in.value<std::int32_t>("value of element", order);
      });
      add_gmsh_cell(type, cell, raw);
      add_to_gmsh_group(names, type, physical, cell, raw);
    }
    read += static_cast<std::size_t>(run);
  }
}

void read_gmsh1(Scanner& in, RawMesh& raw) {
  bool nodes = false, elements = false;
  while (!(nodes && elements) && !in.at_end()) {
    const std::string name(in.word("section name"));
    if (name == "$NOD" && !nodes) {
      read_gmsh2_nodes(in, raw);
      nodes = true;
    } else if (name == "$ELM" && !elements) {
      // number, type, physical group, entity, how many nodes, the nodes
      const std::size_t count = in.count("number of elements", 6);
      for (std::size_t i = 0; i < count; ++i) {
        auto [cell, type] = begin_text_element(in, i);
        const std::int64_t group = in.integer("physical group of element", cell.number);
        const std::int64_t entity = in.integer("entity of element", cell.number);
        if (in.integer("node count of element", cell.number) != type.nodes)
          in.fail("an element of this type has " + std::to_string(type.nodes) +
                      " nodes. The file is damaged; save it again.",
                  cell.number);
        std::int64_t none = 0;
        cell = element_body(type, 0, cell, none,
                            [&] { return in.integer("node of element", cell.number); });
        cell.region = region_from(group, entity);
        add_gmsh_cell(type, cell, raw);
      }
      elements = true;
    } else {
      in.fail("expected $NOD or $ELM, once each. Save the mesh again, as version 4.1 or 2.2.");
    }
    const std::string closing = "$END" + name.substr(1);
    if (in.word("end of section") != closing)
      in.fail("expected " + closing +
              " here. The section holds more than its counts say; write the file again.");
  }
  if (!nodes) in.fail("no $NOD section. The file is truncated or holds no mesh.");
  if (!elements) in.fail("no $ELM section. The file is truncated or holds no mesh.");
}

}  // namespace conjac
