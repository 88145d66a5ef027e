#include "record/frame_piece.h"

#include <algorithm>
#include <cstdio>

#include "core/check.h"
#include "record/reader.h"
#include "record/vtu_writer.h"

namespace conjac::record {
namespace {

/// The entries of some nodes or elements, `width` numbers each.
template <class T>
std::vector<T> picked(std::span<const T> from, const std::vector<int>& which, std::size_t width) {
  std::vector<T> result;
  if (from.empty()) return result;
  result.reserve(which.size() * width);
  for (const int one : which) {
    const auto begin =
        from.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(one) * width);
    result.insert(result.end(), begin, begin + static_cast<std::ptrdiff_t>(width));
  }
  return result;
}

/// to[which] <- from, `width` numbers each; `to` grows as it must.
template <class T>
void placed(const std::vector<T>& from, const std::vector<int>& which, std::size_t width,
            std::vector<T>& to) {
  if (from.empty()) return;
  for (std::size_t i = 0; i < which.size(); ++i) {
    const std::size_t at = static_cast<std::size_t>(which[i]) * width;
    if (to.size() < at + width) to.resize(at + width);
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(i * width), width,
                to.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

std::string declared(const char* type, const char* name, int components = 1) {
  return std::string("<PDataArray type=\"") + type + "\" Name=\"" + name + "\"" +
         (components > 1 ? " NumberOfComponents=\"3\"" : "") + "/>\n";
}

}  // namespace

std::string piece_name(int index, int piece) {
  std::string name = frame_name(index);
  char number[16];
  std::snprintf(number, sizeof number, "_%02d", piece);
  return name.insert(name.size() - 4, number);
}

std::string pieced_frame_name(int index) {
  std::string name = frame_name(index);
  return name.insert(name.size() - 3, "p");
}

void write_piece(const Path& path, const FrameView& whole, std::span<const char> mine) {
  const auto dim = static_cast<std::size_t>(whole.dimension), corners = dim + 1;
  std::vector<int> elements, nodes, number(static_cast<std::size_t>(whole.nodes()), -1);
  for (std::size_t e = 0; e < mine.size(); ++e) {
    if (mine[e] == 0) continue;
    elements.push_back(static_cast<int>(e));
    for (std::size_t a = 0; a < corners; ++a)
      number[static_cast<std::size_t>(whole.elements[e * corners + a])] = 0;
  }
  for (std::size_t i = 0; i < number.size(); ++i) {
    if (number[i] < 0) continue;
    number[i] = static_cast<int>(nodes.size());
    nodes.push_back(static_cast<int>(i));
  }
  Frame part;
  part.dimension = whole.dimension;
  part.time = whole.time;
  part.positions = picked(whole.positions, nodes, dim);
  part.velocities = picked(whole.velocities, nodes, dim);
  part.contact_force = picked(whole.contact_force, nodes, dim);
  part.roles = picked(whole.roles, nodes, 1);
  part.elements = picked(whole.elements, elements, corners);
  for (int& node : part.elements) node = number[static_cast<std::size_t>(node)];
  part.region = picked(whole.region, elements, 1);
  part.von_mises = picked(whole.von_mises, elements, 1);
  part.activation = picked(whole.activation, elements, 1);
  part.owner = picked(whole.owner, elements, 1);
  FrameView view = part.view();
  view.node_numbers = nodes;
  view.element_numbers = elements;
  write_vtu(path, view);
}

void write_pvtu(const Path& path, int index, int pieces, const FrameView& whole) {
  std::string text =
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"PUnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\">\n"
      "<PUnstructuredGrid GhostLevel=\"0\">\n<PPoints>\n" +
      declared("Float64", "Points", 3) + "</PPoints>\n<PPointData>\n" +
      declared("Float64", "velocity", 3) + declared("Int32", "role") + declared("Int32", "node") +
      (whole.contact_force.empty() ? "" : declared("Float64", "contact_force", 3)) +
      "</PPointData>\n<PCellData>\n" + declared("Float64", "von_mises") +
      (whole.activation.empty() ? "" : declared("Float64", "activation")) +
      declared("Int32", "region") + (whole.owner.empty() ? "" : declared("Int32", "owner")) +
      declared("Int32", "element") + "</PCellData>\n";
  for (int piece = 0; piece < pieces; ++piece)
    text += "<Piece Source=\"" + Path(piece_name(index, piece)).filename().string() + "\"/>\n";
  write_atomically(path, text + "</PUnstructuredGrid>\n</VTKFile>\n");
}

Frame read_pieces(const Path& path) {
  const std::string text = read_whole(path);
  require(text.find("<VTKFile type=\"PUnstructuredGrid\"") != std::string::npos &&
              text.find("</VTKFile>") != std::string::npos,
          path.string() + ": not a whole frame in pieces (.pvtu).");
  const std::string opening = "<Piece Source=\"";
  Frame whole;
  for (std::size_t at = text.find(opening); at != std::string::npos;
       at = text.find(opening, at + 1)) {
    const std::size_t begin = at + opening.size();
    PieceNumbers numbers;
    Frame part = read_frame(path.parent_path() / text.substr(begin, text.find('"', begin) - begin),
                            &numbers);
    const auto dim = static_cast<std::size_t>(part.dimension);
    whole.dimension = part.dimension;
    whole.time = part.time;
    for (int& node : part.elements) node = numbers.nodes[static_cast<std::size_t>(node)];
    placed(part.positions, numbers.nodes, dim, whole.positions);
    placed(part.velocities, numbers.nodes, dim, whole.velocities);
    placed(part.contact_force, numbers.nodes, dim, whole.contact_force);
    placed(part.roles, numbers.nodes, 1, whole.roles);
    placed(part.elements, numbers.elements, dim + 1, whole.elements);
    placed(part.region, numbers.elements, 1, whole.region);
    placed(part.von_mises, numbers.elements, 1, whole.von_mises);
    placed(part.activation, numbers.elements, 1, whole.activation);
    placed(part.owner, numbers.elements, 1, whole.owner);
  }
  check_frame(whole.view(), path.string());
  return whole;
}

}  // namespace conjac::record
