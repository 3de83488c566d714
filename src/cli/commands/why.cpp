#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/decision_view.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "engine/gate.h"
#include "engine/history.h"
#include "engine/status.h"

namespace cli {
namespace {

using base::Json;

struct Explanation {
  engine::PastDecision past;
  std::optional<engine::Status> status;  // Of its run, today; none where no runs are kept.
  std::optional<model::GateDecision> today;
};

base::Result<engine::PastDecision> newest_denial(Context& context, const Arguments& arguments,
                                                 engine::Workspace& workspace) {
  engine::DecisionQuery query{.denied_only = true, .limit = 1};
  const engine::SessionChoice choice = session_choice(context, arguments);
  if (choice.given) {
    TRY_ASSIGN(query.run, engine::find_run(workspace, *choice.given));
  } else if (choice.host_session) {
    // A conversation that never met this project has no decisions here; then any will do.
    auto chosen = engine::choose_run(workspace, choice);
    if (chosen.ok()) query.run = *std::move(chosen);
  }
  TRY_ASSIGN(auto found, engine::past_decisions(workspace, query));
  if (!found.empty()) return std::move(found.front());
  return base::Error{base::Code::not_found, "Nothing was denied so far.",
                     "`holdfast gate check TOOL` says what the gate would decide now."};
}

std::string subject_of(const model::ToolCall& call) {
  std::string text = printable(call.tool);
  for (const std::string& target : call.targets) text += " " + printable(target);
  for (const std::string& memory : call.memories) text += " " + printable(memory);
  if (!call.command.empty()) text += " " + printable(call.command);
  return text;
}

std::string state_text(const engine::Status& status) {
  std::string text = status.run.brief() + " (" + std::string(engine::name_of(status.health)) + ")";
  if (!status.problem.empty()) return text + ": " + printable(status.problem);
  text += ", mode " + printable(status.mode) + ", version " + std::to_string(status.version);
  if (status.protocol != "off") text += ", protocol " + status.protocol;
  if (!status.paused_until.empty()) text += ", paused until " + short_time(status.paused_until);
  return text;
}

std::string today_text(const model::GateDecision& today) {
  if (today.allowed) return "it would be allowed";
  return "it would be denied: " + printable(today.message) + " (" + rule_text(today) + ")";
}

void print_explanation(Context& context, const Explanation& explanation) {
  const Style style(context.system.environment);
  const engine::PastDecision& past = explanation.past;
  const model::GateDecision& decision = past.decision;
  const std::string verdict = decision.allowed ? style.green("Allowed") : style.red("Denied");
  print_line(context.console, verdict + ": " + subject_of(past.call));
  if (!decision.message.empty()) print_line(context.console, "  " + printable(decision.message));
  std::vector<Fact> facts = facts_of(decision);
  if (explanation.status) {
    facts.push_back({"mode then", printable(decision.mode)});
    facts.push_back({"run now", state_text(*explanation.status)});
  }
  facts.push_back({"decision", past.id + " of " + short_time(past.at)});
  if (explanation.today) facts.push_back({"today", today_text(*explanation.today)});
  print_facts(context.console, facts);
}

Json explanation_json(const Explanation& explanation) {
  const engine::PastDecision& past = explanation.past;
  Json json{{"id", past.id},
            {"sessionId", past.run.text},
            {"at", past.at},
            {"targets", past.call.targets},
            {"memories", past.call.memories},
            {"command", past.call.command}};
  json.update(decision_json(past.decision));
  if (const auto& status = explanation.status) {
    json["state"] = Json{{"health", engine::name_of(status->health)},
                         {"problem", status->problem},
                         {"mode", status->mode},
                         {"version", status->version},
                         {"protocol", status->protocol},
                         {"pausedUntil", status->paused_until}};
  }
  if (explanation.today) json["replay"] = decision_json(*explanation.today);
  return json;
}

}  // namespace

base::Result<int> run_why(Context& context, Arguments& arguments) {
  std::optional<std::string> id;
  bool last = false;
  bool replay = false;
  arguments.operand({"DECISION", "", "The decision's id (7d1054b6-42); else the last denial"}, id);
  arguments.flag({"--last", "", "The last denial: the default"}, last);
  arguments.flag({"--replay", "", "Decide again, on today's rules and state"}, replay);
  arguments.session_option();
  TRY(arguments.parse());
  if (id && last) return arguments.wrong_use("Give DECISION or --last, not both.");
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments, engine::Needs::requirements));
  TRY_ASSIGN(auto past, id ? engine::find_decision(workspace, *id)
                           : newest_denial(context, arguments, workspace));
  Explanation explanation{std::move(past), {}, {}};
  if (workspace.keeps_runs()) {
    explanation.status = engine::status_of(workspace, explanation.past.run);
  }
  if (replay) {
    TRY_ASSIGN(explanation.today, engine::replay_decision(workspace, explanation.past));
  }
  if (arguments.form() == Form::json) {
    print_json(context.console, explanation_json(explanation));
  } else {
    print_explanation(context, explanation);
  }
  return kDone;
}

}  // namespace cli
