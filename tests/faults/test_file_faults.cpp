#include <gtest/gtest.h>

#include <map>

#include "conjac/error.h"
#include "faults/file_calls.h"
#include "record/checkpoint.h"
#include "record/reader.h"
#include "record/recorder.h"
#include "record/stream_read.h"
#include "support/moving_bar.h"
#include "support/scratch_folder.h"

namespace conjac::record {
namespace {

using testing::moving_bar;
using testing::ScratchFolder;
using namespace test;

constexpr int kSteps = 4, kCheckpointAfter = 2;

StepReport step(int i) {
  StepReport report;
  report.time = 0.1 * i;
  report.energy.kinetic = 1.0 / i;
  return report;
}

void take(Recorder& recorder, int from, int to) {
  for (int i = from; i <= to; ++i) {
    recorder.step(step(i));
    recorder.frame(moving_bar(2, 0.1 * i, {2, 1, 1}).view());
    recorder.message(text_message({}, std::to_string(i)));
  }
}

/// A run of four steps with two checkpoints, into a folder that has an earlier run; and what a
/// checkpoint would remember of where it stands.
void run(const Path& folder, std::optional<Recorder::Mark>& mark) {
  Recorder recorder(folder);
  take(recorder, 1, 1);
  recorder.mark();
  write_checkpoint(folder, "after the first step");
  take(recorder, 2, kCheckpointAfter);
  Recorder::Mark second = recorder.mark();
  write_checkpoint(folder, "after the second step");
  mark = second;
  take(recorder, kCheckpointAfter + 1, kSteps);
  recorder.finish({});
}

void go_on(const Path& folder, const Recorder::Mark& mark) {
  Recorder recorder(folder, {}, mark);
  take(recorder, kCheckpointAfter + 1, kSteps);
  recorder.finish({});
}

/// name -> bytes, of everything in the folder.
std::map<std::string, std::string> contents(const Path& folder) {
  std::map<std::string, std::string> result;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      result[std::filesystem::relative(entry.path(), folder).string()] = read_whole(entry.path());
  return result;
}

/// What a run that ended anywhere must have left: whole files, each as in the run without faults or
/// the beginning of it.
void expect_whole(const Path& folder, const std::map<std::string, std::string>& reference) {
  for (const auto& [name, bytes] : contents(folder)) {
    if (name == "summary.json" || name.find("frame_") != std::string::npos) {
      EXPECT_EQ(bytes, reference.at(name)) << name;
    } else if (name == "history.csv") {
      EXPECT_TRUE(reference.at(name).starts_with(bytes)) << name;
      EXPECT_TRUE(bytes.empty() || bytes.back() == '\n') << name << " ends with half a row";
    } else if (name == "recording.cjvr") {
      EXPECT_TRUE(reference.at(name).starts_with(bytes)) << name;
    } else if (name == "frames.pvd") {
      for (const FrameEntry& frame : read_frame_list(folder / name)) read_frame(frame.file);
    } else if (name.ends_with(".cjcp")) {
      EXPECT_TRUE(bytes == "after the first step" || bytes == "after the second step") << bytes;
    } else {
      ADD_FAILURE() << name << " was left behind";
    }
  }
}

class FileFaults : public ::testing::TestWithParam<Fault> {
 protected:
  void SetUp() override {
    std::optional<Recorder::Mark> mark;
    plan_fault(Fault::none, 0);
    run(folder_ / "whole", mark);
    calls_ = calls_made();
    reference_ = contents(folder_ / "whole");
    open_ = open_files();
  }
  /// An earlier run is there, so that clearing it away is tried too.
  Path fresh() const {
    const Path folder = folder_ / "out";
    std::filesystem::remove_all(folder);
    std::filesystem::copy(folder_ / "whole", folder, std::filesystem::copy_options::recursive);
    return folder;
  }

