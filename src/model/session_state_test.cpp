#include "model/session_state.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <nlohmann/json.hpp>

namespace model {
namespace {

using base::Json;

// S3-39, S3-40, S3-41, S3-42, S3-43 in the document's order, then what is ours, then what is not
// known: as our writer writes it.
constexpr const char* kFull = R"({
  "session_id": "7d1054b6-2839-4e27-bcef-43e6e47ca4b4",
  "start_time": "2026-02-18T08:00:00.000Z",
  "end_time": "2026-02-18T09:00:00.000Z",
  "channel": "cli",
  "working_memory": [
    {
      "content": "deploy on Fridays is off",
      "pinnedAt": "2026-02-18T08:10:00.000Z"
    },
    {
      "content": "never touch main",
      "pinnedAt": "2026-02-18T08:20:00.000Z",
      "label": "rule [inherited from a @ b]",
      "importance": "CRITICAL",
      "run": "7d1054b6-2839-4e27-bcef-43e6e47ca4b4",
      "project": "0123456789abcdef",
      "inherited_from": {
        "session": "a",
        "at": "b",
        "label": "rule"
      },
      "x-pin": [
        1
      ]
    }
  ],
  "hot_topics": [
    "decay"
  ],
  "active_projects": [
    "holdfast"
  ],
  "pending_tasks": [
    {
      "task_id": "task-004",
      "title": "Persist",
      "stage": "build",
      "flagged_incomplete": false,
      "x-task": null
    }
  ],
  "recent_learnings": [
    "m-1"
  ],
  "confidence_updates": [
    {
      "memory_id": "m-1",
      "old_score": 0.5,
      "new_score": 0.75,
      "reason": "seen twice",
      "timestamp": "2026-02-18T08:30:00.000Z",
      "x-update": true
    }
  ],
  "sop_interactions": [
    {
      "sop_path": "sop/deploy.md",
      "injected_at": "2026-02-18T08:40:00.000Z",
      "acknowledged": true,
      "tool_call": "exec",
      "x-sop": 1.5
    }
  ],
  "previous_session_id": "c",
  "continued_by": null,
  "crash_recovered": true,
  "schema_version": 1,
  "created_at": "2026-02-18T08:00:00.000Z",
  "updated_at": "2026-02-18T09:00:00.000Z",
  "holdfast": {
    "project": "0123456789abcdef",
    "root": "/home/dev/project",
    "host": "claude-code",
    "branch": "main",
    "work_session": "2026-02-14_dark-mode_a1b2c3",
    "end_reason": "logout",
    "links": [
      {
        "session": "c",
        "score": 0.5,
        "at": "2026-02-18T08:00:00.000Z",
        "forced": false,
        "x-link": "kept"
      }
    ],
    "x-ours": {}
  },
  "x-state": {
    "newer": "writer"
  }
}
)";

Json parsed(std::string_view text) { return base::parse_json(text).value(); }

base::Result<SessionState> read(std::string_view text) {
  return session_state_from_json(parsed(text));
}

// S3-39, S3-40, S3-41, S3-42, S3-43, B3-25
TEST(SessionStateTest, EveryMemberComesBackInTheDocumentsOrderWithWhatNobodyKnows) {
  const auto state = read(kFull);
  ASSERT_TRUE(state.ok()) << state.error().message;
  EXPECT_EQ(base::dump_pretty(to_json(state.value())), kFull);
}

TEST(SessionStateTest, EveryMemberIsReadIntoItsPlace) {
  const SessionState state = read(kFull).value();
  EXPECT_EQ(state.session_id, "7d1054b6-2839-4e27-bcef-43e6e47ca4b4");
  EXPECT_EQ(state.end_time, "2026-02-18T09:00:00.000Z");
  EXPECT_EQ(state.previous_session_id, "c");
  EXPECT_EQ(state.continued_by, std::nullopt);
  EXPECT_TRUE(state.crash_recovered);
  ASSERT_EQ(state.working_memory.size(), 2U);
  EXPECT_EQ(state.working_memory[0].label, "");
  EXPECT_EQ(state.working_memory[1].importance, "CRITICAL");
  EXPECT_EQ(state.working_memory[1].inherited_from, (PinOrigin{"a", "b", "rule"}));
  EXPECT_EQ(state.pending_tasks[0].stage, "build");
  EXPECT_EQ(state.confidence_updates[0].new_score, 0.75);
  EXPECT_TRUE(state.sop_interactions[0].acknowledged);
  EXPECT_EQ(state.work_session, "2026-02-14_dark-mode_a1b2c3");
  EXPECT_EQ(state.links[0].score, 0.5);
}

