#include "store/key_cache.h"

#include <gtest/gtest.h>

#include "store/test_support.h"

namespace store {
namespace {

struct KeyCacheTest : ::testing::Test {
  os::FakeSystem machine;
  KeyCache cache;
  const os::Path file = "/home/dev/.config/holdfast/secret";

  KeyCacheTest() { machine.files.poke(file, std::string(kSecret) + "\n"); }

  // What one question of many reads.
  Keyring keyring(std::size_t length_min = 32) {
    return {machine.system(),
            homes_of(machine.environment),
            {.length_min = length_min, .cache = &cache}};
  }
};

TEST_F(KeyCacheTest, AKeyIsTheSameTheSecondTime) {
  const std::string id = keyring().signing().value()->id;
  EXPECT_EQ(id, key_from_text(kSecret, 32, KeySource::file).value().id);
  EXPECT_EQ(keyring().signing().value()->id, id);
  machine.environment.set("BRAIN_SESSION_SECRET", kSecret);
  EXPECT_EQ(keyring().signing().value()->source, KeySource::environment)
      << "Where it was found is not kept.";
}

// SC-10: nothing goes on under a key that was replaced or taken away.
TEST_F(KeyCacheTest, AnotherKeyInTheFileIsSeenAndSoIsNone) {
  const std::string id = keyring().signing().value()->id;
  machine.files.poke(file, kOtherSecret);
  EXPECT_NE(keyring().signing().value()->id, id);
  ASSERT_TRUE(machine.files.remove(file).ok());
  EXPECT_EQ(keyring().signing().error().code, base::Code::no_secret);
}

// S0-75
TEST_F(KeyCacheTest, AKeyThatIsTooShortForThisQuestionIsRefusedAlthoughItIsKept) {
  ASSERT_TRUE(keyring().signing().ok());
  EXPECT_EQ(keyring(200).signing().error().code, base::Code::no_secret);
  EXPECT_TRUE(keyring().signing().ok());
}

// S0-62: what was found right is right for these bytes, this key and this MAC alone.
TEST_F(KeyCacheTest, AMacIsRightOnlyForWhatItWasFoundRightFor) {
  Keyring keys = keyring();
  const Key key = *keys.signing().value();
  const Key other = key_from_text(kOtherSecret, 32, KeySource::file).value();
  const base::Digest mac = base::hmac_sha256(key.secret, {"text"});
  base::Digest changed = mac;
  changed[0] ^= 1;
  for (int round = 0; round < 2; ++round) {
    SCOPED_TRACE(round);
    EXPECT_TRUE(keys.verifies(key, "text", mac));
    EXPECT_FALSE(keys.verifies(key, "text", changed));
    EXPECT_FALSE(keys.verifies(key, "texu", mac));
    EXPECT_FALSE(keys.verifies(other, "text", mac));
  }
}

// One text after the id of a key must not be another text after another id.
TEST_F(KeyCacheTest, NamesOfKeysAndTextsDoNotRunIntoEachOther) {
  const base::Digest mac = base::sha256("any");
  Key shorter = key_from_text(kSecret, 32, KeySource::file).value();
  Key longer = shorter;
  shorter.id = "ab";
  longer.id = "abc";
  cache.keep_verified(shorter, "c text", mac);
  EXPECT_TRUE(cache.is_verified(shorter, "c text", mac));
  EXPECT_FALSE(cache.is_verified(longer, " text", mac));
}

TEST_F(KeyCacheTest, ManyRunsDoNotFillTheMemory) {
  Keyring keys = keyring();
  const Key key = *keys.signing().value();
  for (int i = 0; i < 2000; ++i) {
    const std::string text = std::to_string(i);
    ASSERT_TRUE(keys.verifies(key, text, base::hmac_sha256(key.secret, {text})));
  }
  EXPECT_LE(cache.size(), 512U);
}

}  // namespace
}  // namespace store
