#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "store/run_store.h"
#include "store/signed_note.h"
#include "store/test_support.h"

namespace store {
namespace {

using base::Code;
using base::Json;

class RunStoreIntegrityTest : public ::testing::Test {
 protected:
  os::Path note_path() const { return store_.layout.note(kRun); }
  os::Path head_path() const { return store_.layout.head(kRun); }
  std::string read(const os::Path& path) { return machine_.files.peek(path).value_or("nothing"); }
  void put(const os::Path& path, const std::string& bytes) { machine_.files.poke(path, bytes); }
  Json note() { return base::parse_json(read(note_path())).value(); }
  // A note of our own key with whatever is in `document`.
  std::string forged(const Json& document) {
    return seal_note(document, *store_.keys.signing().value()).value().bytes;
  }

  // Every way in says the same, and none of them moves or changes a file. B0-4.
  void expect_refused(Code code) {
    const std::map<os::Path, std::string> before = files();
    EXPECT_EQ(store_.runs.load(kRun).error().code, code);
    EXPECT_EQ(store_.runs.summary(kRun).error().code, code);
    EXPECT_EQ(store_.runs.update(kRun, {}, add_decision("x")).error().code, code);
    EXPECT_FALSE(store_.runs.create(new_run(), {}).ok());
    EXPECT_EQ(files(), before);
  }
  // All but the locks, which say nothing.
  std::map<os::Path, std::string> files() {
    std::map<os::Path, std::string> all;
    for (const os::Path& file : machine_.files.all_files()) {
      if (file.parent_path() != store_.layout.locks()) all[file] = read(file);
    }
    return all;
  }

