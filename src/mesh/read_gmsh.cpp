#include <cmath>

#include "mesh/formats.h"
#include "mesh/gmsh_sections.h"

namespace conjac {
namespace {

struct Header {
  bool version4 = false;
  bool wide = true;  // 8-byte sizes
};

/// "4.1 1 8" and, in binary files, the number one, whose bytes tell the byte order.
Header read_header(Scanner& in) {
  if (in.word("keyword $MeshFormat") != "$MeshFormat")
    in.fail(
        "does not begin with $MeshFormat, nor with $NOD, so it is no Gmsh file of version 1, 2 or "
        "4. "
        "Save it as version 4.1 or 2.2.");
  const double version = in.real("format version");
  const bool version2 = version >= 2 && version < 3;
  const bool version41 = std::abs(version - 4.1) < 1e-9;
  if (!version2 && !version41)
    in.fail("Gmsh version " + std::to_string(version) + " is not read. Save as 4.1 or 2.2.");
  const std::int64_t binary = in.integer("file type");
  const std::int64_t size = in.integer("data size");
  if (binary != 0 && binary != 1) in.fail("the file type must be 0 (ASCII) or 1 (binary).");
  if (size != 8 && !(version41 && size == 4))
    in.fail("data size " + std::to_string(size) + " is not supported. Save with size 8.");
  in.line();
  if (binary == 1) {
    in.set_binary(false);
    const auto one = in.value<std::int32_t>("byte order mark");
    if (one != 1 && Scanner::swapped(one) != 1)
      in.fail(
          "the byte order mark is neither 1 nor its reverse. The file is damaged (was it "
          "transferred as text?).");
    in.set_binary(one != 1);
  }
  in.skip_past("$EndMeshFormat");
  return {version41, size == 8};
}

void end_section(Scanner& in, const std::string& name) {
  const std::string_view word = in.word(("closing $End" + name).c_str());
  if (word != "$End" + name)
    in.fail("expected $End" + name +
            " here. The section holds more than its counts say; write the file again.");
}

}  // namespace

/// Lines of dimension, tag and name in quotes, text in binary files too.
GmshNames read_gmsh_names(Scanner& in, RawMesh& raw) {
  GmshNames names;
  const std::size_t count = in.count("number of physical names", 6);
  for (std::size_t k = 0; k < count; ++k) {
    const std::int64_t dimension = in.integer("dimension of physical name");
    const std::int64_t tag = in.integer("tag of physical name");
    std::string_view name = in.line();
    const std::size_t begin = name.find('"'), end = name.rfind('"');
    if (begin == name.npos || end <= begin)
      in.fail(
          "a physical name stands in quotes behind its dimension and tag. Save the file again.");
    name = name.substr(begin + 1, end - begin - 1);
    names.emplace(std::pair{dimension, tag}, raw.sets.size());
    raw.sets.push_back(RawSet{std::string(name)});
  }
  return names;
}

RawMesh read_gmsh(const std::string& path) {
  const std::string content = file_content(path);
  Scanner in(content, path);
  RawMesh raw;
  raw.files = {path};
  if (!in.at_end() && (in.peek() == "$NOD" || in.peek() == "$ELM")) {
    read_gmsh1(in, raw);
    return raw;
  }
  const Header header = read_header(in);
  GmshPhysical physical;
  GmshNames names;
  bool nodes = false;
  bool elements = false;
  // What follows the elements is data on them, which we do not use.
  while (!(nodes && elements) && !in.at_end()) {
    std::string name(in.word("section name"));
    if (name[0] != '$' || name.size() < 2)
      in.fail(
          "expected a section such as $Nodes. The section above holds more than its counts "
          "say; write the file again.");
    name.erase(0, 1);
    in.line();
    if (name == "Nodes") {
      if (nodes) in.fail("a second $Nodes section. Save the mesh again.");
      header.version4 ? read_gmsh4_nodes(in, header.wide, raw) : read_gmsh2_nodes(in, raw);
      nodes = true;
    } else if (name == "Elements") {
      header.version4 ? read_gmsh4_elements(in, header.wide, physical, names, raw)
                      : read_gmsh2_elements(in, names, raw);
      elements = true;
    } else if (name == "PhysicalNames") {
      names = read_gmsh_names(in, raw);
    } else if (name == "Entities" && header.version4) {
      physical = read_gmsh4_entities(in, header.wide);
    } else {
      in.skip_past("$End" + name);
      continue;
    }
    end_section(in, name);
  }
  if (!nodes) in.fail("no $Nodes section. The file is truncated or holds no mesh.");
  if (!elements) in.fail("no $Elements section. The file is truncated or holds no mesh.");
  return raw;
}

}  // namespace conjac
