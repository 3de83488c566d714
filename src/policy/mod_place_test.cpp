#include "policy/mod_place.h"

#include <gtest/gtest.h>

namespace policy {
namespace {

GuardRoots roots_with_plugins() {
  GuardRoots roots;
  roots.project_root = "/wt/feature";
  roots.main_root = "/repo";
  roots.home = "/home/u";
  roots.claude_home = "/srv/claude";
  return roots;
}

// M1
TEST(ModPlaceTest, WhatMakesAModRunIsGuardedWhereverClaudeCodeLooksForOne) {
  const GuardRoots roots = roots_with_plugins();
  for (const char* path :
       {"/home/u/.claude/skills/x/.claude-plugin",
        "/home/u/.claude/skills/x/.claude-plugin/plugin.json", "/home/u/.claude/skills/x/hooks",
        "/home/u/.claude/skills/x/hooks/hooks.json", "/home/u/.claude/skills/x/hooks/r.js",
        "/srv/claude/skills/x/hooks/hooks.json", "/repo/.claude/skills/x/hooks/hooks.json",
        "/wt/feature/.claude/skills/x/.claude-plugin/plugin.json",
        "/wt/feature/packages/a/.claude/skills/x/hooks/hooks.json",
        "/home/u/.claude/plugins/installed_plugins.json",
        "/home/u/.claude/plugins/cache/m/p/1.0/hooks/hooks.json",
        "/home/u/.claude/plugins/marketplaces/m/.claude-plugin/marketplace.json",
        "/home/u/.claude/dev-mods", "/home/u/.claude/dev-mods/7d1054b6/x/r.js",
        "/srv/claude/dev-mods/7d1054b6"}) {
    SCOPED_TRACE(path);
    EXPECT_TRUE(makes_a_mod(path, roots));
    const auto guarded = guarded_file(path, roots);
    ASSERT_TRUE(guarded);
    EXPECT_NE(guarded->use_this.find("`scripts/`"), std::string::npos);
  }
}

// M1: what skills and projects have besides.
TEST(ModPlaceTest, TextsAndScriptsOfSkillsStayFree) {
  const GuardRoots roots = roots_with_plugins();
  for (const char* path : {"/home/u/.claude/skills",
                           "/home/u/.claude/skills/x",
                           "/home/u/.claude/skills/x/SKILL.md",
                           "/home/u/.claude/skills/x/references/hooks.md",
                           "/home/u/.claude/skills/x/scripts/run.py",
                           "/home/u/.claude/skills/x/scripts/run.js",
                           "/home/u/.claude/skills/x/scripts/hooks/run.sh",
                           "/home/u/.claude/skills/hooks",
                           "/home/u/.claude/hooks/mine.sh",
                           "/home/u/.claude/commands/a.md",
                           "/home/u/.claude/plugins",
                           "/home/u/.claude/plugins/cache/m/p/1.0/README.md",
                           "/repo/.claude/skills/x/SKILL.md",
                           "/repo/.claude/agents/a.md",
                           "/repo/.claude-plugin/plugin.json",
                           "/repo/hooks/hooks.json",
                           "/repo/plugin/.claude-plugin/plugin.json",
                           "/repo/skills/x/hooks/hooks.json",
                           "/elsewhere/.claude/skills/x/hooks/hooks.json",
                           "/repository/.claude/skills/x/hooks/hooks.json"}) {
    SCOPED_TRACE(path);
    EXPECT_FALSE(makes_a_mod(path, roots));
    EXPECT_FALSE(guarded_file(path, roots));
  }
}

// M1
TEST(ModPlaceTest, CodeAndListsMayBelongToEachFolderAroundThem) {
  const GuardRoots roots = roots_with_plugins();
  using Folders = std::vector<std::string>;
  EXPECT_EQ(plugins_around("/home/u/.claude/skills/x/r.js", roots),
            Folders{"/home/u/.claude/skills/x"});
  EXPECT_EQ(plugins_around("/repo/.claude/skills/x/lib/r.ts", roots),
            (Folders{"/repo/.claude/skills/x", "/repo/.claude/skills/x/lib"}));
  EXPECT_EQ(plugins_around("/repo/a/.claude/skills/x/more.json", roots),
            Folders{"/repo/a/.claude/skills/x"});
  EXPECT_EQ(plugins_around("/home/u/.claude/skills/x/r.py", roots), Folders{});
  EXPECT_EQ(plugins_around("/home/u/.claude/skills/r.js", roots), Folders{});
  EXPECT_EQ(plugins_around("/repo/src/skills/x/r.js", roots), Folders{});
}

TEST(ModPlaceTest, WithoutRootsNothingIsAMod) {
  EXPECT_FALSE(makes_a_mod("/.claude/skills/x/hooks/hooks.json", GuardRoots{}));
  EXPECT_TRUE(plugin_folders(GuardRoots{}).empty());
}

}  // namespace
}  // namespace policy
