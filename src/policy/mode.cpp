#include "policy/mode.h"

#include <algorithm>
#include <array>

#include "policy/field_check.h"
#include "policy/tool_class.h"

namespace policy {
namespace {

using model::Mode;

constexpr std::array<Mode, 4> kModes{Mode::analysis, Mode::planning, Mode::coding, Mode::disabled};

// What nobody knows is held to the strictest, so that a typing error opens nothing (B0-31).
Mode strict_reading(const model::ModeName& mode) { return mode.known().value_or(Mode::analysis); }

// Older versions wrote only the way: what came by MCP came from a model.
bool is_an_agents(const model::ModeHistoryEntry& entry) {
  return entry.by.text().empty() ? entry.actor == "mcp" : entry.by.is(model::Author::agent);
}

bool is_known_persons(const model::ModeHistoryEntry& entry) {
  return !is_an_agents(entry) && entry.way != kByUnknownTerminal;
}

std::string whose_word(bool is_agents, const std::string& way) {
  if (!is_agents) return "at a " + way;
  return way.empty() ? "by an agent" : "by an agent (" + way + ")";
}

base::Error forbidden(const model::Run& run, const ModeChange& change) {
  const std::string& persons = persons_mode(run).text();
  const std::string why =
      change.mode.is(Mode::disabled) ? "only a person sets this mode"
      : change.agents_may == model::AgentModeChange::tighten
          ? "gate.agent_mode_change lets an agent only tighten"
          : "a person or the configuration set " + persons + ", and only a person loosens that";
  std::string detail = change.asker.because.empty() ? "" : " (" + change.asker.because + ")";
  return {base::Code::mode_forbidden,
          "currentMode: " + change.mode.text() + " needs a person: " + why + detail,
          "Ask the person to do it in a terminal of their own."};
}

}  // namespace

bool mode_denies(const model::ModeName& mode, std::string_view tool) {
  switch (strict_reading(mode)) {
    case Mode::analysis:
      return is_file_writing_tool(tool) || tool == "Bash";
    case Mode::planning:
      return is_file_writing_tool(tool);
    case Mode::coding:
    case Mode::disabled:
      return false;
  }
  return true;
}

model::ModeName stricter(const model::ModeName& a, const model::ModeName& b) {
  // The enumeration runs from the strictest to the loosest.
  return std::min(strict_reading(a), strict_reading(b));
}

const model::ModeName& persons_mode(const model::Run& run) {
  const auto& history = run.mode_history;
  const auto last = std::find_if_not(history.rbegin(), history.rend(), is_an_agents);
  return last == history.rend() ? run.mode : last->mode;
}

bool agent_may_set(const model::Run& run, const model::ModeName& wanted,
                   model::AgentModeChange agents_may) {
  if (wanted.is(Mode::disabled)) return false;
  switch (agents_may) {
    case model::AgentModeChange::any:
      return true;
    case model::AgentModeChange::own:
      return strict_reading(wanted) <=
             std::max(strict_reading(persons_mode(run)), strict_reading(run.mode));
    case model::AgentModeChange::tighten:
      return strict_reading(wanted) <= strict_reading(run.mode);
  }
  return false;
}

std::vector<std::string> loosened_by_nobody_known(const model::Run& run, base::Instant now) {
  std::vector<std::string> clauses;
  const auto& history = run.mode_history;
  const auto last = std::find_if(history.rbegin(), history.rend(), is_known_persons);
  // Where nobody who is known ever set one, the first is what the configuration began with.
  const bool has_base = last != history.rend();
  const model::ModeName& known = has_base          ? last->mode
                                 : history.empty() ? run.mode
                                                   : history.front().mode;
  if (strict_reading(run.mode) > strict_reading(known)) {
    const model::ModeHistoryEntry& now_in_force = history.back();
    clauses.push_back("mode set " + whose_word(is_an_agents(now_in_force), now_in_force.way));
  }
  if (!run.pause) return clauses;
  const auto until = base::instant_from_iso(run.pause->until);
  const bool is_an_agents_pause = run.pause->by.is(model::Author::agent);
  const bool is_shown = is_an_agents_pause || run.pause->way == kByUnknownTerminal;
  if (until.ok() && *until > now && is_shown) {
    clauses.push_back("pause set " + whose_word(is_an_agents_pause, run.pause->way));
  }
  return clauses;
}

base::Result<model::Run> change_mode(model::Run run, const ModeChange& change, base::Instant now) {
  TRY(check_known("currentMode", change.mode, kModes));
  const bool is_open = !run.mode_history.empty() && !is_known_persons(run.mode_history.back());
  const bool is_nobodys = is_open && !is_an_agents(run.mode_history.back());
  const bool is_said_again = is_nobodys && change.asker.way == kByUnknownTerminal;
  const bool binds_it = change.asker.is_person() && is_open && !is_said_again;
  if (change.mode == run.mode && !binds_it) return run;
  if (!change.asker.is_person() && !agent_may_set(run, change.mode, change.agents_may)) {
    return forbidden(run, change);
  }
  TRY(check_text("reason", change.reason));
  run.mode = change.mode;
  run.mode_history.push_back({.mode = change.mode,
                              .timestamp = base::to_iso(now),
                              .reason = change.reason,
                              .actor = change.actor,
                              .by = change.asker.by,
                              .way = change.asker.way,
                              .extra = {}});
  return run;
}

}  // namespace policy
