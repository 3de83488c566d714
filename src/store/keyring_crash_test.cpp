#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "store/keyring.h"
#include "store/signed_note.h"
#include "store/test_crash.h"
#include "store/test_support.h"

namespace store {
namespace {

using os::Fault;

struct Rotation {
  os::FakeSystem machine;
  std::string note;
  std::string old_id;

  Rotation() {
    Keyring keys = keyring_of(machine);
    CHECK(keys.create_file().ok());
    const Key* const key = keys.signing().value();
    old_id = key->id;
    note = seal_note({{"a", 1}}, *key).value().bytes;
  }

  void expect_whole(bool rotated) {
    Keyring keys = keyring_of(machine);
    ASSERT_TRUE(keys.signing().ok()) << keys.signing().error().message;
    EXPECT_TRUE(!rotated || keys.signing().value()->id != old_id);
    EXPECT_TRUE(open_note(note, keys).ok());
  }
};

std::size_t calls_of_rotation() {
  Rotation rotation;
  Keyring keys = keyring_of(rotation.machine);
  rotation.machine.files.reset_calls();
  CHECK(keys.rotate_file().ok());
  return rotation.machine.files.calls();
}

// SC-10: a key that is lost makes every note under it unreadable for ever.
TEST(KeyringCrashTest, OldNotesVerifyWhereverARotationIsCutShort) {
  const std::size_t calls = calls_of_rotation();
  ASSERT_GT(calls, 8U);
  for (const End end : {End::kill, End::power_cut}) {
    for (std::size_t call = 0; call < calls; ++call) {
      SCOPED_TRACE(call);
      Rotation rotation;
      rotation.machine.files.arm({Fault::Kind::crash, call});
      const bool rotated = keyring_of(rotation.machine).rotate_file().ok();
      end_process(rotation.machine.files, end);
      rotation.expect_whole(rotated);
      // The next one must not take what the first left for a key that is kept.
      ASSERT_TRUE(keyring_of(rotation.machine).rotate_file().ok());
      rotation.expect_whole(/*rotated=*/true);
    }
  }
}

TEST(KeyringCrashTest, OldNotesVerifyWhereverARotationFails) {
  const std::size_t calls = calls_of_rotation();
  for (const Fault::Kind kind : {Fault::Kind::error, Fault::Kind::short_write}) {
    for (std::size_t call = 0; call < calls; ++call) {
      SCOPED_TRACE(call);
      Rotation rotation;
      Keyring keys = keyring_of(rotation.machine);
      rotation.machine.files.arm({kind, call});
      const bool rotated = keys.rotate_file().ok();
      rotation.machine.files.disarm();
      EXPECT_TRUE(keys.signing().ok());
      rotation.expect_whole(rotated);
      ASSERT_TRUE(keys.rotate_file().ok());
      rotation.expect_whole(/*rotated=*/true);
    }
  }
}

TEST(KeyringCrashTest, AKeyFileCanBeMadeAfterTheFirstAttemptWasCutShort) {
  std::size_t calls = 0;
  {
    os::FakeSystem machine;
    CHECK(keyring_of(machine).create_file().ok());
    calls = machine.files.calls();
  }
  ASSERT_GT(calls, 4U);
  for (const End end : {End::kill, End::power_cut}) {
    for (std::size_t call = 0; call < calls; ++call) {
      SCOPED_TRACE(call);
      os::FakeSystem machine;
      machine.files.arm({Fault::Kind::crash, call});
      const bool made = keyring_of(machine).create_file().ok();
      end_process(machine.files, end);
      EXPECT_TRUE(!made || keyring_of(machine).signing().ok());
      Keyring keys = keyring_of(machine);
      ASSERT_TRUE(keys.create_file().ok());
      EXPECT_TRUE(keys.signing().ok());
    }
  }
}

}  // namespace
}  // namespace store
