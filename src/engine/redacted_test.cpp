#include "engine/redacted.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/requirement.h"
#include "engine/session.h"
#include "engine/test_protocol.h"
#include "engine/workflow.h"

namespace engine {
namespace {

using base::Json;
using model::EventKind;

constexpr const char* kSecret = "q8fj2ld0zz";
constexpr const char* kDiary = "dear diary";
const std::string kText = "use password=q8fj2ld0zz <private>dear diary</private> then";

// B3-9
TEST(RedactTextsTest, AValueIsJudgedWithItsKeyAndKeysStay) {
  Json json = {{"password", "hunter2"},
               {"note", "password=hunter2"},
               {"list", {"a", "token: q8fj2ld0", 3}},
               {"tokens", {"q8fj2ld0zz", "b"}},
               {"deep", {{"api_key", "q8fj2ld0zz"}, {"n", 1}}},
               {"private", "<private>x"},
               {"plain", "token: 2000"}};
  EXPECT_EQ(redact_texts(json), 6U);
  EXPECT_EQ(
      json.dump(),
      R"({"password":"[REDACTED]","note":"password=[REDACTED]",)"
      R"("list":["a","token: [REDACTED]",3],"tokens":["[REDACTED]","b"],)"
      R"("deep":{"api_key":"[REDACTED]","n":1},"private":"[PRIVATE]","plain":"token: 2000"})");
  EXPECT_EQ(redact_texts(json), 0U) << "a second time changes nothing";
}

TEST(RedactTextsTest, WhatNamesSomethingStays) {
  const std::string random = "vYf5jysjCiN2OqczckA82n5S6LgTrxPkzmEBwdEcH7B1rlsazRGMzyNeVJ";
  for (const char* key : {"id", "session_id", "hash", "prev", "mac", "sha", "at", "created_at"}) {
    Json json = {{key, random}};
    EXPECT_EQ(redact_texts(json), 0U) << key;
    // But no name looks like one of these.
    for (const std::string& secret : {"gh" + std::string("p_abcdefghijklmnopqrstuvwxyz0123456789"),
                                      std::string("password=hunter2"), std::string("<private>x")}) {
      Json other = {{key, secret}};
      EXPECT_EQ(redact_texts(other), 1U) << key << " " << secret;
    }
  }
  Json json = {{"text", random}};
  EXPECT_EQ(redact_texts(json), 1U);
}

TEST(RedactedHeadTest, ASecretOrABlockThatTheLimitCutsIsGone) {
  const std::string text = "a password=q8fj2ld0zz <private>dear diary</private> b";
  for (std::size_t limit = 0; limit < text.size(); ++limit) {
    const std::string head = redacted_head(text, limit);
    EXPECT_LE(head.size(), limit);
    EXPECT_EQ(head.find("q8"), std::string::npos) << head;
    EXPECT_EQ(head.find("dear"), std::string::npos) << head;
  }
  // A block that is opened before the limit and closed far behind it.
  const std::string far = "a <private>" + std::string(20'000, 'x') + "</private>";
  EXPECT_EQ(redacted_head(far, 100), "a [PRIVATE]");
}

// No file below `folder` has them.
void expect_clean(const os::FakeDisk& disk, std::string_view folder) {
  for (const os::Path& path : disk.all_files()) {
    if (!path.native().starts_with(folder)) continue;
    const std::string bytes = disk.peek(path).value_or("");
    EXPECT_EQ(bytes.find(kSecret), std::string::npos) << path << "\n" << bytes;
    EXPECT_EQ(bytes.find(kDiary), std::string::npos) << path << "\n" << bytes;
  }
}

struct BoundaryTest : ::testing::Test {
  ProtocolScene scene;
  Workspace workspace = scene.workspace();
  const model::RunId run{Scene::kRun};
  const Caller caller{.actor = "mcp"};

  ~BoundaryTest() override {
    expect_clean(scene.fake.files, "/home/dev");
    // The marker shows that the texts were kept, and not refused.
    const auto journal =
        scene.fake.files.peek("/home/dev/project/.git/holdfast/journal/" + run.text + ".jsonl");
    EXPECT_NE(journal.value_or("").find("password=[REDACTED] [PRIVATE] then"), std::string::npos);
  }
};

// B3-9
TEST_F(BoundaryTest, AgentsAreStoredRedacted) {
  model::AgentInvocation invocation;
  invocation.agent = model::Agent::implementer;
  invocation.input.prompt = kText + std::string(20'000, 'x');  // Over the limit: a note of its own.
  invocation.input.context = base::JsonBox(Json{{"password", kSecret}, {"note", kText}});
  invocation.input.artifacts = {kText};
  ASSERT_TRUE(add_invocation(workspace, run, invocation, caller).ok());
  model::InvocationOutput output;
  output.summary = kText;
  output.recommendations = {kText};
  output.blockers = {kText};
  output.artifacts = {kText};
  const InvocationResult result{
      .invocation_id = "", .agent = "implementer", .status = "completed", .output = output};
  ASSERT_TRUE(complete_invocation(workspace, run, result, caller).ok());
}

// B3-9
TEST_F(BoundaryTest, DecisionsVerdictsAndHandoffsAreStoredRedacted) {
  model::Decision decision;
  decision.id = "d-1";
  decision.type = model::DecisionType::technical;
  decision.description = kText;
  decision.rationale = kText;
  decision.decided_by = model::Agent::architect;
  ASSERT_TRUE(add_decision(workspace, run, decision, caller).ok());
  EXPECT_FALSE(add_decision(workspace, run, decision, caller)->changed) << "the same once more";
  model::Verdict verdict;
  verdict.agent = model::Agent::critic;
  verdict.decision = model::VerdictDecision::reject;
  verdict.reasoning = kText;
  verdict.conditions = {kText};
  verdict.blockers = {kText};
  ASSERT_TRUE(add_verdict(workspace, run, verdict, caller).ok());
  model::Handoff handoff;
  handoff.from_agent = model::Agent::architect;
  handoff.to_agent = model::Agent::implementer;
  handoff.reason = kText;
  handoff.context = kText;
  handoff.artifacts = {kText};
  handoff.preserved_context = base::JsonBox(Json{{"api_key", kSecret}});
  ASSERT_TRUE(add_handoff(workspace, run, handoff, caller).ok());
}

// B3-9
TEST_F(BoundaryTest, StateModesAndPausesAreStoredRedacted) {
  const Json update{{"activeTask", kText}, {"activeFeature", kText}, {"password", kSecret}};
  static_cast<void>(set_state(workspace, run, {.update = base::JsonBox(update)}, caller));
  ASSERT_TRUE(
      set_state(workspace, run, {.update = base::JsonBox(Json{{"activeTask", kText}})}, caller)
          .ok());
  ASSERT_TRUE(set_mode(workspace, run, {.mode = "planning", .reason = kText}, caller).ok());
  static_cast<void>(set_mode(workspace, run, {.mode = kText, .reason = kText}, caller));
  scene.give_operator_token();
  ASSERT_TRUE(pause_run(workspace, run, {.reason = kText}, {}).ok());
}

// B3-9, B1-22
TEST_F(BoundaryTest, TheProtocolIsStoredRedacted) {
  ASSERT_TRUE(scene.start(Scene::kRun, {.objective = kText}).ok());
  ASSERT_TRUE(scene.record({.gate = "SERENA_INIT", .type = "tool_output", .evidence = kText}).ok());
  ASSERT_TRUE(advance_phase(workspace, run, {.force = true, .reason = kText}, caller).ok());
  static_cast<void>(end_protocol(
      workspace, run,
      {.summary = kText, .next_session_notes = kText, .skip_qa = false, .key_decisions = {kText}},
      caller));
}

// B3-9, B0-22
TEST_F(BoundaryTest, WhatAHostTellsIsStoredRedacted) {
  model::HostEvent prompt = scene.event(EventKind::prompt);
  prompt.text = kText;
  scene.send(prompt);
  ASSERT_TRUE(set_mode(workspace, run, {.mode = "planning", .reason = ""}, caller).ok());
  model::HostEvent command = scene.tool("Bash");
  command.call.command =
      "export PASSWORD=" + std::string(kSecret) + " > out.txt; echo '" + kText + "'";
  EXPECT_FALSE(scene.send(command).decision->allowed);
  command.kind = EventKind::tool_failed;
  command.text = kText;
  scene.send(command);
}

// B3-9
TEST_F(BoundaryTest, RequirementsAreStoredRedacted) {
  scene.fake.files.poke("/home/dev/project/.claude/requirements.yaml",
                        "requirements:\n  plan: {enabled: true}\n");
  const auto session = choose_requirement_session(workspace, {.given = run.text});
  ASSERT_TRUE(session.ok()) << session.error().message;
  const SatisfyRequest request{
      .names = {"plan"}, .metadata = base::JsonBox(Json{{"note", kText}, {"token", kSecret}})};
  const auto satisfied = satisfy_requirements(workspace, *session, request, caller);
  ASSERT_TRUE(satisfied.ok()) << satisfied.error().message;
  scene.give_operator_token();
  ASSERT_TRUE(pause_requirements(workspace, *session, {.reason = kText}, {}).ok());
}

// Logs of other tools in the tree are their own; what is made of them is ours.
TEST(ImportBoundaryTest, AnImportedLogIsStoredRedacted) {
  ProtocolScene scene;
  const std::string folder = "/home/dev/project/.agents/sessions/";
  scene.fake.files.poke(
      folder + "2026-01-05-session-01.md",
      "# Session Log\n\n- **Session**: 2026-01-05-session-01\n\n## Objective\n\n" + kText +
          "\n\n## Key Decisions\n\n- " + kText + "\n");
  Workspace workspace = scene.workspace();
  const auto imported = import_session_logs(workspace, std::nullopt);
  ASSERT_TRUE(imported.ok()) << imported.error().message;
  ASSERT_EQ(imported->size(), 1U);
  EXPECT_TRUE(imported->front().is_new);
  expect_clean(scene.fake.files, "/home/dev/project/.git");
}

}  // namespace
}  // namespace engine
