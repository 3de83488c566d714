#include "model/protocol.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "model/test_support.h"

namespace model {
namespace {

using base::Json;

// Known keys stand in the order of our writer and unknown ones ("x-…") behind them.
constexpr std::string_view kFullText = R"({
  "session_id": "2026-01-18-session-01",
  "objective": "Say \"hello\" | in ünicode",
  "branch": "main",
  "starting_commit": "1f0c22a9",
  "started_at": "2026-01-18T09:00:00Z",
  "current_phase": "BLOCKED",
  "phases_completed": ["SERENA_INIT", "SKILL_VALIDATION"],
  "checklist": {
    "start": [
      {"req": "MUST", "step": "Create session log", "status": "x", "evidence": "a | b",
       "gate": "SESSION_LOG", "trust": "verified"},
      {"req": "SHOULD", "step": "Search relevant memories", "status": " ", "evidence": ""}
    ],
    "end": [{"req": "MUST NOT", "step": "Update HANDOFF.md", "status": " ", "evidence": ""}],
    "x-checklist": 1
  },
  "evidence": {"CONTEXT_RETRIEVAL": {"HANDOFF_HASH":
    {"value": "abcdef0", "trust": "observed", "at": "2026-01-18T09:01:00Z", "source": "hook",
     "step": "Read .agents/HANDOFF.md", "sha256": "ba78", "x-evidence": []}}},
  "gates": {"QA_VALIDATION": {"status": "PASS", "level": "MUST", "blocking": true,
    "evidence": "QA report: r.md", "trust": "verified", "fingerprint": "f1",
    "at": "2026-01-18T09:02:00Z", "stale": true, "x-gate": {"deep": null}}},
  "violations": [
    {"id": "v-1", "timestamp": "2026-01-18T09:03:00Z", "phase": "SESSION_LOG",
     "requirement": "MUST SESSION_LOG: gone", "severity": "CRITICAL", "recovery": null,
     "x-violation": true},
    {"timestamp": "2026-01-18T09:04:00Z", "phase": "WORKING", "requirement": "SHOULD rest",
     "severity": "WARNING", "recovery": "rested at 09:05:00"}
  ],
  "blocked_from": "WORKING",
  "blocked_by": "SESSION_LOG",
  "log_path": ".agents/sessions/2026-01-18-session-01.md",
  "handoff_hash": "ab12",
  "baseline_sha256": "cd34",
  "resumed_from": "r-1",
  "ended": {"status": "INCOMPLETE", "at": "2026-01-18T10:00:00Z", "summary": "s",
    "next_session_notes": "n", "key_decisions": ["d"], "commit_sha": "1f0c22a", "x-end": "e"},
  "x-protocol": {"newer": "writer"}
})";

Json full_protocol() { return base::parse_json(kFullText).value(); }

// S1-7, S1-24, S1-82, S1-102, S1-103
TEST(ProtocolTest, AProtocolWithEveryFieldIsWrittenAsItWasRead) {
  const Json document = full_protocol();
  const auto protocol = protocol_from_json(document);
  ASSERT_TRUE(protocol.ok()) << protocol.error().message;
  EXPECT_EQ(base::dump_pretty(to_json(*protocol)), base::dump_pretty(document));
}

TEST(ProtocolTest, EveryFieldIsReadIntoItsPlace) {
  const Protocol protocol = protocol_from_json(full_protocol()).value();
  EXPECT_EQ(protocol.objective, "Say \"hello\" | in ünicode");
  EXPECT_TRUE(protocol.current_phase.is(ProtocolPhase::blocked));
  EXPECT_EQ(protocol.blocked_from, ProtocolPhaseName(ProtocolPhase::working));
  EXPECT_EQ(protocol.blocked_by, "SESSION_LOG");
  ASSERT_EQ(protocol.checklist.start.size(), 2U);
  EXPECT_TRUE(protocol.checklist.start[0].done);
  EXPECT_FALSE(protocol.checklist.start[1].done);
  EXPECT_EQ(protocol.checklist.start[0].extra.get()["trust"], "verified");
  const Evidence& evidence = protocol.evidence.at("CONTEXT_RETRIEVAL").at("HANDOFF_HASH");
  EXPECT_TRUE(evidence.trust.is(Trust::observed));
  EXPECT_EQ(evidence.step, "Read .agents/HANDOFF.md");
  const GateResult& gate = protocol.gates.at("QA_VALIDATION");
  EXPECT_TRUE(gate.status.is(GateStatus::pass));
  EXPECT_TRUE(gate.stale);
  ASSERT_EQ(protocol.violations.size(), 2U);
  EXPECT_TRUE(protocol.violations[0].severity.is(Severity::critical));
  EXPECT_EQ(protocol.violations[0].recovery, std::nullopt);
  EXPECT_EQ(protocol.violations[1].recovery, "rested at 09:05:00");  // S1-112
  ASSERT_TRUE(protocol.ended.has_value());
  EXPECT_FALSE(is_active(protocol));
}

