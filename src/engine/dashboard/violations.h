// What the session protocol found amiss, in all projects, from the index.
#pragma once
#include <optional>
#include <string>

#include "base/result.h"
#include "engine/dashboard/dashboard.h"
#include "engine/dashboard/page.h"
#include "engine/dashboard/scope.h"

namespace engine::dashboard {

// An empty text is one that is not known.
struct Violation {
  std::string project;
  std::string project_name;
  std::string session;
  std::string run;  // Whose journal tells it.
  std::string at;
  std::string phase;
  std::string requirement;
  std::string severity;
  std::string recovery;
  std::string machine;       // Empty: this one.
  std::string machine_name;  // Empty where only this machine was asked about.
};

struct ViolationsQuestion {
  Scope scope = Scope::machine;
  std::optional<std::string> project;  // Id or name.
  PageQuestion page;
};
// Newest first.
base::Result<Page<Violation>> list_violations(Dashboard& dashboard,
                                              const ViolationsQuestion& question);

}  // namespace engine::dashboard
