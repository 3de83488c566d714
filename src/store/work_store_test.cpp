#include "store/work_store.h"

#include <nlohmann/json.hpp>

#include "store/layout.h"
#include "store/test_work.h"
#include "store/work_files.h"
#include "store/work_text.h"

namespace store {
namespace {

using base::Code;

os::Path lock_path() { return work_lock_path("/w/p/.git/holdfast/locks", kWorkRoot / kSlug); }

class WorkStoreTest : public ::testing::Test {
 protected:
  WorkFolder create() {
    auto folder = store_.create(small_session());
    CHECK(folder.ok());
    return *std::move(folder);
  }
  base::Result<StoredWork> update(const WorkStore::Change& change,
                                  WorkStore::Options options = {}) {
    return store_.update(machine_.folder(), options, change);
  }

  WorkMachine machine_;
  WorkStore store_ = machine_.store();
};

// S2-2, S2-57, S2-114
TEST_F(WorkStoreTest, ANewSessionHasAManifestAndASpec) {
  const WorkFolder folder = create();
  EXPECT_EQ(folder.path, kWorkRoot / kSlug);
  EXPECT_EQ(machine_.state(), base::dump_pretty(model::to_json(small_session())));
  EXPECT_TRUE(machine_.files.peek(folder.path / "spec.md")->starts_with("# Spec: Dark mode\n"));
  EXPECT_EQ(machine_.files.info(kStateFile)->mode, 0644U);
  EXPECT_EQ(machine_.files.info(folder.path)->mode, 0755U);
  const auto work = store_.read(folder);
  ASSERT_TRUE(work.ok());
  EXPECT_EQ(work->session, small_session());
  EXPECT_EQ(work->etag.size(), 64U);
  EXPECT_FALSE(work->is_v1);
}

TEST_F(WorkStoreTest, WhatIsThereIsNotMadeAgain) {
  machine_.files.poke(kWorkRoot / kSlug / "spec.md", "mine");
  create();
  EXPECT_EQ(machine_.files.peek(kWorkRoot / kSlug / "spec.md"), "mine");
  EXPECT_EQ(store_.create(small_session()).error().code, Code::exists);
  EXPECT_EQ(store_.create(small_session("../x")).error().code, Code::invalid_value);
}

// S2-73, SC-52
TEST_F(WorkStoreTest, AChangeTouchesOnlyItsOwnBytes) {
  const std::string before =
      "\xEF\xBB\xBF{\r\n\t\"x-first\": 1.50,\r\n\t\"session_id\": \"s\",\r\n"
      "\t\"current_phase\": \"build\", \"status\": \"active\",\r\n"
      "\t\"updated_at\": \"2026-02-14T10:00:00.123456+00:00\",\r\n"
      "\t\"build_progress\": {\"checkpoints_total\": null, \"checkpoints_completed\": [1,  2],\r\n"
      "\t\t\"x\": 12345678901234567890123},\r\n"
      "\t\"commits\": [\r\n\t\t{\"sha\": \"abc1234\", \"x\": 1e2}\r\n\t],\r\n"
      "\t\"x-last\": {\"\\u0061\": [ ]}\r\n}";
  machine_.put(before);
  ASSERT_TRUE(update(add_commit("def5678")).ok());
  std::string after = before;
  const std::string added =
      ",\r\n\t\t{\r\n\t\t\t\"sha\": \"def5678\",\r\n\t\t\t\"message\": \"feat: x\",\r\n"
      "\t\t\t\"checkpoint\": 1,\r\n\t\t\t\"created_at\": \"" +
      kWorkNow + "\"\r\n\t\t}";
  after.insert(after.find("\r\n\t],"), added);
  EXPECT_EQ(machine_.state(), after);
  const auto complete = [](const StoredWork& work) -> base::Result<model::WorkSession> {
    model::WorkSession session = work.session;
    session.build = {.total = 4, .completed = {1, 2, 3}, .current = 4};
    session.git.branch = "b";
    return session;
  };
  ASSERT_TRUE(update(complete).ok());
  after.replace(after.find("null"), 4, "4");
  after.insert(after.find("2],") + 1, ", 3");
  after.insert(after.find("890123}") + 6, ", \"current_checkpoint\": 4");
  after.insert(after.size() - 3,
               ",\r\n\t\"git\": {\r\n\t\t\"branch\": \"b\",\r\n\t\t\"worktree\": null,\r\n"
               "\t\t\"base_branch\": null\r\n\t}");
  EXPECT_EQ(machine_.state(), after);
}

// S2-114
TEST_F(WorkStoreTest, AChangedFileOfOursIsStillLaidOutAsANewOne) {
  create();
  const auto all = [](const StoredWork& work) -> base::Result<model::WorkSession> {
    model::WorkSession session = work.session;
    session.commits.push_back(
        {.sha = "abc1234", .message = "a", .checkpoint = 1, .created_at = "t"});
    session.build = {.total = 3, .completed = {1}, .current = 2};
    return session;
  };
  for (int round = 0; round < 2; ++round) {
    const auto work = update(all);
    ASSERT_TRUE(work.ok());
    EXPECT_EQ(machine_.state(), base::dump_pretty(model::to_json(work->session)));
    EXPECT_EQ(work->bytes, machine_.state());
    EXPECT_EQ(work->etag, bytes_etag(machine_.state()));
  }
}

TEST_F(WorkStoreTest, NothingIsWrittenWhereNothingChanges) {
  create();
  machine_.files.reset_calls();
  const auto info = machine_.files.info(kStateFile);
  const auto work = update([](const StoredWork& current) { return base::Result(current.session); });
  ASSERT_TRUE(work.ok());
  EXPECT_EQ(machine_.files.info(kStateFile)->inode, info->inode);
  const auto refused = update([](const StoredWork&) -> base::Result<model::WorkSession> {
    return base::Error{Code::invalid_status, "no", ""};
  });
  EXPECT_EQ(refused.error().code, Code::invalid_status);
  EXPECT_EQ(machine_.files.info(kStateFile)->inode, info->inode);
}

// B2-2
TEST_F(WorkStoreTest, AChangeOfWhatIsNoLongerThereIsAConflict) {
  create();
  const std::string etag = store_.read(machine_.folder())->etag;
  ASSERT_TRUE(update(add_commit("abc1234"), {.if_etag = etag}).ok());
  const std::string bytes = machine_.state();
  EXPECT_EQ(update(add_commit("def5678"), {.if_etag = etag}).error().code, Code::version_conflict);
  EXPECT_EQ(machine_.state(), bytes);
}

// B2-2: git and editors know nothing of our lock.
TEST_F(WorkStoreTest, WhatSomebodyElseWritesMeanwhileIsNotOverwritten) {
  create();
  int calls = 0;
  const auto change = [&](const StoredWork& work) {
    if (++calls == 1) {
      std::string bytes = machine_.state();
      bytes.replace(bytes.find("Dark mode"), 9, "Night mode");
      machine_.put(bytes);
    }
    return add_commit("abc1234")(work);
  };
  ASSERT_TRUE(update(change).ok());
  EXPECT_EQ(calls, 2);
  const auto work = store_.read(machine_.folder());
  EXPECT_EQ(work->session.topic, "Night mode");
  EXPECT_EQ(work->session.commits.size(), 1U);
  const auto restless = [&](const StoredWork& current) {
    machine_.put(machine_.state() + " ");
    return add_commit("def5678")(current);
  };
  EXPECT_EQ(update(restless).error().code, Code::version_conflict);
}

// B2-4
TEST_F(WorkStoreTest, ATouchOfAYoungFileWritesNothingAndTakesNoLock) {
  create();
  const base::Instant written = *base::instant_from_iso("2026-02-14T10:00:00Z");
  const WorkStore::Options debounced{.debounce = base::Millis{60'000}};
  machine_.clock.set(written + base::Millis{59'000});
  ASSERT_TRUE(machine_.files.remove(lock_path()).ok());
  ASSERT_TRUE(update(touch("2026-02-14T10:00:59Z"), debounced).ok());
  EXPECT_EQ(store_.read(machine_.folder())->session.updated_at, "2026-02-14T10:00:00Z");
  EXPECT_FALSE(machine_.files.exists(lock_path()));
  machine_.clock.set(written + base::Millis{60'000});
  ASSERT_TRUE(update(touch("2026-02-14T10:01:00Z"), debounced).ok());
  EXPECT_EQ(store_.read(machine_.folder())->session.updated_at, "2026-02-14T10:01:00Z");
}

TEST_F(WorkStoreTest, TheFilesModeStays) {
  create();
  ASSERT_TRUE(machine_.files.set_mode(kStateFile, 0664).ok());
  ASSERT_TRUE(update(add_commit("abc1234")).ok());
  EXPECT_EQ(machine_.files.info(kStateFile)->mode, 0664U);
}

TEST_F(WorkStoreTest, AHeldLockIsWaitedForAndThenReported) {
  create();
  const os::Path path = lock_path();
  const auto other = machine_.files.open(path, {.write = true});
  ASSERT_TRUE(*(*other)->try_lock());
  EXPECT_EQ(update(add_commit("abc1234")).error().code, Code::lock_timeout);
}

TEST_F(WorkStoreTest, TwoWorktreesDoNotShareALock) {
  EXPECT_NE(work_lock_path("/l", "/w/a/agents/sessions/s"),
            work_lock_path("/l", "/w/b/agents/sessions/s"));
}

// B2-19, S2-80
TEST_F(WorkStoreTest, WhatIsNoManifestIsReportedWithItsFileAndLeft) {
  struct Row {
    std::string bytes;
    Code code;
    const char* words;
  };
  const std::string good = base::dump_pretty(model::to_json(small_session()));
  const std::vector<Row> rows{
      {"", Code::parse_error, ""},
      {good.substr(0, good.size() / 2), Code::parse_error, ""},
      {"[]", Code::parse_error, "schema"},
      {R"({"id":"r1","request":"x","phase":"synthesis","subtasks":[]})", Code::parse_error,
       "schema"},
      {R"({"session_id":"s","current_phase":5,"status":"active"})", Code::parse_error,
       "current_phase"},
      {R"({"session_id":"s","session_id":"t","current_phase":"spec","status":"active"})",
       Code::parse_error, ""},
      {good + std::string(kWorkStateBytesMax, ' '), Code::too_large, ""},
      {std::string(200, '[') + std::string(200, ']'), Code::parse_error, ""},
      {"{\"session_id\": \"\xFF\"}", Code::parse_error, ""},
      {"<<<<<<< HEAD\n" + good + "=======\n" + good + ">>>>>>> other\n", Code::state_conflict,
       "line 1"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.bytes.substr(0, 80));
    machine_.put(row.bytes);
    const auto work = store_.read(machine_.folder());
    ASSERT_FALSE(work.ok());
    EXPECT_EQ(work.error().code, row.code);
    EXPECT_NE(work.error().message.find(kStateFile.native()), std::string::npos);
    EXPECT_NE(work.error().message.find(row.words), std::string::npos) << work.error().message;
    EXPECT_EQ(update(add_commit("abc1234")).error().code, row.code);
    EXPECT_EQ(machine_.state(), row.bytes);
  }
}

// B2-13, SC-59
TEST_F(WorkStoreTest, ConflictMarkersAreNamedWithAdviceAndNotOverwritten) {
  const std::string bytes =
      "{\n  \"session_id\": \"s\",\n<<<<<<< ours\n  \"status\": \"active\"\n=======\n"
      "  \"status\": \"paused\"\n>>>>>>> theirs\n}\n";
  machine_.put(bytes);
  const auto work = update(add_commit("abc1234"));
  ASSERT_EQ(work.error().code, Code::state_conflict);
  EXPECT_NE(work.error().message.find("line 3"), std::string::npos);
  EXPECT_NE(work.error().hint.find("git checkout"), std::string::npos);
  EXPECT_EQ(machine_.state(), bytes);
}

// B2-5
TEST_F(WorkStoreTest, CommentsAreRefusedWithTheCommandThatTakesThemOut) {
  machine_.put("{\n  // Identity\n  \"session_id\": \"s\"\n}");
  const auto work = store_.read(machine_.folder());
  EXPECT_EQ(work.error().code, Code::parse_error);
  EXPECT_NE(work.error().hint.find("work migrate"), std::string::npos);
}

TEST_F(WorkStoreTest, AFileThatWouldGrowTooLargeIsNotWritten) {
  model::WorkSession large = small_session();
  large.description = std::string(kWorkStateBytesMax - 1200, 'x');
  machine_.put(base::dump_pretty(model::to_json(large)));
  const auto grow = [](const StoredWork& work) -> base::Result<model::WorkSession> {
    model::WorkSession session = work.session;
    session.topic = std::string(4000, 'x');
    return session;
  };
  EXPECT_EQ(update(grow).error().code, Code::too_large);
  EXPECT_TRUE(store_.read(machine_.folder()).ok());
}

}  // namespace
}  // namespace store
