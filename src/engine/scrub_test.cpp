#include "engine/scrub.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/history.h"
#include "engine/scrub_text.h"
#include "engine/session.h"
#include "engine/stores.h"
#include "engine/test_scene.h"

namespace engine {
namespace {

using base::Json;

constexpr const char* kLocal = "/home/dev/project/.git/holdfast/";
constexpr const char* kData = "/home/dev/.local/share/holdfast/";

TEST(ScrubTextTest, EverythingButTheSecretsKeepsItsBytes) {
  const auto scrubbed = scrub_document(
      "{ \"b\" : \"password=q8fj2ld0\",\n\t\"a\":[1, \"x\",{\"token\":\"q8fj2ld0zz\"}]  }\n");
  ASSERT_TRUE(scrubbed.ok());
  EXPECT_EQ(scrubbed->changed, 2U);
  EXPECT_EQ(
      scrubbed->text,
      "{ \"b\" : \"password=[REDACTED]\",\n\t\"a\":[1, \"x\",{\"token\":\"[REDACTED]\"}]  }\n");
  EXPECT_EQ(scrub_document(scrubbed->text)->changed, 0U);
  EXPECT_FALSE(scrub_document("{\"a\": ").ok());
}

TEST(ScrubTextTest, ManySecretsAreScrubbedInOneGo) {
  Json json = Json::array();
  for (int i = 0; i < 1000; ++i) json.push_back("password=q8fj2ld0");
  const auto scrubbed = scrub_document(json.dump());
  ASSERT_TRUE(scrubbed.ok());
  EXPECT_EQ(scrubbed->changed, 1000U);
  EXPECT_EQ(scrubbed->text.find("q8fj2ld0"), std::string::npos);
}

TEST(ScrubTextTest, LinesWithoutASecretKeepTheirBytesAndATornOneIsText) {
  const ScrubbedText scrubbed = scrub_lines(
      "{ \"a\":1 }\n\n{\"password\": \"hunter2\"}\n{\"id\":\"x\",\"torn\":\"password=q8fj2ld0");
  EXPECT_EQ(scrubbed.changed, 2U);
  EXPECT_EQ(scrubbed.text,
            "{ \"a\":1 }\n\n{\"password\":\"[REDACTED]\"}\n"
            "{\"id\":\"x\",\"torn\":\"password=[REDACTED]");
  EXPECT_EQ(scrub_lines(scrubbed.text).changed, 0U);
}

struct ScrubTest : ::testing::Test {
  Scene scene;
  const model::RunId run{Scene::kRun};
  const std::string history = std::string(kLocal) + "protocol/history.jsonl";
  const std::string pins = std::string(kData) + "working_memory.json";
  const std::string new_pins = "{\"pins\": [{\"content\": \"password=[REDACTED]\"}]}\n";

  ScrubTest() { scene.send(scene.event(model::EventKind::session_start)); }

  // As a version did that knew of no redaction there.
  void store_in_clear() {
    Workspace workspace = scene.workspace();
    const auto saved =
        workspace.stores().runs.update(run, {.actor = "cli", .what = "set-state"},
                                       [](model::Run current) -> base::Result<model::Run> {
                                         current.active_task = "password=q8fj2ld0zz";
                                         return current;
                                       });
    ASSERT_TRUE(saved.ok());
    put(history, "{\"session_id\":\"s\",\"objective\":\"token: q8fj2ld0zz\"}\n");
    put(pins, "{\"pins\": [{\"content\": \"password=q8fj2ld0zz\"}]}\n");
    put(std::string(kData) + "sessions/11111111-2839-4e27-bcef-43e6e47ca4b4.json",
        "{\n  \"working_memory\": \"[{\\\"content\\\":\\\"password=q8fj2ld0zz\\\"}]\"\n}\n");
    put(std::string(kData) + "sessions/archive/2026-01.jsonl", "{\"x\":\"token=q8fj2ld0zz\"}\n");
    put(std::string(kLocal) + "work/audit.jsonl", "{\"payload\":{\"x\":\"token=q8fj2ld0zz\"}}\n");
    put(std::string(kLocal) + "handoffs/h-1.json", "{\"goal\":\"token=q8fj2ld0zz\"}\n");
    put(std::string(kLocal) + "notes/session-x-agent-qa.json", "{\"prompt\":\"token=q8fj2ld0zz\"}");
  }

  void put(const std::string& path, std::string_view bytes) { scene.fake.files.poke(path, bytes); }
  std::string get(const std::string& path) { return scene.fake.files.peek(path).value_or(""); }

