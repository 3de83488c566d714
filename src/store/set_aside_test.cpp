#include "store/set_aside.h"

#include <gtest/gtest.h>

#include "os/fake.h"

namespace store {
namespace {

class SetAsideTest : public ::testing::Test {
 protected:
  base::Result<os::Path> aside() { return set_aside(machine_.system(), kFile, "corrupt"); }

  const os::Path kFile = "/d/main.json";
  os::FakeSystem machine_;
};

// S4-103, B4-4
TEST_F(SetAsideTest, TheNameSaysWhyAndWhenAndNothingIsWrittenOver) {
  const os::Path first = "/d/main.json.corrupt-20260118T093000Z";
  const char* contents[] = {"one", "two", "three"};
  const os::Path names[] = {first, first.native() + "-1", first.native() + "-2"};
  for (int i = 0; i < 3; ++i) {
    machine_.files.poke(kFile, contents[i]);
    EXPECT_EQ(aside().value(), names[i]);
    EXPECT_FALSE(machine_.files.exists(kFile));
  }
  machine_.files.crash();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(machine_.files.peek(names[i]), contents[i]);
}

TEST_F(SetAsideTest, AnErrorOfAnyCallLosesNothing) {
  for (std::size_t call = 0; call < 3; ++call) {
    machine_.files.poke(kFile, "bytes");
    machine_.files.arm({os::Fault::Kind::error, call});
    EXPECT_FALSE(aside().ok()) << call;
    machine_.files.disarm();
    machine_.files.crash();
    EXPECT_EQ(machine_.files.peek(kFile), "bytes") << call;
  }
}

}  // namespace
}  // namespace store
