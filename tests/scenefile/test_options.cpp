#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "conjac/error.h"
#include "scenefile/option_table.h"

namespace conjac {
namespace {

using Kind = OptionField::Kind;

bool takes(const std::string& name, const nlohmann::json& value, Method method = Method::conjac) {
  StepOptions options;
  options.method = method;
  try {
    change_option(options, name, value.dump());
  } catch (const Error&) {
    return false;
  }
  return nlohmann::json::parse(options_to_json(options))[name] == value;
}

TEST(OptionTable, HasARowForEveryOptionWithItsDefault) {
  const auto fresh = nlohmann::ordered_json::parse(options_to_json(StepOptions()));
  const std::vector<OptionField> rows = option_rows();
  ASSERT_EQ(rows.size(), fresh.size());
  std::size_t k = 0;
  for (const auto& [name, value] : fresh.items()) {
    EXPECT_EQ(rows[k].name, name);
    EXPECT_EQ(nlohmann::json::parse(rows[k].standard), nlohmann::json(value)) << name;
    EXPECT_FALSE(rows[k].label.empty()) << name;
    EXPECT_TRUE(rows[k].help.ends_with('.')) << name;
    ++k;
  }
}

TEST(OptionTable, ChoicesAndEndsOfSlidersAreTaken) {
  for (const OptionField& row : option_rows()) {
    for (const OptionField::Choice& choice : row.choices) {
      EXPECT_TRUE(takes(row.name, choice.name) || takes(row.name, choice.name, Method::vanilla))
          << choice.name;
      EXPECT_FALSE(choice.label.empty());
    }
    EXPECT_EQ(row.kind == Kind::choice, !row.choices.empty()) << row.name;
    if (row.kind == Kind::toggle) {
      EXPECT_TRUE(takes(row.name, false) && takes(row.name, true));
    }
    if (row.slider_max <= row.slider_min) continue;
    for (double end : {row.slider_min, row.slider_max}) {
      EXPECT_TRUE(row.allows(end)) << row.name;
      if (row.kind == Kind::whole) {
        EXPECT_TRUE(takes(row.name, static_cast<int>(end))) << row.name;
      } else
        EXPECT_TRUE(takes(row.name, end)) << row.name;
    }
  }
}

TEST(OptionTable, WhatARowForbidsTheReaderRefuses) {
  int bounds = 0;
  for (const OptionField& row : option_rows()) {
    const auto forbids = [&](double value) {
      ++bounds;
      EXPECT_FALSE(row.allows(value)) << row.name;
      EXPECT_FALSE(takes(row.name, value)) << row.name;
    };
    if (std::isfinite(row.min)) forbids(row.open_min ? row.min : row.min - 1);
    if (std::isfinite(row.max)) forbids(row.open_max ? row.max : row.max + 1);
    if (row.kind == Kind::whole) {
      EXPECT_FALSE(takes(row.name, row.min + 0.5)) << row.name;
    }
  }
  EXPECT_GT(bounds, 8);
}

TEST(OptionTable, JsonSaysWhatTheRowsSay) {
  const std::vector<OptionField> rows = option_rows();
  const auto json = nlohmann::json::parse(rows_to_json(rows));
  ASSERT_EQ(json.size(), rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    EXPECT_EQ(json[k]["name"], rows[k].name);
    EXPECT_EQ(json[k].contains("choices"), rows[k].kind == Kind::choice);
    EXPECT_EQ(json[k].contains("min"), std::isfinite(rows[k].min) && !rows[k].open_min);
    EXPECT_EQ(json[k].contains("above"), std::isfinite(rows[k].min) && rows[k].open_min);
    EXPECT_EQ(json[k].contains("slider"), rows[k].slider_max > rows[k].slider_min);
  }
  EXPECT_EQ(json[0]["choices"][0]["label"], "ConJac");
}

}  // namespace
}  // namespace conjac
