// Decisions of the past: finding them again and asking the same question today.
#include <algorithm>
#include <deque>

#include "base/text.h"
#include "engine/decision_record.h"
#include "engine/gate.h"
#include "engine/history.h"
#include "engine/stores.h"
#include "model/file_tool.h"

namespace engine {

base::Result<std::vector<PastDecision>> past_decisions(Workspace& workspace,
                                                       const DecisionQuery& query) {
  Stores& stores = workspace.stores();
  std::vector<model::RunId> runs;
  if (query.run) {
    runs.push_back(*query.run);
  } else {
    runs = stores.journal.list();
  }
  std::vector<PastDecision> all;
  for (const model::RunId& run : runs) {
    std::deque<PastDecision> newest;  // The last `limit` of this run.
    TRY(stores.journal.read(run, 0, [&](const model::JournalEvent& event) {
      auto past = decision_from_event(run, event);
      if (!past || (query.denied_only && past->decision.allowed)) return true;
      newest.push_back(*std::move(past));
      if (newest.size() > query.limit) newest.pop_front();
      return true;
    }));
    std::move(newest.begin(), newest.end(), std::back_inserter(all));
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.at > b.at; });
  if (all.size() > query.limit) all.erase(all.begin() + static_cast<long>(query.limit), all.end());
  return all;
}

base::Result<PastDecision> find_decision(Workspace& workspace, const std::string& id) {
  Stores& stores = workspace.stores();
  const std::size_t dash = id.rfind('-');
  const auto seq = dash == std::string::npos ? std::nullopt : base::to_number(id.substr(dash + 1));
  if (!seq) {
    return base::Error{base::Code::invalid_params, "'" + id + "' is not the id of a decision",
                       "It has the form 7d1054b6-42; `holdfast why` shows the last one."};
  }
  TRY_ASSIGN(const model::RunId run, find_run(workspace, id.substr(0, dash)));
  std::optional<PastDecision> found;
  TRY(stores.journal.read(run, 0, [&](const model::JournalEvent& event) {
    if (event.seq == *seq) found = decision_from_event(run, event);
    return event.seq < *seq;
  }));
  if (!found) {
    return base::Error{base::Code::not_found, "there is no decision " + id,
                       "`holdfast events` lists what happened."};
  }
  return *std::move(found);
}

base::Result<model::GateDecision> replay_decision(Workspace& workspace, const PastDecision& past) {
  if (past.command_is_cut) {
    return base::Error{base::Code::failed,
                       "the journal has only the beginning of this command, which cannot be judged",
                       "`holdfast gate check Bash --input JSON` judges a whole one."};
  }
  HostFiles* const host_files = workspace.stores().host_files;
  const bool needs_text =
      host_files != nullptr && model::writes_files(past.call.tool) &&
      std::any_of(past.call.targets.begin(), past.call.targets.end(),
                  [&](const std::string& target) {
                    return host_files->is_judged_by_text(
                        os::normalised(
                            past.folder.empty() ? workspace.root() : os::Path(past.folder), target)
                            .native());
                  });
  if (needs_text) {
    return base::Error{
        base::Code::failed, "the journal does not keep the text by which such a call is judged",
        "`holdfast gate check " + past.call.tool + " --input JSON` judges a whole one."};
  }
  return check_gate(workspace, {.call = past.call, .folder = past.folder, .run = past.run});
}

}  // namespace engine
