// The table of configuration keys as the tests expect it: one row a key, in the program's order.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/config.h"

namespace store {

// A key, a value it takes, how that is seen, and values it refuses.
struct ConfigRow {
  const char* key;
  const char* value;
  std::function<bool(const model::Config&)> is_set;
  std::vector<const char*> refused;
};

template <typename Member>
std::function<bool(const model::Config&)> equals(Member model::Config::*member, Member value) {
  return [member, value](const model::Config& config) { return config.*member == value; };
}

template <typename Member>
std::function<bool(const model::Config&)> equals(Member model::ContinuityConfig::*member,
                                                 Member value) {
  return
      [member, value](const model::Config& config) { return config.continuity.*member == value; };
}

inline std::vector<ConfigRow> gate_rows() {
  using Number = std::int64_t;
  return {
      {"gate.enabled",
       "false",
       equals(&model::Config::gate_enabled, false),
       {"maybe", "2", "''", "~"}},
      {"gate.absent",
       "deny",
       equals(&model::Config::gate_absent, model::AbsentPolicy::deny),
       {"Deny", "allow", "true", "[deny]"}},
      {"gate.readonly_tools",
       "[Read, 'mcp__*__read_*']",
       equals(&model::Config::gate_readonly_tools, {"Read", "mcp__*__read_*"}),
       {"[[Read]]", "[{a: b}]", "{a: b}"}},
      {"gate.mcp",
       "{mcp__fs__put: [where, to]}",
       [](const model::Config& config) {
         const auto found = config.gate_mcp.find("mcp__fs__put");
         return found != config.gate_mcp.end() &&
                found->second == std::vector<std::string>{"where", "to"};
       },
       {"mcp__fs__put", "[where]", "{mcp__fs__put: {a: b}}", "{mcp__fs__put: [[a]]}"}},
      {"gate.initial_mode",
       "analysis",
       [](const model::Config& config) {
         return config.gate_initial_mode.is(model::Mode::analysis);
       },
       {"disabled", "anlysis", "Coding", "''"}},
      {"gate.agent_mode_change",
       "tighten",
       equals(&model::Config::gate_agent_mode_change, model::AgentModeChange::tighten),
       {"Own", "none", "true", "''"}},
      {"gate.hook_timeout_ms",
       "8000",
       equals(&model::Config::gate_hook_timeout_ms, Number{8000}),
       {"49", "8001", "-1", "1.5", "2s", "0x50"}},
  };
}

inline std::vector<ConfigRow> protocol_rows() {
  using Number = std::int64_t;
  return {
      {"protocol.enabled",
       "true",
       equals(&model::Config::protocol_enabled, model::ProtocolSwitch::on),
       {"sometimes", "2"}},
      {"protocol.enforcement",
       "enforce",
       equals(&model::Config::protocol_enforcement, model::Enforcement::enforce),
       {"strict", "true"}},
      {"protocol.file",
       "docs/protocol.md",
       equals(&model::Config::protocol_file, std::string("docs/protocol.md")),
       {"/etc/passwd", "../x", "a/../../x", "..", "''"}},
      {"protocol.exclusive", "no", equals(&model::Config::protocol_exclusive, false), {"one"}},
      {"protocol.auto_start", "no", equals(&model::Config::protocol_auto_start, false), {"one"}},
      {"protocol.orphan_hours",
       "8760",
       equals(&model::Config::protocol_orphan_hours, Number{8760}),
       {"0", "8761"}},
      {"protocol.history_size",
       "5",
       equals(&model::Config::protocol_history_size, Number{5}),
       {"0", "1001"}},
      {"protocol.skills_dir",
       "''",
       equals(&model::Config::protocol_skills_dir, std::string()),
       {"/usr", "../skills"}},
      {"protocol.qa_dir",
       "qa",
       equals(&model::Config::protocol_qa_dir, std::string("qa")),
       {"/tmp", "..", "''"}},
      {"protocol.handoff",
       "HANDOFF.md",
       equals(&model::Config::protocol_handoff, std::string("HANDOFF.md")),
       {"/etc/passwd", "../x"}},
      {"protocol.lint_command",
       "[make, lint]",
       equals(&model::Config::protocol_lint_command, {"make", "lint"}),
       {"[[make]]", "{a: b}"}},
      {"protocol.docs_globs",
       "['*.adoc']",
       equals(&model::Config::protocol_docs_globs, {"*.adoc"}),
       {"{a: b}"}},
      {"protocol.date", "local", equals(&model::Config::protocol_local_date, true), {"gmt", "''"}},
  };
}

inline std::vector<ConfigRow> work_rows() {
  using Number = std::int64_t;
  return {
      {"work.root",
       "planning/sessions",
       equals<std::string>(&model::Config::work_root, "planning/sessions"),
       {"/abs", "../up", "''"}},
      {"work.touch_debounce_s",
       "0",
       equals(&model::Config::work_touch_debounce_s, Number{0}),
       {"-1", "86401", "1m"}},
      {"work.add_commits",
       "false",
       equals(&model::Config::work_add_commits, false),
       {"maybe", "[a]"}},
      {"mcp.tools",
       "all",
       equals(&model::Config::mcp_tools, model::ToolSet::all),
       {"none", "[all]"}},
      {"memory.backend",
       "basic-memory",
       equals(&model::Config::memory_backend, model::MemoryBackend::basic_memory),
       {"redis", "''"}},
      {"memory.command",
       "[serena, start-mcp-server]",
       equals(&model::Config::memory_command, {"serena", "start-mcp-server"}),
       {"{a: b}"}},
      {"memory.url",
       "http://127.0.0.1:9121/mcp",
       equals(&model::Config::memory_url, std::string("http://127.0.0.1:9121/mcp")),
       {"[a]"}},
      {"memory.project",
       "main",
       equals(&model::Config::memory_project, std::string("main")),
       {"[a]"}},
  };
}

inline std::vector<ConfigRow> storage_rows() {
  using Number = std::int64_t;
  return {
      {"signing.min_length",
       "64",
       equals(&model::Config::signing_min_length, Number{64}),
       {"31", "0", "1025"}},
      {"locking.timeout_ms",
       "10",
       equals(&model::Config::locking_timeout_ms, Number{10}),
       {"9", "60001"}},
      {"locking.max_retries",
       "100",
       equals(&model::Config::locking_max_retries, Number{100}),
       {"0", "101"}},
      {"compaction.threshold",
       "1",
       equals(&model::Config::compaction_threshold, Number{1}),
       {"0", "10001"}},
      {"compaction.keep", "0", equals(&model::Config::compaction_keep, Number{0}), {"-1", "10001"}},
      {"retention.history_notes_days",
       "36500",
       equals(&model::Config::retention_history_notes_days, Number{36500}),
       {"0", "36501"}},
      {"retention.journal_days",
       "1",
       equals(&model::Config::retention_journal_days, Number{1}),
       {"0", "99999999999999999999"}},
  };
}

// S3-53, S3-54, S3-55, S3-56, S3-57, S3-58, S3-59, S3-61
inline std::vector<ConfigRow> continuity_rows() {
  using Continuity = model::ContinuityConfig;
  using Number = std::int64_t;
  return {
      {"retention.snapshots_days",
       "60",
       equals(&model::Config::retention_snapshots_days, Number{60}),
       {"0", "36501"}},
      {"retention.archive_days",
       "1000",
       equals(&model::Config::retention_archive_days, Number{1000}),
       {"0", "36501"}},
      {"session_persistence.enabled", "off", equals(&Continuity::enabled, false), {"maybe"}},
      {"session_persistence.lookback_days",
       "30",
       equals(&Continuity::lookback_days, Number{30}),
       {"0", "31", "-1", "7.5"}},
      {"session_persistence.relevance_threshold",
       "0.1",
       equals(&Continuity::relevance_threshold, 0.1),
       {"0.09", "1.01", "nan", "inf", "-1", "0,5", "much", "''", "0.25x"}},
      {"session_persistence.max_sessions_scored",
       "10",
       equals(&Continuity::max_sessions_scored, Number{10}),
       {"0", "11"}},
      {"session_persistence.max_inherited_pins",
       "8",
       equals(&Continuity::max_inherited_pins, Number{8}),
       {"0", "9"}},
      {"session_persistence.decay_min_floor",
       "0.9",
       equals(&Continuity::decay_min_floor, 0.9),
       {"0.05", "0.91", "nan"}},
      {"session_persistence.critical_inheritance_days",
       "30",
       equals(&Continuity::critical_inheritance_days, Number{30}),
       {"0", "31"}},
      {"session_persistence.same_channel", "no", equals(&Continuity::same_channel, false), {"x"}},
      {"session_persistence.channel",
       "discord",
       equals(&Continuity::channel, std::string("discord")),
       {"a/b", "'a b'", "..", "[a]"}},
      {"session_persistence.pipeline_path",
       "ci/state.json",
       equals(&Continuity::pipeline_path, std::string("ci/state.json")),
       {"/etc/passwd", "../x", "''"}},
      {"session_persistence.restore_timeout_ms",
       "5000",
       equals(&Continuity::restore_timeout_ms, Number{5000}),
       {"49", "5001"}},
      {"session_persistence.compaction_tokens",
       "4000",
       equals(&Continuity::compaction_tokens, Number{4000}),
       {"99", "4001"}},
      {"session_persistence.debug", "true", equals(&Continuity::debug, true), {"2"}},
      {"pins.cap", "1", equals(&Continuity::pins_cap, Number{1}), {"0", "11"}},
  };
}

inline std::vector<ConfigRow> remaining_rows() {
  using Number = std::int64_t;
  return {
      {"continuity.lease_remote_minutes",
       "100000",
       equals(&model::Config::lease_remote_minutes, Number{100000}),
       {"0", "100001"}},
      {"notes.dir",
       "state/notes",
       equals(&model::Config::notes_dir, std::string("state/notes")),
       {"/tmp", "../notes", "a/..", "a/../b"}},
      {"track_subagents", "off", equals(&model::Config::track_subagents, false), {"none", "[]"}},
  };
}

inline std::vector<ConfigRow> config_rows() {
  std::vector<ConfigRow> all;
  for (const auto& part : {gate_rows(), protocol_rows(), work_rows(), storage_rows(),
                           continuity_rows(), remaining_rows()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace store
