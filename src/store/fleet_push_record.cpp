#include "store/fleet_push_record.h"

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "store/own_file.h"

namespace store {
namespace {

using base::Json;

constexpr std::uint64_t kBytesMax = 64UL * 1024;

os::Path record_path(const Homes& homes) { return homes.state / "fleet" / "last-push.json"; }

std::string text_in(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

FleetPushRecord load_fleet_push(os::System system, const Homes& homes) {
  const auto text = read_own_file(system, record_path(homes), {.bytes_max = kBytesMax});
  if (!text.ok()) return {};
  const auto json = base::parse_json(*text);
  if (!json.ok() || !json->is_object()) return {};
  return {text_in(*json, "at"), text_in(*json, "problem"), text_in(*json, "problem_at")};
}

base::Result<void> keep_fleet_push(os::System system, const Homes& homes,
                                   const FleetPushRecord& record) {
  const Json json{
      {"at", record.at}, {"problem", record.problem}, {"problem_at", record.problem_at}};
  return replace_own_file(system, record_path(homes), base::dump_line(json) + "\n",
                          {.sync = false});
}

base::Result<void> forget_fleet_push(os::System system, const Homes& homes) {
  auto removed = system.files.remove(record_path(homes));
  if (!removed.ok() && removed.error().code != base::Code::not_found) return removed;
  return {};
}

}  // namespace store
