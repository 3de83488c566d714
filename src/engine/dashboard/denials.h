// What the gate refused, in all projects, from the index.
#pragma once
#include <optional>
#include <string>

#include "base/result.h"
#include "engine/dashboard/dashboard.h"
#include "engine/dashboard/page.h"
#include "engine/dashboard/scope.h"

namespace engine::dashboard {

// An empty text is one that is not known.
struct Denial {
  std::string id;  // For `holdfast why`.
  std::string run;
  std::string run_short_id;
  std::string project;
  std::string project_name;
  std::string at;
  std::string tool;
  std::string rule;
  std::string message;
  std::string next_step;
  std::string machine;       // Empty: this one.
  std::string machine_name;  // Empty where only this machine was asked about.
};

struct DenialsQuestion {
  Scope scope = Scope::machine;
  std::optional<std::string> machine;  // Of the team: only this one's.
  std::optional<std::string> project;  // Id or name.
  std::optional<std::string> run;      // Any alias of it.
  PageQuestion page;
};
// Newest first.
base::Result<Page<Denial>> list_denials(Dashboard& dashboard, const DenialsQuestion& question);

}  // namespace engine::dashboard
