#include "store/claim_file.h"

#include <gtest/gtest.h>

#include "store/test_support.h"

namespace store {
namespace {

const std::string kDigest(64, 'a');
const std::string kOtherDigest(64, 'b');

class ClaimFileTest : public ::testing::Test {
 protected:
  os::FakeSystem fake_;
  Layout layout_{{.local = "/p/.git/holdfast",
                  .notes = "/p/.git/holdfast/notes",
                  .state_home = "/s",
                  .project = {"0123456789abcdef"}}};

  KeptClaims claims() const {
    return {.as_of = "2026-01-18T09:30:00.000Z",
            .repository = "key",
            .claims = {{kOtherDigest, "t2", "run-2", "", "src/b.cpp"},
                       {kDigest, "t1", "run-1", "desk/ana", ""}},
            .runs = {{"login-form", "t3", "run-1", "desk/ana"}}};
  }
};

TEST_F(ClaimFileTest, WhatIsKeptIsFound) {
  EXPECT_FALSE(ClaimFile::read(fake_.system(), layout_));
  ASSERT_TRUE(keep_claims(fake_.system(), layout_, claims()).ok());
  const auto file = ClaimFile::read(fake_.system(), layout_);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->repository(), "key");
  ASSERT_EQ(file->claims_on(kDigest).size(), 1U);
  EXPECT_EQ(file->claims_on(kDigest)[0].who, "desk/ana");
  EXPECT_TRUE(file->claims_on(std::string(64, 'c')).empty());
  EXPECT_EQ(file->all().claims.size(), 2U);
  EXPECT_EQ(file->all().runs.size(), 1U);
  ASSERT_TRUE(forget_claims(fake_.system(), layout_).ok());
  EXPECT_TRUE(forget_claims(fake_.system(), layout_).ok());
  EXPECT_FALSE(ClaimFile::read(fake_.system(), layout_));
}

TEST_F(ClaimFileTest, NoNameCanMakeALineOfItsOwn) {
  KeptClaims odd = claims();
  odd.claims[1].who = "x\n" + kOtherDigest + "\tt\trun\tforged\tpath";
  ASSERT_TRUE(keep_claims(fake_.system(), layout_, odd).ok());
  const auto file = ClaimFile::read(fake_.system(), layout_);
  ASSERT_TRUE(file);
  ASSERT_EQ(file->claims_on(kOtherDigest).size(), 1U);
  EXPECT_EQ(file->claims_on(kOtherDigest)[0].path, "src/b.cpp");
}

TEST_F(ClaimFileTest, OfTooManyTheFirstAreKeptAndTheFileCanBeRead) {
  KeptClaims many = claims();
  const std::string long_name(5000, 'x');
  for (int i = 0; i < 5000; ++i) many.claims.push_back({kDigest, "t", "run", long_name, long_name});
  for (int i = 0; i < 5000; ++i) many.runs.push_back({long_name, "t", "run", long_name});
  ASSERT_TRUE(keep_claims(fake_.system(), layout_, many).ok());
  const auto file = ClaimFile::read(fake_.system(), layout_);
  ASSERT_TRUE(file);
  EXPECT_LE(file->all().claims.size(), kClaimsMax);
  EXPECT_EQ(file->all().runs.size(), kClaimRunsMax);
}

TEST_F(ClaimFileTest, AnyBytesAreRead) {
  for (const std::string& text :
       {std::string(), std::string("\n\n\n"), std::string("holdfast-claims 1\tx\n"),
        std::string("holdfast-claims 2\tx\ty\n"), std::string("holdfast-claims 1\tx\t\n"),
        std::string(1024 * 1024, 'x'), std::string("\0\xFF\t\t\n", 5)}) {
    fake_.files.poke(claims_path(layout_), text);
    EXPECT_FALSE(ClaimFile::read(fake_.system(), layout_));
  }
  fake_.files.poke(claims_path(layout_), "holdfast-claims 1\tx\ty\n" + kDigest + "\tt\n" + kDigest);
  const auto file = ClaimFile::read(fake_.system(), layout_);
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->claims_on(kDigest).empty());
}

TEST_F(ClaimFileTest, AWriteThatFailsAnywhereLeavesWhatWasThereOrTheNew) {
  ASSERT_TRUE(keep_claims(fake_.system(), layout_, claims()).ok());
  constexpr std::size_t kCallsMax = 20;
  bool is_kept = false;
  for (std::size_t call = 0; call < kCallsMax && !is_kept; ++call) {
    SCOPED_TRACE(call);
    fake_.files.arm({.kind = os::Fault::Kind::short_write, .at_call = call});
    is_kept = keep_claims(fake_.system(), layout_, {.as_of = "x", .repository = "other"}).ok();
    fake_.files.disarm();
    const auto file = ClaimFile::read(fake_.system(), layout_);
    ASSERT_TRUE(file);
    EXPECT_EQ(file->all().claims.size(), file->repository() == "key" ? 2U : 0U);
    EXPECT_TRUE(!is_kept || file->repository() == "other");
  }
  EXPECT_TRUE(is_kept);
}

}  // namespace
}  // namespace store
