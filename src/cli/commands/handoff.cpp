// handoff add, list and accept: of packets for the next session, and of document S0's handoffs
// between the agents of one.
#include <nlohmann/json.hpp>

#include "cli/added_item.h"
#include "cli/commands/all.h"
#include "cli/document.h"
#include "cli/exit_code.h"
#include "cli/handoff_view.h"
#include "cli/run_choice.h"
#include "cli/team_handoff.h"
#include "engine/team_handoff.h"

namespace cli {
namespace {

using base::Json;
using model::HandoffPacket;

// What the options of `handoff add` say.
struct PacketOptions {
  std::optional<std::string> goal;
  std::optional<std::string> to;
  bool for_team = false;
  HandoffPacket packet;

  bool any() const {
    return goal || to || !packet.done.empty() || !packet.failed.empty() ||
           !packet.decisions.empty() || !packet.next_steps.empty() || !packet.checks.empty();
  }
};

void declare(Arguments& arguments, PacketOptions& options) {
  arguments.option({"--goal", "TEXT", "What the next session is to reach"}, options.goal);
  HandoffPacket& packet = options.packet;
  arguments.repeated({"--done", "TEXT", "What is done; may be repeated, as all below"},
                     packet.done);
  arguments.repeated({"--failed", "TEXT", "What was tried and did not work"}, packet.failed);
  arguments.repeated({"--decision", "TEXT", "What was decided"}, packet.decisions);
  arguments.repeated({"--next", "TEXT", "What comes next"}, packet.next_steps);
  arguments.repeated({"--check", "COMMAND", "What to run first; it is shown, never run"},
                     packet.checks);
  arguments.option({"--to", "NAME", "For whom: an agent or a work session (default: all)"},
                   options.to);
  arguments.flag({"--team", "", "Also for the team: it goes with the next `holdfast fleet push`"},
                 options.for_team);
}

// The run that is meant, where there is one; an error only where one was named.
base::Result<std::optional<model::RunId>> run_if_any(Context& context, const Arguments& arguments,
                                                     engine::Workspace& workspace) {
  using Found = std::optional<model::RunId>;
  auto run = engine::choose_run(workspace, session_choice(context, arguments));
  if (run.ok()) return Found(*std::move(run));
  if (arguments.session()) return std::move(run).error();
  return Found();
}

base::Result<int> add_packet(Context& context, Arguments& arguments, const HandoffPacket& packet) {
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  if (packet.team) TRY(engine::check_team_repository(workspace));
  TRY_ASSIGN(const auto run, run_if_any(context, arguments, workspace));
  TRY_ASSIGN(const auto added, engine::add_packet(workspace, run, packet, {}));
  if (arguments.form() == Form::json) {
    print_json(context.console, model::to_json(added));
    return kDone;
  }
  const std::string whom = added.to.empty() ? "the next session" : printable(added.to);
  print_line(context.console, "Handoff " + printable(added.id) + " waits for " + whom + "." +
                                  (added.team ? " The team gets it with the next push: at the end "
                                                "of a turn, or by `holdfast fleet push`."
                                              : ""));
  print_packet(context, added);
  return kDone;
}

// Of both kinds, what waits.
struct Waiting {
  std::vector<engine::WaitingPacket> packets;
  std::optional<model::RunId> run;
  std::vector<model::Handoff> handoffs;  // Of that run.
};

base::Result<Waiting> find_waiting(Context& context, const Arguments& arguments,
                                   engine::Workspace& workspace, const engine::PacketQuery& query) {
  Waiting waiting;
  TRY_ASSIGN(waiting.packets, engine::list_packets(workspace, query));
  TRY_ASSIGN(waiting.run, run_if_any(context, arguments, workspace));
  if (!waiting.run) return waiting;
  auto handoffs = engine::list_handoffs(workspace, *waiting.run);
  // A conversation that has left no note yet has none; what is wrong with a note is told.
  if (!handoffs.ok() && handoffs.error().code != base::Code::not_found) {
    return std::move(handoffs).error();
  }
  if (handoffs.ok()) waiting.handoffs = *std::move(handoffs);
  return waiting;
}

void print_waiting(Context& context, const Waiting& waiting) {
  if (waiting.packets.empty() && waiting.handoffs.empty()) {
    print_line(context.console, "No handoff waits.");
  }
  for (const engine::WaitingPacket& one : waiting.packets) print_packet_brief(context, one);
  for (const model::Handoff& handoff : waiting.handoffs) {
    print_line(context.console,
               printable(handoff.id) + "  " + printable(handoff.from_agent.text()) + " to " +
                   printable(handoff.to_agent.text()) + ": " + printable(handoff.reason));
  }
}

// Document S0's handoff of that id, or the only one that begins with it.
std::optional<std::string> find_handoff(const std::vector<model::Handoff>& handoffs,
                                        const std::string& given) {
  constexpr std::size_t kCharsMin = 4;
  std::vector<std::string> found;
  for (const model::Handoff& handoff : handoffs) {
    if (handoff.id == given) return given;
    if (given.size() >= kCharsMin && handoff.id.starts_with(given)) found.push_back(handoff.id);
  }
  return found.size() == 1 ? std::optional(found.front()) : std::nullopt;
}

base::Result<int> accept_packet(Context& context, const Arguments& arguments,
                                engine::Workspace& workspace, const std::string& id) {
  const engine::SessionChoice choice = session_choice(context, arguments);
  std::string by = "cli";
  if (choice.given || choice.host_session) {
    const auto run = engine::choose_run(workspace, choice);
    if (run.ok()) by = run->text;
  }
  TRY_ASSIGN(const auto accepted, engine::accept_packet(workspace, id, by, {}));
  if (arguments.form() == Form::json) {
    print_json(context.console, model::to_json(accepted));
    return kDone;
  }
  print_line(context.console, "Accepted handoff " + printable(accepted.id) + ".");
  print_packet(context, accepted);
  return kDone;
}

}  // namespace

base::Result<int> run_handoff_add(Context& context, Arguments& arguments) {
  PacketOptions options;
  std::optional<std::string> input;
  declare(arguments, options);
  input_option(arguments, input,
               "The same as JSON ({\"goal\",\"done\",\"nextSteps\"…}), or one agent's Handoff to "
               "another ({\"fromAgent\",\"toAgent\",\"reason\",\"context\"}), or -");
  arguments.session_option();
  TRY(arguments.parse());
  if (options.any()) {
    if (input) return arguments.wrong_use("--input says it all; it takes no other option.");
    if (!options.goal) return arguments.wrong_use("--goal is missing.");
    options.packet.goal = *options.goal;
    options.packet.to = options.to.value_or("");
    options.packet.team = options.for_team;
    return add_packet(context, arguments, options.packet);
  }
  if (!input) return arguments.wrong_use("--goal or --input is missing.");
  TRY_ASSIGN(const auto document, required_document(context, arguments, input));
  if (document.contains("goal")) {
    TRY_ASSIGN(auto packet, of_input(arguments, model::handoff_packet_from_json(document)));
    packet.team = packet.team || options.for_team;
    return add_packet(context, arguments, packet);
  }
  TRY_ASSIGN(const auto handoff, of_input(arguments, model::handoff_from_json(document)));
  TRY_ASSIGN(auto chosen, open_run(context, arguments));
  TRY_ASSIGN(const auto added, engine::add_handoff(chosen.workspace, chosen.run, handoff, {}));
  return print_added(context, arguments, "handoff", added);
}

base::Result<int> run_handoff_list(Context& context, Arguments& arguments) {
  engine::PacketQuery query;
  arguments.flag({"--all", "", "Also those for the next session that were accepted"},
                 query.with_accepted);
  TeamOptions team;
  arguments.flag({"--team", "", "Those of the team that wait, asked of its server"}, team.is_asked);
  arguments.flag({"--all-repositories", "", "With --team: not of this repository alone"},
                 team.all_repositories);
  arguments.session_option();
  TRY(arguments.parse());
  if (team.all_repositories && !team.is_asked) {
    return arguments.wrong_use("--all-repositories is for --team.");
  }
  if (team.is_asked) return list_team_handoffs(context, arguments, team);
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  TRY_ASSIGN(const auto waiting, find_waiting(context, arguments, workspace, query));
  if (arguments.form() == Form::text) {
    print_waiting(context, waiting);
    return kDone;
  }
  Json packets = Json::array();
  for (const engine::WaitingPacket& one : waiting.packets) packets.push_back(engine::to_json(one));
  Json handoffs = Json::array();
  for (const model::Handoff& one : waiting.handoffs) handoffs.push_back(model::to_json(one));
  print_json(context.console,
             Json{{"packets", std::move(packets)}, {"handoffs", std::move(handoffs)}});
  return kDone;
}

base::Result<int> run_handoff_accept(Context& context, Arguments& arguments) {
  std::string id;
  arguments.operand({"ID", "", "The handoff, or how its id begins; see `holdfast handoff list`"},
                    id);
  bool of_team = false;
  arguments.flag({"--team", "", "One of the team's: this machine alone has it then"}, of_team);
  arguments.session_option();
  TRY(arguments.parse());
  if (of_team) return accept_team_handoff(context, arguments, id);
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  TRY_ASSIGN(const auto waiting, find_waiting(context, arguments, workspace, {.ask_git = false}));
  const auto handoff = find_handoff(waiting.handoffs, id);
  if (!handoff) return accept_packet(context, arguments, workspace, id);
  TRY_ASSIGN(const auto accepted, engine::accept_handoff(workspace, *waiting.run, *handoff, {}));
  if (arguments.form() == Form::json) return print_added(context, arguments, "", accepted);
  print_line(context.console, "Accepted handoff " + printable(accepted.id) + " (version " +
                                  std::to_string(accepted.version) + ").");
  return kDone;
}

}  // namespace cli
