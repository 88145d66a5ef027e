#include <algorithm>
#include <cctype>
#include <unordered_map>

#include "mesh/formats.h"
#include "mesh/mesh_error.h"
#include "mesh/scanner.h"

namespace conjac {
namespace {

enum class Family { volume, face };

struct CellType {
  Family family = Family::volume;
  int nodes = 0;  // 0: unknown, its lines are passed over
};

/// The nodes stand at the end of the name, before letters that say how it is integrated: C3D10M.
CellType cell_type(std::string_view name) {
  static constexpr std::string_view kVolumes[] = {"C3D", "DC3D", "AC3D"};
  static constexpr std::string_view kFaces[] = {"CPS", "CPE", "CAX", "DC2D", "STRI",
                                                "S",   "M3D", "R3D", "SFM3D"};
  const auto begins = [&](std::string_view prefix) {
    return name.starts_with(prefix) && name.size() > prefix.size() && name[prefix.size()] >= '0' &&
           name[prefix.size()] <= '9';
  };
  CellType type;
  std::size_t at = 0;
  const auto match = [&](std::string_view prefix, Family family) {
    if (begins(prefix) && prefix.size() > at) at = prefix.size(), type.family = family;
  };
  for (std::string_view prefix : kVolumes) match(prefix, Family::volume);
  for (std::string_view prefix : kFaces) match(prefix, Family::face);
  if (name.starts_with("STRI65")) return {Family::face, 6};
  if (at == 0) return {};  // lines, masses, springs
  while (at < name.size() && name[at] >= '0' && name[at] <= '9' && type.nodes < 100)
    type.nodes = 10 * type.nodes + (name[at++] - '0');
  return type;
}

/// Parts and assemblies are not looked at: all nodes and elements of the file make one mesh.
class AbaqusReader {
 public:
  RawMesh read(const std::string& path) {
    const std::string content = file_content(path);
    raw_.files.push_back(path);
    Scanner in(content, path, {.commas = true});
    while (skip_comments(in)) {
      if (!at_keyword(in)) {
        in.line();  // data of a keyword that says nothing about the mesh
        continue;
      }
      const Keyword keyword = keyword_of(in);
      if (keyword.name == "*NODE") nodes(in);
      if (keyword.name == "*ELEMENT") elements(in, keyword);
      if (keyword.name == "*ELSET") set(in, keyword);
      if (keyword.name == "*NSET") node_set(in, keyword);
    }
    assign_sets();
    assign_node_sets();
    return std::move(raw_);
  }

 private:
  struct Keyword {
    std::string name, type, set;
    bool generate = false;
  };
  struct Member {
    std::int64_t element, set;  // set: index of its name
    Place place;
  };

  struct NodeRange {
    std::string set;
    std::int64_t first, last, step;
  };

  /// False at the end of the file.
  static bool skip_comments(Scanner& in) {
    while (in.peek().starts_with("**")) in.line();
    return !in.at_end();
  }
  static bool at_keyword(Scanner& in) { return in.peek().starts_with("*"); }
  /// Whether another record of the section follows.
  static bool more(Scanner& in) { return skip_comments(in) && !at_keyword(in); }

  static Keyword keyword_of(Scanner& in) {
    std::string text = upper_case(in.word("keyword"));
    text += "," + std::string(in.line());
    Keyword keyword;
    std::size_t begin = 0;
    for (bool first = true; begin <= text.size(); first = false) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      std::string word = text.substr(begin, end - begin);
      std::erase_if(word, [](unsigned char c) { return std::isspace(c); });
      begin = end + 1;
      if (first) keyword.name = word;
      const std::size_t equals = word.find('=');
      const std::string key = upper_case(word.substr(0, equals));
      if (key == "GENERATE") keyword.generate = true;
      if (equals == std::string::npos) continue;
      if (key == "TYPE") keyword.type = upper_case(word.substr(equals + 1));
      if (key == (keyword.name == "*NSET" ? "NSET" : "ELSET"))
        keyword.set = word.substr(equals + 1);
    }
    return keyword;
  }

  void nodes(Scanner& in) {
    while (more(in)) {
      const std::vector<std::string_view> fields = in.fields();
      const auto number = parse_integer(fields[0]);
      if (!number || fields.size() < 3)
        in.fail("a node is its number and two or three coordinates. Correct the line.");
      RawPoint point{{0, 0, 0}, in.place()};
      for (std::size_t c = 1; c < std::min<std::size_t>(fields.size(), 4); ++c) {
        const auto value = parse_real(fields[c]);
        if (!value) in.fail("a coordinate is not a number. Correct the line.");
        point.x[c - 1] = *value;
      }
      raw_.points.push_back(point);
      raw_.labels.push_back(*number);
    }
  }

  void elements(Scanner& in, const Keyword& keyword) {
    const CellType type = cell_type(keyword.type);
    const std::int64_t set = keyword.set.empty() ? -1 : set_number(keyword.set);
    while (more(in)) {
      RawCell cell;
      cell.number = in.integer("number of element");
      cell.place = in.place();
      seen_.emplace(cell.number, kOther);
      if (set >= 0) members_.push_back({cell.number, set, cell.place});
      if (type.nodes == 0) {
        in.line();
        continue;
      }
      for (int k = 0; k < type.nodes; ++k) {
        const std::int64_t node = in.integer("node of element", cell.number);
        if (k < 4) cell.nodes[static_cast<std::size_t>(k)] = node;
      }
      keep(type, cell);
    }
  }

