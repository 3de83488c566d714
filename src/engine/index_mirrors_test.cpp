#include "engine/index_mirrors.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/test_index_scene.h"
#include "store/continuity_places.h"
#include "store/mirror_store.h"
#include "store/user_config.h"

namespace engine {
namespace {

using model::EventKind;

constexpr const char* kOlder = "11111111-2222-4333-8444-555555555555";

class IndexMirrorsTest : public IndexScene {
 protected:
  store::ContinuityPlaces places() {
    const store::Homes homes = store::homes_of(environment_);
    return store::continuity_places(environment_, homes, store::load_user_config(system(), homes))
        .value();
  }
  void capture(const std::string& session, const store::MirrorStore::Change& change) {
    const store::ContinuityPlaces here = places();
    const auto done = store::MirrorStore(system(), here).update(session, {}, change);
    ASSERT_TRUE(done.ok()) << done.error().message;
  }
  static store::MirrorStore::Change state(const std::string& topic, const std::string& end = {}) {
    return [=](model::SessionState& now) -> base::Result<void> {
      now.start_time = "2025-06-01T10:00:00.000Z";
      if (!end.empty()) now.end_time = end;
      now.channel = "discord";
      now.hot_topics = {topic};
      now.project = "0123456789abcdef";
      return {};
    };
  }
  std::size_t archived() {
    const store::ContinuityPlaces here = places();
    const auto done = store::MirrorStore(system(), here)
                          .archive(*base::instant_from_iso("2026-01-01T00:00:00Z"),
                                   *base::instant_from_iso("2024-01-01T00:00:00Z"));
    EXPECT_TRUE(done.ok() && done->problems.empty());
    return done.ok() ? done->sessions.size() : 0;
  }
  std::string mirror(const std::string& session) {
    return "home/.local/share/holdfast/sessions/" + session + ".json";
  }
  std::vector<std::string> states() { return dump({"session_states"}); }
  void expect_same_after_rebuild() {
    const auto grown = dump();
    rebuilt();
    EXPECT_EQ(dump(), grown);
    for (const os::Path& file : index_files(*index_path(system()))) std::filesystem::remove(file);
    updated();
    EXPECT_EQ(dump(), grown) << "from nothing";
  }
};

// S3-88, S3-89, B3-25
TEST_F(IndexMirrorsTest, AMirrorIsARowALinkAndTheChannelOfItsRun) {
  tell(EventKind::session_start, kRun);
  capture(kRun, [](model::SessionState& now) -> base::Result<void> {
    now.start_time = "2026-01-18T10:00:00.000Z";
    now.channel = "discord";
    now.hot_topics = {"gate", "store"};
    model::Pin pin;
    pin.content = "pinned";
    pin.run = kRun;
    now.working_memory.push_back(pin);
    now.previous_session_id = kOlder;
    now.links.push_back({.session = kOlder, .score = 0.75, .at = "2026-01-18T10:00:01.000Z"});
    return {};
  });
  updated();
  const auto rows = states();
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_TRUE(has_line(rows, std::string("\"id\":\"") + kRun));
  EXPECT_TRUE(has_line(rows, R"("hot_topics":"[\"gate\",\"store\"]")")) << rows[0];
  EXPECT_TRUE(has_line(rows, "pinned"));
  EXPECT_FALSE(has_line(rows, R"(\"run\")")) << "The table has the document's own members.";
  EXPECT_TRUE(has_line(dump({"session_links"}),
                       std::string("\"from_id\":\"") + kOlder + "\",\"to_id\":\"" + kRun));
  EXPECT_TRUE(has_line(dump({"runs"}), R"("channel":"discord")"));
  expect_same_after_rebuild();
}

// S3-52, B3-5, SC-73
TEST_F(IndexMirrorsTest, ACaptureChangesItsRowAndNoOther) {
  capture(kOlder, state("older"));
  capture(kRun, state("first"));
  updated();
  capture(kRun, [](model::SessionState& now) -> base::Result<void> {
    now.continued_by = kOlder;
    return {};
  });
  updated();
  const auto rows = states();
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_TRUE(has_line(rows, "older"));
  EXPECT_TRUE(has_line(rows, "first"));
  EXPECT_TRUE(has_line(rows, std::string("\"continued_by\":\"") + kOlder));
  expect_same_after_rebuild();
}

TEST_F(IndexMirrorsTest, AMirrorThatIsAsItWasIsNotReadAgain) {
  capture(kRun, state("first"));
  age(mirror(kRun));
  updated();
  // Other bytes under the same inode, size and time, which nobody but a test makes.
  const auto time = std::filesystem::last_write_time(at(mirror(kRun)));
  std::string text = *system().files.read(at(mirror(kRun)));
  text.replace(text.find("first"), 5, "secnd");
  std::ofstream(at(mirror(kRun))) << text;
  std::filesystem::last_write_time(at(mirror(kRun)), time);
  capture(kOlder, state("other"));
  updated();
  EXPECT_TRUE(has_line(states(), "first"));
  EXPECT_TRUE(has_line(states(), "other"));
}

// S3-125, B3-26: what was archived can still be asked for, and comes back from the archive alone.
TEST_F(IndexMirrorsTest, ArchivedSessionsKeepTheirRows) {
  capture(kOlder, state("older", "2025-06-01T12:00:00.000Z"));
  capture(kRun, state("newer", "2026-02-01T12:00:00.000Z"));
  updated();
  const auto before = dump();
  ASSERT_EQ(archived(), 1U);
  updated();
  EXPECT_EQ(dump(), before);
  expect_same_after_rebuild();
  // A session that goes on after it was archived has a mirror again, which is newer.
  capture(kOlder, state("again", "2025-06-02T12:00:00.000Z"));
  updated();
  EXPECT_TRUE(has_line(states(), "again"));
  expect_same_after_rebuild();
  ASSERT_EQ(archived(), 1U);
  updated();
  EXPECT_TRUE(has_line(states(), "again"));
  expect_same_after_rebuild();
}

TEST_F(IndexMirrorsTest, AMirrorThatIsGoneLeavesItsRow) {
  capture(kRun, state("kept"));
  updated();
  std::filesystem::remove(at(mirror(kRun)));
  updated();
  EXPECT_TRUE(has_line(states(), "kept"));
  rebuilt();
  EXPECT_TRUE(has_line(states(), "kept"));
}

// S3-114, B3-9: whoever wrote the mirror, no secret goes further.
TEST_F(IndexMirrorsTest, SecretsDoNotReachTheIndex) {
  put(mirror(kRun), std::string("{\"session_id\":\"") + kRun +
                        "\",\"start_time\":\"2026-01-01T00:00:00Z\",\"channel\":\"cli\","
                        "\"working_memory\":[{\"content\":\"password: hunter2hunter2\"}],"
                        "\"pending_tasks\":[{\"task_id\":\"t\",\"title\":\"use "
                        "ghp_0123456789abcdefghijklmnopqrstuvwxyz\"}]}");
  updated();
  const auto rows = states();
  EXPECT_TRUE(has_line(rows, "password: [REDACTED]")) << rows.at(0);
  EXPECT_FALSE(has_line(rows, "hunter2"));
  EXPECT_FALSE(has_line(rows, "ghp_0123"));
}

TEST_F(IndexMirrorsTest, WhatCannotBeReadIsSaidAndStopsNothing) {
  capture(kRun, state("good"));
  put(mirror(kOlder), "garbage");
  put("home/.local/share/holdfast/sessions/archive/2025-05.jsonl", "garbage\n{}\n[1]\n");
  const IndexUpdate update = updated();
  ASSERT_EQ(update.problems.size(), 1U);
  EXPECT_NE(update.problems[0].find(kOlder), std::string::npos);
  EXPECT_TRUE(has_line(states(), "good"));
}

// B3-25: a record of the other tool has texts for lists, `id`, and no project.
TEST_F(IndexMirrorsTest, SessionsOfOpenClawGoInToo) {
  put("home/.config/holdfast/config.yaml", "session_persistence:\n  layout: openclaw\n");
  const std::string file = std::string("home/.openclaw/sessions/") + kOlder + ".json";
  const auto record = [](const std::string& topic, const std::string& updated_at) {
    return std::string("{\"id\":\"") + kOlder + "\",\"channel\":\"signal\",\"hot_topics\":\"[\\\"" +
           topic + "\\\"]\",\"updated_at\":\"" + updated_at + "\"}";
  };
  put(file, record("first", "2026-01-01T00:00:00Z"));
  age("home/.openclaw/sessions");
  updated();
  EXPECT_TRUE(has_line(states(), R"("hot_topics":"[\"first\"]")")) << states().at(0);
  // That tool writes into its file, which does not change the folder.
  std::ofstream(at(file)) << record("second one", "2026-01-02T00:00:00Z");
  updated();
  EXPECT_TRUE(has_line(states(), R"("hot_topics":"[\"second one\"]")"));
  expect_same_after_rebuild();
}

// SC-72, S3-141: inside an existing brain.db.
TEST_F(IndexMirrorsTest, ABrainDbThatIsTheIndexKeepsItsOwnSessions) {
  put("home/.config/holdfast/config.yaml", "index:\n  path: " + at("brain.db").native() + "\n");
  {
    const auto index = open_index(system(), at("brain.db"));
    ASSERT_TRUE(index.ok());
    auto batch = (*index)->begin();
    indexing::SessionStateRow row;
    row.id = "theirs";
    row.start_time = row.created_at = row.updated_at = "2026-01-01T00:00:00Z";
    row.working_memory = row.hot_topics = row.active_projects = row.pending_tasks = "[]";
    row.recent_learnings = row.confidence_updates = row.sop_interactions = "[]";
    ASSERT_TRUE((*batch)->put(row).ok() && (*batch)->commit().ok());
  }
  capture(kRun, state("ours"));
  updated();
  ASSERT_EQ(states().size(), 2U);
  const auto before = dump();
  updated();
  EXPECT_EQ(dump(), before);
  rebuilt();
  EXPECT_EQ(dump(), before);
}

TEST_F(IndexMirrorsTest, WithoutSessionsNothingIsMade) {
  updated();
  EXPECT_TRUE(states().empty());
  EXPECT_FALSE(std::filesystem::exists(at("home/.local/share/holdfast/sessions")));
}

}  // namespace
}  // namespace engine
