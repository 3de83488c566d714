#include "engine/onboarding.h"

#include <algorithm>
#include <fstream>

#include "engine/test_index_scene.h"

namespace engine {
namespace {

class OnboardingTest : public IndexScene {};

// S2-58, S2-78, S2-99, S2-111, S2-113
TEST_F(OnboardingTest, FoldersBecomeRowsAndTheSecondTimeNothingChanges) {
  put_work("api", "2026-02-14_dark-mode_a1b2c3", "Dark mode");
  put("api/agents/sessions/2026-02-14_dark-mode_a1b2c3/spec.md", "# Spec\n");
  put_work("api", "no-date", "Second", "2026-02-15T10:00:00.5+01:00");
  age("api/agents/sessions/no-date/state.json");
  age("api/agents/sessions/2026-02-14_dark-mode_a1b2c3/state.json");
  const OnboardReport first = onboarded();
  EXPECT_EQ(first.added, 2U);
  EXPECT_TRUE(first.errors.empty());
  const auto rows = listed();
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].slug, "no-date");
  EXPECT_EQ(rows[0].updated_at, "2026-02-15T09:00:00.500Z");
  EXPECT_EQ(rows[1].title, "Dark mode");
  EXPECT_EQ(rows[1].project_name, "api");
  EXPECT_EQ(rows[1].phase, "build");
  EXPECT_EQ(rows[1].branch, "feat");
  EXPECT_EQ(rows[1].checkpoints_total, 5);
  EXPECT_EQ(rows[1].checkpoints_completed, 2);
  EXPECT_EQ(rows[1].current_checkpoint, 3);
  EXPECT_EQ(rows[1].folder, at("api/agents/sessions/2026-02-14_dark-mode_a1b2c3"));
  const auto before = dump();
  const OnboardReport again = onboarded();
  EXPECT_EQ(again.added + again.updated, 0U);
  EXPECT_EQ(again.unchanged, 2U);
  EXPECT_EQ(dump(), before);
}

// S2-79, S2-12, S2-59, SC-54
TEST_F(OnboardingTest, ADeletedIndexComesBackRowByRow) {
  for (int i = 0; i < 200; ++i) {
    put_work("api", "work-" + std::to_string(i), "Topic " + std::to_string(i));
  }
  onboarded();
  const auto before = dump({"sessions"});
  ASSERT_EQ(before.size(), 200U);
  for (const os::Path& file : index_files(*index_path(system()))) std::filesystem::remove(file);
  EXPECT_EQ(onboarded().added, 200U);
  EXPECT_EQ(dump({"sessions"}), before);
}

// S2-58, S2-79. Folders are read in memory that others were read in before.
TEST_F(OnboardingTest, NothingOfOneFolderIsSeenInAnother) {
  constexpr std::size_t kFolders = 1500;
  const std::string root = "api/agents/sessions/";
  const auto write = [&](const std::string& path, const std::string& bytes) {
    std::ofstream(at(root + path)) << bytes;  // Quicker than `put`, which is durable.
  };
  for (std::size_t i = 0; i < kFolders; ++i) {
    const std::string slug = "work-" + std::to_string(i);
    std::filesystem::create_directories(at(root + slug));
    if (i % 2 == 0) {
      write(slug + "/state.json", manifest(slug, "Full " + slug));
      write(slug + "/spec.md", "# Spec\n");
    } else {
      write(slug + "/state.json", i % 9 == 0 ? "{" : "{\"topic\": \"Bare " + slug + "\"}");
    }
  }
  const OnboardReport report = onboarded();
  const auto rows = listed({.project = {}, .limit = kFolders});
  EXPECT_EQ(rows.size(), report.added);
  EXPECT_EQ(rows.size() + report.errors.size(), kFolders);
  for (const WorkRow& row : rows) {
    const bool is_full = row.title == "Full " + row.slug;
    EXPECT_TRUE(is_full || row.title == "Bare " + row.slug) << row.title;
    EXPECT_EQ(row.folder, at(root + row.slug));
    EXPECT_EQ(row.branch, is_full ? "feat" : "");
    EXPECT_EQ(row.checkpoints_completed, is_full ? 2 : 0);
    EXPECT_EQ(row.current_checkpoint.has_value(), is_full);
    EXPECT_EQ(row.updated_at.empty(), !is_full);
  }
  const auto lines = dump({"sessions"});
  const auto with_spec = std::count_if(lines.begin(), lines.end(), [](const std::string& line) {
    return line.find("\"spec_exists\":\"1\"") != std::string::npos;
  });
  EXPECT_EQ(with_spec, static_cast<std::ptrdiff_t>(kFolders / 2));
}

