// Edits on the text of a JSON document that leave every other byte as it was: the file is
// somebody's, with their indentation, line ends and order.
#pragma once
#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace base {

// One step down: a member of an object by its key, or an element of an array by its place.
struct JsonStep {
  template <std::convertible_to<std::string_view> Text>
  JsonStep(const Text& member) : key(std::string_view(member)) {}  // NOLINT: implicit.
  template <std::integral Number>
  JsonStep(Number element) : index(static_cast<std::size_t>(element)) {}  // NOLINT: implicit.

  std::optional<std::string> key;
  std::size_t index = 0;
};
using JsonPath = std::vector<JsonStep>;

// What is added goes to the end of its container, in the container's own layout; what is removed
// takes its comma and its whitespace with it. So removing what was added last gives back the very
// bytes that were there before.
class JsonText {
 public:
  // The errors of parse_json. A byte order mark is kept.
  static Result<JsonText> parse(std::string text, const JsonLimits& limits = {});

  JsonText(JsonText&&) noexcept;
  JsonText& operator=(JsonText&&) noexcept;
  ~JsonText();

  const std::string& text() const { return text_; }
  // The document as a value.
  Json value() const;
  bool has(const JsonPath& path) const;
  // The bytes of one value; empty where there is none.
  std::string_view bytes_of(const JsonPath& path) const;
  // Counted from 1; 0 where there is no such value. A member's line is that of its key.
  std::size_t line_of(const JsonPath& path) const;
  // Members or elements; 0 for what is no container.
  std::size_t size_of(const JsonPath& path) const;
  // Whether whitespace follows the opening bracket. It does in every container that was added as
  // part of a value; it does not where the first member was added to a container that was empty.
  bool is_spaced(const JsonPath& path) const;

  // not_found where there is no such object; exists where it has the member.
  Result<void> add_member(const JsonPath& object, std::string_view key, const Json& value);
  // not_found where there is no such array.
  Result<void> add_element(const JsonPath& array, const Json& value);
  // All elements of `list`, in one pass over the text.
  Result<void> add_elements(const JsonPath& array, const Json& list);
  // Puts `value` in the place of what stands there: on one line where the old value had its members
  // on one, or where the document has no lines. not_found where there is nothing.
  Result<void> replace(const JsonPath& path, const Json& value);
  // not_found where there is nothing, or where the path is empty: a document is always something.
  Result<void> remove(const JsonPath& path);

 private:
  struct Node;

  explicit JsonText(std::string text);
  const Node* find(const JsonPath& path) const;
  // `values` is what goes in: the members of an object, or the elements of an array.
  void add(const Node& container, const Json& values);
  std::string unit() const;
  bool is_on_one_line(const Node& node) const;
  void scan();

  std::string text_;
  std::unique_ptr<Node> root_;
};

// A new document of one object, laid out with two spaces and a final newline.
std::string new_json_text(const Json& value);

}  // namespace base