  void keep(const CellType& type, RawCell& cell) {
    const bool volume = type.family == Family::volume;
    const int corners = volume ? 4 : 3;
    cell.quadratic = type.nodes > corners;
    if (type.nodes != corners && type.nodes != (volume ? 10 : 6)) {
      (volume ? raw_.other_volumes : raw_.other_faces).add(cell.number, cell.place);
      return;
    }
    std::vector<RawCell>& cells = volume ? raw_.tetrahedra : raw_.triangles;
    seen_[cell.number] = static_cast<std::int64_t>(cells.size()) * 2 + (volume ? 1 : 0);
    cells.push_back(cell);
  }

  void set(Scanner& in, const Keyword& keyword) {
    const std::int64_t set = set_number(keyword.set);
    while (more(in)) {
      std::int64_t first = in.integer("element of set");
      const Place place = in.place();
      if (!keyword.generate) {
        members_.push_back({first, set, place});
        continue;
      }
      const std::vector<std::string_view> rest = in.fields();
      const auto last = rest.empty() ? std::nullopt : parse_integer(rest[0]);
      const auto step = rest.size() < 2 ? std::optional<std::int64_t>(1) : parse_integer(rest[1]);
      // A range holds no more elements than the file does.
      if (!last || !step || first < 0 || *last < first || *last > kLargest || *step < 1 ||
          *step > kLargest || (*last - first) / *step > static_cast<std::int64_t>(seen_.size()))
        in.fail("GENERATE is followed by first, last, step of elements. Correct the line.");
      for (; first <= *last; first += *step) members_.push_back({first, set, place});
    }
  }

  /// Numbers of nodes, or first, last and step of them. Lines with anything else, such as names of
  /// other sets, are passed over.
  void node_set(Scanner& in, const Keyword& keyword) {
    while (more(in)) {
      std::vector<std::int64_t> numbers;
      for (std::string_view field : in.fields())
        if (const auto number = parse_integer(field)) numbers.push_back(*number);
      if (keyword.generate && numbers.size() >= 2)
        node_ranges_.push_back(
            {keyword.set, numbers[0], numbers[1], numbers.size() > 2 ? numbers[2] : 1});
      for (std::int64_t number : numbers)
        if (!keyword.generate) node_ranges_.push_back({keyword.set, number, number, 1});
    }
  }

  /// In the order of the file's nodes, which may stand behind the sets.
  void assign_node_sets() {
    for (const NodeRange& range : node_ranges_) {
      auto set = std::ranges::find(raw_.sets, range.set, &RawSet::name);
      if (set == raw_.sets.end()) set = raw_.sets.insert(set, RawSet{range.set});
      if (range.first == range.last) set->nodes.push_back(range.first);
      for (std::int64_t label : raw_.labels)
        if (range.first < range.last && label >= range.first && label <= range.last &&
            (label - range.first) % std::max<std::int64_t>(range.step, 1) == 0)
          set->nodes.push_back(label);
    }
  }

  std::int64_t set_number(const std::string& name) {
    const auto known = std::find(set_names_.begin(), set_names_.end(), name);
    const std::int64_t number = std::distance(set_names_.begin(), known);
    if (known == set_names_.end()) set_names_.push_back(name);
    return number;
  }

  /// Sets that hold elements of the mesh (the triangles beside tetrahedra are their surface) number
  /// its regions.
  void assign_sets() {
    const bool volume = !raw_.tetrahedra.empty();
    std::vector<RawCell>& cells = volume ? raw_.tetrahedra : raw_.triangles;
    std::vector<std::int64_t> region(set_names_.size(), 0);
    std::int64_t regions = 0;
    for (const std::string& name : set_names_) raw_.sets.push_back(RawSet{name});
    for (const Member& member : members_) {
      const auto found = seen_.find(member.element);
      const auto set = static_cast<std::size_t>(member.set);
      if (found == seen_.end())
        mesh_error(raw_.files[0], member.place,
                   "set '" + set_names_[set].substr(0, 40) +
                       "' names an element that does not exist. Correct the set.",
                   member.element);
      if (found->second == kOther) continue;
      RawSet& named = raw_.sets[set];
      (found->second % 2 ? named.tetrahedra : named.triangles).push_back(found->second / 2);
      if (found->second % 2 != (volume ? 1 : 0)) continue;
      if (region[set] == 0) {
        region[set] = ++regions;
        raw_.notices.push_back(raw_.files[0] + ": set '" + set_names_[set].substr(0, 40) +
                               "' is region " + std::to_string(regions) + ".");
      }
      cells[static_cast<std::size_t>(found->second / 2)].region = region[set];
    }
  }

  static constexpr std::int64_t kOther = -1, kLargest = std::int64_t{1} << 60;
  RawMesh raw_;
  std::unordered_map<std::int64_t, std::int64_t> seen_;  // number -> 2 * place + (volume), kOther
  std::vector<std::string> set_names_;
  std::vector<Member> members_;
  std::vector<NodeRange> node_ranges_;
};

}  // namespace

RawMesh read_abaqus(const std::string& path) {
  return AbaqusReader().read(path);
}

}  // namespace conjac
