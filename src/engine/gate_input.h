// From a tool call to what the decision table wants to know. Private to the engine.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/stores.h"
#include "model/tool_call.h"
#include "policy/gate.h"

namespace engine {

// What a shell command would do; nothing for every other tool.
std::optional<policy::shell::Analysis> analyse_command(Stores& stores, const model::ToolCall& call,
                                                       const std::string& folder);

// What the call would change: of a shell command what the analysis knows, with the files of ours
// that it only implies (wildcards, trees, links, patches, git); else the files that the host named.
// Each target absolute (below `folder`) and where links lead; a file that does not exist yet is
// looked up by its folder.
std::vector<policy::GateTarget> resolve_targets(Stores& stores, const model::ToolCall& call,
                                                const std::string& folder,
                                                const policy::shell::Analysis* shell);

// What a shell command would read, as far as the keys may be among it. Of other tools the targets
// say it.
std::vector<policy::GateTarget> resolve_reads(Stores& stores, const model::ToolCall& call,
                                              const policy::shell::Analysis* shell);

// What the hosts' own files would lose by the call; nothing where nobody knows these files.
std::optional<policy::GuardedFile> guarded_entry_of(Stores& stores,
                                                    const HostFilesQuestion& question);

}  // namespace engine
