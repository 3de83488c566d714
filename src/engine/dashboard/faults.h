// Where Holdfast itself went wrong, in all projects, from the index.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "engine/dashboard/dashboard.h"

namespace engine::dashboard {

struct Fault {
  std::string run;
  std::string run_short_id;
  std::string project;
  std::string project_name;
  std::string at;
  std::string summary;
};
// Newest first.
std::vector<Fault> list_faults(Dashboard& dashboard, std::size_t limit = 50);

}  // namespace engine::dashboard
