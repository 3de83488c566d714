#include "store/config_keys.h"

#include <algorithm>
#include <charconv>

#include "base/id.h"
#include "base/text.h"

namespace store {
namespace {

using model::Config;

using model::ContinuityConfig;

// A member of the configuration, or of the part of it that document S3 has.
template <typename Value>
Value& at(Config& config, Value Config::*member) {
  return config.*member;
}
template <typename Value>
Value& at(Config& config, Value ContinuityConfig::*member) {
  return config.continuity.*member;
}

template <auto Member>
bool set_config_flag(Config& config, std::string_view value) {
  const auto flag = to_flag(value);
  if (flag) at(config, Member) = *flag;
  return flag.has_value();
}

template <auto Member, std::int64_t Min, std::int64_t Max>
bool set_config_number(Config& config, std::string_view value) {
  const auto number = base::to_number(value);
  if (!number || *number < static_cast<std::uint64_t>(Min) ||
      *number > static_cast<std::uint64_t>(Max)) {
    return false;
  }
  at(config, Member) = static_cast<std::int64_t>(*number);
  return true;
}

// A part of one, its limits in thousandths.
template <auto Member, int Min, int Max>
bool set_share(Config& config, std::string_view value) {
  constexpr double kThousandths = 1000;
  double number = 0;
  const auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), number);
  const bool is_number = problem == std::errc() && end == value.data() + value.size();
  // Written so that what is no number at all is outside too.
  if (!is_number || !(number >= Min / kThousandths && number <= Max / kThousandths)) return false;
  at(config, Member) = number;
  return true;
}

bool set_absent(Config& config, std::string_view value) {
  if (value != "create" && value != "deny") return false;
  config.gate_absent = value == "deny" ? model::AbsentPolicy::deny : model::AbsentPolicy::create;
  return true;
}

bool set_initial_mode(Config& config, std::string_view value) {
  const model::ModeName mode{std::string(value)};
  // A file of the repository may not switch the gate off for a run nobody has looked at.
  if (!mode.known() || mode.is(model::Mode::disabled)) return false;
  config.gate_initial_mode = mode;
  return true;
}

bool set_agent_mode_change(Config& config, std::string_view value) {
  using model::AgentModeChange;
  if (value != "tighten" && value != "own" && value != "any") return false;
  config.gate_agent_mode_change = value == "tighten" ? AgentModeChange::tighten
                                  : value == "own"   ? AgentModeChange::own
                                                     : AgentModeChange::any;
  return true;
}

bool set_protocol_enabled(Config& config, std::string_view value) {
  if (value == "auto") {
    config.protocol_enabled = model::ProtocolSwitch::automatic;
    return true;
  }
  const auto flag = to_flag(value);
  if (!flag) return false;
  config.protocol_enabled = *flag ? model::ProtocolSwitch::on : model::ProtocolSwitch::off;
  return true;
}

bool set_enforcement(Config& config, std::string_view value) {
  if (value != "report" && value != "enforce") return false;
  config.protocol_enforcement =
      value == "enforce" ? model::Enforcement::enforce : model::Enforcement::report;
  return true;
}

template <auto Member>
bool set_list(Config& config, std::string_view value) {
  (config.*Member).clear();
  for (const std::string_view item : base::split(value, '\n')) {
    if (!item.empty()) (config.*Member).emplace_back(item);
  }
  return true;
}

// An item is a tool and one of its arguments: "mcp__fs__put where".
bool set_mcp_arguments(Config& config, std::string_view value) {
  std::map<std::string, std::vector<std::string>> read;
  for (const std::string_view item : base::split(value, '\n')) {
    if (item.empty()) continue;
    const std::size_t blank = item.find(' ');
    if (blank == 0 || blank == item.npos || blank + 1 == item.size()) return false;
    read[std::string(item.substr(0, blank))].emplace_back(item.substr(blank + 1));
  }
  config.gate_mcp = std::move(read);
  return true;
}

template <auto Member>
bool set_config_text(Config& config, std::string_view value) {
  config.*Member = std::string(value);
  return true;
}

bool set_skills_dir(Config& config, std::string_view value) {
  // Empty says that the project has none.
  if (!value.empty() && !is_inside(value)) return false;
  config.protocol_skills_dir = std::string(value);
  return true;
}

bool set_date(Config& config, std::string_view value) {
  if (value != "utc" && value != "local") return false;
  config.protocol_local_date = value == "local";
  return true;
}

bool set_mcp_tools(Config& config, std::string_view value) {
  if (value != "core" && value != "all") return false;
  config.mcp_tools = value == "all" ? model::ToolSet::all : model::ToolSet::core;
  return true;
}