// SC-54, S2-80, B2-19, B2-18, SC-59
TEST_F(OnboardingTest, WhatCannotBeReadIsListedAndStopsNothing) {
  put_work("api", "good", "Good");
  const std::string root = "api/agents/sessions/";
  put(root + "broken/state.json", "{\"topic\": ");
  put(root + "bom/state.json", "\xef\xbb\xbf{\"topic\": \"x\"}");
  put(root + "conflict/state.json", "{\n<<<<<<< HEAD\n\"topic\": 1\n=======\n>>>>>>> b\n}\n");
  put(root + "other/state.json", "{\"a\": 1}");
  put(root + "list/state.json", "[1]");
  put(root + "deep/state.json", std::string(100'000, '['));
  put(root + "latin/state.json", "{\"topic\": \"\xff\"}");
  put(root + "huge/state.json", "");
  std::filesystem::resize_file(at(root + "huge/state.json"), 100ULL * 1024 * 1024);
  put(root + "-x/state.json", manifest("-x", "Odd name"));
  std::filesystem::create_directories(at(root + "folder/state.json"));
  std::filesystem::create_directories(at(root + "empty"));
  put(root + "a file", "x");
  std::filesystem::create_directory_symlink(at(root), at(root + "loop"));
  std::filesystem::create_symlink("/etc/passwd", at(root + "empty/state.json"));
  const OnboardReport report = onboarded();
  EXPECT_EQ(report.added, 1U);
  std::vector<std::string> folders;
  for (const OnboardProblem& problem : report.errors) {
    EXPECT_FALSE(problem.message.empty());
    folders.push_back(os::Path(problem.folder).filename());
  }
  std::sort(folders.begin(), folders.end());
  EXPECT_EQ(folders, (std::vector<std::string>{"-x", "bom", "broken", "conflict", "deep", "empty",
                                               "folder", "huge", "latin", "list", "other"}));
  // Listed again, and still no row of theirs.
  EXPECT_EQ(onboarded().errors.size(), report.errors.size());
  EXPECT_EQ(listed().size(), 1U);
}

// B2-14
TEST_F(OnboardingTest, AVanishedFolderIsMarkedAndPrunedOnRequest) {
  put_work("api", "stays", "Stays");
  put_work("api", "goes", "Goes");
  onboarded();
  std::filesystem::remove_all(at("api/agents/sessions/goes"));
  EXPECT_EQ(onboarded().missing, 1U);
  auto rows = listed();
  ASSERT_EQ(rows.size(), 2U);
  const auto gone =
      std::find_if(rows.begin(), rows.end(), [](const WorkRow& row) { return row.slug == "goes"; });
  EXPECT_FALSE(gone->missing_since.empty());
  put_work("api", "goes", "Back");
  EXPECT_EQ(onboarded().missing, 0U);
  std::filesystem::remove_all(at("api/agents/sessions/goes"));
  onboarded();
  const OnboardReport pruned = onboarded("api", true);
  EXPECT_EQ(pruned.pruned, 1U);
  EXPECT_EQ(pruned.missing, 0U);
  EXPECT_EQ(listed().size(), 1U);
}

TEST_F(OnboardingTest, AManifestThatWasBrokenKeepsItsRowMarked) {
  put_work("api", "x", "Title");
  onboarded();
  put("api/agents/sessions/x/state.json", "{");
  const OnboardReport report = onboarded("api", true);
  EXPECT_EQ(report.errors.size(), 1U);
  EXPECT_EQ(report.pruned, 0U);
  ASSERT_EQ(listed().size(), 1U);
  EXPECT_FALSE(listed()[0].missing_since.empty());
  put_work("api", "x", "Mended");
  onboarded();
  EXPECT_EQ(listed()[0].title, "Mended");
  EXPECT_EQ(listed()[0].missing_since, "");
}

// SC-55, B2-17, S2-8
TEST_F(OnboardingTest, TwoClonesAreTwoProjectsAndALinkIsTheSame) {
  make_project("clone");
  put_work("api", "x", "Dark mode");
  put_work("clone", "x", "Dark mode");
  std::filesystem::create_directory_symlink(at("api"), at("link"));
  const OnboardReport first = onboarded();
  const OnboardReport second = onboarded("clone");
  const OnboardReport linked = onboarded("link/");
  EXPECT_NE(first.project, second.project);
  EXPECT_EQ(linked.project, first.project);
  EXPECT_EQ(linked.added, 0U);
  EXPECT_EQ(listed({.all_projects = true}).size(), 2U);
  EXPECT_EQ(listed().size(), 1U);
  EXPECT_EQ(listed({.project = "clone"}).size(), 1U);
  EXPECT_EQ(listed({.project = second.project})[0].project, second.project);
}

TEST_F(OnboardingTest, OfTwoWorktreesTheNewerManifestCounts) {
  put("api/.git/worktrees/w/gitdir", at("wt/.git").native() + "\n");
  put("api/.git/worktrees/w/commondir", "../..\n");
  put("api/.git/worktrees/w/HEAD", "ref: refs/heads/w\n");
  put("wt/.git", "gitdir: " + at("api/.git/worktrees/w").native() + "\n");
  put_work("api", "x", "Older", "2026-02-14T10:00:00Z");
  put_work("wt", "x", "Newer", "2026-02-15T10:00:00Z");
  for (const char* from : {"api", "wt"}) {
    onboarded(from);
    ASSERT_EQ(listed().size(), 1U);
    EXPECT_EQ(listed()[0].title, "Newer");
  }
  put_work("wt", "x", "Went back", "2026-02-13T10:00:00Z");
  onboarded();
  EXPECT_EQ(listed()[0].title, "Older");
  std::filesystem::remove_all(at("api/agents/sessions/x"));
  onboarded();
  EXPECT_EQ(listed()[0].title, "Went back");
  EXPECT_EQ(listed()[0].missing_since, "");
  std::filesystem::remove_all(at("wt"));
  onboarded();
  EXPECT_FALSE(listed()[0].missing_since.empty());
}

// S2-4, S2-35, S2-36, S2-37
TEST_F(OnboardingTest, GoalsQuestionsAndDecisionsAreInTheMetadataAndSecretsAreNot) {
  put_work("api", "x", "Use key AKIAIOSFODNN7EXAMPLE");
  put("api/agents/sessions/x/spec.md",
      "# Spec\n\n## Goals\n\n### High-Level Goals\n\n- Be quick\n\n## Open Questions\n\n"
      "- [ ] Which database?\n\n## Key Decisions\n\n### SQLite\n\n**Rationale**: embedded\n"
      "**Made**: 2026-02-14\n");
  put("api/agents/sessions/old/state.json",
      "{\"session_id\": \"old\", \"topic\": \"Old\", \"phases\": {\"spec\": {\"status\": "
      "\"complete\"}}, \"goals\": {\"high_level\": [\"Old goal\"]}, \"open_questions\": "
      "[\"Why?\"]}");
  EXPECT_EQ(onboarded().errors.size(), 0U);
  const auto lines = dump({"sessions", "search_documents"});
  for (const char* part : {"Be quick", "Which database?", "embedded", "Old goal", "Why?"}) {
    EXPECT_TRUE(has_line(lines, part)) << part;
  }
  EXPECT_FALSE(has_line(lines, "AKIAIOSFODNN7EXAMPLE"));
}

// B2-18, SC-56
TEST_F(OnboardingTest, AnArtifactOutsideItsFolderIsNotRead) {
  put("api/secret.md", "outside words");
  std::string text = manifest("x", "T");
  text.replace(text.find("spec.md"), 7, "../../../secret.md");
  put("api/agents/sessions/x/state.json", text);
  put_work("api", "y", "T");
  std::filesystem::create_symlink(at("api/secret.md"), at("api/agents/sessions/y/spec.md"));
  EXPECT_EQ(onboarded().added, 2U);
  EXPECT_FALSE(has_line(dump(), "outside words"));
}

TEST_F(OnboardingTest, WithoutAUsableIndexTheFoldersAreRead) {
  put_work("api", "x", "Dark mode");
  put("home/.local/share/holdfast/holdfast.db/in_the_way", "x");
  EXPECT_FALSE(onboard(system(), {.working_dir = at("api")}).ok());
  ASSERT_EQ(listed().size(), 1U);
  EXPECT_EQ(listed()[0].title, "Dark mode");
  EXPECT_EQ(listed({.status = "paused"}).size(), 0U);
}

TEST_F(OnboardingTest, WorksWhereNobodyOptedIn) {
  std::filesystem::remove_all(at("api/.holdfast"));
  put_work("api", "x", "Dark mode");
  EXPECT_EQ(onboarded().added, 1U);
  EXPECT_FALSE(std::filesystem::exists(at("api/.git/holdfast")));
}

}  // namespace
}  // namespace engine
