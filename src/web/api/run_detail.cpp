// One run: what it is, what happened, and what its state was.
#include "engine/dashboard/run_detail.h"

#include "base/text.h"
#include "engine/dashboard/run_events.h"
#include "engine/dashboard/team_detail.h"
#include "web/api/page_json_impl.h"
#include "web/api/pin_json.h"
#include "web/api/protocol_json.h"
#include "web/api/routes.h"
#include "web/api/run_event_json.h"
#include "web/api/run_summary_json.h"

namespace web {
namespace {

using base::Json;
using base::JsonBox;
namespace dashboard = engine::dashboard;

template <typename Number>
Json number_or_null(const std::optional<Number>& number) {
  return number ? Json(*number) : Json();
}

Json item_json(const dashboard::AgentLine& agent) {
  return Json{{"id", agent.id},
              {"parent", text_or_null(agent.parent)},
              {"role", agent.role},
              {"type", text_or_null(agent.type)},
              {"name", text_or_null(agent.name)},
              {"model", text_or_null(agent.model)},
              {"status", text_or_null(agent.status)},
              {"started_at", text_or_null(agent.started_at)},
              {"completed_at", text_or_null(agent.completed_at)},
              {"input_tokens", number_or_null(agent.input_tokens)},
              {"output_tokens", number_or_null(agent.output_tokens)},
              {"cost_usd", number_or_null(agent.cost_usd)}};
}

Json item_json(const model::Decision& decision) {
  return Json{{"id", decision.id},
              {"at", text_or_null(decision.timestamp)},
              {"by", text_or_null(decision.decided_by.text())},
              {"text", decision.description},
              {"why", text_or_null(decision.rationale)}};
}

Json item_json(const model::Verdict& verdict) {
  return Json{{"at", text_or_null(verdict.timestamp)},
              {"by", text_or_null(verdict.agent.text())},
              {"verdict", verdict.decision.text()},
              {"text", text_or_null(verdict.reasoning)}};
}

Json item_json(const dashboard::HandoffLine& handoff) {
  return Json{{"at", text_or_null(handoff.at)},
              {"from", text_or_null(handoff.from)},
              {"to", text_or_null(handoff.to)},
              {"text", text_or_null(handoff.text)}};
}

Json item_json(const engine::RequirementLine& line) {
  return Json{{"name", line.name},
              {"standing", line.standing},
              {"enforced", line.enforced},
              {"why", text_or_null(line.why)},
              {"way_out", text_or_null(line.way_out)}};
}

template <typename Item>
Json list_to_json(const std::vector<Item>& items) {
  Json list = Json::array();
  for (const Item& item : items) list.push_back(item_json(item));
  return list;
}

Json detail_json(const dashboard::RunDetail& detail) {
  return Json{{"run", run_summary_to_json(detail.run)},
              {"is_readable", detail.is_readable},
              {"problem", text_or_null(detail.problem)},
              {"paused_until", text_or_null(detail.paused_until)},
              {"loosened", detail.loosened},
              {"feature", text_or_null(detail.feature)},
              {"task", text_or_null(detail.task)},
              {"agents", list_to_json(detail.agents)},
              {"decisions", list_to_json(detail.decisions)},
              {"verdicts", list_to_json(detail.verdicts)},
              {"handoffs", list_to_json(detail.handoffs)},
              {"protocol", detail.protocol ? protocol_detail_to_json(*detail.protocol) : Json()},
              {"requirements", list_to_json(detail.requirements)},
              {"pins", pins_to_json(detail.pins)},
              {"versions", detail.versions},
              {"sent_at", text_or_null(detail.sent_at)}};
}

Json diff_json(const dashboard::RunDiff& diff) {
  Json differences = Json::array();
  for (const dashboard::StateDifference& one : diff.differences) {
    differences.push_back(Json{{"path", one.path},
                               {"change", dashboard::name_of(one.kind)},
                               {"before", one.before.get()},
                               {"after", one.after.get()}});
  }
  return Json{{"from", diff.from}, {"to", diff.to}, {"differences", std::move(differences)}};
}

Json version_json(const engine::VersionLine& line) {
  return Json{
      {"version", line.version}, {"at", line.at}, {"actor", line.actor}, {"what", line.what}};
}

base::Result<dashboard::PageQuestion> page_of(const Question& question) {
  TRY_ASSIGN(const std::size_t limit, question.limit());
  return dashboard::PageQuestion{question.query.text("cursor"), limit};
}

// A version by its number; nothing where none is given.
base::Result<std::optional<std::int64_t>> version_of(const Question& question, const char* name) {
  constexpr std::int64_t kVersionMax = 1'000'000'000'000;
  if (!question.query.text(name)) return std::optional<std::int64_t>();
  TRY_ASSIGN(const std::int64_t version, question.query.number(name, 0, 1, kVersionMax));
  return std::optional<std::int64_t>(version);
}

base::Result<JsonBox> detail(dashboard::Dashboard& dashboard, const Question& question) {
  const std::string& run = question.parts.front();
  const auto machine = question.query.text("machine");
  TRY_ASSIGN(const auto detail, machine ? dashboard::team_run_detail(dashboard, *machine, run)
                                        : dashboard::run_detail(dashboard, run));
  return JsonBox(detail_json(detail));
}

base::Result<JsonBox> events(dashboard::Dashboard& dashboard, const Question& question) {
  TRY(check_is_here(question));
  dashboard::RunEventsQuestion wanted;
  TRY_ASSIGN(wanted.page, page_of(question));
  const std::string kinds = question.query.text("kind").value_or("");
  for (const std::string_view kind : base::split(kinds, ',')) {
    if (!kind.empty()) wanted.kinds.emplace_back(kind);
  }
  TRY_ASSIGN(const auto events, dashboard::run_events(dashboard, question.parts.front(), wanted));
  return JsonBox(page_to_json(events.page, [&](const model::JournalEvent& event) {
    return run_event_to_json(events.run, event);
  }));
}

base::Result<JsonBox> versions(dashboard::Dashboard& dashboard, const Question& question) {
  TRY(check_is_here(question));
  TRY_ASSIGN(const auto page, page_of(question));
  TRY_ASSIGN(const auto versions, dashboard::run_versions(dashboard, question.parts.front(), page));
  return JsonBox(
      page_to_json(versions, [](const engine::VersionLine& line) { return version_json(line); }));
}

base::Result<JsonBox> diff(dashboard::Dashboard& dashboard, const Question& question) {
  TRY(check_is_here(question));
  dashboard::DiffQuestion wanted;
  TRY_ASSIGN(wanted.from, version_of(question, "from"));
  TRY_ASSIGN(wanted.to, version_of(question, "to"));
  TRY_ASSIGN(const auto diff, dashboard::run_diff(dashboard, question.parts.front(), wanted));
  return JsonBox(diff_json(diff));
}

}  // namespace

void add_run_detail_routes(Router& router, const ApiContext& context) {
  dashboard::Dashboard& dashboard = context.dashboard;
  router.add({"GET", "/api/v1/runs/{id}",
              [&dashboard](const Question& question) { return detail(dashboard, question); }});
  router.add({"GET", "/api/v1/runs/{id}/events",
              [&dashboard](const Question& question) { return events(dashboard, question); }});
  router.add({"GET", "/api/v1/runs/{id}/versions",
              [&dashboard](const Question& question) { return versions(dashboard, question); }});
  router.add({"GET", "/api/v1/runs/{id}/state",
              [&dashboard](const Question& question) -> base::Result<JsonBox> {
                TRY(check_is_here(question));
                TRY_ASSIGN(const auto version, version_of(question, "version"));
                return dashboard::run_state(dashboard, question.parts.front(), version);
              }});
  router.add({"GET", "/api/v1/runs/{id}/diff",
              [&dashboard](const Question& question) { return diff(dashboard, question); }});
}

}  // namespace web
