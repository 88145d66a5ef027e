#include "record/stream_read.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "core/check.h"
#include "record/files.h"

namespace conjac::record {
namespace {

/// Reads numbers one after the other and never beyond the end.
class Reader {
 public:
  Reader(std::string_view bytes, const std::string& where) : bytes_(bytes), where_(where) {}

  template <class T>
  std::vector<T> array(std::size_t count) {
    require(count <= (bytes_.size() - at_) / sizeof(T),
            where_ + ": a message of the recording is shorter than it says");
    std::vector<T> values(count);
    if (count > 0) std::memcpy(values.data(), bytes_.data() + at_, count * sizeof(T));
    at_ += count * sizeof(T);
    return values;
  }
  template <class To, class From>
  std::vector<To> array_as(std::size_t count) {
    const auto values = array<From>(count);
    return {values.begin(), values.end()};
  }
  std::vector<Vec<3>> points(std::size_t count) {
    const auto flat = array<float>(3 * count);
    std::vector<Vec<3>> result(count);
    for (std::size_t i = 0; i < count; ++i)
      result[i] = Vec<3>(flat[3 * i], flat[3 * i + 1], flat[3 * i + 2]);
    return result;
  }
  void skip_to_multiple_of_4() { at_ = std::min((at_ + 3) / 4 * 4, bytes_.size()); }

 private:
  std::string_view bytes_;
  const std::string& where_;
  std::size_t at_ = 16;  // behind the head
};

void check_range(const std::vector<int>& indices, std::size_t count, const std::string& where) {
  for (int i : indices)
    require(i >= 0 && static_cast<std::size_t>(i) < count,
            where + ": a shape of the recording names a node that it does not have");
}

/// The element behind each surface triangle.
std::vector<int> elements_behind(const std::vector<std::array<int, 3>>& triangles,
                                 const std::vector<int>& elements, std::size_t corners) {
  std::map<std::array<int, 3>, int> element_of;
  for (std::size_t e = 0; e < elements.size() / corners; ++e)
    for (std::size_t left_out = 0; left_out < corners; ++left_out) {
      std::array<int, 3> face{};
      std::size_t filled = 0;
      for (std::size_t c = 0; c < corners && filled < 3; ++c)
        if (corners == 3 || c != left_out) face[filled++] = elements[e * corners + c];
      std::ranges::sort(face);
      element_of.emplace(face, static_cast<int>(e));
    }
  std::vector<int> result;
  for (std::array<int, 3> triangle : triangles) {
    std::ranges::sort(triangle);
    const auto at = element_of.find(triangle);
    result.push_back(at == element_of.end() ? 0 : at->second);
  }
  return result;
}

template <std::size_t N, class T>
std::vector<std::array<T, N>> rows_of(const std::vector<T>& flat) {
  std::vector<std::array<T, N>> rows(flat.size() / N);
  for (std::size_t i = 0; i < flat.size(); ++i) rows[i / N][i % N] = flat[i];
  return rows;
}

SkinOnStage read_skin_section(Reader& reader, std::size_t vertices, const BodyOnStage& body,
                              const std::vector<int>& element_nodes, const std::string& where) {
  const auto counts = reader.array<std::uint32_t>(4);
  require(!body.flat, where + ": a skin of the recording has no body in space");
  SkinOnStage skin;
  const auto nodes = reader.array_as<int, std::uint32_t>(4 * vertices);
  check_range(nodes, body.rest.size(), where);
  skin.nodes = rows_of<4>(nodes);
  skin.weights = rows_of<4>(reader.array<float>(4 * vertices));
  skin.normals = reader.points(vertices);
  if (counts[2] != 0)
    for (const auto& place : rows_of<2>(reader.array<float>(2 * vertices)))
      skin.texture.push_back({place[0], place[1]});
  const auto triangles = reader.array_as<int, std::uint32_t>(3 * std::size_t{counts[0]});
  check_range(triangles, vertices, where);
  skin.triangles = rows_of<3>(triangles);
  const auto sorted = [](auto corners) {
    std::ranges::sort(corners);
    return corners;
  };
  std::map<std::array<int, 4>, int> element_of;
  const auto elements = rows_of<4>(element_nodes);
  for (std::size_t e = 0; e < elements.size(); ++e)
    element_of.emplace(sorted(elements[e]), static_cast<int>(e));
  for (const auto& corners : skin.nodes) {
    const auto at = element_of.find(sorted(corners));
    require(at != element_of.end(), where + ": a skin of the recording hangs on no element");
    skin.elements.push_back(at->second);
  }
  std::set<std::array<int, 3>> bare;
  const auto uncovered = reader.array_as<int, std::uint32_t>(3 * std::size_t{counts[1]});
  for (const auto& triangle : rows_of<3>(uncovered)) bare.insert(sorted(triangle));
  for (const auto& triangle : body.triangles) skin.bare.push_back(bare.contains(sorted(triangle)));
  return skin;
}

BodyOnStage read_shape(std::string_view message, const std::string& where) {
  Reader reader(message, where);
  const auto counts = reader.array<std::uint32_t>(9);
  const std::size_t nodes = counts[0], triangles = counts[1], elements = counts[2];
  const std::size_t corners = counts[5];
  require(corners == 3 || corners == 4, where + ": a shape of the recording is damaged");
  BodyOnStage body;
  body.flat = corners == 3;
  body.rest = reader.points(nodes);
  const auto flat = reader.array_as<int, std::uint32_t>(3 * triangles);
  const auto element_nodes = reader.array_as<int, std::uint32_t>(corners * elements);
  check_range(flat, nodes, where);
  for (std::size_t t = 0; t < triangles; ++t)
    body.triangles.push_back({flat[3 * t], flat[3 * t + 1], flat[3 * t + 2]});
  body.regions = reader.array<int>(elements);
  body.kinds = reader.array<int>(elements);
  body.representatives = reader.array_as<int, std::uint32_t>(counts[3]);
  check_range(body.representatives, nodes, where);
  body.triangle_elements = elements_behind(body.triangles, element_nodes, corners);
  reader.array<std::uint32_t>(counts[4]);  // fibres
  reader.array<float>(3 * std::size_t{counts[4]});
  reader.array<std::uint32_t>(counts[6]);                 // names
  if (counts[7] > 0) reader.array<std::uint32_t>(nodes);  // pieces
  if (counts[8] > 0) body.skin = read_skin_section(reader, counts[8], body, element_nodes, where);
  return body;
}

Vec<3> between(const Vec<3>& a, const Vec<3>& b, double s) {
  return a + s * (b - a);
}
float between(float a, float b, double s) {
  return a + static_cast<float>(s) * (b - a);
}
template <class T>
void blend(std::vector<T>& a, const std::vector<T>& b, double s) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) a[i] = between(a[i], b[i], s);
}

}  // namespace

