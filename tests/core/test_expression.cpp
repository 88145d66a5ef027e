#include "core/expression.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace conjac {
namespace {

double value(const std::string& text, double t = 0) {
  const CompiledExpression compiled = compile_expression(text);
  EXPECT_EQ(compiled.mistake, "") << text;
  return compiled.mistake.empty() ? compiled.expression.at(t) : NAN;
}

TEST(Expression, GrammarBindsAsWritten) {
  EXPECT_EQ(value("1 + 2 * 3"), 7);
  EXPECT_EQ(value("(1 + 2) * 3"), 9);
  EXPECT_EQ(value("10 - 4 - 3"), 3);
  EXPECT_EQ(value("16 / 4 / 2"), 2);
  EXPECT_EQ(value("2^3^2"), 512);
  EXPECT_EQ(value("-2^2"), -4);
  EXPECT_EQ(value("2^-1"), 0.5);
  EXPECT_EQ(value("2 * -3"), -6);
  EXPECT_EQ(value("--3"), 3);
  EXPECT_EQ(value(" .5e1\t+ 1.25E+0 "), 6.25);
  EXPECT_EQ(value("min(3, 1, 2) + max(1, 5)"), 6);
  EXPECT_EQ(value("t*t", 3), 9);
  EXPECT_NEAR(value("sin(pi/6) + cos(2*pi*t)", 0.5), -0.5, 1e-15);
  EXPECT_NEAR(value("0.5*(1 - cos(2*pi*min(t, 1)))", 0.25), 0.5, 1e-15);
}

TEST(Expression, MistakesHaveTheirPlace) {
  const auto mistake = [](const std::string& text, std::size_t position, const std::string& part) {
    const CompiledExpression compiled = compile_expression(text);
    EXPECT_EQ(compiled.position, position) << text << ": " << compiled.mistake;
    EXPECT_NE(compiled.mistake.find(part), std::string::npos) << text << ": " << compiled.mistake;
  };
  mistake("", 0, "ends where");
  mistake("1 +", 3, "ends where");
  mistake("1 2", 2, "expected an operator");
  mistake("2 * (3 + 1", 10, "expected `)`");
  mistake("sin t", 4, "expected `(`");
  mistake("min(1)", 5, "expected `,`");
  mistake("1 + time", 4, "unknown name `time`");
  mistake("exp(t)", 0, "known are t, pi, sin, cos, min, max");
  mistake("1 + * 2", 4, "expected a number");
  mistake("3 $ 4", 2, "expected an operator");
  mistake("1e999", 0, "is no number");
  mistake("sin(1, 2)", 5, "expected `)`");
}

TEST(Expression, HostileTextIsRefusedNotFollowed) {
  EXPECT_NE(compile_expression(std::string(100, '(')).mistake, "");
  EXPECT_NE(compile_expression(std::string(900, '-') + "1").mistake.find("too deeply"),
            std::string::npos);
  EXPECT_NE(compile_expression(std::string(2000, '1')).mistake.find("longer"), std::string::npos);
  std::string tower = "1";
  for (int k = 0; k < 80; ++k) tower = "1+(" + tower + ")";
  EXPECT_NE(compile_expression(tower).mistake.find("too deeply"), std::string::npos);
  std::string row = "1";
  for (int k = 0; k < 400; ++k) row += "+1";
  EXPECT_EQ(value(row), 401);
  // Whatever is in it: an answer, and the same one twice.
  std::mt19937 rng(3);
  const std::string letters = "0123456789.+-*/^(),tpisncomax e_";
  for (int k = 0; k < 20000; ++k) {
    std::string text;
    for (unsigned length = rng() % 24; length > 0; --length)
      text += letters[rng() % letters.size()];
    const CompiledExpression once = compile_expression(text), again = compile_expression(text);
    EXPECT_EQ(once.mistake, again.mistake);
    EXPECT_LE(once.position, text.size());
    if (!once.mistake.empty()) continue;
    const double a = once.expression.at(0.3), b = again.expression.at(0.3);
    EXPECT_TRUE(a == b || (std::isnan(a) && std::isnan(b))) << text;
  }
}

}  // namespace
}  // namespace conjac
