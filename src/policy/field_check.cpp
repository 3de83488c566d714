#include "policy/field_check.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/id.h"
#include "base/text.h"
#include "base/time.h"
#include "policy/workflow.h"

namespace policy {
namespace {

base::Error too_large(std::string_view field, std::size_t size, std::string_view unit,
                      std::size_t limit) {
  return {base::Code::too_large, fmt::format("{}: {} {}, at most {}", field, size, unit, limit),
          ""};
}

// A value in a message, short enough to read.
std::string in_quotes(std::string_view value) {
  constexpr std::size_t kShownBytesMax = 80;
  return fmt::format("'{}'", base::clip_utf8(value, kShownBytesMax));
}

}  // namespace

base::Result<void> check_text(std::string_view field, std::string_view text) {
  if (text.size() <= kTextBytesMax) return {};
  return too_large(field, text.size(), "bytes", kTextBytesMax);
}

base::Result<void> check_count(std::string_view field, std::size_t count) {
  if (count <= kListItemsMax) return {};
  return too_large(field, count, "items", kListItemsMax);
}

base::Result<void> check_texts(std::string_view field, const std::vector<std::string>& texts) {
  TRY(check_count(field, texts.size()));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    TRY(check_text(fmt::format("{}[{}]", field, i), texts[i]));
  }
  return {};
}

base::Result<void> check_object(std::string_view field, const base::JsonBox& object,
                                std::size_t bytes_max) {
  const base::Json& json = object.get();
  if (json.is_null()) return {};
  if (!json.is_object()) {
    return invalid_value(field, "not an object");
  }
  const std::size_t size = base::dump_line(json).size();
  if (size > bytes_max) return too_large(field, size, "bytes", bytes_max);
  return {};
}

base::Result<void> check_id(std::string_view field, std::string_view id) {
  if (id.empty() || base::is_safe_id(id)) return {};
  return invalid_value(
      field, in_quotes(id) + " is no id (letters, digits, '.', '_' and '-', at most 128)");
}

base::Result<void> check_time(std::string_view field, std::string_view time) {
  if (time.empty() || base::instant_from_iso(time).ok()) return {};
  return invalid_value(field, in_quotes(time) + " is no RFC 3339 time");
}

base::Error invalid_value(std::string_view field, std::string_view problem) {
  return {base::Code::invalid_value, fmt::format("{}: {}", field, problem), ""};
}

base::Error not_one_of(std::string_view field, std::string_view value,
                       const std::vector<std::string_view>& allowed) {
  return invalid_value(
      field, fmt::format("{} is not one of {}", in_quotes(value), fmt::join(allowed, ", ")));
}

}  // namespace policy
