// Commands that come to a guarded file by a wildcard, a tree, a link, a copy, a patch or git, and
// everyday ones that look alike and do not. Written before the program was asked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/test_scene.h"

namespace engine {
namespace {

using ::testing::HasSubstr;

constexpr const char* kConfigPatch =
    "diff --git a/.holdfast/config.yaml b/.holdfast/config.yaml\n"
    "--- a/.holdfast/config.yaml\n+++ b/.holdfast/config.yaml\n@@ -1 +1 @@\n-a\n+b\n";
constexpr const char* kSourcePatch =
    "--- a/src/a.json\t2026-01-01\n+++ b/src/a.json\n@@ -1 +1 @@\n-a\n+b\n";

std::string tar_of(const std::string& name) {
  std::string header(512, '\0');
  header.replace(0, name.size(), name);
  header.replace(124, 11, "00000000001");
  header.replace(257, 5, "ustar");
  return header + "x" + std::string(511, '\0') + std::string(1024, '\0');
}

std::string number(std::uint64_t value, std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFFU);
  return bytes;
}

std::string zip_of(const std::string& name) {
  const std::string entry =
      "PK\x01\x02" + std::string(24, '\0') + number(name.size(), 2) + std::string(16, '\0') + name;
  return "bytes" + entry + "PK\x05\x06" + std::string(8, '\0') + number(entry.size(), 4) +
         number(5, 4) + number(0, 2);
}

// An entry of git's index ends in its path's length, the path and a zero.
std::string index_of(const std::vector<std::string>& paths) {
  std::string bytes = "DIRC";
  for (const std::string& path : paths) {
    bytes += std::string(1, '\0') + static_cast<char>(path.size()) + path + '\0';
  }
  return bytes;
}

struct GuardedTree {
  Scene scene;

  GuardedTree() {
    const auto put = [&](const std::string& path, std::string_view text = "x") {
      scene.fake.files.poke("/home/dev/project/" + path, text);
    };
    for (const char* path : {".claude/requirements.yaml",
                             ".claude/settings.json",
                             ".claude/settings.local.json",
                             ".claude/worktrees/one/a.txt",
                             ".claude/commands/x.md",
                             ".git/requirements/main.json",
                             ".git/holdfast/notes/sessions/session-x.json",
                             ".git/holdfast/journal/x.jsonl",
                             ".git/hooks/pre-commit",
                             "agents/sessions/one/state.json",
                             "agents/sessions/one/spec.md",
                             "agents/prompts/a.md",
                             ".serena/memories/session-history.md",
                             ".serena/memories/other.md",
                             ".serena/project.yml",
                             "src/a.json",
                             "src/deep/b.json",
                             "docs/config.yaml",
                             "docs/a.md",
                             "build/x.o",
                             "node_modules/p/index.js",
                             "backup/.claude/requirements.yaml",
                             "backup/.holdfast/config.yaml",
                             "backup/src/a.json",
                             "backup/.env",
                             "rules/requirements.yaml",
                             "plain/a.txt",
                             "plain/b/c.txt",
                             "a.txt",
                             ".env",
                             ".gitignore",
                             ".github/workflows/ci.yml",
                             ".github/hooks/holdfast.json",
                             ".vscode/settings.json"}) {
      put(path);
    }
    put("config.patch", kConfigPatch);
    put("source.patch", kSourcePatch);
    put("config.tar", tar_of("./.holdfast/config.yaml"));
    put("source.tar", tar_of("src/a.json"));
    put("config.zip", zip_of(".holdfast/config.yaml"));
    put("source.zip", zip_of("src/a.json"));
    put(".git/info/exclude",
        "*.swp\n# holdfast: machine-local files\n/.holdfast/\n/.claude/settings.local.json\n");
    put(".git/index", index_of({"src/a.json", "docs/a.md", ".claude/requirements.yaml"}));
    auto& disk = scene.fake.files;
    disk.make_link("/home/dev/project/soft", "/home/dev/project/.holdfast");
    disk.poke("/home/dev/project/hard.yaml.d/x", "x");
    disk.make_hard_link("/home/dev/project/hard.yaml", "/home/dev/project/.holdfast/config.yaml");
    disk.make_hard_link("/home/dev/project/twin.txt", "/home/dev/project/a.txt");
    disk.poke("/home/dev/.config/other/secret", "x");
    scene.send(scene.event(model::EventKind::session_start));
  }

