#include "store/project_registry.h"

#include <gtest/gtest.h>

#include "os/fake.h"

namespace store {
namespace {

class Registry : public ::testing::Test {
 protected:
  ProjectRegistry registry() { return {fake_.system(), homes_of(fake_.environment)}; }
  ProjectRecord record(const char* remote, const char* root = "/w/folder") {
    const std::string config = std::string("[remote \"fork\"]\n url = x\n[remote \"origin\"]\n") +
                               (*remote == '\0' ? "" : " url = ") + remote + "\n";
    fake_.files.poke(os::Path(root) / ".git/HEAD", "ref: refs/heads/main\n");
    fake_.files.poke(os::Path(root) / ".git/config", config);
    return record_of(fake_.files, find_project(fake_.files, root).value());
  }
  os::FakeSystem fake_;
  const os::Path folder_{"/home/dev/.local/state/holdfast/projects"};
};

TEST_F(Registry, NamesAProjectByItsRemoteAndKeepsNoSecret) {
  struct Row {
    const char* url;
    const char* kept;
    const char* name;
  };
  for (const Row& row :
       {Row{"git@example.org:team/tool.git", "git@example.org:team/tool.git", "tool"},
        Row{"https://a:b@example.org/tool", "https://example.org/tool", "tool"},
        Row{"https://token@example.org/t@x/tool/", "https://example.org/t@x/tool/", "tool"},
        Row{"ssh://git@example.org/tool.git", "ssh://example.org/tool.git", "tool"},
        Row{"../other", "../other", "other"}, Row{"", "", "folder"}}) {
    const ProjectRecord found = record(row.url);
    EXPECT_EQ(found.remote, row.kept);
    EXPECT_EQ(found.name, row.name) << row.url;
  }
}

TEST_F(Registry, PassesOverWhatIsNoRecord) {
  ASSERT_TRUE(registry().remember(record("x/one")).ok());
  fake_.files.poke(folder_ / "0123456789abcdef.json", "{");
  fake_.files.poke(folder_ / "1123456789abcdef.json", R"({"id":"2123456789abcdef","root":"/x"})");
  fake_.files.poke(folder_ / "3123456789abcdef.json", R"({"id":"3123456789abcdef","root":"x"})");
  fake_.files.poke(folder_ / "note.txt", "");
  fake_.files.make_link(folder_ / "4123456789abcdef.json", "/etc/passwd");
  ASSERT_EQ(registry().list().size(), 1U);
  EXPECT_EQ(registry().list()[0].name, "one");
}

TEST_F(Registry, ForgetsOneAndForgetsItAgain) {
  const ProjectRecord one = record("x/one");
  ASSERT_TRUE(registry().remember(one).ok());
  EXPECT_TRUE(registry().forget(one.id).ok());
  EXPECT_TRUE(registry().forget(one.id).ok());
  EXPECT_TRUE(registry().forget({"../../x"}).ok());
  EXPECT_TRUE(registry().list().empty());
}

TEST_F(Registry, KnowsTheWorktreesThatAreThere) {
  record("x/one");
  const os::Path names = "/w/folder/.git/worktrees";
  fake_.files.poke("/w/a/.git", "gitdir: /w/folder/.git/worktrees/a\n");
  fake_.files.poke("/w/b/.git", "gitdir: /w/folder/.git/worktrees/b\n");
  fake_.files.poke(names / "a/gitdir", "/w/a/.git\n");
  fake_.files.poke(names / "b/gitdir", "../../../../b/.git\n");  // As newer gits may write it.
  fake_.files.poke(names / "deleted/gitdir", "/w/deleted/.git\n");
  fake_.files.poke(names / "empty/other", "");
  const Project project = find_project(fake_.files, "/w/folder").value();
  EXPECT_EQ(worktrees_of(fake_.files, project),
            (std::vector<os::Path>{"/w/folder", "/w/a", "/w/b"}));
}

}  // namespace
}  // namespace store
