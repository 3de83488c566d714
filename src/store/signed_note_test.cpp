#include "store/signed_note.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "base/canonical_json.h"
#include "store/test_support.h"

namespace store {
namespace {

using base::Code;
using base::Json;

class SignedNoteTest : public ::testing::Test {
 protected:
  SignedNoteTest() : keys_(machine_.system(), homes_of(machine_.environment), {}) {}

  const Key& key() { return *keys_.signing().value(); }
  SealedNote sealed(const Json& document) { return seal_note(document, key()).value(); }
  Code code_of(const Json& note) { return open_note(base::dump_pretty(note), keys_).error().code; }

  FakeMachine machine_;
  Keyring keys_;
  const Json full_ = base::parse_json(model::kFullRunText).value();
};

Json changed(const Json& value) {
  if (value.is_boolean()) return !value.get<bool>();
  if (value.is_string()) return value.get<std::string>() + "x";
  if (value.is_number_unsigned()) return value.get<std::uint64_t>() - 1;
  if (value.is_number()) return value.get<double>() / 2 + 1;
  if (value.is_null()) return false;
  return nullptr;
}

TEST_F(SignedNoteTest, ASealedNoteOpensAsItWas) {
  const SealedNote note = sealed(full_);
  const OpenedNote opened = open_note(note.bytes, keys_).value();
  EXPECT_EQ(opened.signature, note.signature);
  EXPECT_EQ(opened.document.get(), note.document.get());
  EXPECT_FALSE(opened.document.get().contains("_signature"));
  Json expected = full_;
  expected["keyId"] = key().id;  // B0-22: which key it was is under the signature too.
  EXPECT_EQ(opened.document.get(), expected);
  EXPECT_TRUE(note.bytes.starts_with("{\n  \""));  // S0-22
  EXPECT_TRUE(note.bytes.ends_with("\"\n}\n"));
}

// RFC 2104, out of nothing but the hash function.
std::string hmac_by_definition(std::string key, const std::string& message) {
  constexpr std::size_t kBlockBytes = 64;
  const auto bytes_of = [](const base::Digest& digest) {
    return std::string(digest.begin(), digest.end());
  };
  if (key.size() > kBlockBytes) key = bytes_of(base::sha256(key));
  key.resize(kBlockBytes);
  std::string inner = key;
  std::string outer = key;
  for (char& c : inner) c = static_cast<char>(c ^ 0x36);
  for (char& c : outer) c = static_cast<char>(c ^ 0x5c);
  return base::to_hex(base::sha256(outer + bytes_of(base::sha256(inner + message))));
}

// S0-30, S0-81
TEST_F(SignedNoteTest, TheSignatureIsTheHmacOfTheCanonicalDocument) {
  const SealedNote note = sealed(full_);
  Json document = base::parse_json(note.bytes).value();
  const std::string signature = document["_signature"];
  document.erase("_signature");
  const std::string canonical = base::canonical_json(document).value();
  EXPECT_EQ(signature, hmac_by_definition(kSecret, canonical));
  EXPECT_EQ(signature, note.signature);
  EXPECT_EQ(signature, signature_of(document, key()).value());
}

// A fixed point: `printf '{"a":1,"keyId":"…"}' | openssl dgst -sha256 -hmac "$secret"`.
TEST_F(SignedNoteTest, TheSignatureIsTheSameOnEveryMachine) {
  EXPECT_EQ(key().id, "1b252e32c2cb7f70");
  EXPECT_EQ(sealed({{"a", 1}}).signature,
            "7588c4d05f69e75d10ddd469d75f4b275125a7dd44a5358e535774a03e70e5a1");
}

// SC-1, B0-1, S0-90: nothing in the note is outside the signature.
TEST_F(SignedNoteTest, AChangeOfAnyLeafIsSeen) {
  const Json note = base::parse_json(sealed(full_).bytes).value();
  std::vector<Json::json_pointer> leaves;
  collect_leaves(note, Json::json_pointer(), leaves);
  ASSERT_GT(leaves.size(), 100U);
  for (const Json::json_pointer& leaf : leaves) {
    SCOPED_TRACE(leaf.to_string());
    Json tampered = note;
    tampered[leaf] = changed(note[leaf]);
    ASSERT_NE(tampered, note);
    EXPECT_EQ(code_of(tampered), Code::signature_invalid);
  }
}

// SC-1: nor can anything be taken away, added, renamed or moved.
TEST_F(SignedNoteTest, AChangeOfTheShapeIsSeen) {
  const Json note = base::parse_json(sealed(full_).bytes).value();
  const auto tamper = [&](const std::function<void(Json&)>& change) {
    Json tampered = note;
    change(tampered);
    return code_of(tampered);
  };
  for (const auto& item : note.items()) {
    EXPECT_EQ(tamper([&](Json& json) { json.erase(item.key()); }), Code::signature_invalid)
        << item.key();
  }
  EXPECT_EQ(tamper([](Json& json) { json["new"] = nullptr; }), Code::signature_invalid);
  EXPECT_EQ(tamper([](Json& json) { json["orchestratorWorkflow"]["agentHistory"].erase(0); }),
            Code::signature_invalid);
  EXPECT_EQ(tamper([](Json& json) {
              auto& history = json["modeHistory"];
              std::swap(history[0], history[1]);
            }),
            Code::signature_invalid);
  EXPECT_EQ(tamper([](Json& json) { std::swap(json["worktree"], json["endReason"]); }),
            Code::signature_invalid);
  EXPECT_EQ(tamper([](Json& json) { json["version"] = "41"; }), Code::signature_invalid);
}

// SC-2
TEST_F(SignedNoteTest, OtherSpacesAnotherOrderAndOtherSpellingsVerify) {
  const SealedNote note = sealed(full_);
  const Json document = base::parse_json(note.bytes).value();
  EXPECT_TRUE(open_note(base::dump_line(document), keys_).ok());
  EXPECT_TRUE(open_note(document.dump(7, '\t', /*ensure_ascii=*/true), keys_).ok());
  // The library's plain json sorts its keys.
  EXPECT_TRUE(open_note(nlohmann::json::parse(note.bytes).dump(), keys_).ok());
  std::string upper = note.bytes;
  const std::size_t at = upper.find(note.signature);
  std::transform(upper.begin() + static_cast<std::ptrdiff_t>(at),
                 upper.begin() + static_cast<std::ptrdiff_t>(at + 64),
                 upper.begin() + static_cast<std::ptrdiff_t>(at),
                 [](char c) { return static_cast<char>(std::toupper(c)); });
  ASSERT_TRUE(open_note(upper, keys_).ok());
  EXPECT_EQ(open_note(upper, keys_)->signature, note.signature);
}

// S0-32, B0-5
TEST_F(SignedNoteTest, ANoteWithoutAWholeSignatureIsInvalid) {
  const Json note = base::parse_json(sealed(full_).bytes).value();
  const std::string signature = note["_signature"];
  const std::vector<Json> bad = {nullptr,
                                 "",
                                 1,
                                 Json::array({signature}),
                                 signature.substr(1),
                                 signature + "0",
                                 signature + " ",
                                 std::string(64, 'g'),
                                 std::string(64, '0')};
  for (const Json& value : bad) {
    Json tampered = note;
    tampered["_signature"] = value;
    EXPECT_EQ(code_of(tampered), Code::signature_invalid) << value;
  }
  Json unsigned_note = note;
  unsigned_note.erase("_signature");
  EXPECT_EQ(code_of(unsigned_note), Code::signature_invalid);
}

TEST_F(SignedNoteTest, BytesThatAreNoNoteAreAParseError) {
  using namespace std::string_literals;
  for (const std::string& bytes :
       {""s, "x"s, "[]"s, "null"s, "\"text\""s, "{"s, "{\"a\":1,\"a\":1}"s, "{}\0"s}) {
    EXPECT_EQ(open_note(bytes, keys_).error().code, Code::parse_error) << bytes;
  }
  // B0-23: a second document behind a NUL would not be under the signature.
  EXPECT_EQ(open_note(sealed(full_).bytes + "\0{}"s, keys_).error().code, Code::parse_error);
}

// B0-4: a key that nobody has is another fault than no key at all.
TEST_F(SignedNoteTest, ANoteUnderAForeignKeyIsInvalid) {
  const Key foreign = key_from_text(kOtherSecret, 32, KeySource::file).value();
  const SealedNote note = seal_note(full_, foreign).value();
  EXPECT_EQ(open_note(note.bytes, keys_).error().code, Code::signature_invalid);
  os::FakeSystem without_key;
  Keyring none(without_key.system(), homes_of(without_key.environment), {});
  EXPECT_EQ(open_note(note.bytes, none).error().code, Code::no_secret);

  Json claims_ours = base::parse_json(note.bytes).value();
  claims_ours["keyId"] = key().id;
  EXPECT_EQ(code_of(claims_ours), Code::signature_invalid);
}

// Notes of the document's own writer name no key.
TEST_F(SignedNoteTest, ANoteThatNamesNoKeyIsTriedWithEveryKey) {
  Json document = full_;
  document.erase("keyId");
  machine_.environment.set("BRAIN_SESSION_SECRET", kOtherSecret);
  machine_.environment.set("BRAIN_SESSION_SECRET_PREVIOUS", kSecret);
  Keyring keys(machine_.system(), homes_of(machine_.environment), {});
  for (const char* secret : {kSecret, kOtherSecret}) {
    const Key key = key_from_text(secret, 32, KeySource::file).value();
    Json note = document;
    note["_signature"] = signature_of(document, key).value();
    EXPECT_TRUE(open_note(base::dump_line(note), keys).ok()) << secret;
  }
  Json note = document;
  note["_signature"] = std::string(64, 'a');
  EXPECT_EQ(code_of(note), Code::signature_invalid);
  os::FakeSystem without_key;
  Keyring none(without_key.system(), homes_of(without_key.environment), {});
  EXPECT_EQ(open_note(base::dump_line(note), none).error().code, Code::no_secret);
}

// B0-26
TEST_F(SignedNoteTest, ANoteOverTheLimitIsNeitherSealedNorOpened) {
  Json document{{"text", std::string(kNoteBytesMax - 1000, 'a')}};
  EXPECT_TRUE(seal_note(document, key()).ok());
  document["text"] = std::string(kNoteBytesMax, 'a');
  EXPECT_EQ(seal_note(document, key()).error().code, Code::too_large);
  EXPECT_FALSE(open_note(std::string(kNoteBytesMax + 1, ' '), keys_).ok());
}

// What could not be opened again must not be written: it would lock its owner out.
TEST_F(SignedNoteTest, WhatWouldNotOpenAgainIsNotSealed) {
  EXPECT_EQ(seal_note({{"text", "\xff"}}, key()).error().code, Code::invalid_value);
  EXPECT_EQ(seal_note({{"number", std::numeric_limits<double>::infinity()}}, key()).error().code,
            Code::invalid_value);
  Json deep = 1;
  for (int level = 0; level < 127; ++level) deep = Json::array({deep});
  ASSERT_TRUE(seal_note({{"deep", deep}}, key()).ok());
  EXPECT_TRUE(open_note(seal_note({{"deep", deep}}, key())->bytes, keys_).ok());
  EXPECT_EQ(seal_note({{"deep", Json::array({deep})}}, key()).error().code, Code::invalid_value);
}

TEST_F(SignedNoteTest, AnOldSignatureInTheDocumentIsReplaced) {
  Json document{{"a", 1}, {"_signature", "old"}};
  EXPECT_EQ(sealed(document).signature, sealed({{"a", 1}}).signature);
}

}  // namespace
}  // namespace store
