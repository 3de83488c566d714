#include "engine/index_digest.h"

#include <gtest/gtest.h>

#include "base/digest.h"

namespace engine {
namespace {

TEST(IndexDigestTest, ItIsTheSameForEveryLengthAroundTheBlocks) {
  std::string text;
  for (std::size_t size = 0; size < 400; ++size) {
    EXPECT_EQ(fast_sha256_hex(text), base::to_hex(base::sha256(text))) << size;
    text += static_cast<char>(size * 37);
  }
  text.assign(1'000'003, 'a');
  EXPECT_EQ(fast_sha256_hex(text), base::to_hex(base::sha256(text)));
}

}  // namespace
}  // namespace engine
