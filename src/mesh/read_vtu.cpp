#include <algorithm>
#include <bit>

#include "mesh/formats.h"
#include "mesh/mesh_error.h"
#include "mesh/vtk_cells.h"
#include "mesh/vtu_arrays.h"

namespace conjac {
namespace {

class VtuReader {
 public:
  VtuReader(const std::string& path, const std::string& content)
      : content_(content),
        path_(path),
        elements_(parse_xml(content, path)),
        arrays_(content, path, coding()) {
    raw_.files = {path};
  }

  RawMesh read() {
    bool any = false;
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      if (elements_[i].name != "Piece") continue;
      piece(static_cast<int>(i));
      any = true;
    }
    if (!any) arrays_.fail(elements_[0], "no <Piece>. The file holds no mesh; write it again.");
    return std::move(raw_);
  }

 private:
  [[noreturn]] void fail(std::size_t line, const std::string& cause) const {
    mesh_error(path_, line_place(line), cause);
  }

  VtuCoding coding() const {
    if (elements_.empty() || elements_[0].name != "VTKFile")
      fail(1, "does not begin with <VTKFile>, so it is no .vtu file. Check the extension.");
    const XmlElement& root = elements_[0];
    const std::string* kind = root.attribute("type");
    if (kind == nullptr || *kind != "UnstructuredGrid")
      fail(root.line, "only the type UnstructuredGrid holds a mesh of simplices. Convert it.");
    VtuCoding result;
    const std::string* order = root.attribute("byte_order");
    const bool big = order != nullptr && *order == "BigEndian";
    result.swap = big == (std::endian::native == std::endian::little);
    const std::string* header = root.attribute("header_type");
    result.wide = header != nullptr && *header == "UInt64";
    if (header != nullptr && *header != "UInt64" && *header != "UInt32")
      fail(root.line, "header_type must be UInt32 or UInt64. Write the file again.");
    const std::string* compressor = root.attribute("compressor");
    result.zlib = compressor != nullptr && *compressor == "vtkZLibDataCompressor";
    if (compressor != nullptr && !compressor->empty() && !result.zlib)
      fail(root.line, "compressed with " + compressor->substr(0, 40) +
                          ", which is not read. Write it with zlib or uncompressed.");
    const XmlElement& last = elements_.back();
    if (last.name == "AppendedData") {
      const std::string* encoding = last.attribute("encoding");
      result.appended_base64 = encoding == nullptr || *encoding == "base64";
      if (!result.appended_base64 && *encoding != "raw")
        fail(last.line, "appended data must be raw or base64. Write the file again.");
      const std::size_t mark = content_.find('_', last.text_begin);
      if (mark == content_.npos)
        fail(last.line, "no '_' begins the appended data. The file is truncated; write it again.");
      result.appended = mark + 1;
    }
    return result;
  }

  const XmlElement* child(int parent, std::string_view name) const {
    for (const XmlElement& element : elements_)
      if (element.parent == parent && element.name == name) return &element;
    return nullptr;
  }

  int index(const XmlElement& element) const { return static_cast<int>(&element - &elements_[0]); }

  std::size_t count(const XmlElement& piece, const char* key) const {
    const std::string* text = piece.attribute(key);
    const auto value = text ? parse_integer(*text) : std::nullopt;
    if (!value || *value < 0 || *value > 1000000000)
      arrays_.fail(piece, std::string("the piece's ") + key +
                              " is missing or no plausible count. Write the file again.");
    return static_cast<std::size_t>(*value);
  }

  const XmlElement& named_array(const XmlElement& cells, std::string_view name) const {
    for (const XmlElement& element : elements_)
      if (element.parent == index(cells) && element.name == "DataArray" &&
          element.attribute("Name") != nullptr && *element.attribute("Name") == name)
        return element;
    arrays_.fail(cells, "no array '" + std::string(name) + "'. Write the file again.");
  }

  void piece(int which) {
    const XmlElement& piece = elements_[static_cast<std::size_t>(which)];
    const std::size_t points = count(piece, "NumberOfPoints");
    const std::size_t cells = count(piece, "NumberOfCells");
    const auto first_point = static_cast<std::int64_t>(raw_.points.size());
    if (points > 0) read_points(piece, which, points);
    if (cells > 0) read_cells(piece, which, cells, first_point);
    if (points > 0)
      each_mark(which, "PointData", points,
                [&](RawSet& set, const std::vector<std::int64_t>& marks) {
                  for (std::size_t i = 0; i < marks.size(); ++i)
                    if (marks[i] != 0)
                      set.nodes.push_back(first_point + static_cast<std::int64_t>(i));
                });
    cells_before_ += static_cast<std::int64_t>(cells);
  }

