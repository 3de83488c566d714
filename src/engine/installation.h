// Opting a project in and out: what changes on disk, shown before it is done.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/finding.h"
#include "model/host_status.h"
#include "os/system.h"

namespace engine {

enum class InstallScope { local, project, user };
std::optional<InstallScope> install_scope_from_name(std::string_view name);

// One file as it should be afterwards.
struct FileChange {
  os::Path path;
  std::string description;             // "add 8 hooks", for the plan.
  std::optional<std::string> content;  // None: remove the file.
  std::uint32_t mode = 0644;
  // With a removal: so many of the folders above it go too, where nothing else is in them.
  int empty_folders_go = 0;
};

struct InstallTarget {
  os::Path root;     // The project's root: the main worktree's.
  os::Path git_dir;  // The common git folder; empty outside git.
  os::Path home;
  InstallScope scope = InstallScope::local;
  os::Path program;                   // Where this program lies.
  os::Path worktree{};                // The linked worktree that is asked about; mostly empty.
  std::vector<os::Path> worktrees{};  // All linked worktrees that are there.
  // Also what keeps the host's other plugins from overruling us, where it has such a thing; with
  // uninstalling: that too.
  bool shield = false;
};

// What a host keeps of a conversation.
struct KeptConversation {
  std::string host_id;
  os::Path transcript;
  std::int64_t changed_ns = 0;
};

// What one host needs to call us. Implemented by each host's adapter, wired in app.
class HostIntegration {
 public:
  virtual ~HostIntegration() = default;
  virtual std::string_view name() const = 0;
  // Nothing to change: an empty list. Keeps everything else in the files.
  virtual base::Result<std::vector<FileChange>> plan_install(os::System system,
                                                             const InstallTarget& target) = 0;
  virtual base::Result<std::vector<FileChange>> plan_uninstall(os::System system,
                                                               const InstallTarget& target) = 0;
  // What was found of the host and what installing writes for it, in one line; may be empty.
  virtual std::string summary(os::System, const InstallTarget&) { return {}; }
  // What installing leaves to the person, as a sentence; may be empty.
  virtual std::string left_to_do(os::System, const InstallTarget&) { return {}; }
  // The hook entries that installing here would write, as this host's JSON, for those who install
  // by hand.
  virtual std::string print_hooks(os::System system, const InstallTarget& target) = 0;
  // The conversation that this process was started from, as the host's environment tells.
  virtual std::optional<std::string> current_session(os::Environment& environment) = 0;
  // Nothing where the host has no hooks of ours.
  virtual std::vector<Finding> check(os::System system, const InstallTarget& target) = 0;
  // The same, and repairs what can be repaired without losing anything.
  virtual std::vector<Finding> check_and_repair(os::System system, const InstallTarget& target) {
    return check(system, target);
  }
  // What this host cannot be made to enforce, a sentence each.
  virtual std::vector<std::string> limits() { return {}; }
  // What shows that the host is used here, as ".codex" or "codex on PATH"; empty where nothing
  // does.
  virtual std::string trace(os::System, const InstallTarget&) { return {}; }
  // The newest conversations about this project whose transcripts it keeps; none where it is not
  // known how to read them.
  virtual std::vector<KeptConversation> conversations(os::System, const InstallTarget&) {
    return {};
  }
  // Whether there is a shield for it at all.
  virtual bool has_shield() { return false; }
  // Whether it has a shield that is not installed yet.
  virtual bool lacks_shield(os::System, const InstallTarget&) { return false; }
  // Whether it has no files of a project, so that only InstallScope::user installs.
  virtual bool is_for_users_alone() { return false; }
  // What the host gives its status line.
  virtual model::HostStatus read_status(std::string_view input) = 0;
};

struct InstallRequest {
  os::Path start;
  std::vector<HostIntegration*> hosts;   // Borrowed.
  std::vector<HostIntegration*> others;  // Known, but not asked for. Borrowed.
  InstallScope scope = InstallScope::local;
  bool strict = false;
  bool shield = false;  // See InstallTarget.
};

struct HostSummary {
  std::string host;
  std::string text;
  std::string left_to_do;  // Mostly empty.
};

// A host that is used here and has no hooks of ours yet.
struct HostTrace {
  std::string host;
  std::string trace;
  InstallScope scope = InstallScope::local;  // The narrowest that it has.
};

// A host whose files cannot be edited.
struct HostProblem {
  std::string host;
  base::Error error;
};

struct InstallPlan {
  os::Path root;
  std::vector<HostTrace> unasked;  // Those of `others`.
  std::vector<HostSummary> hosts;  // Those that have something to say.
  std::vector<FileChange> changes;
  bool makes_secret = false;
  bool opted_in_already = false;
  std::vector<os::Path> forgotten;  // With uninstalling: what was kept to go on without the marker.
  std::vector<HostProblem> problems;  // With uninstalling: these keep what they have.
};
// Where a request's files are.
base::Result<InstallTarget> install_target(os::System system, const InstallRequest& request);
base::Result<InstallPlan> plan_install(os::System system, const InstallRequest& request);
// A host with a file that cannot be edited is left out and named; what is of the others goes.
base::Result<InstallPlan> plan_uninstall(os::System system, const InstallRequest& request);
// Does what the plan says, in order; stops at the first error. Begins nothing where a link leads
// nowhere.
base::Result<void> apply_plan(os::System system, const InstallPlan& plan);

// Keeps copies of our files as they are now (engine/taken_away.h), for a project that was just
// opted in; where a person did it, what was found before is settled.
void keep_files_of_project(os::System system, const InstallPlan& plan);

// A new key file; the old key is kept for verifying.
base::Result<void> rotate_secret(os::System system);

}  // namespace engine