  FakeMachine machine_;
  TestStore store_{machine_.system()};
};

// SC-1, S0-76, S0-90
TEST_F(RunStoreIntegrityTest, AChangeOfAnyLeafOfAFullStateIsSeen) {
  ASSERT_TRUE(store_.runs.create(full_run(), {}).ok());
  const Json whole = note();
  std::vector<Json::json_pointer> leaves;
  collect_leaves(whole, Json::json_pointer(), leaves);
  ASSERT_GT(leaves.size(), 100U);
  for (const Json::json_pointer& leaf : leaves) {
    Json tampered = whole;
    tampered[leaf] = whole[leaf].is_string() ? Json(5) : Json("tampered");
    put(note_path(), base::dump_pretty(tampered));
    const auto loaded = store_.runs.load(kRun);
    ASSERT_FALSE(loaded.ok()) << leaf.to_string();
    EXPECT_EQ(loaded.error().code, Code::signature_invalid) << leaf.to_string();
    EXPECT_EQ(store_.runs.summary(kRun).error().code, Code::signature_invalid);
  }
  put(note_path(), base::dump_pretty(whole));
  EXPECT_TRUE(store_.runs.load(kRun).ok()) << "The right bytes put back verify again.";
}

// B0-4, SC-3, S0-25
TEST_F(RunStoreIntegrityTest, ATamperedNoteIsNamedAndNeverMovedOrOverwritten) {
  save_versions(store_, 2);
  Json tampered = note();
  tampered["currentMode"] = "disabled";
  put(note_path(), base::dump_pretty(tampered));
  expect_refused(Code::signature_invalid);
  EXPECT_TRUE(store_.runs.load(kRun).error().message.starts_with(
      "Session state signature invalid for " + kRun.text));
}

TEST_F(RunStoreIntegrityTest, ANoteThatIsNoJsonIsAParseError) {
  save_versions(store_, 2);
  const std::string whole = read(note_path());
  for (const std::string& bytes : {std::string(), std::string("{"), whole.substr(0, 100),
                                   whole + "x", std::string("<<<<<<< HEAD\n") + whole}) {
    put(note_path(), bytes);
    expect_refused(Code::parse_error);
  }
}

// SC-7, B0-6
TEST_F(RunStoreIntegrityTest, AnOlderNotePutBackIsARollback) {
  save_versions(store_, 2);
  const std::string yesterday = read(note_path());
  ASSERT_TRUE(store_.runs.update(kRun, {}, add_decision("today")).ok());
  put(note_path(), yesterday);
  expect_refused(Code::state_rollback);
}

TEST_F(RunStoreIntegrityTest, AnotherNoteOfTheSameVersionIsARollback) {
  save_versions(store_, 2);
  Json other = note();
  other["currentMode"] = "disabled";
  put(note_path(), forged(other));
  expect_refused(Code::state_rollback);
}

// SC-8
TEST_F(RunStoreIntegrityTest, ANoteThatIsGoneIsMissingAndNotANewRun) {
  save_versions(store_, 2);
  ASSERT_TRUE(machine_.files.remove(note_path()).ok());
  expect_refused(Code::note_missing);
}

// SC-8: the id is under the signature, and must be that of the file's name.
TEST_F(RunStoreIntegrityTest, ANoteOfAnotherRunIsRefused) {
  save_versions(store_, 2, kOtherRun);
  save_versions(store_, 2, kRun);
  put(note_path(), read(store_.layout.note(kOtherRun)));
  expect_refused(Code::signature_invalid);
  put(head_path(), read(store_.layout.head(kOtherRun)));
  expect_refused(Code::signature_invalid);
}

// SC-8: a note of version 1 needs no head, so its project must be looked at.
TEST_F(RunStoreIntegrityTest, ANoteOfAnotherProjectIsRefused) {
  TestStore elsewhere(machine_.system(),
                      {.root = "/home/dev/elsewhere", .project = "fedcba9876543210"});
  save_versions(elsewhere, 1);
  put(note_path(), read(elsewhere.layout.note(kRun)));
  expect_refused(Code::signature_invalid);
  put(head_path(), read(elsewhere.layout.head(kRun)));
  expect_refused(Code::signature_invalid);
}

// 4.3: a crash right after creation leaves a note of version 1 alone, and nothing else does.
TEST_F(RunStoreIntegrityTest, OnlyAFirstNoteMayStandWithoutAHead) {
  save_versions(store_, 1);
  ASSERT_TRUE(machine_.files.remove(head_path()).ok());
  EXPECT_EQ(store_.runs.load(kRun)->run.version, 1);
  EXPECT_EQ(store_.runs.load(kRun)->head.has_value(), false);
  EXPECT_EQ(store_.runs.summary(kRun)->version, 1);
  ASSERT_TRUE(store_.runs.update(kRun, {}, add_decision("d2")).ok());
  EXPECT_EQ(store_.runs.load(kRun)->head->version, 2);
  ASSERT_TRUE(machine_.files.remove(head_path()).ok());
  expect_refused(Code::state_rollback);
}

// SC-6
TEST_F(RunStoreIntegrityTest, AHeadThatWasNotWrittenIsRolledForward) {
  save_versions(store_, 2);
  const std::string old_head = read(head_path());
  ASSERT_TRUE(store_.runs.update(kRun, {}, add_decision("d3")).ok());
  put(head_path(), old_head);
  EXPECT_EQ(store_.runs.load(kRun)->run.version, 3);
  EXPECT_EQ(store_.runs.load(kRun)->head->version, 2);
  EXPECT_EQ(store_.runs.summary(kRun)->version, 3);
  EXPECT_EQ(read(head_path()), old_head) << "Reading writes nothing.";
  ASSERT_TRUE(store_.runs.update(kRun, {}, add_decision("d4")).ok());
  EXPECT_EQ(store_.runs.load(kRun)->head->version, 4);
  for (int version = 1; version <= 4; ++version) {
    EXPECT_EQ(store_.runs.at_version(kRun, version)->version, version);
  }
}

TEST_F(RunStoreIntegrityTest, AForgedOrDamagedHeadIsRefused) {
  save_versions(store_, 2);
  const std::string head = read(head_path());
  std::string other = head;
  for (const char* version : {"version 1", "version 2"}) {
    other.replace(other.find(version), 9, "version 3");
  }
  put(head_path(), other);
  expect_refused(Code::signature_invalid);
  for (const std::string& bytes : {std::string(), std::string("x"), head.substr(0, 80)}) {
    put(head_path(), bytes);
    expect_refused(Code::parse_error);
  }
  put(head_path(), head);
  EXPECT_TRUE(store_.runs.load(kRun).ok());
}

// A place that a power cut has spoilt is no loss: the other one holds the head before, and the note
// itself says that it is newer.
TEST_F(RunStoreIntegrityTest, OneGoodPlaceOfAHeadIsEnoughWhicheverItIs) {
  for (int versions = 2; versions <= 3; ++versions) {
    for (std::size_t place = 0; place < 2; ++place) {
      SCOPED_TRACE(testing::Message() << versions << " versions, place " << place);
      FakeMachine machine;
      TestStore store(machine.system());
      save_versions(store, versions);
      std::string bytes = *machine.files.peek(store.layout.head(kRun));
      bytes.replace(head_place_offset(place) + 40, 100, std::string(100, 'x'));
      machine.files.poke(store.layout.head(kRun), bytes);
      EXPECT_EQ(store.runs.load(kRun)->run.version, versions);
      EXPECT_EQ(store.runs.summary(kRun)->version, versions);
      ASSERT_TRUE(store.runs.update(kRun, {}, add_decision("next")).ok());
      EXPECT_EQ(store.runs.head(kRun)->version, versions + 1);
      EXPECT_TRUE(store.journal.verify(kRun, store.runs.head(kRun))->empty());
    }
  }
}

// B0-4: no key of ours has signed it, whatever it says.
TEST_F(RunStoreIntegrityTest, ANoteUnderAForeignKeyIsRefused) {
  save_versions(store_, 2);
  const Key foreign = key_from_text(kOtherSecret, 32, KeySource::file).value();
  put(note_path(), seal_note(note(), foreign).value().bytes);
  expect_refused(Code::signature_invalid);
}

// B0-24
TEST_F(RunStoreIntegrityTest, ALinkInPlaceOfANoteOrAHeadIsRefused) {
  for (const bool is_note : {true, false}) {
    FakeMachine machine;
    TestStore store(machine.system());
    save_versions(store, 1);
    const os::Path path = is_note ? store.layout.note(kRun) : store.layout.head(kRun);
    machine.files.poke("/tmp/elsewhere", *machine.files.peek(path));
    ASSERT_TRUE(machine.files.remove(path).ok());
    machine.files.make_link(path, "/tmp/elsewhere");
    const std::string target = *machine.files.peek("/tmp/elsewhere");
    EXPECT_EQ(store.runs.load(kRun).error().code, Code::unavailable);
    EXPECT_EQ(store.runs.summary(kRun).error().code, Code::unavailable);
    EXPECT_EQ(store.runs.update(kRun, {}, add_decision("x")).error().code, Code::unavailable);
    EXPECT_EQ(store.runs.create(new_run(), {}).error().code, Code::unavailable);
    EXPECT_EQ(*machine.files.peek("/tmp/elsewhere"), target);
    EXPECT_EQ(machine.files.link_info(path)->kind, os::FileKind::link);
  }
}

TEST_F(RunStoreIntegrityTest, AFolderOrAHugeFileInPlaceOfANoteIsNotTheSameAsNone) {
  save_versions(store_, 2);
  put(note_path(), std::string(kNoteBytesMax + 1, ' '));
  EXPECT_EQ(store_.runs.load(kRun).error().code, Code::too_large);  // B0-26
  ASSERT_TRUE(machine_.files.remove(note_path()).ok());
  put(note_path() / "x", "");
  EXPECT_EQ(store_.runs.load(kRun).error().code, Code::unavailable);
}

// SC-2, end to end: what an editor or another tool does to the form of a note is no tampering.
TEST_F(RunStoreIntegrityTest, ANoteInAnotherFormIsTheSameNote) {
  save_versions(store_, 2);
  put(note_path(), nlohmann::json::parse(read(note_path())).dump(8));
  ASSERT_TRUE(store_.runs.load(kRun).ok());
  EXPECT_EQ(store_.runs.summary(kRun)->version, 2);
  ASSERT_TRUE(store_.runs.update(kRun, {}, add_decision("d3")).ok());
  EXPECT_EQ(store_.runs.at_version(kRun, 3)->version, 3);
}

}  // namespace
}  // namespace store
