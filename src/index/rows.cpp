#include "index/rows.h"

#include "base/id.h"
#include "index/index.h"

namespace indexing {

std::string work_id(std::string_view project, std::string_view slug) {
  // Not hashed: in the order in which a scan finds the folders, rows are put behind each other.
  return std::string(project) + "/" + std::string(slug);
}

std::string agent_id(std::string_view run, std::string_view agent) {
  return base::uuid_from_name({"agent", run, agent});
}

std::vector<std::string> execution_tables() {
  return {"agents", "agent_logs", "events", "violations", "phase_events", "metrics"};
}

}  // namespace indexing
