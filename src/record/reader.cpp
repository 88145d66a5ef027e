#include "record/reader.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>

#include "core/check.h"
#include "record/frame_piece.h"
#include "record/vtk_data.h"

namespace conjac::record {

namespace {

double number(std::string_view text, const std::string& where) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  require(error == std::errc() && end == text.data() + text.size(),
          where + ": '" + std::string(text) + "' is not a number.");
  return value;
}

/// Cuts the text up to `separator` off the front of `rest`.
std::string_view next_piece(std::string_view& rest, char separator) {
  const std::size_t end = std::min(rest.find(separator), rest.size());
  const std::string_view piece = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return piece;
}

/// Value of name="..." inside a tag; empty when absent.
std::string_view attribute(std::string_view tag, const std::string& name) {
  const std::string key = " " + name + "=\"";
  const std::size_t at = tag.find(key);
  if (at == std::string_view::npos) return {};
  const std::size_t begin = at + key.size();
  return tag.substr(begin, tag.find('"', begin) - begin);
}

/// The few things of VTK's XML that write_vtu writes.
class VtuText {
 public:
  explicit VtuText(const Path& path) : where_(path.string()), text_(read_whole(path)) {
    const std::string_view head = tag("<VTKFile ");
    require(attribute(head, "type") == "UnstructuredGrid" &&
                attribute(head, "header_type") == "UInt64" &&
                attribute(head, "compressor") == "vtkZLibDataCompressor",
            where_ + ": not a frame written by conjac; read other .vtu files as meshes instead.");
  }

  std::string_view tag(const std::string& opening) const {
    const std::size_t at = text_.find(opening);
    require(at != std::string::npos, where_ + ": '" + opening +
                                         "' is missing; the file is cut off "
                                         "or was not written by conjac.");
    return std::string_view(text_).substr(at, text_.find('>', at) - at);
  }

  bool has(const std::string& name) const {
    return text_.find(" Name=\"" + name + "\"") != std::string::npos;
  }

  std::size_t count(const char* name) const {
    return static_cast<std::size_t>(number(attribute(tag("<Piece "), name), where_ + ": " + name));
  }

  bool has(const std::string& name, const char* type) const {
    return text_.find("<DataArray type=\"" + std::string(type) + "\" Name=\"" + name + "\"") !=
           std::string::npos;
  }

