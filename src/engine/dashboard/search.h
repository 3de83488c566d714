// Words in what people and agents wrote, over all projects, from the index.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/dashboard/dashboard.h"
#include "engine/dashboard/scope.h"

namespace engine::dashboard {

struct SearchPart {
  std::string text;
  bool is_match = false;
};
struct SearchHit {
  std::string kind;     // "work", "spec", "decision", "prompt", "session", …
  std::string project;  // Its id.
  std::string id;       // Of the run or the work session.
  std::string title;
  std::vector<SearchPart> excerpt;
  std::string at;
  std::string machine;       // Empty: this one.
  std::string machine_name;  // Empty where only this machine was asked about.
};

struct SearchQuestion {
  Scope scope = Scope::machine;
  std::string text;
  std::optional<std::string> project;  // Id or name.
  std::size_t limit = 20;
};
// Best first.
base::Result<std::vector<SearchHit>> search(Dashboard& dashboard, const SearchQuestion& question);

}  // namespace engine::dashboard
