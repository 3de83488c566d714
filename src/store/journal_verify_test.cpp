#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "base/text.h"
#include "store/journal.h"
#include "store/journal_line.h"
#include "store/test_support.h"

namespace store {
namespace {

using base::Json;

class JournalVerifyTest : public ::testing::Test {
 protected:
  JournalVerifyTest() {
    for (int i = 1; i <= 6; ++i) {
      const auto line =
          store_.journal
              .append(kRun, {"gate", "hook", base::JsonBox(Json{{"tool", "Write"}, {"number", i}})},
                      {})
              .value();
      if (i == 4) {
        head_.journal_bytes = line.end;
        head_.journal_hash = journal_line_hash(line.line);
      }
    }
    whole_ = *machine_.files.peek(path_);
    for (const std::string_view line : base::split(whole_, '\n')) {
      if (!line.empty()) lines_.emplace_back(line);
    }
  }

  std::vector<JournalFinding> findings(const std::string& bytes,
                                       const std::optional<HeadRecord>& head = std::nullopt) {
    machine_.files.poke(path_, bytes);
    return store_.journal.verify(kRun, head).value();
  }
  // Whether any of them is a sign of tampering.
  bool tampered(const std::string& bytes, const std::optional<HeadRecord>& head = std::nullopt) {
    const auto all = findings(bytes, head);
    return std::any_of(all.begin(), all.end(), [](const auto& finding) { return finding.fatal; });
  }
  std::string joined(const std::vector<std::string>& lines) {
    return base::join(lines, "\n") + "\n";
  }

