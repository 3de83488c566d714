// One run or work session of another machine, from what it sent: its files are not here.
#pragma once
#include <string>

#include "engine/dashboard/dashboard.h"
#include "engine/dashboard/run_detail.h"
#include "engine/dashboard/work_detail.h"

namespace engine::dashboard {

// `machine` is its id; for this machine's own the answer is what its files say. Nothing of it can
// be changed from here. not_found, unavailable.
base::Result<RunDetail> team_run_detail(Dashboard& dashboard, const std::string& machine,
                                        const std::string& run);
base::Result<WorkDetail> team_work_detail(Dashboard& dashboard, const std::string& machine,
                                          const std::string& project, const std::string& slug);

}  // namespace engine::dashboard
