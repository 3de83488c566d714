// req satisfy, req approve and req clear: what a person says about requirements.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/requirement_choice.h"
#include "cli/requirement_text.h"

namespace cli {
namespace {

using base::Json;
using engine::RequirementSessionId;
using engine::SatisfyOutcome;

struct Words {
  std::vector<std::string> names;
  std::optional<std::string> metadata;
  std::optional<std::string> ttl;
};

void declare(Arguments& arguments, Words& words) {
  arguments.operands({"NAME", "", "The requirements"}, words.names);
  arguments.option({"-m,--metadata", "JSON", "An object that is kept with it: a ticket, a reason"},
                   words.metadata);
  arguments.option({"--ttl", "TIME", "Ends by itself: after 3600 (seconds), 90s, 30m, 2h, 1d"},
                   words.ttl);
  arguments.session_option();
}

// A bare number counts seconds, as the file and its readers do.
base::Result<std::int64_t> ttl_from_text(const std::string& text) {
  const bool is_bare = base::to_number(text).has_value();
  auto duration = base::duration_from_text(is_bare ? text + "s" : text);
  if (duration.ok()) return std::chrono::floor<std::chrono::seconds>(*duration).count();
  return base::Error{base::Code::invalid_value, "--ttl: '" + text + "' is not a length of time",
                     "Write seconds, or 90s, 30m, 2h or 1d; up to 100000000 of them."};
}

base::Result<base::JsonBox> metadata_from_text(const std::string& text) {
  auto json = base::parse_json(text);
  if (json.ok() && json->is_object()) return base::JsonBox(*std::move(json));
  return base::Error{base::Code::parse_error, "--metadata: not a JSON object",
                     "Write it like '{\"ticket\":\"#1234\"}'."};
}

base::Result<engine::SatisfyRequest> request_of(const Arguments& arguments, Words words) {
  engine::SatisfyRequest request;
  if (words.names.empty()) return arguments.wrong_use("NAME is missing: which requirement?");
  for (std::string& name : words.names) {
    const bool is_named =
        std::find(request.names.begin(), request.names.end(), name) != request.names.end();
    if (!is_named) request.names.push_back(std::move(name));
  }
  if (words.ttl) {
    TRY_ASSIGN(request.ttl_s, ttl_from_text(*words.ttl));
  }
  if (words.metadata) {
    TRY_ASSIGN(request.metadata, metadata_from_text(*words.metadata));
  }
  return request;
}

// How far a mark reaches, for people.
struct Reach {
  const model::Requirements& rules;
  const RequirementSessionId& session;
  bool for_branch = false;

