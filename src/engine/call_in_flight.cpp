#include "engine/call_in_flight.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/requirement_journal.h"
#include "policy/tool_class.h"

namespace engine {
namespace {

// No call takes longer; of one that is older nobody knows what became of it.
constexpr std::chrono::hours kCallAgeMax{24};

// A journal's calls without an outcome, told event by event.
class OpenCalls {
 public:
  OpenCalls(const model::Config& config, model::RunId run)
      : config_(config), run_(std::move(run)) {}

  void take(const model::JournalEvent& event) {
    const base::Json& payload = event.payload.get();
    const std::string agent = base::text_at(payload, "agent");
    if (event.kind == "gate") {
      begin(event, payload, agent);
    } else if (event.kind == "permission") {
      if (Open* const open = find(base::text_at(payload, "call"), base::text_at(payload, "tool"))) {
        open->was_asked = true;
      }
    } else if (event.kind == "tool" || event.kind == "tool_failed") {
      (void)end(base::text_at(payload, "call"), base::text_at(payload, "tool"));
    } else if (event.kind == "turn_end" || event.kind == "prompt" || event.kind == "agent_stop") {
      std::erase_if(open_, [&](const Open& one) { return one.agent == agent; });
    } else if (event.kind == "session_start" || event.kind == "session_end") {
      open_.clear();
    }
  }

  // The call whose outcome this is, taken out.
  std::optional<CallInFlight> end(const std::string& id, const std::string& tool) {
    Open* const found = find(id, tool);
    if (found == nullptr) return std::nullopt;
    CallInFlight call = std::move(found->call);
    open_.erase(open_.begin() + (found - open_.data()));
    return call;
  }

  // What the host asked about, while no person has said anything since.
  std::optional<CallInFlight> last(base::Instant now, bool without_asked) const {
    for (auto one = open_.rbegin(); one != open_.rend(); ++one) {
      if (without_asked && one->was_asked) continue;
      if (now - one->call.at <= kCallAgeMax) return one->call;
    }
    return std::nullopt;
  }

 private:
  struct Open {
    CallInFlight call;
    std::string agent;
    bool was_asked = false;  // The host asked its user, who may have said no.
  };

  void begin(const model::JournalEvent& event, const base::Json& payload,
             const std::string& agent) {
    const std::string id = base::text_at(payload, "call");
    if (!id.empty()) std::erase_if(open_, [&](const Open& one) { return one.call.id == id; });
    const auto allowed = payload.find("allowed");
    const auto at = base::instant_from_iso(event.at);
    if (allowed == payload.end() || *allowed != true || !at.ok()) return;
    const model::ToolCall call{.tool = base::text_at(payload, "tool"),
                               .id = id,
                               .command = base::text_at(payload, "command")};
    if (!may_change_anything(call, config_)) return;
    open_.push_back({{run_, call.id, call.tool, *at}, agent});
  }

  // A host that gives no ids ends its calls in some order: the oldest of the tool stands for it.
  Open* find(const std::string& id, const std::string& tool) {
    const auto found = std::find_if(open_.begin(), open_.end(), [&](const Open& one) {
      return id.empty() ? one.call.tool == tool : one.call.id == id;
    });
    return found == open_.end() ? nullptr : &*found;
  }

  const model::Config& config_;
  model::RunId run_;
  std::vector<Open> open_;
};

OpenCalls open_calls(Stores& stores, const model::RunId& run) {
  OpenCalls calls(stores.config, run);
  read_recent(stores, run, kRecentBytes,
              [&](const model::JournalEvent& event) { calls.take(event); });
  return calls;
}

}  // namespace

bool may_change_anything(const model::ToolCall& call, const model::Config& config) {
  constexpr std::array<std::string_view, 3> kShells{"Bash", "Monitor", "PowerShell"};
  const std::string& tool = call.tool;
  if (policy::is_readonly_tool(tool, config)) return false;
  if (std::find(kShells.begin(), kShells.end(), tool) != kShells.end()) {
    return !policy::is_plain_looking_command(call.command);
  }
  return policy::is_server_tool(tool) && !policy::is_own_tool(tool) &&
         !policy::only_looks_by_name(tool);
}

std::optional<CallInFlight> call_in_flight(Stores& stores, const model::RunId& run,
                                           const model::HostEvent& event) {
  OpenCalls calls = open_calls(stores, run);
  const bool is_outcome =
      event.kind == model::EventKind::after_tool || event.kind == model::EventKind::tool_failed;
  if (is_outcome) {
    if (auto call = calls.end(event.call.id, event.call.tool)) return call;
  }
  const bool a_person_spoke = event.kind == model::EventKind::prompt;
  return calls.last(stores.system.clock.now(), a_person_spoke);
}

std::optional<CallInFlight> any_call_in_flight(Stores& stores) {
  const base::Instant now = stores.system.clock.now();
  std::optional<CallInFlight> latest;
  for (const model::RunId& run : stores.journal.list()) {
    const auto info = stores.system.files.info(stores.layout.journal(run));
    const bool is_old =
        !info.ok() ||
        now.time_since_epoch() - std::chrono::nanoseconds(info->mtime_ns) > kCallAgeMax;
    if (is_old) continue;
    auto call = open_calls(stores, run).last(now, /*without_asked=*/true);
    if (call && (!latest || latest->at < call->at)) latest = std::move(call);
  }
  return latest;
}

}  // namespace engine
