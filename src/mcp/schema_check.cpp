#include "mcp/schema_check.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace mcp {
namespace {

using base::Json;
using Problem = std::optional<std::string>;

constexpr int kSchemaDepthMax = 64;

Problem problem(const std::string& path, const std::string& what) {
  return (path.empty() ? std::string("arguments") : path) + ": " + what;
}

std::string below(const std::string& path, const std::string& key) {
  constexpr std::size_t kShownBytes = 80;
  const std::string shown(base::clip_utf8(key, kShownBytes));
  return path.empty() ? shown : path + "." + shown;
}

bool is_whole(const Json& value) {
  if (value.is_number_integer()) return true;
  if (!value.is_number_float()) return false;
  const double number = value.get<double>();
  constexpr double kExactMax = 9007199254740992.0;
  return number >= -kExactMax && number <= kExactMax &&
         number == static_cast<double>(static_cast<std::int64_t>(number));
}

bool has_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "integer") return is_whole(value);
  if (type == "number") return value.is_number();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  return true;
}

Problem check_type(const Json& schema, const Json& value, const std::string& path) {
  const auto type = schema.find("type");
  if (type == schema.end()) return std::nullopt;
  const Json types = type->is_array() ? *type : Json::array({*type});
  std::string wanted;
  for (const Json& name : types) {
    if (!name.is_string()) continue;
    if (has_type(value, name.get<std::string>())) return std::nullopt;
    wanted += (wanted.empty() ? "" : " or ") + name.get<std::string>();
  }
  if (wanted.empty()) return std::nullopt;
  return problem(path, "not of type " + wanted);
}

Problem check_choice(const Json& schema, const Json& value, const std::string& path) {
  if (const auto only = schema.find("const"); only != schema.end() && *only != value) {
    return problem(path, "not " + base::dump_line(*only));
  }
  const auto choices = schema.find("enum");
  if (choices == schema.end() || !choices->is_array()) return std::nullopt;
  if (std::find(choices->begin(), choices->end(), value) != choices->end()) return std::nullopt;
  return problem(path, "not one of " + base::dump_line(*choices));
}

std::optional<double> limit(const Json& schema, const char* key) {
  const auto member = schema.find(key);
  if (member == schema.end() || !member->is_number()) return std::nullopt;
  return member->get<double>();
}

Problem check_range(const Json& schema, const Json& value, const std::string& path) {
  if (!value.is_number()) return std::nullopt;
  const double number = value.get<double>();
  if (const auto least = limit(schema, "minimum"); least && number < *least) {
    return problem(path, "below " + base::dump_line(schema["minimum"]));
  }
  if (const auto most = limit(schema, "maximum"); most && number > *most) {
    return problem(path, "above " + base::dump_line(schema["maximum"]));
  }
  return std::nullopt;
}

// In characters, as JSON Schema counts.
std::size_t length_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

Problem check_size(const Json& schema, std::size_t size, const char* least_key,
                   const char* most_key, const std::string& path) {
  if (const auto least = limit(schema, least_key); least && static_cast<double>(size) < *least) {
    return problem(path, "shorter than " + base::dump_line(schema[least_key]));
  }
  if (const auto most = limit(schema, most_key); most && static_cast<double>(size) > *most) {
    return problem(path, "longer than " + base::dump_line(schema[most_key]));
  }
  return std::nullopt;
}

Problem check(const Json& schema, const Json& value, const std::string& path, int depth);

Problem check_array(const Json& schema, const Json& value, const std::string& path, int depth) {
  if (auto wrong = check_size(schema, value.size(), "minItems", "maxItems", path)) return wrong;
  const auto items = schema.find("items");
  if (items == schema.end()) return std::nullopt;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const std::string element = path + "[" + std::to_string(i) + "]";
    if (auto wrong = check(*items, value[i], element, depth)) return wrong;
  }
  return std::nullopt;
}

Problem check_required(const Json& schema, const Json& value, const std::string& path) {
  const auto required = schema.find("required");
  if (required == schema.end() || !required->is_array()) return std::nullopt;
  for (const Json& key : *required) {
    if (key.is_string() && !value.contains(key.get<std::string>())) {
      return problem(below(path, key.get<std::string>()), "missing");
    }
  }
  return std::nullopt;
}

Problem check_object(const Json& schema, const Json& value, const std::string& path, int depth) {
  if (auto wrong = check_required(schema, value, path)) return wrong;
  static const Json kNone = Json::object();
  const auto found = schema.find("properties");
  const Json& properties = found != schema.end() && found->is_object() ? *found : kNone;
  const auto others = schema.find("additionalProperties");
  for (const auto& member : value.items()) {
    const std::string place = below(path, member.key());
    const auto known = properties.find(member.key());
    if (known != properties.end()) {
      if (auto wrong = check(*known, member.value(), place, depth)) return wrong;
    } else if (others != schema.end()) {
      if (*others == false) return problem(place, "not an argument that is known here");
      if (auto wrong = check(*others, member.value(), place, depth)) return wrong;
    }
  }
  return std::nullopt;
}

Problem check(const Json& schema, const Json& value, const std::string& path, int depth) {
  if (depth > kSchemaDepthMax) return problem(path, "nested too deep");
  if (schema == false) return problem(path, "not allowed");
  if (!schema.is_object()) return std::nullopt;
  if (auto wrong = check_type(schema, value, path)) return wrong;
  if (auto wrong = check_choice(schema, value, path)) return wrong;
  if (auto wrong = check_range(schema, value, path)) return wrong;
  if (value.is_string()) {
    const std::size_t length = length_of(value.get_ref<const std::string&>());
    return check_size(schema, length, "minLength", "maxLength", path);
  }
  if (value.is_array()) return check_array(schema, value, path, depth + 1);
  if (value.is_object()) return check_object(schema, value, path, depth + 1);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> schema_problem(const Json& schema, const Json& value) {
  return check(schema, value, "", 0);
}

}  // namespace mcp
