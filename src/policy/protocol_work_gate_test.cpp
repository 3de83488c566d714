#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "policy/protocol_gate.h"
#include "policy/protocol_test_scene.h"

namespace policy {
namespace {

using model::Protocol;
using model::ProtocolGate;

struct WorkScene {
  Protocol protocol = fresh_protocol();
  ProtocolFacts facts;
  model::Config config;
  WorkFacts& work = facts.work;

  WorkScene() {
    work.is_git = true;
    work.commit = "1f0c22a";
    work.fingerprint = "all";
    work.code_fingerprint = "code";
    facts.handoff.hash = "bbbbbbbb22222222";
  }
  std::string said(ProtocolGate gate) const {
    const auto result = judge_gate(gate, protocol, facts, config);
    return result.status.text() + ": " + result.evidence;
  }
};

// B1-17, SC-34
TEST(WorkGates, NameTheWorkThatTheyWereJudgedOn) {
  const WorkScene scene;
  for (const ProtocolGate gate : model::all_protocol_gates()) {
    const auto result = judge_gate(gate, scene.protocol, scene.facts, scene.config);
    const std::string expected = is_start_gate(gate)                   ? ""
                                 : gate == ProtocolGate::qa_validation ? "code"
                                                                       : "all";
    EXPECT_EQ(result.fingerprint, expected) << model::name_of(gate);
  }
}

// S1-77
TEST(DocsUpdate, AsksForANewHandoffAndACompleteLog) {
  const auto gate = ProtocolGate::docs_update;
  WorkScene scene;
  EXPECT_EQ(scene.said(gate), "SKIPPED: no changes");
  scene.work.files = {"a.cpp"};
  EXPECT_EQ(scene.said(gate), "PASS: HANDOFF.md updated, session log complete");
  scene.facts.log.open_steps = {"Complete session log", "Run markdown lint"};
  EXPECT_EQ(scene.said(gate),
            "FAIL: not ticked in the session log: Complete session log, Run markdown lint");
  scene.facts.handoff.hash = scene.protocol.handoff_hash;
  EXPECT_EQ(scene.said(gate),
            "FAIL: HANDOFF.md has not been updated since the start; not ticked in the session "
            "log: Complete session log, Run markdown lint");
  scene.facts.log.open_steps.clear();
  EXPECT_EQ(scene.said(gate), "FAIL: HANDOFF.md has not been updated since the start");
  scene.facts.handoff.hash.reset();
  EXPECT_EQ(scene.said(gate), "SKIPPED: no HANDOFF.md");
}

TEST(DocsUpdate, WhereTheWorkIsNotKnownItIsNotSkipped) {
  WorkScene scene;
  scene.work.is_known = false;
  EXPECT_TRUE(scene.said(ProtocolGate::docs_update).starts_with("PASS"));
  scene.work.is_known = true;
  scene.work.is_git = false;
  EXPECT_TRUE(scene.said(ProtocolGate::docs_update).starts_with("PASS"));
}

// SC-44
TEST(DocsUpdate, AProtocolMayForbidToTouchTheHandoff) {
  const auto gate = ProtocolGate::docs_update;
  WorkScene scene;
  scene.work.files = {"a.cpp"};
  scene.protocol.checklist.end = {item_of("MUST NOT", "Update .agents/handoff.md", "DOCS_UPDATE")};
  EXPECT_EQ(scene.said(gate), "FAIL: HANDOFF.md was changed, which the protocol forbids");
  scene.facts.handoff.hash = scene.protocol.handoff_hash;
  EXPECT_EQ(scene.said(gate), "PASS: HANDOFF.md unchanged, session log complete");
  scene.facts.handoff.hash.reset();
  EXPECT_TRUE(scene.said(gate).starts_with("FAIL"));  // Deleted.
  scene.protocol.handoff_hash = "";
  EXPECT_EQ(scene.said(gate), "SKIPPED: no HANDOFF.md");
}

// S1-78
TEST(QualityChecks, AreWhatTheConfiguredCommandSays) {
  using State = LintFacts::State;
  struct Row {
    LintFacts lint;
    std::string said;
  };
  const Row rows[] = {
      {{State::not_configured, 0, ""}, "SKIPPED: no lint command is configured"},
      {{State::not_trusted, 0, ""}, "SKIPPED: the project is not trusted to run its lint command"},
      {{State::nothing_to_check, 0, ""}, "SKIPPED: no markdown changed"},
      {{State::ran, 0, "fine"}, "PASS: `lint **/*.md` ended with 0"},
      {{State::ran, 1, "a.md:1 too long\n"}, "FAIL: `lint **/*.md` ended with 1: a.md:1 too long"},
      {{State::unavailable, 0, "no such program"},
       "FAIL: `lint **/*.md` could not be run: no such program"},
      {{State::timed_out, 0, "120 s"}, "FAIL: `lint **/*.md` did not end in time: 120 s"},
  };
  WorkScene scene;
  scene.config.protocol_lint_command = {"lint", "**/*.md"};
  for (const Row& row : rows) {
    scene.facts.lint = row.lint;
    EXPECT_EQ(scene.said(ProtocolGate::quality_checks), row.said);
  }
  scene.facts.lint = {State::ran, 1, std::string(100'000, 'x')};
  EXPECT_LT(scene.said(ProtocolGate::quality_checks).size(), 3000U);
}

// S1-34, S1-85, B1-13, B1-26, SC-35
TEST(QaValidation, TheTruthTable) {
  const auto gate = ProtocolGate::qa_validation;
  WorkScene scene;
  QaFacts& qa = scene.facts.qa;
  EXPECT_EQ(scene.said(gate), "SKIPPED: SKIPPED: no changes");
  scene.work.files = {"README.md"};
  EXPECT_EQ(scene.said(gate), "SKIPPED: SKIPPED: docs-only");
  scene.work.is_known = false;
  EXPECT_TRUE(scene.said(gate).starts_with("FAIL"));
  scene.work.files.clear();
  EXPECT_TRUE(scene.said(gate).starts_with("FAIL"));
  scene.work.is_known = true;
  scene.work.files = {"README.md", "a.cpp"};
  EXPECT_TRUE(scene.said(gate).starts_with("FAIL: No QA report in .agents/qa"));
  qa.report = ".agents/qa/old.md";
  EXPECT_EQ(scene.said(gate),
            "FAIL: The QA report is older than the last change of code: .agents/qa/old.md");
  qa.investigation_only = true;
  EXPECT_EQ(scene.said(gate), "SKIPPED: SKIPPED: investigation-only");
  qa.verdict = "reject";
  EXPECT_TRUE(scene.said(gate).starts_with("SKIPPED"));
  qa.verdict = "approve";
  EXPECT_EQ(scene.said(gate), "PASS: qa verdict: approve");
  qa.verdict = "conditional";
  EXPECT_EQ(scene.said(gate), "PASS: qa verdict: conditional");
  qa.report_is_fresh = true;
  EXPECT_EQ(scene.said(gate), "PASS: QA report: .agents/qa/old.md");
  scene.facts.qa = {};
  scene.work.is_git = false;
  EXPECT_EQ(scene.said(gate), "SKIPPED: SKIPPED: not a git repository");
}

// S1-80, B1-24
TEST(GitCommit, AsksForACommitAndACleanTree) {
  const auto gate = ProtocolGate::git_commit;
  WorkScene scene;
  EXPECT_EQ(scene.said(gate), "SKIPPED: no changes");
  scene.work.files = scene.work.open_files = {"1", "2", "3", "4", "5", "6", "7"};
  scene.work.is_clean = false;
  EXPECT_EQ(scene.said(gate), "FAIL: No commit since the start: 1, 2, 3, 4, 5 and 2 more");
  scene.work.commits_since = 2;
  scene.work.open_files = {"7"};
  EXPECT_EQ(scene.said(gate), "FAIL: Not everything is committed: 7");
  scene.work.is_clean = true;
  EXPECT_EQ(scene.said(gate), "PASS: 2 commits since the start, HEAD 1f0c22a");
  scene.work.commits_since = 1;
  EXPECT_EQ(scene.said(gate), "PASS: 1 commit since the start, HEAD 1f0c22a");
  scene.work.is_git = false;
  EXPECT_EQ(scene.said(gate), "SKIPPED: not a git repository");
}

// B1-13
TEST(GitCommit, WhereTheStartIsGoneACleanTreeIsEnough) {
  WorkScene scene;
  scene.work.is_known = false;
  EXPECT_EQ(scene.said(ProtocolGate::git_commit),
            "PASS: Clean, HEAD 1f0c22a; the starting commit is gone");
  scene.work.is_clean = false;
  scene.work.open_files = {"a.cpp"};
  EXPECT_EQ(scene.said(ProtocolGate::git_commit), "FAIL: Not committed: a.cpp");
}

TEST(IsDocumentation, TheGlobs) {
  struct Row {
    const char* glob;
    const char* file;
    bool expected;
  };
  const Row rows[] = {
      {"*.md", "README.md", true},
      {"*.md", "src/deep/README.MD", true},
      {"*.MD", "README.md", true},
      {"*.md", "README.mdx", false},
      {"*.md", "a.md/b.cpp", false},
      {"docs/**", "docs/a.cpp", true},
      {"docs/**", "docs/a/b/c.svg", true},
      {"docs/**", "docs", false},
      {"docs/**", "src/docs/a.cpp", false},
      {"docs/**", "docs2/a.cpp", false},
      {"docs/**", "docs/../src/a.cpp", false},
      {"docs/", "docs/a", true},
      {"./docs/*", "docs/a", true},
      {"/docs/*", "docs/a/b", false},
      {"**/notes/*", "notes/a", true},
      {"**/notes/*", "x/y/notes/a", true},
      {"**/notes/*", "x/y/notes/z/a", false},
      {"docs/**/*.svg", "docs/a.svg", true},
      {"docs/**/*.svg", "docs/x/y/a.SVG", true},
      {"docs/**/*.svg", "docs/x/y/a.cpp", false},
      {"LICENSE?", "LICENSES", true},
      {"LICENSE?", "LICENSE", false},
      {"license", "LICENSE", false},
      {"", "a", false},
      {"**", "a/b", true},
      {"*.md", "", false},
      {"*.md", "/etc/a.md", false},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(is_documentation(row.file, {row.glob}), row.expected) << row.glob << " " << row.file;
  }
  EXPECT_FALSE(is_documentation("a.md", {}));
  EXPECT_TRUE(is_documentation("a.md", {"*.txt", "*.md"}));
}

TEST(IsDocumentation, AHostileGlobIsAnsweredAtOnce) {
  std::string glob;
  std::string file;
  for (int at = 0; at < 200; ++at) {
    glob += "**/a/";
    file += "a/";
  }
  EXPECT_FALSE(is_documentation(file + "b", {glob + "c"}));
}

TEST(AreDocumentation, EveryOneAndAtLeastOne) {
  EXPECT_FALSE(are_documentation({}, {"*.md"}));
  EXPECT_TRUE(are_documentation({"a.md", "b/c.md"}, {"*.md"}));
  EXPECT_FALSE(are_documentation({"a.md", "a.cpp"}, {"*.md"}));
}

}  // namespace
}  // namespace policy
