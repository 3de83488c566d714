#include "store/machine_key.h"

#include <gtest/gtest.h>

#include "os/fake.h"
#include "store/test_crash.h"

namespace store {
namespace {

class MachineKeyTest : public ::testing::Test {
 protected:
  os::System system() { return fake_.system(); }
  Homes homes() { return homes_of(fake_.environment); }
  std::string fingerprint() {
    const auto key = machine_key(system(), homes());
    return key.ok() ? base::fingerprint_of(key->public_key()) : key.error().message;
  }

  os::FakeSystem fake_;
  const os::Path path_ = "/home/dev/.config/holdfast/machine-key";
};

TEST_F(MachineKeyTest, IsMadeOnceAndForItsOwnerAlone) {
  EXPECT_FALSE(existing_machine_key(system(), homes())->has_value());
  const std::string first = fingerprint();
  EXPECT_TRUE(is_fingerprint(first)) << first;
  EXPECT_EQ(fake_.files.info(path_)->mode, 0600U);
  EXPECT_EQ(fingerprint(), first);
  EXPECT_TRUE(existing_machine_key(system(), homes())->has_value());
}

TEST_F(MachineKeyTest, WhatIsNoKeyIsNotPutAside) {
  fake_.files.poke(path_, "not a key\n");
  EXPECT_EQ(machine_key(system(), homes()).error().code, base::Code::no_secret);
  EXPECT_EQ(fake_.files.peek(path_), "not a key\n");
  fake_.environment.unset("HOME");
  EXPECT_EQ(machine_key(system(), homes()).error().code, base::Code::unavailable);
}

TEST_F(MachineKeyTest, OneThatOthersMayReadOrWriteIsNotUsed) {
  fingerprint();
  for (const std::uint32_t mode : {0666U, 0660U, 0644U, 0640U, 0604U}) {
    SCOPED_TRACE(mode);
    ASSERT_TRUE(fake_.files.set_mode(path_, mode).ok());
    EXPECT_EQ(machine_key(system(), homes()).error().code, base::Code::untrusted);
  }
  ASSERT_TRUE(fake_.files.set_mode(path_, 0600).ok());
  EXPECT_TRUE(machine_key(system(), homes()).ok());
}

TEST_F(MachineKeyTest, ACrashAtAnyCallLeavesAKeyOrNone) {
  for (const End end : {End::kill, End::power_cut}) {
    for (std::size_t call = 0;; ++call) {
      SCOPED_TRACE(call);
      os::FakeSystem fake;
      fake.files.arm({.kind = os::Fault::Kind::crash, .at_call = call});
      const Homes at = homes_of(fake.environment);
      const auto made = machine_key(fake.system(), at);
      end_process(fake.files, end);
      const auto again = machine_key(fake.system(), at);
      ASSERT_TRUE(again.ok()) << again.error().message;
      if (!made.ok()) continue;
      EXPECT_EQ(made->public_key(), again->public_key());
      break;
    }
  }
}

TEST_F(MachineKeyTest, SignersAreAcceptedOnceAndRemembered) {
  const Homes at = homes();
  const Signers signers(system(), at);
  const std::string one = "SHA256:" + std::string(43, 'a');
  const std::string two = "SHA256:" + std::string(43, 'b');
  EXPECT_FALSE(*signers.is_accepted(one));
  ASSERT_TRUE(signers.accept({one, "2026-02-14T10:00:00.000Z", "my\ndesk"}).ok());
  ASSERT_TRUE(signers.accept({one, "2026-02-15T10:00:00.000Z", "desk"}).ok());
  ASSERT_TRUE(signers.accept({two, "2026-02-15T10:00:00.000Z", "lap top"}).ok());
  EXPECT_TRUE(*signers.is_accepted(one));
  EXPECT_TRUE(*signers.is_accepted(two));
  const auto list = *signers.list();
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0].name, "my desk");
  EXPECT_EQ(list[0].accepted_at, "2026-02-14T10:00:00.000Z");
  EXPECT_EQ(list[1].name, "lap top");
  const os::Path path = "/home/dev/.config/holdfast/signers";
  EXPECT_EQ(fake_.files.info(path)->mode, 0600U);
  ASSERT_TRUE(fake_.files.set_mode(path, 0622).ok());
  EXPECT_EQ(signers.is_accepted(one).error().code, base::Code::untrusted);
}

TEST_F(MachineKeyTest, AFingerprintIsOneByItsForm) {
  EXPECT_TRUE(is_fingerprint("SHA256:" + std::string(43, '/')));
  for (const std::string& text :
       {std::string("SHA256:"), "MD5:" + std::string(46, 'a'), "SHA256:" + std::string(43, '='),
        "SHA256:" + std::string(44, 'a'), std::string()}) {
    EXPECT_FALSE(is_fingerprint(text)) << text;
  }
}

}  // namespace
}  // namespace store
