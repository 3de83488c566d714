// What all machines of a team's server sent, for the commands that take --team: the questions are
// the dashboard's.
#pragma once
#include <map>
#include <memory>
#include <string>

#include "cli/command.h"
#include "engine/dashboard/dashboard.h"

namespace cli {

class TeamView {
 public:
  // unavailable in a program that cannot reach a server.
  static base::Result<TeamView> open(Context& context);

  engine::dashboard::Dashboard& dashboard() { return *dashboard_; }
  base::Result<void> read_projects();
  // The id, where the team has none of that.
  std::string project_name(const std::string& id) const;

 private:
  explicit TeamView(std::unique_ptr<engine::dashboard::Dashboard> dashboard)
      : dashboard_(std::move(dashboard)) {}

  std::unique_ptr<engine::dashboard::Dashboard> dashboard_;
  std::map<std::string, std::string> projects_;
};

}  // namespace cli