bool set_memory_backend(Config& config, std::string_view value) {
  if (value == "files") {
    config.memory_backend = model::MemoryBackend::files;
  } else if (value == "serena") {
    config.memory_backend = model::MemoryBackend::serena;
  } else if (value == "basic-memory") {
    config.memory_backend = model::MemoryBackend::basic_memory;
  } else {
    return false;
  }
  return true;
}

template <auto Member>
bool set_inside_path(Config& config, std::string_view value) {
  if (!is_inside(value)) return false;
  at(config, Member) = std::string(value);
  return true;
}

bool set_channel(Config& config, std::string_view value) {
  constexpr std::size_t kBytesMax = 64;
  if (!value.empty() && (!base::is_safe_id(value) || value.size() > kBytesMax)) return false;
  config.continuity.channel = std::string(value);
  return true;
}

std::vector<ConfigKey> general_keys() {
  return {
      {"gate.enabled", "true or false", false, set_config_flag<&Config::gate_enabled>},
      {"gate.absent", "create or deny", false, set_absent},
      {"gate.readonly_tools", "a list of tool names", true, set_list<&Config::gate_readonly_tools>},
      {"gate.mcp", "a map from names of tools to lists of names of arguments", true,
       set_mcp_arguments},
      {"gate.initial_mode", "analysis, planning or coding", false, set_initial_mode},
      {"gate.agent_mode_change", "tighten, own or any", false, set_agent_mode_change},
      {"gate.hook_timeout_ms", "50 to 8000", false,
       set_config_number<&Config::gate_hook_timeout_ms, 50, 8000>},
      {"protocol.enabled", "auto, true or false", false, set_protocol_enabled},
      {"protocol.enforcement", "report or enforce", false, set_enforcement},
      {"protocol.file", "a path inside the project", false,
       set_inside_path<&Config::protocol_file>},
      {"protocol.exclusive", "true or false", false, set_config_flag<&Config::protocol_exclusive>},
      {"protocol.auto_start", "true or false", false,
       set_config_flag<&Config::protocol_auto_start>},
      {"protocol.orphan_hours", "1 to 8760", false,
       set_config_number<&Config::protocol_orphan_hours, 1, 8760>},
      {"protocol.history_size", "1 to 1000", false,
       set_config_number<&Config::protocol_history_size, 1, 1000>},
      {"protocol.skills_dir", "a path inside the project, or empty", false, set_skills_dir},
      {"protocol.qa_dir", "a path inside the project", false,
       set_inside_path<&Config::protocol_qa_dir>},
      {"protocol.handoff", "a path inside the project", false,
       set_inside_path<&Config::protocol_handoff>},
      {"protocol.lint_command", "a list: the program and its arguments", true,
       set_list<&Config::protocol_lint_command>},
      {"protocol.docs_globs", "a list of patterns", true, set_list<&Config::protocol_docs_globs>},
      {"protocol.date", "utc or local", false, set_date},
      {"work.root", "a path inside the project", false, set_inside_path<&Config::work_root>},
      {"work.touch_debounce_s", "0 to 86400", false,
       set_config_number<&Config::work_touch_debounce_s, 0, 86400>},
      {"work.add_commits", "true or false", false, set_config_flag<&Config::work_add_commits>},
      {"mcp.tools", "core or all", false, set_mcp_tools},
      {"memory.backend", "files, serena or basic-memory", false, set_memory_backend},
      {"memory.command", "a list: the program and its arguments", true,
       set_list<&Config::memory_command>},
      {"memory.url", "an http address", false, set_config_text<&Config::memory_url>},
      {"memory.project", "a name", false, set_config_text<&Config::memory_project>},
      {"signing.min_length", "32 to 1024", false,
       set_config_number<&Config::signing_min_length, 32, 1024>},
      {"locking.timeout_ms", "10 to 60000", false,
       set_config_number<&Config::locking_timeout_ms, 10, 60000>},
      {"locking.max_retries", "1 to 100", false,
       set_config_number<&Config::locking_max_retries, 1, 100>},
      {"compaction.threshold", "1 to 10000", false,
       set_config_number<&Config::compaction_threshold, 1, 10000>},
      {"compaction.keep", "0 to 10000", false,
       set_config_number<&Config::compaction_keep, 0, 10000>},
      {"retention.history_notes_days", "1 to 36500", false,
       set_config_number<&Config::retention_history_notes_days, 1, 36500>},
      {"retention.journal_days", "1 to 36500", false,
       set_config_number<&Config::retention_journal_days, 1, 36500>},
  };
}

