#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "store/bundle.h"
#include "store/test_crash.h"
#include "store/test_work.h"

namespace store {
namespace {

std::string manifest() { return base::new_json_text(model::to_json(small_session())); }

WorkStore::Decide decide_to_put(const std::string& text) {
  return [text](const std::optional<std::string>&) -> base::Result<std::optional<std::string>> {
    return std::optional(text);
  };
}

TEST(WorkTakeInTest, MakesFoldersAndKeepsWhatIsThereWhereNothingIsWanted) {
  WorkMachine machine;
  EXPECT_TRUE(*machine.store().take_in({kSlug, "research/notes.md"}, {}, decide_to_put("notes")));
  EXPECT_TRUE(*machine.store().take_in({kSlug, "state.json"}, {}, decide_to_put(manifest())));
  EXPECT_FALSE(*machine.store().take_in({kSlug, "state.json"}, {}, decide_to_put(manifest())));
  EXPECT_EQ(machine.state(), manifest());
  EXPECT_EQ(machine.files.peek(kWorkRoot / kSlug / "research/notes.md"), "notes");
  EXPECT_EQ(machine.files.info(kStateFile)->mode, 0644U);
  const auto kept = machine.store().take_in(
      {kSlug, "state.json"}, {},
      [](const std::optional<std::string>& current) -> base::Result<std::optional<std::string>> {
        EXPECT_EQ(current, manifest());
        return std::optional<std::string>();
      });
  EXPECT_FALSE(*kept);
  const auto files = machine.store().files_of(machine.folder());
  EXPECT_EQ(files.paths, (std::vector<std::string>{"research/notes.md", "state.json"}));
  EXPECT_EQ(*machine.store().read_file(machine.folder(), "research/notes.md"), "notes");
}

TEST(WorkTakeInTest, WhatIsNoManifestIsNotPutInItsPlace) {
  WorkMachine machine;
  EXPECT_FALSE(machine.store().take_in({kSlug, "state.json"}, {}, decide_to_put("{")).ok());
  EXPECT_EQ(machine.state(), "");
}

TEST(WorkTakeInTest, NothingLeadsOutOfTheSessionsFolder) {
  WorkMachine machine;
  ASSERT_TRUE(machine.store().take_in({kSlug, "state.json"}, {}, decide_to_put(manifest())).ok());
  machine.files.poke("/elsewhere/secret", "secret");
  machine.files.make_link(kWorkRoot / kSlug / "research", "/elsewhere");
  machine.files.make_link(kWorkRoot / kSlug / "spec.md", "/elsewhere/secret");
  machine.files.make_link(kWorkRoot / "linked", "/elsewhere");
  using Name = WorkStore::FileName;
  for (const Name& name : {Name{kSlug, "research/a.md"}, Name{kSlug, "spec.md"},
                           Name{"linked", "secret"}, Name{"..", "state.json"}, Name{kSlug, "../x"},
                           Name{kSlug, "/etc/x"}, Name{kSlug, ".hidden"}}) {
    SCOPED_TRACE(name.slug + " " + name.path);
    EXPECT_FALSE(machine.store().take_in(name, {}, decide_to_put("x")).ok());
  }
  EXPECT_EQ(machine.files.peek("/elsewhere/secret"), "secret");
  const auto files = machine.store().files_of(machine.folder());
  EXPECT_EQ(files.paths, (std::vector<std::string>{"state.json"}));
  EXPECT_EQ(files.left_out, (std::vector<std::string>{"research", "spec.md"}));
}

TEST(WorkTakeInTest, ADryRunAsksAndWritesNothing) {
  WorkMachine machine;
  const auto before = machine.files.all_files();
  EXPECT_TRUE(*machine.store().take_in({kSlug, "state.json"}, {.dry_run = true},
                                       decide_to_put(manifest())));
  EXPECT_EQ(machine.files.all_files(), before);
}

TEST(WorkTakeInTest, ACrashAtAnyCallLeavesTheOldFileOrTheNewOne) {
  for (const End end : {End::none, End::kill, End::power_cut}) {
    for (std::size_t call = 0;; ++call) {
      SCOPED_TRACE(call);
      WorkMachine machine;
      machine.put(manifest());
      const std::string next = manifest() + "\n";
      machine.files.arm({.kind = end == End::none ? os::Fault::Kind::error : os::Fault::Kind::crash,
                         .at_call = call});
      const auto taken = machine.store().take_in({kSlug, "state.json"}, {}, decide_to_put(next));
      end_process(machine.files, end);
      ASSERT_TRUE(machine.state() == manifest() || machine.state() == next);
      if (!taken.ok()) {
        ASSERT_TRUE(machine.store().take_in({kSlug, "state.json"}, {}, decide_to_put(next)).ok());
      }
      ASSERT_EQ(machine.state(), next);
      if (taken.ok()) break;
    }
  }
}

}  // namespace
}  // namespace store
