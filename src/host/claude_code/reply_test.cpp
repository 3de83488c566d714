#include "host/claude_code/reply.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/json.h"

namespace host::claude_code {
namespace {

model::HostEvent event_of(model::EventKind kind, std::string name) {
  model::HostEvent event;
  event.kind = kind;
  event.name = std::move(name);
  return event;
}

const model::HostEvent kBeforeTool = event_of(model::EventKind::before_tool, "PreToolUse");

TEST(ClaudeCodeReplyTest, AnAllowedCallPrintsNothing) {
  model::HostReply reply;
  reply.decision = model::GateDecision{};
  const HookOutput output = format_reply(kBeforeTool, reply);
  EXPECT_EQ(output.standard_output, "");
  EXPECT_EQ(output.standard_error, "");
}

TEST(ClaudeCodeReplyTest, ADenialCarriesReasonAndId) {
  model::HostReply reply;
  reply.decision = model::GateDecision{};
  reply.decision->allowed = false;
  reply.decision->message = "[BLOCKED] \"quoted\"";
  reply.decision->next_step = "Do this.";
  reply.decision_id = "7d1054b6-42";
  const auto json = base::parse_json(format_reply(kBeforeTool, reply).standard_output);
  ASSERT_TRUE(json.ok());
  const base::Json& specific = (*json)["hookSpecificOutput"];
  EXPECT_EQ(specific["hookEventName"], "PreToolUse");
  EXPECT_EQ(specific["permissionDecision"], "deny");
  EXPECT_EQ(specific["permissionDecisionReason"],
            "[BLOCKED] \"quoted\" Do this. (rule none; `holdfast why 7d1054b6-42`)");
}

// A word of permission would skip the user's own permission prompt.
TEST(ClaudeCodeReplyTest, AWarningIsContextAndNeverAPermission) {
  model::HostReply reply;
  reply.decision = model::GateDecision{};
  reply.decision->warning = "careful";
  reply.context = "careful";
  const HookOutput output = format_reply(kBeforeTool, reply);
  EXPECT_NE(output.standard_output.find("additionalContext"), std::string::npos);
  EXPECT_EQ(output.standard_output.find("permissionDecision"), std::string::npos);
}

TEST(ClaudeCodeReplyTest, ContextStaysBelowTheHostsLimit) {
  model::HostReply reply;
  reply.context = std::string(20000, 'x');
  const auto json = base::parse_json(
      format_reply(event_of(model::EventKind::session_start, "SessionStart"), reply)
          .standard_output);
  ASSERT_TRUE(json.ok());
  const std::string context = (*json)["hookSpecificOutput"]["additionalContext"];
  EXPECT_LT(context.size(), 10000U);
}

TEST(ClaudeCodeReplyTest, AQuestionToTheUserIsAnsweredForThemOnlyWithANo) {
  const auto asked = event_of(model::EventKind::permission_request, "PermissionRequest");
  model::HostReply reply;
  reply.decision = model::GateDecision{};
  EXPECT_EQ(format_reply(asked, reply).standard_output, "");
  reply.decision->allowed = false;
  reply.decision->message = "No.";
  const auto json = base::parse_json(format_reply(asked, reply).standard_output);
  ASSERT_TRUE(json.ok());
  const base::Json& specific = (*json)["hookSpecificOutput"];
  EXPECT_EQ(specific["hookEventName"], "PermissionRequest");
  EXPECT_EQ(specific["decision"],
            (base::Json{{"behavior", "deny"}, {"message", "No. (rule none)"}}));
  EXPECT_FALSE(specific.contains("permissionDecision"));
}

TEST(ClaudeCodeReplyTest, ATurnThatMayNotEndIsHeldWithTheReasonAndNothingElse) {
  for (const auto kind : {model::EventKind::turn_end, model::EventKind::agent_stop}) {
    model::HostReply reply;
    reply.context = "never here: it would hold the turn as well";
    EXPECT_EQ(format_reply(event_of(kind, "Stop"), reply).standard_output, "");
    reply.hold = "Write the report first.";
    EXPECT_EQ(format_reply(event_of(kind, "Stop"), reply).standard_output,
              "{\"decision\":\"block\",\"reason\":\"Write the report first.\"}\n");
  }
}

// G2, G3
TEST(ClaudeCodeReplyTest, ThePersonReadsAnAlarmWhateverTheEvent) {
  model::HostReply reply;
  reply.alarm = "files are gone";
  for (const auto kind : {model::EventKind::turn_end, model::EventKind::after_tool,
                          model::EventKind::before_compaction}) {
    EXPECT_EQ(format_reply(event_of(kind, "Event"), reply).standard_output,
              "{\"systemMessage\":\"holdfast: files are gone\"}\n");
  }
  reply.decision = model::GateDecision{.allowed = false, .message = "No.", .for_person = "Do it."};
  const auto json = base::parse_json(format_reply(kBeforeTool, reply).standard_output);
  ASSERT_TRUE(json.ok());
  EXPECT_EQ((*json)["systemMessage"], "holdfast: Do it.\nfiles are gone");
}

TEST(ClaudeCodeReplyTest, AnEventThatTakesNoContextGetsNone) {
  model::HostReply reply;
  reply.context = "text";
  EXPECT_EQ(
      format_reply(event_of(model::EventKind::session_end, "SessionEnd"), reply).standard_output,
      "");
}

}  // namespace
}  // namespace host::claude_code
