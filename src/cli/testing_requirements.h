// A project that has requirements and nothing else of ours, on a disk in memory.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "cli/testing_project.h"

namespace cli {

inline constexpr std::string_view kRequirements = R"(version: "1.0"
enabled: true
inherit: false
requirements:
  commit_plan:
    enabled: true
    scope: session
    description: The plan of the commits
    auto_resolve_skill: /arch-review
  github_ticket:
    enabled: true
    scope: branch
  pre_commit_review:
    enabled: true
    scope: single_use
    trigger_tools:
      - tool: Bash
        command_pattern: 'git\s+commit'
    auto_resolve_skill: /pre-commit
  license_read:
    enabled: true
    scope: permanent
  old_rule:
    enabled: false
)";

class RequirementsTest : public ProjectTest {
 protected:
  RequirementsTest() {
    configure(kRequirements);
    fake_.environment.set("FAKE_HOST_SESSION", std::string(kRun));
  }

  void configure(std::string_view yaml) { disk().poke(kRequirementsFile, yaml); }

  void leave_session() { fake_.environment.unset("FAKE_HOST_SESSION"); }

  // A live session of this project, as the other tool registers it.
  struct Registered {
    std::string key;
    std::int64_t pid = 0;  // Of two digits: of the host, and when it was last active.
    std::string branch = "main";
    std::string project = "/home/dev/project";
  };
  void register_sessions(const std::vector<Registered>& sessions) {
    std::string entries;
    for (const Registered& one : sessions) {
      fake_.processes.add({.pid = one.pid, .parent = 1, .name = "claude", .start_ticks = 5});
      const std::string pid = std::to_string(one.pid);
      entries += (entries.empty() ? "\"" : ",\"") + one.key + "\":{\"pid\":1,\"ppid\":" + pid +
                 ",\"project_dir\":\"" + one.project + "\",\"branch\":\"" + one.branch +
                 "\",\"started_at\":1768728000,\"last_active\":17687285" + pid + "}";
    }
    disk().poke("/home/dev/.claude/sessions.json",
                "{\"version\":\"1.0\",\"sessions\":{" + entries + "}}");
  }

  std::string state_file() {
    return disk().peek("/home/dev/project/.git/requirements/main.json").value_or("");
  }

  // What is on file about a requirement.
  static base::Json record_of(const std::string& file, const std::string& requirement) {
    const auto json = base::parse_json(file);
    return json.ok() ? json->value("requirements", base::Json::object())[requirement]
                     : base::Json();
  }
};

// What a test expects somewhere in what was said.
inline bool says(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace cli
