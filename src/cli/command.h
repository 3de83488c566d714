// What a command is, and what it is given to work with.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/arguments.h"
#include "cli/console.h"
#include "engine/fleet.h"
#include "engine/installation.h"
#include "engine/workspace.h"
#include "os/system.h"

namespace cli {

// How the MCP server is to be run.
struct ServeRequest {
  os::Path folder;                     // The project is around it.
  bool folder_given = false;           // By --project: then the environment has no say.
  std::optional<std::string> http;     // The address; none: standard input and output.
  std::optional<os::Path> token_file;  // What its clients must show, over HTTP.
};

// How the dashboard's server is to be run.
struct DashboardRequest {
  std::string listen;  // "127.0.0.1:4653"
  std::optional<os::Path> token_file;
  bool allow_actions = false;
  std::optional<os::Path> folder;  // --project: MCP is served for the project around it.
};

// All borrowed; the caller's outlive the command.
struct Context {
  os::System system;
  std::vector<engine::HostIntegration*> hosts;  // The first one is the default.
  Console& console;
  // Serves until the client goes or the process is told to end. Wired in by the app, which alone
  // knows the layer of MCP.
  std::function<base::Result<int>(const ServeRequest& request)> serve_mcp = {};
  // The same for the dashboard with all that belongs to it.
  std::function<base::Result<int>(const DashboardRequest& request)> serve_dashboard = {};
  // The way to a team's server, in the program that has one.
  engine::FleetDoor* fleet = nullptr;
  // In the others: becomes that program, with the same arguments; returns only where it cannot.
  std::function<base::Error(const std::vector<std::string>& arguments)> become_fleet_program = {};
  // Called with each workspace that a command opens: wires in the memories that are configured.
  std::function<void(engine::Workspace& workspace)> prepare = {};
};

// One row of the command table.
struct Command {
  std::string_view path;      // "session set-state"
  std::string_view summary;   // A sentence without its period.
  std::string_view examples;  // Command lines, one a line.
  // Declares its arguments, parses them, does its work and says so. Gives the exit code; an error
  // is printed by the caller.
  base::Result<int> (*run)(Context& context, Arguments& arguments);
};

}  // namespace cli
