#include "engine/dashboard/faults.h"

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "engine/dashboard/list_source.h"

namespace engine::dashboard {
namespace {

constexpr std::size_t kFaultSummaryBytesMax = 1000;

// Whatever part of the program it was that failed.
std::string fault_summary(const std::string& payload) {
  const auto json = base::parse_json(payload);
  if (!json.ok() || !json->is_object()) return {};
  for (const char* const key : {"fault", "work_fault", "continuity_fault"}) {
    const auto found = json->find(key);
    if (found == json->end() || !found->is_string()) continue;
    return std::string(
        base::clip_utf8(found->get_ref<const std::string&>(), kFaultSummaryBytesMax));
  }
  return {};
}

}  // namespace

base::Result<std::vector<Fault>> list_faults(Dashboard& dashboard, const FaultsQuestion& question) {
  ListSource source(dashboard.parts(), question.scope);
  TRY_ASSIGN(auto rows,
             source.ask([&](indexing::Lists& lists) { return lists.faults(question.limit); }));
  std::vector<Fault> faults;
  for (indexing::FaultListRow& row : rows) {
    Fault& fault = faults.emplace_back();
    fault.run_short_id = model::RunId{row.run_uid}.brief();
    fault.run = std::move(row.run_uid);
    fault.project_name = row.project_name.empty() ? row.project_id : std::move(row.project_name);
    fault.project = std::move(row.project_id);
    fault.at = std::move(row.at);
    fault.summary = fault_summary(row.payload);
    fault.machine = source.machine_of(std::move(row.machine));
    fault.machine_name = source.name_of(fault.machine);
  }
  return faults;
}

}  // namespace engine::dashboard
