#include "store/journal.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "store/journal_line.h"
#include "store/test_support.h"

namespace store {
namespace {

using base::Code;
using base::Json;

NewEvent text_event(const std::string& text) {
  return {"gate", "hook", base::JsonBox(Json{{"text", text}})};
}

class JournalTest : public ::testing::Test {
 protected:
  Appended append(const std::string& text) {
    return store_.journal.append(kRun, text_event(text), {}).value();
  }
  std::string bytes() { return machine_.files.peek(path_).value_or(""); }
  std::vector<model::JournalEvent> events(std::uint64_t offset = 0) {
    std::vector<model::JournalEvent> all;
    CHECK(store_.journal
              .read(kRun, offset,
                    [&](const model::JournalEvent& one) {
                      all.push_back(one);
                      return true;
                    })
              .ok());
    return all;
  }
  std::vector<std::string> texts(std::uint64_t offset = 0) {
    std::vector<std::string> all;
    for (const model::JournalEvent& one : events(offset)) {
      const Json& payload = one.payload.get();
      all.push_back(payload.contains("text") ? payload["text"].get<std::string>() : one.kind);
    }
    return all;
  }
  void expect_good() {
    const auto findings = store_.journal.verify(kRun, std::nullopt).value();
    for (const JournalFinding& finding : findings) {
      ADD_FAILURE() << "line " << finding.line << " " << finding.message;
    }
  }

