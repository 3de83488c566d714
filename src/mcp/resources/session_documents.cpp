#include "mcp/resources/session_documents.h"

#include <nlohmann/json.hpp>

#include "engine/protocol.h"
#include "engine/requirement.h"
#include "mcp/requirement_json.h"

namespace mcp {
namespace {

using base::Json;
using base::JsonBox;

// Many a log of violations is long; the newest are what one looks for.
constexpr std::size_t kViolationsMax = 100;

// The run that is meant, where its session goes on; nothing where there is none.
base::Result<std::optional<model::Run>> active_run(const ServedProject& project,
                                                   engine::Workspace& workspace) {
  using Found = std::optional<model::Run>;
  const auto run = project.run(workspace);
  if (!run.ok()) {
    const base::Code code = run.error().code;
    const bool is_none = code == base::Code::no_session || code == base::Code::ambiguous_id;
    return is_none ? base::Result<Found>(Found()) : run.error();
  }
  auto state = engine::get_state(workspace, *run);
  if (!state.ok() && state.error().code == base::Code::not_found) return Found();
  if (!state.ok()) return std::move(state).error();
  if (!model::is_active(state->protocol)) return Found();
  return Found(*std::move(state));
}

Json inactive() { return {{"active", false}}; }

Json state_json(const model::Run& run) {
  Json json{{"active", model::is_active(run.protocol)},
            {"run_id", run.id.text},
            {"mode", run.mode.text()},
            {"version", run.version}};
  if (run.protocol) json.update(model::to_json(*run.protocol));
  return json;
}

}  // namespace

base::Result<JsonBox> state_document(const ServedProject& project, engine::Workspace& workspace) {
  TRY_ASSIGN(const auto run, active_run(project, workspace));
  return JsonBox(run ? state_json(*run) : inactive());
}

base::Result<JsonBox> state_document_of(const ServedProject& project, engine::Workspace& workspace,
                                        const std::string& session_id) {
  TRY_ASSIGN(const auto run, project.run(workspace, session_id));
  TRY_ASSIGN(const auto state, engine::get_state(workspace, run));
  return JsonBox(state_json(state));
}

base::Result<JsonBox> checklist_document(const ServedProject& project,
                                         engine::Workspace& workspace) {
  TRY_ASSIGN(const auto run, active_run(project, workspace));
  if (!run) return JsonBox(inactive());
  return JsonBox(Json{{"active", true},
                      {"session_id", run->protocol->session_id},
                      {"phase", run->protocol->current_phase.text()},
                      {"checklist", model::to_json(run->protocol->checklist)}});
}

base::Result<JsonBox> history_document(const ServedProject& /*project*/,
                                       engine::Workspace& workspace) {
  const auto limit = static_cast<std::size_t>(workspace.config().protocol_history_size);
  Json sessions = Json::array();
  for (const engine::PastSession& past : engine::past_sessions(workspace, limit)) {
    sessions.push_back(Json{{"session_id", past.session_id},
                            {"objective", past.objective},
                            {"outcome", past.outcome},
                            {"commit_sha", past.commit_sha},
                            {"key_decisions", past.key_decisions},
                            {"next_session_notes", past.next_session_notes},
                            {"ended_at", past.ended_at}});
  }
  return JsonBox(Json{{"sessions", std::move(sessions)}});
}

base::Result<JsonBox> violations_document(const ServedProject& /*project*/,
                                          engine::Workspace& workspace) {
  Json violations = Json::array();
  for (const engine::PastViolation& past : engine::past_violations(workspace, kViolationsMax)) {
    Json one{{"session_id", past.session_id}};
    one.update(model::to_json(past.violation));
    violations.push_back(std::move(one));
  }
  return JsonBox(Json{{"violations", std::move(violations)}});
}

base::Result<JsonBox> requirements_document(const ServedProject& project,
                                            engine::Workspace& workspace) {
  engine::StatusQuestion question;
  auto session = engine::choose_requirement_session(workspace, project.choice());
  if (session.ok()) question.session = *std::move(session);
  return JsonBox(requirements_json(engine::requirement_status(workspace, question)));
}

}  // namespace mcp
