#include "core/expression.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>

namespace conjac {

/// Recursive descent, one function per line of the grammar. After the first mistake every function
/// returns at once.
class ExpressionParser {
 public:
  explicit ExpressionParser(std::string_view text) : text_(text) {}

  CompiledExpression run() {
    if (text_.size() > Expression::kLongest) {
      fail(Expression::kLongest, "longer than 1000 characters; use a table");
    } else {
      sum();
      if (ok() && !at_end()) fail(at_, "expected an operator (+ - * / ^) or the end");
    }
    return std::move(out_);
  }

 private:
  using Code = Expression::Code;

  bool ok() const { return out_.mistake.empty(); }
  void fail(std::size_t position, std::string mistake) {
    if (!ok()) return;
    out_.position = position;
    out_.mistake = std::move(mistake);
    out_.expression.steps_.clear();
  }

  bool at_end() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n'))
      ++at_;
    return at_ == text_.size();
  }
  char next() { return at_end() ? '\0' : text_[at_]; }
  bool take(char wanted) {
    if (!ok() || next() != wanted) return false;
    ++at_;
    return true;
  }

  /// Operands wait on a stack of fixed size, so it is counted here how many there are.
  void emit(Code code, int operands, double number = 0) {
    if (!ok()) return;
    waiting_ += 1 - operands;
    if (waiting_ > Expression::kDeepest) return fail(at_, "too deeply nested");
    out_.expression.steps_.push_back({code, number});
  }

  /// Counts brackets and signs, which are calls of this parser.
  struct Deeper {
    explicit Deeper(ExpressionParser& caller) : parser(caller) {
      if (++parser.depth_ > Expression::kDeepest) parser.fail(parser.at_, "too deeply nested");
    }
    ~Deeper() { --parser.depth_; }
    ExpressionParser& parser;
  };

  void sum() {
    product();
    while (ok()) {
      if (take('+')) {
        product();
        emit(Code::add, 2);
      } else if (take('-')) {
        product();
        emit(Code::subtract, 2);
      } else {
        return;
      }
    }
  }

  void product() {
    unary();
    while (ok()) {
      if (take('*')) {
        unary();
        emit(Code::multiply, 2);
      } else if (take('/')) {
        unary();
        emit(Code::divide, 2);
      } else {
        return;
      }
    }
  }

  void unary() {
    const Deeper deeper(*this);
    if (!ok()) return;
    if (!take('-')) return power();
    unary();
    emit(Code::negate, 1);
  }

  void power() {
    primary();
    if (!take('^')) return;
    unary();
    emit(Code::power, 2);
  }

  void primary() {
    const char c = next();
    if (take('(')) {
      sum();
      if (ok() && !take(')')) fail(at_, "expected `)`");
    } else if ((c >= '0' && c <= '9') || c == '.') {
      number();
    } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_') {
      name();
    } else if (at_end()) {
      fail(at_, "ends where a number, t, pi, a function or `(` is expected");
    } else {
      fail(at_, "expected a number, t, pi, a function or `(`");
    }
  }

  void number() {
    double value = 0;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc() || !std::isfinite(value)) return fail(at_, "is no number");
    at_ += static_cast<std::size_t>(end - begin);
    emit(Code::number, 0, value);
  }

  void name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_'))
      ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (word == "t") return emit(Code::time, 0);
    if (word == "pi") return emit(Code::number, 0, std::numbers::pi);
    if (word == "sin") return function(Code::sine, 1);
    if (word == "cos") return function(Code::cosine, 1);
    if (word == "min") return function(Code::least, 2);
    if (word == "max") return function(Code::most, 2);
    fail(begin, "unknown name `" + std::string(word.substr(0, 24)) +
                    "`; known are t, pi, sin, cos, min, max");
  }

  /// Its arguments; min and max take two or more.
  void function(Code code, int arguments) {
    if (!take('(')) return fail(at_, "expected `(` behind the name of a function");
    sum();
    for (int count = 1; ok() && arguments > 1; ++count) {
      if (!take(',')) {
        if (count < arguments) fail(at_, "expected `,` and another argument");
        break;
      }
      sum();
      emit(code, 2);
    }
    if (arguments == 1) emit(code, 1);
    if (ok() && !take(')')) fail(at_, "expected `)`");
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0, waiting_ = 0;
  CompiledExpression out_;
};

CompiledExpression compile_expression(std::string_view text) {
  return ExpressionParser(text).run();
}

double Expression::at(double t) const {
  std::array<double, kDeepest + 1> stack{};
  std::size_t top = 0;
  for (const Step& step : steps_) {
    const bool two = step.code == Code::add || step.code == Code::subtract ||
                     step.code == Code::multiply || step.code == Code::divide ||
                     step.code == Code::power || step.code == Code::least ||
                     step.code == Code::most;
    if (two) --top;
    double& a =
        stack[top == 0 || step.code == Code::number || step.code == Code::time ? top : top - 1];
    const double b = two ? stack[top] : 0.0;
    switch (step.code) {
      case Code::number:
        a = step.number, ++top;
        break;
      case Code::time:
        a = t, ++top;
        break;
      case Code::negate:
        a = -a;
        break;
      case Code::add:
        a += b;
        break;
      case Code::subtract:
        a -= b;
        break;
      case Code::multiply:
        a *= b;
        break;
      case Code::divide:
        a /= b;
        break;
      case Code::power:
        a = std::pow(a, b);
        break;
      case Code::sine:
        a = std::sin(a);
        break;
      case Code::cosine:
        a = std::cos(a);
        break;
      case Code::least:
        a = std::min(a, b);
        break;
      case Code::most:
        a = std::max(a, b);
        break;
    }
  }
  return stack[0];
}

}  // namespace conjac
