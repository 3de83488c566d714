#include "model/config.h"

namespace model {

const std::vector<std::string>& default_readonly_tools() {
  static const std::vector<std::string> kTools{
      // S0-61, exactly.
      "Read", "Glob", "Grep", "LSP", "WebFetch", "WebSearch",
      // Tools that plan, ask or look. What an agent starts is gated by its own calls.
      "LS", "TodoWrite", "NotebookRead", "AskUserQuestion", "ListMcpResourcesTool",
      "ReadMcpResourceTool", "Task*", "Agent", "ToolSearch", "Skill", "EnterPlanMode",
      "ExitPlanMode", "BashOutput"};
  return kTools;
}

}  // namespace model
