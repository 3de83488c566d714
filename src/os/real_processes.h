// The processes of this machine, as /proc shows them. Private to os/.
#pragma once
#include <optional>
#include <string_view>

#include "os/processes.h"

namespace os {

class RealProcesses final : public Processes {
 public:
  Pid self() override;
  base::Result<ProcessInfo> info(Pid pid) override;
  std::string boot_id() override;
  base::Result<std::vector<std::string>> variables_of(Pid pid) override;
  base::Result<Pid> terminal_maker() override;
  std::string host_name() override;
  base::Result<ProgramOutcome> run(const ProgramRequest& request) override;
  base::Result<std::unique_ptr<Child>> start(const ChildRequest& request) override;
};

struct ProcessStat {
  Pid parent = 0;
  std::string name;
  char state = '?';
  std::uint64_t start_ticks = 0;
};

// The line of /proc/<pid>/stat; nothing where it is none. The name may hold spaces and parentheses.
std::optional<ProcessStat> process_stat_from_text(std::string_view line);

}  // namespace os
