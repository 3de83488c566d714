#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <set>

#include "base/id.h"
#include "os/real.h"
#include "os/test_support.h"

namespace os {
namespace {

using std::chrono::microseconds;

TEST(RealClockTest, SteadyTimeGrowsByWhatIsSlept) {
  RealSystem real;
  Clock& clock = real.system().clock;
  const microseconds before = clock.steady();
  clock.sleep(microseconds{1500});
  EXPECT_GE(clock.steady() - before, microseconds{1500});
  clock.sleep(microseconds{0});
  clock.sleep(microseconds{-1});
}

TEST(RealClockTest, TheLocalOffsetIsThatOfTheTimeZoneAtThatTime) {
  ::setenv("TZ", "EST5EDT,M3.2.0,M11.1.0", 1);
  ::tzset();
  RealSystem real;
  Clock& clock = real.system().clock;
  const base::Instant winter = base::instant_from_iso("2026-01-18T09:30:00Z").value();
  const base::Instant summer = base::instant_from_iso("2026-07-18T09:30:00Z").value();
  EXPECT_EQ(clock.local_offset(winter), std::chrono::hours(-5));
  EXPECT_EQ(clock.local_offset(summer), std::chrono::hours(-4));
  ::unsetenv("TZ");
  ::tzset();
}

TEST(RealClockTest, NowIsTheTimeOfTheSystem) {
  RealSystem real;
  const auto before = std::chrono::floor<base::Millis>(std::chrono::system_clock::now());
  const base::Instant now = real.system().clock.now();
  EXPECT_GE(now, before);
  EXPECT_LE(now, std::chrono::system_clock::now());
}

TEST(RealRandomTest, NumbersAreInRangeAndIdsDiffer) {
  RealSystem real;
  Random& random = real.system().random;
  std::set<std::string> ids;
  for (int i = 0; i < 100; ++i) {
    EXPECT_LT(random.below(7), 7U);
    ids.insert(random.uuid());
  }
  EXPECT_EQ(random.below(1), 0U);
  EXPECT_EQ(ids.size(), 100U);
  EXPECT_TRUE(base::uuid_from_text(*ids.begin()).has_value());
  EXPECT_EQ(random.hex(5).size(), 10U);
  EXPECT_EQ(random.hex(0), "");
  EXPECT_NE(random.hex(1000), random.hex(1000));
}

TEST(RealEnvironmentTest, AnEmptyVariableIsSet) {
  RealSystem real;
  Environment& environment = real.system().environment;
  ::setenv("HOLDFAST_TEST_FULL", "value", 1);
  ::setenv("HOLDFAST_TEST_EMPTY", "", 1);
  ::unsetenv("HOLDFAST_TEST_NONE");
  EXPECT_EQ(environment.get("HOLDFAST_TEST_FULL"), "value");
  EXPECT_EQ(environment.get("HOLDFAST_TEST_EMPTY"), "");
  EXPECT_EQ(environment.get("HOLDFAST_TEST_NONE"), std::nullopt);
  EXPECT_EQ(environment.text("HOLDFAST_TEST_FULL"), "value");
  EXPECT_EQ(environment.text("HOLDFAST_TEST_NONE"), "");
}

TEST(RealEnvironmentTest, TellsWhereItIsAndWhoItIs) {
  RealSystem real;
  Environment& environment = real.system().environment;
  EXPECT_EQ(environment.current_folder(), std::filesystem::current_path());
  EXPECT_EQ(environment.user_id(), ::geteuid());
  EXPECT_TRUE(std::filesystem::equivalent(environment.program(), "/proc/self/exe"));
  // Under whatever path a test is started, it leads to the program.
  const Path started_as = environment.started_as();
  EXPECT_TRUE(started_as.empty() || std::filesystem::equivalent(started_as, "/proc/self/exe"));
}

TEST(RealEnvironmentTest, AFolderThatIsGoneIsTheRoot) {
  ChildProcess child([] {
    TemporaryFolder folder;
    CHECK(::chdir(folder.path().c_str()) == 0);
    CHECK(::rmdir(folder.path().c_str()) == 0);
    RealSystem real;
    ::_exit(real.system().environment.current_folder() == "/" ? 42 : 1);
  });
  EXPECT_EQ(child.wait(), 42);
}

TEST(RealEnvironmentTest, APipeIsNoTerminal) {
  ChildProcess child([] {
    Pipe pipe;
    ::dup2(pipe.reader(), STDIN_FILENO);
    ::dup2(pipe.writer(), STDOUT_FILENO);
    RealSystem real;
    Environment& environment = real.system().environment;
    ::_exit(environment.has_terminal() || environment.output_is_terminal() ? 1 : 42);
  });
  EXPECT_EQ(child.wait(), 42);
}

}  // namespace
}  // namespace os
