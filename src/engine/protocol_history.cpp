#include "engine/protocol_history.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "store/session_log.h"
#include "store/session_memory.h"

namespace engine {

using base::Json;

namespace {

// Later days and higher numbers first, whatever the number of digits.
bool is_newer(const PastSession& a, const PastSession& b) {
  const auto left = store::session_log_name(a.session_id + ".md");
  const auto right = store::session_log_name(b.session_id + ".md");
  if (!left || !right) return left.has_value() && !right.has_value();
  if (left->date != right->date) return left->date > right->date;
  return left->number > right->number;
}

}  // namespace

PastSession past_session_of(const model::Run& run) {
  const model::Protocol& protocol = *run.protocol;
  PastSession past;
  past.session_id = protocol.session_id;
  past.objective = protocol.objective;
  past.run = run.id.text;
  if (protocol.ended) {
    past.outcome = protocol.ended->status;
    past.commit_sha = protocol.ended->commit_sha;
    past.key_decisions = protocol.ended->key_decisions;
    past.next_session_notes = protocol.ended->next_session_notes;
    past.ended_at = protocol.ended->at;
  }
  return past;
}

Json to_json(const PastSession& past) {
  return {{"session_id", past.session_id},
          {"objective", past.objective},
          {"outcome", past.outcome},
          {"commit_sha", past.commit_sha},
          {"key_decisions", past.key_decisions},
          {"next_session_notes", past.next_session_notes},
          {"ended_at", past.ended_at},
          {"run", past.run}};
}

PastSession past_session_from_json(const Json& json) {
  PastSession past;
  past.session_id = base::text_at(json, "session_id");
  past.objective = base::text_at(json, "objective");
  past.outcome = base::text_at(json, "outcome");
  past.commit_sha = base::text_at(json, "commit_sha");
  past.next_session_notes = base::text_at(json, "next_session_notes");
  past.ended_at = base::text_at(json, "ended_at");
  past.run = base::text_at(json, "run");
  const auto decisions = json.find("key_decisions");
  if (decisions != json.end() && decisions->is_array()) {
    for (const Json& decision : *decisions) {
      if (decision.is_string()) past.key_decisions.push_back(decision.get<std::string>());
    }
  }
  return past;
}

std::vector<PastSession> local_history(Stores& stores, std::size_t limit) {
  std::vector<PastSession> sessions;
  std::set<std::string> seen;
  const auto lines = stores.protocols.history();
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    PastSession past = past_session_from_json(line->get());
    if (past.session_id.empty() || !seen.insert(past.session_id).second) continue;
    sessions.push_back(std::move(past));
  }
  std::stable_sort(sessions.begin(), sessions.end(), is_newer);
  if (limit != 0 && sessions.size() > limit) sessions.resize(limit);
  return sessions;
}

std::vector<PastSession> past_sessions(Workspace& workspace, std::size_t limit) {
  Stores& stores = workspace.stores();
  std::vector<PastSession> sessions = local_history(stores, 0);
  std::set<std::string> seen;
  for (const PastSession& past : sessions) seen.insert(past.session_id);
  // What colleagues' sessions left in the shared memory.
  const auto memory = stores.memory().read(std::string(store::kHistoryMemory));
  if (memory.ok()) {
    for (store::HistoryEntry& entry : store::read_history(*memory)) {
      if (!seen.insert(entry.session_id).second) continue;
      sessions.push_back({std::move(entry.session_id), std::move(entry.objective),
                          std::move(entry.outcome), std::move(entry.commit_sha),
                          std::move(entry.key_decisions), std::move(entry.next_session_notes), "",
                          ""});
    }
    std::stable_sort(sessions.begin(), sessions.end(), is_newer);
  }
  if (limit != 0 && sessions.size() > limit) sessions.resize(limit);
  return sessions;
}

}  // namespace engine
