#include <gtest/gtest.h>

#include "conjac/error.h"
#include "scenefile/bad_scenes.h"
#include "scenefile/parse.h"

namespace conjac {
namespace {

/// The message of the error that reading gives, or nothing.
std::string message_of(const std::string& text, const std::vector<std::string>& overrides = {}) {
  try {
    parse_scene(text, "f.json", ".", overrides);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_input);
    return error.what();
  }
  return {};
}

/// Line and column of the mark, counted here in characters; the mark is taken out.
std::string take_mark(std::string& text, size_t begin) {
  const size_t mark = text.find('^', begin);
  if (mark == std::string::npos) return {};
  text.erase(mark, 1);
  int line = 1, column = 1;
  for (size_t i = 0; i < mark; ++i) {
    if (text[i] == '\n')
      ++line, column = 1;
    else if ((text[i] & 0xC0) != 0x80)
      ++column;
  }
  return std::to_string(line) + ":" + std::to_string(column);
}

TEST(ParseErrors, TheUnbrokenSceneIsGood) {
  EXPECT_EQ(message_of(kGoodScene), "");
}

TEST(ParseErrors, EveryMistakeIsReportedWhereItIs) {
  ASSERT_GE(bad_scenes().size(), 60u);
  for (const BadScene& bad : bad_scenes()) {
    SCOPED_TRACE(bad.to);
    std::string text = kGoodScene;
    const size_t at = text.find(bad.from);
    ASSERT_NE(at, std::string::npos) << bad.from;
    text.replace(at, bad.from.size(), bad.to);
    const std::string place = take_mark(text, at);
    const std::string message = message_of(text);
    const std::string path = bad.path.empty() ? "" : bad.path + ": ";
    ASSERT_NE(place, "");
    EXPECT_EQ(message.rfind("f.json:" + place + ": " + path, 0), 0u) << place << "\n" << message;
    EXPECT_NE(message.find(bad.says), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << "more than one report:\n" << message;
  }
}

TEST(ParseErrors, SeveralMistakesAreReportedInTheOrderOfTheFile) {
  std::string text = "{\"time\": {\"step\": -1},\n\"zzz\": 1,\n\"gravity\": [0, \"x\", 0]}";
  const std::string message = message_of(text);
  std::vector<size_t> at;
  for (const char* part :
       {"f.json:1:1: mesh: this key is missing", "f.json:1:1: materials: this key",
        "f.json:1:19: time.step: -1 is out", "f.json:2:1: zzz: unknown key",
        "f.json:3:16: gravity[1]: must be a number"}) {
    at.push_back(message.find(part));
    EXPECT_NE(at.back(), std::string::npos) << part << "\n" << message;
  }
  EXPECT_TRUE(std::is_sorted(at.begin(), at.end())) << message;

  text = "{";
  for (int i = 0; i < 30; ++i) text += "\"key" + std::to_string(i) + "\": 1,\n";
  const std::string many = message_of(text + "\"x\": 1}");
  EXPECT_EQ(std::count(many.begin(), many.end(), '\n'), 10) << many;
  EXPECT_NE(many.find("and 23 more problems"), std::string::npos) << many;
}

TEST(ParseErrors, OverridesAreNamed) {
  const std::vector<std::array<std::string, 2>> cases{
      {"time.step=-1", "time.step: -1 is out of range; must be above 0"},
      {"time.stp=1", "time.stp: unknown key `stp`; did you mean `step`?"},
      {"time.step", "write path=value"},
      {"=3", "write path=value"},
      {"time.step=", "there is nothing here"},
      {"time.step=1 2", "unexpected `2`"},
      {"time.step=3x", "unexpected `x`"},
      {"time..step=1", "an empty key"},
      {".time=1", "an empty key"},
      {"time.=1", "an empty key"},
      {"time.step.x=1", "`time.step` is the number 0.005 and has no key `x`"},
      {"name.x=1", "`name` is the text `fine` and has no key `x`"},
      {"time[0]=1", "`time` is an object and has no entries"},
      {"materials[7].density=1", "`materials` has 1 entry, counted from 0; to add one"},
      {"materials.density=1",
       "1 entry, counted from 0; name one in brackets: materials[0].density"},
      {"materials.0.density=1", "name one in brackets: materials[0].density"},
      {"materials[0].laws.young=1", "name one in brackets: materials[0].laws[0].young"},
      {"materials[-1]=1", "write an index in the brackets"},
      {"materials[99999999999999999999]=1", "write an index in the brackets"},
      {"materials[0=1", "a `[` without its `]`"},
      {"materials[0]density=1", "expected `.` or `[`"},
      {"method.integrator=symplektic", "did you mean `symplectic`?"},
      {"method.integrator=bdf2", "for `bdf2`, `midpoint` and `verlet` set `name` to `full`"},
      {R"(method={"name": "full", "integrator": "symplectic"})",
       "for `modal` and `symplectic` set `name` to `conjac`"},
      {"new.thing=1", "new: unknown key `new`"},
      {"name=\xff", "invalid UTF-8"},
  };
  for (const auto& [text, says] : cases) {
    const std::string message = message_of(kGoodScene, {"name=fine", text});
    EXPECT_EQ(message.rfind("--set " + text + ": ", 0), 0u) << message;
    EXPECT_NE(message.find(says), std::string::npos) << text << "\n" << message;
  }
}

TEST(ParseErrors, OtherDocumentsThanObjects) {
  EXPECT_EQ(message_of(""), "f.json:1:1: there is nothing here; a JSON value is expected");
  EXPECT_EQ(message_of("[]").rfind("f.json:1:1: must be an object", 0), 0u);
  EXPECT_NE(message_of("\xEF\xBB\xBF{}").find("byte order mark"), std::string::npos);
  EXPECT_NE(message_of(std::string("{\0}", 3)), "");
}

TEST(ParseErrors, HostileFilesEndInAnError) {
  EXPECT_NE(message_of(std::string(100000, '[')).find("f.json:1:66: nested deeper than 64"),
            std::string::npos);
  std::string text = "{\"selections\": {\"n0\": \"all\"";
  // Names that double at every level, and a long chain of names.
  for (int i = 1; i <= 40; ++i) {
    const std::string before = "\"n" + std::to_string(i - 1) + "\"";
    text += ", \"n" + std::to_string(i) + "\": [" + before + ", " + before + "]";
  }
  EXPECT_NE(message_of(text + "}}").find("grows beyond 10000 shapes"), std::string::npos);
  text = "{\"selections\": {\"e\": \"all\"";
  for (int i = 0; i < 5000; ++i)
    text += ", \"n" + std::to_string(i) + "\": \"n" + std::to_string(i + 1) + "\"";
  EXPECT_NE(message_of(text + "}}").find("too many others"), std::string::npos);
  EXPECT_NE(message_of("{\"" + std::string(100000, 'x') + "\": 1}"), "");
}

}  // namespace
}  // namespace conjac