  template <class T>
  std::vector<T> array(const std::string& name, const char* type, std::size_t size) const {
    const std::string place = where_ + ": array '" + name + "'";
    const std::string_view head =
        tag("<DataArray type=\"" + std::string(type) + "\" Name=\"" + name + "\"");
    const auto begin = static_cast<std::size_t>(head.data() + head.size() - text_.data()) + 1;
    const std::size_t end = text_.find('<', begin);
    require(begin < text_.size() && end != std::string::npos, place + " is cut off.");
    const auto bytes = decode_vtk(std::string_view(text_).substr(begin, end - begin), place);
    require(bytes.size() == size * sizeof(T),
            place + " has " + std::to_string(bytes.size() / sizeof(T)) + " numbers instead of " +
                std::to_string(size) + ".");
    std::vector<T> values(size);
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

  const std::string& where() const { return where_; }

 private:
  std::string where_, text_;
};

std::vector<double> in_dimension(std::vector<double> values, int dimension) {
  if (dimension == 3) return values;
  std::vector<double> result(values.size() / 3 * 2);
  for (std::size_t i = 0; i < values.size() / 3; ++i)
    std::copy_n(&values[3 * i], 2, &result[2 * i]);
  return result;
}

}  // namespace

bool HistoryTable::has(const std::string& name) const {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::span<const double> HistoryTable::column(const std::string& name) const {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at != names.end()) return columns[static_cast<std::size_t>(at - names.begin())];
  std::string have;
  for (const std::string& n : names) have += (have.empty() ? "" : ", ") + n;
  throw Error(ErrorKind::bad_input,
              "the history has no column '" + name + "'; it has " + have + ".");
}

HistoryTable read_history(const Path& path) {
  const std::string text = read_whole(path);
  std::string_view rest(text);
  HistoryTable table;
  require(rest.find('\n') != std::string_view::npos,
          path.string() + ": the header line is missing.");
  std::string_view header = next_piece(rest, '\n');
  while (!header.empty()) table.names.emplace_back(next_piece(header, ','));
  table.columns.resize(table.names.size());
  for (int line = 2; rest.find('\n') != std::string_view::npos; ++line) {
    const std::string where = path.string() + ":" + std::to_string(line);
    const std::string_view whole = next_piece(rest, '\n');
    const auto values = static_cast<std::size_t>(std::count(whole.begin(), whole.end(), ',')) + 1;
    require(values == table.names.size(), where + ": " + std::to_string(values) + " values under " +
                                              std::to_string(table.names.size()) + " names.");
    std::string_view row = whole;
    for (auto& column : table.columns) column.push_back(number(next_piece(row, ','), where));
  }
  return table;
}

Frame read_frame(const Path& path) {
  return path.extension() == ".pvtu" ? read_pieces(path) : read_frame(path, nullptr);
}

Frame read_frame(const Path& path, PieceNumbers* numbers) {
  const VtuText vtu(path);
  const std::size_t nodes = vtu.count("NumberOfPoints"), cells = vtu.count("NumberOfCells");
  const auto types = vtu.array<std::uint8_t>("types", "UInt8", cells);
  require(!types.empty() && (types[0] == 5 || types[0] == 10) &&
              std::count(types.begin(), types.end(), types[0]) ==
                  static_cast<std::ptrdiff_t>(types.size()),
          vtu.where() + ": the cells are neither all triangles nor all tetrahedra.");
  Frame frame;
  frame.dimension = types[0] == 5 ? 2 : 3;
  frame.time = vtu.array<double>("TimeValue", "Float64", 1)[0];
  const auto corners = static_cast<std::size_t>(frame.dimension) + 1;
  frame.positions =
      in_dimension(vtu.array<double>("Points", "Float64", 3 * nodes), frame.dimension);
  frame.velocities =
      in_dimension(vtu.array<double>("velocity", "Float64", 3 * nodes), frame.dimension);
  frame.elements = vtu.array<int>("connectivity", "Int32", corners * cells);
  frame.region = vtu.array<int>("region", "Int32", cells);
  frame.roles = vtu.array<int>("role", "Int32", nodes);
  frame.von_mises = vtu.array<double>("von_mises", "Float64", cells);
  if (vtu.has("contact_force"))
    frame.contact_force =
        in_dimension(vtu.array<double>("contact_force", "Float64", 3 * nodes), frame.dimension);
  if (vtu.has("owner", "Int32")) frame.owner = vtu.array<int>("owner", "Int32", cells);
  if (numbers != nullptr) {
    numbers->nodes = vtu.array<int>("node", "Int32", nodes);
    numbers->elements = vtu.array<int>("element", "Int32", cells);
  }
  check_frame(frame.view(), vtu.where());
  return frame;
}

std::vector<FrameEntry> read_frame_list(const Path& path) {
  const std::string text = read_whole(path);
  require(text.find("<VTKFile type=\"Collection\"") != std::string::npos &&
              text.find("</VTKFile>") != std::string::npos,
          path.string() + ": not a whole VTK time series (.pvd).");
  std::vector<FrameEntry> entries;
  for (std::size_t at = text.find("<DataSet "); at != std::string::npos;
       at = text.find("<DataSet ", at + 1)) {
    const auto tag = std::string_view(text).substr(at, text.find('>', at) - at);
    entries.push_back({number(attribute(tag, "timestep"), path.string() + ": timestep"),
                       path.parent_path() / attribute(tag, "file")});
  }
  return entries;
}

}  // namespace conjac::record
