#include "store/alias_store.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "store/test_support.h"

namespace store {
namespace {

using base::Code;

class AliasStoreTest : public ::testing::Test {
 protected:
  FakeMachine machine_;
  TestStore store_{machine_.system()};
  AliasStore& aliases_ = store_.aliases;
};

// 4.1: a host's UUID is the run's id, so that no hook has to look anything up.
TEST_F(AliasStoreTest, AHostsUuidIsTheIdOfItsRun) {
  EXPECT_EQ(
      run_of_host_id({kProjectId}, "claude-code", "CAD0AC4D-3933-45AD-9A1C-14AEC05BB940").value(),
      kRun);
}

TEST_F(AliasStoreTest, AnyOtherHostIdGivesOneIdForEachProjectAndHost) {
  const auto run = [](const char* project, const char* host, const char* id) {
    return run_of_host_id({project}, host, id).value().text;
  };
  EXPECT_EQ(run("p", "codex", "thread-1"), run("p", "codex", "thread-1"));
  EXPECT_NE(run("p", "codex", "thread-1"), run("p", "codex", "thread-2"));
  EXPECT_NE(run("p", "codex", "thread-1"), run("q", "codex", "thread-1"));
  EXPECT_NE(run("p", "codex", "thread-1"), run("p", "gemini", "thread-1"));
}

// SC-21, B0-24
TEST_F(AliasStoreTest, AnUnsafeIdIsRefusedBeforeAnyPathIsTouched) {
  save_versions(store_, 1);
  machine_.files.reset_calls();
  for (const char* id : {"../../etc/x", "..", "", "a/b", "-x", "/etc/passwd", "a\nb"}) {
    SCOPED_TRACE(id);
    EXPECT_EQ(run_of_host_id({kProjectId}, "claude-code", id).error().code, Code::invalid_params);
    EXPECT_EQ(aliases_.resolve(id).error().code, Code::invalid_params);
    EXPECT_EQ(aliases_.add("custom", id, kRun).error().code, Code::invalid_params);
  }
  EXPECT_EQ(machine_.files.calls(), 0U);
}

// C-4
TEST_F(AliasStoreTest, ARunIsFoundByEveryNameItHas) {
  save_versions(store_, 1);
  const model::RunId by_host =
      run_of_host_id({kProjectId}, "claude-code", "my-conversation").value();
  save_versions(store_, 1, by_host);
  ASSERT_TRUE(aliases_.add("protocol", "2026-01-18-session-01", kRun).ok());
  ASSERT_TRUE(aliases_.add("custom", "signing", kRun).ok());
  EXPECT_EQ(aliases_.resolve(kRun.text).value(), kRun);
  EXPECT_EQ(aliases_.resolve("CAD0AC4D-3933-45AD-9A1C-14AEC05BB940").value(), kRun);
  EXPECT_EQ(aliases_.resolve("my-conversation").value(), by_host);
  // Whichever host's it is.
  const model::RunId other = run_of_host_id({kProjectId}, "opencode", "ses_e13931f6").value();
  save_versions(store_, 1, other);
  EXPECT_EQ(aliases_.resolve("ses_e13931f6").value(), other);
  EXPECT_EQ(aliases_.resolve("2026-01-18-session-01").value(), kRun);
  EXPECT_EQ(aliases_.resolve("signing").value(), kRun);
  EXPECT_EQ(aliases_.resolve("cad0ac4d").value(), kRun);
  EXPECT_EQ(aliases_.resolve("CAD0AC").value(), kRun);
  EXPECT_EQ(aliases_.resolve("cad0a").error().code, Code::not_found);  // Fewer than six.
  EXPECT_EQ(aliases_.resolve("cad0ac4e").error().code, Code::not_found);
}

TEST_F(AliasStoreTest, AnUnknownNameIsNotFoundInTheWordsOfTheDocument) {
  EXPECT_EQ(aliases_.resolve("nobody").error().code, Code::not_found);
  EXPECT_EQ(aliases_.resolve("nobody").error().message, "Session nobody not found");  // S0-39
}

TEST_F(AliasStoreTest, APrefixOfTwoRunsListsBoth) {
  const model::RunId twin{"cad0ac4d-0000-4000-8000-000000000000"};
  save_versions(store_, 1);
  save_versions(store_, 1, twin);
  const auto resolved = aliases_.resolve("cad0ac4d");
  ASSERT_FALSE(resolved.ok());
  EXPECT_EQ(resolved.error().code, Code::ambiguous_id);
  EXPECT_NE(resolved.error().message.find(kRun.text), std::string::npos);
  EXPECT_NE(resolved.error().message.find(twin.text), std::string::npos);
  EXPECT_EQ(aliases_.resolve("cad0ac4d-3").value(), kRun);
}

// SC-8: a run whose note was taken away is still that run, not an unknown one.
TEST_F(AliasStoreTest, ARunWithoutItsNoteIsStillFound) {
  save_versions(store_, 1);
  ASSERT_TRUE(machine_.files.remove(store_.layout.note(kRun)).ok());
  EXPECT_EQ(aliases_.resolve(kRun.text).value(), kRun);
}

TEST_F(AliasStoreTest, AnAliasBelongsToOneRun) {
  ASSERT_TRUE(aliases_.add("custom", "signing", kRun).ok());
  EXPECT_TRUE(aliases_.add("custom", "signing", kRun).ok());
  EXPECT_EQ(aliases_.add("custom", "signing", kOtherRun).error().code, Code::exists);
  EXPECT_EQ(aliases_.resolve("signing").value(), kRun);
  EXPECT_TRUE(aliases_.add("protocol", "signing", kOtherRun).ok());
  EXPECT_EQ(aliases_.resolve("signing").value(), kRun) << "A custom alias goes first.";
}

TEST_F(AliasStoreTest, AnAliasFileThatSaysNoIdLeadsNowhere) {
  machine_.files.poke(store_.layout.aliases() / "custom-broken", "../../etc/passwd\n");
  EXPECT_EQ(aliases_.resolve("broken").error().code, Code::not_found);
  machine_.files.poke("/tmp/elsewhere", kRun.text);
  machine_.files.make_link(store_.layout.aliases() / "custom-linked", "/tmp/elsewhere");
  EXPECT_EQ(aliases_.resolve("linked").error().code, Code::not_found);
}

// S0-23, B0-9, B0-27
TEST_F(AliasStoreTest, ThePointerIsMovedAndClearedOnlyForItsOwnRun) {
  EXPECT_EQ(aliases_.current(), std::nullopt);
  save_versions(store_, 1);
  EXPECT_EQ(aliases_.current(), std::nullopt) << "A save does not move it.";
  ASSERT_TRUE(aliases_.set_current(kRun).ok());
  EXPECT_EQ(aliases_.current(), kRun);
  EXPECT_EQ(machine_.files.peek(store_.layout.pointer()), kRun.text + "\n");
  machine_.files.reset_calls();
  ASSERT_TRUE(aliases_.clear_current(kOtherRun).ok());
  EXPECT_EQ(aliases_.current(), kRun);
  ASSERT_TRUE(aliases_.clear_current(kRun).ok());
  EXPECT_EQ(aliases_.current(), std::nullopt);
  ASSERT_TRUE(aliases_.clear_current(kRun).ok());
}

TEST_F(AliasStoreTest, APointerToNothingSensibleIsNone) {
  for (const char* text : {"", "\n", "../../x", "not-a-uuid"}) {
    machine_.files.poke(store_.layout.pointer(), text);
    EXPECT_EQ(aliases_.current(), std::nullopt) << text;
  }
  machine_.files.poke(store_.layout.pointer(), "  " + kRun.text + " \n\n");
  EXPECT_EQ(aliases_.current(), kRun);  // S0-26: trimmed.
}

}  // namespace
}  // namespace store
