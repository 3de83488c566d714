// What the events of one run's journal mean to the index: agents and their calls, phases,
// violations, prompts. Private to the engine.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "engine/index_journal_line.h"
#include "engine/index_state_patch.h"
#include "index/index.h"

namespace engine {

class EventWriter {
 public:
  // `batch` and the texts outlive this. `carry` is what `carry()` gave when the journal was left.
  EventWriter(indexing::Batch& batch, const std::string& project_id, const std::string& run,
              std::string_view carry);

  // In the order of the journal.
  base::Result<void> write(const JournalParts& parts, std::string_view line);
  // Writes the agents that changed.
  base::Result<void> finish();
  std::string carry() const { return to_text(carry_); }

 private:
  struct Agent {
    indexing::AgentRow row;
    bool is_changed = false;
  };

  base::Result<void> write_meaning(const JournalParts& parts);
  base::Result<void> write_call(const JournalParts& parts);
  // What the gate said: the last answer is shown in lists, every no is kept.
  base::Result<void> write_decision(const JournalParts& parts);
  base::Result<void> write_state(const JournalParts& parts);
  base::Result<void> write_work_step(const JournalParts& parts);
  base::Result<void> write_phase(indexing::PhaseEventRow row, const JournalParts& parts);
  // The agent of an event, made where there is none; `agent` is empty for the main one.
  base::Result<Agent*> agent(const std::string& agent, const JournalParts& parts);
  void follow(Agent& agent, const JournalParts& parts);
  // The conversation as the host spells it, to resume it by (S2-112).
  const std::string& host_session() const { return carry_.host_id.empty() ? run_ : carry_.host_id; }

  indexing::Batch& batch_;
  const std::string& project_id_;
  const std::string& run_;
  JournalCarry carry_;
  std::string session_id_;  // Of carry_.work's row.
  std::map<std::string, Agent, std::less<>> agents_;
  PayloadParts payload_;
  // A call of a tool: what lists show where the gate was not asked.
  void follow_call(const JournalParts& parts);

  // The last decision or call that was told, as it stands in the journal; taken apart in the end.
  struct LastTool {
    std::string kind;
    std::string at;
    std::string payload;
    bool is_first = false;  // All calls so far were of its tool, and no decision came before it.
  };
  std::optional<LastTool> last_tool_;
  bool has_counts_changed_ = false;
};

}  // namespace engine
