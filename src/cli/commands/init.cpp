#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/confirmation.h"
#include "cli/exit_code.h"
#include "cli/host_choice.h"
#include "cli/run_choice.h"
#include "engine/operator.h"

namespace cli {
namespace {

using base::Json;

struct InitOptions {
  bool yes = false;
  bool strict = false;
  bool makes_token = false;
  bool shield = false;
};

bool is_empty(const engine::InstallPlan& plan) {
  return plan.changes.empty() && !plan.makes_secret;
}

void print_hosts(Console& console, const engine::InstallPlan& plan) {
  for (const engine::HostSummary& host : plan.hosts) {
    if (!host.text.empty()) print_line(console, printable(host.text));
  }
}

void print_plan(Context& context, const engine::InstallPlan& plan) {
  Console& console = context.console;
  print_line(console, "Project: " + printable(plan.root.native()));
  print_hosts(console, plan);
  if (plan.makes_secret) print_line(console, "  make a signing key, readable by you alone");
  print_changes(console, plan);
}

void print_next_steps(Context& context, const std::vector<engine::HostIntegration*>& hosts) {
  Console& console = context.console;
  for (const engine::HostIntegration* host : hosts) {
    print_line(console, "Next: start " + std::string(host->name()) +
                            " in this project; every tool call that it asks about is decided.");
  }
  print_line(console, "Look around with `holdfast status`, `holdfast why` and `holdfast doctor`.");
}

void print_left_to_do(Console& console, const engine::InstallPlan& plan) {
  for (const engine::HostSummary& host : plan.hosts) {
    if (!host.left_to_do.empty()) print_line(console, printable(host.left_to_do));
  }
}

void print_unasked(Console& console, const engine::InstallPlan& plan) {
  if (plan.unasked.empty()) return;
  std::vector<std::string> found;
  std::string here;
  std::string for_user;
  for (const engine::HostTrace& host : plan.unasked) {
    found.push_back(host.host + " (" + host.trace + ")");
    (host.scope == engine::InstallScope::user ? for_user : here) += " --host " + host.host;
  }
  std::vector<std::string> commands;
  if (!here.empty()) commands.push_back("`holdfast init" + here + "`");
  if (!for_user.empty()) commands.push_back("`holdfast init --scope user" + for_user + "`");
  print_line(console, "Also used here: " + printable(base::join(found, ", ")) + ". Add them by " +
                          base::join(commands, " and ") + ".");
}

// Nobody gets it unasked: it says no to other plugins of the person's.
base::Result<bool> wants_shield(Context& context, const Arguments& arguments,
                                const InitOptions& options, const engine::InstallRequest& request) {
  const bool can_ask =
      !options.yes && arguments.form() == Form::text && context.system.environment.has_terminal();
  const bool is_for_one_of_them =
      std::any_of(request.hosts.begin(), request.hosts.end(),
                  [](engine::HostIntegration* host) { return host->has_shield(); });
  if (options.shield && !is_for_one_of_them) {
    return base::Error{base::Code::invalid_params, "--shield: none of these hosts has a shield",
                       "Leave it out, or name a host that has one (docs/hosts.md)."};
  }
  if (options.shield || !can_ask) return options.shield;
  TRY_ASSIGN(const auto target, engine::install_target(context.system, request));
  for (engine::HostIntegration* const host : request.hosts) {
    if (!host->lacks_shield(context.system, target)) continue;
    return ask_yes_no(
        context, "Plugins of " + std::string(host->name()) +
                     " with code of their own can overrule the gate. Put a shield before them, "
                     "for all your projects, that lets in only those you name?");
  }
  return false;
}

// Who holds the token may switch the gate off, so an agent must not make itself one.
base::Result<void> check_may_make_token(Context& context, const Arguments& arguments) {
  const bool says_host = session_choice(context, arguments).host_session.has_value();
  auto workspace = open_workspace(context, arguments, engine::Needs::requirements);
  if (!workspace.ok()) {
    if (says_host) return engine::needs_operator("an operator token");
    return {};  // No agent of ours can be at work in a project that has nothing to ask it.
  }
  const bool is_agent = says_host || engine::is_started_by_an_agent(*workspace);
  if (is_agent && !engine::is_person(*workspace)) {
    return engine::needs_operator("an operator token");
  }
  return {};
}

Json outcome_json(const engine::InstallPlan& plan, const std::optional<std::string>& token) {
  Json json{{"root", plan.root.native()},
            {"changes", changes_json(plan)},
            {"madeSecret", plan.makes_secret}};
  Json hosts = Json::array();
  for (const engine::HostSummary& host : plan.hosts) {
    hosts.push_back(Json{{"name", host.host}, {"summary", host.text}});
    if (!host.left_to_do.empty()) hosts.back()["leftToDo"] = host.left_to_do;
  }
  json["hosts"] = std::move(hosts);
  for (const engine::HostTrace& host : plan.unasked) json["alsoUsed"].push_back(host.host);
  if (token) json["operatorToken"] = *token;
  return json;
}

void print_token(Console& console, const std::string& token) {
  print_line(console, "");
  print_line(console, "Operator token: " + token);
  print_line(console, "It is shown this once. Keep it where no agent can read it; whoever sets");
  print_line(console, "HOLDFAST_OPERATOR_TOKEN to it may switch the gate off.");
}

}  // namespace

base::Result<int> run_init(Context& context, Arguments& arguments) {
  InitOptions options;
  HostOptions chosen;
  arguments.flag({"--yes", "", "Do it without asking"}, options.yes);
  declare(arguments, chosen);
  arguments.flag({"--strict", "", "Require the session protocol, and start in analysis mode"},
                 options.strict);
  arguments.flag({"--operator", "", "Make an operator token and print it, once"},
                 options.makes_token);
  arguments.flag({"--shield", "",
                  "Keep other plugins of the host from overruling the gate, in all your projects"},
                 options.shield);
  TRY(arguments.parse());
  TRY_ASSIGN(auto request, install_request(context, arguments, chosen));
  request.strict = options.strict;
  TRY_ASSIGN(request.shield, wants_shield(context, arguments, options, request));
  if (options.makes_token) TRY(check_may_make_token(context, arguments));
  TRY_ASSIGN(const auto plan, engine::plan_install(context.system, request));

  const bool as_text = arguments.form() == Form::text;
  if (as_text && !is_empty(plan)) print_plan(context, plan);
  if ((!is_empty(plan) || options.makes_token) && !options.yes) {
    TRY(confirm_change(context, arguments,
                       {.text = "Make these changes?", .hint = "Run `holdfast init --yes`."}));
  }
  TRY(engine::apply_plan(context.system, plan));
  engine::keep_files_of_project(context.system, plan);
  std::optional<std::string> token;
  if (options.makes_token) {
    TRY_ASSIGN(token, engine::create_operator_token(context.system));
  }
  if (!as_text) {
    print_json(context.console, outcome_json(plan, token));
    return kDone;
  }
  if (is_empty(plan)) print_hosts(context.console, plan);
  print_line(context.console,
             is_empty(plan)
                 ? "Nothing to change: " + printable(plan.root.native()) + " uses Holdfast already."
                 : "Done.");
  if (!is_empty(plan)) print_next_steps(context, request.hosts);
  print_left_to_do(context.console, plan);
  if (chosen.names.empty()) print_unasked(context.console, plan);
  if (token) print_token(context.console, *token);
  return kDone;
}

}  // namespace cli
