#include "store/branch_store.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "store/branch_name.h"
#include "store/test_branch.h"

namespace store {
namespace {

using base::Code;
using base::Json;

const std::string kNowStamp = "20260118T093000Z";

class BranchStoreTest : public ::testing::Test {
 protected:
  BranchStoreTest() { machine_.files.poke("/w/p/.git/HEAD", "ref: refs/heads/main\n"); }

  os::Path path(const std::string& name) { return store_.folder() / name; }
  void put(const std::string& name, std::string_view bytes) {
    machine_.files.poke(path(name), bytes);
  }
  std::string read(const std::string& name) {
    return machine_.files.peek(path(name)).value_or("none");
  }
  Json json(const std::string& name) { return Json::parse(read(name)); }
  std::vector<std::string> files() { return machine_.files.list(store_.folder()).value(); }
  // A branch as `git branch` makes it at that time.
  void create_branch(const std::string& branch, int time) {
    machine_.files.poke(project_.common_dir / "logs/refs/heads" / branch,
                        std::string(40, '0') + " " + std::string(40, 'a') + " A <a@b.c> " +
                            std::to_string(time) + " +0000\tbranch: Created from main\n");
  }
  BranchStore::Updated update(const std::string& branch, const BranchStore::Change& change) {
    auto updated = store_.update(branch, change);
    CHECK(updated.ok());
    return *std::move(updated);
  }
  model::BranchView view(const std::string& branch, std::string_view session = kHere) {
    return store_.view(branch, session).value();
  }

