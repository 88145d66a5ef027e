#include "serve/playback.h"

#include <zlib.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/check.h"
#include "record/files.h"
#include "record/stream.h"

namespace conjac::serve {
namespace {

namespace fs = std::filesystem;

std::string recording_of(const std::string& folder) {
  const fs::path file = fs::path(folder) / "recording.cjvr";
  std::error_code none;
  require(fs::is_directory(folder, none),
          folder + ": no such folder; give one that conjac run has written", ErrorKind::io);
  require(fs::is_regular_file(file, none),
          folder +
              ": holds no recording.cjvr (a run without frames, or of an earlier version); run "
              "the scene again with frames",
          ErrorKind::bad_input);
  return record::read_whole(file);
}

/// A scene text that knows its side, and is called by its folder when there are two.
std::string sided_text(std::string_view message, std::uint8_t side, int sides,
                       const std::string& folder) {
  record::StreamHead head = record::stream_head(message, folder);
  auto json = nlohmann::ordered_json::parse(message.substr(16), nullptr, false);
  require(json.is_object(), folder + ": the recording's scene text is damaged");
  json["sides"] = sides;
  if (sides > 1) json["label"] = fs::path(folder).lexically_normal().filename().string();
  if (sides > 1 && json["label"] == "")
    json["label"] = fs::path(folder).lexically_normal().parent_path().filename().string();
  head.side = side;
  return record::text_message(head, json.dump());
}

}  // namespace

std::string combined_recording(const std::vector<std::string>& folders) {
  require(!folders.empty() && folders.size() <= 2, "one or two results can be shown",
          ErrorKind::usage);
  struct Entry {
    double time;
    std::uint8_t side;
    std::string_view message;
  };
  std::vector<std::string> files, texts;
  std::vector<Entry> entries;
  for (const std::string& folder : folders) files.push_back(recording_of(folder));
  for (std::size_t i = 0; i < folders.size(); ++i) {
    const auto side = static_cast<std::uint8_t>(i);
    bool any = false;
    for (std::string_view message : record::recording_messages(files[i], folders[i])) {
      const record::StreamHead head = record::stream_head(message, folders[i]);
      any = any || head.kind == record::StreamKind::frame;
      if (head.kind == record::StreamKind::text)
        texts.push_back(sided_text(message, side, static_cast<int>(folders.size()), folders[i]));
      else
        entries.push_back({head.time, side, message});
    }
    require(any, folders[i] + ": the recording has no frame; run the scene again");
  }
  std::ranges::stable_sort(entries, {}, &Entry::time);
  std::string result = record::recording_head();
  for (const std::string& text : texts) result += record::packed(text);
  for (const Entry& entry : entries) {
    const std::size_t at = result.size() + 4;
    result += record::packed(entry.message);
    result[at + 1] = static_cast<char>(entry.side);
  }
  return result;
}

std::string gzipped(std::string_view bytes) {
  z_stream stream{};
  constexpr int kGzip = 15 + 16;  // window bits, and a gzip head instead of zlib's
  require(
      deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kGzip, 9, Z_DEFAULT_STRATEGY) == Z_OK,
      "zlib cannot begin", ErrorKind::io);
  std::string result(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  const int status = deflate(&stream, Z_FINISH);
  result.resize(stream.total_out);
  deflateEnd(&stream);
  require(status == Z_STREAM_END, "the recording is too long for one page", ErrorKind::io);
  return result;
}

}  // namespace conjac::serve
