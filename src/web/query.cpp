#include "web/query.h"

#include <algorithm>
#include <charconv>

#include "base/percent.h"

namespace web {

std::string decoded(std::string_view text, bool plus_is_space) {
  std::string with_spaces(text);
  if (plus_is_space) std::replace(with_spaces.begin(), with_spaces.end(), '+', ' ');
  return base::percent_decoded(with_spaces);
}

Query::Query(std::string_view text) {
  while (!text.empty()) {
    const std::string_view field = text.substr(0, text.find('&'));
    text.remove_prefix(field.size() == text.size() ? field.size() : field.size() + 1);
    if (field.empty()) continue;
    const std::size_t equals = field.find('=');
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view() : field.substr(equals + 1);
    fields_.emplace_back(decoded(field.substr(0, equals), true), decoded(value, true));
  }
}

std::optional<std::string> Query::text(std::string_view name) const {
  for (const auto& [field, value] : fields_) {
    if (field == name) return value.empty() ? std::nullopt : std::optional(value);
  }
  return std::nullopt;
}

base::Result<std::int64_t> Query::number(std::string_view name, std::int64_t otherwise,
                                         std::int64_t min, std::int64_t max) const {
  const auto given = text(name);
  if (!given) return otherwise;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(given->data(), given->data() + given->size(), value);
  if (error == std::errc() && end == given->data() + given->size() && value >= min &&
      value <= max) {
    return value;
  }
  return base::Error{base::Code::invalid_params,
                     std::string(name) + " must be a number from " + std::to_string(min) + " to " +
                         std::to_string(max),
                     ""};
}

}  // namespace web
