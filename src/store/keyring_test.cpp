#include "store/keyring.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "store/signed_note.h"
#include "store/test_support.h"

namespace store {
namespace {

using base::Code;

constexpr const char* kVariable = "BRAIN_SESSION_SECRET";
constexpr const char* kPrevious = "BRAIN_SESSION_SECRET_PREVIOUS";
const os::Path kKeyFile = "/home/dev/.config/holdfast/secret";

std::string key_id_of(std::string_view secret) {
  return key_from_text(secret, 32, KeySource::file).value().id;
}

std::string note_under(Keyring& keys) {
  return seal_note({{"a", 1}}, *keys.signing().value()).value().bytes;
}

// S0-31, S0-91, SC-9
TEST(KeyringTest, WithoutAnyKeyTheErrorIsThatOfTheDocument) {
  os::FakeSystem machine;
  Keyring keys = keyring_of(machine);
  EXPECT_EQ(keys.signing().error().code, Code::no_secret);
  EXPECT_EQ(keys.signing().error().message, "BRAIN_SESSION_SECRET environment variable required");
  EXPECT_NE(keys.signing().error().hint, "");
  EXPECT_TRUE(keys.all().empty());
  EXPECT_EQ(keys.find("0123456789abcdef"), nullptr);
}

TEST(KeyringTest, WithoutAHomeThereIsNoKeyFileAndItIsSaid) {
  os::FakeSystem machine;
  machine.environment.unset("HOME");
  Keyring keys = keyring_of(machine);
  EXPECT_EQ(keys.signing().error().message, "BRAIN_SESSION_SECRET environment variable required");
  EXPECT_EQ(keys.create_file().error().code, Code::no_secret);
}

// S0-75, B0-7, SC-9
TEST(KeyringTest, AWeakSecretIsRefusedNamingWhatItLacks) {
  struct Row {
    std::string secret;
    const char* message;
  };
  const std::vector<Row> rows = {
      {"0123456789012345678901234567890", "at least 32 characters"},      // 31 of them.
      {"0123456789012345678901234567890\n", "at least 32 characters"},    // The newline is none.
      {"0123456789012345678901234567890\r\n", "at least 32 characters"},  // Nor are both.
      {std::string(40, 'x'), "repeats one single character"},
      {std::string(40, 'x') + "\n", "repeats one single character"},
      {"x", "at least 32 characters"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.secret);
    os::FakeSystem machine;
    machine.environment.set(kVariable, row.secret);
    // A good key file does not make up for it: the person thinks that the other one signs.
    machine.files.poke(kKeyFile, kOtherSecret);
    const auto signing = keyring_of(machine).signing();
    ASSERT_FALSE(signing.ok());
    EXPECT_EQ(signing.error().code, Code::no_secret);
    EXPECT_NE(signing.error().message.find(row.message), std::string::npos);
    EXPECT_NE(signing.error().message.find(kVariable), std::string::npos);

    os::FakeSystem with_file;
    with_file.files.poke(kKeyFile, row.secret);
    const auto from_file = keyring_of(with_file).signing();
    ASSERT_FALSE(from_file.ok());
    EXPECT_NE(from_file.error().message.find(row.message), std::string::npos);
    EXPECT_NE(from_file.error().message.find("key file"), std::string::npos);
  }
}

TEST(KeyringTest, TheMinimumLengthCanBeRaised) {
  os::FakeSystem machine;
  machine.environment.set(kVariable, "0123456789012345678901234567890123456789");
  Keyring keys(machine.system(), homes_of(machine.environment), {.length_min = 64});
  EXPECT_NE(keys.signing().error().message.find("64"), std::string::npos);
}

// B0-7: what a file or `export X=$(cat …)` leaves at the end is no part of the secret.
TEST(KeyringTest, ALineEndIsNoPartOfTheSecret) {
  const std::string hex = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
  EXPECT_EQ(key_id_of(hex), key_id_of(hex + "\n"));
  EXPECT_EQ(key_id_of(hex), key_id_of(hex + "\r\n"));
  EXPECT_NE(key_id_of(hex), key_id_of(hex + " "));
  EXPECT_EQ(key_from_text(hex + "\n", 32, KeySource::file)->secret.size(), hex.size());
  EXPECT_TRUE(key_from_text("01234567890123456789012345678901", 32, KeySource::file).ok());
}

TEST(KeyringTest, AnIdSaysWhichKeyItWasButNotWhatItIs) {
  EXPECT_EQ(key_id_of(kSecret).size(), 16U);
  EXPECT_NE(key_id_of(kSecret), key_id_of(kOtherSecret));
  EXPECT_EQ(std::string(kSecret).find(key_id_of(kSecret)), std::string::npos);
}

TEST(KeyringTest, TheEnvironmentSignsBeforeTheFile) {
  os::FakeSystem machine;
  machine.files.poke(kKeyFile, kOtherSecret);
  EXPECT_EQ(keyring_of(machine).signing().value()->source, KeySource::file);
  machine.environment.set(kVariable, "");  // Set to nothing is not set.
  EXPECT_EQ(keyring_of(machine).signing().value()->source, KeySource::file);
  machine.environment.set(kVariable, kSecret);
  Keyring keys = keyring_of(machine);
  EXPECT_EQ(keys.signing().value()->source, KeySource::environment);
  EXPECT_EQ(keys.signing().value()->id, key_id_of(kSecret));
  EXPECT_EQ(keys.find(key_id_of(kOtherSecret))->source, KeySource::file);
  ASSERT_EQ(keys.all().size(), 2U);
  EXPECT_EQ(keys.all()[0]->source, KeySource::environment);
}

// B0-22, SC-10
TEST(KeyringTest, ThePreviousSecretVerifiesButDoesNotSign) {
  os::FakeSystem machine;
  machine.environment.set(kVariable, kSecret);
  Keyring old_keys = keyring_of(machine);
  const std::string note = note_under(old_keys);
  machine.environment.set(kVariable, kOtherSecret);
  Keyring without = keyring_of(machine);
  EXPECT_EQ(open_note(note, without).error().code, Code::signature_invalid);
  machine.environment.set(kPrevious, kSecret);
  Keyring with = keyring_of(machine);
  EXPECT_TRUE(open_note(note, with).ok());
  EXPECT_EQ(with.signing().value()->id, key_id_of(kOtherSecret));
  EXPECT_EQ(with.find(key_id_of(kSecret))->source, KeySource::previous);

  machine.environment.unset(kVariable);
  EXPECT_FALSE(keyring_of(machine).signing().ok()) << "A previous key alone must not sign.";
}

TEST(KeyringTest, AWeakPreviousSecretIsNoKey) {
  os::FakeSystem machine;
  machine.environment.set(kVariable, kSecret);
  machine.environment.set(kPrevious, "short");
  Keyring keys = keyring_of(machine);
  EXPECT_TRUE(keys.signing().ok());
  EXPECT_EQ(keys.all().size(), 1U);
}

// S0-79
TEST(KeyringTest, AKeyFileIsMadeOnceAndForItsOwnerAlone) {
  os::FakeSystem machine;
  Keyring keys = keyring_of(machine);
  ASSERT_FALSE(keys.signing().ok());
  EXPECT_TRUE(keys.create_file().value());
  const std::string made = *machine.files.peek(kKeyFile);
  EXPECT_EQ(made.size(), 65U);  // 64 hexadecimal digits and a newline.
  EXPECT_EQ(machine.files.info(kKeyFile)->mode, 0600U);
  EXPECT_EQ(machine.files.info(kKeyFile.parent_path())->mode, 0700U);
  EXPECT_TRUE(keys.signing().ok());
  EXPECT_FALSE(keys.create_file().value());
  EXPECT_EQ(machine.files.peek(kKeyFile), made);
}

// B0-22, SC-10
TEST(KeyringTest, ARotatedKeyFileSignsAnewAndVerifiesTheOld) {
  os::FakeSystem machine;
  Keyring keys = keyring_of(machine);
  ASSERT_TRUE(keys.create_file().ok());
  std::vector<std::string> notes;
  for (int rotation = 0; rotation < 4; ++rotation) {
    notes.push_back(note_under(keys));
    const std::string old_id = keys.signing().value()->id;
    ASSERT_TRUE(keys.rotate_file().ok());
    EXPECT_NE(keys.signing().value()->id, old_id);
    Keyring fresh = keyring_of(machine);
    EXPECT_EQ(fresh.signing().value()->id, keys.signing().value()->id);
    for (const std::string& note : notes) {
      EXPECT_TRUE(open_note(note, keys).ok());
      EXPECT_TRUE(open_note(note, fresh).ok());
    }
    const os::Path retired = retired_secrets_path(homes_of(machine.environment)) / old_id;
    EXPECT_EQ(machine.files.info(retired)->mode, 0600U);
    EXPECT_EQ(fresh.find(old_id)->source, KeySource::retired);
  }
}

TEST(KeyringTest, RotationWithoutAKeyFileMakesOne) {
  os::FakeSystem machine;
  Keyring keys = keyring_of(machine);
  ASSERT_TRUE(keys.rotate_file().ok());
  EXPECT_TRUE(keys.signing().ok());
}

TEST(KeyringTest, ARetiredKeyUnderAnotherKeysNameIsNotUsed) {
  os::FakeSystem machine;
  machine.environment.set(kVariable, kSecret);
  const os::Path folder = retired_secrets_path(homes_of(machine.environment));
  machine.files.poke(folder / "0123456789abcdef", kOtherSecret);
  EXPECT_EQ(keyring_of(machine).find("0123456789abcdef"), nullptr);
}

// B0-24: the id of a key comes out of a note that anybody may have written.
TEST(KeyringTest, AKeyIdIsNeverAPath) {
  os::FakeSystem machine;
  machine.environment.set(kVariable, kSecret);
  const os::Path folder = retired_secrets_path(homes_of(machine.environment));
  machine.files.poke(folder / "keep", "");
  machine.files.reset_calls();
  Keyring keys = keyring_of(machine);
  for (const char* id : {"", "../secret", "../../../../x/y/z", "keep", "0123456789abcde/",
                         "0123456789ABCDEFG", "................"}) {
    EXPECT_EQ(keys.find(id), nullptr) << id;
  }
  EXPECT_LE(machine.files.calls(), 1U) << "Only the key file itself may be asked for.";
}

}  // namespace
}  // namespace store
