#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>

#include "record/reader.h"
#include "record/vtu_writer.h"
#include "support/expect_error.h"
#include "support/moving_bar.h"
#include "support/paths.h"
#include "support/scratch_folder.h"

namespace conjac::record {
namespace {

using testing::expect_error;
using testing::moving_bar;
using testing::ScratchFolder;

template <class T>
void dump(const Path& path, const std::vector<T>& values) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(values.data()),
             static_cast<std::streamsize>(values.size() * sizeof(T)));
}

/// What read_with_meshio.py compares with.
void dump(const Path& folder, int index, const Frame& frame) {
  create_folder(folder / "raw");
  const auto file = [&](const char* name) {
    return folder / "raw" / (std::to_string(index) + "." + name);
  };
  std::ofstream(file("head")) << frame.dimension << " " << std::hexfloat << frame.time;
  dump(file("positions"), frame.positions);
  dump(file("velocities"), frame.velocities);
  dump(file("elements"), frame.elements);
  dump(file("region"), frame.region);
  dump(file("roles"), frame.roles);
  dump(file("von_mises"), frame.von_mises);
}

/// A frame with numbers that only survive if every bit does.
Frame awkward(Frame frame) {
  frame.positions[0] = -0.0;
  frame.positions[1] = std::numeric_limits<double>::denorm_min();
  frame.velocities[2] = 1.0 / 3.0;
  frame.velocities[3] = -std::numeric_limits<double>::max();
  frame.region[0] = -5;
  return frame;
}

void expect_same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(a[i]), std::bit_cast<std::uint64_t>(b[i])) << i;
}

class Frames : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Dim, Frames, ::testing::Values(2, 3));

TEST_P(Frames, MeshioReadsThemAndAgreesOnEveryBit) {
  const ScratchFolder folder;
  FrameSeries series(folder.path());
  for (int i = 0; i < 5; ++i) {
    // The mesh changes on the way, as it does when a body is cut. The largest one has arrays of
    // several compressed blocks.
    const std::array<int, 3> cells = i == 2   ? std::array<int, 3>{1, 1, 1}
                                     : i == 3 ? std::array<int, 3>{60, 12, 8}
                                              : std::array<int, 3>{8, 2, 2};
    Frame frame = moving_bar(GetParam(), 0.1 * i, cells);
    if (i == 1) frame = awkward(frame);
    series.append(frame.view());
    dump(folder.path(), i, frame);
  }
  const std::string command = "/usr/bin/python3 '" + test::source_dir() +
                              "/tests/record/read_with_meshio.py' '" + folder.path().string() +
                              "' >'" + (folder / "log").string() + "' 2>&1";
  const int status = std::system(command.c_str());
  EXPECT_EQ(status, 0) << "(needs the Debian package python3-meshio)";
  EXPECT_EQ(read_whole(folder / "log"), "5 frames agree\n");
}

TEST_P(Frames, ComeBackBitForBit) {
  const ScratchFolder folder;
  for (const auto& cells : {std::array{4, 2, 2}, std::array{40, 12, 8}}) {
    Frame frame = awkward(moving_bar(GetParam(), 0.7, cells));
    frame.time = 0.1 + 0.2;
    if (cells[0] == 4) frame.owner = frame.region;  // there only when nodes may fall asleep
    write_vtu(folder / "frame.vtu", frame.view());
    const Frame back = read_frame(folder / "frame.vtu");
    EXPECT_EQ(back.dimension, GetParam());
    EXPECT_EQ(back.time, 0.1 + 0.2);
    expect_same_bits(back.positions, frame.positions);
    expect_same_bits(back.velocities, frame.velocities);
    expect_same_bits(back.von_mises, frame.von_mises);
    EXPECT_EQ(back.elements, frame.elements);
    EXPECT_EQ(back.region, frame.region);
    EXPECT_EQ(back.owner, frame.owner);
    EXPECT_EQ(back.roles, frame.roles);
  }
}

