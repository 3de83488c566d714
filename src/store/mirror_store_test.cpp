#include "store/mirror_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "store/test_continuity.h"

namespace store {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

class MirrorStoreTest : public ::testing::Test {
 protected:
  std::string text(const std::string& session = kSession) {
    return machine_.files.peek(files_.mirrors.file(session)).value_or("none");
  }
  base::Code read_code(const std::string& session = kSession) {
    const auto read = files_.mirrors.read(session);
    EXPECT_FALSE(read.ok());
    return read.ok() ? base::Code::failed : read.error().code;
  }
  void put(std::string_view bytes, std::uint32_t mode = 0600) {
    machine_.put(files_.mirrors.file(kSession), bytes, mode);
  }

  ContinuityMachine machine_;
  ContinuityFiles files_{machine_.system()};
};

// S3-15, S3-89, B3-26: made at the first capture, with its folder, for its owner alone.
TEST_F(MirrorStoreTest, TheFirstCaptureMakesTheMirror) {
  EXPECT_EQ(read_code(), base::Code::not_found);
  ASSERT_TRUE(files_.mirrors.update(kSession, {}, set_topics({"a"})).ok());
  const auto state = files_.mirrors.read(kSession);
  ASSERT_TRUE(state.ok());
  EXPECT_EQ(state->session_id, kSession);
  EXPECT_THAT(state->hot_topics, ElementsAre("a"));
  EXPECT_EQ(state->created_at, "2026-01-18T09:30:00.000Z");
  EXPECT_EQ(state->updated_at, "2026-01-18T09:30:00.000Z");
  EXPECT_EQ(machine_.files.info(files_.mirrors.file(kSession))->mode, 0600U);
  EXPECT_EQ(machine_.files.info(files_.places.sessions)->mode, 0700U);
  // The spelling of the other tool: two spaces, a member a line.
  EXPECT_THAT(text(), HasSubstr("{\n  \"session_id\": \"" + kSession + "\",\n"));
}

// S3-88, B3-5, SC-73
TEST_F(MirrorStoreTest, APartialUpdateLeavesTheRestAsItWas) {
  ASSERT_TRUE(files_.mirrors
                  .update(kSession, {},
                          [](model::SessionState& state) -> base::Result<void> {
                            state.working_memory.push_back(pin_of("pin"));
                            state.continued_by = kOtherSession;
                            state.channel = "cli";
                            return {};
                          })
                  .ok());
  machine_.clock.advance(std::chrono::seconds{5});
  ASSERT_TRUE(files_.mirrors.update(kSession, {}, set_topics({"a"})).ok());
  const auto state = files_.mirrors.read(kSession);
  ASSERT_TRUE(state.ok());
  EXPECT_THAT(contents_of(state->working_memory), ElementsAre("pin"));
  EXPECT_EQ(state->continued_by, kOtherSession);
  EXPECT_EQ(state->channel, "cli");
  EXPECT_THAT(state->hot_topics, ElementsAre("a"));
  EXPECT_EQ(state->created_at, "2026-01-18T09:30:00.000Z");
  EXPECT_EQ(state->updated_at, "2026-01-18T09:30:05.000Z");
}

// S3-88: a capture that is repeated is no write.
TEST_F(MirrorStoreTest, TheSameAgainIsNotWritten) {
  ASSERT_TRUE(files_.mirrors.update(kSession, {}, set_topics({"a"})).ok());
  const std::string before = text();
  const auto inode = machine_.files.info(files_.mirrors.file(kSession))->inode;
  machine_.clock.advance(std::chrono::seconds{5});
  const auto again = files_.mirrors.update(kSession, {}, set_topics({"a"}));
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->updated_at, "2026-01-18T09:30:00.000Z");
  EXPECT_EQ(text(), before);
  EXPECT_EQ(machine_.files.info(files_.mirrors.file(kSession))->inode, inode);
}

