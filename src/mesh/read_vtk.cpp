#include "mesh/formats.h"
#include "mesh/vtk_cells.h"

namespace conjac {
namespace {

/// Legacy VTK: a header of four lines, then keyword sections. Binary values are big-endian and
/// start right behind the end of their keyword's line.
class VtkReader {
 public:
  VtkReader(const std::string& path, const std::string& content) : in_(content, path) {
    raw_.files = {path};
  }

  RawMesh read() {
    header();
    while (!in_.at_end()) section(upper_case(in_.word("section keyword")));
    if (!has_points_) in_.fail("no POINTS section. The file is truncated; write it again.");
    if (cells_.ends.size() != cells_.types.size())
      in_.fail("CELLS lists " + std::to_string(cells_.ends.size()) + " cells and CELL_TYPES " +
               std::to_string(cells_.types.size()) + ". Write the file again.");
    if (!regions_.values().empty() && regions_.values().size() != cells_.types.size())
      in_.fail("CELL_DATA has " + std::to_string(regions_.values().size()) + " values for " +
               std::to_string(cells_.types.size()) + " cells. Write the file again.");
    add_vtk_cells(cells_, regions_.values(), 0, 0, raw_);
    return std::move(raw_);
  }

 private:
  enum class Attached { none, points, cells };

  void header() {
    if (in_.line().substr(0, 22) != "# vtk DataFile Version")
      in_.fail("does not begin with '# vtk DataFile Version'. It is no legacy VTK file.");
    in_.line();  // title
    const std::string coding = upper_case(in_.word("coding (ASCII or BINARY)"));
    if (coding != "ASCII" && coding != "BINARY") in_.fail("expected ASCII or BINARY here.");
    in_.line();
    if (coding == "BINARY") in_.set_binary(true);
    if (upper_case(in_.word("keyword DATASET")) != "DATASET") in_.fail("expected DATASET here.");
    if (upper_case(in_.word("dataset kind")) != "UNSTRUCTURED_GRID")
      in_.fail("only UNSTRUCTURED_GRID datasets hold a mesh of simplices. Convert it.");
    in_.line();
  }

  NumberType type(const char* what) {
    const std::string_view name = in_.word(what);
    const NumberType known = legacy_number_type(name);
    if (known == NumberType::none) in_.fail("unknown value type. Write float, double or int.");
    return known;
  }

  /// Ends the keyword's line, behind which the values begin.
  template <class T>
  NumberList<T> values(std::size_t count, NumberType kind, const char* what) {
    in_.line();
    // `count` may be a product of two counts; each alone was checked against the file.
    in_.checked_count(static_cast<std::int64_t>(count), "number of values", least_bytes(in_, kind));
    return scan_numbers<T>(in_, count, kind, what);
  }

  void section(const std::string& keyword) {
    if (keyword == "POINTS") return points();
    if (keyword == "CELLS") return cells();
    if (keyword == "CELL_TYPES") {
      const std::size_t count = in_.count("number of cell types", in_.binary() ? 4 : 2);
      cells_.types = values<std::int64_t>(count, NumberType::i32, "cell type");
    } else if (keyword == "CELL_DATA" || keyword == "POINT_DATA") {
      attached_ = keyword == "CELL_DATA" ? Attached::cells : Attached::points;
      tuples_ = in_.count("number of data tuples", 1);
      in_.line();
    } else if (keyword == "FIELD") {
      field();
    } else if (keyword == "METADATA") {
      in_.line();
      while (in_.remaining() > 0 && !in_.line().empty()) continue;
    } else if (attached_ != Attached::none) {
      attribute(keyword);
    } else {
      in_.fail("unknown section keyword. If values stand here, the count above is too small.");
    }
  }

  void points() {
    if (has_points_) in_.fail("a second POINTS section. Write the file again.");
    has_points_ = true;
    const std::size_t count = in_.count("number of points", in_.binary() ? 3 : 6);
    const NumberType kind = type("type of points");
    const NumberList<double> list = values<double>(3 * count, kind, "coordinate");
    raw_.points.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      const double* x = list.values.data() + 3 * i;
      raw_.points.push_back({{x[0], x[1], x[2]}, list.place(3 * i)});
    }
  }

  /// "CELLS cells integers" with "nodes n0 n1 .." per cell up to version 4; "CELLS offsets nodes"
  /// followed by an OFFSETS and a CONNECTIVITY array from version 5 on.
  void cells() {
    const std::size_t count = in_.count("number of cells", 2);
    const std::size_t total = in_.count("size of the cell list", 2);
    in_.line();
    if (in_.content().substr(in_.position(), 7) == "OFFSETS") return cell_arrays(count, total);

    const NumberList<std::int64_t> list = scan_list(total);
    std::size_t at = 0;
    for (std::size_t c = 0; c < count; ++c) {
      if (at >= list.size() || list.values[at] < 0 ||
          static_cast<std::size_t>(list.values[at]) > list.size() - at - 1)
        in_.fail("does not fit in the " + std::to_string(total) +
                     " integers of CELLS. The counts disagree; write the file again.",
                 static_cast<std::int64_t>(c));
      const auto nodes = static_cast<std::size_t>(list.values[at]);
      for (std::size_t k = at + 1; k <= at + nodes; ++k) {
        cells_.connectivity.values.push_back(list.values[k]);
        cells_.connectivity.at.push_back(list.place(k).at);
      }
      at += nodes + 1;
      cells_.ends.values.push_back(static_cast<std::int64_t>(cells_.connectivity.size()));
    }
    cells_.connectivity.first = cells_.ends.first = list.place(0);
    if (at != total)
      in_.fail("CELLS claims " + std::to_string(total) + " integers, its cells use " +
               std::to_string(at) + ". Write the file again.");
  }

