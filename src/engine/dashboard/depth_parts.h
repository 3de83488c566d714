// What questions about one run or one project keep between them. Private to this folder.
#pragma once
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "engine/dashboard/remembered.h"
#include "engine/finding.h"
#include "engine/requirement_report.h"
#include "engine/workspace.h"

namespace engine::dashboard {

// When a session began, as its mirror said when it was read last.
struct MirrorBeginning {
  std::uint64_t inode = 0;
  std::uint64_t size = 0;
  std::int64_t mtime_ns = 0;
  std::string start_time;
};

struct DepthParts {
  WorkspaceCache workspaces;
  // By the project's id. Doctor verifies every journal, and a page asks whenever something changes.
  Remembered<std::vector<Finding>> findings{std::chrono::seconds{30}, 1000};
  std::mutex examining;  // Of the one who lets doctor look: the threads are few.
  // By the project's id and the days. All journals are read.
  Remembered<RequirementReport> reports{std::chrono::seconds{10}, 100};

  std::mutex mirrors_mutex;
  std::map<std::string, MirrorBeginning> mirrors;  // By the session's id.
};

}  // namespace engine::dashboard
