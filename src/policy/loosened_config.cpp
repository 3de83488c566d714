#include "policy/loosened_config.h"

#include <algorithm>

#include "policy/mode.h"

namespace policy {
namespace {

using model::Config;

// Whether a list has something that the other has not.
template <typename List>
bool has_more(const List& list, const List& other) {
  return std::any_of(list.begin(), list.end(), [&](const auto& item) {
    return std::find(other.begin(), other.end(), item) == other.end();
  });
}

bool is_looser_mode(const model::ModeName& after, const model::ModeName& before) {
  return after != before && stricter(after, before) == before;
}

// A tool's arguments that were known to name files and are no more.
bool loses_arguments(const Config& before, const Config& after) {
  return std::any_of(before.gate_mcp.begin(), before.gate_mcp.end(), [&](const auto& row) {
    const auto found = after.gate_mcp.find(row.first);
    return found == after.gate_mcp.end() || has_more(row.second, found->second);
  });
}

int looseness(model::ProtocolSwitch setting) {
  switch (setting) {
    case model::ProtocolSwitch::on:
      return 0;
    case model::ProtocolSwitch::automatic:
      return 1;
    case model::ProtocolSwitch::off:
      return 2;
  }
  return 0;
}

struct KeyRow {
  const char* key;
  bool (*is_looser)(const Config& before, const Config& after);
};

template <auto Member>
bool differs(const Config& before, const Config& after) {
  return before.*Member != after.*Member;
}
template <auto Member>
bool was_switched_off(const Config& before, const Config& after) {
  return before.*Member && !(after.*Member);
}

constexpr KeyRow kKeyRows[] = {
    {"gate.absent",
     [](const Config& before, const Config& after) {
       return before.gate_absent == model::AbsentPolicy::deny &&
              after.gate_absent == model::AbsentPolicy::create;
     }},
    {"gate.agent_mode_change",
     [](const Config& before, const Config& after) {
       return after.gate_agent_mode_change > before.gate_agent_mode_change;
     }},
    {"gate.enabled", was_switched_off<&Config::gate_enabled>},
    {"gate.hook_timeout_ms",
     [](const Config& before, const Config& after) {
       return after.gate_hook_timeout_ms > before.gate_hook_timeout_ms;
     }},
    {"gate.initial_mode",
     [](const Config& before, const Config& after) {
       return is_looser_mode(after.gate_initial_mode, before.gate_initial_mode);
     }},
    {"gate.mcp", loses_arguments},
    {"gate.readonly_tools",
     [](const Config& before, const Config& after) {
       return has_more(after.gate_readonly_tools, before.gate_readonly_tools);
     }},
    {"memory.backend", differs<&Config::memory_backend>},
    {"memory.command", differs<&Config::memory_command>},
    {"memory.project", differs<&Config::memory_project>},
    {"memory.url", differs<&Config::memory_url>},
    {"notes.dir", differs<&Config::notes_dir>},
    {"protocol.auto_start", was_switched_off<&Config::protocol_auto_start>},
    {"protocol.docs_globs", differs<&Config::protocol_docs_globs>},
    {"protocol.enabled",
     [](const Config& before, const Config& after) {
       return looseness(after.protocol_enabled) > looseness(before.protocol_enabled);
     }},
    {"protocol.enforcement",
     [](const Config& before, const Config& after) {
       return before.protocol_enforcement == model::Enforcement::enforce &&
              after.protocol_enforcement == model::Enforcement::report;
     }},
    {"protocol.exclusive", was_switched_off<&Config::protocol_exclusive>},
    {"protocol.file", differs<&Config::protocol_file>},
    {"protocol.handoff", differs<&Config::protocol_handoff>},
    {"protocol.lint_command", differs<&Config::protocol_lint_command>},
    {"protocol.qa_dir", differs<&Config::protocol_qa_dir>},
    {"protocol.skills_dir", differs<&Config::protocol_skills_dir>},
    {"signing.min_length",
     [](const Config& before, const Config& after) {
       return after.signing_min_length < before.signing_min_length;
     }},
    {"track_subagents", was_switched_off<&Config::track_subagents>},
    {"work.root", differs<&Config::work_root>},
};

}  // namespace

std::vector<std::string> loosened_keys(const Config& before, const Config& after) {
  std::vector<std::string> keys;
  for (const KeyRow& row : kKeyRows) {
    if (row.is_looser(before, after)) keys.emplace_back(row.key);
  }
  return keys;
}

}  // namespace policy
