#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace conjac {

/// A formula of the time t, compiled once and evaluated without allocating:
///
///   sum      = product { ("+" | "-") product }
///   product  = unary { ("*" | "/") unary }
///   unary    = "-" unary | power
///   power    = primary [ "^" unary ]                         2^3^2 = 2^9, -2^2 = -4
///   primary  = number | "t" | "pi" | "(" sum ")"
///            | ("sin" | "cos") "(" sum ")" | ("min" | "max") "(" sum "," sum { "," sum } ")"
///
/// There are no other names, and nothing outside is looked at.
class Expression {
 public:
  /// At most this many characters, and this many unfinished parts (brackets, signs, operands).
  static constexpr std::size_t kLongest = 1000;
  static constexpr int kDeepest = 64;

  double at(double t) const;

 private:
  friend class ExpressionParser;
  enum class Code : char {
    number,
    time,
    negate,
    add,
    subtract,
    multiply,
    divide,
    power,
    sine,
    cosine,
    least,
    most
  };
  struct Step {
    Code code;
    double number;
  };
  std::vector<Step> steps_;  // operands before what is done to them
};

/// What came of a text: an expression, or where and why it is none.
struct CompiledExpression {
  Expression expression;
  std::size_t position = 0;  // of the mistake, counted from 0
  std::string mistake;       // empty: there is none
};

/// A function of its text alone: never throws for anything that is written in it.
CompiledExpression compile_expression(std::string_view text);

}  // namespace conjac
