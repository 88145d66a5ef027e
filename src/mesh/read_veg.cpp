#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <numeric>
#include <unordered_map>

#include "mesh/formats.h"
#include "mesh/mesh_error.h"
#include "mesh/tetgen_lists.h"

namespace conjac {
namespace {

constexpr int kDeepestInclude = 8;
constexpr std::size_t kMostFiles = 200;  // Place numbers them in 8 bits

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())))
    text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())))
    text.remove_suffix(1);
  return text;
}

/// Collects sections from the file and those it includes; sets are resolved at the end, because a
/// file may name elements before it lists them.
class VegReader {
 public:
  RawMesh read(const std::string& path) {
    sections({path, file_content(path)}, 0);
    assign_sets();
    assign_materials();
    return std::move(raw_);
  }

 private:
  struct Member {
    std::int64_t element;
    std::int64_t set;
    Place place;
  };

  Scanner open(const std::string& path, const std::string& content) {
    raw_.files.push_back(path);
    return Scanner(
        content, path,
        {.comment = '#', .commas = true, .file = static_cast<int>(raw_.files.size()) - 1});
  }

  struct Included {
    std::string path, content;
  };

  /// The file named behind *INCLUDE, relative to the file it stands in.
  Included included(Scanner& in, int depth) const {
    in.word("keyword *INCLUDE");
    const std::string_view name = trimmed(in.line());
    if (name.empty()) in.fail("*INCLUDE names no file. Write the file name behind it.");
    if (depth >= kDeepestInclude || raw_.files.size() >= kMostFiles)
      in.fail("files include each other too deeply. Remove the circle.");
    const std::string path = (std::filesystem::path(in.file()).parent_path() / name).string();
    try {
      return {path, file_content(path)};
    } catch (const Error& error) {
      throw Error(error.kind(), in.file() + ", line " + std::to_string(in.place().at) +
                                    ": *INCLUDE: " + error.what());
    }
  }

  static bool at_include(Scanner& in) { return upper_case(in.peek()) == "*INCLUDE"; }

  /// A list written here, or in the file named by *INCLUDE.
  template <class Read>
  void list(Scanner& in, int depth, const Read& read_list) {
    if (!at_include(in)) return read_list(in);
    const Included file = included(in, depth);
    Scanner inner = open(file.path, file.content);
    read_list(inner);
  }

  void elements(Scanner& in, int depth) {
    const std::string kind = upper_case(in.word("element kind"));
    if (kind != "TET" && kind != "TETS")
      in.fail("elements of kind '" + kind.substr(0, 24) +
              "' cannot be simulated. Split them into tetrahedra (TET).");
    list(in, depth, [&](Scanner& from) { read_element_list(from, 3, raw_); });
  }

  /// Numbers until the next section, written here or in files named by *INCLUDE, which may go on
  /// with sections of their own.
  void set(Scanner& in, int depth) {
    set_names_.push_back(std::string(trimmed(in.line())));
    members(in, depth);
  }
  void members(Scanner& in, int depth) {
    while (!in.at_end()) {
      if (at_include(in)) {
        const Included file = included(in, depth);
        Scanner inner = open(file.path, file.content);
        members(inner, depth + 1);
        sections(inner, depth + 1);
        continue;
      }
      if (in.peek()[0] == '*') return;
      const std::int64_t element = in.integer("element of set");
      members_.push_back({element, static_cast<std::int64_t>(set_names_.size()), in.place()});
    }
  }

  void sections(const Included& file, int depth) {
    Scanner in = open(file.path, file.content);
    sections(in, depth);
  }
  void sections(Scanner& in, int depth) {
    while (!in.at_end()) {
      if (at_include(in)) {
        sections(included(in, depth), depth + 1);
        continue;
      }
      const std::string keyword = upper_case(in.word("section keyword"));
      if (keyword == "*VERTICES") {
        list(in, depth, [&](Scanner& from) { vertices(from); });
      } else if (keyword == "*ELEMENTS") {
        elements(in, depth);
      } else if (keyword == "*SET") {
        set(in, depth);
      } else if (keyword == "*MATERIAL") {
        material(in);
      } else if (keyword == "*REGION") {
        region(in);
      } else if (keyword[0] == '*') {
        while (!in.at_end() && in.peek()[0] != '*') in.word("value");
      } else {
        in.fail(
            "expected a section such as *VERTICES. If numbers stand here, the count of the "
            "section above is too small.");
      }
    }
  }

