// S0-36 … S0-38, S0-82, B0-29: what a writer does when another one holds the run.
#include <gtest/gtest.h>

#include "os/fake.h"
#include "store/run_store.h"

namespace store {
namespace {

struct RunStoreLockTest : ::testing::Test {
  os::FakeSystem machine;
  std::vector<std::string> said;
  std::vector<std::chrono::microseconds> at;  // When each attempt was lost.
  Homes homes{"/home/dev", "/home/dev/.config/holdfast", "/home/dev/.local/state/holdfast", ""};
  Layout layout{{"/p/.git/holdfast", "/p/.git/holdfast/notes", homes.state, {"0123456789abcdef"}}};
  Keyring keys{machine.system(), homes, {}};
  Journal journal{machine.system(), layout, keys};
  RunStore runs{machine.system(),
                layout,
                keys,
                journal,
                {.timeout = base::Millis{300},
                 .attempts_max = 3,
                 .on_conflict = [this](const std::string& message) {
                   said.push_back(message);
                   at.push_back(machine.clock.steady());
                 }}};
  model::RunId run{"7d1054b6-2839-4e27-bcef-43e6e47ca4b4"};

  RunStoreLockTest() {
    machine.environment.set("BRAIN_SESSION_SECRET", "a secret that is long enough for a test");
    model::Run fresh;
    fresh.id = run;
    fresh.mode = model::Mode::coding;
    EXPECT_TRUE(runs.create(fresh, {.actor = "cli", .what = "start"}).ok());
  }

  base::Result<Saved> update() {
    return runs.update(run, {.actor = "cli", .what = "test"},
                       [](model::Run current) -> base::Result<model::Run> {
                         current.active_task = "x";
                         return current;
                       });
  }
};

TEST_F(RunStoreLockTest, AfterTheLastLostAttemptTheSentenceIsTheDocuments) {
  const auto other = machine.files.open(layout.lock(run), {.write = true});
  ASSERT_TRUE(other.ok() && *(*other)->try_lock());
  const auto lost = update();
  ASSERT_FALSE(lost.ok());
  EXPECT_EQ(lost.error().code, base::Code::lock_timeout);
  EXPECT_EQ(lost.error().message, "Failed to update session " + run.text + " after 3 attempts");
  ASSERT_EQ(said.size(), 3U);
  for (int n = 1; n <= 3; ++n) {
    EXPECT_EQ(said[static_cast<std::size_t>(n - 1)],
              "Version conflict on session " + run.text + ", attempt " + std::to_string(n));
  }
  EXPECT_EQ(runs.load(run)->run.version, 1);
}

TEST_F(RunStoreLockTest, AttemptsAreApartByAJitteredPause) {
  const auto other = machine.files.open(layout.lock(run), {.write = true});
  ASSERT_TRUE(other.ok() && *(*other)->try_lock());
  EXPECT_FALSE(update().ok());
  ASSERT_EQ(at.size(), 3U);
  for (std::size_t i = 1; i < at.size(); ++i) {
    // 100 ms of trying and 5 to 50 of rest; the last try may end up to 5 ms late.
    EXPECT_GE(at[i] - at[i - 1], std::chrono::milliseconds(105));
    EXPECT_LE(at[i] - at[i - 1], std::chrono::milliseconds(156));
  }
}

TEST_F(RunStoreLockTest, AFreeLockIsNoConflict) {
  EXPECT_TRUE(update().ok());
  EXPECT_TRUE(said.empty());
}

}  // namespace
}  // namespace store