  ScratchFolder folder_;
  std::map<std::string, std::string> reference_;
  int calls_ = 0, open_ = 0;
};

TEST_P(FileFaults, ARunEndsCleanlyAtEveryCall) {
  const Fault fault = GetParam();
  const bool harmless = fault == Fault::short_write || fault == Fault::interrupted;
  int met = 0, ended = 0;
  for (int n = 0;; ++n) {
    const Path folder = fresh();
    std::optional<Recorder::Mark> mark;
    std::string said;
    plan_fault(fault, n);
    try {
      run(folder, mark);
    } catch (const conjac::Error& error) {
      said = error.what();
      EXPECT_EQ(error.kind(), ErrorKind::io) << said;
      EXPECT_NE(said.find(folder.string()), std::string::npos) << "names no path: " << said;
    }
    const int made = calls_made(), faults = faults_met();
    SCOPED_TRACE("call " + std::to_string(n) + ", " + fault_at() + ": " + said);
    plan_fault(Fault::none, 0);
    if (n >= made) break;  // nothing was left to go wrong
    met += faults > 0, ended += !said.empty();
    EXPECT_EQ(open_files(), open_) << "a file was left open";
    if (harmless || faults == 0) {
      EXPECT_EQ(said, "");
    }
    if (said.empty()) {
      EXPECT_EQ(contents(folder), reference_);
      continue;
    }
    expect_whole(folder, reference_);
    // A checkpoint that was whole before the fault is whole after it, and the run goes on from there.
    if (!mark) continue;
    ASSERT_FALSE(checkpoints(folder).empty());
    Recorder::check(folder, *mark);
    go_on(folder, *mark);
    EXPECT_EQ(contents(folder), reference_);
  }
  // Half a write is met by writes alone, the others by nearly every call.
  EXPECT_GE(met, fault == Fault::short_write ? calls_ / 10 : calls_ / 2);
  EXPECT_EQ(harmless, ended == 0);
}

/// The second half of a run that goes on has calls of its own: cutting files back, reading them.
TEST_P(FileFaults, GoingOnEndsCleanlyAtEveryCall) {
  const Fault fault = GetParam();
  const bool harmless = fault == Fault::short_write || fault == Fault::interrupted;
  std::optional<Recorder::Mark> mark;
  run(folder_ / "begun", mark);
  for (int n = 0;; ++n) {
    const Path folder = folder_ / "out";
    std::filesystem::remove_all(folder);
    std::filesystem::copy(folder_ / "begun", folder, std::filesystem::copy_options::recursive);
    std::string said;
    plan_fault(fault, n);
    try {
      go_on(folder, *mark);
    } catch (const conjac::Error& error) {
      said = error.what();
      EXPECT_EQ(error.kind(), ErrorKind::io) << said;
    }
    const int made = calls_made();
    SCOPED_TRACE("call " + std::to_string(n) + ", " + fault_at() + ": " + said);
    plan_fault(Fault::none, 0);
    if (n >= made) break;
    EXPECT_EQ(open_files(), open_) << "a file was left open";
    if (harmless) {
      EXPECT_EQ(said, "");
    }
    if (!said.empty()) {
      expect_whole(folder, reference_);
      Recorder::check(folder, *mark);
      go_on(folder, *mark);
    }
    EXPECT_EQ(contents(folder), reference_);
  }
}

std::string name_of(const ::testing::TestParamInfo<Fault>& kind) {
  constexpr const char* kNames[] = {"None", "ShortWrite", "Interrupted", "Error", "FullDisk"};
  return kNames[static_cast<int>(kind.param)];
}
constexpr Fault kEach[] = {Fault::short_write, Fault::interrupted, Fault::error, Fault::full};
INSTANTIATE_TEST_SUITE_P(EachKind, FileFaults, ::testing::ValuesIn(kEach), name_of);

/// Two that were whole stay so whatever call of the third fails, and one of them is found.
TEST(CheckpointFaults, AWholeOneIsThereAfterEveryCall) {
  const ScratchFolder folder;
  for (const Fault fault : {Fault::error, Fault::full, Fault::interrupted, Fault::short_write}) {
    for (int n = 0;; ++n) {
      for (const char* bytes : {"one", "two"}) write_checkpoint(folder.path(), bytes);
      bool failed = false;
      plan_fault(fault, n);
      try {
        write_checkpoint(folder.path(), "three");
      } catch (const conjac::Error&) {
        failed = true;
      }
      const bool reached = n < calls_made();
      SCOPED_TRACE(std::string(fault_at()) + ", call " + std::to_string(n));
      plan_fault(Fault::none, 0);
      const auto found = checkpoints(folder.path());
      ASSERT_FALSE(found.empty());
      const std::string last = read_whole(found.front());
      // A folder whose names did not reach the disk is told of, though the names are there.
      EXPECT_TRUE(failed ? last == "two" || last == "three" : last == "three") << last;
      EXPECT_FALSE(std::filesystem::exists(folder / ".checkpoint.cjcp.tmp"));
      if (!reached) break;
    }
  }
}

}  // namespace
}  // namespace conjac::record