TEST_P(Frames, WithNumbersThatAreNotFiniteAreRefused) {
  const ScratchFolder folder;
  FrameSeries series(folder.path());
  const Frame good = moving_bar(GetParam(), 0.25);
  series.append(good.view());
  const auto before = folder.names();
  const std::string pvd = read_whole(folder / "frames.pvd");

  Frame bad = good;
  bad.positions[static_cast<std::size_t>(7 * GetParam())] = std::nan("");
  expect_error(ErrorKind::diverged, "position of node 7", [&] { series.append(bad.view()); });
  bad = good;
  bad.velocities.back() = std::numeric_limits<double>::infinity();
  expect_error(ErrorKind::diverged, "velocity of node", [&] { series.append(bad.view()); });
  bad = good;
  bad.von_mises[3] = -std::numeric_limits<double>::infinity();
  expect_error(ErrorKind::diverged, "stress of element 3", [&] { series.append(bad.view()); });
  bad = good;
  bad.time = std::nan("");
  expect_error(ErrorKind::diverged, "time", [&] { series.append(bad.view()); });

  EXPECT_EQ(folder.names(), before);
  EXPECT_EQ(read_whole(folder / "frames.pvd"), pvd);
}

TEST(FrameSeries, IsValidAfterEveryFrame) {
  const ScratchFolder folder;
  FrameSeries series(folder.path());
  EXPECT_TRUE(read_frame_list(folder / "frames.pvd").empty());
  for (int i = 0; i < 4; ++i) {
    series.append(moving_bar(3, i / 3.0, {2, 1, 1}).view());
    const auto list = read_frame_list(folder / "frames.pvd");
    ASSERT_EQ(list.size(), static_cast<std::size_t>(i + 1));
    for (int j = 0; j <= i; ++j) {
      EXPECT_EQ(list[static_cast<std::size_t>(j)].time, j / 3.0);
      EXPECT_EQ(read_frame(list[static_cast<std::size_t>(j)].file).time, j / 3.0);
    }
  }
  const std::vector<std::string> expected = {"frames",
                                             "frames.pvd",
                                             "frames/frame_00000.vtu",
                                             "frames/frame_00001.vtu",
                                             "frames/frame_00002.vtu",
                                             "frames/frame_00003.vtu"};
  EXPECT_EQ(folder.names(), expected);
}

TEST(FrameCheck, RefusesArraysThatDoNotFitTogether) {
  const ScratchFolder folder;
  const auto refused = [&](const char* part, auto spoil) {
    Frame frame = moving_bar(3, 0, {2, 1, 1});
    spoil(frame);
    expect_error(ErrorKind::bad_input, part, [&] { write_vtu(folder / "x.vtu", frame.view()); });
  };
  refused("velocities", [](Frame& f) { f.velocities.pop_back(); });
  refused("positions", [](Frame& f) { f.roles.pop_back(); });
  refused("regions", [](Frame& f) { f.region.push_back(1); });
  refused("stresses", [](Frame& f) { f.von_mises.clear(); });
  refused("absent node", [](Frame& f) { f.elements[5] = static_cast<int>(f.roles.size()); });
  refused("absent node", [](Frame& f) { f.elements[5] = -1; });
  refused("elements of 4 nodes", [](Frame& f) { f.elements.clear(); });
  refused("dimension", [](Frame& f) { f.dimension = 4; });
  EXPECT_TRUE(folder.names().empty());
}

TEST(FrameReader, NamesTheFileAndTheFault) {
  const ScratchFolder folder;
  write_vtu(folder / "good.vtu", moving_bar(3, 0.5, {4, 2, 2}).view());
  const std::string good = read_whole(folder / "good.vtu");
  expect_error(ErrorKind::io, "absent.vtu", [&] { read_frame(folder / "absent.vtu"); });
  folder.put("other.vtu", "<VTKFile type=\"PolyData\">");
  expect_error(ErrorKind::bad_input, "other.vtu: not a frame",
               [&] { read_frame(folder / "other.vtu"); });
  // Cut anywhere, damaged anywhere: an error, never a crash or a wrong frame.
  for (std::size_t size = 0; size + 60 < good.size(); size += 97) {
    folder.put("cut.vtu", good.substr(0, size));
    expect_error(ErrorKind::bad_input, "cut.vtu", [&] { read_frame(folder / "cut.vtu"); });
  }
  const std::size_t data = good.find("connectivity");
  std::string damaged = good;
  damaged[good.find('>', data) + 60] ^= 1;
  folder.put("damaged.vtu", damaged);
  expect_error(ErrorKind::bad_input, "connectivity", [&] { read_frame(folder / "damaged.vtu"); });
}

}  // namespace
}  // namespace conjac::record
