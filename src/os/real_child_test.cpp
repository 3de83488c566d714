#include "os/child.h"

#include <gtest/gtest.h>

#include <chrono>

#include "base/text.h"
#include "os/real.h"
#include "os/test_support.h"

namespace os {
namespace {

constexpr base::Millis kLong{20'000};
constexpr base::Millis kShort{50};
using Status = LineReader::Status;

class RealChildTest : public ::testing::Test {
 protected:
  std::unique_ptr<Child> start(ChildRequest request) {
    auto child = real_.system().processes.start(request);
    return child.ok() ? *std::move(child) : nullptr;
  }
  std::unique_ptr<Child> shell(const std::string& script) {
    return start({.argv = {"sh", "-c", script}});
  }
  RealSystem real_;
};

TEST_F(RealChildTest, LinesGoToItAndComeBackUntilItsInputEnds) {
  const auto child = shell("while read -r line; do echo \"<$line>\"; done; exit 7");
  ASSERT_NE(child, nullptr);
  for (const char* line : {"one", "two words", ""}) {
    ASSERT_TRUE(child->write_line(line, kLong).ok());
    const auto read = child->read_line(kLong);
    EXPECT_EQ(read.status, Status::line);
    EXPECT_EQ(read.line, "<" + std::string(line) + ">");
  }
  EXPECT_EQ(child->read_line(kShort).status, Status::timed_out);
  EXPECT_EQ(child->end(), 7);
  EXPECT_EQ(child->end(), std::nullopt);
}

TEST_F(RealChildTest, ItGetsItsFolderAndItsVariablesAndNoShell) {
  TemporaryFolder folder;
  const auto child = start({.argv = {"sh", "-c", "pwd -P; echo \"$PLACE $1\"", "sh", "$(id)"},
                            .folder = folder.path(),
                            .environment = {{"PLACE", "here"}}});
  ASSERT_NE(child, nullptr);
  EXPECT_EQ(child->read_line(kLong).line, folder.path().native());
  EXPECT_EQ(child->read_line(kLong).line, "here $(id)");
  EXPECT_EQ(child->read_line(kLong).status, Status::ended);
}

TEST_F(RealChildTest, OneThatIsNotThereIsNotFound) {
  Processes& processes = real_.system().processes;
  EXPECT_EQ(processes.start({.argv = {"no-such-program-here"}}).error().code,
            base::Code::not_found);
  EXPECT_EQ(processes.start({.argv = {}}).error().code, base::Code::invalid_params);
}

// More than a pipe holds: neither waits for the other.
TEST_F(RealChildTest, MuchOnItsStandardErrorHoldsNobodyUpAndTheEndOfItIsKept) {
  const auto child = start({.argv = {"sh", "-c",
                                     "head -c 300000 /dev/zero | tr '\\0' e >&2; "
                                     "echo last >&2; echo done"},
                            .error_output_max = 1000});
  ASSERT_NE(child, nullptr);
  EXPECT_EQ(child->read_line(kLong).line, "done");
  child->end();
  const std::string kept = child->error_output();
  EXPECT_EQ(kept.size(), 1000U);
  EXPECT_TRUE(kept.ends_with("last\n"));
}

TEST_F(RealChildTest, OneThatReadsNothingIsGivenUpOnInTime) {
  const auto child = shell("exec sleep 30");
  ASSERT_NE(child, nullptr);
  const auto written = child->write_line(std::string(1'000'000, 'x'), kShort);
  EXPECT_EQ(written.error().code, base::Code::unavailable);
  EXPECT_FALSE(child->write_line("more", kShort).ok());
}

TEST_F(RealChildTest, OneThatHasGoneIsAnErrorAndNotASignal) {
  const auto child = shell("exit 3");
  ASSERT_NE(child, nullptr);
  EXPECT_EQ(child->read_line(kLong).status, Status::ended);
  EXPECT_EQ(child->write_line(std::string(1'000'000, 'x'), kLong).error().code,
            base::Code::unavailable);
  EXPECT_EQ(child->end(), 3);
}

// What it has started is gone too, whether it went by itself or would not.
TEST_F(RealChildTest, AtItsEndAllOfItsGroupHaveGone) {
  const std::vector<std::pair<const char*, int>> rows = {
      {"sleep 60 & echo $!; read -r line", 1},
      {"trap '' TERM; sleep 60 & echo $!; while :; do sleep 1; done", 128 + SIGKILL}};
  for (const auto& [script, code] : rows) {
    SCOPED_TRACE(script);
    const auto child = shell(script);
    ASSERT_NE(child, nullptr);
    const auto started = base::to_number(child->read_line(kLong).line);
    ASSERT_TRUE(started.has_value());
    Processes& processes = real_.system().processes;
    ASSERT_TRUE(processes.info(static_cast<Pid>(*started)).ok());
    EXPECT_EQ(child->end(), code);
    for (int round = 0; round < 2000 && processes.info(static_cast<Pid>(*started)).ok(); ++round) {
      ::usleep(5000);
    }
    EXPECT_FALSE(processes.info(static_cast<Pid>(*started)).ok());
  }
}

TEST_F(RealChildTest, ALineOverTheLimitIsReported) {
  const auto child =
      start({.argv = {"sh", "-c", "head -c 5000 /dev/zero | tr '\\0' x; echo; echo b"},
             .line_bytes_max = 1000});
  ASSERT_NE(child, nullptr);
  EXPECT_EQ(child->read_line(kLong).status, Status::too_long);
  EXPECT_EQ(child->read_line(kLong).line, "b");
}

}  // namespace
}  // namespace os
