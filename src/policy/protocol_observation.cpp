#include "policy/protocol_observation.h"

#include <algorithm>

#include "policy/tool_class.h"

namespace policy {
namespace {

using Kind = Observation::Kind;

constexpr std::string_view kSkillMemory = "skill-usage-mandatory";

std::string_view file_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

void observe_memory_server(const model::ToolCall& call, std::vector<Observation>& seen) {
  if (!is_memory_server_tool(call.tool)) return;
  for (const char* init : {"activate_project", "initial_instructions"}) {
    if (call.tool.ends_with(std::string("__") + init)) {
      seen.push_back({Kind::serena_init, init, "Tool output in transcript"});
    }
  }
  const bool looks = call.tool.ends_with("__list_memories") || call.tool.ends_with("__read_memory");
  if (looks) seen.push_back({Kind::step, "memories", "Called " + call.tool});
  const bool is_skill =
      std::any_of(call.memories.begin(), call.memories.end(), [](const std::string& name) {
        return file_name(name) == kSkillMemory || file_name(name) == "skill-usage-mandatory.md";
      });
  if (call.tool.ends_with("__read_memory") && is_skill) {
    seen.push_back({Kind::skill_memory_read, "mandatory", "Memory read"});
  }
}

void observe_files(const ObservedCall& call, const model::Config& config, std::string_view log_path,
                   std::vector<Observation>& seen) {
  for (const std::string& path : call.reads) {
    if (path == config.protocol_handoff) seen.push_back({Kind::handoff_read, "HANDOFF", ""});
    if (file_name(path) == "skill-usage-mandatory.md") {
      seen.push_back({Kind::skill_memory_read, "mandatory", "Read " + path});
    }
    if (file_name(path) == "PROJECT-CONSTRAINTS.md") {
      seen.push_back({Kind::step, "CONSTRAINTS", "Read " + path});
    }
  }
  if (std::find(call.writes.begin(), call.writes.end(), log_path) != call.writes.end()) {
    seen.push_back({Kind::session_log, "session log", ""});
  }
}

void observe_commands(const ObservedCall& call, const model::Config& config,
                      std::vector<Observation>& seen) {
  if (call.shell == nullptr) return;
  for (const shell::GitOperation& git : call.shell->git) {
    if (git.verb == "status") seen.push_back({Kind::step, "git status", "Ran git status"});
    if (git.verb == "rev-parse" || git.verb == "log") {
      seen.push_back({Kind::step, "starting commit", "Ran git " + git.verb});
    }
    if (git.verb == "commit") seen.push_back({Kind::commit, "Commit all changes", ""});
  }
  if (config.protocol_skills_dir.empty()) return;
  for (const shell::ProgramCall& program : call.shell->calls) {
    const bool lists = !program.words.empty() &&
                       (program.words.front() == "ls" || program.words.front() == "find");
    const bool is_skills =
        std::any_of(program.words.begin(), program.words.end(), [&](const std::string& word) {
          return word.find(config.protocol_skills_dir) != std::string::npos;
        });
    if (lists && is_skills) seen.push_back({Kind::step, "skill scripts", "Listed them"});
  }
}

}  // namespace

std::vector<Observation> observe(const ObservedCall& call, const model::Config& config,
                                 std::string_view log_path) {
  std::vector<Observation> seen;
  observe_memory_server(call.call, seen);
  observe_files(call, config, log_path, seen);
  observe_commands(call, config, seen);
  return seen;
}

}  // namespace policy
