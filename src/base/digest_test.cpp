#include "base/digest.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace base {
namespace {

// FIPS 180-4, the examples of NIST.
TEST(DigestTest, Sha256IsThatOfTheStandard) {
  EXPECT_EQ(to_hex(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(to_hex(sha256("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(to_hex(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(to_hex(sha256(std::string(1'000'000, 'a'))),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// The large one is where the vectorised code is switched on: both must say the same.
TEST(DigestTest, Blake2bIsThatOfTheStandardWhateverTheSize) {
  EXPECT_EQ(to_hex(blake2b("")),
            "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
  EXPECT_EQ(to_hex(blake2b("abc")),
            "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
  EXPECT_EQ(to_hex(blake2b(std::string(100'000, 'a'))),
            "b717c86cf745507ec5373f12f21350eb8550039b4263f7ba6e8df9030b5673c6");
}

std::string counting_bytes() {
  std::string bytes;
  for (char c = 1; c <= 25; ++c) bytes.push_back(c);
  return bytes;
}

// RFC 4231, cases 1 to 4, 6 and 7 (5 is a truncated one). S0-30.
TEST(DigestTest, HmacIsThatOfRfc4231) {
  struct Row {
    std::string key;
    std::string data;
    const char* mac;
  };
  const std::vector<Row> rows = {
      {std::string(20, '\x0b'), "Hi There",
       "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
      {"Jefe", "what do ya want for nothing?",
       "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
      {std::string(20, '\xaa'), std::string(50, '\xdd'),
       "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
      {counting_bytes(), std::string(50, '\xcd'),
       "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"},
      {std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First",
       "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
      {std::string(131, '\xaa'),
       "This is a test using a larger than block-size key and a larger than block-size data. The "
       "key needs to be hashed before being used by the HMAC algorithm.",
       "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.data);
    const SecretKey key(row.key);
    EXPECT_EQ(to_hex(hmac_sha256(key, {row.data})), row.mac);
    // In parts it is the same.
    const std::string_view data = row.data;
    EXPECT_EQ(to_hex(hmac_sha256(key, {data.substr(0, 3), "", data.substr(3)})), row.mac);
  }
}

// B0-5
TEST(DigestTest, AHexadecimalDigestIsReadOnlyWhereItIsWhole) {
  const std::string hex = to_hex(sha256("abc"));
  EXPECT_EQ(digest_from_hex(hex), sha256("abc"));
  std::string upper = hex;
  for (char& c : upper) c = static_cast<char>(c >= 'a' ? c - 'a' + 'A' : c);
  EXPECT_EQ(digest_from_hex(upper), sha256("abc"));
  const std::vector<std::string> bad = {"",         hex.substr(1),       hex + "0",
                                        hex + "00", " " + hex.substr(1), std::string(64, 'g')};
  for (const std::string& text : bad) EXPECT_EQ(digest_from_hex(text), std::nullopt) << text;
  for (std::size_t i = 0; i < hex.size(); ++i) {
    for (const char c : {'g', 'G', ' ', '-', '\0', '/', ':', '@', '`', '\x80'}) {
      std::string changed = hex;
      changed[i] = c;
      EXPECT_EQ(digest_from_hex(changed), std::nullopt) << changed;
    }
  }
}

// B0-5
TEST(DigestTest, DigestsAreEqualOnlyWhereEveryByteIs) {
  const Digest digest = sha256("abc");
  EXPECT_TRUE(equal_in_constant_time(digest, sha256("abc")));
  for (std::size_t i = 0; i < digest.size(); ++i) {
    Digest other = digest;
    other[i] ^= 0x80U;
    EXPECT_FALSE(equal_in_constant_time(digest, other)) << i;
  }
}

TEST(DigestTest, AWipedTextHoldsNoByteOfItself) {
  std::string secret = "do not keep this";
  wipe(secret);
  EXPECT_EQ(secret, std::string(16, '\0'));
}

TEST(DigestTest, ACopiedKeyOutlivesTheOneItWasCopiedFrom) {
  std::optional<SecretKey> first(std::in_place, "a secret");
  const SecretKey copy = *first;
  first.reset();
  EXPECT_EQ(hmac_sha256(copy, {"text"}), hmac_sha256(SecretKey("a secret"), {"text"}));
}

}  // namespace
}  // namespace base
