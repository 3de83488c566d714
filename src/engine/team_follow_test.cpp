#include "engine/team_follow.h"

#include <atomic>

#include "engine/test_index_scene.h"
#include "engine/test_team_door.h"

namespace engine {
namespace {

// What a listener hears, from the test's own thread.
struct Wire {
  std::mutex mutex;
  std::condition_variable wakes;
  int notices = 0;
  int opened = 0;
  bool is_lost = false;
  bool is_away = false;
};

class WireListener final : public indexing::Listener {
 public:
  explicit WireListener(Wire& wire) : wire_(wire) {}
  base::Result<std::optional<indexing::BatchNotice>> wait(base::Millis timeout) override {
    std::unique_lock lock(wire_.mutex);
    wire_.wakes.wait_for(lock, timeout, [&] { return wire_.notices > 0 || wire_.is_lost; });
    if (wire_.is_lost) {
      wire_.is_lost = false;
      return base::Error{base::Code::unavailable, "lost", ""};
    }
    if (wire_.notices == 0) return std::optional<indexing::BatchNotice>();
    --wire_.notices;
    return std::optional(indexing::BatchNotice{"<script>", {"../../etc"}});
  }

 private:
  Wire& wire_;
};

class WireDoor final : public ClosedDoor {
 public:
  explicit WireDoor(Wire& wire) : wire_(wire) {}
  base::Result<std::unique_ptr<indexing::Listener>> open_listener(
      const indexing::OpenPostgres&) override {
    const std::lock_guard lock(wire_.mutex);
    ++wire_.opened;
    if (wire_.is_away) return nobody();
    return std::unique_ptr<indexing::Listener>(std::make_unique<WireListener>(wire_));
  }

 private:
  Wire& wire_;
};

class TeamFollowTest : public IndexScene {
 protected:
  TeamFollowTest() {
    put("home/.config/holdfast/config.yaml", "index:\n  url: postgresql://holdfast@db/team\n");
  }
  TeamFollow::Options options() {
    return {.system = system(),
            .door = door_,
            .is_wanted = [this] { return is_wanted_.load(); },
            .changed =
                [this](const LiveChange& change) {
                  const std::lock_guard lock(wire_.mutex);
                  changes_.push_back(change);
                  wire_.wakes.notify_all();
                },
            .times = {.look = base::Millis(1),
                      .wait = base::Millis(5),
                      .gather = base::Millis(1),
                      .retry = base::Millis(1),
                      .retry_max = base::Millis(2)}};
  }
  // Whether so many were told in the end; a limit that is only reached by a failure.
  bool has_told(std::size_t count) {
    std::unique_lock lock(wire_.mutex);
    return wire_.wakes.wait_for(lock, std::chrono::seconds(20),
                                [&] { return changes_.size() >= count; });
  }
  bool has_opened(int count) {
    for (int i = 0; i < 2000; ++i) {
      {
        const std::lock_guard lock(wire_.mutex);
        if (wire_.opened >= count) return true;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }
  void notify(int count) {
    const std::lock_guard lock(wire_.mutex);
    wire_.notices += count;
    wire_.wakes.notify_all();
  }

  Wire wire_;
  WireDoor door_{wire_};
  std::atomic<bool> is_wanted_ = true;
  std::vector<LiveChange> changes_;
};

TEST_F(TeamFollowTest, ANoticeIsToldAsAChangeOfTheTeamAndNothingOfItsText) {
  TeamFollow follow(options());
  follow.start();
  ASSERT_TRUE(has_told(1));  // What came before it listened.
  notify(1);
  ASSERT_TRUE(has_told(2));
  const std::lock_guard lock(wire_.mutex);
  EXPECT_TRUE(changes_[1].is_team);
  EXPECT_FALSE(changes_[1].project_id);
  EXPECT_TRUE(changes_[1].parts.has(LivePart::runs));
  EXPECT_TRUE(changes_[1].parts.has(LivePart::costs));
}

TEST_F(TeamFollowTest, ALostServerIsAskedAgainAndWhatWasMissedIsTold) {
  TeamFollow follow(options());
  follow.start();
  ASSERT_TRUE(has_told(1));
  {
    const std::lock_guard lock(wire_.mutex);
    wire_.is_lost = true;
    wire_.is_away = true;
  }
  ASSERT_TRUE(has_opened(4));
  {
    const std::lock_guard lock(wire_.mutex);
    wire_.is_away = false;
  }
  EXPECT_TRUE(has_told(2));
}

TEST_F(TeamFollowTest, NobodyIsAskedWhileNobodyLooks) {
  is_wanted_ = false;
  TeamFollow follow(options());
  follow.start();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  {
    const std::lock_guard lock(wire_.mutex);
    EXPECT_EQ(wire_.opened, 0);
  }
  is_wanted_ = true;
  EXPECT_TRUE(has_told(1));
}

}  // namespace
}  // namespace engine
