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

// What all of them answer with.
base::JsonBox added_schema();
// It adds to the run and takes nothing away.
constexpr ToolAnnotations kAdding{.read_only = false, .destructive = false, .idempotent = false};

}  // namespace mcp
