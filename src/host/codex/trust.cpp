#include "host/codex/trust.h"

#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "host/our_hook.h"

namespace host::codex {
namespace {

using base::Json;

constexpr const char* kEvent = "PreToolUse";
constexpr std::string_view kEventWords = "pre_tool_use";

// What Codex hashes: the hook's group with this one handler, keys in order, no space.
std::string hash_of(const Json& group, const Json& handler) {
  nlohmann::json hook(handler);
  hook["async"] = false;
  nlohmann::json identity{{"event_name", kEventWords}, {"hooks", nlohmann::json::array({hook})}};
  if (group.contains("matcher")) identity["matcher"] = nlohmann::json(group["matcher"]);
  const auto replace = nlohmann::json::error_handler_t::replace;
  return "sha256:" + base::to_hex(base::sha256(identity.dump(-1, ' ', false, replace)));
}

}  // namespace

bool is_trusted(const os::Path& hooks_file, const std::string& hooks, const std::string& settings) {
  const auto document = base::parse_json(hooks);
  if (!document.ok() || !document->is_object() || !document->contains("hooks")) return false;
  const Json& events = (*document)["hooks"];
  if (!events.is_object() || !events.contains(kEvent) || !events[kEvent].is_array()) return false;
  const Json& groups = events[kEvent];
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (!groups[i].is_object() || !groups[i].contains("hooks")) continue;
    const Json& handlers = groups[i]["hooks"];
    for (std::size_t k = 0; handlers.is_array() && k < handlers.size(); ++k) {
      if (!our_hook(handlers[k], kEvent)) continue;
      const std::string key = hooks_file.native() + ":" + std::string(kEventWords) + ":" +
                              std::to_string(i) + ":" + std::to_string(k);
      return settings.find(key) != std::string::npos &&
             settings.find(hash_of(groups[i], handlers[k])) != std::string::npos;
    }
  }
  return false;
}

}  // namespace host::codex
