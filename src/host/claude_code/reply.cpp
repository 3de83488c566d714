#include "host/claude_code/reply.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "base/json.h"
#include "host/answer.h"

namespace host::claude_code {

using base::Json;
using model::EventKind;

namespace {

// An allowed call is left to the host's own permissions: no word of ours may skip its question.
void put_denial(Json& specific, EventKind kind, const model::HostReply& reply) {
  if (!is_denied(reply)) return;
  if (!reply.decision->asks_mode.empty()) {
    // The question itself comes next, and is the person's to answer.
    if (kind == EventKind::permission_request) return;
    specific["permissionDecision"] = "ask";
    specific["permissionDecisionReason"] = "holdfast: " + reply.decision->for_person;
    return;
  }
  const std::string text = denial_of(reply);
  if (kind == EventKind::permission_request) {
    specific["decision"] = Json{{"behavior", "deny"}, {"message", text}};
  } else {
    specific["permissionDecision"] = "deny";
    specific["permissionDecisionReason"] = text;
  }
}

std::optional<Json> without_word(const model::HostEvent& event, const model::HostReply& reply) {
  const bool ends_a_turn = event.kind == EventKind::turn_end || event.kind == EventKind::agent_stop;
  if (ends_a_turn) {
    if (reply.hold.empty()) return std::nullopt;
    return Json{{"decision", "block"}, {"reason", reply.hold}};
  }
  Json specific{{"hookEventName", event.name}};
  put_denial(specific, event.kind, reply);
  if (!reply.context.empty() && takes_context(event.kind)) {
    specific["additionalContext"] = context_of(reply);
  }
  if (specific.size() == 1) return std::nullopt;
  return Json{{"hookSpecificOutput", std::move(specific)}};
}

// A question has its word in it, and the client asks a second time before it puts one.
bool is_word_said(const model::HostEvent& event, const model::HostReply& reply) {
  const bool is_question = is_denied(reply) && !reply.decision->asks_mode.empty();
  return is_question || (event.kind == EventKind::permission_request && !is_denied(reply));
}

Json answer_of(const model::HostEvent& event, const model::HostReply& reply) {
  Json answer = without_word(event, reply).value_or(Json::object());
  const std::string word = is_word_said(event, reply) ? alarm_of(reply) : word_for_person(reply);
  if (!word.empty()) answer["systemMessage"] = word;
  return answer;
}

}  // namespace

bool takes_context(EventKind kind) {
  switch (kind) {
    case EventKind::session_start:
    case EventKind::prompt:
    case EventKind::before_tool:
    case EventKind::after_tool:
    case EventKind::tool_failed:
    case EventKind::agent_start:
      return true;
    // These two would go on with the turn for the sake of a remark.
    case EventKind::agent_stop:
    case EventKind::turn_end:
    // Text here would become a part of what the model is told to sum up.
    case EventKind::before_compaction:
    case EventKind::permission_request:
    case EventKind::after_compaction:
    case EventKind::session_end:
    case EventKind::other:
      return false;
  }
  return false;
}

HookOutput format_reply(const model::HostEvent& event, const model::HostReply& reply) {
  return as_json(answer_of(event, reply), reply);
}

}  // namespace host::claude_code