TEST_F(MirrorStoreTest, AChangeThatFailsOrRenamesTheSessionDoesNeither) {
  ASSERT_TRUE(files_.mirrors.update(kSession, {}, set_topics({"a"})).ok());
  const std::string before = text();
  const auto failed =
      files_.mirrors.update(kSession, {}, [](model::SessionState& state) -> base::Result<void> {
        state.hot_topics.clear();
        return base::Error{base::Code::refused, "no", ""};
      });
  EXPECT_FALSE(failed.ok());
  EXPECT_EQ(text(), before);
  const auto renamed =
      files_.mirrors.update(kSession, {}, [](model::SessionState& state) -> base::Result<void> {
        state.session_id = kOtherSession;
        state.created_at = "never";
        return {};
      });
  ASSERT_TRUE(renamed.ok());
  EXPECT_EQ(renamed->session_id, kSession);
  EXPECT_EQ(text(), before);
}

// S3-145, B3-32
TEST_F(MirrorStoreTest, ARecordThatIsTooLargeLosesTopicsFirstThenConfidenceThenEndsOfPins) {
  const auto fill = [&](std::size_t topics, std::size_t updates, std::size_t pin_bytes) {
    return files_.mirrors.update(
        kSession, {}, [=](model::SessionState& state) -> base::Result<void> {
          state.hot_topics.assign(topics, std::string(100, 't'));
          state.confidence_updates.assign(updates, {.reason = std::string(100, 'r')});
          model::Pin pin = pin_of("p");
          pin.content.assign(pin_bytes, 'p');
          state.working_memory.assign(10, pin);
          return {};
        });
  };
  auto state = fill(600, 10, 100);
  ASSERT_TRUE(state.ok());
  EXPECT_LT(state->hot_topics.size(), 600U);
  EXPECT_GT(state->hot_topics.size(), 0U);
  EXPECT_EQ(state->confidence_updates.size(), 10U);
  EXPECT_LE(text().size(), kMirrorBytesMax);

  state = fill(600, 400, 100);
  ASSERT_TRUE(state.ok());
  EXPECT_THAT(state->hot_topics, IsEmpty());
  EXPECT_LT(state->confidence_updates.size(), 400U);
  EXPECT_GT(state->confidence_updates.size(), 0U);
  EXPECT_EQ(state->working_memory[0].content, std::string(100, 'p'));
  EXPECT_LE(text().size(), kMirrorBytesMax);

  state = fill(10, 10, 8000);
  ASSERT_TRUE(state.ok());
  EXPECT_THAT(state->hot_topics, IsEmpty());
  EXPECT_THAT(state->confidence_updates, IsEmpty());
  ASSERT_EQ(state->working_memory.size(), 10U);
  EXPECT_THAT(state->working_memory[9].content, HasSubstr("ppp [cut"));
  EXPECT_LE(text().size(), kMirrorBytesMax);
  EXPECT_EQ(files_.mirrors.read(kSession)->working_memory.size(), 10U);
  // And the same again is no write, cut or not.
  const std::string before = text();
  machine_.clock.advance(std::chrono::seconds{5});
  ASSERT_TRUE(fill(10, 10, 8000).ok());
  EXPECT_EQ(text(), before);
}

