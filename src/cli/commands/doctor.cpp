#include "engine/doctor.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/finding_view.h"
#include "cli/host_choice.h"
#include "cli/run_choice.h"

namespace cli {

base::Result<int> run_doctor(Context& context, Arguments& arguments) {
  engine::DoctorRequest request;
  arguments.flag({"--fix", "", "Repair what can be repaired without losing anything"}, request.fix);
  std::vector<std::string> names;
  declare_hosts(arguments, names, Unnamed::all_hosts);
  TRY(arguments.parse());
  request.start = start_folder(context, arguments);
  TRY_ASSIGN(request.hosts, choose_hosts(context, names, Unnamed::all_hosts));
  // Who asks about a host also wants to know how far it can be trusted.
  request.tells_limits = !names.empty();
  const std::vector<engine::Finding> findings = engine::examine(context.system, request);
  if (arguments.form() == Form::json) {
    print_json(context.console, findings_json(findings));
  } else {
    print_findings(context, findings);
  }
  return std::any_of(findings.begin(), findings.end(), is_left) ? kFailed : kDone;
}

}  // namespace cli
