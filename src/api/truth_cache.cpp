#include "api/truth_cache.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "api/content_hash.h"
#include "conjac/error.h"
#include "record/files.h"

namespace conjac {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::string_view kMagic = "conjac truth 1\n";  // the number is the format's version

/// Numbers and texts one after the other, as they lie in memory.
class Writer {
 public:
  std::string bytes;

  void number(double value) { put(&value, sizeof value); }
  void text(const std::string& value) {
    number(static_cast<double>(value.size()));
    bytes += value;
  }
  void numbers(const double* values, std::size_t count) {
    number(static_cast<double>(count));
    put(values, count * sizeof(double));
  }

 private:
  void put(const void* from, std::size_t size) {
    bytes.append(static_cast<const char*>(from), size);
  }
};

/// The way back; `good` turns false where the bytes end too early.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  bool good = true;

  double number() {
    double value = 0;
    get(&value, sizeof value);
    return value;
  }
  std::string text() {
    std::string value(count(1), ' ');
    get(value.data(), value.size());
    return value;
  }
  std::vector<double> numbers() {
    std::vector<double> values(count(sizeof(double)));
    get(values.data(), values.size() * sizeof(double));
    return values;
  }

 private:
  std::size_t count(std::size_t size) {
    const double value = number();
    good = good && value >= 0 &&
           value * static_cast<double>(size) <= static_cast<double>(bytes_.size());
    return good ? static_cast<std::size_t>(value) : 0;
  }
  void get(void* to, std::size_t size) {
    good = good && size <= bytes_.size();
    if (!good || size == 0) return;
    std::memcpy(to, bytes_.data(), size);
    bytes_.remove_prefix(size);
  }
  std::string_view bytes_;
};

VectorXd as_vector(const std::vector<double>& values) {
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

}  // namespace

std::string truth_cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  if (cache != nullptr && *cache != 0) return (fs::path(cache) / "conjac" / "truth").string();
  if (home == nullptr || *home == 0) return "";
  return (fs::path(home) / ".cache" / "conjac" / "truth").string();
}

std::string TruthCache::key(const SceneSpec& scene, const std::vector<double>& times,
                            const TruthOptions& options) {
  SceneSpec bare = scene;
  bare.name = "";
  bare.method = {};
  bare.method.damping = scene.method.damping;
  bare.placement = {};
  std::erase_if(bare.roles, [](const RoleSpec& role) { return role.role != NodeRole::fixed; });
  Json json = Json::parse(scene_as_json(bare));
  json.erase("output");
  replace_files_by_content(json);
  json["truth"] = {{"format", kMagic},
                   {"times", times},
                   {"windows", options.windows},
                   {"reference", options.reference},
                   {"step", options.reference_step}};
  return content_hash(json.dump());
}

std::string TruthCache::path(const std::string& key) const {
  return (fs::path(folder_) / (key + ".truth")).string();
}

std::optional<Truth> TruthCache::load(const std::string& key) const {
  std::error_code none;
  if (folder_.empty() || !fs::is_regular_file(path(key), none)) return {};
  std::string bytes;
  try {
    bytes = record::read_whole(path(key));
  } catch (const Error&) {
    return {};  // as good as none
  }
  if (bytes.size() < kMagic.size() + 32 || !bytes.starts_with(kMagic)) return {};
  const std::string_view body(bytes.data(), bytes.size() - 32);
  if (bytes.substr(body.size()) != content_hash(body)) return {};
  Reader reader(body.substr(kMagic.size()));
  Truth truth;
  TruthReference& facts = truth.facts;
  facts.integrator = reader.text();
  facts.time_step = reader.number();
  facts.stable_step = reader.number();
  facts.wall = reader.number();
  facts.difference = reader.numbers();
  truth.way.times = reader.numbers();
  truth.way.energy = reader.numbers();
  truth.way.start = as_vector(reader.numbers());
  const std::vector<double> x = reader.numbers();
  const auto rows = truth.way.start.size(),
             columns = static_cast<Eigen::Index>(truth.way.times.size());
  if (!reader.good || static_cast<Eigen::Index>(x.size()) != rows * columns) return {};
  truth.way.x = Eigen::Map<const MatrixXd>(x.data(), rows, columns);
  facts.cached = true;
  return truth;
}

void TruthCache::save(const std::string& key, const Truth& truth) const {
  if (folder_.empty()) return;
  Writer writer;
  writer.bytes = kMagic;
  writer.text(truth.facts.integrator);
  writer.number(truth.facts.time_step);
  writer.number(truth.facts.stable_step);
  writer.number(truth.facts.wall);
  const Trajectory& way = truth.way;
  writer.numbers(truth.facts.difference.data(), truth.facts.difference.size());
  writer.numbers(way.times.data(), way.times.size());
  writer.numbers(way.energy.data(), way.energy.size());
  writer.numbers(way.start.data(), static_cast<std::size_t>(way.start.size()));
  writer.numbers(way.x.data(), static_cast<std::size_t>(way.x.size()));
  writer.bytes += content_hash(writer.bytes);
  record::create_folder(folder_);
  record::write_atomically(path(key), writer.bytes);
}

}  // namespace conjac
