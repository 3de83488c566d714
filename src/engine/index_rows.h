// From what the stores give to rows of the index. Private to the engine.
#pragma once
#include <vector>

#include "base/json.h"
#include "index/rows.h"
#include "model/run.h"

namespace engine {

// Of one text of people or models in a column, redacted.
constexpr std::size_t kIndexedTextBytesMax = 4096;

indexing::RunRow run_row(const model::Run& run, const model::ProjectId& project,
                         const std::string& signature);

// A line of the protocol's history; without a session id where it has none.
indexing::ProtocolRow protocol_row(const base::Json& entry, const model::ProjectId& project);

// The entries of a branch file, without project and branch.
std::vector<indexing::RequirementRow> requirement_rows(const base::Json& document);

}  // namespace engine
