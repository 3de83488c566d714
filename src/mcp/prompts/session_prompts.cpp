#include "mcp/prompts/session_prompts.h"

#include <nlohmann/json.hpp>

#include "engine/protocol.h"

namespace mcp {
namespace {

using base::Json;

// What stands between the session and its next phase, one gate a line.
std::string unmet_text(const engine::BlockedReason& reason) {
  std::string text;
  for (const engine::BlockedGate& gate : reason.gates) {
    text += "- " + gate.gate + " (" + gate.level + "): " + gate.evidence_needed + "\n";
  }
  return text;
}

std::string start_text(const engine::BlockedReason& reason, const std::string& objective) {
  if (reason.has_session) {
    std::string text = "Session " + reason.session_id + " is open, in phase " + reason.phase +
                       ". Go on with it if it is about: " + objective +
                       "\nElse end it with session_end first, then call session_start.\n";
    if (reason.is_blocked) text += "\nGates that are not met:\n" + unmet_text(reason);
    return text;
  }
  return "Call session_start with this objective: " + objective +
         "\n\nThen, before any change:\n"
         "1. For each gate in blocked_until, do what it asks and call record_evidence with what "
         "shows it.\n"
         "2. Call advance_phase with target_phase WORKING. Where it stops, get_blocked_reason says "
         "what is missing.\n"
         "3. Keep the session log at log_path up to date while you work.\n";
}

std::string end_text(const engine::BlockedReason& reason, const std::string& summary) {
  if (!reason.has_session) return "No session is open: there is nothing to end.";
  std::string text =
      "End session " + reason.session_id + ", now in phase " + reason.phase +
      ".\n"
      "1. Finish the session log and the handoff document, commit the work, and have "
      "code changes checked (QA report).\n"
      "2. Call validate_gate with phase ALL. For each gate that fails, do what its "
      "message asks and call record_evidence.\n"
      "3. Call session_end with ";
  text += summary.empty() ? std::string("a summary of what was done,")
                          : "this summary: " + summary + "\n  and";
  text += " next_session_notes for whoever goes on, and key_decisions.\n";
  if (reason.is_blocked) {
    text += "\nGates that were not met when last asked:\n" + unmet_text(reason);
  }
  return text;
}

struct PromptPlan {
  PromptDescription description;
  const char* argument;
  std::string (*text)(const engine::BlockedReason& reason, const std::string& argument);
};

class SessionPrompt final : public Prompt {
 public:
  SessionPrompt(const ServedProject& project, PromptPlan plan)
      : project_(project), plan_(std::move(plan)) {}

  const PromptDescription& description() const override { return plan_.description; }

  Outcome<PromptResult> get(const Json& arguments, CallContext& /*context*/) override {
    const auto given = arguments.find(plan_.argument);
    const bool is_text = given != arguments.end() && given->is_string();
    const std::string argument = is_text ? given->get<std::string>() : std::string();
    // A guide helps also where the project cannot be read: the tools will say why.
    engine::BlockedReason reason;
    if (auto workspace = project_.open(); workspace.ok()) {
      auto run = project_.run(*workspace);
      reason = engine::blocked_reason(*workspace,
                                      run.ok() ? std::optional(*std::move(run)) : std::nullopt);
    }
    const Json content{{"type", "text"}, {"text", plan_.text(reason, argument)}};
    return PromptResult{plan_.description.description,
                        base::JsonBox(Json::array({Json{{"role", "user"}, {"content", content}}}))};
  }

 private:
  const ServedProject& project_;
  PromptPlan plan_;
};

}  // namespace

std::shared_ptr<Prompt> start_session_prompt(const ServedProject& project) {
  PromptDescription description{"start-session",
                                "Start a session",
                                "Begin a session of the protocol and meet the gates of its start",
                                {{"objective", "What the session is for", true}}};
  return std::make_shared<SessionPrompt>(
      project, PromptPlan{std::move(description), "objective", start_text});
}

std::shared_ptr<Prompt> end_session_prompt(const ServedProject& project) {
  PromptDescription description{"end-session",
                                "End a session",
                                "Meet the gates of the end and close the session",
                                {{"summary", "What was done", false}}};
  return std::make_shared<SessionPrompt>(project,
                                         PromptPlan{std::move(description), "summary", end_text});
}

}  // namespace mcp
