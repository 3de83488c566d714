#include "store/head_record.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "store/test_support.h"

namespace store {
namespace {

using base::Code;

class HeadRecordTest : public ::testing::Test {
 protected:
  HeadRecordTest() : keys_(machine_.system(), homes_of(machine_.environment), {}) {}

  const Key& key() { return *keys_.signing().value(); }

  HeadRecord full() {
    HeadRecord head = head_of(full_run(), "the note's bytes", std::string(64, 'a'));
    head.journal_bytes = 12345;
    head.journal_hash = std::string(64, 'b');
    return head;
  }

  FakeMachine machine_;
  Keyring keys_;
};

void expect_equal_heads(const HeadRecord& a, const HeadRecord& b) {
  EXPECT_EQ(a.project, b.project);
  EXPECT_EQ(a.run, b.run);
  EXPECT_EQ(a.version, b.version);
  EXPECT_EQ(a.mode, b.mode);
  EXPECT_EQ(a.protocol_start_complete, b.protocol_start_complete);
  EXPECT_EQ(a.protocol_started, b.protocol_started);
  EXPECT_EQ(a.ended, b.ended);
  EXPECT_EQ(a.paused_until, b.paused_until);
  EXPECT_EQ(a.note_signature, b.note_signature);
  EXPECT_EQ(a.note_bytes, b.note_bytes);
  EXPECT_EQ(a.note_hash, b.note_hash);
  EXPECT_EQ(a.journal_bytes, b.journal_bytes);
  EXPECT_EQ(a.journal_hash, b.journal_hash);
}

TEST_F(HeadRecordTest, AHeadSaysWhatTheGateAsksOfItsRun) {
  const HeadRecord head = full();
  EXPECT_EQ(head.project.text, kProjectId);
  EXPECT_EQ(head.run, kRun);
  EXPECT_EQ(head.version, 41);
  EXPECT_EQ(head.mode, "planning");
  EXPECT_TRUE(head.protocol_start_complete);
  EXPECT_TRUE(head.protocol_started);
  EXPECT_TRUE(head.ended);
  EXPECT_EQ(base::to_iso(*head.paused_until), "2026-01-18T09:30:00.000Z");
  EXPECT_EQ(head.note_bytes, 16U);
  EXPECT_EQ(head.note_hash, base::to_hex(base::blake2b("the note's bytes")));
  const HeadRecord empty = head_of(new_run(), "", "");
  EXPECT_FALSE(empty.protocol_start_complete || empty.protocol_started || empty.ended);
  EXPECT_EQ(empty.paused_until, std::nullopt);
}

TEST_F(HeadRecordTest, AHeadIsReadAsItWasWritten) {
  expect_equal_heads(head_from_text(head_text(full(), key()), keys_).value(), full());
  const HeadRecord empty;
  expect_equal_heads(head_from_text(head_text(empty, key()), keys_).value(), empty);
  for (int flags = 0; flags < 8; ++flags) {
    HeadRecord head = full();
    head.protocol_start_complete = (flags & 1) != 0;
    head.protocol_started = (flags & 2) != 0;
    head.ended = (flags & 4) != 0;
    expect_equal_heads(head_from_text(head_text(head, key()), keys_).value(), head);
  }
}

// B0-6: the head decides whether a note is the newest, so it must be as hard to forge as a note.
TEST_F(HeadRecordTest, AChangeOfAnyByteIsSeen) {
  const std::string text = head_text(full(), key());
  const std::size_t mac_at = text.size() - 65;
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const unsigned flip : {0x01U, 0x02U, 0x10U, 0x20U, 0x80U}) {
      std::string changed = text;
      changed[i] = static_cast<char>(static_cast<unsigned char>(changed[i]) ^ flip);
      // The other case of a hexadecimal digit is the same digit.
      if (i >= mac_at && flip == 0x20U && base::digest_from_hex(changed.substr(mac_at, 64)))
        continue;
      const auto read = head_from_text(changed, keys_);
      ASSERT_FALSE(read.ok()) << i << " " << flip;
      EXPECT_TRUE(read.error().code == Code::parse_error ||
                  read.error().code == Code::signature_invalid);
    }
  }
}

TEST_F(HeadRecordTest, AHeadThatIsCutOrPaddedIsRefused) {
  const std::string text = head_text(full(), key());
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_FALSE(head_from_text(text.substr(0, size), keys_).ok()) << size;
  }
  EXPECT_FALSE(head_from_text("\n" + text, keys_).ok());
  EXPECT_FALSE(head_from_text(text + "x\n", keys_).ok());
  EXPECT_FALSE(head_from_text(text + text, keys_).ok());
}

