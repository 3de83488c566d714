#include "engine/lineage.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace engine {
namespace {

// A conversation is cleared into the next one at once, so its run is among the newest.
constexpr std::size_t kNewestRunsMax = 16;

std::vector<model::RunId> newest_runs(Stores& stores) {
  std::vector<std::pair<std::int64_t, model::RunId>> by_time;
  for (model::RunId& run : stores.runs.list()) {
    const auto info = stores.system.files.link_info(stores.layout.note(run));
    if (info.ok()) by_time.emplace_back(info->mtime_ns, std::move(run));
  }
  std::sort(by_time.begin(), by_time.end(),
            [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<model::RunId> runs;
  for (auto& [time, run] : by_time) {
    if (runs.size() == kNewestRunsMax) break;
    runs.push_back(std::move(run));
  }
  return runs;
}

bool is_same_holder(const model::Lease& a, const model::Lease& b) {
  return a.host == b.host && a.boot_id == b.boot_id && a.pid == b.pid && a.pid_start == b.pid_start;
}

// What the same process held last.
std::optional<model::RunId> run_before(Stores& stores, const model::Run& run) {
  if (!run.owner) return std::nullopt;
  for (const model::RunId& candidate : newest_runs(stores)) {
    if (candidate == run.id) continue;
    const auto loaded = stores.runs.load(candidate);
    if (!loaded.ok() || !loaded->run.owner) continue;
    if (is_same_holder(*loaded->run.owner, *run.owner)) return candidate;
  }
  return std::nullopt;
}

}  // namespace

std::optional<model::RunId> predecessor_of(Stores& stores, const model::Run& run,
                                           const model::HostEvent& event) {
  if (event.kind != model::EventKind::session_start) return std::nullopt;
  // A fork that names no parent was made inside the process that holds it.
  const bool is_forked = event.source == "fork";
  if (event.source == "clear" || (is_forked && event.parent_host_id.empty())) {
    return run_before(stores, run);
  }
  if (!is_forked) return std::nullopt;
  auto parent = store::run_of_host_id(stores.project.id, event.host, event.parent_host_id);
  if (!parent.ok() || *parent == run.id || !stores.runs.head(*parent)) return std::nullopt;
  return *std::move(parent);
}

}  // namespace engine
