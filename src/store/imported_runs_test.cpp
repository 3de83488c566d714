#include "store/imported_runs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "os/fake.h"
#include "store/test_crash.h"

namespace store {
namespace {

const model::RunId kImportedRun{"7d1054b6-2839-4e27-bcef-43e6e47ca4b4"};
const std::string kMachine = "0123456789abcdef";
const os::Path kImportedFolder = "/w/.git/holdfast/imported/0123456789abcdef";

std::string note(int version, const std::string& text = "") {
  return "{\"sessionId\":\"" + kImportedRun.text + "\",\"version\":" + std::to_string(version) +
         ",\"text\":\"" + text + "\"}\n";
}

class ImportedRunsTest : public ::testing::Test {
 protected:
  ImportedRunsTest() { EXPECT_TRUE(runs().prepare({kMachine, "desk", "SHA256:x"}).ok()); }

  ImportedRuns runs(bool dry_run = false) {
    return {fake_.system(), layout_, kMachine, {.dry_run = dry_run}};
  }
  base::Result<Intake> take_journal(const std::string& text, bool dry_run = false) {
    TRY_ASSIGN(const auto intake, runs(dry_run).take_journal(kImportedRun));
    for (std::size_t at = 0; at < text.size(); at += 4) TRY(intake->add(text.substr(at, 4)));
    return intake->finish();
  }
  // What lies in the folder, texts alone, sorted.
  std::vector<std::string> texts(const std::string& part) {
    std::vector<std::string> found;
    for (const os::Path& path : fake_.files.all_files()) {
      if (path.parent_path() == kImportedFolder / part) found.push_back(*fake_.files.peek(path));
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  os::FakeSystem fake_;
  Layout layout_{{.local = "/w/.git/holdfast",
                  .notes = "/w/.git/holdfast/notes",
                  .state_home = "/home/dev/.local/state/holdfast",
                  .project = {"0123456789abcdef"}}};
};

TEST_F(ImportedRunsTest, TheHigherVersionOfANoteCounts) {
  EXPECT_EQ(*runs().take_note(kImportedRun, note(2)), Intake::added);
  EXPECT_EQ(*runs().take_note(kImportedRun, note(2)), Intake::same);
  EXPECT_EQ(*runs().take_note(kImportedRun, note(1)), Intake::older);
  EXPECT_EQ(*runs().take_note(kImportedRun, note(2, "other")), Intake::forked);
  EXPECT_EQ(*runs().take_note(kImportedRun, note(2, "other")), Intake::same);
  EXPECT_EQ(texts("notes").size(), 2U);
  EXPECT_EQ(*runs().take_note(kImportedRun, note(3)), Intake::updated);
  EXPECT_EQ(texts("notes"), (std::vector<std::string>{note(3)}));
  EXPECT_EQ(fake_.files.info(runs().note(kImportedRun))->mode, 0400U);
}

TEST_F(ImportedRunsTest, ANoteOfAnotherRunIsRefused) {
  EXPECT_EQ(runs().take_note({"8e2165c7-2839-4e27-bcef-43e6e47ca4b4"}, note(1)).error().code,
            base::Code::parse_error);
  EXPECT_EQ(runs().take_note(kImportedRun, "[]").error().code, base::Code::parse_error);
  EXPECT_TRUE(texts("notes").empty());
}

TEST_F(ImportedRunsTest, AJournalThatGoesOnTakesThePlaceOfItsBeginning) {
  EXPECT_EQ(*take_journal("one\ntwo\n"), Intake::added);
  EXPECT_EQ(*take_journal("one\ntwo\n"), Intake::same);
  EXPECT_EQ(*take_journal("one\n"), Intake::older);
  EXPECT_EQ(*take_journal("one\ntwo\nthree\n"), Intake::updated);
  EXPECT_EQ(texts("journal"), (std::vector<std::string>{"one\ntwo\nthree\n"}));
  EXPECT_EQ(fake_.files.info(runs().journal(kImportedRun))->mode, 0400U);
}

TEST_F(ImportedRunsTest, JournalsThatContradictAreBothKeptInWhateverOrderTheyCome) {
  std::array<std::string, 5> journals{"a\n", "a\nb\n", "a\nc\n", "a\nc\nd\n", "a\nb\ne\n"};
  std::sort(journals.begin(), journals.end());
  do {
    for (const os::Path& path : fake_.files.all_files()) {
      if (path.parent_path() != kImportedFolder / "journal") continue;
      ASSERT_TRUE(fake_.files.remove(path).ok());
    }
    for (int twice = 0; twice < 2; ++twice) {
      for (const std::string& journal : journals) ASSERT_TRUE(take_journal(journal).ok());
    }
    ASSERT_EQ(texts("journal"), (std::vector<std::string>{"a\nb\ne\n", "a\nc\nd\n"}));
  } while (std::next_permutation(journals.begin(), journals.end()));
}

TEST_F(ImportedRunsTest, ADryRunSaysTheSameAndWritesNothing) {
  const auto before = fake_.files.all_files();
  EXPECT_EQ(*take_journal("one\n", true), Intake::added);
  EXPECT_EQ(*runs(true).take_note(kImportedRun, note(1)), Intake::added);
  EXPECT_EQ(fake_.files.all_files(), before);
  ASSERT_EQ(*take_journal("one\n"), Intake::added);
  EXPECT_EQ(*take_journal("one\ntwo\n", true), Intake::updated);
  EXPECT_EQ(*take_journal("two\n", true), Intake::forked);
  EXPECT_EQ(texts("journal"), (std::vector<std::string>{"one\n"}));
}

TEST_F(ImportedRunsTest, ACrashAtAnyCallLeavesTheOldJournalOrTheNewOne) {
  for (const End end : {End::kill, End::power_cut}) {
    for (std::size_t call = 0;; ++call) {
      SCOPED_TRACE(call);
      for (const os::Path& path : fake_.files.all_files())
        ASSERT_TRUE(fake_.files.remove(path).ok());
      ASSERT_TRUE(runs().prepare({kMachine, "desk", "SHA256:x"}).ok());
      ASSERT_EQ(*take_journal("one\n"), Intake::added);
      fake_.files.arm({.kind = os::Fault::Kind::crash, .at_call = call});
      const auto taken = take_journal("one\ntwo\n");
      end_process(fake_.files, end);
      ASSERT_TRUE(runs().prepare({kMachine, "desk", "SHA256:x"}).ok());
      const std::string text = texts("journal").at(0);
      ASSERT_EQ(texts("journal").size(), 1U);
      ASSERT_TRUE(text == "one\n" || text == "one\ntwo\n");
      if (taken.ok()) {
        ASSERT_EQ(text, "one\ntwo\n");
      }
      ASSERT_TRUE(take_journal("one\ntwo\n").ok());
      ASSERT_EQ(texts("journal"), (std::vector<std::string>{"one\ntwo\n"}));
      if (taken.ok()) break;
    }
  }
}

TEST_F(ImportedRunsTest, MachinesAndTheirRunsAreListed) {
  ASSERT_TRUE(runs().take_note(kImportedRun, note(1)).ok());
  ASSERT_TRUE(take_journal("one\n").ok());
  fake_.files.poke("/w/.git/holdfast/imported/other/machine.json", "{}");
  const auto machines = imported_machines(fake_.files, layout_);
  ASSERT_EQ(machines.size(), 1U);
  EXPECT_EQ(machines[0].name, "desk");
  EXPECT_EQ(imported_runs(fake_.files, layout_, kMachine),
            (std::vector<model::RunId>{kImportedRun}));
}

}  // namespace
}  // namespace store
