#include "cli/team_handoff.h"

#include <nlohmann/json.hpp>

#include "cli/exit_code.h"
#include "cli/fleet_door.h"
#include "cli/handoff_view.h"
#include "cli/run_choice.h"
#include "engine/team_handoff.h"

namespace cli {
namespace {

using base::Json;

Json to_json(const engine::TeamPacket& one) {
  Json json = model::to_json(one.packet);
  json["project"] = one.project;
  json["own"] = one.is_own;
  return json;
}

}  // namespace

base::Result<int> list_team_handoffs(Context& context, Arguments& arguments,
                                     const TeamOptions& options) {
  TRY_ASSIGN(engine::FleetDoor* const door, door_of(context));
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  TRY_ASSIGN(
      const auto found,
      engine::list_team_packets(*door, workspace, {.all_repositories = options.all_repositories}));
  if (arguments.form() == Form::json) {
    Json packets = Json::array();
    for (const engine::TeamPacket& one : found.packets) packets.push_back(to_json(one));
    print_json(context.console,
               Json{{"packets", std::move(packets)}, {"problems", found.problems}});
    return kDone;
  }
  const Style style(context.system.environment);
  if (found.packets.empty()) print_line(context.console, "No handoff of the team waits.");
  for (const engine::TeamPacket& one : found.packets) {
    print_packet_brief(context, {one.packet, {}});
    if (one.is_own) print_line(context.console, "  " + style.dim("sent by this machine"));
    if (options.all_repositories) {
      print_line(context.console, "  " + style.dim("in " + printable(one.project)));
    }
  }
  for (const std::string& problem : found.problems) {
    print_line(context.console, style.yellow("! ") + printable(problem));
  }
  return kDone;
}

base::Result<int> accept_team_handoff(Context& context, Arguments& arguments,
                                      const std::string& id) {
  TRY_ASSIGN(engine::FleetDoor* const door, door_of(context));
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  TRY_ASSIGN(const auto taken, engine::accept_team_packet(*door, workspace, id));
  if (arguments.form() == Form::json) {
    print_json(context.console, to_json(taken));
    return kDone;
  }
  print_line(context.console, "Took handoff " + printable(taken.packet.id) + " of " +
                                  printable(taken.who) +
                                  ". The next session here is told; nobody else can take it.");
  print_packet(context, taken.packet);
  return kDone;
}

}  // namespace cli