// Document S3's, and how long what it keeps is kept.
std::vector<ConfigKey> continuity_keys() {
  return {
      {"retention.snapshots_days", "1 to 36500", false,
       set_config_number<&Config::retention_snapshots_days, 1, 36500>},
      {"retention.archive_days", "1 to 36500", false,
       set_config_number<&Config::retention_archive_days, 1, 36500>},
      {"session_persistence.enabled", "true or false", false,
       set_config_flag<&ContinuityConfig::enabled>},
      {"session_persistence.lookback_days", "1 to 30", false,
       set_config_number<&ContinuityConfig::lookback_days, 1, 30>},
      {"session_persistence.relevance_threshold", "0.1 to 1", false,
       set_share<&ContinuityConfig::relevance_threshold, 100, 1000>},
      {"session_persistence.max_sessions_scored", "1 to 10", false,
       set_config_number<&ContinuityConfig::max_sessions_scored, 1, 10>},
      {"session_persistence.max_inherited_pins", "1 to 8", false,
       set_config_number<&ContinuityConfig::max_inherited_pins, 1, 8>},
      {"session_persistence.decay_min_floor", "0.1 to 0.9", false,
       set_share<&ContinuityConfig::decay_min_floor, 100, 900>},
      {"session_persistence.critical_inheritance_days", "1 to 30", false,
       set_config_number<&ContinuityConfig::critical_inheritance_days, 1, 30>},
      {"session_persistence.same_channel", "true or false", false,
       set_config_flag<&ContinuityConfig::same_channel>},
      {"session_persistence.channel", "a name of letters, digits, '.', '_' and '-'", false,
       set_channel},
      {"session_persistence.pipeline_path", "a path inside the project", false,
       set_inside_path<&ContinuityConfig::pipeline_path>},
      {"session_persistence.restore_timeout_ms", "50 to 5000", false,
       set_config_number<&ContinuityConfig::restore_timeout_ms, 50, 5000>},
      {"session_persistence.compaction_tokens", "100 to 4000", false,
       set_config_number<&ContinuityConfig::compaction_tokens, 100, 4000>},
      {"session_persistence.debug", "true or false", false,
       set_config_flag<&ContinuityConfig::debug>},
      {"pins.cap", "1 to 10", false, set_config_number<&ContinuityConfig::pins_cap, 1, 10>},
      {"continuity.lease_remote_minutes", "1 to 100000", false,
       set_config_number<&Config::lease_remote_minutes, 1, 100000>},
  };
}

std::vector<ConfigKey> remaining_keys() {
  return {
      {"notes.dir", "a path inside the project", false, set_inside_path<&Config::notes_dir>},
      {"track_subagents", "true or false", false, set_config_flag<&Config::track_subagents>},
  };
}

}  // namespace

const std::vector<ConfigKey>& config_keys() {
  static const std::vector<ConfigKey> kKeys = [] {
    std::vector<ConfigKey> keys = general_keys();
    for (const std::vector<ConfigKey>& more : {continuity_keys(), remaining_keys()}) {
      keys.insert(keys.end(), more.begin(), more.end());
    }
    return keys;
  }();
  return kKeys;
}

const ConfigKey* find_config_key(std::string_view name) {
  const auto& keys = config_keys();
  const auto found = std::find_if(keys.begin(), keys.end(),
                                  [&](const ConfigKey& key) { return key.name == name; });
  return found == keys.end() ? nullptr : &*found;
}

bool is_section_of_later_versions(std::string_view section) {
  for (const char* later : {"index", "registry", "cost", "hosts", "serve"}) {
    if (section == later) return true;
  }
  return false;
}

bool is_personal_key(std::string_view name) {
  for (const char* personal :
       {"session_persistence.layout", "session_persistence.sessions_dir", "pins.file"}) {
    if (name == personal) return true;
  }
  return false;
}

bool is_section_of_another_reader(std::string_view section) { return section == "requirements"; }

std::optional<bool> to_flag(std::string_view value) {
  const std::string lower = base::to_lower(value);
  for (const char* yes : {"true", "yes", "on", "1"}) {
    if (lower == yes) return true;
  }
  for (const char* no : {"false", "no", "off", "0"}) {
    if (lower == no) return false;
  }
  return std::nullopt;
}

bool is_inside(std::string_view path) {
  if (path.empty() || path.front() == '/' || path.find('\0') != std::string_view::npos)
    return false;
  const auto parts = base::split(path, '/');
  return std::none_of(parts.begin(), parts.end(), [](auto part) { return part == ".."; });
}

}  // namespace store
