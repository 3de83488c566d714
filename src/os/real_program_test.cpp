#include <gtest/gtest.h>

#include <chrono>

#include "os/real.h"
#include "os/test_support.h"

namespace os {
namespace {

class RealProgramTest : public ::testing::Test {
 protected:
  base::Result<ProgramOutcome> run(ProgramRequest request) {
    return real_.system().processes.run(request);
  }
  RealSystem real_;
};

TEST_F(RealProgramTest, ItsOutputAndExitCodeComeBack) {
  const auto done = run({.argv = {"sh", "-c", "echo out; echo err >&2; exit 3"}});
  ASSERT_TRUE(done.ok());
  EXPECT_EQ(done->output, "out\n");
  EXPECT_EQ(done->error_output, "err\n");
  EXPECT_EQ(done->exit_code, 3);
}

TEST_F(RealProgramTest, ItGetsItsInputItsFolderAndItsVariables) {
  TemporaryFolder folder;
  const std::string large(300'000, 'x');
  const auto echoed = run({.argv = {"cat"}, .input = large});
  ASSERT_TRUE(echoed.ok());
  EXPECT_EQ(echoed->output, large);
  const auto place = run({.argv = {"sh", "-c", "pwd -P; echo $PLACE"},
                          .folder = folder.path(),
                          .environment = {{"PLACE", "here"}}});
  ASSERT_TRUE(place.ok());
  EXPECT_EQ(place->output, std::filesystem::canonical(folder.path()).native() + "\nhere\n");
}

// No shell is involved: what looks like one's language is an argument.
TEST_F(RealProgramTest, ArgumentsAreHandedOverAsTheyAre) {
  const auto done = run({.argv = {"printf", "%s|", "$(id)", "; ls", "a b"}});
  ASSERT_TRUE(done.ok());
  EXPECT_EQ(done->output, "$(id)|; ls|a b|");
}

TEST_F(RealProgramTest, OneThatReadsNothingIsNoProblem) {
  const auto done = run({.argv = {"true"}, .input = std::string(1'000'000, 'x')});
  ASSERT_TRUE(done.ok());
  EXPECT_EQ(done->exit_code, 0);
}

TEST_F(RealProgramTest, OneThatIsNotThereIsNotFound) {
  EXPECT_EQ(run({.argv = {"no-such-program-here"}}).error().code, base::Code::not_found);
  EXPECT_EQ(run({.argv = {}}).error().code, base::Code::invalid_params);
}

TEST_F(RealProgramTest, OneThatTakesTooLongIsEndedWithItsChildren) {
  TemporaryFolder folder;
  const auto before = std::chrono::steady_clock::now();
  const auto done = run({.argv = {"sh", "-c", "(sleep 30; touch late) & sleep 30"},
                         .folder = folder.path(),
                         .timeout = base::Millis{100}});
  EXPECT_EQ(done.error().code, base::Code::unavailable);
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds{20});
}

TEST_F(RealProgramTest, OutputBeyondTheLimitIsThrownAway) {
  const auto done = run({.argv = {"sh", "-c", "yes | head -c 200000"}, .output_max = 1000});
  ASSERT_TRUE(done.ok());
  EXPECT_EQ(done->output.size(), 1000U);
}

}  // namespace
}  // namespace os
