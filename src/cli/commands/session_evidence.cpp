#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/document.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "engine/protocol.h"

namespace cli {
namespace {

using base::Json;

void print_outcome(Context& context, const engine::EvidenceOutcome& outcome) {
  print_line(context.console,
             "Recorded for " + outcome.gate + ", which is " + outcome.gate_status + " now.");
  print_facts(context.console, {{"step", printable(outcome.step)},
                                {"trust", printable(outcome.trust)},
                                {"found", printable(outcome.message)}});
}

}  // namespace

base::Result<int> run_session_evidence(Context& context, Arguments& arguments) {
  engine::EvidenceRequest request;
  std::optional<std::string> type;
  std::optional<std::string> evidence;
  arguments.operand({"GATE", "", "SERENA_INIT, QUALITY_CHECKS, …"}, request.gate);
  arguments.option({"--type", "TYPE", "tool_output, file_path, commit_sha, content_hash or manual"},
                   type);
  arguments.option({"--evidence", "TEXT", "The evidence itself, or - for standard input"},
                   evidence);
  arguments.option({"--step", "TEXT", "The step of the checklist that it ticks"}, request.step);
  arguments.session_option();
  TRY(arguments.parse());
  if (!type) return arguments.wrong_use("--type is missing.");
  if (!evidence) return arguments.wrong_use("--evidence is missing.");
  request.type = *type;
  request.evidence = *evidence;
  if (*evidence == "-") {
    TRY_ASSIGN(request.evidence, read_standard_input(context.console));
  }
  TRY_ASSIGN(auto chosen, open_protocol_run(context, arguments));
  TRY_ASSIGN(const auto outcome,
             engine::record_evidence(chosen.workspace, chosen.run, request, {}));
  if (arguments.form() == Form::json) {
    print_json(context.console, Json{{"session_id", outcome.protocol.session_id},
                                     {"gate", outcome.gate},
                                     {"step", outcome.step},
                                     {"evidence_recorded", true},
                                     {"auto_validated", outcome.auto_validated},
                                     {"gate_status", outcome.gate_status},
                                     {"trust", outcome.trust},
                                     {"message", outcome.message}});
  } else {
    print_outcome(context, outcome);
  }
  return kDone;
}

}  // namespace cli
