// load_requirements: the files of the cascade and the cache beside them.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "store/requirement_config.h"
#include "store/test_counting_disk.h"
#include "store/test_requirement.h"
#include "store/test_support.h"

namespace store {
namespace {

using model::Requirements;

constexpr const char* kRequirementsYaml =
    "requirements:\n"
    "  commit_plan:\n"
    "    enabled: yes\n"
    "    message: |\n"
    "      Two\n"
    "      lines.\n"
    "    trigger_tools: [Edit, {tool: Bash, command_pattern: 'git\\s+commit'}]\n"
    "  wrong: {scope: nowhere}\n"
    "logging: {level: error}\n";

class RequirementLoadTest : public ::testing::Test {
 protected:
  RequirementLoadTest() {
    machine_.files.poke("/w/p/.git/HEAD", "ref: refs/heads/main\n");
    machine_.files.poke("/w/p/.git/worktrees/topic/HEAD", "ref: refs/heads/topic\n");
    machine_.files.poke("/w/p/.git/worktrees/topic/commondir", "../..\n");
    machine_.files.poke("/w/topic/.git", "gitdir: /w/p/.git/worktrees/topic\n");
    machine_.files.poke(file_, kRequirementsYaml);
    pass_time();
  }

  // What has just changed is not kept.
  void pass_time() { machine_.clock.advance(std::chrono::hours(1)); }

  struct Loaded {
    Requirements requirements;
    bool parsed = false;  // Whether one of the cascade's files was read.
  };
  Loaded load(const char* folder = "/w/p") {
    const os::System doors = machine_.system();
    const Homes homes = homes_of(doors.environment);
    const Project project = find_project(machine_.files, folder).value();
    const std::vector<os::Path> files = requirement_files(project, homes);
    CountingDisk disk(machine_.files, {files.begin(), files.end()});
    const os::System counted{disk, doors.clock, doors.random, doors.processes, doors.environment};
    Keyring keys(counted, homes, {});
    Loaded loaded{load_requirements(counted, project, homes, keys)};
    loaded.parsed = disk.opens > 0;
    return loaded;
  }

