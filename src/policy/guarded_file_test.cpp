#include "policy/guarded_file.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>

namespace policy {
namespace {

GuardRoots roots_of_a_worktree() {
  GuardRoots roots;
  roots.project_root = "/wt/feature";
  roots.main_root = "/repo";
  roots.common_dir = "/repo/.git";
  roots.local = "/repo/.git/holdfast";
  roots.notes = "/repo/kept/notes";
  roots.config_home = "/home/u/.config/holdfast";
  roots.state_home = "/home/u/.local/state/holdfast";
  roots.data_home = "/home/u/.local/share/holdfast";
  roots.home = "/home/u";
  return roots;
}

struct GuardedRow {
  const char* path;
  const char* way;  // Part of what the answer tells to use.
};

TEST(GuardedFileTest, EveryFileOfOursIsGuardedAndTheRightWayIsNamed) {
  // SC-53, C-20, B0-6
  const GuardedRow rows[] = {
      {"/repo/.git/holdfast/notes/sessions/session-x.json", "holdfast session set-state"},
      {"/repo/kept/notes/sessions/current-session", "holdfast session set-state"},
      {"/repo/.git/holdfast/notes/aliases/custom-a", "holdfast session set-state"},
      {"/repo/.git/holdfast/journal/x.jsonl", "holdfast events"},
      {"/repo/.git/holdfast/cache/config", "holdfast doctor"},
      {"/repo/.git/holdfast/locks/x.lock", "holdfast doctor"},
      {"/repo/.git/holdfast", "holdfast doctor"},
      {"/repo/.holdfast/config.yaml", "editor"},
      {"/wt/feature/.holdfast/config.yaml", "editor"},
      {"/wt/feature/.holdfast/.gitignore", "editor"},
      {"/wt/feature/.holdfast", "editor"},
      {"/wt/feature/agents/sessions/2026-01-01_x_abc/state.json", "session_transition_phase"},
      {"/repo/agents/sessions/x/state.json", "holdfast work"},
      {"/repo/.serena/memories/session-current-state.md", "another name"},
      {"/wt/feature/.serena/memories/session-current-state-1234.md", "another name"},
      {"/repo/.serena/memories/session-history.md", "another name"},
      {"/repo/.serena/memories/session-violations-log.md", "another name"},
      {"/repo/.git/requirements/main.json", "req satisfy"},
      {"/repo/.git/requirements/sessions/1234abcd.json", "req satisfy"},
      {"/home/u/.claude/sessions.json", "req sessions"},
      {"/home/u/.local/share/holdfast/working_memory.json", "holdfast pins pin"},
      {"/home/u/.openclaw/workspace/memory/working_memory.json", "working_memory"},
      {"/home/u/.local/share/holdfast/sessions/x.json", "holdfast session continue"},
      {"/home/u/.local/share/holdfast/holdfast.db", "holdfast maintenance"},
      {"/home/u/.openclaw/sessions/x.json", "holdfast session continue"},
      {"/repo/.git/holdfast/handoffs/h-1.json", "holdfast handoff add"},
      {"/home/u/.config/holdfast/secret", "holdfast doctor"},
      {"/home/u/.local/state/holdfast/heads/p/r", "holdfast session recover"},
      {"/home/u/.claude/requirements.yaml", "editor"},
      {"/repo/.claude/requirements.local.yaml", "editor"},
      {"/wt/feature/.claude/requirements.json", "editor"},
      {"/wt/feature/.claude/requirements.local.json", "editor"},
      {"/repo/.opencode/plugins/holdfast.js", "own terminal"},
      {"/wt/feature/.github/hooks/holdfast.json", "own terminal"},
      {"/home/u/.config/opencode/plugins/holdfast.js", "own terminal"},
      {"/home/u/.copilot/hooks/holdfast.json", "own terminal"},
      {"/srv/copilot/hooks/holdfast.json", "own terminal"},
      {"/home/u/.openclaw/holdfast-plugin", "own terminal"},
      {"/home/u/.openclaw/holdfast-plugin/gate.ts", "own terminal"},
      {"/srv/claw/holdfast-plugin/index.ts", "own terminal"},
  };
  GuardRoots roots = roots_of_a_worktree();
  roots.copilot_home = "/srv/copilot";
  roots.openclaw_home = "/srv/claw";
  for (const GuardedRow& row : rows) {
    SCOPED_TRACE(row.path);
    const auto guarded = guarded_file(row.path, roots);
    ASSERT_TRUE(guarded);
    EXPECT_FALSE(guarded->what.empty());
    EXPECT_NE(guarded->use_this.find(row.way), std::string::npos) << guarded->use_this;
  }
}

TEST(GuardedFileTest, WhatIsNotOursIsNotGuarded) {
  // SC-53
  const GuardRoots roots = roots_of_a_worktree();
  for (const char* path : {"/repo/.holdfastx",
                           "/repo/.holdfastx/config.yaml",
                           "/repo/src/.holdfast/config.yaml",
                           "/repository/.holdfast/config.yaml",
                           "/.holdfast/config.yaml",
                           "/repo/.git/holdfastx/a",
                           "/repo/.git/config",
                           "/repo/.git/requirementsx/a",
                           "/repo/requirements/main.json",
                           "/repo/kept/notes2/a",
                           "/repo/agents/sessions/x/spec.md",
                           "/repo/agents/sessions/state.json",
                           "/repo/agents/sessions/x/y/state.json",
                           "/repo/agents/sessions/x/state.json.bak",
                           "/repo/sub/agents/sessions/x/state.json",
                           "/repo/.serena/memories/session-notes.md",
                           "/repo/.serena/memories/session-history.txt",
                           "/repo/.serena/memories/session-history-2.md",
                           "/repo/.serena/memories/sub/session-history.md",
                           "/repo/.serena/session-history.md",
                           "/home/u/.claude/sessions.json.bak",
                           "/home/u/.claude/settings.json",
                           "/home/u/.openclaw/working_memory.json",
                           "/home/u/working_memory.json",
                           "/home/u/.config/holdfast2/secret",
                           "/home/user/.claude/sessions.json",
                           "/repo/.claude/requirements.yml",
                           "/repo/.claude/sub/requirements.yaml",
                           "/repo/requirements.yaml",
                           "/repo/.opencode/plugins/mine.js",
                           "/repo/.opencode/opencode.json",
                           "/repo/.opencode/plugins",
                           "/repo/sub/.opencode/plugins/holdfast.js",
                           "/repo/.github/hooks/mine.json",
                           "/repo/.github/workflows/holdfast.json",
                           "/home/u/.config/opencode/opencode.json",
                           "/home/u/.copilot/hooks/mine.json",
                           "/home/u/.openclaw/openclaw.json",
                           "/home/u/.openclaw/holdfast-plugin-of-mine/a.ts",
                           "/repo",
                           "/",
                           "",
                           "relative/.holdfast/config.yaml"}) {
    EXPECT_FALSE(guarded_file(path, roots)) << path;
  }
}

// SC-53
TEST(GuardedFileTest, TheManifestsAreWhereTheConfigurationPutsThem) {
  GuardRoots roots = roots_of_a_worktree();
  roots.work_root = "docs/work";
  EXPECT_TRUE(guarded_file("/repo/docs/work/x/state.json", roots));
  EXPECT_TRUE(guarded_file("/wt/feature/docs/work/x/state.json", roots));
  EXPECT_FALSE(guarded_file("/repo/docs/work/x/plan.md", roots));
  EXPECT_FALSE(guarded_file("/repo/agents/sessions/x/state.json", roots));
}

TEST(GuardedFileTest, APluginIsGuardedWhereTheUsersConfigurationIs) {
  GuardRoots roots = roots_of_a_worktree();
  roots.config_home = "/srv/config/holdfast";
  EXPECT_TRUE(guarded_file("/srv/config/opencode/plugins/holdfast.js", roots));
  EXPECT_FALSE(guarded_file("/srv/opencode/plugins/holdfast.js", roots));
}

TEST(GuardedFileTest, ARootMayBeTheFilesystemsOwnOrEndInASlash) {
  GuardRoots roots;
  roots.project_root = "/";
  roots.home = "/people/u/";
  EXPECT_TRUE(guarded_file("/.holdfast/config.yaml", roots));
  EXPECT_TRUE(guarded_file("/agents/sessions/x/state.json", roots));
  EXPECT_FALSE(guarded_file("/src/a.cpp", roots));
  EXPECT_TRUE(guarded_file("/people/u/.claude/sessions.json", roots));
}

TEST(GuardedFileTest, EmptyRootsGuardNothing) {
  const bool holds = rc::check("whatever the path", [](const std::string& tail) {
    RC_ASSERT(!guarded_file("/" + tail, GuardRoots{}));
    RC_ASSERT(!guarded_file(tail, GuardRoots{}));
  });
  EXPECT_TRUE(holds);
  EXPECT_FALSE(guarded_file("/.holdfast/config.yaml", GuardRoots{}));
  EXPECT_FALSE(guarded_file("/.claude/sessions.json", GuardRoots{}));
}

TEST(GuardedFileTest, EverythingBelowAFolderOfOursIsGuardedAndNothingBesideIt) {
  const GuardRoots roots = roots_of_a_worktree();
  const bool holds = rc::check("whatever the name", [&](const std::string& name) {
    RC_ASSERT(guarded_file("/repo/.git/holdfast/" + name, roots).has_value());
    RC_ASSERT(guarded_file("/wt/feature/.holdfast/" + name, roots).has_value());
    RC_PRE(!name.empty());
    RC_PRE(!name.starts_with('/'));
    RC_ASSERT(!guarded_file("/wt/feature/.holdfast" + name, roots).has_value());
  });
  EXPECT_TRUE(holds);
}

// G4: the list that trees and wildcards are held against is the one that paths are.
TEST(GuardedFileTest, EveryPlaceInTheListIsGuarded) {
  GuardRoots roots = roots_of_a_worktree();
  roots.copilot_home = "/srv/copilot";
  roots.openclaw_home = "/srv/claw";
  const auto places = guarded_places(roots);
  EXPECT_GE(places.size(), 25U);
  for (const GuardedPlace& place : places) {
    EXPECT_TRUE(guarded_file(place.path, roots)) << place.path;
    if (place.kind == PlaceKind::file) continue;
    EXPECT_TRUE(guarded_file(place.path + "/below", roots)) << place.path;
  }
  for (const std::string& folder : guarded_name_folders(roots)) {
    EXPECT_TRUE(guarded_file(folder + "/x/state.json", roots) ||
                guarded_file(folder + "/session-history.md", roots))
        << folder;
  }
  EXPECT_TRUE(guarded_places(GuardRoots{}).empty());
  roots.program = "/home/u/.local/bin/holdfast";
  roots.started_as = "/home/u/bin/holdfast";
  roots.search_path = "/usr/local/bin::bin:/repo/tools:/home/u/.local/bin/";
  const auto more = guarded_places(roots);
  EXPECT_EQ(more.size(), places.size() + 6);  // One of them three times.
  for (const GuardedPlace& place : more) {
    EXPECT_TRUE(guarded_file(place.path, roots)) << place.path;
  }
}

// U5
TEST(GuardedFileTest, KeysAndTokensAreNoAgentsToRead) {
  const GuardRoots roots = roots_of_a_worktree();
  const std::string home = roots.config_home;
  const auto reads = [&](const std::string& path, bool whole_tree = false) {
    return guarded_secret({.path = path, .real_path = path, .whole_tree = whole_tree}, roots)
        .has_value();
  };
  for (const char* name : {"secret", "secret.bak", "old-secrets", "old-secrets/1a2b", "operator",
                           "machine-key", "serve-token", "mcp-token", ".tmp-x1"}) {
    EXPECT_TRUE(reads(home + "/" + name)) << name;
  }
  for (const char* name : {"config.yaml", "signers", "trusted/p", ""}) {
    EXPECT_FALSE(reads(home + "/" + name)) << name;
  }
  EXPECT_TRUE(reads(home, /*whole_tree=*/true));
  EXPECT_FALSE(reads("/home/u/.config", /*whole_tree=*/true));
  EXPECT_FALSE(reads("/repo/secret"));
  EXPECT_TRUE(guarded_secret({.path = "/x", .real_path = home + "/secret"}, roots));
  EXPECT_FALSE(guarded_secret({.path = "/secret", .real_path = "/secret"}, GuardRoots{}));
  for (const GuardedPlace& place : secret_places(roots)) EXPECT_TRUE(reads(place.path));
}

TEST(GuardedFileTest, TheSessionsMemoriesAreGuardedHoweverTheyAreSpelled) {
  for (const char* name :
       {"session-current-state", "session-current-state.md", "session-current-state-1234abcd",
        "session-history", "session-history.md", "session-violations-log", "mem:session-history",
        " session-history ", "./session-history", "x/../session-history.md", "session-.mdhistory",
        "session-history.md.md"}) {
    const auto guarded = guarded_memory(name);
    ASSERT_TRUE(guarded) << name;
    EXPECT_NE(guarded->use_this.find("another name"), std::string::npos);
  }
  for (const char* name : {"", "session", "session-notes", "global/session-history",
                           "my-session-history", "session-history-2", "..", "/"}) {
    EXPECT_FALSE(guarded_memory(name)) << name;
  }
}

}  // namespace
}  // namespace policy