// S3-39, S3-40
TEST(SessionStateTest, NothingOfOursIsWrittenInTheOtherToolsLayout) {
  const Json json = to_json(read(kFull).value(), false);
  EXPECT_FALSE(json.contains("holdfast"));
  EXPECT_TRUE(json.contains("x-state"));
  for (const Json& pin : json["working_memory"]) {
    for (const char* key : {"importance", "run", "project", "inherited_from"}) {
      EXPECT_FALSE(pin.contains(key)) << key;
    }
  }
}

// B3-25, S3-20
TEST(SessionStateTest, ASessionThatRunsHasANullForItsEnd) {
  const Json json = to_json(SessionState{});
  EXPECT_TRUE(json["end_time"].is_null());
  EXPECT_TRUE(json["previous_session_id"].is_null());
  EXPECT_EQ(json["channel"], "unknown");
  EXPECT_EQ(json["schema_version"], 1);
  const auto state = session_state_from_json(json);
  ASSERT_TRUE(state.ok());
  EXPECT_EQ(state.value().end_time, std::nullopt);
}

// S3-22, S3-31, B3-25: a row of session_states as the other tool reads it.
TEST(SessionStateTest, ARowOfTheOtherToolIsRead) {
  const auto state = read(R"({"id": "s-1", "start_time": "2026-02-18T08:00:00", "end_time": null,
    "channel": null, "working_memory": "[{\"content\": \"c\", \"pinnedAt\": \"t\", \"label\": null}]",
    "hot_topics": "[\"a\", \"b\"]", "active_projects": "", "pending_tasks":
    "[{\"task_id\": \"t\", \"title\": null, \"stage\": \"build\", \"flagged_incomplete\": 1}]",
    "recent_learnings": null, "crash_recovered": 1, "schema_version": null, "updated_at": null,
    "relevance_score": 0.4, "inherited_at": "x"})");
  ASSERT_TRUE(state.ok()) << state.error().message;
  EXPECT_EQ(state.value().session_id, "s-1");
  EXPECT_EQ(state.value().channel, "unknown");
  EXPECT_EQ(state.value().working_memory[0].content, "c");
  EXPECT_EQ(state.value().hot_topics, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(state.value().pending_tasks[0].flagged_incomplete);
  EXPECT_TRUE(state.value().crash_recovered);
  EXPECT_EQ(state.value().schema_version, 1);
  EXPECT_TRUE(state.value().extra.get().is_null());
}

