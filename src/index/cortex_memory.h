// A Cortex database's short-term memories, read only: what they are sure of decides whether they
// are worth inheriting (S3-91).
#pragma once
#include <string>
#include <vector>

#include "base/result.h"

namespace indexing {

struct MemoryConfidence {
  std::string id;
  double confidence = 1;
};
// Those of `ids` that the table `stm` has; empty where there is no such table or file. Opens the
// database read-only and changes nothing, not even its WAL files. unavailable, io.
base::Result<std::vector<MemoryConfidence>> memory_confidences(const std::string& database,
                                                               const std::vector<std::string>& ids);

}  // namespace indexing