  NumberList<std::int64_t> scan_list(std::size_t total) {
    in_.checked_count(static_cast<std::int64_t>(total), "size of the cell list",
                      least_bytes(in_, NumberType::i32));
    return scan_numbers<std::int64_t>(in_, total, NumberType::i32, "entry of CELLS");
  }

  void cell_arrays(std::size_t offsets, std::size_t total) {
    if (offsets == 0) in_.fail("CELLS needs one offset more than cells. Write the file again.");
    in_.word("keyword OFFSETS");
    cells_.ends = values<std::int64_t>(offsets, type("type of offsets"), "cell offset");
    if (cells_.ends.values[0] != 0) in_.fail("the first offset must be 0. Write the file again.");
    // Behind the leading zero the offsets are the ends.
    cells_.ends.values.erase(cells_.ends.values.begin());
    if (!cells_.ends.at.empty()) cells_.ends.at.erase(cells_.ends.at.begin());
    cells_.ends.first.at += cells_.ends.stride;
    if (in_.word("keyword CONNECTIVITY") != "CONNECTIVITY") in_.fail("expected CONNECTIVITY here.");
    cells_.connectivity = values<std::int64_t>(total, type("type of connectivity"), "node index");
  }

  void field() {
    in_.word("field name");
    const std::size_t arrays = in_.count("number of field arrays", 4);
    for (std::size_t a = 0; a < arrays; ++a) {
      if (in_.peek() == "METADATA") section(std::string(in_.word("METADATA")));
      const std::string name(in_.word("array name"));
      const std::size_t components = in_.count("number of components", 1);
      const std::size_t tuples = in_.count("number of tuples", 1);
      if (in_.peek() == "string") in_.fail("text arrays are not read. Write the file without.");
      array(name, type("array type"), components, tuples);
    }
  }

  void array(const std::string& name, NumberType kind, std::size_t components, std::size_t tuples) {
    const bool cell_data = attached_ == Attached::cells;
    if (cell_data && regions_.wants(name, kind, components))
      regions_.take(name, values<std::int64_t>(tuples, kind, "cell value").values);
    else
      values<double>(components * tuples, kind, "value");
  }

  void attribute(const std::string& keyword) {
    if (keyword == "LOOKUP_TABLE") {
      in_.word("table name");
      const std::size_t entries = in_.count("number of colours", 4);
      values<double>(4 * entries, in_.binary() ? NumberType::u8 : NumberType::f32, "colour");
      return;
    }
    const std::string name(in_.word("array name"));
    if (keyword == "SCALARS") {
      const NumberType kind = type("array type");
      std::size_t components = 1;
      // "SCALARS name type [components]" and then, optionally, "LOOKUP_TABLE name".
      const std::string_view rest = in_.line();
      const std::size_t digit = rest.find_first_not_of(" \t");
      if (digit != rest.npos) {
        const char c = rest[digit];
        if (c < '1' || c > '4') in_.fail("SCALARS have one to four components. Correct the line.");
        components = static_cast<std::size_t>(c - '0');
      }
      if (in_.content().substr(in_.position(), 12) == "LOOKUP_TABLE") in_.line();
      scalars(name, kind, components);
    } else if (keyword == "COLOR_SCALARS") {
      const std::size_t components = in_.count("number of components", 1);
      values<double>(components * tuples_, in_.binary() ? NumberType::u8 : NumberType::f32,
                     "colour");
    } else if (keyword == "TEXTURE_COORDINATES") {
      const std::size_t components = in_.count("number of components", 1);
      array(name, type("array type"), components, tuples_);
    } else if (keyword == "VECTORS" || keyword == "NORMALS") {
      array(name, type("array type"), 3, tuples_);
    } else if (keyword == "TENSORS" || keyword == "TENSORS6") {
      array(name, type("array type"), keyword == "TENSORS" ? 9 : 6, tuples_);
    } else {
      in_.fail("unknown data keyword. If values stand here, the count above is too small.");
    }
  }

  /// The line before the values is already taken.
  void scalars(const std::string& name, NumberType kind, std::size_t components) {
    const std::size_t count = components * tuples_;
    in_.checked_count(static_cast<std::int64_t>(count), "number of scalars",
                      least_bytes(in_, kind));
    const auto list = scan_numbers<std::int64_t>(in_, count, kind, "scalar");
    if (attached_ == Attached::cells && regions_.wants(name, kind, components))
      regions_.take(name, list.values);
  }

  Scanner in_;
  RawMesh raw_;
  VtkCells cells_;
  VtkRegions regions_;
  bool has_points_ = false;
  Attached attached_ = Attached::none;
  std::size_t tuples_ = 0;
};

}  // namespace

RawMesh read_vtk(const std::string& path) {
  const std::string content = file_content(path);
  return VtkReader(path, content).read();
}

}  // namespace conjac
