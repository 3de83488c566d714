// Every name on disk is made here. See docs/files.md for what lies where and why.
#pragma once
#include <string>
#include <string_view>

#include "model/ids.h"
#include "os/files.h"
#include "os/system.h"

namespace store {

// The user's own folders, each already with "/holdfast"; `home` without.
struct Homes {
  os::Path home;
  os::Path config;
  os::Path state;
  os::Path data;
};

// $XDG_… where it is an absolute path, else the usual place below $HOME. Empty paths where neither
// is set: everything that needs them is then unavailable, and says so.
Homes homes_of(os::Environment& environment);

inline os::Path secret_path(const Homes& homes) { return homes.config / "secret"; }
// Keys that `secret rotate` replaced: one file a key, named by its id.
inline os::Path retired_secrets_path(const Homes& homes) { return homes.config / "old-secrets"; }
// The hash of the operator token.
inline os::Path operator_path(const Homes& homes) { return homes.config / "operator"; }

// The key that signs what leaves this machine, and those whose bundles are accepted here.
inline os::Path machine_key_path(const Homes& homes) { return homes.config / "machine-key"; }
inline os::Path signers_path(const Homes& homes) { return homes.config / "signers"; }

// What a client of the MCP server over HTTP must show.
inline os::Path mcp_token_path(const Homes& homes) { return homes.config / "mcp-token"; }
// What a browser on the dashboard must show.
inline os::Path serve_token_path(const Homes& homes) { return homes.config / "serve-token"; }

// What the hosts' transcripts told, for all projects.
inline os::Path cost_snapshot_path(const Homes& homes) { return homes.state / "cost" / "snapshot"; }
inline os::Path cost_spent_path(const Homes& homes) { return homes.state / "cost" / "spent"; }

inline constexpr std::string_view kJsonEnding = ".json";

inline os::Path config_path(const os::Path& root) { return root / ".holdfast" / "config.yaml"; }

// In the folder of a work session, which lies in the tree. The rest is named by its manifest.
inline constexpr const char* kWorkStateFile = "state.json";
inline constexpr const char* kWorkBackupFile = "state.v1.json";
// The lock of one such folder, `folder` without links: two worktrees have two.
os::Path work_lock_path(const os::Path& locks, const os::Path& folder);

// Names below one project's machine-local folder, and of its head records outside the project.
class Layout {
 public:
  struct Places {
    os::Path local;       // <local>
    os::Path notes;       // <local>/notes unless the configuration moves it.
    os::Path state_home;  // <state home>/holdfast
    model::ProjectId project;
  };
  explicit Layout(Places places) : places_(std::move(places)) {}

  const os::Path& local() const { return places_.local; }
  const os::Path& notes() const { return places_.notes; }
  os::Path sessions() const { return places_.notes / "sessions"; }
  os::Path note(const model::RunId& run) const {
    return sessions() / ("session-" + run.text + ".json");
  }
  // What compactionHistory calls the note: without folder and ending.
  static std::string history_name(const model::RunId& run, std::int64_t millis, int number);
  os::Path history_note(std::string_view name) const {
    return places_.notes / (std::string(name) + ".json");
  }
  // `number` 0: the newest, without a suffix.
  os::Path agent_note(const model::RunId& run, std::string_view agent, int number) const;
  os::Path pointer() const { return sessions() / "current-session"; }
  os::Path aliases() const { return places_.notes / "aliases"; }
  os::Path journals() const { return places_.local / "journal"; }
  os::Path journal(const model::RunId& run) const { return journals() / (run.text + ".jsonl"); }
  os::Path journal_archive() const { return journals() / "archive"; }
  // Calls that ran past the gate, one file a run; see engine/stray_calls.h.
  os::Path strays() const { return places_.local / "strays"; }
  // What is known of work sessions besides their own files, which lie in the tree.
  os::Path work() const { return places_.local / "work"; }
  // What sessions leave to those after them; see store/session_roster.h and live_session.h.
  os::Path continuity() const { return places_.local / "continuity"; }
  os::Path session_roster() const { return continuity() / "ended.jsonl"; }
  os::Path live_sessions() const { return continuity() / "live"; }
  os::Path handoffs() const { return places_.local / "handoffs"; }
  // Runs of other machines, one folder a machine; no gate looks here. See store/imported_runs.h.
  os::Path imported() const { return places_.local / "imported"; }
  os::Path imported(std::string_view machine) const { return imported() / machine; }
  // Which versions of work sessions went to other machines or came from them; `name` is the slug,
  // in a linked worktree with its mark.
  os::Path exchange(std::string_view name) const { return places_.local / "exchange" / name; }
  os::Path locks() const { return places_.local / "locks"; }
  os::Path lock(const model::RunId& run) const { return locks() / ("run-" + run.text + ".lock"); }
  os::Path config_cache() const { return places_.local / "cache" / "config"; }
  // `worktree` is the name of a linked one, which has files of its own; empty for the main one.
  os::Path requirement_cache(std::string_view worktree = {}) const;
  // One file a session that works on a busy branch.
  os::Path requirement_views() const { return places_.local / "cache" / "requirement-views"; }
  os::Path heads() const { return places_.state_home / "heads" / places_.project.text; }
  os::Path head(const model::RunId& run) const { return heads() / run.text; }
  const model::ProjectId& project() const { return places_.project; }

  // The run whose note this file name is; nothing for other files.
  static std::optional<model::RunId> run_of_note(std::string_view file_name);

 private:
  Places places_;
};

}  // namespace store
