// The one failure channel: a value, or the Error that stands in its place.
#pragma once
#include <optional>
#include <utility>
#include <variant>

#include "base/check.h"
#include "base/error.h"

namespace base {

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit.
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit.

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & {
    CHECK(ok());
    return *std::get_if<0>(&state_);
  }
  const T& value() const& {
    CHECK(ok());
    return *std::get_if<0>(&state_);
  }
  T&& value() && {
    CHECK(ok());
    return std::move(*std::get_if<0>(&state_));
  }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }

  const Error& error() const& {
    CHECK(!ok());
    return *std::get_if<1>(&state_);
  }
  Error&& error() && {
    CHECK(!ok());
    return std::move(*std::get_if<1>(&state_));
  }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT: implicit.

  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }

  const Error& error() const& {
    CHECK(!ok());
    return *error_;
  }
  Error&& error() && {
    CHECK(!ok());
    return std::move(*error_);
  }

 private:
  std::optional<Error> error_;
};

}  // namespace base

#define HOLDFAST_JOIN_(a, b) a##b
#define HOLDFAST_JOIN(a, b) HOLDFAST_JOIN_(a, b)

// Leaves the function with the error of `expression`, if it has one.
#define TRY(expression)                                         \
  do {                                                          \
    auto try_result = (expression);                             \
    if (!try_result.ok()) return std::move(try_result).error(); \
  } while (false)

// TRY_ASSIGN(auto note, load(id)); leaves the function with the error, or declares `note`.
#define TRY_ASSIGN(target, expression) \
  TRY_ASSIGN_(HOLDFAST_JOIN(try_assign_, __LINE__), target, expression)
#define TRY_ASSIGN_(result, target, expression)       \
  auto result = (expression);                         \
  if (!result.ok()) return std::move(result).error(); \
  target = std::move(result).value()