Stage::Stage(const std::string& file) : Stage(file, read_whole(file)) {}

Stage::Stage(const std::string& name, std::string bytes) : where_(name), bytes_(std::move(bytes)) {
  std::shared_ptr<const BodyOnStage> body;
  for (std::string_view message : recording_messages(bytes_, where_)) {
    const StreamHead head = stream_head(message, where_);
    if (head.kind == StreamKind::text && scene_text_.empty())
      scene_text_ = std::string(message.substr(16));
    if (head.kind == StreamKind::shape)
      body = std::make_shared<const BodyOnStage>(read_shape(message, where_));
    if (head.kind == StreamKind::frame && body) frames_.push_back({head.time, message, body});
  }
  require(!frames_.empty(), where_ + ": the recording has no frame; run the scene again");
}

Moment Stage::moment(std::size_t i) const {
  const FrameAt& frame = frames_.at(i);
  Reader reader(frame.message, where_);
  const auto counts = reader.array<std::uint32_t>(8);
  const std::size_t nodes = counts[1], fields = counts[5];
  require(nodes == frame.body->rest.size(), where_ + ": a frame does not fit its shape");
  Moment moment;
  moment.time = frame.time;
  moment.body = frame.body;
  reader.array<float>(18);
  moment.positions = reader.points(nodes);
  if (fields & kSpeed) moment.speed = reader.array<float>(nodes);
  if (fields & kVonMises) moment.von_mises = reader.array<float>(nodes);
  if (fields & kActivation) moment.activation = reader.array<float>(nodes);
  moment.roles = reader.array_as<int, std::uint8_t>(nodes);
  reader.skip_to_multiple_of_4();
  for (std::size_t k = 0; k < counts[2]; ++k) {
    moment.liveliness.push_back(reader.array<float>(1)[0]);
    moment.awake.push_back(reader.array<std::uint32_t>(1)[0] != 0);
  }
  for (std::size_t k = 0; k < counts[3]; ++k) {
    const auto pose = reader.array<float>(7);
    moment.solids.push_back({{pose[0], pose[1], pose[2]}, {pose[3], pose[4], pose[5], pose[6]}});
  }
  return moment;
}

Moment Stage::at(double time) const {
  std::size_t i = 0;
  while (i + 1 < frames_.size() && frames_[i + 1].time <= time) ++i;
  Moment now = moment(i);
  if (i + 1 == frames_.size() || time <= now.time || frames_[i + 1].body != frames_[i].body)
    return now;
  const Moment next = moment(i + 1);
  const double s = (time - now.time) / (next.time - now.time);
  blend(now.positions, next.positions, s);
  blend(now.speed, next.speed, s);
  blend(now.von_mises, next.von_mises, s);
  blend(now.activation, next.activation, s);
  blend(now.liveliness, next.liveliness, s);
  now.time = time;
  return now;
}

}  // namespace conjac::record