TEST(ProtocolTest, WhatIsMissingHasItsDefaultSoThatNobodyIsLockedOut) {
  const auto protocol = protocol_from_json(Json::object());
  ASSERT_TRUE(protocol.ok());
  EXPECT_TRUE(protocol->current_phase.is(ProtocolPhase::init));
  EXPECT_TRUE(protocol->phases_completed.empty());
  EXPECT_TRUE(protocol->checklist.start.empty());
  EXPECT_TRUE(is_active(*protocol));
  const auto bare = protocol_from_json(base::parse_json(R"({
      "gates": {"SERENA_INIT": {}}, "violations": [{}], "checklist": {"start": [{}]},
      "evidence": {"SERENA_INIT": {"tool_output": {}}}, "ended": null, "blocked_from": null})")
                                           .value());
  ASSERT_TRUE(bare.ok());
  EXPECT_TRUE(bare->gates.at("SERENA_INIT").status.is(GateStatus::pending));
  EXPECT_TRUE(bare->gates.at("SERENA_INIT").blocking);
  EXPECT_TRUE(bare->evidence.at("SERENA_INIT").at("tool_output").trust.is(Trust::claimed));
  EXPECT_FALSE(bare->checklist.start.at(0).done);
  EXPECT_FALSE(bare->ended.has_value());
}

TEST(ProtocolTest, ANameOfANewerWriterIsKeptAndIsNoneOfOurs) {
  Json document = full_protocol();
  document["current_phase"] = "REFLECTING";
  document["gates"]["QA_VALIDATION"]["status"] = "DEFERRED";
  const Protocol protocol = protocol_from_json(document).value();
  EXPECT_EQ(protocol.current_phase.known(), std::nullopt);
  EXPECT_EQ(base::dump_pretty(to_json(protocol)), base::dump_pretty(document));
}

// B0-25
TEST(ProtocolTest, AKeyOfANewerWriterIsKeptInWhateverObjectItStands) {
  std::vector<std::string> paths;
  collect_objects(full_protocol(), "", paths);
  ASSERT_GT(paths.size(), 10U);
  for (const std::string& path : paths) {
    // The keys of these are names of gates and of evidence.
    if (path == "/gates" || path.starts_with("/evidence")) continue;
    SCOPED_TRACE(path);
    Json document = full_protocol();
    document[Json::json_pointer(path)]["x-newer"] = {{"a", 1}};
    const auto protocol = protocol_from_json(document);
    ASSERT_TRUE(protocol.ok());
    EXPECT_EQ(to_json(*protocol)[Json::json_pointer(path)]["x-newer"], (Json{{"a", 1}}));
  }
}

TEST(ProtocolTest, AValueOfTheWrongTypeIsAnErrorAndNeverACrash) {
  for (const char* text :
       {R"([])", R"("WORKING")", R"(null)", R"({"session_id": 1})", R"({"gates": []})",
        R"({"gates": {"SERENA_INIT": 5}})", R"({"gates": {"SERENA_INIT": {"blocking": "yes"}}})",
        R"({"evidence": {"SERENA_INIT": 5}})", R"({"evidence": {"SERENA_INIT": {"manual": 5}}})",
        R"({"checklist": {"start": {}}})", R"({"checklist": {"start": [5]}})",
        R"({"violations": [null]})", R"({"phases_completed": "SERENA_INIT"})",
        R"({"ended": "yes"})"}) {
    EXPECT_FALSE(protocol_from_json(base::parse_json(text).value()).ok()) << text;
  }
}

// S1-43, S1-95
TEST(ProtocolTest, EveryNameIsReadBack) {
  EXPECT_EQ(all_protocol_gates().size(), 9U);
  for (const ProtocolGate gate : all_protocol_gates()) {
    EXPECT_EQ(from_name(name_of(gate), static_cast<ProtocolGate*>(nullptr)), gate);
  }
  for (int at = 0; at <= static_cast<int>(ProtocolPhase::violation); ++at) {
    const auto phase = static_cast<ProtocolPhase>(at);
    EXPECT_EQ(from_name(name_of(phase), static_cast<ProtocolPhase*>(nullptr)), phase);
  }
  EXPECT_EQ(from_name("serena_init", static_cast<ProtocolGate*>(nullptr)), std::nullopt);
  EXPECT_EQ(from_name("", static_cast<ProtocolPhase*>(nullptr)), std::nullopt);
}

}  // namespace
}  // namespace model
