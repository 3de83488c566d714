#include "host/openclaw/settings_text.h"

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace host::openclaw {

using base::Json;
using base::JsonPath;
using base::JsonText;

namespace {

constexpr std::string_view kByHand =
    "Put in what `holdfast hooks print --host openclaw --scope user` prints.";

base::Error not_as_expected(const std::string& what) {
  return {base::Code::parse_error, what, std::string(kByHand)};
}

std::string name_of(const JsonPath& path) {
  std::vector<std::string> keys;
  for (const base::JsonStep& step : path) keys.push_back(step.key.value_or("?"));
  return base::join(keys, ".");
}

JsonPath below(JsonPath path, const std::string& key) {
  path.emplace_back(key);
  return path;
}

base::Result<void> put(JsonText& text, const JsonPath& object, const std::string& key,
                       const Json& wanted) {
  const JsonPath path = below(object, key);
  if (!text.has(path)) return text.add_member(object, key, wanted);
  if (wanted.is_object()) return merge(text, path, wanted);
  TRY_ASSIGN(const Json now, base::parse_json(text.bytes_of(path)));
  if (now == wanted) return {};
  return text.replace(path, wanted);
}

}  // namespace

base::Result<JsonText> parse_settings(std::string text) {
  auto parsed = JsonText::parse(std::move(text));
  if (!parsed.ok()) {
    if (parsed.error().code != base::Code::parse_error) return parsed;
    return not_as_expected(parsed.error().message + "; only plain JSON is edited");
  }
  if (!parsed->value().is_object()) return not_as_expected("not a JSON object");
  return parsed;
}

base::Result<void> merge(JsonText& text, const JsonPath& path, const Json& wanted) {
  TRY_ASSIGN(const Json now, base::parse_json(text.bytes_of(path)));
  if (!now.is_object()) return not_as_expected(name_of(path) + " is not an object");
  for (const auto& member : wanted.items()) TRY(put(text, path, member.key(), member.value()));
  return {};
}

base::Result<bool> take_out(JsonText& text, JsonPath path) {
  while (!path.empty()) {
    JsonPath above(path.begin(), path.end() - 1);
    const bool is_made_by_us = text.is_spaced(above);
    TRY(text.remove(path));
    if (!is_made_by_us || text.size_of(above) > 0) return true;
    path = std::move(above);
  }
  return false;
}

}  // namespace host::openclaw
