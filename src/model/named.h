// An enumeration that newer writers may extend: what we do not know is kept as it was written.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace model {

// E has `std::optional<E> from_name(std::string_view, E*)` and `std::string_view name_of(E)`, found
// by argument-dependent lookup. Strict on write is the policies' business; reading is tolerant.
template <typename E>
class Named {
 public:
  Named() = default;
  Named(E value) : text_(name_of(value)) {}  // NOLINT: implicit.
  explicit Named(std::string text) : text_(std::move(text)) {}

  const std::string& text() const { return text_; }
  // Nothing where the text is not one that this version knows.
  std::optional<E> known() const { return from_name(text_, static_cast<E*>(nullptr)); }
  bool is(E value) const { return text_ == name_of(value); }
  bool operator==(const Named&) const = default;

 private:
  std::string text_;
};

}  // namespace model