  FakeMachine machine_;
  const os::Path file_ = "/w/p/.claude/requirements.yaml";
  const os::Path cache_ = "/w/p/.git/holdfast/cache/requirements";
};

// BX-5: parsing YAML would cost a gate more than everything else it does.
TEST_F(RequirementLoadTest, WhatWasParsedOnceIsReadFromTheCacheAndIsTheSame) {
  const Loaded first = load();
  EXPECT_TRUE(first.parsed);
  EXPECT_EQ(first.requirements.list.size(), 1U);
  EXPECT_EQ(first.requirements.problems.size(), 1U);
  EXPECT_EQ(first.requirements.unused.size(), 1U);
  EXPECT_EQ(all_of(first.requirements),
            all_of(parse_requirements({{file_.native(), kRequirementsYaml}})));
  const auto info = machine_.files.info(cache_);
  ASSERT_TRUE(info.ok());
  EXPECT_EQ(info->mode, 0600U);
  for (int i = 0; i < 3; ++i) {
    const Loaded again = load();
    EXPECT_FALSE(again.parsed);
    EXPECT_EQ(all_of(again.requirements), all_of(first.requirements));
  }
  EXPECT_EQ(machine_.files.info(cache_)->inode, info->inode) << "Written where nothing changed.";
  EXPECT_EQ(machine_.files.info(cache_)->mtime_ns, info->mtime_ns);
}

// B4-24: a change takes effect at once.
TEST_F(RequirementLoadTest, AnyFileOfTheCascadeThatComesChangesOrGoesIsSeen) {
  machine_.files.poke("/w/p/.holdfast/config.yaml", "gate:\n");
  const Homes homes = homes_of(machine_.environment);
  const Project project = find_project(machine_.files, "/w/topic").value();
  for (const os::Path& path : requirement_files(project, homes)) {
    SCOPED_TRACE(path);
    const auto was = machine_.files.peek(path);
    pass_time();
    load("/w/topic");
    ASSERT_FALSE(load("/w/topic").parsed);
    const bool is_json = path.extension() == ".json";
    machine_.files.poke(path, is_json ? "{}" : "# new\n");
    EXPECT_TRUE(load("/w/topic").parsed) << "It came.";
    pass_time();
    load("/w/topic");
    ASSERT_FALSE(load("/w/topic").parsed);
    machine_.files.poke(path, is_json ? "{}" : "# new\n");
    EXPECT_TRUE(load("/w/topic").parsed) << "The same bytes at another time.";
    pass_time();
    load("/w/topic");
    ASSERT_FALSE(load("/w/topic").parsed);
    if (path == project.config_file) continue;
    ASSERT_TRUE(machine_.files.remove(path).ok());
    const Loaded gone = load("/w/topic");
    EXPECT_TRUE(gone.parsed) << "It went.";
    EXPECT_EQ(
        std::count(gone.requirements.files.begin(), gone.requirements.files.end(), path.native()),
        0);
    if (was) machine_.files.poke(path, *was);
  }
}

TEST_F(RequirementLoadTest, AFileThatWasPutInItsPlaceIsReadAgain) {
  load();
  machine_.files.poke("/w/p/.claude/new", kRequirementsYaml);
  ASSERT_TRUE(machine_.files.rename("/w/p/.claude/new", file_).ok());
  EXPECT_TRUE(load().parsed);
}

// Two changes within one tick of the disk's clock look like one.
TEST_F(RequirementLoadTest, WhatHasJustChangedIsNotKept) {
  const std::int64_t changed_ns = machine_.files.info(file_)->mtime_ns;
  const base::Instant changed{std::chrono::milliseconds(changed_ns / 1'000'000)};
  for (const int late_ms : {-19, 0, 19}) {
    machine_.clock.set(changed + std::chrono::milliseconds(late_ms));
    EXPECT_TRUE(load().parsed);
    EXPECT_EQ(machine_.files.peek(cache_), std::nullopt) << late_ms;
  }
  machine_.clock.set(changed + std::chrono::milliseconds(21));
  EXPECT_TRUE(load().parsed);
  EXPECT_FALSE(load().parsed);
}

TEST_F(RequirementLoadTest, ACacheThatIsNotOursIsMadeAgain) {
  const std::string expected = all_of(load().requirements);
  const std::string cache = *machine_.files.peek(cache_);
  for (const std::string& bytes :
       {std::string(), std::string("x"), cache.substr(0, 40), cache.substr(0, cache.size() - 1),
        cache + cache, cache.substr(0, cache.size() - 32) + std::string(32, '\0')}) {
    machine_.files.poke(cache_, bytes);
    const Loaded loaded = load();
    EXPECT_TRUE(loaded.parsed);
    EXPECT_EQ(all_of(loaded.requirements), expected);
    EXPECT_EQ(machine_.files.peek(cache_), cache);
  }
}

TEST_F(RequirementLoadTest, ACacheUnderAnotherKeyIsNotUsed) {
  load();
  machine_.environment.set("BRAIN_SESSION_SECRET", kOtherSecret);
  EXPECT_TRUE(load().parsed);
  EXPECT_FALSE(load().parsed);
  machine_.environment.unset("BRAIN_SESSION_SECRET");
  EXPECT_EQ(load().requirements.list.size(), 1U) << "Without a key there is none.";
  EXPECT_TRUE(load().parsed);
}

TEST_F(RequirementLoadTest, ACacheOfAnotherProjectIsNotUsed) {
  load();
  machine_.files.poke("/w/q/.git/HEAD", "ref: refs/heads/main\n");
  machine_.files.poke("/w/q/.claude/requirements.yaml", "enabled: no\n");
  machine_.files.poke("/w/q/.git/holdfast/cache/requirements", *machine_.files.peek(cache_));
  EXPECT_FALSE(load("/w/q").requirements.enabled);
}

// They share <local> and work at the same time.
TEST_F(RequirementLoadTest, WorktreesDoNotTakeTheCacheFromEachOther) {
  machine_.files.poke("/w/topic/.claude/requirements.yaml", "enabled: no\n");
  pass_time();
  load("/w/p");
  load("/w/topic");
  EXPECT_FALSE(load("/w/p").parsed);
  EXPECT_FALSE(load("/w/topic").parsed);
  EXPECT_TRUE(load("/w/p").requirements.enabled);
  EXPECT_FALSE(load("/w/topic").requirements.enabled);
  EXPECT_TRUE(machine_.files.exists("/w/p/.git/holdfast/cache/requirements-topic"));
}

// BX-1: nothing is left in a project that asked for nothing.
TEST_F(RequirementLoadTest, TheUsersOwnFileAloneLeavesNothingBehind) {
  ASSERT_TRUE(machine_.files.remove(file_).ok());
  machine_.files.poke("/home/dev/.claude/requirements.yaml", kRequirementsYaml);
  ASSERT_TRUE(machine_.files.make_folders("/w/plain").ok());
  pass_time();
  const auto before = machine_.files.all_files();
  EXPECT_EQ(load("/w/p").requirements.list.size(), 1U);
  EXPECT_EQ(load("/w/plain").requirements.list.size(), 1U);
  EXPECT_EQ(machine_.files.all_files(), before);
}

TEST_F(RequirementLoadTest, WhereTheCacheCannotBeWrittenTheFilesAreRead) {
  machine_.files.poke("/w/p/.git/holdfast", "a file where a folder should be");
  for (int i = 0; i < 2; ++i) {
    const Loaded loaded = load();
    EXPECT_TRUE(loaded.parsed);
    EXPECT_EQ(loaded.requirements.list.size(), 1U);
  }
}

// S4-25, S4-27: whatever happens to the disk, what was read is right, and the rest is a problem.
TEST_F(RequirementLoadTest, ADiskThatFailsAnywhereChangesNothing) {
  const std::string expected = all_of(load().requirements);
  ASSERT_TRUE(machine_.files.remove(cache_).ok());
  machine_.files.reset_calls();
  load();
  const std::size_t calls = machine_.files.calls();
  ASSERT_GT(calls, 10U);
  for (std::size_t call = 0; call < calls; ++call) {
    SCOPED_TRACE(call);
    ASSERT_TRUE(!machine_.files.exists(cache_) || machine_.files.remove(cache_).ok());
    const Project project = find_project(machine_.files, "/w/p").value();
    const Homes homes = homes_of(machine_.environment);
    Keyring keys(machine_.system(), homes, {});
    machine_.files.arm({os::Fault::Kind::error, call});
    const Requirements all = load_requirements(machine_.system(), project, homes, keys);
    machine_.files.disarm();
    const bool is_told =
        !all.problems.empty() && all.problems.front().message.starts_with("cannot be read");
    EXPECT_TRUE(is_told || all_of(all) == expected);
    EXPECT_EQ(all_of(load().requirements), expected) << "The fault was kept.";
  }
}

}  // namespace
}  // namespace store
