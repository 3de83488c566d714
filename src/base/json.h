// JSON at the edges: strict parsing without exceptions, and a box that headers can hold.
#pragma once
#include <cstddef>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "base/result.h"

namespace base {

using Json = nlohmann::ordered_json;  // Keeps the order of keys.

struct JsonLimits {
  std::size_t bytes_max = 16U * 1024 * 1024;
  int depth_max = 128;
};

// One JSON document: valid UTF-8, no duplicate key, nothing behind it. The message says where.
Result<Json> parse_json(std::string_view text, const JsonLimits& limits = {});

// The text under `key`; empty where there is none, and where `object` is no object.
std::string text_at(const Json& object, std::string_view key);
// The flag under `key`; false where there is none, and where `object` is no object.
bool flag_at(const Json& object, std::string_view key);
// The member of that name; null where there is none, and where `object` is no object.
const Json& member_at(const Json& object, std::string_view key);

// Null for an empty text.
Json text_or_null(std::string_view text);

// One character of a text as JSON spells it: for quotes, backslashes and control characters alone.
void append_json_escape(char c, std::string& out);

std::string dump_line(const Json& json);
// Two spaces and a final newline.
std::string dump_pretty(const Json& json);

// A JSON value with the manners of an int: it can be a member where the library's header, which
// takes seconds to compile, must not be included. Starts as null; never moved-from to nothing.
class JsonBox {
 public:
  JsonBox();
  explicit JsonBox(Json json);
  JsonBox(const JsonBox& other);
  JsonBox(JsonBox&& other) noexcept;
  JsonBox& operator=(const JsonBox& other);
  JsonBox& operator=(JsonBox&& other) noexcept;
  ~JsonBox();

  const Json& get() const;
  Json& get();
  bool operator==(const JsonBox& other) const;

 private:
  std::unique_ptr<Json> json_;  // Null stands for JSON null, so that an empty box costs nothing.
};

}  // namespace base
