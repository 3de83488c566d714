#include "policy/work_session.h"

#include "policy/work_test_scene.h"

namespace policy {
namespace {

using base::Code;
using model::WorkPhase;
using model::WorkSession;
using model::WorkStatus;

base::Result<WorkOutcome> add(const WorkSession& session, const std::string& sha) {
  return apply_to_work(session, AddCommit{.sha = sha, .message = "feat: x"}, facts_at());
}

// S2-32, S2-52, S2-92, B2-27
TEST(WorkSessionPolicyTest, CommitsKeepTheOrderInWhichTheyCame) {
  WorkSession session = new_session();
  for (const char* const sha : {"bbbbbbb", "aaaaaaa", "ccccccc"}) {
    const auto added = add(session, sha);
    ASSERT_TRUE(added.ok());
    EXPECT_FALSE(added->duplicate);
    session = added->session;
  }
  ASSERT_EQ(session.commits.size(), 3U);
  EXPECT_EQ(session.commits[0].sha, "bbbbbbb");
  EXPECT_EQ(session.commits[2].sha, "ccccccc");
  EXPECT_EQ(session.commits[0].checkpoint, std::nullopt);
  EXPECT_EQ(session.commits[0].created_at, kWorkLater);
}

// B2-11, SC-50
TEST(WorkSessionPolicyTest, TheSameCommitByAShorterOrLongerNameIsADuplicate) {
  const std::string whole(40, 'a');
  for (const auto& [first, second] :
       {std::pair{whole, whole.substr(0, 7)}, std::pair{whole.substr(0, 7), whole},
        std::pair{whole, whole}}) {
    const WorkSession session = add(new_session(), first)->session;
    const auto again = add(session, second);
    ASSERT_TRUE(again.ok());
    EXPECT_TRUE(again->duplicate);
    EXPECT_FALSE(again->changed);
    EXPECT_EQ(again->session, session);
  }
  const WorkSession session = add(new_session(), "aaaaaaab")->session;
  EXPECT_FALSE(add(session, "aaaaaaac")->duplicate);
}

// B2-11, SC-50
TEST(WorkSessionPolicyTest, WhatIsNoCommitIsRefused) {
  for (const std::string sha :
       {"xyz", "", "abcdef", "ABCDEF0", "abcdefg", "--help12", "abcdef0\n"}) {
    EXPECT_EQ(code_of(add(new_session(), sha)), Code::invalid_value) << sha;
  }
  EXPECT_EQ(code_of(add(new_session(), std::string(65, 'a'))), Code::invalid_value);
  const auto with = [](AddCommit commit) {
    return code_of(apply_to_work(new_session(), commit, facts_at()));
  };
  EXPECT_EQ(with({.sha = "abcdef0", .message = "\xFF"}), Code::invalid_value);
  EXPECT_EQ(with({.sha = "abcdef0", .message = std::string(9000, 'x')}), Code::invalid_value);
  EXPECT_EQ(with({.sha = "abcdef0", .message = "x", .checkpoint = 0}), Code::invalid_value);
  EXPECT_EQ(with({.sha = "abcdef0", .message = "x", .created_at = "now"}), Code::invalid_value);
}

TEST(WorkSessionPolicyTest, ACommitBelongsToTheCurrentCheckpointUnlessAnotherIsNamed) {
  WorkSession session = building({1});
  session.build.current = 2;
  EXPECT_EQ(add(session, "abcdef0")->session.commits[0].checkpoint, 2);
  const auto named = apply_to_work(
      session, AddCommit{.sha = "abcdef0", .message = "x", .checkpoint = 9}, facts_at());
  EXPECT_EQ(named->session.commits[0].checkpoint, 9);
  EXPECT_EQ(named->warnings, std::vector<std::string>{"The plan has no checkpoint 9"});
}

// B2-25, SC-51
TEST(WorkSessionPolicyTest, CommitsAreAddedToWhatIsPausedButNotToWhatIsOver) {
  for (const WorkStatus status : model::kWorkStatuses) {
    WorkSession session = session_in(WorkPhase::build);
    session.status = status;
    const bool allowed = status == WorkStatus::active || status == WorkStatus::paused;
    const auto added = add(session, "abcdef0");
    EXPECT_EQ(added.ok(), allowed) << model::name_of(status);
    if (allowed) continue;
    EXPECT_EQ(code_of(added), Code::invalid_status);
  }
}

// S2-27, S2-53, S2-93, S2-94, B2-25
TEST(WorkSessionPolicyTest, EachStatusHasItsOwnWays) {
  struct Row {
    const char* from;
    const char* to;
    bool allowed;
  };
  const std::vector<Row> rows{
      {"active", "paused", true},    {"paused", "active", true},    {"active", "failed", true},
      {"paused", "failed", true},    {"failed", "active", true},    {"failed", "paused", false},
      {"active", "complete", false}, {"paused", "complete", false}, {"failed", "complete", false},
      {"complete", "active", false}, {"complete", "paused", false}, {"complete", "failed", false},
      {"archived", "active", true},  {"archived", "paused", false},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(std::string(row.from) + " to " + row.to);
    WorkSession session = session_in(WorkPhase::build);
    session.status = model::Named<WorkStatus>(std::string(row.from));
    const auto set = apply_to_work(session, SetStatus{.status = row.to}, facts_at());
    if (row.allowed) {
      ASSERT_TRUE(set.ok());
      EXPECT_EQ(set->session.status.text(), row.to);
      EXPECT_EQ(set->session.phase, session.phase);
    } else {
      EXPECT_EQ(code_of(set), Code::invalid_transition);
    }
    EXPECT_FALSE(apply_to_work(new_session(), SetStatus{.status = "active"}, facts_at())->changed);
  }
}

// S2-70
TEST(WorkSessionPolicyTest, AnUnknownStatusIsAnsweredWithTheKnownOnes) {
  const auto set = apply_to_work(new_session(), SetStatus{.status = "done"}, facts_at());
  EXPECT_EQ(code_of(set), Code::invalid_value);
  EXPECT_EQ(set.error().message, "status: \"done\" is not one of active, paused, complete, failed");
}

// B2-6, SC-51
TEST(WorkSessionPolicyTest, WhatIsCompleteBecomesActiveInThePhaseItHadByReopenAlone) {
  const WorkSession session = session_in(WorkPhase::complete);
  const auto refused = apply_to_work(session, SetStatus{.status = "active"}, facts_at());
  EXPECT_EQ(code_of(refused), Code::invalid_transition);
  EXPECT_EQ(refused.error().message,
            "Invalid status transition: complete -> active (allowed: none)");
  const auto opened =
      apply_to_work(session, SetStatus{.status = "active", .reopen = true}, facts_at());
  ASSERT_TRUE(opened.ok());
  EXPECT_TRUE(opened->session.status.is(WorkStatus::active));
  EXPECT_TRUE(opened->session.phase.is(WorkPhase::docs));
  EXPECT_EQ(opened->session.times(WorkPhase::docs).completed_at, std::nullopt);
  EXPECT_EQ(opened->session.times(WorkPhase::build), session.times(WorkPhase::build));
}

// B2-6
TEST(WorkSessionPolicyTest, AFileThatContradictsItselfCanBePutRight) {
  WorkSession session = session_in(WorkPhase::complete);
  session.status = WorkStatus::active;
  EXPECT_TRUE(apply_to_work(session, SetStatus{.status = "complete"}, facts_at()).ok());
  EXPECT_EQ(code_of(apply_to_work(session, SetStatus{.status = "paused"}, facts_at())),
            Code::invalid_transition);
  WorkSession other = session_in(WorkPhase::build);
  other.status = WorkStatus::complete;
  const auto opened =
      apply_to_work(other, SetStatus{.status = "active", .reopen = true}, facts_at());
  ASSERT_TRUE(opened.ok());
  EXPECT_TRUE(opened->session.phase.is(WorkPhase::build));
}

// S2-46, S2-47, S2-54, S2-95, S2-96
TEST(WorkSessionPolicyTest, GitIsSetClearedAndLeftAlone) {
  using Text = std::optional<std::string>;
  WorkSession session = new_session();
  session.git = {.branch = "a", .worktree = "../w", .base_branch = "main"};
  EXPECT_EQ(code_of(apply_to_work(session, UpdateGit{}, facts_at())), Code::invalid_params);
  const auto set = apply_to_work(
      session, UpdateGit{.branch = Text("b"), .worktree = Text(std::nullopt)}, facts_at());
  ASSERT_TRUE(set.ok());
  EXPECT_EQ(set->session.git.branch, "b");
  EXPECT_EQ(set->session.git.worktree, std::nullopt);
  EXPECT_EQ(set->session.git.base_branch, "main");
  EXPECT_FALSE(apply_to_work(session, UpdateGit{.branch = Text("a")}, facts_at())->changed);
  for (const std::string text : {"", "a\nb", "\xFF"}) {
    EXPECT_EQ(code_of(apply_to_work(session, UpdateGit{.branch = Text(text)}, facts_at())),
              Code::invalid_value);
  }
}

// S2-16, S2-62, S2-116
TEST(WorkSessionPolicyTest, ATouchChangesTheTimeAloneAndNeverBack) {
  WorkSession session = new_session();
  const auto touched = apply_to_work(session, Touch{}, facts_at());
  ASSERT_TRUE(touched.ok());
  EXPECT_TRUE(touched->changed);
  session.updated_at = kWorkLater;
  EXPECT_EQ(touched->session, session);
  EXPECT_FALSE(apply_to_work(session, Touch{}, facts_at(kWorkBegin))->changed);
}

// S2-72, B2-21, B2-22
TEST(WorkSessionPolicyTest, OnlyAPersonsCorrectionChangesWhatIsSetAtTheStart) {
  const auto edited = apply_to_work(
      new_session(), EditIdentity{.topic = "Darker", .description = "x", .session_id = "s-2"},
      facts_at());
  ASSERT_TRUE(edited.ok());
  EXPECT_EQ(edited->session.topic, "Darker");
  EXPECT_EQ(edited->session.session_id, "s-2");
  EXPECT_EQ(code_of(apply_to_work(new_session(), EditIdentity{.topic = " "}, facts_at())),
            Code::invalid_value);
  EXPECT_EQ(code_of(apply_to_work(new_session(), EditIdentity{.session_id = "../x"}, facts_at())),
            Code::invalid_value);
}

// S2-20, S2-23
TEST(WorkSessionPolicyTest, ANewSessionBeginsWhereItsTypeDoes) {
  const WorkSession full = new_session();
  EXPECT_TRUE(full.phase.is(WorkPhase::spec));
  EXPECT_EQ(full.times(WorkPhase::spec).started_at, kWorkBegin);
  const WorkSession quick = new_session("quick");
  EXPECT_TRUE(quick.phase.is(WorkPhase::plan));
  EXPECT_EQ(quick.times(WorkPhase::plan).started_at, kWorkBegin);
  EXPECT_EQ(quick.times(WorkPhase::spec), model::PhaseTimes{});
  const auto refused = [](NewWork wanted) {
    const auto made = new_work_session(wanted, kWorkBegin);
    return !made.ok() && made.error().code == Code::invalid_value;
  };
  EXPECT_TRUE(
      refused({.slug = "../x", .topic = "a", .description = "", .type = "full", .git = {}}));
  EXPECT_TRUE(refused({.slug = "x", .topic = "", .description = "", .type = "full", .git = {}}));
  EXPECT_TRUE(refused({.slug = "x", .topic = "a", .description = "", .type = "long", .git = {}}));
}

// S2-20, B2-18
TEST(WorkSessionPolicyTest, ASlugIsMadeOfDateTopicAndSuffix) {
  EXPECT_EQ(work_slug("Implement dark mode!", "2026-02-14", "a1b2c3"),
            "2026-02-14_implement-dark-mode_a1b2c3");
  EXPECT_EQ(work_slug("../../etc  (x)", "2026-02-14", "a1b2c3"), "2026-02-14_etc-x_a1b2c3");
  EXPECT_EQ(work_slug("\xE6\x9A\x97", "2026-02-14", "a1b2c3"), "2026-02-14_session_a1b2c3");
  const std::string longest = work_slug(std::string(39, 'a') + "-b", "2026-02-14", "a1b2c3");
  EXPECT_EQ(longest, "2026-02-14_" + std::string(39, 'a') + "_a1b2c3");
  EXPECT_TRUE(is_work_slug(longest));
  for (const char* const text : {"", ".", "..", "../x", "a/b", "a..b", ".hidden", "a b", "-x"}) {
    EXPECT_FALSE(is_work_slug(text)) << text;
  }
}

TEST(WorkSessionPolicyTest, EachChangeHasAWordForTheJournal) {
  EXPECT_EQ(name_of(WorkChange(TransitionPhase{})), "transition_phase");
  EXPECT_EQ(name_of(WorkChange(Touch{})), "touch");
  EXPECT_EQ(name_of(WorkChange(AddCommit{})), "add_commit");
}

}  // namespace
}  // namespace policy
