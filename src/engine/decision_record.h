// A decision of the gate as the journal keeps it, there and back. Private to the engine.
#pragma once
#include <optional>
#include <string>

#include "base/json.h"
#include "engine/gate.h"
#include "model/host_event.h"
#include "model/journal_event.h"
#include "policy/shell/analysis.h"

namespace engine {

// The decision's member that says which mode the host's person is asked for.
constexpr const char* kAsksModeKey = "asks_mode";

// Texts of the host are redacted and clipped. `shell` is null for what is no shell command.
base::Json decision_to_json(const model::HostEvent& event, const model::GateDecision& decision,
                            const policy::shell::Analysis* shell);

// Nothing where the event is not a decision of the gate.
std::optional<PastDecision> decision_from_event(const model::RunId& run,
                                                const model::JournalEvent& event);

// "7d1054b6-42": the run's eight characters and the line's number.
std::string decision_id(const model::RunId& run, std::uint64_t seq);

// What a host wrote, fit for the journal.
std::string safe_text(std::string_view text, std::size_t bytes_max);
// What went wrong in a hook, for the record of its event.
std::string fault_text(const base::Error& error);

}  // namespace engine
