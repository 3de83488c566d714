// Where Holdfast itself went wrong, in all projects, from the index.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/dashboard/dashboard.h"
#include "engine/dashboard/scope.h"

namespace engine::dashboard {

struct Fault {
  std::string run;
  std::string run_short_id;
  std::string project;
  std::string project_name;
  std::string at;
  std::string summary;
  std::string machine;       // Empty: this one.
  std::string machine_name;  // Empty where only this machine was asked about.
};
struct FaultsQuestion {
  Scope scope = Scope::machine;
  std::size_t limit = 50;
};
// Newest first.
base::Result<std::vector<Fault>> list_faults(Dashboard& dashboard, const FaultsQuestion& question);

}  // namespace engine::dashboard
