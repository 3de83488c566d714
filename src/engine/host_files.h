// What a call would take away of what lets a host ask us. Which files that are and what they mean
// only the hosts' adapters know: implemented there, and asked by the hook, by `gate check` and by
// `why --replay` alike.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "engine/workspace.h"
#include "policy/gate.h"

namespace engine {

// A call with what is known of it. All borrowed.
struct HostFilesQuestion {
  const model::ToolCall& call;
  const std::string& folder;  // Of relative names; the project's root where empty.
  const policy::GuardRoots& roots;
  const std::vector<policy::GateTarget>& targets;
  const policy::shell::Analysis* shell = nullptr;
};

class HostFiles {
 public:
  HostFiles() = default;
  HostFiles(const HostFiles&) = delete;
  HostFiles& operator=(const HostFiles&) = delete;
  virtual ~HostFiles() = default;

  // Never fails: what cannot be read ahead takes away what stands there. See
  // policy::GateInput::guarded_entry for the texts.
  virtual std::optional<policy::GuardedFile> taken_away(os::System& system,
                                                        const HostFilesQuestion& question) = 0;
  // Completes a call from the input of its tool, as some host has it.
  virtual void take_edits(const base::Json& input, model::ToolCall& call) = 0;
  // Whether a call on this file is judged by its text.
  virtual bool is_judged_by_text(std::string_view path) = 0;
};

// For what the workspace is asked from now on. `files` outlives it.
void use_host_files(Workspace& workspace, HostFiles& files);

}  // namespace engine
