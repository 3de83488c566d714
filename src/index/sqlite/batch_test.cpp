#include "index/sqlite/batch.h"

#include <algorithm>

#include "index/event_number.h"
#include "index/test_index.h"

namespace indexing {
namespace {

class SqliteBatchTest : public IndexTest {
 protected:
  struct Told {
    std::string run;
    std::uint64_t number = 0;
    std::int64_t millis = 0;
  };
  static void tell(Batch& batch, const Told& told) {
    const std::string hash = told.run + "#" + std::to_string(told.number);
    must(batch.put_event({.number = told.number,
                          .millis = told.millis,
                          .at = kNow,
                          .project_id = kProject,
                          .run_uid = told.run,
                          .kind = "tool",
                          .actor = "hook",
                          .payload = "{}",
                          .prev_hash = {},
                          .hash = hash}));
    must(batch.put_log({.agent_id = told.run, .type = "tool", .tool = hash, .at = kNow}));
    must(batch.put(ViolationRow{.project_id = kProject, .requirement = hash}));
    must(batch.put(ViolationRow{.project_id = kProject, .requirement = hash + "b"}));
  }
};

// Two runs whose events fall on the same millisecond and slot: every order of arrival gives the
// same numbers.
TEST_F(SqliteBatchTest, NumbersOfEventsDoNotDependOnTheOrderOfArrival) {
  // Runs whose slots are the same, found by trying.
  std::vector<std::string> runs{"run-0"};
  const auto slot = [](const std::string& run) { return event_number(0, run_slot(run), 0); };
  for (int i = 1; runs.size() < 3; ++i) {
    const std::string run = "run-" + std::to_string(i);
    if (slot(run) == slot(runs[0])) runs.push_back(run);
  }
  std::vector<Told> told;
  for (const std::string& run : runs) {
    for (std::uint64_t number = 1; number <= 3; ++number) told.push_back({run, number, 1000});
  }
  std::vector<std::string> first;
  std::sort(told.begin(), told.end(), [](const Told& a, const Told& b) {
    return std::pair(a.run, a.number) < std::pair(b.run, b.number);
  });
  for (int round = 0; round < 40; ++round) {
    const auto index = open(("db" + std::to_string(round)).c_str());
    write(*index, [&](Batch& batch) {
      for (const Told& one : told) tell(batch, one);
    });
    const auto lines = dump(*index, {"events", "agent_logs", "violations"});
    if (first.empty()) first = lines;
    EXPECT_EQ(lines, first);
    for (int i = 0; i < 17; ++i)
      std::next_permutation(told.begin(), told.end(), [](const Told& a, const Told& b) {
        return std::pair(a.run, a.number) < std::pair(b.run, b.number);
      });
  }
  EXPECT_EQ(first.size(), 9U + 9U + 18U);
}

}  // namespace
}  // namespace indexing
