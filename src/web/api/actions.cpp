// What a person changes through the page. Whoever has its address may do what an agent's own
// command line may; what loosens asks for the operator token besides.
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "engine/dashboard/places.h"
#include "engine/history.h"
#include "engine/requirement.h"
#include "engine/session_end.h"
#include "web/api/routes.h"

namespace web {
namespace {

using base::Code;
using base::Json;

constexpr std::size_t kNamesMax = 50;
constexpr std::size_t kTextBytesMax = 1000;
constexpr std::int64_t kMinutesMax = 30;

engine::Caller dashboard_caller() { return {.actor = "dashboard", .operator_token = {}}; }

base::Error invalid(const std::string& what) { return {Code::invalid_params, what, ""}; }

base::Result<std::string> text_in(const Json& body, const char* key, bool is_needed) {
  const auto found = body.find(key);
  if (found == body.end() || found->is_null()) {
    if (is_needed) return invalid(std::string(key) + " is missing");
    return std::string();
  }
  if (!found->is_string()) return invalid(std::string(key) + " must be a text");
  auto text = found->get<std::string>();
  if (text.size() > kTextBytesMax) return invalid(std::string(key) + " is too long");
  if (is_needed && text.empty()) return invalid(std::string(key) + " is empty");
  return text;
}

base::Result<engine::Caller> caller_in(const Json& body) {
  engine::Caller caller = dashboard_caller();
  TRY_ASSIGN(caller.operator_token, text_in(body, "operator_token", false));
  return caller;
}

base::Result<std::vector<std::string>> names_in(const Json& body) {
  const auto found = body.find("names");
  const bool is_list = found != body.end() && found->is_array();
  if (!is_list || found->empty() || found->size() > kNamesMax) {
    return invalid("names must be a list of 1 to 50 requirements");
  }
  std::vector<std::string> names;
  for (const Json& name : *found) {
    if (!name.is_string() || name.get_ref<const std::string&>().size() > kTextBytesMax) {
      return invalid("names must be texts");
    }
    names.push_back(name.get<std::string>());
  }
  return names;
}

// The run that is meant, and its project as seen from the worktree that it works in.
struct Meant {
  engine::Workspace workspace;
  model::RunId run;
};

// The branch of a requirement is the one that the run's own worktree has checked out.
base::Result<engine::Workspace> at_worktree(const ApiContext& context, engine::Workspace found,
                                            const model::RunId& run, engine::Needs needs) {
  if (!found.keeps_runs()) return found;
  const auto state = engine::view_state(found, run);
  const std::string worktree = state.ok() ? (*state)->worktree.value_or("") : "";
  if (worktree.empty() || worktree == found.root().native()) return found;
  auto there = engine::Workspace::open(context.dashboard.system(), worktree, needs);
  const bool is_same = there.ok() && there->project() == found.project();
  if (is_same) return there;
  return found;
}

base::Result<Meant> meant_by(const ApiContext& context, const Json& body, engine::Needs needs) {
  // One of the same id may be here: who means another machine's must not change this one's.
  TRY_ASSIGN(const std::string machine, text_in(body, "machine", false));
  if (!machine.empty()) {
    return base::Error{Code::refused, "a run is changed on its own machine alone", ""};
  }
  TRY_ASSIGN(const std::string project, text_in(body, "project", true));
  TRY_ASSIGN(const std::string run, text_in(body, "run", true));
  TRY_ASSIGN(const auto known, engine::dashboard::find_project(context.dashboard, project));
  TRY_ASSIGN(auto workspace,
             engine::Workspace::open(context.dashboard.system(), known.root, needs));
  TRY_ASSIGN(auto id, engine::find_run(workspace, run));
  TRY_ASSIGN(auto placed, at_worktree(context, std::move(workspace), id, needs));
  return Meant{std::move(placed), std::move(id)};
}

base::JsonBox message(std::string text) {
  return base::JsonBox(Json{{"message", std::move(text)}});
}

using SatisfyFunction = base::Result<engine::SatisfyOutcome> (*)(
    engine::Workspace&, const engine::RequirementSessionId&, const engine::SatisfyRequest&,
    const engine::Caller&);

base::Result<base::JsonBox> mark(const ApiContext& context, const Json& body,
                                 SatisfyFunction function, const std::string& word) {
  engine::SatisfyRequest request;
  TRY_ASSIGN(request.names, names_in(body));
  const auto for_branch = body.find("for_branch");
  if (word == "satisfied" && for_branch != body.end() && !for_branch->is_null()) {
    if (!for_branch->is_boolean()) return invalid("for_branch must be true or false");
    request.for_branch = for_branch->get<bool>();
  }
  TRY_ASSIGN(auto meant, meant_by(context, body, engine::Needs::requirements));
  TRY_ASSIGN(const auto session,
             engine::choose_requirement_session(meant.workspace, {meant.run.text, {}}));
  TRY_ASSIGN(const engine::Caller caller, caller_in(body));
  TRY_ASSIGN(const auto outcome, function(meant.workspace, session, request, caller));
  std::string text = base::join(outcome.names, ", ") + " " + word + " for " +
                     (request.for_branch ? "every session" : "session " + session.short_id) +
                     " on " + outcome.branch + ".";
  if (!outcome.still_open.empty()) {
    text += " Still open: " + base::join(outcome.still_open, "; ") + ".";
  }
  return message(std::move(text));
}

base::Result<base::JsonBox> approve(const ApiContext& context, const Json& body) {
  return mark(context, body, engine::approve_requirements, "approved");
}

base::Result<base::JsonBox> satisfy(const ApiContext& context, const Json& body) {
  return mark(context, body, engine::satisfy_requirements, "satisfied");
}

base::Result<base::JsonBox> pause(const ApiContext& context, const Json& body) {
  const auto given = body.find("minutes");
  const bool is_number = given != body.end() && given->is_number_integer();
  const std::int64_t minutes = is_number ? given->get<std::int64_t>() : -1;
  if (minutes < 0 || minutes > kMinutesMax) {
    return invalid("minutes must be a whole number from 1 to 30, or 0 to resume");
  }
  engine::PauseRequest request;
  request.duration = std::chrono::minutes(minutes);
  TRY_ASSIGN(request.reason, text_in(body, "reason", false));
  TRY_ASSIGN(auto meant, meant_by(context, body, engine::Needs::everything));
  if (minutes == 0) {
    TRY(engine::resume_run(meant.workspace, meant.run, dashboard_caller()));
    return message("Run " + meant.run.brief() + " is not paused any more.");
  }
  TRY_ASSIGN(const engine::Caller caller, caller_in(body));
  TRY(engine::pause_run(meant.workspace, meant.run, request, caller));
  return message("Blocking is off for run " + meant.run.brief() + " for " +
                 base::to_words(request.duration) + ".");
}

base::Result<base::JsonBox> end(const ApiContext& context, const Json& body) {
  TRY_ASSIGN(const std::string reason, text_in(body, "reason", false));
  TRY_ASSIGN(auto meant, meant_by(context, body, engine::Needs::everything));
  TRY(engine::end_session(meant.workspace, meant.run, reason, dashboard_caller()));
  return message("Run " + meant.run.brief() + " has ended; if its agent goes on, it opens again.");
}

using Action = base::Result<base::JsonBox> (*)(const ApiContext& context, const Json& body);

}  // namespace

void add_action_routes(Router& router, const ApiContext& context) {
  const auto add = [&](std::string_view pattern, Action action) {
    router.add({"POST", pattern,
                [context, action](const Question& question) -> base::Result<base::JsonBox> {
                  if (!context.server.actions_allowed) {
                    return base::Error{Code::refused, "this dashboard only looks",
                                       "Start it with `holdfast serve --allow-actions`."};
                  }
                  return action(context, question.body.get());
                }});
  };
  add("/api/v1/actions/approve", approve);
  add("/api/v1/actions/satisfy", satisfy);
  add("/api/v1/actions/pause", pause);
  add("/api/v1/actions/end", end);
}

}  // namespace web
