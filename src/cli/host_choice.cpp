#include "cli/host_choice.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/run_choice.h"

namespace cli {

using base::Json;

void declare_hosts(Arguments& arguments, std::vector<std::string>& names, Unnamed unnamed) {
  const std::string_view help = unnamed == Unnamed::all_hosts
                                    ? "The host (default: all); may be repeated"
                                    : "The host (default: claude-code); may be repeated";
  arguments.repeated({"--host", "NAME", help}, names);
}

void declare(Arguments& arguments, HostOptions& options, Unnamed unnamed) {
  declare_hosts(arguments, options.names, unnamed);
  arguments.option({"--scope", "SCOPE", "local (default), project or user"}, options.scope);
}

base::Result<std::vector<engine::HostIntegration*>> choose_hosts(
    const Context& context, const std::vector<std::string>& names, Unnamed unnamed) {
  if (names.empty() && unnamed == Unnamed::all_hosts) return context.hosts;
  std::vector<engine::HostIntegration*> chosen;
  if (names.empty() && !context.hosts.empty()) chosen.push_back(context.hosts.front());
  for (const std::string& name : names) {
    const auto found = std::find_if(context.hosts.begin(), context.hosts.end(),
                                    [&](const auto* host) { return host->name() == name; });
    if (found == context.hosts.end()) {
      std::vector<std::string> known;
      for (const engine::HostIntegration* host : context.hosts) known.emplace_back(host->name());
      return base::Error{base::Code::invalid_value, "'" + name + "' is not a host.",
                         "Known: " + base::join(known, ", ") + "."};
    }
    // Naming a host twice is asking for it once.
    if (std::find(chosen.begin(), chosen.end(), *found) == chosen.end()) chosen.push_back(*found);
  }
  return chosen;
}

base::Result<engine::InstallRequest> install_request(Context& context, const Arguments& arguments,
                                                     const HostOptions& options, Unnamed unnamed) {
  engine::InstallRequest request;
  request.start = start_folder(context, arguments);
  TRY_ASSIGN(request.hosts, choose_hosts(context, options.names, unnamed));
  for (engine::HostIntegration* const host : context.hosts) {
    const auto& asked = request.hosts;
    if (std::find(asked.begin(), asked.end(), host) == asked.end()) request.others.push_back(host);
  }
  if (options.scope) {
    const auto scope = engine::install_scope_from_name(*options.scope);
    if (!scope) {
      return base::Error{base::Code::invalid_value, "'" + *options.scope + "' is not a scope.",
                         "Give local, project or user."};
    }
    request.scope = *scope;
  }
  return request;
}

void print_changes(Console& console, const engine::InstallPlan& plan) {
  for (const engine::FileChange& change : plan.changes) {
    std::string line = "  " + printable(change.path.native());
    if (!change.description.empty()) line += ": " + printable(change.description);
    print_line(console, line);
  }
}

Json changes_json(const engine::InstallPlan& plan) {
  Json changes = Json::array();
  for (const engine::FileChange& change : plan.changes) {
    changes.push_back(Json{{"path", change.path.native()},
                           {"description", change.description},
                           {"removed", !change.content.has_value()}});
  }
  return changes;
}

}  // namespace cli
