#include "engine/claim_making.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/claim_check.h"
#include "engine/decision_record.h"
#include "engine/gate_input.h"
#include "engine/redacted.h"
#include "engine/run_view.h"
#include "policy/claim.h"
#include "policy/tool_class.h"

namespace engine {
namespace {

constexpr std::chrono::hours kClaimLives{24};
constexpr std::uint64_t kJournalBytesMax = 8ULL * 1024 * 1024;
constexpr std::size_t kFilesOfRunMax = 500;
constexpr std::size_t kClaimPathBytesMax = 300;

// A path below the root, and when it was last touched.
using Touched = std::map<std::string, std::string>;

std::vector<std::string> written_by(const PastDecision& past, const base::Json& payload) {
  if (policy::is_file_writing_tool(past.call.tool)) return past.call.targets;
  std::vector<std::string> writes;
  const auto found = payload.find("writes");
  if (found == payload.end() || !found->is_array()) return writes;
  for (const base::Json& one : *found) {
    if (one.is_string()) writes.push_back(one.get<std::string>());
  }
  return writes;
}

void add_touched(Stores& stores, const std::string& root, const model::JournalEvent& event,
                 Touched& touched) {
  const auto past = decision_from_event({}, event);
  if (!past || !past->decision.allowed) return;
  model::ToolCall call;
  call.tool = past->call.tool;
  call.targets = written_by(*past, event.payload.get());
  const auto targets =
      resolve_targets(stores, call, past->folder.empty() ? root : past->folder, nullptr);
  for (std::string& path : claimable_files(targets, stores.guard_roots(), root)) {
    std::string& at = touched[std::move(path)];
    at = std::max(at, event.at);
  }
}

// Of many files the newest.
void keep_newest(Touched& touched) {
  if (touched.size() <= kFilesOfRunMax) return;
  std::vector<std::string> times;
  for (const auto& [path, at] : touched) times.push_back(at);
  std::nth_element(times.begin(), times.begin() + kFilesOfRunMax, times.end(), std::greater<>());
  const std::string oldest = times[kFilesOfRunMax];
  std::erase_if(touched, [&](const auto& one) { return one.second <= oldest; });
}

class Maker {
 public:
  Maker(Stores& stores, const ClaimMaking& how, indexing::TeamPresence& into)
      : stores_(stores),
        how_(how),
        into_(into),
        since_(base::to_iso(stores.system.clock.now() - kClaimLives)) {}

  void run_all() {
    for (const model::RunId& id : stores_.journal.list()) {
      if (!was_written_lately(id)) continue;
      const auto loaded = stores_.runs.load(id);
      if (!loaded.ok() || loaded->run.ended_at) continue;
      if (liveness(stores_, loaded->run) == policy::Liveness::dead) continue;
      add(loaded->run);
    }
  }

 private:
  // Journals of years need not be opened.
  bool was_written_lately(const model::RunId& id) {
    const auto info = stores_.system.files.info(stores_.layout.journal(id));
    if (!info.ok()) return false;
    const base::Instant written{
        std::chrono::duration_cast<base::Millis>(std::chrono::nanoseconds(info->mtime_ns))};
    return base::to_iso(written) >= since_;
  }

  void add(const model::Run& run) {
    const std::string root = run.worktree.value_or(stores_.project.root.native());
    const std::uint64_t size = stores_.journal.size(run.id);
    Touched touched;
    std::string heard = run.heartbeat_at;
    const auto read =
        stores_.journal.read_kind(run.id, size > kJournalBytesMax ? size - kJournalBytesMax : 0,
                                  "gate", [&](const model::JournalEvent& event) {
                                    heard = std::max(heard, event.at);
                                    if (event.at >= since_)
                                      add_touched(stores_, root, event, touched);
                                    return true;
                                  });
    if (!read.ok()) return;
    keep_newest(touched);
    into_.runs.push_back({.of = {},
                          .run = run.id.text,
                          .repository = how_.repository,
                          .work_slug = run.work_session.value_or(""),
                          .heard_at = heard});
    for (const auto& [path, at] : touched) {
      const bool is_shared = how_.share == model::FleetShare::full;
      into_.claims.push_back({.of = {},
                              .run = run.id.text,
                              .repository = how_.repository,
                              .file = policy::claim_digest(how_.repository, path),
                              .path = is_shared ? redacted_head(path, kClaimPathBytesMax) : "",
                              .touched_at = at});
    }
  }

  Stores& stores_;
  const ClaimMaking& how_;
  indexing::TeamPresence& into_;
  std::string since_;
};

}  // namespace

void make_claims(Stores& stores, const ClaimMaking& how, indexing::TeamPresence& into) {
  Maker(stores, how, into).run_all();
}

}  // namespace engine