  FakeMachine machine_;
  TestStore store_{machine_.system()};
  const os::Path path_ = store_.layout.journal(kRun);
};

using Texts = std::vector<std::string>;

TEST_F(JournalTest, ALineIsWrittenInTheFormOfTheFormat) {
  append("one");
  const Key& key = *store_.keys.signing().value();
  const std::string signed_part =
      R"({"seq":1,"at":"2026-01-18T09:30:00.000Z","kind":"gate","actor":"hook",)"
      R"("payload":{"text":"one"},"prev":")" +
      std::string(kNoHash) + R"(","key":")" + key.id + "\"";
  const std::string mac =
      base::to_hex(base::hmac_sha256(key.secret, {"holdfast-journal-1\n", signed_part}));
  EXPECT_EQ(bytes(), signed_part + ",\"mac\":\"" + mac + "\"}\n");
  EXPECT_EQ(machine_.files.info(path_)->mode, 0600U);  // S0-79
}

TEST_F(JournalTest, LinesAreNumberedChainedAndReadInOrder) {
  std::string last(kNoHash);
  std::uint64_t end = 0;
  for (std::uint64_t seq = 1; seq <= 5; ++seq) {
    const Appended appended = append("line " + std::to_string(seq));
    EXPECT_EQ(appended.seq, seq);
    EXPECT_GT(appended.end, end);
    end = appended.end;
    EXPECT_EQ(end, bytes().size());
    const model::JournalEvent read = events().back();
    EXPECT_EQ(read.seq, seq);
    EXPECT_EQ(read.prev, last);
    EXPECT_EQ(read.hash, journal_line_hash(appended.line));
    last = journal_line_hash(appended.line);
  }
  EXPECT_EQ(store_.journal.size(kRun), end);
  expect_good();
}

TEST_F(JournalTest, AMissingJournalHasNoLinesAndNothingIsWrongWithIt) {
  EXPECT_EQ(store_.journal.size(kRun), 0U);
  EXPECT_TRUE(events().empty());
  expect_good();
}

TEST_F(JournalTest, ReadingStartsAtAnOffsetAndEndsWhereTheVisitorHasEnough) {
  append("a");
  const std::uint64_t end = append("b").end;
  append("c");
  EXPECT_EQ(texts(end), Texts{"c"});
  EXPECT_TRUE(texts(bytes().size()).empty());
  EXPECT_TRUE(texts(bytes().size() + 100).empty());
  int seen = 0;
  ASSERT_TRUE(
      store_.journal.read(kRun, 0, [&](const model::JournalEvent&) { return ++seen < 2; }).ok());
  EXPECT_EQ(seen, 2);
}

TEST_F(JournalTest, ALineThatIsNoneIsSkippedByReaders) {
  append("a");
  append("b");
  std::string broken = bytes();
  broken.insert(broken.find('\n') + 1, "no journal line\n\n{\"seq\":7}\n");
  machine_.files.poke(path_, broken);
  EXPECT_EQ(texts(), (Texts{"a", "b"}));
}

TEST_F(JournalTest, TextOfAnyKindFitsInOneLine) {
  const std::string odd = "line\nbreak \"quote\" \\ \x01 \xe2\x80\xa8 \xf0\x9f\x98\x80";
  append(odd);
  append("next");
  EXPECT_EQ(texts(), (Texts{odd, "next"}));
  expect_good();
}

TEST_F(JournalTest, BytesThatAreNoTextAreWrittenAsText) {
  append("a\xff");
  append("next");
  EXPECT_EQ(texts(), (Texts{"a\xef\xbf\xbd", "next"}));
  expect_good();
}

// The next writer finds the last line though it is larger than what is looked at first, and larger
// than what a reader takes at once.
TEST_F(JournalTest, ALineMayBeLargerThanTheWindowsItIsReadThrough) {
  for (const std::size_t size : {4000U, 4096U, 4097U, 40'000U, 300'000U, 2'500'000U}) {
    append(std::string(size, 'x'));
    append("small");
  }
  EXPECT_EQ(events().size(), 12U);
  EXPECT_EQ(events().back().seq, 12U);
  expect_good();
}

// Every length of the last line around the first window, so that the newline meets its edge.
TEST_F(JournalTest, TheEdgeOfTheWindowIsNoSpecialPlace) {
  append("first");
  std::uint64_t seq = 1;
  for (std::size_t size = 3650; size < 3850; ++size) {
    ASSERT_EQ(append(std::string(size, 'x')).seq, ++seq);
  }
  expect_good();
}

// The crash of a writer: whatever is left of its line goes, and that is on record.
TEST_F(JournalTest, ATornLastLineIsRepairedAtEveryByteAndTheRestIsKept) {
  append("a");
  const std::uint64_t kept = append("b").end;
  append("torn");
  const std::string whole = bytes();
  for (std::uint64_t cut = kept; cut < whole.size(); ++cut) {
    SCOPED_TRACE(cut - kept);
    machine_.files.poke(path_, whole.substr(0, cut));
    append("c");
    EXPECT_EQ(bytes().substr(0, kept), whole.substr(0, kept));
    if (cut == kept) {
      EXPECT_EQ(texts(), (Texts{"a", "b", "c"}));
    } else {
      EXPECT_EQ(texts(), (Texts{"a", "b", "journal.repaired", "c"}));
      EXPECT_EQ(events()[2].payload.get()["torn_bytes"], cut - kept);
    }
    expect_good();
  }
}

TEST_F(JournalTest, ATornFirstLineIsRepairedAtEveryByte) {
  append("torn");
  const std::string whole = bytes();
  for (std::size_t cut = 1; cut < whole.size(); ++cut) {
    machine_.files.poke(path_, whole.substr(0, cut));
    append("a");
    EXPECT_EQ(texts(), (Texts{"journal.repaired", "a"}));
    expect_good();
  }
}

TEST_F(JournalTest, ATornLineLargerThanTheFirstWindowIsRepaired) {
  append("a");
  machine_.files.poke(path_, bytes() + std::string(100'000, 'x'));
  append("b");
  EXPECT_EQ(texts(), (Texts{"a", "journal.repaired", "b"}));
  expect_good();
}

TEST_F(JournalTest, AShortWriteLeavesTheJournalAsItWas) {
  append("a");
  const std::string before = bytes();
  machine_.files.reset_calls();
  append("count");
  const std::size_t calls = machine_.files.calls();
  int refused = 0;
  for (std::size_t call = 0; call < calls; ++call) {
    SCOPED_TRACE(call);
    machine_.files.poke(path_, before);
    machine_.files.arm({os::Fault::Kind::short_write, call});
    const auto appended = store_.journal.append(kRun, text_event(std::string(5000, 'x')), {});
    machine_.files.disarm();
    if (appended.ok()) continue;
    ++refused;
    EXPECT_EQ(appended.error().code, Code::io);
    EXPECT_EQ(bytes(), before);
  }
  EXPECT_EQ(refused, 1);
}

TEST_F(JournalTest, WithoutAKeyLinesAreWrittenUnsignedAndSaidToBe) {
  append("signed");
  machine_.environment.unset("BRAIN_SESSION_SECRET");
  TestStore without(machine_.system());
  ASSERT_TRUE(without.journal.append(kRun, text_event("unsigned"), {}).ok());
  EXPECT_TRUE(bytes().ends_with(",\"key\":\"\",\"mac\":\"\"}\n"));
  EXPECT_EQ(events().back().mac, "");
  const auto findings = store_.journal.verify(kRun, std::nullopt).value();
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].line, 2U);
  EXPECT_FALSE(findings[0].fatal);
  append("signed again");
  EXPECT_EQ(texts(), (Texts{"signed", "unsigned", "signed again"}));
}

// B0-24
TEST_F(JournalTest, AJournalBehindALinkIsNotWrittenTo) {
  machine_.files.poke("/etc/important", "important\n");
  machine_.files.make_link(path_, "/etc/important");
  EXPECT_FALSE(store_.journal.append(kRun, text_event("a"), {}).ok());
  EXPECT_EQ(machine_.files.peek("/etc/important"), "important\n");
  EXPECT_FALSE(store_.journal.read(kRun, 0, [](const auto&) { return true; }).ok());
}

TEST_F(JournalTest, AWriterThatHoldsTheJournalIsWaitedForButNotForEver) {
  append("a");
  const auto held = machine_.files.open(path_, {.write = true}).value();
  ASSERT_TRUE(held->try_lock().value());
  const auto appended =
      store_.journal.append(kRun, text_event("b"), {.lock_timeout = base::Millis{50}});
  EXPECT_EQ(appended.error().code, Code::lock_timeout);
  EXPECT_EQ(texts(), Texts{"a"});
}

TEST_F(JournalTest, APayloadThatIsNoObjectIsAnEmptyOne) {
  ASSERT_TRUE(store_.journal.append(kRun, {"gate", "hook", base::JsonBox(Json(5))}, {}).ok());
  EXPECT_TRUE(events().back().payload.get().empty());
  EXPECT_TRUE(events().back().payload.get().is_object());
}

// The deepest note that can be signed must also be readable out of the patch that holds it.
TEST_F(JournalTest, APayloadAsDeepAsANoteIsReadAgain) {
  Json deep = 1;
  for (int level = 0; level < 128; ++level) deep = Json::array({deep});
  const Json patch = Json::array({Json{{"value", deep}}});
  ASSERT_TRUE(
      store_.journal.append(kRun, {"state", "cli", base::JsonBox(Json{{"patch", patch}})}, {})
          .ok());
  ASSERT_EQ(events().size(), 1U);
  EXPECT_EQ(events()[0].payload.get()["patch"], patch);
  expect_good();
}

}  // namespace
}  // namespace store
