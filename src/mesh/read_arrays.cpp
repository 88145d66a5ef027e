#include <cstring>

#include "mesh/byte_stream.h"
#include "mesh/formats.h"
#include "mesh/mesh_error.h"

namespace conjac {
namespace {

constexpr int kMostCorners = 4;

template <class T>
std::vector<T> take_numbers(ByteStream& in, std::size_t count) {
  // Base64 has four letters for three bytes; so a count that cannot be is not asked for.
  if (count > in.remaining()) in.fail("the counts are larger than the data. Make it again.");
  const std::string bytes = in.take(count * sizeof(T));
  std::vector<T> values(count);
  if (count > 0) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

}  // namespace

bool is_inline_mesh(const std::string& path) {
  return path.starts_with(kInlineMesh);
}

RawMesh read_arrays(const std::string& data) {
  RawMesh mesh;
  mesh.files = {"the mesh given as arrays"};
  ByteStream in(data, mesh.files[0], "arrays", false);
  in.open(std::strlen(kInlineMesh), data.size(), true);
  const std::vector<std::int32_t> head = take_numbers<std::int32_t>(in, 3);
  const int dimension = head[0];
  if ((dimension != 2 && dimension != 3) || head[1] < 0 || head[2] < 0)
    in.fail("dimension and counts are wrong. Make it again.");
  const auto nodes = static_cast<std::size_t>(head[1]), cells = static_cast<std::size_t>(head[2]);
  const auto corners = static_cast<std::size_t>(dimension) + 1;
  const std::vector<double> x =
      take_numbers<double>(in, nodes * static_cast<std::size_t>(dimension));
  const std::vector<std::int32_t> element = take_numbers<std::int32_t>(in, cells * corners);
  const std::vector<std::int32_t> region = take_numbers<std::int32_t>(in, cells);
  for (std::size_t i = 0; i < nodes; ++i) {
    RawPoint point{{0, 0, 0}, line_place(i)};
    for (int c = 0; c < dimension; ++c)
      point.x[static_cast<std::size_t>(c)] =
          x[i * static_cast<std::size_t>(dimension) + static_cast<std::size_t>(c)];
    mesh.points.push_back(point);
  }
  for (std::size_t e = 0; e < cells; ++e) {
    RawCell cell{};
    for (std::size_t c = 0; c < corners && c < kMostCorners; ++c)
      cell.nodes[c] = element[e * corners + c];
    cell.region = region[e];
    cell.number = static_cast<std::int64_t>(e);
    cell.place = line_place(e);
    (dimension == 3 ? mesh.tetrahedra : mesh.triangles).push_back(cell);
  }
  return mesh;
}

}  // namespace conjac
