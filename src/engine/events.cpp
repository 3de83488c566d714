#include "engine/events.h"

#include <nlohmann/json.hpp>

#include "engine/decision_record.h"
#include "engine/stores.h"

namespace engine {
namespace {

constexpr std::chrono::milliseconds kPollEvery{200};

std::string gate_summary(const model::JournalEvent& event) {
  const auto past = decision_from_event({}, event);
  if (!past) return "gate";
  std::string text = past->decision.allowed ? "allowed " : "denied ";
  text += past->call.tool;
  if (!past->call.targets.empty()) text += " " + past->call.targets.front();
  if (!past->call.command.empty()) text += " " + past->call.command;
  if (past->decision.rule != model::GateRule::none) {
    text += " (" + std::string(model::name_of(past->decision.rule)) + ")";
  }
  return text;
}

// "satisfied commit_plan, adr_reviewed on feature/login by skill: arch-review"
std::string requirement_summary(const base::Json& payload) {
  std::string text = base::text_at(payload, "action");
  const auto names = payload.find("names");
  if (names != payload.end() && names->is_array()) {
    const char* separator = " ";
    for (const base::Json& name : *names) {
      if (!name.is_string()) continue;
      text += separator + name.get<std::string>();
      separator = ", ";
    }
  }
  const auto add = [&](const char* key, const char* word) {
    const std::string part = base::text_at(payload, key);
    if (!part.empty()) text += word + part;
  };
  add("branch", " on ");
  add("by", " by ");
  add("detail", ": ");
  return text;
}

// "transition_phase dark-mode: spec -> plan"
std::string work_summary(const base::Json& payload) {
  std::string text = base::text_at(payload, "what") + " " + base::text_at(payload, "slug");
  const std::string to = base::text_at(payload, "to");
  if (!to.empty()) {
    const std::string from = base::text_at(payload, "from");
    text += ": " + (from.empty() ? to : from + " -> " + to);
  }
  const std::string message = base::text_at(payload, "message");
  return message.empty() ? text : text + ": " + message;
}

}  // namespace

std::vector<model::RunId> journalled_runs(Workspace& workspace) {
  return workspace.stores().journal.list();
}

base::Result<void> each_event(Workspace& workspace, const model::RunId& run,
                              const std::function<bool(const model::JournalEvent&)>& visit) {
  return workspace.stores().journal.read(run, 0, visit);
}

base::Result<void> follow_events(Workspace& workspace, const model::RunId& run,
                                 const std::function<bool(const model::JournalEvent&)>& visit,
                                 const std::function<bool()>& tick) {
  Stores& stores = workspace.stores();
  std::uint64_t seen = 0;
  bool wanted = true;
  while (wanted) {
    // The line numbers say what is new; reading again is cheap at the pace of a person.
    TRY(stores.journal.read(run, 0, [&](const model::JournalEvent& event) {
      if (event.seq <= seen) return true;
      seen = event.seq;
      wanted = visit(event);
      return wanted;
    }));
    const std::uint64_t size = stores.journal.size(run);
    while (wanted && stores.journal.size(run) == size) {
      wanted = tick();
      if (wanted) stores.system.clock.sleep(kPollEvery);
    }
  }
  return {};
}

std::string event_summary(const model::JournalEvent& event) {
  const base::Json& payload = event.payload.get();
  if (event.kind == "gate") return gate_summary(event);
  if (event.kind == "requirement") return requirement_summary(payload);
  if (event.kind == "work") return work_summary(payload);
  if (event.kind == "state") {
    const auto version = payload.find("version");
    return "version " + (version == payload.end() ? "?" : base::dump_line(*version)) + " by " +
           base::text_at(payload, "what");
  }
  std::string text;
  for (const char* key : {"event", "what", "action", "tool", "label", "source", "agent_type",
                          "reason", "message", "text", "fault"}) {
    const std::string part = base::text_at(payload, key);
    if (part.empty()) continue;
    if (!text.empty()) text += " ";
    text += part;
  }
  return text;
}

}  // namespace engine
