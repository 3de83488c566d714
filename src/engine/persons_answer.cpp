#include "engine/persons_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/decision_record.h"
#include "engine/requirement_journal.h"
#include "engine/run_view.h"
#include "policy/mode.h"

namespace engine {
namespace {

constexpr std::string_view kPlanTool = "ExitPlanMode";
constexpr std::string_view kWay = "the host's question";

bool ends_a_call(std::string_view kind) {
  return kind == model::name_of(model::EventKind::after_tool) ||
         kind == model::name_of(model::EventKind::tool_failed);
}

// The calls that ask for a mode and have not ended: by their ids, the mode.
std::map<std::string, std::string> open_questions(Stores& stores, const model::RunId& run) {
  std::map<std::string, std::string> open;
  read_recent(stores, run, kTurnBytes, [&](const model::JournalEvent& event) {
    const base::Json& payload = event.payload.get();
    const std::string call = base::text_at(payload, "call");
    if (call.empty()) return;
    if (ends_a_call(event.kind)) {
      open.erase(call);
    } else if (event.kind == "gate") {
      const std::string mode = base::text_at(payload, kAsksModeKey);
      if (mode.empty()) open.erase(call);
      if (!mode.empty()) open[call] = mode;
    }
  });
  return open;
}

}  // namespace

void ask_with_plan(Stores& stores, const std::optional<model::RunId>& run,
                   const model::HostEvent& event, model::GateDecision& decision) {
  if (!event.can_ask_person || event.call.tool != kPlanTool || !decision.allowed || !run) return;
  const auto loaded = stores.runs.view(*run);
  const model::ModeName coding(model::Mode::coding);
  if (!loaded.ok() || policy::stricter((*loaded)->mode, coding) == coding) return;
  decision.asks_mode = coding.text();
  decision.for_person =
      fmt::format("The mode of this session is {}. Approving the plan also sets it to coding.",
                  (*loaded)->mode.text());
}

void take_persons_answer(Stores& stores, const model::RunId& run, const model::HostEvent& event,
                         model::HostReply& reply) {
  if (!ends_a_call(model::name_of(event.kind)) || !event.can_ask_person) return;
  // A plan whose call failed was refused.
  if (event.kind == model::EventKind::tool_failed && event.call.tool == kPlanTool) return;
  const auto open = open_questions(stores, run);
  const auto asked = open.find(event.call.id);
  if (asked == open.end()) return;
  const policy::ModeChange change{
      .mode = model::ModeName(asked->second),
      .reason = event.call.tool == kPlanTool ? "the person approved the plan" : "the person agreed",
      .actor = "hook",
      .asker = {.by = model::Author::person, .way = std::string(kWay), .because = {}},
      .agents_may = stores.config.gate_agent_mode_change};
  const auto saved =
      stores.runs.update(run, {.actor = "hook", .what = "mode"}, [&](model::Run current) {
        return policy::change_mode(std::move(current), change, stores.system.clock.now());
      });
  if (!saved.ok()) {
    reply.warning = "the mode that the person agreed to could not be set: " + saved.error().message;
    return;
  }
  if (!reply.context.empty()) reply.context += "\n";
  reply.context +=
      fmt::format("The person agreed: the mode of this session is {} now.\n", asked->second);
}

bool is_person_asked(Workspace& workspace, const model::RunId& run, const std::string& mode) {
  const auto open = open_questions(workspace.stores(), run);
  return std::any_of(open.begin(), open.end(),
                     [&](const auto& question) { return question.second == mode; });
}

}  // namespace engine
