#include "store/branch_view_cache.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "store/branch_store.h"
#include "store/test_branch.h"
#include "store/test_support.h"
#include "store/test_view.h"

namespace store {
namespace {

model::BranchView some_view() {
  model::BranchView view;
  view.branch = "main";
  model::RequirementEntry entry;
  entry.satisfied = true;
  entry.satisfied_at = 1'700'000'000;
  entry.satisfied_by = "skill";
  entry.fingerprint = "tree:1";
  entry.pending = "x";
  view.records["commit_plan"].own = entry;
  entry.expires_at = 1'700'000'600;
  entry.triggered = true;
  entry.triggered_at = 5;
  view.records["ticket"].root = entry;
  view.records["ticket"].permanent = model::RequirementEntry();
  return view;
}

class BranchViewCacheTest : public ::testing::Test {
 protected:
  FakeMachine machine_;
  TestStore store_{machine_.system()};
  BranchViewCache cache_{store_.system, store_.layout, store_.keys, kHere};

  os::Path file() {
    const auto names = machine_.files.list(store_.layout.requirement_views());
    return store_.layout.requirement_views() / names->front();
  }
};

TEST_F(BranchViewCacheTest, WhatWasKeptComesBackForTheSameStateAlone) {
  cache_.keep("state 1", some_view());
  const auto kept = cache_.read("state 1");
  ASSERT_TRUE(kept);
  EXPECT_EQ(text_of(*kept), text_of(some_view()));
  EXPECT_EQ(kept->branch, "main");
  EXPECT_FALSE(cache_.read("state 2"));
  EXPECT_EQ(machine_.files.info(file())->mode, 0600U);
  BranchViewCache other(store_.system, store_.layout, store_.keys,
                        "11111111-2222-4333-8444-555555555555");
  EXPECT_FALSE(other.read("state 1"));
  cache_.forget();
  EXPECT_FALSE(cache_.read("state 1"));
}

// It lies where an agent may write: what it says counts only under our MAC.
TEST_F(BranchViewCacheTest, AnyOtherByteAndItIsNotUsed) {
  cache_.keep("state 1", some_view());
  const std::string bytes = *machine_.files.peek(file());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(static_cast<unsigned char>(changed[i]) ^ 1U);
    machine_.files.poke(file(), changed);
    ASSERT_FALSE(cache_.read("state 1")) << i;
    machine_.files.poke(file(), bytes.substr(0, i));
    ASSERT_FALSE(cache_.read("state 1")) << i;
  }
}

TEST_F(BranchViewCacheTest, WithoutAKeyThereIsNone) {
  machine_.environment.unset("BRAIN_SESSION_SECRET");
  TestStore keyless(machine_.system());
  BranchViewCache cache(keyless.system, keyless.layout, keyless.keys, kHere);
  cache.keep("state 1", some_view());
  EXPECT_FALSE(cache.read("state 1"));
}

class BranchStateTest : public ::testing::Test {
 protected:
  BranchStateTest() {
    machine_.files.poke("/w/p/.git/HEAD", "ref: refs/heads/main\n");
    project_ = find_project(machine_.files, "/w/p").value();
  }
  void write(char fill) {
    machine_.files.poke("/w/p/.git/requirements/main.json", std::string(30'000, fill));
    machine_.clock.advance(std::chrono::seconds{1});
  }
  std::optional<std::string> state() {
    return BranchStore(machine_.system(), project_, {}).state_of("main");
  }
  FakeMachine machine_;
  Project project_;
};

TEST_F(BranchStateTest, IsAnotherAfterEveryChange) {
  EXPECT_FALSE(state()) << "nothing to read";
  machine_.files.poke("/w/p/.git/requirements/main.json", "{}");
  machine_.clock.advance(std::chrono::seconds{1});
  EXPECT_FALSE(state()) << "small";
  write('a');
  const auto first = state();
  ASSERT_TRUE(first);
  EXPECT_EQ(state(), first);
  write('b');
  EXPECT_NE(state(), first);
  const auto second = state();
  machine_.files.poke("/w/p/.git/requirements/_permanent.json", "{}");
  machine_.clock.advance(std::chrono::seconds{1});
  EXPECT_NE(state(), second);
  machine_.files.poke("/w/p/.git/logs/refs/heads/main",
                      std::string(40, '0') + " " + std::string(40, 'a') + " A <a> 1 +0000\tx\n");
  EXPECT_NE(state(), second);
}

}  // namespace
}  // namespace store
