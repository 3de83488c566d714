// What the tools of S0's workflow share: an object of the documents as arguments, an id and a
// version as the answer.
#pragma once
#include "engine/workflow.h"
#include "mcp/tools/holdfast_tool.h"

namespace mcp {

// The arguments without those that are the tool's own.
base::JsonBox workflow_object(const ToolCall& call);

ToolResult added_result(const engine::AddedItem& item);

// A field that is missing or wrong is INVALID_VALUE.
template <typename T>
base::Result<T> of_arguments(base::Result<T> read) {
  if (!read.ok() && read.error().code == base::Code::parse_error) {
    base::Error error = std::move(read).error();
    error.code = base::Code::invalid_value;
    return error;
  }
  return read;
}

// Reads the arguments with `Read` (a …_from_json of the model) and adds what they are with `Add` (a
// use case of the engine).
template <auto Read, auto Add>
base::Result<ToolResult> add_to_workflow(ToolCall& call) {
  TRY_ASSIGN(const auto item, of_arguments(Read(workflow_object(call).get())));
  TRY_ASSIGN(const auto run, call.run());
  TRY_ASSIGN(const auto added, Add(call.workspace(), run, item, mcp_caller()));
  return added_result(added);
}

// Of a tool that adds to the run and takes nothing away; its answer is that of added_result.
ToolPlan adding_plan(ToolDescription description, base::Result<ToolResult> (*answer)(ToolCall&));

}  // namespace mcp
