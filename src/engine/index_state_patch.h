// What a change of a run's state, as the journal has it, says about phases, violations and links.
// Private to the engine.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "index/rows.h"

namespace engine {

// What the lines before mean to those that follow; kept with the journal's mark.
struct JournalCarry {
  std::string host_id;
  std::string work;                                // The slug of the work session.
  std::string task;                                // activeTask
  std::string mode;                                // currentMode
  std::string workflow;                            // orchestratorWorkflow.workflowPhase
  std::string protocol;                            // protocol.current_phase
  std::string protocol_id;                         // protocol.session_id
  std::vector<std::string> violations;             // The ids of those that are known already.
  std::map<std::string, std::string> work_phases;  // Slug to phase.
};
std::string to_text(const JournalCarry& carry);
// An empty one for what cannot be read.
JournalCarry carry_from_text(std::string_view text);

struct StateFindings {
  std::vector<indexing::PhaseEventRow> phases;  // Without project, actor and time.
  std::vector<indexing::ViolationRow> violations;
};
// Follows the patch of a `state` line. `payload` is the line's; one that is no patch changes
// nothing.
StateFindings follow_state(std::string_view payload, std::string_view run, JournalCarry& carry);

}  // namespace engine
