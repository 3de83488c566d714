#include "store/work_files.h"

#include <nlohmann/json.hpp>

#include "store/test_work.h"

namespace store {
namespace {

using base::Code;

class WorkFilesTest : public ::testing::Test {
 protected:
  WorkFilesTest() {
    CHECK(store_.create(small_session()).ok());
    machine_.files.poke("/w/secret", "a secret");
  }
  Code code_of_find(const std::string& id) {
    const auto found = store_.find(id, "/w/p");
    return found.ok() ? Code::failed : found.error().code;
  }
  StoredWork work_with(const model::WorkArtifacts& artifacts) {
    StoredWork work = store_.read(machine_.folder()).value();
    work.session.artifacts = artifacts;
    return work;
  }

  WorkMachine machine_;
  WorkStore store_ = machine_.store();
};

TEST_F(WorkFilesTest, ASessionIsFoundByItsSlugAndByItsFolder) {
  for (const std::string& id :
       {kSlug, "agents/sessions/" + kSlug, "./agents/sessions/" + kSlug + "/",
        "/w/p/agents/sessions/" + kSlug, "/w/p/x/../agents/sessions/" + kSlug}) {
    const auto found = store_.find(id, "/w/p");
    ASSERT_TRUE(found.ok()) << id << ": " << found.error().message;
    EXPECT_EQ(found->slug, kSlug);
    EXPECT_EQ(found->path, kWorkRoot / kSlug);
  }
}

// S2-69
TEST_F(WorkFilesTest, ASessionThatIsNotThereIsNamedWithItsPath) {
  const auto found = store_.find("none", "/w/p");
  ASSERT_EQ(found.error().code, Code::not_found);
  EXPECT_EQ(found.error().message, "Session not found: none (/w/p/agents/sessions/none)");
  EXPECT_EQ(code_of_find("/w/p/agents/sessions/none"), Code::not_found);
  machine_.files.poke(kWorkRoot / "empty" / "spec.md", "");
  EXPECT_EQ(code_of_find("empty"), Code::not_found);
  WorkMachine fresh;
  EXPECT_EQ(fresh.store().find("none", "/w/p").error().code, Code::not_found);
  EXPECT_EQ(fresh.store().find("agents/sessions/none", "/w/p").error().code, Code::not_found);
  EXPECT_TRUE(fresh.store().list()->empty());
}

// B2-18, SC-56
TEST_F(WorkFilesTest, AnIdThatLeadsElsewhereIsRefused) {
  machine_.files.poke("/w/other/state.json", machine_.state());
  machine_.files.poke("/w/p/agents/x/state.json", machine_.state());
  for (const std::string& id :
       {std::string("../x"), std::string("../../../other"), std::string("/w/other"),
        std::string("/w/p/agents/sessions"), std::string(""), std::string("."), std::string(".."),
        std::string("a b"), kSlug + "/research", std::string("agents/sessions/../x"),
        std::string("/"), kSlug + std::string(1, '\0')}) {
    EXPECT_EQ(code_of_find(id), Code::invalid_value) << id;
  }
}

// B2-18
TEST_F(WorkFilesTest, ALinkIsNoSession) {
  machine_.files.poke("/w/other/state.json", machine_.state());
  machine_.files.make_link(kWorkRoot / "linked", "/w/other");
  EXPECT_EQ(code_of_find("linked"), Code::refused);
  machine_.files.poke(kWorkRoot / "a-file", "");
  const auto all = store_.list();
  ASSERT_TRUE(all.ok());
  ASSERT_EQ(all->size(), 1U);
  EXPECT_EQ(all->front().slug, kSlug);
  EXPECT_EQ(store_.create(small_session("linked")).error().code, Code::exists);
}

// B2-18
TEST_F(WorkFilesTest, AManifestThatIsALinkIsNotFollowed) {
  machine_.files.poke("/w/other/state.json", machine_.state());
  machine_.files.poke(kWorkRoot / "s" / "spec.md", "");
  machine_.files.make_link(kWorkRoot / "s" / "state.json", "/w/other/state.json");
  const WorkFolder folder = machine_.folder("s");
  EXPECT_FALSE(store_.read(folder).ok());
  EXPECT_FALSE(store_.update(folder, {}, add_commit("abc1234")).ok());
  EXPECT_FALSE(store_.migrate(folder, kWorkNow).ok());
  // It is listed, so that somebody learns of it (S2-80).
  EXPECT_EQ(store_.list()->size(), 2U);
}

// B2-18
TEST_F(WorkFilesTest, ARootThatLeadsOutOfTheTreeIsRefusedAndNothingIsMadeThere) {
  WorkMachine machine;
  machine.files.poke("/w/other/x", "");
  machine.files.make_link("/w/p/agents", "/w/other");
  EXPECT_EQ(machine.store().create(small_session()).error().code, Code::refused);
  EXPECT_FALSE(machine.files.exists("/w/other/sessions"));
  machine.files.poke("/w/other/sessions/s/state.json", "{}");
  EXPECT_EQ(machine.store().find("s", "/w/p").error().code, Code::refused);
  EXPECT_EQ(machine.store().list().error().code, Code::refused);
}

// B2-18, SC-56
TEST_F(WorkFilesTest, AnArtifactOutsideTheFolderIsNotRead) {
  machine_.files.make_link(kWorkRoot / kSlug / "link.md", "/w/secret");
  machine_.files.make_link(kWorkRoot / kSlug / "out", "/w");
  for (const std::string& name :
       {std::string("../../../../secret"), std::string("/w/secret"), std::string("link.md"),
        std::string("out/secret"), std::string("research/../../../../../secret"), std::string(""),
        std::string("."), std::string("spec.md") + std::string(1, '\0')}) {
    SCOPED_TRACE(name);
    const StoredWork work = work_with({.spec = name, .plan = name, .plan_readable = name});
    EXPECT_EQ(store_.read_artifact(work, name).error().code, Code::refused);
    EXPECT_FALSE(store_.has_artifact(work, name));
    EXPECT_FALSE(store_.read_plan(work).ok());
    EXPECT_FALSE(store_.write_plan_md(work).ok());
  }
  EXPECT_EQ(machine_.files.peek("/w/secret"), "a secret");
}

TEST_F(WorkFilesTest, AnArtifactIsReadWhereverItLiesInTheFolder) {
  machine_.files.poke(kWorkRoot / kSlug / "research" / "a.md", "found");
  machine_.files.make_link(kWorkRoot / kSlug / "a.md", kWorkRoot / kSlug / "research" / "a.md");
  const StoredWork work = work_with({});
  EXPECT_EQ(*store_.read_artifact(work, "research/a.md"), "found");
  EXPECT_EQ(*store_.read_artifact(work, "a.md"), "found");
  EXPECT_TRUE(store_.has_artifact(work, "spec.md"));
  EXPECT_FALSE(store_.has_artifact(work, "plan.json"));
  EXPECT_EQ(store_.read_plan(work).error().code, Code::not_found);
}

// S2-75, S2-76
TEST_F(WorkFilesTest, ThePlanIsReadAndWrittenForPeople) {
  const os::Path plan = kWorkRoot / kSlug / "plan.json";
  machine_.files.poke(plan, "\xEF\xBB\xBF{\"checkpoints\": [{\"id\": 1, \"title\": \"Slice\"}]}");
  const StoredWork work = work_with({});
  EXPECT_EQ(store_.read_plan(work)->checkpoints.size(), 1U);
  const auto written = store_.write_plan_md(work);
  ASSERT_TRUE(written.ok()) << written.error().message;
  EXPECT_EQ(*written, kWorkRoot / kSlug / "plan.md");
  EXPECT_NE(machine_.files.peek(*written)->find("## Checkpoint 1: Slice"), std::string::npos);
  const auto inode = machine_.files.info(*written)->inode;
  ASSERT_TRUE(store_.write_plan_md(work).ok());
  EXPECT_EQ(machine_.files.info(*written)->inode, inode);
  machine_.files.poke(plan, "{\"checkpoints\": 5}");
  EXPECT_EQ(store_.read_plan(work).error().code, Code::parse_error);
  EXPECT_EQ(store_.write_plan_md(work).error().code, Code::parse_error);
}

TEST_F(WorkFilesTest, ThePlanForPeopleReplacesNothingElse) {
  machine_.files.poke(kWorkRoot / kSlug / "plan.json", "{\"checkpoints\": []}");
  const std::string state = machine_.state();
  for (const std::string name : {"state.json", "plan.json", "spec.md", "./spec.md"}) {
    const StoredWork work =
        work_with({.spec = "spec.md", .plan = "plan.json", .plan_readable = name});
    EXPECT_EQ(store_.write_plan_md(work).error().code, Code::refused) << name;
  }
  EXPECT_EQ(machine_.state(), state);
}

}  // namespace
}  // namespace store