  /// Kind, density and numbers of its law, of which ENU has Young's modulus and Poisson's ratio.
  void material(Scanner& in) {
    RawMaterial one;
    one.name = trimmed(in.line());
    const std::string kind = upper_case(in.word("kind of material"));
    if (kind == "ENU") {
      one.density = in.real("density of material");
      one.young = in.real("Young's modulus of material");
      one.poisson = in.real("Poisson's ratio of material");
    } else {
      other_kinds_[one.name] = kind;
      while (!in.at_end() && in.peek()[0] != '*') in.word("value");
    }
    known_materials_.push_back(std::move(one));
  }

  /// Which set is made of which material.
  void region(Scanner& in) {
    const std::string set(in.word("set of region"));
    const std::string material(in.word("material of region"));
    regions_.push_back({set, material, in.place()});
  }

  void vertices(Scanner& from) {
    if (read_node_list(from, raw_) != 3)
      from.fail("plane vertices in a file of tetrahedra. Give three coordinates.");
  }

  void assign_sets() {
    for (const std::string& name : set_names_) raw_.sets.push_back(RawSet{name});
    if (members_.empty()) return;
    std::unordered_map<std::int64_t, std::size_t> index;
    for (std::size_t e = 0; e < raw_.tetrahedra.size(); ++e)
      index.emplace(raw_.tetrahedra[e].number, e);
    for (const Member& member : members_) {
      const auto found = index.find(member.element);
      if (found == index.end())
        mesh_error(raw_.files[member.place.file], member.place,
                   "set '" + set_names_[static_cast<std::size_t>(member.set) - 1].substr(0, 40) +
                       "' names an element that does not exist. Correct the set.",
                   member.element);
      raw_.tetrahedra[found->second].region = member.set;
      raw_.sets[static_cast<std::size_t>(member.set) - 1].tetrahedra.push_back(
          static_cast<std::int64_t>(found->second));
    }
    for (std::size_t k = 0; k < set_names_.size(); ++k)
      raw_.notices.push_back(raw_.files[0] + ": set '" + set_names_[k].substr(0, 40) +
                             "' is region " + std::to_string(k + 1) + ".");
  }

  /// Elements of each material; those of laws that are not read have none of its numbers, which is
  /// reported to whoever wants them (scene/materials.cpp).
  void assign_materials() {
    for (const Region& region : regions_) {
      const auto fail = [&](const std::string& cause) {
        mesh_error(raw_.files[region.place.file], region.place, cause);
      };
      const auto known = std::ranges::find(known_materials_, region.material, &RawMaterial::name);
      if (known == known_materials_.end())
        fail("*REGION names the material '" + region.material.substr(0, 40) +
             "', which no *MATERIAL defines. Correct the name.");
      RawMaterial one = *known;
      const auto set = std::ranges::find(raw_.sets, region.set, &RawSet::name);
      if (set != raw_.sets.end()) {
        one.tetrahedra = set->tetrahedra;
      } else if (upper_case(region.set) == "ALLELEMENTS") {
        one.tetrahedra.resize(raw_.tetrahedra.size());
        std::iota(one.tetrahedra.begin(), one.tetrahedra.end(), 0);
      } else {
        fail("*REGION names the set '" + region.set.substr(0, 40) +
             "', which no *SET defines. Correct the name, or write allElements.");
      }
      if (const auto other = other_kinds_.find(one.name); other != other_kinds_.end())
        one.name += " (" + other->second.substr(0, 40) + ")";
      raw_.materials.push_back(std::move(one));
    }
  }

  struct Region {
    std::string set, material;
    Place place;
  };

  RawMesh raw_;
  std::vector<RawMaterial> known_materials_;
  std::map<std::string, std::string> other_kinds_;  // material -> law that is not read
  std::vector<Region> regions_;
  std::vector<std::string> set_names_;
  std::vector<Member> members_;
};

}  // namespace

RawMesh read_veg(const std::string& path) {
  return VegReader().read(path);
}

}  // namespace conjac
