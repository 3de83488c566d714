#include "mcp/feature.h"

#include <array>
#include <nlohmann/json.hpp>

namespace mcp {
namespace {

constexpr std::array<std::string_view, 8> kLevels = {"debug", "info",     "notice", "warning",
                                                     "error", "critical", "alert",  "emergency"};

base::Json text_blocks(std::string text) {
  return base::Json::array({{{"type", "text"}, {"text", std::move(text)}}});
}

// Whether the same call may go better a moment later.
bool is_retryable(base::Code code) {
  return code == base::Code::lock_timeout || code == base::Code::version_conflict ||
         code == base::Code::unavailable;
}

}  // namespace

ToolResult text_result(std::string text) {
  return {base::JsonBox(text_blocks(std::move(text))), {}, false};
}

ToolResult structured_result(base::Json value) {
  base::JsonBox content(text_blocks(base::dump_line(value)));
  return {std::move(content), base::JsonBox(std::move(value)), false};
}

ToolResult error_result(const base::Error& error) {
  base::Json details = base::Json::object();
  if (!error.hint.empty()) details["hint"] = error.hint;
  ToolResult result = structured_result({{"error",
                                          {{"code", base::code_name(error.code)},
                                           {"message", error.message},
                                           {"details", std::move(details)},
                                           {"retryable", is_retryable(error.code)}}}});
  result.is_error = true;
  return result;
}

std::optional<LogLevel> log_level_from_name(std::string_view name) {
  for (std::size_t i = 0; i < kLevels.size(); ++i) {
    if (kLevels[i] == name) return static_cast<LogLevel>(i);
  }
  return std::nullopt;
}

std::string_view name_of(LogLevel level) { return kLevels[static_cast<std::size_t>(level)]; }

}  // namespace mcp
