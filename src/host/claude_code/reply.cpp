#include "host/claude_code/reply.h"

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/text.h"

namespace host::claude_code {

using base::Json;

namespace {

// The host spills more than 10,000 UTF-16 code units into a file that the model does not read. A
// byte is never fewer units than that.
constexpr std::size_t kContextBytesMax = 9500;

std::string denial(const model::HostReply& reply) {
  std::string text = model::denial_text(*reply.decision);
  if (!reply.decision_id.empty()) text += " (`holdfast why " + reply.decision_id + "`)";
  return text;
}

bool takes_context(model::EventKind kind) {
  switch (kind) {
    case model::EventKind::session_start:
    case model::EventKind::prompt:
    case model::EventKind::before_tool:
    case model::EventKind::after_tool:
    case model::EventKind::tool_failed:
    case model::EventKind::agent_start:
      return true;
    case model::EventKind::agent_stop:
    case model::EventKind::turn_end:
    case model::EventKind::before_compaction:
    case model::EventKind::after_compaction:
    case model::EventKind::session_end:
    case model::EventKind::other:
      return false;
  }
  return false;
}

}  // namespace

HookOutput format_reply(const model::HostEvent& event, const model::HostReply& reply) {
  HookOutput output;
  if (!reply.warning.empty()) output.standard_error = "holdfast: " + reply.warning + "\n";
  Json specific{{"hookEventName", event.name}};
  if (reply.decision && !reply.decision->allowed) {
    specific["permissionDecision"] = "deny";
    specific["permissionDecisionReason"] = denial(reply);
  }
  if (!reply.context.empty() && takes_context(event.kind)) {
    specific["additionalContext"] = std::string(base::clip_utf8(reply.context, kContextBytesMax));
  }
  if (specific.size() > 1) {
    output.standard_output =
        base::dump_line(Json{{"hookSpecificOutput", std::move(specific)}}) + "\n";
  }
  if (reply.decision && reply.decision->allowed && !reply.decision->warning.empty()) {
    output.standard_error += "holdfast: " + reply.decision->warning + "\n";
  }
  return output;
}

}  // namespace host::claude_code
