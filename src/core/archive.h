#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace conjac {

/// What a run depends on, as bytes. One list serves both ways: a class that a step depends on has a
///
///     void describe(Archive& archive);        or        void describe(Archive& archive, Plain& x);
///
/// that names every member, those that are kept in archive(...) and those that are not in
/// archive.leave(...). tools/check_state.py proves that none is forgotten. The same calls save and
/// load; what has to be made again on the way in asks loading().
///
/// Numbers are written as they lie in memory, little-endian, so they come back to the bit. Bytes
/// that do not fit the list throw Error(bad_input); they never make it read or allocate beyond what
/// they hold.
class Archive {
 public:
  Archive() = default;                                                      // saves
  explicit Archive(std::string_view bytes) : in_(bytes), loading_(true) {}  // loads

  bool loading() const { return loading_; }
  std::string take() { return std::move(out_); }  // what was saved
  void end() const;                               // throws where anything is left to load

  /// A list begins. Its name is in the bytes, so that those of another list are told apart.
  void section(const char* name);

  template <class... Values>
  void operator()(Values&... values) {
    (visit(values), ...);
  }
  /// Named, and not kept: workspace, what follows from the rest, what the owner gives.
  template <class... Values>
  void leave(const Values&... /*values*/) const {}
  /// Numbers in memory that is there already, as many as there are.
  void numbers(double* values, std::int64_t count);
  /// Throws where bytes that are whole do not make sense.
  static void fits(bool condition, const char* what);

 private:
  template <class Value>
  void visit(Value& value);
  template <class Value>
  void visit_eigen(Value& matrix);
  template <class Value>
  void visit_list(Value& list);
  /// Of a list whose items take at least so many bytes: no more than are left.
  std::int64_t size(std::int64_t count, std::size_t least);
  std::int64_t most_numbers() const;  // that can be left
  void raw(void* bytes, std::size_t count);

  std::string out_;
  std::string_view in_;
  bool loading_ = false;
};

/// Bytes with a name, their number and a checksum before them (docs/format.md).
std::string sealed(std::string_view name, std::string_view bytes);
/// The bytes again. Throws Error(bad_input), beginning with `where`, when they are not whole.
std::string_view unsealed(std::string_view name, std::string_view all, const std::string& where);

namespace archived {

template <class T>
struct Kind {
  static constexpr bool list = false, pair = false, optional = false, fixed = false;
};
template <class T>
struct Kind<std::vector<T>> : Kind<void> {
  static constexpr bool list = true;
};
template <>
struct Kind<std::string> : Kind<void> {
  static constexpr bool list = true;
};
template <class T, std::size_t n>
struct Kind<std::array<T, n>> : Kind<void> {
  static constexpr bool fixed = true;
};
template <class A, class B>
struct Kind<std::pair<A, B>> : Kind<void> {
  static constexpr bool pair = true;
};
template <class T>
struct Kind<std::optional<T>> : Kind<void> {
  static constexpr bool optional = true;
};
template <class T>
constexpr bool number = std::is_arithmetic_v<T> || std::is_enum_v<T>;

}  // namespace archived

template <class Value>
void Archive::visit(Value& value) {
  using Kind = archived::Kind<Value>;
  if constexpr (requires { value.describe(*this); }) {
    value.describe(*this);
  } else if constexpr (requires { describe(*this, value); }) {
    describe(*this, value);
  } else if constexpr (std::is_same_v<Value, bool>) {
    char byte = value ? 1 : 0;
    raw(&byte, 1);
    fits(byte == 0 || byte == 1, "a truth value is neither");
    value = byte != 0;
  } else if constexpr (archived::number<Value>) {
    raw(&value, sizeof value);
  } else if constexpr (Kind::list) {
    visit_list(value);
  } else if constexpr (Kind::fixed) {
    for (auto& one : value) visit(one);
  } else if constexpr (Kind::pair) {
    visit(value.first);
    visit(value.second);
  } else if constexpr (Kind::optional) {
    bool there = value.has_value();
    visit(there);
    if (there && !value) value.emplace();
    if (!there) value.reset();
    if (there) visit(*value);
  } else if constexpr (requires { value.coeffs(); }) {  // a quaternion
    visit_eigen(value.coeffs());
  } else {
    visit_eigen(value);
  }
}

template <class Value>
void Archive::visit_list(Value& list) {
  using Item = typename Value::value_type;
  constexpr bool flat = archived::number<Item> && !std::is_same_v<Item, bool>;
  const auto count = static_cast<std::size_t>(
      size(static_cast<std::int64_t>(list.size()), flat ? sizeof(Item) : 1));
  if (loading_) list.resize(count);
  if constexpr (flat)
    raw(list.data(), count * sizeof(Item));
  else
    for (Item& item : list) visit(item);
}

template <class Value>
void Archive::visit_eigen(Value& matrix) {
  static_assert(std::is_same_v<typename Value::Scalar, double>, "this has no describe()");
  const std::int64_t rows = size(matrix.rows(), 0), cols = size(matrix.cols(), 0);
  if constexpr (Value::SizeAtCompileTime == Eigen::Dynamic) {
    // An empty matrix may have rows without columns, but no more of them than there could be bytes.
    fits(rows <= most_numbers() && cols <= most_numbers() &&
             (cols == 0 || rows <= most_numbers() / cols),
         "a matrix is larger than the bytes");
    fits((Value::RowsAtCompileTime == Eigen::Dynamic || rows == matrix.rows()) &&
             (Value::ColsAtCompileTime == Eigen::Dynamic || cols == matrix.cols()),
         "a matrix has another shape");
    if (loading_) matrix.resize(rows, cols);
  } else {
    fits(rows == matrix.rows() && cols == matrix.cols(), "a matrix has another shape");
  }
  raw(matrix.data(), static_cast<std::size_t>(rows * cols) * sizeof(double));
}

}  // namespace conjac