  void read_points(const XmlElement& piece, int which, std::size_t count_of) {
    const XmlElement* points = child(which, "Points");
    const XmlElement* array = points ? child(index(*points), "DataArray") : nullptr;
    if (array == nullptr) arrays_.fail(piece, "no <Points> with an array. Write the file again.");
    if (arrays_.components(*array) != 3)
      arrays_.fail(*array, "points must have three components. Write the file again.");
    const NumberList<double> list = arrays_.numbers<double>(*array, 3 * count_of);
    raw_.points.reserve(raw_.points.size() + count_of);
    for (std::size_t i = 0; i < count_of; ++i) {
      const double* x = list.values.data() + 3 * i;
      raw_.points.push_back({{x[0], x[1], x[2]}, list.place(3 * i)});
    }
  }

  void read_cells(const XmlElement& piece, int which, std::size_t count_of,
                  std::int64_t first_point) {
    const XmlElement* element = child(which, "Cells");
    if (element == nullptr) arrays_.fail(piece, "no <Cells>. Write the file again.");
    VtkCells cells;
    cells.types = arrays_.numbers<std::int64_t>(named_array(*element, "types"), count_of);
    const XmlElement& offsets = named_array(*element, "offsets");
    cells.ends = arrays_.numbers<std::int64_t>(offsets, count_of);
    if (cells.ends.values.back() < 0)
      arrays_.fail(offsets, "the last offset is negative. Write the file again.");
    cells.connectivity = arrays_.numbers<std::int64_t>(
        named_array(*element, "connectivity"), static_cast<std::size_t>(cells.ends.values.back()));
    VtkRegions regions;
    if (const XmlElement* data = child(which, "CellData")) {
      for (const XmlElement& array : elements_) {
        const std::string* name = array.attribute("Name");
        if (array.parent != index(*data) || array.name != "DataArray" || name == nullptr) continue;
        const std::string* type = array.attribute("type");
        const NumberType known = type ? xml_number_type(*type) : NumberType::none;
        if (regions.wants(*name, known, arrays_.components(array)))
          regions.take(*name, arrays_.numbers<std::int64_t>(array, count_of).values);
      }
    }
    const std::size_t triangles = raw_.triangles.size(), tetrahedra = raw_.tetrahedra.size();
    check_points(cells, static_cast<std::int64_t>(raw_.points.size()) - first_point);
    add_vtk_cells(cells, regions.values(), first_point, cells_before_, raw_);
    each_mark(which, "CellData", count_of,
              [&](RawSet& set, const std::vector<std::int64_t>& marks) {
                const auto take = [&](const std::vector<RawCell>& list, std::size_t first,
                                      std::vector<std::int64_t>& members) {
                  for (std::size_t k = first; k < list.size(); ++k)
                    if (marks[static_cast<std::size_t>(list[k].number - cells_before_)] != 0)
                      members.push_back(static_cast<std::int64_t>(k));
                };
                take(raw_.triangles, triangles, set.triangles);
                take(raw_.tetrahedra, tetrahedra, set.tetrahedra);
              });
  }

  /// Arrays of whole numbers, 0 or 1 each, are sets of what they mark: calls with(set, marks).
  template <class Do>
  void each_mark(int which, std::string_view kind, std::size_t count_of, const Do& with) {
    const XmlElement* data = child(which, kind);
    if (data == nullptr) return;
    for (const XmlElement& array : elements_) {
      const std::string* name = array.attribute("Name");
      if (array.parent != index(*data) || array.name != "DataArray" || name == nullptr) continue;
      const std::string* type = array.attribute("type");
      if (type == nullptr || type->starts_with("Float") ||
          xml_number_type(*type) == NumberType::none || arrays_.components(array) != 1)
        continue;
      const std::vector<std::int64_t> marks = arrays_.numbers<std::int64_t>(array, count_of).values;
      if (std::ranges::any_of(marks, [](std::int64_t m) { return m != 0 && m != 1; })) continue;
      // Pieces of a file have the same arrays.
      const auto known = std::ranges::find(raw_.sets, *name, &RawSet::name);
      with(known != raw_.sets.end() ? *known : raw_.sets.emplace_back(RawSet{*name}), marks);
    }
  }

  /// A piece's cells may use its own points only; clean() sees all pieces together.
  void check_points(const VtkCells& cells, std::int64_t points) const {
    std::size_t cell = 0;
    for (std::size_t i = 0; i < cells.connectivity.size(); ++i) {
      while (cell + 1 < cells.ends.size() &&
             cells.ends.values[cell] <= static_cast<std::int64_t>(i))
        ++cell;
      const std::int64_t node = cells.connectivity.values[i];
      if (node < 0 || node >= points)
        mesh_error(path_, cells.connectivity.place(i),
                   "names vertex " + std::to_string(node) + ", which is not among the " +
                       std::to_string(points) + " points of its piece. Re-export the mesh.",
                   cells_before_ + static_cast<std::int64_t>(cell));
    }
  }

  const std::string& content_;
  const std::string& path_;
  std::vector<XmlElement> elements_;
  VtuArrays arrays_;
  RawMesh raw_;
  std::int64_t cells_before_ = 0;
};

}  // namespace

RawMesh read_vtu(const std::string& path) {
  const std::string content = file_content(path);
  return VtuReader(path, content).read();
}

}  // namespace conjac
