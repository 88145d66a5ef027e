#include "record/vtu_writer.h"

#include <cstdint>

#include "record/frame_piece.h"
#include "record/number_text.h"
#include "record/vtk_data.h"

namespace conjac::record {

namespace {

constexpr std::uint8_t kVtkTriangle = 5, kVtkTetra = 10;

/// (nodes x dimension) as (nodes x 3): VTK has no plane.
std::vector<double> in_space(std::span<const double> values, int dimension) {
  if (dimension == 3) return {values.begin(), values.end()};
  std::vector<double> result(values.size() / 2 * 3, 0.0);
  for (std::size_t i = 0; i < values.size() / 2; ++i) {
    result[3 * i] = values[2 * i];
    result[3 * i + 1] = values[2 * i + 1];
  }
  return result;
}

template <class T>
std::string array(const char* type, const char* name, const std::string& more,
                  std::span<const T> values) {
  return std::string("<DataArray type=\"") + type + "\" Name=\"" + name + "\"" + more +
         " format=\"binary\">" + encode_vtk(std::as_bytes(values)) + "</DataArray>\n";
}

std::string doubles(const char* name, std::span<const double> values, const char* more = "") {
  return array<double>("Float64", name, more, values);
}

std::string integers(const char* name, std::span<const int> values) {
  static_assert(sizeof(int) == 4);
  return array<int>("Int32", name, "", values);
}

std::string vtu_text(const FrameView& frame) {
  constexpr const char* kVector = " NumberOfComponents=\"3\"";
  const auto cells = static_cast<std::size_t>(frame.element_count());
  std::vector<int> offsets(cells);
  for (std::size_t i = 0; i < cells; ++i)
    offsets[i] = static_cast<int>(i + 1) * (frame.dimension + 1);
  const std::vector<std::uint8_t> types(cells, frame.dimension == 2 ? kVtkTriangle : kVtkTetra);

  const std::string contact =
      frame.contact_force.empty()
          ? ""
          : doubles("contact_force", in_space(frame.contact_force, frame.dimension), kVector);

  return "<?xml version=\"1.0\"?>\n"
         "<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" "
         "header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\">\n<UnstructuredGrid>\n"
         "<FieldData>\n" +
         doubles("TimeValue", {&frame.time, 1}, " NumberOfTuples=\"1\"") +
         "</FieldData>\n<Piece NumberOfPoints=\"" + std::to_string(frame.nodes()) +
         "\" NumberOfCells=\"" + std::to_string(cells) + "\">\n<Points>\n" +
         doubles("Points", in_space(frame.positions, frame.dimension), kVector) +
         "</Points>\n<Cells>\n" + integers("connectivity", frame.elements) +
         integers("offsets", offsets) +
         array<std::uint8_t>("UInt8", "types", "", std::span(types)) + "</Cells>\n<PointData>\n" +
         doubles("velocity", in_space(frame.velocities, frame.dimension), kVector) +
         integers("role", frame.roles) +
         (frame.node_numbers.empty() ? "" : integers("node", frame.node_numbers)) + contact +
         "</PointData>\n<CellData>\n" + doubles("von_mises", frame.von_mises) +
         (frame.activation.empty() ? "" : doubles("activation", frame.activation)) +
         integers("region", frame.region) +
         (frame.owner.empty() ? "" : integers("owner", frame.owner)) +
         (frame.element_numbers.empty() ? "" : integers("element", frame.element_numbers)) +
         "</CellData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";
}

}  // namespace

void write_vtu(const Path& path, const FrameView& frame) {
  check_frame(frame, path.string());
  write_atomically(path, vtu_text(frame));
}

std::string frame_name(int index) {
  std::string digits = std::to_string(index);
  if (digits.size() < 5) digits.insert(0, 5 - digits.size(), '0');
  return "frames/frame_" + digits + ".vtu";
}

FrameSeries::FrameSeries(const Path& folder, int pieces) : folder_(folder), pieces_(pieces) {
  create_folder(folder_ / "frames");
  write_series();
}

FrameSeries::FrameSeries(const Path& folder, std::vector<double> times)
    : folder_(folder), times_(std::move(times)) {
  write_series();  // first: it never lists a frame that is not there
  for (int i = size(); remove_file(folder_ / frame_name(i)); ++i) {
  }
}

std::string FrameSeries::name(int index) const {
  return pieces_ > 1 ? pieced_frame_name(index) : frame_name(index);
}

Path FrameSeries::append(const FrameView& frame) {
  const Path path = folder_ / name(size());
  if (pieces_ > 1)
    write_pvtu(path, size(), pieces_, frame);
  else
    write_vtu(path, frame);
  times_.push_back(frame.time);
  write_series();
  return path;
}

void FrameSeries::write_series() const {
  std::string text =
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n<Collection>\n";
  for (int i = 0; i < size(); ++i)
    text += "<DataSet timestep=\"" + shortest(times_[static_cast<std::size_t>(i)]) +
            "\" group=\"\" part=\"0\" file=\"" + name(i) + "\"/>\n";
  write_atomically(folder_ / "frames.pvd", text + "</Collection>\n</VTKFile>\n");
}

}  // namespace conjac::record
