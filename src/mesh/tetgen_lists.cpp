#include "mesh/tetgen_lists.h"

#include <cmath>

namespace conjac {
namespace {

using Fields = std::vector<std::string_view>;

Fields list_line(Scanner& in, const char* what, std::size_t least,
                 std::optional<std::int64_t> number = {}) {
  const std::string name =
      std::string(what) + (number ? " " + std::to_string(*number) : std::string());
  Fields fields = in.fields();
  if (fields.empty())
    in.fail("the file ends where the " + name +
            " should be. It is truncated or the count is too large; write it again.");
  if (fields.size() < least)
    in.fail("the " + name + " has " + std::to_string(fields.size()) + " values instead of " +
            std::to_string(least) + ". Complete the line or write the file again.");
  return fields;
}

std::int64_t integer_field(const Scanner& in, std::string_view field, const char* what) {
  const auto value = parse_integer(field);
  if (!value) in.fail(std::string("the ") + what + " is not a whole number. Correct the line.");
  return *value;
}

double real_field(const Scanner& in, std::string_view field, const char* what) {
  const auto value = parse_real(field);
  if (!value) in.fail(std::string("the ") + what + " is not a number. Correct the line.");
  return *value;
}

/// Region attributes are written as real numbers.
std::int64_t region_field(const Scanner& in, std::string_view field, std::int64_t element,
                          bool& rounded) {
  const double value = real_field(in, field, "region attribute");
  if (!(std::abs(value) < 2147483648.0))
    in.fail("the region attribute does not fit in 32 bits. Use small whole numbers.", element);
  rounded |= value != std::round(value);
  return static_cast<std::int64_t>(std::llround(value));
}

}  // namespace

int read_node_list(Scanner& in, RawMesh& raw) {
  const Fields header = list_line(in, "header of the node list", 1);
  const std::int64_t claimed = integer_field(in, header[0], "number of nodes");
  const std::int64_t dimension = header.size() > 1 ? integer_field(in, header[1], "dimension") : 3;
  if (dimension != 2 && dimension != 3)
    in.fail("dimension " + std::to_string(dimension) + "; it must be 2 or 3.");
  const std::size_t count = in.checked_count(claimed, "number of nodes", 4);
  raw.points.reserve(raw.points.size() + count);
  raw.labels.reserve(raw.labels.size() + count);
  for (std::size_t i = 0; i < count; ++i) {
    const Fields fields = list_line(in, "line of node", static_cast<std::size_t>(1 + dimension),
                                    static_cast<std::int64_t>(i) + 1);
    RawPoint point{};
    for (int axis = 0; axis < dimension; ++axis)
      point.x[axis] = real_field(in, fields[1 + axis], "coordinate");
    point.place = in.place();
    raw.points.push_back(point);
    raw.labels.push_back(integer_field(in, fields[0], "node number"));
  }
  return static_cast<int>(dimension);
}

void read_element_list(Scanner& in, int dimension, RawMesh& raw) {
  const std::int64_t corners = dimension + 1;
  const Fields header = list_line(in, "header of the element list", 1);
  const std::int64_t claimed = integer_field(in, header[0], "number of elements");
  const std::int64_t nodes =
      header.size() > 1 ? integer_field(in, header[1], "nodes per element") : corners;
  const std::int64_t attributes =
      header.size() > 2 ? integer_field(in, header[2], "number of attributes") : 0;
  const std::int64_t quadratic = dimension == 2 ? 6 : 10;
  if (nodes != corners && nodes != quadratic)
    in.fail(std::to_string(nodes) + " nodes per element; " +
            (dimension == 2 ? "triangles" : "tetrahedra") + " have " + std::to_string(corners) +
            " (or " + std::to_string(quadratic) + " if quadratic). Export simplices.");
  if (attributes < 0 || attributes > 1000)
    in.fail(std::to_string(attributes) + " attributes per element is not plausible.");
  const std::size_t count = in.checked_count(claimed, "number of elements", 4);
  std::vector<RawCell>& cells = dimension == 2 ? raw.triangles : raw.tetrahedra;
  cells.reserve(cells.size() + count);
  bool rounded = false;
  for (std::size_t i = 0; i < count; ++i) {
    const Fields fields =
        list_line(in, "line of element", static_cast<std::size_t>(1 + nodes + attributes),
                  static_cast<std::int64_t>(i) + 1);
    RawCell cell{};
    cell.place = in.place();
    cell.number = integer_field(in, fields[0], "element number");
    for (int k = 0; k < corners; ++k)
      cell.nodes[k] = integer_field(in, fields[1 + k], "node of the element");
    if (attributes > 0) cell.region = region_field(in, fields[1 + nodes], cell.number, rounded);
    cell.quadratic = nodes != corners;
    cells.push_back(cell);
  }
  if (rounded)
    raw.notices.push_back(in.file() + ": region attributes that are not whole were rounded.");
}

}  // namespace conjac