TEST(SessionStateTest, AMemberOfAnotherTypeIsNamed) {
  struct Row {
    const char* text;
    const char* named;
  };
  for (const Row& row : {
           Row{R"([])", "not a JSON object"},
           Row{R"("x")", "not a JSON object"},
           Row{R"({"session_id": 1})", "session_id"},
           Row{R"({"session_id": "s", "end_time": false})", "end_time"},
           Row{R"({"session_id": "s", "working_memory": {"items": []}})", "working_memory"},
           Row{R"({"session_id": "s", "working_memory": ["x"]})", "working_memory[0]"},
           Row{R"({"session_id": "s", "working_memory": [{"content": []}]})",
               "working_memory[0].content"},
           Row{R"({"session_id": "s", "working_memory": [{"inherited_from": "a"}]})",
               "working_memory[0].inherited_from"},
           Row{R"({"session_id": "s", "working_memory": "[{"})", "working_memory"},
           Row{R"({"session_id": "s", "hot_topics": "{}"})", "hot_topics"},
           Row{R"({"session_id": "s", "hot_topics": [1]})", "hot_topics"},
           Row{R"({"session_id": "s", "pending_tasks": [[]]})", "pending_tasks[0]"},
           Row{R"({"session_id": "s", "pending_tasks": [{"flagged_incomplete": "yes"}]})",
               "pending_tasks[0].flagged_incomplete"},
           Row{R"({"session_id": "s", "confidence_updates": [{"old_score": "1"}]})",
               "confidence_updates[0].old_score"},
           Row{R"({"session_id": "s", "sop_interactions": [null]})", "sop_interactions[0]"},
           Row{R"({"session_id": "s", "crash_recovered": 2})", "crash_recovered"},
           Row{R"({"session_id": "s", "crash_recovered": -1})", "crash_recovered"},
           Row{R"({"session_id": "s", "schema_version": 1.5})", "schema_version"},
           Row{R"({"session_id": "s", "holdfast": 1})", "holdfast"},
           Row{R"({"session_id": "s", "holdfast": {"links": [{"score": true}]}})",
               "holdfast.links[0].score"},
       }) {
    SCOPED_TRACE(row.text);
    const auto state = read(row.text);
    ASSERT_FALSE(state.ok());
    EXPECT_EQ(state.error().code, base::Code::parse_error);
    EXPECT_TRUE(state.error().message.starts_with(row.named)) << state.error().message;
  }
}

TEST(SessionStateTest, AListWithoutEndIsRefused) {
  Json json = parsed(R"({"session_id": "s", "hot_topics": []})");
  for (std::size_t i = 0; i < kStateItemsMax; ++i) json["hot_topics"].push_back("t");
  EXPECT_TRUE(session_state_from_json(json).ok());
  json["hot_topics"].push_back("t");
  EXPECT_EQ(session_state_from_json(json).error().message, "hot_topics: more than 10000 entries");
  Json links = parsed(R"({"session_id": "s", "holdfast": {"links": []}})");
  for (std::size_t i = 0; i <= kStateItemsMax; ++i) links["holdfast"]["links"].push_back({});
  EXPECT_FALSE(session_state_from_json(links).ok());
}

TEST(SessionStateTest, AColumnOfTextMayNotNestWithoutEnd) {
  const std::string deep(100'000, '[');
  EXPECT_FALSE(session_state_from_json(Json{{"id", "s"}, {"hot_topics", deep}}).ok());
}

// Any JSON in any place of a state: an error or a state, and what was read is read again the same.
TEST(SessionStateProperty, HostileMembersGiveAnErrorOrAStateThatIsStable) {
  static const std::vector<Json> kValues{Json(nullptr),     Json(true),
                                         Json(1),           Json(-1),
                                         Json(1.5),         Json(""),
                                         Json("[]"),        Json("[[[["),
                                         Json("{\"a\":1}"), Json("\xff"),
                                         Json::array(),     Json::array({Json::array()}),
                                         Json::object(),    Json::array({Json::object()})};
  EXPECT_TRUE(rc::check([] {
    Json json = parsed(kFull);
    const auto changes = *rc::gen::inRange(1, 5);
    for (int i = 0; i < changes; ++i) {
      Json* place = &json;
      while (!place->empty() && place->is_structured()) {
        const auto at = *rc::gen::inRange<std::size_t>(0, place->size());
        auto item = place->begin();
        std::advance(item, static_cast<std::ptrdiff_t>(at));
        place = &*item;
        if (*rc::gen::arbitrary<bool>()) break;
      }
      *place = *rc::gen::elementOf(kValues);
    }
    const auto state = session_state_from_json(json);
    if (!state.ok()) {
      RC_ASSERT(state.error().code == base::Code::parse_error);
      return;
    }
    const Json written = to_json(state.value());
    const auto again = session_state_from_json(written);
    RC_ASSERT(again.ok());
    RC_ASSERT(base::dump_line(to_json(again.value())) == base::dump_line(written));
  }));
}

}  // namespace
}  // namespace model
