#include "store/trust.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "store/test_support.h"

namespace store {
namespace {

using os::Fault;

constexpr const char* kTrustFile = "/home/dev/.config/holdfast/trusted/0123456789abcdef";
constexpr const char* kTrustedRoot = "/home/dev/project";

// The same machine in the hands of another user.
class OtherUser final : public os::Environment {
 public:
  std::optional<std::string> get(std::string_view) override { return std::nullopt; }
  os::Path current_folder() override { return "/"; }
  bool has_terminal() override { return false; }
  bool output_is_terminal() override { return false; }
  std::uint32_t user_id() override { return 1001; }
  os::Path program() override { return "/usr/bin/holdfast"; }
};

struct Machine : FakeMachine {
  Homes homes = homes_of(environment);
  Trust trust(const char* project = kProjectId) { return {system(), homes, {project}}; }
};

// BX-7
TEST(TrustTest, TrustIsGivenToOneProjectAndTakenBack) {
  Machine machine;
  EXPECT_FALSE(machine.trust().is_given());
  ASSERT_TRUE(machine.trust().give(kTrustedRoot).ok());
  EXPECT_TRUE(machine.trust().is_given());
  EXPECT_FALSE(machine.trust("fedcba9876543210").is_given());
  EXPECT_EQ(machine.files.peek(kTrustFile),
            "holdfast-trust 1\nsince 2026-01-18T09:30:00.000Z\nroot /home/dev/project\n");
  EXPECT_EQ(machine.files.info(kTrustFile)->mode, 0600U);
  ASSERT_TRUE(machine.trust().revoke().ok());
  EXPECT_FALSE(machine.trust().is_given());
  EXPECT_FALSE(machine.files.exists(kTrustFile));
  EXPECT_TRUE(machine.trust().revoke().ok());
}

TEST(TrustTest, TrustThatIsGivenAgainKeepsItsTime) {
  Machine machine;
  ASSERT_TRUE(machine.trust().give(kTrustedRoot).ok());
  const auto before = machine.files.peek(kTrustFile);
  machine.clock.advance(std::chrono::hours(1));
  ASSERT_TRUE(machine.trust().give(kTrustedRoot).ok());
  EXPECT_EQ(machine.files.peek(kTrustFile), before);
}

// BX-7: what anybody could have put there is no trust.
TEST(TrustTest, OnlyAPlainFileOfThisUserCounts) {
  Machine machine;
  ASSERT_TRUE(machine.trust().give(kTrustedRoot).ok());
  OtherUser other;
  const os::System system = machine.system();
  Trust foreign({system.files, system.clock, system.random, system.processes, other}, machine.homes,
                {kProjectId});
  EXPECT_FALSE(foreign.is_given());

  ASSERT_TRUE(machine.trust().revoke().ok());
  machine.files.poke("/home/dev/mine", "");
  machine.files.make_link(kTrustFile, "/home/dev/mine");
  EXPECT_FALSE(machine.trust().is_given());
  ASSERT_TRUE(machine.trust().give(kTrustedRoot).ok());
  EXPECT_TRUE(machine.trust().is_given());
  EXPECT_EQ(machine.files.peek("/home/dev/mine"), "");

  ASSERT_TRUE(machine.trust().revoke().ok());
  ASSERT_TRUE(machine.files.make_folder(kTrustFile, 0700).ok());
  EXPECT_FALSE(machine.trust().is_given());
}

TEST(TrustTest, WithoutAHomeNothingIsTrusted) {
  Machine machine;
  machine.homes = {};
  EXPECT_FALSE(machine.trust().is_given());
  EXPECT_FALSE(machine.trust().give(kTrustedRoot).ok());
  EXPECT_TRUE(machine.trust().revoke().ok());
  EXPECT_TRUE(machine.files.all_files().empty());
}

// What was reported holds after a power cut, and a failure is never reported as done.
TEST(TrustTest, AFailureOfAnyCallIsToldAndNothingReportedIsLost) {
  for (const bool gives : {true, false}) {
    for (const Fault::Kind kind :
         {Fault::Kind::error, Fault::Kind::short_write, Fault::Kind::crash}) {
      for (std::size_t call = 0; call < 30; ++call) {
        SCOPED_TRACE(std::to_string(call) + (gives ? " of giving" : " of revoking"));
        Machine machine;
        ASSERT_TRUE(gives || machine.trust().give(kTrustedRoot).ok());
        machine.files.arm({kind, call});
        const bool done =
            gives ? machine.trust().give(kTrustedRoot).ok() : machine.trust().revoke().ok();
        machine.files.crash();
        EXPECT_TRUE(!done || machine.trust().is_given() == gives);
        EXPECT_TRUE(gives ? machine.trust().give(kTrustedRoot).ok()
                          : machine.trust().revoke().ok());
        EXPECT_EQ(machine.trust().is_given(), gives);
      }
    }
  }
}

}  // namespace
}  // namespace store
