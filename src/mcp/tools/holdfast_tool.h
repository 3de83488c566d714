// What all tools of Holdfast have in common: a project opened for the call, a way to read its
// arguments and to choose its run, and errors that become answers.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "mcp/feature.h"
#include "mcp/served_project.h"

namespace mcp {

// One call, while it lasts.
class ToolCall {
 public:
  ToolCall(const ServedProject& project, engine::Workspace& workspace, const base::Json& arguments,
           CallContext& context)
      : project_(project), workspace_(workspace), arguments_(arguments), context_(context) {}

  const ServedProject& project() const { return project_; }
  engine::Workspace& workspace() { return workspace_; }
  const base::Json& arguments() const { return arguments_; }
  CallContext& context() { return context_; }

  // Of an argument that is missing or of another type: nothing, "", false, no texts.
  std::optional<std::string> given(const char* name) const;
  std::string text(const char* name) const { return given(name).value_or(""); }
  bool flag(const char* name) const;
  std::vector<std::string> texts(const char* name) const;

  // The run that session_id names, else the one that is meant: see ServedProject.
  base::Result<model::RunId> run() { return project_.run(workspace_, given("session_id")); }

 private:
  const ServedProject& project_;
  engine::Workspace& workspace_;
  const base::Json& arguments_;
  CallContext& context_;
};

// Whether a tool is in the list that every conversation pays for; the others can be called by name.
enum class Listing { core, rest };

struct ToolPlan {
  ToolDescription description;
  Listing listing = Listing::rest;
  base::Result<ToolResult> (*answer)(ToolCall& call) = nullptr;
  engine::Needs needs = engine::Needs::everything;
  // The answer is made of the run's state and the configuration alone, not of the time or of other
  // files: it may be given again while these are the same.
  bool reads_state_alone = false;
};

// `project` outlives the tool.
std::shared_ptr<Tool> make_tool(const ServedProject& project, ToolPlan plan);

// For the journal and the mode history. A constant would be set up at the start of every hook.
inline engine::Caller mcp_caller() { return {"mcp"}; }

// The error under a code of its own, where the documents have a name that the engine does not know.
ToolResult error_result_named(std::string_view code, const base::Error& error);

}  // namespace mcp