  std::string of(const std::string& name) const {
    const model::Requirement* const one = rules.find(name);
    const auto scope = one == nullptr ? model::RequirementScope::session : one->scope;
    if (scope == model::RequirementScope::permanent) return "for every branch";
    const std::string branch = " on " + printable(session.branch);
    if (for_branch || scope == model::RequirementScope::branch) return "for every session" + branch;
    return "for session " + printable(session.short_id) + branch;
  }
};

Json outcome_json(const SatisfyOutcome& outcome, const RequirementSessionId& session) {
  return Json{{"requirements", outcome.names},
              {"branch", outcome.branch},
              {"session", session.short_id},
              {"expires_at", outcome.expires_at ? Json(*outcome.expires_at) : Json()},
              {"still_open", outcome.still_open},
              {"faults", outcome.faults}};
}

void print_rest(Context& context, const SatisfyOutcome& outcome) {
  const Style style(context.system.environment);
  for (const std::string& open : outcome.still_open) {
    print_line(context.console, style.yellow("⬜ ") + "marked, but still open: " + printable(open));
  }
  for (const std::string& fault : outcome.faults) {
    print_line(context.console, style.yellow("! ") + printable(fault));
  }
}

int exit_of(const SatisfyOutcome& outcome) { return outcome.still_open.empty() ? kDone : kDenied; }

bool is_open(const SatisfyOutcome& outcome, const std::string& name) {
  return std::any_of(outcome.still_open.begin(), outcome.still_open.end(),
                     [&](const std::string& open) { return open.starts_with(name + ":"); });
}

void print_satisfied(Context& context, const SatisfyOutcome& outcome, const Reach& reach) {
  const Style style(context.system.environment);
  const std::string until =
      outcome.expires_at ? ", until " + time_text(*outcome.expires_at) : std::string();
  for (const std::string& name : outcome.names) {
    if (is_open(outcome, name)) continue;
    print_line(context.console,
               style.green("✓ " + printable(name)) + " satisfied " + reach.of(name) + until);
  }
  print_rest(context, outcome);
}

// Each has a length of its own, unless one was given: what is on file now says when each ends.
void print_approved(Context& context, engine::Workspace& workspace,
                    const RequirementSessionId& session, const SatisfyOutcome& outcome) {
  const Style style(context.system.environment);
  const auto status =
      engine::requirement_status(workspace, {.session = session, .branch = {}, .all = false});
  for (const std::string& name : outcome.names) {
    const auto line = std::find_if(status.lines.begin(), status.lines.end(),
                                   [&](const auto& one) { return one.name == name; });
    const auto expires = line == status.lines.end() ? outcome.expires_at : line->expires_at;
    if (is_open(outcome, name)) continue;
    print_line(context.console, style.green("✓ " + printable(name)) + " approved for session " +
                                    printable(session.short_id) + " on " +
                                    printable(outcome.branch) +
                                    (expires ? ", until " + time_text(*expires) : std::string()));
  }
  print_rest(context, outcome);
}

}  // namespace

base::Result<int> run_req_satisfy(Context& context, Arguments& arguments) {
  Words words;
  bool for_branch = false;
  declare(arguments, words);
  arguments.flag({"-b,--branch", "", "For every session of this branch"}, for_branch);
  TRY(arguments.parse());
  TRY_ASSIGN(auto request, request_of(arguments, std::move(words)));
  request.for_branch = for_branch;
  TRY_ASSIGN(auto workspace, open_requirements(context, arguments));
  const model::Requirements rules = engine::requirement_rules(workspace);
  const bool beyond = for_branch || engine::is_beyond_sessions(rules, request.names);
  const auto choose = beyond ? choose_session_or_nobody : choose_session;
  TRY_ASSIGN(const auto session, choose(context, arguments, workspace));
  const auto outcome = engine::satisfy_requirements(workspace, session, request, {});
  if (!outcome.ok()) return not_saved(outcome.error());
  if (arguments.form() == Form::json) {
    print_json(context.console, outcome_json(*outcome, session));
  } else {
    print_satisfied(context, *outcome, {rules, session, for_branch});
  }
  return exit_of(*outcome);
}

base::Result<int> run_req_approve(Context& context, Arguments& arguments) {
  Words words;
  declare(arguments, words);
  TRY(arguments.parse());
  TRY_ASSIGN(const auto request, request_of(arguments, std::move(words)));
  TRY_ASSIGN(auto chosen, open_requirement_session(context, arguments));
  const auto outcome = engine::approve_requirements(chosen.workspace, chosen.session, request, {});
  if (!outcome.ok()) return not_saved(outcome.error());
  if (arguments.form() == Form::json) {
    print_json(context.console, outcome_json(*outcome, chosen.session));
  } else {
    print_approved(context, chosen.workspace, chosen.session, *outcome);
  }
  return exit_of(*outcome);
}

base::Result<int> run_req_clear(Context& context, Arguments& arguments) {
  engine::ClearRequest request;
  bool all = false;
  arguments.operands({"NAME", "", "The requirements"}, request.names);
  arguments.flag({"--all", "", "All of them, but for the permanent ones"}, all);
  arguments.flag({"-b,--branch", "", "For every session of this branch"}, request.for_branch);
  arguments.session_option();
  TRY(arguments.parse());
  if (request.names.empty() != all) return arguments.wrong_use("Give either NAME or --all.");
  TRY_ASSIGN(auto workspace, open_requirements(context, arguments));
  const model::Requirements rules = engine::requirement_rules(workspace);
  const bool beyond =
      request.for_branch || (!all && engine::is_beyond_sessions(rules, request.names));
  const auto choose = beyond ? choose_session_or_nobody : choose_session;
  TRY_ASSIGN(const auto session, choose(context, arguments, workspace));
  const auto cleared = engine::clear_requirements(workspace, session, request, {});
  if (!cleared.ok()) return not_saved(cleared.error());
  if (arguments.form() == Form::json) {
    print_json(
        context.console,
        Json{{"cleared", *cleared}, {"branch", session.branch}, {"session", session.short_id}});
    return kDone;
  }
  const Style style(context.system.environment);
  const Reach reach{rules, session, request.for_branch};
  for (const std::string& name : *cleared) {
    print_line(context.console, style.green("✓ ") + printable(name) + " cleared " + reach.of(name));
  }
  if (cleared->empty()) print_line(context.console, "There was nothing to clear.");
  return kDone;
}

}  // namespace cli
