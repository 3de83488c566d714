#include "store/fleet_push_record.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "store/fleet_places.h"
#include "store/own_file.h"

namespace store {
namespace {

using base::Json;

constexpr std::uint64_t kPushRecordBytesMax = 64UL * 1024;
constexpr std::size_t kProblemBytesMax = 2000;

// Of a file that anything may have happened to; nobody fails a million times.
std::int64_t count_in(const Json& json, const char* key) {
  constexpr std::int64_t kMax = 1'000'000;
  const auto found = json.find(key);
  if (found == json.end() || !found->is_number_integer()) return 0;
  return std::clamp<std::int64_t>(found->get<std::int64_t>(), 0, kMax);
}

}  // namespace

FleetPushRecord load_fleet_push(os::System system, const Homes& homes) {
  const auto text =
      read_own_file(system, fleet_push_path(homes), {.bytes_max = kPushRecordBytesMax});
  if (!text.ok()) return {};
  const auto json = base::parse_json(*text);
  if (!json.ok() || !json->is_object()) return {};
  return {.at = base::text_at(*json, "at"),
          .began_at = base::text_at(*json, "began_at"),
          .attempt_at = base::text_at(*json, "attempt_at"),
          .problem = base::text_at(*json, "problem"),
          .problem_at = base::text_at(*json, "problem_at"),
          .failures = count_in(*json, "failures"),
          .team_problem = base::text_at(*json, "team_problem")};
}

base::Result<void> keep_fleet_push(os::System system, const Homes& homes,
                                   const FleetPushRecord& record) {
  const Json json{{"at", record.at},
                  {"began_at", record.began_at},
                  {"attempt_at", record.attempt_at},
                  {"problem", base::clip_utf8(record.problem, kProblemBytesMax)},
                  {"problem_at", record.problem_at},
                  {"failures", record.failures},
                  {"team_problem", base::clip_utf8(record.team_problem, kProblemBytesMax)}};
  return replace_own_file(system, fleet_push_path(homes), base::dump_line(json) + "\n",
                          {.sync = false});
}

base::Result<void> forget_fleet_push(os::System system, const Homes& homes) {
  auto removed = system.files.remove(fleet_push_path(homes));
  if (!removed.ok() && removed.error().code != base::Code::not_found) return removed;
  return {};
}

}  // namespace store
