#include "host/answer.h"

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace host {

bool is_denied(const model::HostReply& reply) { return reply.decision && !reply.decision->allowed; }

std::string denial_of(const model::HostReply& reply) {
  return is_denied(reply) ? model::denial_text(*reply.decision, reply.decision_id) : std::string();
}

std::string word_for_person(const model::HostReply& reply) {
  std::string text = reply.decision ? reply.decision->for_person : std::string();
  if (!reply.alarm.empty()) text += (text.empty() ? "" : "\n") + reply.alarm;
  return text.empty() ? text : "holdfast: " + text;
}

std::string alarm_of(const model::HostReply& reply) {
  return reply.alarm.empty() ? std::string() : "holdfast: " + reply.alarm;
}

std::string warnings_of(const model::HostReply& reply) {
  std::string text;
  if (!reply.warning.empty()) text = "holdfast: " + reply.warning + "\n";
  if (!reply.alarm.empty()) text += alarm_of(reply) + "\n";
  if (reply.decision && reply.decision->allowed && !reply.decision->warning.empty()) {
    text += "holdfast: " + reply.decision->warning + "\n";
  }
  return text;
}

std::string context_of(const model::HostReply& reply) {
  // Claude Code puts more than 10,000 UTF-16 code units into a file that the model does not read,
  // others put less aside. A byte is never fewer units than that.
  constexpr std::size_t kBytesMax = 9500;
  return std::string(base::clip_utf8(reply.context, kBytesMax));
}

HookOutput as_json(const base::Json& answer, const model::HostReply& reply) {
  HookOutput output;
  if (!answer.empty()) output.standard_output = base::dump_line(answer) + "\n";
  output.standard_error = warnings_of(reply);
  return output;
}

HookOutput as_exit_code(const std::string& reason) {
  constexpr int kDenied = 2;
  return {.standard_output = {}, .standard_error = reason + "\n", .exit_code = kDenied};
}

}  // namespace host
