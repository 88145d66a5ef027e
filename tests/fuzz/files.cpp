#include "core/archive.h"
#include "fuzz/targets.h"
#include "record/reader.h"
#include "record/recorder.h"
#include "record/stream_read.h"

namespace conjac::fuzz {

/// Every moment is read, and those between two.
void recording(std::string_view bytes) {
  accepted([&] {
    const record::Stage stage(as_file(bytes, ".cjvr"));
    for (std::size_t i = 0; i < stage.moments(); ++i) {
      stage.moment(i);
      stage.at(0.5 * (stage.time(i) + stage.time(i > 0 ? i - 1 : i)));
    }
  });
}

void history(std::string_view bytes) {
  accepted([&] {
    const record::HistoryTable table = record::read_history(as_file(bytes, ".csv"));
    for (const auto& column : table.columns)
      if (column.size() != table.rows()) broken("the columns of a history are equally long");
  });
}

/// frames.pvd and a frame of it look alike from outside.
void frame(std::string_view bytes) {
  accepted([&] { record::read_frame(as_file(bytes, ".vtu")); });
  accepted([&] { record::read_frame_list(as_file(bytes, ".pvd")); });
}

/// The envelope: name, length, checksum.
void checkpoint(std::string_view bytes) {
  accepted([&] {
    if (sealed("CJ check", unsealed("CJ check", bytes, "checkpoint")) != bytes)
      broken("what is unsealed and sealed again is the same");
  });
}

/// What is in it, whatever it is: lists never take more room than their bytes have.
void archive(std::string_view bytes) {
  accepted([&] {
    Archive in(bytes);
    record::Recorder::Mark mark;
    std::vector<std::string> texts;
    std::vector<std::pair<int, double>> pairs;
    std::optional<std::vector<char>> maybe;
    Eigen::VectorXd vector;
    Eigen::MatrixXd matrix;
    in(texts, pairs, maybe, vector, matrix, mark);
    in.end();
    Archive out;
    out(texts, pairs, maybe, vector, matrix, mark);
    if (out.take() != bytes) broken("what is loaded and saved again is the same");
  });
}

}  // namespace conjac::fuzz