// Signed by us, but with a line too many: a newer version that this one must not half-understand.
TEST_F(HeadRecordTest, AHeadOfAnotherVersionIsRefused) {
  const auto signed_so = [&](std::string body) {
    return body + "mac " + base::to_hex(base::hmac_sha256(key().secret, {body})) + "\n";
  };
  std::string body = head_text(full(), key());
  body.resize(body.rfind("mac "));
  ASSERT_TRUE(head_from_text(signed_so(body), keys_).ok());
  EXPECT_EQ(head_from_text(signed_so(body + "more 1\n"), keys_).error().code, Code::parse_error);
  std::string newer = body;
  newer.replace(0, std::string("holdfast-head 1").size(), "holdfast-head 2");
  EXPECT_EQ(head_from_text(signed_so(newer), keys_).error().code, Code::parse_error);
}

TEST_F(HeadRecordTest, AHeadUnderAForeignKeyIsInvalidAndWithoutAnyKeyThereIsNoSecret) {
  const Key foreign = key_from_text(kOtherSecret, 32, KeySource::file).value();
  const std::string text = head_text(full(), foreign);
  EXPECT_EQ(head_from_text(text, keys_).error().code, Code::signature_invalid);
  os::FakeSystem without_key;
  Keyring none(without_key.system(), homes_of(without_key.environment), {});
  EXPECT_EQ(head_from_text(text, none).error().code, Code::no_secret);
}

// Whatever a note of a newer writer holds, its head must be readable.
TEST_F(HeadRecordTest, AnOddModeOrPauseDoesNotBreakTheHead) {
  for (const char* mode : {"", "two\nlines", "a b", "../x", "\xc3\xa9", "anlysis"}) {
    model::Run run = full_run();
    run.mode = model::ModeName(std::string(mode));
    const auto head = head_from_text(head_text(head_of(run, "", ""), key()), keys_);
    ASSERT_TRUE(head.ok()) << mode;
    EXPECT_EQ(head->mode, std::string(mode) == "anlysis" ? "anlysis" : "unknown");
  }
  for (const char* until : {"", "soon", "1970-01-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z",
                            "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"}) {
    model::Run run = full_run();
    run.pause->until = until;
    const HeadRecord head = head_of(run, "", "");
    const auto read = head_from_text(head_text(head, key()), keys_);
    ASSERT_TRUE(read.ok()) << until;
    EXPECT_EQ(read->paused_until, head.paused_until);
    EXPECT_EQ(head.paused_until.has_value(), std::string(until).starts_with("9999")) << until;
  }
}

TEST_F(HeadRecordTest, TheNewestPlaceThatCanBeTrustedCounts) {
  HeadRecord older = full();
  older.version = 7;
  HeadRecord newer = full();
  newer.version = 8;
  std::string file = head_file(older, key());
  EXPECT_EQ(head_from_file(file, keys_)->version, 7);
  EXPECT_EQ(head_from_file(file, keys_)->place, 0U);
  const std::string place = head_place(newer, key());
  ASSERT_EQ(place.size(), kHeadPlaceBytes);
  file.replace(head_place_offset(1), place.size(), place);
  EXPECT_EQ(head_from_file(file, keys_)->version, 8);
  EXPECT_EQ(head_from_file(file, keys_)->place, 1U);
  // Cut anywhere in the second place, the first one counts.
  for (std::size_t size = head_place_offset(1); size < head_place_offset(1) + 400; size += 7) {
    EXPECT_EQ(head_from_file(file.substr(0, size), keys_)->version, 7) << size;
  }
  // With both spoilt the newest says what is wrong.
  file[head_place_offset(0) + 100] ^= 1;
  file[head_place_offset(1) + 100] ^= 1;
  EXPECT_FALSE(head_from_file(file, keys_).ok());
}

TEST_F(HeadRecordTest, AFileWithNothingButTheTextOfOneHeadIsRead) {
  expect_equal_heads(head_from_file(head_text(full(), key()), keys_).value(), full());
  EXPECT_FALSE(head_from_file("", keys_).ok());
  EXPECT_FALSE(head_from_file(std::string(5120, '\0'), keys_).ok());
}

}  // namespace
}  // namespace store
