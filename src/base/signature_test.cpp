#include "base/signature.h"

#include <gtest/gtest.h>

#include "base/base64.h"
#include "base/digest.h"

namespace base {
namespace {

SigningSeed seed_from_hex(std::string_view hex) { return *digest_from_hex(hex); }

// RFC 8032, 7.1, TEST 2.
TEST(SignatureTest, IsEd25519) {
  const SigningKey key(
      seed_from_hex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"));
  EXPECT_EQ(to_hex(key.public_key()),
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
  const Signature signature = key.sign("\x72");
  EXPECT_EQ(to_hex(signature.data(), signature.size()),
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");
  EXPECT_TRUE(is_signed("\x72", signature, key.public_key()));
}

TEST(SignatureTest, AnotherByteAnywhereIsNotSigned) {
  const SigningKey key(SigningSeed{1});
  const SigningKey other(SigningSeed{2});
  const Signature signature = key.sign("message");
  EXPECT_TRUE(is_signed("message", signature, key.public_key()));
  EXPECT_FALSE(is_signed("massage", signature, key.public_key()));
  EXPECT_FALSE(is_signed("message", signature, other.public_key()));
  for (std::size_t at = 0; at < signature.size(); ++at) {
    SCOPED_TRACE(at);
    Signature changed = signature;
    changed[at] ^= 1U;
    EXPECT_FALSE(is_signed("message", changed, key.public_key()));
  }
}

TEST(SignatureTest, TheFingerprintIsTheKeysHash) {
  const SigningKey key(SigningSeed{1});
  const std::string text = fingerprint_of(key.public_key());
  EXPECT_TRUE(text.starts_with("SHA256:"));
  EXPECT_EQ(text.size(), 50U);
  EXPECT_NE(text, fingerprint_of(SigningKey(SigningSeed{2}).public_key()));
}

TEST(SignatureTest, TextsAreReadBackExactly) {
  const SigningKey key(SigningSeed{1});
  const Signature signature = key.sign("message");
  EXPECT_EQ(public_key_from_text(to_text(key.public_key())), key.public_key());
  EXPECT_EQ(signature_from_text(to_text(signature)), signature);
  EXPECT_FALSE(public_key_from_text(to_text(signature)));
  EXPECT_FALSE(public_key_from_text(" " + to_text(key.public_key())));
  EXPECT_FALSE(signature_from_text(""));
}

}  // namespace
}  // namespace base
