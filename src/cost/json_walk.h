// A walk over one line of JSON that looks at few members and steps over the rest, without a tree
// and without a copy. It follows the structure strictly enough that no text inside a string is
// taken for a member; what it steps over is not checked for being a valid value.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace cost {

// for (bool more = walk.open_object(); more; more = walk.next_member()) {
//   if (walk.key() == "id") id = walk.text(); else walk.skip();
// }
// Each value is taken exactly once, by text, number, boolean, open_object, open_array or skip.
// After a mistake in the text every call says no, and `failed` is true.
class JsonWalk {
 public:
  explicit JsonWalk(std::string_view line) : at_(line.data()), end_(line.data() + line.size()) {}

  // Steps into the object that comes, to its first member. False where it has none, or where the
  // value, which is then skipped, is no object.
  bool open_object();
  bool next_member();
  std::string_view key() const { return key_; }

  // The same for an array and its items, which have no key.
  bool open_array();
  bool next_item();

  // A string without its quotes, escapes left as they are; nothing for a value of another kind,
  // which is skipped.
  std::optional<std::string_view> text();
  // A whole number without sign that fits, and 0 for null; nothing for any other value, which is
  // skipped.
  std::optional<std::uint64_t> number();
  // Any JSON number; nothing for any other value, which is skipped.
  std::optional<double> decimal();
  bool is_true();
  void skip();

  bool failed() const { return failed_; }
  // Nothing but space is left: the line was one whole value.
  bool at_end();

 private:
  void fail() { failed_ = true; }
  void skip_space();
  bool take(char wanted);
  bool read_key();
  // From behind the opening quote; to behind the closing one.
  std::optional<std::string_view> rest_of_string();
  void skip_container();
  std::string_view bare_word();

  const char* at_;
  const char* end_;
  std::string_view key_;
  bool failed_ = false;
};

}  // namespace cost
