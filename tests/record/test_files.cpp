#include <gtest/gtest.h>

#include "record/base64.h"
#include "record/files.h"
#include "record/number_text.h"
#include "record/vtk_data.h"
#include "support/expect_error.h"
#include "support/scratch_folder.h"

namespace conjac::record {
namespace {

using testing::expect_error;
using testing::ScratchFolder;

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

TEST(AtomicWrite, ReplacesAndLeavesNothingElse) {
  const ScratchFolder folder;
  write_atomically(folder / "a.txt", "first, and longer");
  write_atomically(folder / "a.txt", "second");
  EXPECT_EQ(read_whole(folder / "a.txt"), "second");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.txt"});
}

TEST(AtomicWrite, KeepsTheOldFileWhenTheDiskIsFull) {
  const ScratchFolder folder;
  folder.put("a.txt", "old");
  // Whatever is written to /dev/full meets a full disk.
  std::filesystem::create_symlink("/dev/full", folder / ".a.txt.tmp");
  expect_error(ErrorKind::io, (folder / "a.txt").string(),
               [&] { write_atomically(folder / "a.txt", "new"); });
  EXPECT_EQ(read_whole(folder / "a.txt"), "old");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.txt"});
  std::filesystem::create_symlink("/dev/full", folder / ".a.txt.tmp");
  expect_error(ErrorKind::io, "free some space",
               [&] { write_atomically(folder / "a.txt", "new"); });
}

TEST(AtomicWrite, NamesAPlaceThatCannotBeWritten) {
  const ScratchFolder folder;
  folder.put("file", "");
  expect_error(ErrorKind::io, "file/a.txt", [&] { write_atomically(folder / "file/a.txt", "x"); });
  expect_error(ErrorKind::io, "absent/a.txt",
               [&] { write_atomically(folder / "absent/a.txt", "x"); });
  expect_error(ErrorKind::io, "file/sub", [&] { create_folder(folder / "file/sub"); });
}

TEST(AppendFile, WritesAtOnceAndReportsAFullDisk) {
  const ScratchFolder folder;
  AppendFile file(folder / "log");
  file.append("one\n");
  EXPECT_EQ(read_whole(folder / "log"), "one\n");  // while still open
  file.append("two\n");
  EXPECT_EQ(read_whole(folder / "log"), "one\ntwo\n");

  std::filesystem::create_symlink("/dev/full", folder / "full");
  AppendFile full(folder / "full");
  expect_error(ErrorKind::io, (folder / "full").string(), [&] { full.append("x"); });
}

TEST(Base64, KnowsTheVectorsOfItsStandard) {
  // RFC 4648, section 10.
  const std::pair<const char*, const char*> vectors[] = {{"", ""},
                                                         {"f", "Zg=="},
                                                         {"fo", "Zm8="},
                                                         {"foo", "Zm9v"},
                                                         {"foob", "Zm9vYg=="},
                                                         {"fooba", "Zm9vYmE="},
                                                         {"foobar", "Zm9vYmFy"}};
  for (const auto& [plain, coded] : vectors) {
    EXPECT_EQ(to_base64(bytes_of(plain)), coded);
    const auto back = from_base64(coded);
    ASSERT_TRUE(back.has_value()) << coded;
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(back->data()), back->size()), plain);
  }
  for (const char* bad : {"Zg=", "Zg", "Z===", "Z*==", "Zm9v\nYg="})
    EXPECT_FALSE(from_base64(bad).has_value()) << bad;
}

TEST(VtkData, ComesBackWhateverItsLength) {
  for (const std::size_t size : {1u, 7u, 65535u, 65536u, 65537u, 131072u, 200001u}) {
    std::vector<std::byte> data(size);
    unsigned state = 1;
    for (auto& b : data) b = static_cast<std::byte>((state = state * 1664525u + 1013904223u) >> 24);
    EXPECT_EQ(decode_vtk(encode_vtk(data), "x"), data) << size;
  }
}

TEST(NumberText, IsShortestAndExact) {
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(shortest(-0.0), "-0");
  EXPECT_EQ(shortest(1e300), "1e+300");
  EXPECT_EQ(fixed_decimals(-0.0001, 2), "0.00");
  EXPECT_EQ(fixed_decimals(-1.25, 1), "-1.2");
  EXPECT_EQ(grouped(1029), "1 029");
  EXPECT_EQ(grouped(-1234567), "-1 234 567");
  EXPECT_EQ(grouped(999), "999");
}

TEST(NumberText, PicksThePrefixOfAUnit) {
  EXPECT_EQ(scaled_unit(1000, "Pa").unit, "kPa");
  EXPECT_EQ(scaled_unit(999, "Pa").unit, "Pa");
  EXPECT_EQ(scaled_unit(2.5e6, "Pa").unit, "MPa");
  EXPECT_DOUBLE_EQ(scaled_unit(2.5e6, "Pa").factor, 1e-6);
  EXPECT_EQ(scaled_unit(3e-6, "J").unit, "µJ");
  EXPECT_EQ(scaled_unit(0, "J").unit, "J");
  EXPECT_EQ(scaled_unit(1e-30, "J").unit, "pJ");
}

}  // namespace
}  // namespace conjac::record
