// A made-up repository for tests of the session protocol: a scene with a git that says what the
// test wants.
#pragma once
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "engine/protocol.h"
#include "engine/test_scene.h"

namespace engine {

struct ProtocolScene : Scene {
  static constexpr const char* kRoot = "/home/dev/project";
  static constexpr const char* kCommit = "1111111111111111111111111111111111111111";
  static constexpr const char* kMemories = "/home/dev/project/.serena/memories/";

  // What git would say.
  std::vector<std::string> changed;      // Since the start, committed or not.
  std::vector<std::string> uncommitted;  // Of these.
  std::vector<std::string> untracked;
  int commits = 0;
  int git_calls = 0;

  ProtocolScene() {
    fake.files.poke("/home/dev/project/.git/refs/heads/main", std::string(kCommit) + "\n");
    fake.processes.program = [this](const os::ProgramRequest& request) { return answer(request); };
    send(event(model::EventKind::session_start));
  }

  static std::string listing(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += name + std::string(1, '\0');
    return text;
  }

  base::Result<os::ProgramOutcome> answer(const os::ProgramRequest& request) {
    ++git_calls;
    const auto& argv = request.argv;
    const auto has = [&](const char* word) {
      return std::find(argv.begin(), argv.end(), word) != argv.end();
    };
    if (argv.front() != "git") return base::Error{base::Code::not_found, argv.front(), ""};
    if (has("diff")) return os::ProgramOutcome{0, listing(has("HEAD") ? uncommitted : changed), ""};
    if (has("ls-files")) return os::ProgramOutcome{0, listing(untracked), ""};
    if (has("merge-base")) return os::ProgramOutcome{0, std::string(kCommit) + "\n", ""};
    if (has("rev-list")) return os::ProgramOutcome{0, std::to_string(commits) + "\n", ""};
    if (has("rev-parse")) return os::ProgramOutcome{0, std::string(kCommit) + "\n", ""};
    return os::ProgramOutcome{1, "", "unexpected"};
  }

  // An error where the disk fails.
  base::Result<Workspace> open() { return Workspace::open(fake.system(), kRoot); }

  model::RunId run(const char* id = kRun) const { return model::RunId{id}; }

  base::Result<ProtocolStarted> start(const char* id = kRun, ProtocolStart request = {}) {
    if (request.objective.empty()) request.objective = "Test";
    TRY_ASSIGN(Workspace opened, open());
    return start_protocol(opened, run(id), request, {.actor = "mcp"});
  }
  base::Result<GateReport> validate(const char* gate, const char* id = kRun) {
    Workspace opened = workspace();
    return validate_gate(opened, run(id), gate, {.actor = "mcp"});
  }
  base::Result<AdvanceOutcome> advance(const char* target) {
    Workspace opened = workspace();
    return advance_phase(opened, run(), {.target = std::string(target)}, {.actor = "mcp"});
  }
  base::Result<EvidenceOutcome> record(EvidenceRequest request) {
    Workspace opened = workspace();
    return record_evidence(opened, run(), request, {.actor = "mcp"});
  }
  base::Result<EndOutcome> end(EndRequest request = {}) {
    TRY_ASSIGN(Workspace opened, open());
    return end_protocol(opened, run(), request, {.actor = "mcp"});
  }
  model::Protocol protocol(const char* id = kRun) {
    Workspace opened = workspace();
    return get_protocol(opened, run(id)).value();
  }
  std::string memory(const char* name) {
    return fake.files.peek(std::string(kMemories) + name + ".md").value_or("");
  }
};

}  // namespace engine