  FakeMachine machine_;
  TestStore store_{machine_.system()};
  const os::Path path_ = store_.layout.journal(kRun);
  HeadRecord head_;  // Speaks of line 4 of 6.
  std::string whole_;
  std::vector<std::string> lines_;
};

TEST_F(JournalVerifyTest, AnUntouchedJournalIsGood) {
  EXPECT_TRUE(findings(whole_).empty());
  EXPECT_TRUE(findings(whole_, head_).empty());
}

TEST_F(JournalVerifyTest, AChangeOfAnyByteIsFound) {
  for (std::size_t i = 0; i + 1 < whole_.size(); ++i) {
    std::string changed = whole_;
    // Another printable character, so that the line may well be one still.
    changed[i] = changed[i] == '1' ? '2' : '1';
    ASSERT_TRUE(tampered(changed)) << i;
  }
  // Without its newline the last line is as good as a torn one.
  EXPECT_EQ(findings(whole_.substr(0, whole_.size() - 1) + "1").size(), 1U);
}

TEST_F(JournalVerifyTest, ALineThatIsTakenAwayIsFound) {
  for (std::size_t i = 0; i + 1 < lines_.size(); ++i) {
    std::vector<std::string> fewer = lines_;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    const auto all = findings(joined(fewer));
    ASSERT_FALSE(all.empty()) << i;
    EXPECT_TRUE(all[0].fatal);
    EXPECT_EQ(all[0].line, i + 1);
  }
}

TEST_F(JournalVerifyTest, LinesInAnotherOrderAreFound) {
  for (std::size_t i = 0; i + 1 < lines_.size(); ++i) {
    std::vector<std::string> swapped = lines_;
    std::swap(swapped[i], swapped[i + 1]);
    EXPECT_TRUE(tampered(joined(swapped))) << i;
  }
}

TEST_F(JournalVerifyTest, ALineThatIsRepeatedOrPutInIsFound) {
  std::vector<std::string> repeated = lines_;
  repeated.push_back(lines_.back());
  EXPECT_TRUE(tampered(joined(repeated)));
  std::vector<std::string> more = lines_;
  more.insert(more.begin() + 2, "{}");
  EXPECT_TRUE(tampered(joined(more)));
  more[2] = "";
  EXPECT_TRUE(tampered(joined(more)));
}

// A line that follows well but was written by somebody without the key.
TEST_F(JournalVerifyTest, AForgedLineAtTheEndIsFound) {
  model::JournalEvent forged = journal_event_from_line(lines_.back()).value();
  forged.seq = 7;
  forged.prev = journal_line_hash(lines_.back());
  const Key foreign = key_from_text(kOtherSecret, 32, KeySource::file).value();
  EXPECT_TRUE(tampered(whole_ + journal_line(forged, &foreign) + "\n"));
  const auto unknown = findings(whole_ + journal_line(forged, &foreign) + "\n");
  ASSERT_EQ(unknown.size(), 1U);
  EXPECT_NE(unknown[0].message.find("key"), std::string::npos);
  // With our key's name but another key's MAC.
  Key pretender = foreign;
  pretender.id = store_.keys.signing().value()->id;
  EXPECT_TRUE(tampered(whole_ + journal_line(forged, &pretender) + "\n"));
  EXPECT_FALSE(tampered(whole_ + journal_line(forged, store_.keys.signing().value()) + "\n"));
}

// The key is the same in every journal, so a line of another one is signed and numbered well.
TEST_F(JournalVerifyTest, ALineOfAnotherJournalIsFound) {
  for (int i = 1; i <= 6; ++i) {
    ASSERT_TRUE(store_.journal.append(kOtherRun, {"gate", "hook", {}}, {}).ok());
  }
  const std::string other = *machine_.files.peek(store_.layout.journal(kOtherRun));
  const auto other_lines = base::split(other, '\n');
  for (std::size_t i = 0; i + 1 < lines_.size(); ++i) {
    std::vector<std::string> mixed = lines_;
    mixed[i] = other_lines[i];
    EXPECT_TRUE(tampered(joined(mixed))) << i;
  }
}

// The tail can be cut without a trace only behind the last state change, which the head knows.
TEST_F(JournalVerifyTest, ATailThatIsCutIsFoundAsFarAsTheHeadSpeaks) {
  for (std::size_t kept = 0; kept < lines_.size(); ++kept) {
    SCOPED_TRACE(kept);
    const std::vector<std::string> fewer(lines_.begin(),
                                         lines_.begin() + static_cast<std::ptrdiff_t>(kept));
    const std::string bytes = kept == 0 ? "" : joined(fewer);
    EXPECT_FALSE(tampered(bytes)) << "Without a head there is nothing to miss.";
    EXPECT_EQ(tampered(bytes, head_), kept < 4);
  }
  EXPECT_EQ(findings("", head_).at(0).line, 0U);
}

TEST_F(JournalVerifyTest, AnotherLineWhereTheHeadsLineWasIsFound) {
  HeadRecord other = head_;
  other.journal_hash = std::string(64, 'a');
  EXPECT_TRUE(tampered(whole_, other));
  other = head_;
  other.journal_bytes -= 1;
  EXPECT_TRUE(tampered(whole_, other));
  EXPECT_FALSE(tampered(whole_, HeadRecord{})) << "A head that knows of no line.";
}

TEST_F(JournalVerifyTest, AnUnfinishedLineIsWorthKnowingButNoSignOfTampering) {
  const auto all = findings(whole_ + "{\"seq\":7,", head_);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_FALSE(all[0].fatal);
}

// SC-10
TEST_F(JournalVerifyTest, LinesUnderAReplacedKeyVerifyAsLongAsItIsAtHand) {
  machine_.environment.set("BRAIN_SESSION_SECRET", kOtherSecret);
  TestStore without(machine_.system());
  EXPECT_EQ(without.journal.verify(kRun, head_).value().size(), 6U);
  machine_.environment.set("BRAIN_SESSION_SECRET_PREVIOUS", kSecret);
  TestStore with(machine_.system());
  ASSERT_TRUE(with.journal.append(kRun, {"gate", "hook", {}}, {}).ok());
  EXPECT_TRUE(with.journal.verify(kRun, head_).value().empty());
}

TEST_F(JournalVerifyTest, ANumberIsReadOffALineWithoutParsingIt) {
  EXPECT_EQ(seq_of_line(lines_[3]), 4U);
  for (const char* line : {"", "{\"seq\":", "{\"seq\":x,", "{\"seq\":-1,", " {\"seq\":1,",
                           "{\"seq\":99999999999999999999,"}) {
    EXPECT_EQ(seq_of_line(line), std::nullopt) << line;
  }
}

TEST_F(JournalVerifyTest, WhatIsNoLineOfOursIsAParseError) {
  ASSERT_TRUE(journal_event_from_line(lines_[0]).ok());
  for (const char* key : {"seq", "at", "kind", "actor", "payload", "prev", "mac"}) {
    Json json = base::parse_json(lines_[0]).value();
    json[key] = Json::array();
    EXPECT_FALSE(journal_event_from_line(base::dump_line(json)).ok()) << key;
    json.erase(key);
    EXPECT_FALSE(journal_event_from_line(base::dump_line(json)).ok()) << key;
  }
  for (const char* line : {"", "[]", "{}", "null", "x"}) {
    EXPECT_EQ(journal_event_from_line(line).error().code, base::Code::parse_error) << line;
  }
}

}  // namespace
}  // namespace store
