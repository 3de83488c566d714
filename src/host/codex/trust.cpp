#include "host/codex/trust.h"

#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "host/codex/toml.h"
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

// Our PreToolUse as Codex keeps it in its settings.
struct Identity {
  std::string key;
  std::string hash;
};

std::optional<Identity> identity_of(const os::Path& hooks_file, const std::string& hooks) {
  const auto document = base::parse_json(hooks);
  if (!document.ok() || !document->is_object() || !document->contains("hooks")) return {};
  const Json& events = (*document)["hooks"];
  if (!events.is_object() || !events.contains(kEvent) || !events[kEvent].is_array()) return {};
  const Json& groups = events[kEvent];
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (!groups[i].is_object() || !groups[i].contains("hooks")) continue;
    const Json& handlers = groups[i]["hooks"];
    for (std::size_t k = 0; handlers.is_array() && k < handlers.size(); ++k) {
      if (!our_hook(handlers[k], kEvent)) continue;
      return Identity{hooks_file.native() + ":" + std::string(kEventWords) + ":" +
                          std::to_string(i) + ":" + std::to_string(k),
                      hash_of(groups[i], handlers[k])};
    }
  }
  return std::nullopt;
}

}  // namespace

std::string hooks_feature_off(std::string_view settings) {
  // Where both are set, the name of today decides.
  for (const char* name : {"hooks", "codex_hooks"}) {
    const auto value = toml_value(settings, {"features", name});
    if (!value) continue;
    if (*value != "false") return {};
    return "features." + std::string(name) + " is false, so no hook runs";
  }
  return {};
}

std::string switched_off(const os::Path& hooks_file, const std::string& hooks,
                         const std::string& settings) {
  std::string feature = hooks_feature_off(settings);
  if (!feature.empty()) return feature;
  const auto hook = identity_of(hooks_file, hooks);
  if (!hook || toml_value(settings, {"hooks", "state", hook->key, "enabled"}) != "false") return {};
  return "hooks.state.\"" + hook->key + "\" has enabled = false, so that hook does not run";
}

bool is_trusted(const os::Path& hooks_file, const std::string& hooks, const std::string& settings) {
  const auto hook = identity_of(hooks_file, hooks);
  if (!hook || !switched_off(hooks_file, hooks, settings).empty()) return false;
  const auto yes = toml_value(settings, {"hooks", "state", hook->key, "trusted_hash"});
  return yes && toml_string(*yes) == hook->hash;
}

}  // namespace host::codex
