// May the agent use this tool now? The decision table of docs/spec/model.md 4.6, row by row.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "model/config.h"
#include "model/gate.h"
#include "model/tool_call.h"
#include "policy/guarded_file.h"
#include "policy/shell/analysis.h"

namespace policy {

// What is known of the run's state when the question comes.
struct GateState {
  enum class Health { ok, absent, faulty };
  Health health = Health::ok;
  base::Error fault;  // With faulty: why.
  std::string run;    // The id that people know, for messages.
  model::ModeName mode;
  bool protocol_start_complete = false;
  bool paused = false;            // A pause that has not ended yet.
  bool protocol_started = false;  // A start protocol was begun in this run.
  bool ended = false;
};

// A command of ours that the call would run, and why it is not the agent's to run.
struct OwnDenial {
  std::string command;
  std::string why;
  bool is_for_a_person = true;  // Or for nobody, in a shell.
  // The mode that it would set, where the host could ask its person for it: the call runs nothing
  // else.
  std::string asked_mode{};
};

struct GateInput {
  const model::ToolCall& call;  // Borrowed for the length of the call.
  const model::Config& config;
  const GuardRoots& roots;
  GateState state;
  std::vector<GateTarget> targets;
  std::vector<GateTarget> reads;           // What a shell command or a looking tool would read.
  const shell::Analysis* shell = nullptr;  // Of a shell command; null for every other tool.
  std::optional<OwnDenial> own_denial;
  bool can_ask_person = false;  // See model::HostEvent.
  bool input_readable = true;
  std::string input_problem;
  bool switched_off = false;       // HOLDFAST_GATE=off
  bool protocol_enabled = false;   // After `auto` has been resolved.
  std::string session_log_folder;  // Where the run's own protocol log may be written; "" for none.
  // The project has requirements but did not opt in: rows 1 and 3 to 8 are not asked (BX-1).
  bool requirements_only = false;
  // What the call would take away of what lets a host ask us: a clause with its file, and a
  // sentence with what passes.
  std::optional<GuardedFile> guarded_entry = std::nullopt;
};

// Row 9's seam: requirements are asked only when rows 0 to 8 let the call pass. An error inside is
// row 10: the call passes. Returns a denial, or nothing.
class RequirementCheck {
 public:
  virtual ~RequirementCheck() = default;
  virtual std::optional<model::GateDecision> check(const GateInput& input) = 0;
};

// `requirements` may be null.
model::GateDecision decide_gate(const GateInput& input, RequirementCheck* requirements = nullptr);

}  // namespace policy