  ScrubOutcome scrub_all(bool dry_run = false) {
    auto outcome = scrub(scene.fake.system(), "/home/dev/project", {.dry_run = dry_run});
    EXPECT_TRUE(outcome.ok());
    return *std::move(outcome);
  }
};

// Issue 7
TEST_F(ScrubTest, WhatIsOursIsScrubbedAndWhatIsSignedIsNamed) {
  store_in_clear();
  const ScrubOutcome outcome = scrub_all();
  EXPECT_EQ(outcome.changed.size(), 7U);
  EXPECT_TRUE(outcome.problems.empty());
  EXPECT_EQ(get(history), "{\"session_id\":\"s\",\"objective\":\"token: [REDACTED]\"}\n");
  EXPECT_EQ(get(pins), "{\"pins\": [{\"content\": \"password=[REDACTED]\"}]}\n");
  for (const ScrubbedFile& file : outcome.changed) {
    EXPECT_EQ(get(file.path).find("q8fj2ld0zz"), std::string::npos) << file.path;
    EXPECT_NE(get(file.path).find("[REDACTED]"), std::string::npos) << file.path;
  }
  ASSERT_EQ(outcome.left.size(), 2U);
  EXPECT_TRUE(outcome.left[0].path.ends_with("session-x-agent-qa.json"));
  EXPECT_TRUE(outcome.left[1].path.ends_with(run.text + ".jsonl"));
  EXPECT_EQ(outcome.left[1].lines.size(), 1U);
  EXPECT_NE(get(std::string(kLocal) + "notes/session-x-agent-qa.json").find("q8fj2ld0zz"),
            std::string::npos);
}

// The note is signed again: the run goes on, and its past can still be asked for.
TEST_F(ScrubTest, AScrubbedRunIsAVersionFurtherAndWhole) {
  store_in_clear();
  scrub_all();
  Workspace workspace = scene.workspace();
  const auto state = get_state(workspace, run);
  ASSERT_TRUE(state.ok()) << state.error().message;
  EXPECT_EQ(state->version, 3);
  EXPECT_EQ(state->active_task, "password=[REDACTED]");
  EXPECT_TRUE(workspace.stores().runs.at_version(run, 2).ok());
  const auto findings = workspace.stores().journal.verify(run, workspace.stores().runs.head(run));
  ASSERT_TRUE(findings.ok());
  EXPECT_TRUE(findings->empty());
  EXPECT_TRUE(scene.allows("Read"));
}

TEST_F(ScrubTest, ASecondRunChangesNothing) {
  store_in_clear();
  scrub_all();
  const std::string before = get(pins);
  EXPECT_TRUE(scrub_all().changed.empty());
  EXPECT_EQ(get(pins), before);
}

TEST_F(ScrubTest, ADryRunSaysTheSameAndWritesNothing) {
  store_in_clear();
  const ScrubOutcome said = scrub_all(true);
  EXPECT_EQ(said.changed.size(), 7U);
  EXPECT_NE(get(history).find("q8fj2ld0zz"), std::string::npos);
  EXPECT_NE(get(pins).find("q8fj2ld0zz"), std::string::npos);
  const ScrubOutcome done = scrub_all();
  ASSERT_EQ(done.changed.size(), said.changed.size());
  for (std::size_t i = 0; i < said.changed.size(); ++i) {
    EXPECT_EQ(said.changed[i].path, done.changed[i].path);
    EXPECT_EQ(said.changed[i].texts, done.changed[i].texts);
  }
}

TEST_F(ScrubTest, AHostileFileIsNamedAndTheOthersAreScrubbed) {
  store_in_clear();
  put(pins, "{\"pins\": [password=q8fj2ld0zz");
  const ScrubOutcome outcome = scrub_all();
  EXPECT_EQ(outcome.changed.size(), 6U);
  ASSERT_EQ(outcome.problems.size(), 1U);
  EXPECT_TRUE(outcome.problems[0].starts_with(pins)) << outcome.problems[0];
}

// A power cut at any call: every file is as it was or scrubbed, and the next run mends the rest.
TEST_F(ScrubTest, APowerCutAtAnyCallLeavesEveryFileWhole) {
  store_in_clear();
  const std::string old_pins = get(pins);
  for (std::size_t call = 0;; ++call) {
    SCOPED_TRACE(call);
    put(pins, old_pins);
    scene.fake.files.arm({.kind = os::Fault::Kind::crash, .at_call = call});
    static_cast<void>(scrub(scene.fake.system(), "/home/dev/project", {}));
    const bool is_done = scene.fake.files.calls() <= call;
    scene.fake.files.crash();
    EXPECT_TRUE(get(pins) == old_pins || get(pins) == new_pins) << get(pins);
    EXPECT_TRUE(scrub_all().problems.empty());
    EXPECT_EQ(get(pins), new_pins);
    if (is_done) break;
    ASSERT_LT(call, 5000U);
  }
}

// A full disk is said, and nothing is lost.
TEST_F(ScrubTest, AWriteThatFailsIsNamed) {
  store_in_clear();
  const std::string old_pins = get(pins);
  std::size_t named = 0;
  for (std::size_t call = 0; call < 800; ++call) {
    put(pins, old_pins);
    const auto kind = call % 2 == 0 ? os::Fault::Kind::error : os::Fault::Kind::short_write;
    scene.fake.files.arm({.kind = kind, .at_call = call / 2});
    const auto outcome = scrub(scene.fake.system(), "/home/dev/project", {});
    scene.fake.files.kill();
    if (get(pins) == old_pins && outcome.ok()) named += outcome->problems.empty() ? 0 : 1;
    EXPECT_TRUE(get(pins) == old_pins || get(pins) == new_pins) << get(pins);
  }
  EXPECT_GT(named, 0U);
}

}  // namespace
}  // namespace engine