  os::FakeSystem machine_;
  Project project_ = git_project("/w/p");
  BranchStore store_{machine_.system(), project_, {}};
};

base::Result<void> nothing(BranchDocument&) { return {}; }

// S4-4…7, S4-10, S4-11, S4-72…74, SC-75
TEST_F(BranchStoreTest, EachSessionSatisfiesForItselfAndTheFileKeepsAll) {
  EXPECT_TRUE(update("feature/test", satisfy(kHere, "commit_plan")).written);
  EXPECT_TRUE(is_satisfied(view("feature/test"), "commit_plan"));
  EXPECT_EQ(json("feature-test.json")["requirements"]["commit_plan"]["sessions"].size(), 1U);
  EXPECT_FALSE(is_satisfied(view("feature/test", kThere), "commit_plan"));
  update("feature/test", satisfy(kThere, "commit_plan"));
  const Json sessions = json("feature-test.json")["requirements"]["commit_plan"]["sessions"];
  ASSERT_EQ(sessions.size(), 2U);
  for (const Json& entry : sessions) EXPECT_EQ(entry["satisfied"], true);
  EXPECT_EQ(json("feature-test.json")["project"], "/w/p");
  EXPECT_EQ(json("feature-test.json")["created_at"], 1768728600);
}

TEST_F(BranchStoreTest, NothingIsThereBeforeAnythingIsSatisfied) {
  const model::BranchView empty = view("main");
  EXPECT_TRUE(empty.records.empty());
  EXPECT_EQ(empty.branch, "main");
  EXPECT_FALSE(empty.read_only);
  EXPECT_TRUE(store_.branches().empty());
  EXPECT_TRUE(store_.branches_of(kHere).empty());
  EXPECT_FALSE(machine_.files.exists(store_.folder()));
  EXPECT_FALSE(update("main", nothing).written);
  EXPECT_EQ(files(), std::vector<std::string>{"main.lock"});
}

// S4-20, S4-81: with the first write, and not again.
TEST_F(BranchStoreTest, AnOldFileIsMigratedWithTheFirstUpdate) {
  std::string text = kBranchFile;
  text.replace(text.find("\"cad0ac4d\""), 10, "\"" + std::string(kHere) + "\"");
  put("feature-auth.json", text);
  EXPECT_TRUE(is_satisfied(view("feature/auth"), "commit_plan"));
  EXPECT_EQ(read("feature-auth.json"), text) << "Reading writes nothing.";
  EXPECT_TRUE(update("feature/auth", nothing).written);
  EXPECT_TRUE(is_satisfied(view("feature/auth"), "commit_plan"));
  EXPECT_FALSE(update("feature/auth", nothing).written);
}

TEST_F(BranchStoreTest, WhereNothingChangesNothingIsWritten) {
  put("feature-auth.json", kBranchFile);
  create_branch("feature/auth", 1);
  EXPECT_FALSE(update("feature/auth", nothing).written);
  EXPECT_EQ(read("feature-auth.json"), kBranchFile);
  const auto refused =
      store_.update("feature/auth", [](BranchDocument& document) -> base::Result<void> {
        document.remove_requirement("commit_plan", 1);
        return base::Error{Code::refused, "no", ""};
      });
  EXPECT_EQ(refused.error().code, Code::refused);
  EXPECT_EQ(read("feature-auth.json"), kBranchFile);
}

// B4-1, S4-105, SC-76
TEST_F(BranchStoreTest, BranchesThatShareANameShareNoState) {
  put("feature-test.json",
      Json{{"version", "1.0"}, {"branch", "feature/test"}, {"requirements", Json::object()}}
          .dump());
  for (const char* branch : {"feature/test", "feature-test", "feature\\test"}) {
    EXPECT_FALSE(is_satisfied(view(branch), "r")) << branch;
    update(branch, satisfy(kHere, "r"));
    EXPECT_TRUE(is_satisfied(view(branch), "r")) << branch;
    EXPECT_EQ(json(store_.file_of(branch).filename())["branch"], branch);
  }
  EXPECT_EQ(store_.file_of("feature/test"), path("feature-test.json")) << "The old file is kept.";
  EXPECT_EQ(store_.branches(),
            (std::vector<std::string>{"feature-test", "feature/test", "feature\\test"}));
  // When the plain name is free again, each stays with its own.
  ASSERT_TRUE(machine_.files.remove(path("feature-test.json")).ok());
  EXPECT_TRUE(is_satisfied(view("feature-test"), "r"));
  EXPECT_EQ(store_.file_of("feature-test"), path(branch_file_names("feature-test").hashed));
  EXPECT_EQ(store_.file_of("feature/test"), path("feature-test.json"));
}

// B4-1
TEST_F(BranchStoreTest, ALongNameOfTheOtherToolKeepsWorking) {
  const std::string branch(150, 'x');
  EXPECT_EQ(store_.file_of(branch), path(branch_file_name(branch)));
  put(branch + ".json", Json{{"version", "1.0"}, {"branch", branch}}.dump());
  EXPECT_EQ(store_.file_of(branch), path(branch + ".json"));
  update(branch, satisfy(kHere, "r"));
  EXPECT_TRUE(is_satisfied(view(branch), "r"));
  EXPECT_EQ(files(), (std::vector<std::string>{branch + ".json", branch + ".lock"}));
}

// B4-1: a hostile or an unlucky file under our own name.
TEST_F(BranchStoreTest, ADocumentOfAnotherBranchIsNeverTakenForOurs) {
  const std::string hashed = branch_file_names("a-b").hashed;
  const std::string of_other = Json{{"version", "1.0"}, {"branch", "other"}}.dump();
  put("a-b.json", Json{{"version", "1.0"}, {"branch", "a/b"}}.dump());
  put(hashed, of_other);
  EXPECT_TRUE(view("a-b").records.empty());
  const auto updated = update("a-b", satisfy(kHere, "r"));
  EXPECT_EQ(updated.set_aside, path(hashed + ".corrupt-" + kNowStamp));
  EXPECT_EQ(read(hashed + ".corrupt-" + kNowStamp), of_other);
  EXPECT_TRUE(is_satisfied(view("a-b"), "r"));
}

// S4-103, B4-4, SC-79
TEST_F(BranchStoreTest, ABadFileIsSetAsideAndNeverOverwritten) {
  for (const std::string& bad :
       {std::string(), std::string("{"), std::string("[]"),
        std::string(R"({"version": "1.0", "branch": "main", "requirements": {"r": )"),
        std::string(17U * 1024 * 1024, ' ')}) {
    os::FakeSystem machine;
    BranchStore store(machine.system(), project_, {});
    machine.files.poke(store.folder() / "main.json", bad);
    EXPECT_FALSE(store.view("main", kHere).ok());
    const auto updated = store.update("main", satisfy(kHere, "r"));
    ASSERT_TRUE(updated.ok()) << updated.error().message;
    EXPECT_TRUE(updated->written);
    EXPECT_EQ(updated->set_aside, store.folder() / ("main.json.corrupt-" + kNowStamp));
    EXPECT_EQ(machine.files.peek(updated->set_aside), bad);
    EXPECT_TRUE(is_satisfied(store.view("main", kHere).value(), "r"));
    EXPECT_EQ(store.branches(), std::vector<std::string>{"main"});
  }
}

// B4-4
TEST_F(BranchStoreTest, AVersionThatIsNotUnderstoodIsLeftAlone) {
  const std::string newer = R"({"version": "2.0", "branch": "main", "requirements": {"r": {}}})";
  put("main.json", newer);
  EXPECT_TRUE(view("main").read_only);
  EXPECT_TRUE(view("main").records.empty());
  EXPECT_EQ(store_.update("main", satisfy(kHere, "r")).error().code, Code::unavailable);
  EXPECT_EQ(read("main.json"), newer);
  put("_permanent.json", newer);
  EXPECT_EQ(store_.update_permanent(satisfy("", "r")).error().code, Code::unavailable);
  EXPECT_EQ(read("_permanent.json"), newer);
}

// S4-78, B4-5, SC-79
TEST_F(BranchStoreTest, WhileAnotherHoldsTheLockNothingIsWritten) {
  put("feature-auth.json", kBranchFile);
  const auto lock =
      machine_.files.open(path("feature-auth.lock"), {.append = true, .create = true});
  ASSERT_TRUE((*lock)->try_lock().value());
  const auto before = machine_.clock.steady();
  EXPECT_EQ(store_.update("feature/auth", satisfy(kThere, "r")).error().code, Code::lock_timeout);
  EXPECT_GE(machine_.clock.steady() - before, base::Millis{2000});
  EXPECT_LE(machine_.clock.steady() - before, base::Millis{2100});
  EXPECT_EQ(read("feature-auth.json"), kBranchFile);
  EXPECT_TRUE(is_satisfied(view("feature/auth"), "commit_plan")) << "Readers take no lock.";
  const auto permanent =
      machine_.files.open(path("_permanent.lock"), {.append = true, .create = true});
  ASSERT_TRUE((*permanent)->try_lock().value());
  EXPECT_EQ(store_.update_permanent(satisfy("", "r")).error().code, Code::lock_timeout);
  EXPECT_EQ(read("_permanent.json"), "none");
}

// S4-79
TEST_F(BranchStoreTest, AFileKeepsItsModeAndANewOneIsOurs) {
  update("new", satisfy(kHere, "r"));
  EXPECT_EQ(machine_.files.info(path("new.json"))->mode, 0600U);
  put("feature-auth.json", kBranchFile);
  ASSERT_TRUE(machine_.files.set_mode(path("feature-auth.json"), 0664).ok());
  update("feature/auth", satisfy(kThere, "r"));
  EXPECT_EQ(machine_.files.info(path("feature-auth.json"))->mode, 0664U);
}

// BX-4: a link where the state should be is not followed.
TEST_F(BranchStoreTest, ALinkIsNeitherReadNorWrittenThrough) {
  machine_.files.poke("/home/dev/precious", kBranchFile);
  machine_.files.make_link(path("feature-auth.json"), "/home/dev/precious");
  EXPECT_FALSE(store_.view("feature/auth", kHere).ok());
  EXPECT_FALSE(store_.update("feature/auth", satisfy(kThere, "r")).ok());
  EXPECT_EQ(machine_.files.peek("/home/dev/precious"), kBranchFile);
}

// B4-16, S4-35
TEST_F(BranchStoreTest, PermanentRequirementsCountOnEveryBranch) {
  EXPECT_TRUE(store_.update_permanent(satisfy("", "licence"))->written);
  EXPECT_EQ(json("_permanent.json")["branch"], "_permanent");
  for (const char* branch : {"main", "feature/auth", "_permanent"}) {
    const model::RequirementRecord* const record = view(branch).find("licence");
    ASSERT_NE(record, nullptr);
    EXPECT_TRUE(view(branch).find("licence")->permanent->satisfied);
    EXPECT_EQ(view(branch).find("licence")->root, std::nullopt);
  }
  // Those of the other tool, which has them per branch, stay readable.
  put("feature-auth.json", kBranchFile);
  EXPECT_TRUE(view("feature/auth").find("github_ticket")->root->satisfied);
  EXPECT_EQ(store_.branches(), std::vector<std::string>{"feature/auth"});
}

// B4-16
TEST_F(BranchStoreTest, ABranchOfThatNameHasAFileOfItsOwn) {
  for (const char* branch : {"_permanent", "+permanent"}) {
    update(branch, satisfy(kHere, "r"));
    EXPECT_TRUE(is_satisfied(view(branch), "r"));
  }
  EXPECT_EQ(read("_permanent.json"), "none");
  EXPECT_EQ(view("main").find("r"), nullptr);
  EXPECT_EQ(store_.branches(), (std::vector<std::string>{"+permanent", "_permanent"}));
}

TEST_F(BranchStoreTest, ABadPermanentFileHidesNothingElse) {
  put("feature-auth.json", kBranchFile);
  put("_permanent.json", "{");
  EXPECT_TRUE(is_satisfied(view("feature/auth"), "commit_plan"));
  EXPECT_NE(store_.update_permanent(satisfy("", "r"))->set_aside, "");
  EXPECT_EQ(read("_permanent.json.corrupt-" + kNowStamp), "{");
}

// B4-15
TEST_F(BranchStoreTest, ABranchThatWasCreatedAnewStartsAfresh) {
  create_branch("topic", 100);
  update("topic", satisfy(kHere, "r"));
  EXPECT_EQ(json("topic.json")["anchor"], std::string(40, 'a') + "@100");
  EXPECT_TRUE(is_satisfied(view("topic"), "r"));
  EXPECT_EQ(store_.branches_of(kHere), std::vector<std::string>{"topic"});
  const std::string first_life = read("topic.json");
  create_branch("topic", 200);
  EXPECT_TRUE(view("topic").records.empty());
  EXPECT_TRUE(store_.branches_of(kHere).empty());
  const auto updated = update("topic", satisfy(kHere, "other"));
  EXPECT_EQ(updated.set_aside, "");
  EXPECT_EQ(read("topic.json.archived-" + kNowStamp), first_life);
  EXPECT_FALSE(is_satisfied(view("topic"), "r"));
  EXPECT_TRUE(is_satisfied(view("topic"), "other"));
  EXPECT_EQ(store_.branches(), std::vector<std::string>{"topic"});
}

// B4-15: git forgets reflogs; that is no reason to forget approvals.
TEST_F(BranchStoreTest, WhereGitTellsNothingTheStateStays) {
  create_branch("topic", 100);
  update("topic", satisfy(kHere, "r"));
  ASSERT_TRUE(machine_.files.remove(project_.common_dir / "logs/refs/heads/topic").ok());
  EXPECT_TRUE(is_satisfied(view("topic"), "r"));
  update("topic", satisfy(kThere, "r"));
  EXPECT_EQ(json("topic.json")["anchor"], std::string(40, 'a') + "@100");
  // And a file without an anchor is taken as it is, and gets one.
  put("feature-auth.json", kBranchFile);
  create_branch("feature/auth", 100);
  EXPECT_TRUE(is_satisfied(view("feature/auth"), "commit_plan"));
  update("feature/auth", satisfy(kThere, "commit_plan"));
  EXPECT_EQ(json("feature-auth.json")["anchor"], std::string(40, 'a') + "@100");
  EXPECT_TRUE(is_satisfied(view("feature/auth"), "commit_plan"));
}

// B4-20
TEST_F(BranchStoreTest, AFileOfMoreThanAMebibyteIsPruned) {
  const auto add = [&](int count, std::int64_t at) {
    update("main", [&](BranchDocument& document) -> base::Result<void> {
      for (int i = 0; i < count; ++i) {
        model::Satisfaction satisfaction = satisfied_at(at + i);
        satisfaction.metadata = base::JsonBox(Json{{"text", std::string(10'000, 'x')}});
        document.satisfy({.requirement = "r", .session = "s" + std::to_string(at + i)},
                         satisfaction);
      }
      return {};
    });
    return json("main.json")["requirements"]["r"]["sessions"].size();
  };
  EXPECT_EQ(add(80, 1'000'000'000), 80U) << "Old, but not too large.";
  EXPECT_EQ(add(30, 1'768'000'000), 50U) << "Of those that are old the newest 20 are left.";
}

// B4-11
TEST_F(BranchStoreTest, TheBranchesOfASessionAreThoseThatKnowIt) {
  put("feature-auth.json", kBranchFile);
  update("b", satisfy(kHere, "r"));
  update("c", satisfy(kThere, "r"));
  update("d", satisfy("id with \"quotes\" é", "r"));
  put("upper.json",
      Json{{"version", "1.0"},
           {"branch", "upper"},
           {"requirements",
            {{"r", {{"sessions", {{"CAD0AC4D-3933-45AD-9A1C-14AEC05BB940", Json::object()}}}}}}}}
          .dump());
  put("mentioned.json",
      Json{{"version", "1.0"}, {"branch", "mentioned"}, {"note", "cad0ac4d"}}.dump());
  put("bad.json", "cad0ac4d");
  put("copy-of-b.json", read("b.json"));
  put("sessions/cad0ac4d.json", read("b.json"));
  update("_permanent", satisfy(kThere, "r"));
  EXPECT_EQ(store_.branches_of(kHere), (std::vector<std::string>{"b", "feature/auth", "upper"}));
  EXPECT_EQ(store_.branches_of("id with \"quotes\" é"), std::vector<std::string>{"d"});
  EXPECT_EQ(store_.branches_of(kThere), (std::vector<std::string>{"_permanent", "c"}));
  EXPECT_TRUE(store_.branches_of("").empty());
}

// B4-15
TEST_F(BranchStoreTest, ARenamedBranchTakesItsStateAlong) {
  create_branch("old", 100);
  update("old", satisfy(kHere, "r"));
  ASSERT_TRUE(machine_.files.set_mode(path("old.json"), 0640).ok());
  create_branch("new/name", 100);
  ASSERT_TRUE(machine_.files.remove(project_.common_dir / "logs/refs/heads/old").ok());
  ASSERT_TRUE(store_.rename("old", "new/name").ok());
  EXPECT_EQ(read("old.json"), "none");
  EXPECT_EQ(json("new-name.json")["branch"], "new/name");
  EXPECT_EQ(machine_.files.info(path("new-name.json"))->mode, 0640U);
  EXPECT_TRUE(is_satisfied(view("new/name"), "r"));
  EXPECT_EQ(store_.rename("old", "x").error().code, Code::not_found);
  update("other", satisfy(kHere, "s"));
  EXPECT_EQ(store_.rename("new/name", "other").error().code, Code::exists);
  EXPECT_EQ(store_.rename("other", "other").error().code, Code::exists);
  EXPECT_TRUE(is_satisfied(view("other"), "s"));
  // To a name that shares its file.
  ASSERT_TRUE(store_.rename("new/name", "new-name").ok());
  EXPECT_TRUE(is_satisfied(view("new-name"), "r"));
  EXPECT_TRUE(view("new/name").records.empty());
}

// B4-15
TEST_F(BranchStoreTest, TheStateOfAnEarlierBranchMakesRoomForARenamedOne) {
  create_branch("to", 100);
  update("to", satisfy(kHere, "earlier"));
  update("from", satisfy(kHere, "r"));
  create_branch("to", 200);
  ASSERT_TRUE(store_.rename("from", "to").ok());
  EXPECT_TRUE(is_satisfied(view("to"), "r"));
  EXPECT_EQ(json("to.json")["anchor"], std::string(40, 'a') + "@200");
  EXPECT_NE(read("to.json.archived-" + kNowStamp), "none");
}

// S4-107
TEST_F(BranchStoreTest, OutsideGitNothingIsReadOrWritten) {
  const Project plain{.root = "/w/plain", .main_root = "/w/plain"};
  BranchStore store(machine_.system(), plain, {});
  const auto before = machine_.files.all_files();
  EXPECT_TRUE(store.view("main", kHere)->records.empty());
  EXPECT_EQ(store.update("main", satisfy(kHere, "r")).error().code, Code::unavailable);
  EXPECT_EQ(store.update_permanent(satisfy("", "r")).error().code, Code::unavailable);
  EXPECT_EQ(store.rename("a", "b").error().code, Code::unavailable);
  EXPECT_EQ(machine_.files.all_files(), before);
  EXPECT_EQ(store_.update("", satisfy(kHere, "r")).error().code, Code::invalid_params);
}

// B4-17, S4-90
TEST_F(BranchStoreTest, AllWorktreesShareTheState) {
  Project worktree = project_;
  worktree.root = "/w/other";
  worktree.git_dir = project_.common_dir / "worktrees/other";
  BranchStore other(machine_.system(), worktree, {});
  update("topic", satisfy(kHere, "r"));
  EXPECT_TRUE(is_satisfied(other.view("topic", kHere).value(), "r"));
}

}  // namespace
}  // namespace store
