// What goes to the server as text: the values of a statement, and rows for COPY. An empty text is
// NULL, as everywhere in the index.
#pragma once
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace indexing {

// PostgreSQL takes neither a zero byte nor what is no UTF-8: both become U+FFFD, so that one odd
// name keeps no journal out.
std::string clean_text(std::string_view text);

// A number as the server reads it.
std::string number_text(double number);

// The values of one statement, for $1, $2, …
class Values {
 public:
  Values() = default;
  template <typename... Types>
  static Values of(const Types&... values) {
    Values all;
    (all.add(values), ...);
    return all;
  }

  void add(std::string_view text);
  void add(const char* text) { add(std::string_view(text)); }
  void add(const std::string& text) { add(std::string_view(text)); }
  void add(double number) { texts_.emplace_back(number_text(number)); }
  template <std::integral Number>
  void add(Number number) {
    texts_.emplace_back(std::to_string(static_cast<std::int64_t>(number)));
  }
  template <typename Value>
  void add(const std::optional<Value>& value) {
    if (value) {
      add(*value);
    } else {
      texts_.emplace_back();
    }
  }

  const std::vector<std::optional<std::string>>& texts() const { return texts_; }
  std::size_t bytes() const;

 private:
  std::vector<std::optional<std::string>> texts_;
};

// Rows in the text format of COPY.
class CopyRows {
 public:
  template <typename... Types>
  void add(const Types&... values) {
    const std::size_t start = bytes_.size();
    (field(start, values), ...);
    bytes_ += '\n';
    ++rows_;
  }
  const std::string& bytes() const { return bytes_; }
  std::size_t rows() const { return rows_; }
  // The same rows by columns: each an array as the server reads it.
  std::vector<std::string> arrays() const;
  void clear() {
    bytes_.clear();
    rows_ = 0;
  }

 private:
  void tab(std::size_t start) {
    if (bytes_.size() != start) bytes_ += '\t';
  }
  void field(std::size_t start, std::string_view text) {
    tab(start);
    put(text);
  }
  void field(std::size_t start, const std::string& text) { field(start, std::string_view(text)); }
  void field(std::size_t start, double number) {
    tab(start);
    bytes_ += number_text(number);
  }
  template <std::integral Number>
  void field(std::size_t start, Number number) {
    tab(start);
    bytes_ += std::to_string(static_cast<std::int64_t>(number));
  }
  template <typename Value>
  void field(std::size_t start, const std::optional<Value>& value) {
    if (value) {
      field(start, *value);
    } else {
      field(start, std::string_view());
    }
  }
  void put(std::string_view text);

  std::string bytes_;
  std::size_t rows_ = 0;
};

}  // namespace indexing