  model::GateDecision asked(const std::string& command,
                            const std::string& folder = "/home/dev/project") {
    model::HostEvent event = scene.tool("Bash");
    event.call.command = command;
    event.folder = folder;
    return *scene.send(event).decision;
  }
};

// G4: wildcards.
constexpr const char* kWildcards[] = {
    "rm -rf .git/hold*",
    "rm -rf .git/h?ldfast",
    "rm -rf .git/[a-h]oldfast",
    "rm -rf .git/*",
    "rm -rf .git/*/notes",
    "rm -rf .git/hold*/journal",
    "rm -rf .git/r*/main.json",
    "rm .claude/req*",
    "rm .claude/*.yaml",
    "rm -f .claude/*",
    "rm -rf .c*",
    "rm -rf .[a-z]*",
    "rm -rf ./* ./.[a-z]*",
    "rm -rf * .*",
    "rm -rf .??*",
    "rm -rf .hold*",
    "rm .hold*/config.yaml",
    "rm .holdfast/*",
    "rm -rf ag*",
    "rm -rf agents/*",
    "rm -rf agents/sessions/*",
    "rm agents/sessions/*/state.json",
    "rm .serena/memories/session-*",
    "rm .serena/memories/*",
    "rm .github/hooks/*",
    "mv .cl* /tmp",
    "mv .hold* away",
    "chmod 000 .hold*",
    "sed -i s/a/b/ .claude/req*.yaml",
    "sed -i s/a/b/ .*/config.yaml",
    "truncate -s 0 .git/holdfast/journal/*.jsonl",
    "for f in .claude/req*; do rm \"$f\"; done",
    "cd .git && rm -rf hold*",
    "cd .claude; rm requ*",
    "rm -rf /home/*/project/.holdfast",
    "rm -rf /home/dev/pro*",
    "rm -rf \"$PWD\"/.git/holdfast",
    "rm -rf ~/.config/hold*",
    "rm -rf ~/.local/state/*",
    "rm -rf ~/.con*",
    "shopt -s dotglob; rm -rf *",
    "fd -H -x rm",
    "tee .claude/req*.yaml < a.txt",
    "cp a.txt .claude/requirements.y*",
    "sh -c 'rm -rf .git/hold*'",
    "sudo rm -rf .git/hold*",
    "rm -rf {src,.git/hold*}",
};

// G4: trees.
constexpr const char* kTrees[] = {
    "rm -rf .claude",
    "rm -r .claude/",
    "rm -rf ./.claude",
    "rm -rf .",
    "rm -rf ..",
    "rm -rf ../project",
    "rm -rf /home/dev/project",
    "rm -rf /home",
    "rm -rf .git",
    "rm -rf agents",
    "rm -rf agents/sessions",
    "rm -rf agents/sessions/one",
    "rm -rf .serena",
    "rm -rf .github",
    "mv .claude x",
    "mv .git ../git",
    "mv agents old",
    "mv .github a b /tmp",
    "chmod -R 000 .",
    "chmod -R a-w .claude",
    "chmod -R 644 .",
    "chmod 000 .claude",
    "git mv .claude x",
    "gzip -r .claude",
    "zip -rm x.zip .claude",
    "tar --remove-files -cf x.tar .claude",
    "npx rimraf .claude",
    "trash .claude",
    "chown -R nobody .git",
    "chgrp -R staff .holdfast",
    "rm -rf ~/.config",
    "rm -rf ~/.local",
    "rm -rf ~",
    "mv ~/.config ~/x",
    "cd /home && rm -rf dev",
    "rm -rf build .claude",
    "find .claude -delete",
    "find . -delete",
    "find . -type f -delete",
    "find . -name config.yaml -delete",
    "find . -name 'conf*' -exec rm {} +",
    "find . -name config.yaml -exec sed -i s/a/b/ {} \\;",
    "find . -name '*.json' -exec sed -i s/a/b/ {} +",
    "find . -name .holdfast -exec rm -rf {} +",
    "find . -name .claude -prune -exec rm -rf {} +",
    "find .git -name 'session-*' -delete",
    "find . -path './.holdfast/*' -delete",
    "find . -path '*/holdfast/*' -exec rm {} +",
    "find . -maxdepth 1 -name '.h*' -exec rm -rf {} +",
    "find . -not -name '*.md' -delete",
    "find . -not -path './node_modules/*' -name '*.yaml' -exec sed -i s/a/b/ {} +",
    "find . -type f -exec chmod 644 {} +",
    "find . -mtime +1 -delete",
};

// G4, G5: copies, archives, patches and links.
constexpr const char* kArrivals[] = {
    "cp -rf backup/. .",
    "cp -a backup/. /home/dev/project",
    "cp -rT backup .",
    "cp -r backup/.claude .",
    "cp -r backup/.cl* .",
    "cp -r backup/.[a-z]* .",
    "cp rules/* .claude/",
    "cp rules/*.yaml .claude",
    "cp -r rules/. .claude",
    "mv rules/* .claude/",
    "mv backup/.h* .",
    "mv -t . backup/.holdfast",
    "rsync -a backup/ .",
    "rsync -a rules/ .claude/",
    "rsync -a backup/.claude .",
    "rsync -a --delete plain/ .",
    "tar xf config.tar",
    "tar -x -f config.tar -C .",
    "cd plain && tar xf ../config.tar -C ..",
    "unzip config.zip",
    "unzip -o config.zip -d .",
    "git apply config.patch",
    "git apply -p1 --index config.patch",
    "git am config.patch",
    "patch -p1 -i config.patch",
    "patch -p1 < config.patch",
    "cat config.patch | git apply",
    "git apply - < config.patch",
    "git apply <<'E'\n--- a/.claude/requirements.yaml\n+++ b/.claude/requirements.yaml\n@@ -1 +1 "
    "@@\n-a\n+b\nE",
    "ln -s .holdfast x && rm -rf x/config.yaml",
    "ln -s .holdfast/config.yaml x; echo > x",
    "ln -s .git/holdfast plain && rm -rf plain/holdfast/notes",
    "ln .holdfast/config.yaml y && echo a > y",
    "link .holdfast/config.yaml y && echo a > y",
    "cp -l .holdfast/config.yaml z; sed -i s/a/b/ z",
    "cp -al .holdfast z; rm z/config.yaml; echo > z/config.yaml",
    "ln -s ../.holdfast plain/x && rm plain/x/config.yaml",
    "ln -s . here && rm -rf here/.git/hold*",
    "echo a > hard.yaml",
    "sed -i s/a/b/ hard.yaml",
    "cp a.txt hard.yaml",
    "rm -rf soft/config.yaml",
    "echo > soft/config.yaml",
    "tee -a hard.yaml < a.txt",
};

// G3
constexpr const char* kGit[] = {
    "git clean -fdx",
    "git clean -fx",
    "git clean -ffdx",
    "git clean -fdX",
    "git clean -xdf .",
    "git clean -fdx -e node_modules",
    "git clean -fdx -e .holdfast",
    "git clean -fdx .claude",
    "git clean -fdx .claude/settings.local.json",
    "git -C /home/dev/project clean -fdx",
    "cd src && git clean -fdx ..",
    "git stash -a",
    "git stash --all",
    "git stash push -a",
    "git stash push --all -m wip",
    "git stash save -a wip",
    "git rm -r .",
    "git rm -rf .claude",
    "git rm -rfq .",
    "git rm '.claude/*'",
};

// Honest work.
constexpr const char* kOrdinary[] = {
    "rm -rf build",
    "rm -rf build dist",
    "rm -rf build/*",
    "rm -rf ./build/*.o",
    "rm *.o",
    "rm -f *.log",
    "rm -f src/*.json",
    "rm -rf node_modules",
    "rm -rf node_modules/.cache",
    "rm -rf .claude/worktrees",
    "rm -rf .claude/worktrees/*",
    "rm .claude/commands/x.md",
    "rm .claude/comm*/x.md",
    "rm -rf agents/prompts",
    "rm -rf agents/p*",
    "rm agents/sessions/one/spec.md",
    "rm agents/sessions/*/spec.md",
    "rm .serena/memories/oth*",
    "rm .serena/project.yml",
    "rm -rf .vscode",
    "rm -rf .github/workflows",
    "rm .env*",
    "rm -f .git/index.lock",
    "rm -f .git/*.lock",
    "rm .git/hooks/pre-commit",
    "rm .git/hooks/*",
    "rm -rf /tmp/x",
    "rm -rf /tmp/*",
    "rm -rf ~/.cache/pip",
    "rm -rf ~/.config/other",
    "rm -rf ../elsewhere",
    "rm -rf src/*",
    "rm *",
    "rm .*.swp",
    "mv src lib",
    "mv plain/* docs/",
    "mv a.txt plain/",
    "mv *.txt plain",
    "cp -r plain copy",
    "cp -r plain/. docs",
    "cp -r plain/* .",
    "cp -r backup /tmp/backup",
    "cp -r backup/src .",
    "cp -a backup/src/. src",
    "cp rules/requirements.yaml docs/",
    "cp .claude/requirements.yaml /tmp",
    "cp -r .claude /tmp/claude",
    "cp .holdfast/config.yaml /tmp/c.yaml",
    "rsync -a plain/ docs/",
    "rsync -a --delete plain/ docs/",
    "rsync -a src /tmp/",
    "chmod -R u+w src",
    "chmod +x *.sh",
    "chmod -R 755 build plain",
    "chmod -R u+w .",
    "chmod -R 755 .",
    "chmod 600 .env",
    "sudo chown -R \"$USER\" .",
    "fd -e o -x rm",
    "git mv docs manual",
    "chown -R me docs",
    "find . -name '*.json' | xargs sed -i s/a/b/",
    "find . -name '*.o' -delete",
    "find . -name '*.pyc' -exec rm {} +",
    "find . -type d -name __pycache__ -exec rm -rf {} +",
    "find . -type d -name node_modules -prune -exec rm -rf {} +",
    "find . -type d -empty -delete",
    "find . -empty -delete",
    "find . -xtype l -delete",
    "find . -name '*.orig' -o -name '*.rej' -delete",
    "find src -name '*.json' -exec sed -i s/a/b/ {} +",
    "find src docs -type f -exec chmod 644 {} +",
    "find build -delete",
    "find . -not -path './.*' -name '*.md' -exec sed -i s/a/b/ {} +",
    "find . -path ./node_modules -prune -o -name '*.txt' -exec sed -i s/a/b/ {} +",
    "find . -path '*/migrations/*.py' -delete",
    "find . -name \"$X\" -delete",
    "find . -maxdepth 1 -type f -exec chmod 644 {} +",
    "find /tmp/x -mtime +7 -delete",
    "sed -i s/a/b/ src/*.json",
    "sed -i s/a/b/ **/*.md",
    "sed -i s/a/b/ docs/config.yaml",
    "sed -i s/a/b/ .claude/settings.json",
    "prettier --write .",
    "black .",
    "tar xf source.tar",
    "tar czf /tmp/all.tgz .",
    "tar xzf unknown.tgz",
    "unzip source.zip",
    "git apply source.patch",
    "git apply unknown.patch",
    "git apply --check config.patch",
    "patch -p1 < source.patch",
    "ln -s ../plain/a.txt link && echo > link",
    "ln -s src code && rm -rf code/deep",
    "ln a.txt b.txt && echo > b.txt",
    "echo a > twin.txt",
    "ln -s .holdfast x",
    "git clean -fd",
    "git clean -f",
    "git clean -ndx",
    "git clean -fdx --dry-run",
    "git clean -fdx build",
    "git clean -fdx src docs",
    "git clean -fdX node_modules",
    "cd src && git clean -fdx",
    "git clean -fdx -e .holdfast -e .claude/settings.local.json -e .github -e .serena",
    "git stash",
    "git stash -u",
    "git stash push -m all",
    "git stash push -a -- src",
    "git stash pop",
    "git stash apply",
    "git rm -r docs",
    "git rm -r --cached .",
    "git rm -rn .",
    "git rm a.txt",
    "git rm -r . ':!.claude'",
    "git checkout other -- .",
    "git checkout .",
    "git restore .",
    "git reset --hard",
    "git pull",
    "git worktree add ../wt",
    "make clean",
    "npm run clean",
    "rm -rf \"$BUILD\"",
    "rm -rf \"${DIR:?}\"/*",
    "ls -la .holdfast .git/holdfast",
    "cat .holdfast/config.yaml .claude/req*",
    "grep -r x .claude .git/holdfast",
    "echo .git/hold*",
    "git add .claude .holdfast",
    "mkdir -p .claude/agents",
    "touch .claude/agents/x.md",
};

class GuardedTreesTest : public ::testing::Test {
 protected:
  template <std::size_t N>
  void expect_denied(const char* const (&rows)[N]) {
    for (const char* command : rows) {
      const model::GateDecision decision = tree.asked(command);
      EXPECT_FALSE(decision.allowed) << command;
      EXPECT_EQ(model::name_of(decision.rule), "guarded_file") << command;
      EXPECT_THAT(decision.next_step, Not(HasSubstr("uninstall"))) << command;
    }
  }
  GuardedTree tree;
};

TEST_F(GuardedTreesTest, WildcardsThatMatchAreDenied) { expect_denied(kWildcards); }      // G4
TEST_F(GuardedTreesTest, TreesThatHoldOneAreDenied) { expect_denied(kTrees); }            // G4
TEST_F(GuardedTreesTest, CopiesPatchesAndLinksAreFollowed) { expect_denied(kArrivals); }  // G4, G5
TEST_F(GuardedTreesTest, GitIsKeptFromWhatItDoesNotTrack) { expect_denied(kGit); }        // G3

TEST_F(GuardedTreesTest, OrdinaryWorkPasses) {
  for (const char* command : kOrdinary) {
    const model::GateDecision decision = tree.asked(command);
    EXPECT_TRUE(decision.allowed) << command << ": " << decision.message;
  }
  static_assert(std::size(kOrdinary) >= 80);
  static_assert(
      std::size(kWildcards) + std::size(kTrees) + std::size(kArrivals) + std::size(kGit) >= 80);
}

// G3: what the denial says passes.
TEST_F(GuardedTreesTest, TheNarrowerCommandOfGitPasses) {
  for (const char* command : kGit) {
    const model::GateDecision decision = tree.asked(command);
    const std::string& next = decision.next_step;
    const std::size_t from = next.find('`');
    ASSERT_NE(from, std::string::npos) << command << next;
    std::string narrower = next.substr(from + 1, next.rfind('`') - from - 1);
    const bool is_inside = std::string_view(command).starts_with("cd src");
    const auto again =
        tree.asked(narrower, is_inside ? "/home/dev/project/src" : "/home/dev/project");
    EXPECT_TRUE(again.allowed) << narrower << ": " << again.message;
  }
}

// G4: what is not there is nobody's.
TEST_F(GuardedTreesTest, ATreeCountsForWhatIsReallyInIt) {
  auto& disk = tree.scene.fake.files;
  ASSERT_TRUE(disk.remove("/home/dev/project/.claude/requirements.yaml").ok());
  EXPECT_TRUE(tree.asked("rm -rf .claude").allowed);
  EXPECT_TRUE(tree.asked("mv .claude x").allowed);
  ASSERT_TRUE(disk.remove("/home/dev/project/agents/sessions/one/state.json").ok());
  EXPECT_TRUE(tree.asked("rm -rf agents").allowed);
  EXPECT_FALSE(tree.asked("rm -rf .git").allowed);
}

// Rule 2: which file, why, and what passes.
TEST_F(GuardedTreesTest, ADenialNamesTheFile) {
  const auto wildcard = tree.asked("rm -rf .git/hold*");
  EXPECT_THAT(wildcard.message, HasSubstr("/home/dev/project/.git/hold* is a name that also means "
                                          "/home/dev/project/.git/holdfast"));
  const auto folder = tree.asked("rm -rf .claude");
  EXPECT_THAT(folder.message, HasSubstr("is a folder that holds "
                                        "/home/dev/project/.claude/requirements.yaml"));
  EXPECT_THAT(folder.next_step, HasSubstr("leave /home/dev/project/.claude/requirements.yaml out"));
  EXPECT_THAT(tree.asked("echo > hard.yaml").message, HasSubstr("another name of"));
  EXPECT_THAT(tree.asked("git stash -a").next_step, HasSubstr("`git stash -u`"));
}

// G3, in every mode and in a pause.
TEST_F(GuardedTreesTest, NoModeLiftsIt) {
  tree.scene.configure("gate:\n  initial_mode: planning\n");
  EXPECT_EQ(model::name_of(tree.asked("git clean -fdx").rule), "guarded_file");
}

}  // namespace
}  // namespace engine
