#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "conjac/error.h"
#include "scenefile/bad_scenes.h"
#include "scenefile/json_tree.h"
#include "scenefile/parse.h"
#include "support/paths.h"

namespace conjac {
namespace {

using nlohmann::json;

json converted(const JsonNode& node) {
  switch (node.kind) {
    case JsonNode::Kind::null:
      return nullptr;
    case JsonNode::Kind::boolean:
      return node.boolean;
    case JsonNode::Kind::number:
      return node.number;
    case JsonNode::Kind::text:
      return node.text;
    case JsonNode::Kind::array: {
      json array = json::array();
      for (const JsonNode& item : node.items) array.push_back(converted(item));
      return array;
    }
    case JsonNode::Kind::object: {
      json object = json::object();
      for (const JsonMember& member : node.members) object[member.key] = converted(member.value);
      return object;
    }
  }
  return {};
}

bool accepts(const std::string& text, JsonNode& node) {
  try {
    node = read_json(text, "t");
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// What our reader refuses beyond the grammar.
bool refused_on_purpose(const std::string& text) {
  try {
    read_json(text, "t");
  } catch (const Error& error) {
    for (const char* reason : {"duplicate key", "U+0000", "too large or too small", "byte order"})
      if (std::string(error.what()).find(reason) != std::string::npos) return true;
  }
  return false;
}

struct ValidScene {
  std::string text, folder;  // the folder its files are relative to
};

std::vector<ValidScene> valid_scenes() {
  const std::string root = test::source_dir();
  std::vector<ValidScene> scenes{{kGoodScene, root + "/tests/scenefile"}};
  const auto add = [&](const std::string& folder, const std::string& name) {
    std::ostringstream text;
    text << std::ifstream(folder + "/" + name + ".json").rdbuf();
    scenes.push_back({text.str(), folder});
  };
  add(root + "/tests/scenefile", "every_key");
  for (const std::string& name : list_scenes(root + "/scenes")) add(root + "/scenes", name);
  return scenes;
}

/// A few random bytes changed, lines dropped or doubled, or the end cut off.
std::string damaged(std::string text, std::mt19937& random) {
  const auto below = [&](size_t n) {
    return std::uniform_int_distribution<size_t>(0, n - 1)(random);
  };
  constexpr std::string_view kTelling = "{}[]\",:-+.eE0123456789\\u/ \n\t\xc3\x80\xff";
  const size_t kind = below(4);
  if (kind == 0) return text.substr(0, below(text.size()));
  for (size_t i = 0, n = 1 + below(3); i < n && !text.empty(); ++i) {
    const size_t at = below(text.size());
    if (kind == 1) text[at] = static_cast<char>(below(256));
    if (kind == 2) text[at] = kTelling[below(kTelling.size())];
    if (kind == 3) {
      const size_t length = std::min(1 + below(30), text.size() - at);
      const std::string piece = text.substr(at, length);
      if (below(2) == 0)
        text.erase(at, length);
      else
        text.insert(below(text.size()), piece);
    }
  }
  return text;
}

TEST(ParseJson, AgreesWithAnotherReaderOnOddTexts) {
  for (const std::string text : {"null",
                                 " true\n",
                                 "[]",
                                 "{}",
                                 "-0",
                                 "0",
                                 "-0.5e-3",
                                 "1E+2",
                                 "123456789012345678901234567890",
                                 R"("\u00e9\n\"\\\/\b\f\r\t")",
                                 R"("\ud83d\ude00")",
                                 R"("\ude00")",
                                 R"("\ud83dx")",
                                 "[1,]",
                                 "[,1]",
                                 "{\"a\":}",
                                 "{\"a\" 1}",
                                 "{,}",
                                 "[1 2]",
                                 "01",
                                 "1.",
                                 ".5",
                                 "+1",
                                 "1e",
                                 "--1",
                                 "tru",
                                 "truex",
                                 "nulll",
                                 "[",
                                 "{",
                                 "\"",
                                 "\"\\",
                                 "\"\\u12",
                                 "]",
                                 "}",
                                 ":",
                                 ",",
                                 "'a'",
                                 "\x7f",
                                 "\"\x7f\"",
                                 "\"\xed\xa0\x80\"",
                                 "\"\xc0\x80\"",
                                 "\"\xf4\x90\x80\x80\"",
                                 "\"\xf4\x8f\xbf\xbf\"",
                                 "\"\xe2\x82\"",
                                 "\"\t\"",
                                 "[[[[[[]]]]]]",
                                 "{\"\":{\"\":1}}",
                                 "1 1",
                                 "",
                                 " ",
                                 "/**/1",
                                 "1//x",
                                 "1e5 ",
                                 "\v1"}) {
    JsonNode node;
    const bool ours = accepts(text, node);
    EXPECT_EQ(ours, json::accept(text)) << text;
    if (ours) {
      EXPECT_EQ(converted(node), json::parse(text)) << text;
    }
  }
}

TEST(ParseJson, AgreesWithAnotherReaderOnDamagedScenes) {
  std::mt19937 random(7);
  int good = 0, bad = 0;
  for (const auto& [text, folder] : valid_scenes()) {
    for (int i = 0; i < 1500; ++i) {
      const std::string input = i == 0 ? text : damaged(text, random);
      JsonNode node;
      const bool ours = accepts(input, node);
      if (!ours && refused_on_purpose(input)) continue;
      ASSERT_EQ(ours, json::accept(input)) << input;
      if (ours) {
        ASSERT_EQ(converted(node), json::parse(input)) << input;
      }
      ++(ours ? good : bad);
    }
  }
  EXPECT_GT(good, 500);
  EXPECT_GT(bad, 1000);
}

TEST(ParseJson, DamagedScenesGiveASceneOrAnErrorThatSaysWhere) {
  std::mt19937 random(11);
  int good = 0, bad = 0;
  for (const auto& [text, folder] : valid_scenes()) {
    for (int i = 0; i < 1500; ++i) {
      const std::string input = i == 0 ? text : damaged(text, random);
      try {
        const std::string written = scene_to_json(parse_scene(input, "f.json", folder));
        ASSERT_EQ(scene_to_json(parse_scene(written, "f.json", folder)), written) << input;
        ++good;
      } catch (const Error& error) {
        ASSERT_EQ(error.kind(), ErrorKind::bad_input);
        ASSERT_EQ(std::string(error.what()).rfind("f.json:", 0), 0u) << error.what();
        ASSERT_NE(i, 0) << error.what();
        ++bad;
      }
    }
  }
  EXPECT_GT(good, 100);
  EXPECT_GT(bad, 1000);
}

TEST(ParseJson, PlacesOfKeysAndValues) {
  const JsonNode root = read_json("{\r\n\t\"ä\": [1,\n  {\"b\" : null}]}", "t");
  const JsonMember& a = root.members.at(0);
  EXPECT_EQ(a.place.line, 2);
  EXPECT_EQ(a.place.column, 2);
  EXPECT_EQ(a.value.place.column, 7);  // the umlaut is one column
  EXPECT_EQ(a.value.items.at(1).place.line, 3);
  EXPECT_EQ(a.value.items.at(1).place.column, 3);
  EXPECT_EQ(a.value.items.at(1).members.at(0).value.place.column, 10);
}

}  // namespace
}  // namespace conjac