// S3-145
TEST_F(MirrorStoreTest, WhatCannotBeMadeSmallEnoughLeavesTheOldRecord) {
  ASSERT_TRUE(files_.mirrors.update(kSession, {}, set_topics({"a"})).ok());
  const std::string before = text();
  const auto state =
      files_.mirrors.update(kSession, {}, [](model::SessionState& now) -> base::Result<void> {
        now.channel = std::string(60'000, 'c');
        return {};
      });
  ASSERT_FALSE(state.ok());
  EXPECT_EQ(state.error().code, base::Code::too_large);
  EXPECT_EQ(text(), before);
}

// B3-26: what is no record is kept, and makes room for one.
TEST_F(MirrorStoreTest, AFileThatIsNoRecordIsSetAside) {
  const std::string deep = "{\"a\":" + std::string(100'000, '[');
  const std::string nul("{\"session_id\":\0}", 16);
  for (const std::string& bad :
       {std::string(" "), std::string("[]"), std::string("{\"session_id\": 5}"), nul, deep,
        std::string(2'000'000, 'x'), std::string("{\"session_id\": \"" + kOtherSession + "\"}"),
        std::string("{\"session_id\": \"" + kSession)}) {
    SCOPED_TRACE(bad.substr(0, 20));
    ContinuityMachine machine;
    const ContinuityFiles files(machine.system());
    machine.put(files.mirrors.file(kSession), bad);
    const auto read = files.mirrors.read(kSession);
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().code,
              bad.size() > kMirrorReadBytesMax ? base::Code::too_large : base::Code::parse_error);
    ASSERT_TRUE(files.mirrors.update(kSession, {}, set_topics({"a"})).ok());
    EXPECT_THAT(files.mirrors.read(kSession)->hot_topics, ElementsAre("a"));
    EXPECT_EQ(
        machine.files.peek(files.mirrors.file(kSession).native() + ".corrupt-20260118T093000Z"),
        bad);
  }
}

// All that a power cut may leave of a capture that was not synced.
TEST_F(MirrorStoreTest, AnEmptyFileIsNone) {
  put("");
  EXPECT_EQ(read_code(), base::Code::not_found);
  ASSERT_TRUE(files_.mirrors.update(kSession, {}, set_topics({"a"})).ok());
  EXPECT_THAT(files_.mirrors.read(kSession)->hot_topics, ElementsAre("a"));
  EXPECT_EQ(files_.mirrors.list().size(), 1U);
}

TEST_F(MirrorStoreTest, AnIdThatIsNoneIsNotLookedFor) {
  machine_.put("/home/dev/.local/share/holdfast/secret.json", "{}");
  for (const char* id : {"../secret", "", "x", "CAD0AC4D-3933-45AD-9A1C-14AEC05BB940", "."}) {
    EXPECT_EQ(read_code(id), base::Code::not_found) << id;
    EXPECT_EQ(files_.mirrors.read_archived(id).error().code, base::Code::not_found) << id;
    EXPECT_FALSE(files_.mirrors.update(id, {}, set_topics({"a"})).ok()) << id;
  }
}

TEST_F(MirrorStoreTest, ALinkOrAFolderInItsPlaceIsLeftAlone) {
  machine_.put("/home/dev/other.json", "{\"session_id\": \"" + kSession + "\"}");
  ASSERT_TRUE(machine_.files.make_folders(files_.places.sessions).ok());
  machine_.files.make_link(files_.mirrors.file(kSession), "/home/dev/other.json");
  EXPECT_EQ(read_code(), base::Code::io);
  EXPECT_FALSE(files_.mirrors.update(kSession, {}, set_topics({"a"})).ok());
  EXPECT_EQ(machine_.files.link_info(files_.mirrors.file(kSession))->kind, os::FileKind::link);
  ASSERT_TRUE(machine_.files.make_folder(files_.mirrors.file(kOtherSession), 0700).ok());
  EXPECT_EQ(read_code(kOtherSession), base::Code::io);
  EXPECT_FALSE(files_.mirrors.update(kOtherSession, {}, set_topics({"a"})).ok());
}

TEST_F(MirrorStoreTest, AFileThatOthersMayHaveWrittenIsNotTrusted) {
  const std::string record = "{\"session_id\": \"" + kSession + "\"}";
  put(record, 0644);
  EXPECT_TRUE(files_.mirrors.read(kSession).ok());
  put(record, 0620);
  EXPECT_EQ(read_code(), base::Code::untrusted);
  const auto updated = files_.mirrors.update(kSession, {}, set_topics({"a"}));
  EXPECT_EQ(updated.error().code, base::Code::untrusted);
  EXPECT_EQ(text(), record);
  put(record, 0600);
  machine_.environment.set_user(1001);
  EXPECT_EQ(files_.mirrors.read(kSession).error().code, base::Code::untrusted);
}

// B3-25: another tool's record has other spellings, and lacks what is ours.
TEST_F(MirrorStoreTest, ARecordOfAnotherToolIsReadAndKeepsWhatIsItsOwn) {
  put("{\"id\": \"" + kSession + "\", \"start_time\": \"2026-01-01T00:00:00Z\", \"theirs\": 1}");
  const auto state = files_.mirrors.read(kSession);
  ASSERT_TRUE(state.ok()) << state.error().message;
  EXPECT_EQ(state->end_time, std::nullopt);
  const std::string before = text();
  ASSERT_TRUE(files_.mirrors.update(kSession, {}, set_topics({})).ok());
  EXPECT_EQ(text(), before) << "Nothing was changed, so it is not spelled anew.";
  const auto changed = files_.mirrors.update(kSession, {}, set_topics({"a"}));
  ASSERT_TRUE(changed.ok());
  EXPECT_FALSE(changed->created_at.empty());
  EXPECT_EQ(base::parse_json(text())->at("theirs"), 1);
  EXPECT_EQ(base::parse_json(text())->at("start_time"), "2026-01-01T00:00:00Z");
}

TEST_F(MirrorStoreTest, OpenClawsMirrorGetsNothingThatIsOnlyOurs) {
  const ContinuityFiles theirs(machine_.system(), {.openclaw_layout = true});
  ASSERT_TRUE(theirs.mirrors
                  .update(kSession, {},
                          [](model::SessionState& state) -> base::Result<void> {
                            state.project = "p";
                            state.working_memory.push_back(pin_of("a"));
                            return {};
                          })
                  .ok());
  const auto json = base::parse_json(*machine_.files.peek(theirs.mirrors.file(kSession)));
  ASSERT_TRUE(json.ok());
  EXPECT_FALSE(json->contains("holdfast"));
  EXPECT_FALSE(json->at("working_memory").at(0).contains("run"));
}

// S3-123: the folder is made; where it cannot be, that is said and nothing else happens.
TEST_F(MirrorStoreTest, AFolderThatCannotBeMadeIsAnError) {
  machine_.put(files_.places.sessions, "a file");
  EXPECT_FALSE(files_.mirrors.update(kSession, {}, set_topics({"a"})).ok());
  EXPECT_EQ(machine_.files.peek(files_.places.sessions), "a file");
}

TEST_F(MirrorStoreTest, MirrorsAreListedAndNothingElse) {
  EXPECT_THAT(files_.mirrors.list(), IsEmpty());
  for (const std::string& session : {kSession, kOtherSession}) {
    ASSERT_TRUE(files_.mirrors.update(session, {}, set_topics({"a"})).ok());
  }
  for (const char* name : {"notes.json", ".tmp-1", "x.txt"}) {
    machine_.put(files_.places.sessions / name, "{}");
  }
  machine_.put(files_.mirrors.file(kSession).native() + ".corrupt-20260118T093000Z", "{}");
  EXPECT_THAT(files_.mirrors.list(), UnorderedElementsAre(kSession, kOtherSession));
}

TEST(MirrorNewestTest, TheNewestFilesComeFirstAndOldOnesNotAtAll) {
  RealContinuityMachine machine;
  const ContinuityFiles files(machine.system());
  const base::Instant begin = machine.system().clock.now() - base::Millis{1000};
  for (int number = 1; number <= 3; ++number) {
    ASSERT_TRUE(files.mirrors.update(session_number(number), {}, set_topics({"a"})).ok());
    machine.system().clock.sleep(std::chrono::milliseconds{20});
  }
  EXPECT_THAT(files.mirrors.newest(begin, 2), ElementsAre(session_number(3), session_number(2)));
  EXPECT_THAT(files.mirrors.newest(begin, 9),
              ElementsAre(session_number(3), session_number(2), session_number(1)));
  EXPECT_THAT(files.mirrors.newest(begin + std::chrono::hours{1}, 9), IsEmpty());
}

// B3-5: two captures of one session at once.
TEST(MirrorConcurrencyTest, ProcessesThatAddToOneMirrorLoseNothing) {
  constexpr int kWriters = 4;
  constexpr int kWrites = 10;
  RealContinuityMachine machine;
  const ContinuityFiles files(machine.system());
  std::vector<std::unique_ptr<os::ChildProcess>> children;
  for (int writer = 0; writer < kWriters; ++writer) {
    children.push_back(std::make_unique<os::ChildProcess>([&, writer] {
      for (int number = 0; number < kWrites; ++number) {
        const auto done = files.mirrors.update(
            kSession, {.lock_timeout = base::Millis{60'000}},
            [&](model::SessionState& state) -> base::Result<void> {
              state.recent_learnings.push_back(std::to_string(writer * kWrites + number));
              return {};
            });
        if (!done.ok()) ::_exit(1);
      }
    }));
  }
  for (const auto& child : children) EXPECT_EQ(child->wait(), 0);
  EXPECT_EQ(files.mirrors.read(kSession)->recent_learnings.size(),
            static_cast<std::size_t>(kWriters * kWrites));
}

}  // namespace
}  // namespace store
