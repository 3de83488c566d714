// Calls that would make one of Claude Code's mods run, and honest work on skills beside them.
// Written before the program was asked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/test_scene.h"

namespace engine {
namespace {

using ::testing::HasSubstr;

constexpr const char* kModules = R"({"modules": ["./r.js"]})";

struct ModTree {
  Scene scene;

  ModTree() {
    auto& disk = scene.fake.files;
    for (const char* folder : {"/tmp/evil", "/home/dev/project/evil", "/tmp/many/one"}) {
      const std::string root(folder);
      disk.poke(root + "/.claude-plugin/plugin.json", "{}");
      disk.poke(root + "/hooks/hooks.json", kModules);
      disk.poke(root + "/hooks/r.js", "x");
    }
    disk.poke("/tmp/tree/.claude/skills/x/hooks/hooks.json", kModules);
    disk.poke("/tmp/honest/SKILL.md", "x");
    disk.poke("/tmp/honest/scripts/run.js", "x");
    disk.poke("/home/dev/project/.claude/skills/own/SKILL.md", "x");
    disk.poke("/home/dev/project/.claude/skills/own/scripts/run.js", "x");
    // A person's own mod, and a plugin with plain hooks.
    disk.poke("/home/dev/.claude/skills/mod/hooks/hooks.json", kModules);
    disk.poke("/home/dev/.claude/skills/mod/lib/a.ts", "x");
    disk.poke("/home/dev/.claude/skills/named/.claude-plugin/plugin.json",
              R"({"hooks": "./more.json"})");
    disk.poke("/home/dev/.claude/skills/named/more.json", R"({"hooks": {}})");
    disk.poke("/home/dev/.claude/skills/plain/hooks/hooks.json", R"({"hooks": {}})");
    disk.poke("/home/dev/.claude/skills/plain/scripts/a.js", "x");
    scene.send(scene.event(model::EventKind::session_start));
  }

  model::GateDecision ran(const std::string& command) {
    model::HostEvent event = scene.tool("Bash");
    event.call.command = command;
    return *scene.send(event).decision;
  }
  model::GateDecision written(const std::string& path) {
    model::HostEvent event = scene.tool("Write");
    event.call.targets = {path};
    return *scene.send(event).decision;
  }
};

// M1
TEST(GuardedModsTest, AModIsNotPlanted) {
  ModTree tree;
  for (const char* command : {"cp -r /tmp/evil ~/.claude/skills/x",
                              "cp -r /tmp/evil ~/.claude/skills/",
                              "cp -r /tmp/evil/. ~/.claude/skills/x",
                              "cp -a evil .claude/skills/",
                              "mv evil .claude/skills/x",
                              "mv evil packages/a/.claude/skills/x",
                              "cp -r /tmp/many ~/.claude/skills",
                              "cp -r /tmp/many/* ~/.claude/skills/",
                              "rsync -a /tmp/evil ~/.claude/skills/",
                              "cp -r /tmp/tree/. .",
                              "cp -r /tmp/tree/.claude .",
                              "ln -s /tmp/evil ~/.claude/skills/x",
                              "ln -s /tmp/evil ~/.claude/skills/",
                              "cd ~/.claude/skills && ln -s /tmp/evil x",
                              "ln -s ../../evil .claude/skills/x",
                              "git clone /tmp/evil ~/.claude/skills/x",
                              "cd ~/.claude/skills && git clone /tmp/evil",
                              "mkdir -p ~/.claude/skills/x/.claude-plugin",
                              "mkdir -p .claude/skills/x/hooks",
                              "echo '{}' > .claude/skills/x/.claude-plugin/plugin.json",
                              "cp hooks.json ~/.claude/skills/x/hooks/hooks.json",
                              "cat > ~/.claude/skills/x/hooks/hooks.json <<E\n{}\nE",
                              "ln -s /tmp/evil/hooks ~/.claude/skills/x/hooks",
                              "sed -i s/a/b/ ~/.claude/skills/mod/lib/a.ts",
                              "echo x > ~/.claude/skills/mod/r.js",
                              "cp -r /tmp/evil ~/.claude/plugins/cache/m/p/1.0",
                              "cp -r /tmp/evil ~/.claude/dev-mods/7d1054b6/x",
                              "cp a ~/.claude/skills/named/more.json",
                              "claude -p hello --plugin-dir /tmp/evil",
                              "claude --plugin-dir=evil -p hello",
                              "tee ~/.claude/plugins/installed_plugins.json < a"}) {
    SCOPED_TRACE(command);
    const model::GateDecision decision = tree.ran(command);
    EXPECT_FALSE(decision.allowed);
    EXPECT_EQ(decision.rule, model::GateRule::guarded_file);
  }
  for (const char* path :
       {"/home/dev/.claude/skills/x/.claude-plugin/plugin.json",
        "/home/dev/.claude/skills/mod/lib/new.js", ".claude/skills/x/hooks/hooks.json"}) {
    SCOPED_TRACE(path);
    const model::GateDecision decision = tree.written(path);
    EXPECT_FALSE(decision.allowed);
    EXPECT_THAT(decision.message, HasSubstr("mod"));
    EXPECT_THAT(decision.next_step, HasSubstr("`scripts/`"));
  }
}

// M1: skills are written, moved and taken away as before, by the narrower form of a denial too.
TEST(GuardedModsTest, HonestWorkOnSkillsPasses) {
  ModTree tree;
  for (const char* command :
       {"cp -r /tmp/honest ~/.claude/skills/x", "mv /tmp/honest .claude/skills/",
        "ln -s /tmp/honest ~/.claude/skills/x", "git clone /tmp/honest ~/.claude/skills/x",
        "git clone https://example.org/skill.git ~/.claude/skills/x",
        "mkdir -p .claude/skills/x/scripts .claude/skills/x/references",
        "echo x > .claude/skills/own/scripts/run.js",
        "sed -i s/a/b/ ~/.claude/skills/plain/scripts/a.js",
        "cp a ~/.claude/skills/named/other.json", "rm -rf .claude/skills/own",
        "rm -rf ~/.claude/skills/mod", "cp -r ~/.claude/skills/mod /tmp/copy",
        "cp -r /tmp/evil vendor/evil", "git clone /tmp/evil /tmp/other", "ln -s /tmp/evil plugin",
        "touch hooks/hooks.json .claude-plugin/plugin.json"}) {
    SCOPED_TRACE(command);
    const model::GateDecision decision = tree.ran(command);
    EXPECT_TRUE(decision.allowed) << decision.message;
  }
  for (const char* path :
       {".claude/skills/x/SKILL.md", "/home/dev/.claude/skills/x/scripts/run.js",
        "/home/dev/.claude/skills/mod/SKILL.md", "/home/dev/.claude/skills/x/references/a.ts"}) {
    SCOPED_TRACE(path);
    EXPECT_TRUE(tree.written(path).allowed);
  }
}

// M1
TEST(GuardedModsTest, TheConfigurationsFolderIsWhereItsVariableSays) {
  ModTree tree;
  tree.scene.fake.environment.set("CLAUDE_CONFIG_DIR", "/srv/claude");
  EXPECT_FALSE(tree.written("/srv/claude/skills/x/hooks/hooks.json").allowed);
  EXPECT_FALSE(tree.ran("cp -r /tmp/evil /srv/claude/skills/x").allowed);
  EXPECT_TRUE(tree.written("/srv/claude/skills/x/SKILL.md").allowed);
}

}  // namespace
}  // namespace engine
