// A made-up machine with one opted-in project, for tests of the engine.
#pragma once
#include <string>
#include <vector>

#include "base/digest.h"
#include "engine/hook_event.h"
#include "engine/workspace.h"
#include "model/host_event.h"
#include "os/fake.h"

namespace engine {

// Files of the machine's project.
inline constexpr const char* kExcludeFile = "/home/dev/project/.git/info/exclude";
inline constexpr const char* kProjectRules = "/home/dev/project/.claude/requirements.yaml";
inline constexpr const char* kLocalRules = "/home/dev/project/.claude/requirements.local.yaml";

// The id of a commit, told by its digit.
inline std::string fake_sha(char digit) { return std::string(40, digit); }

struct Scene {
  static constexpr const char* kRun = "7d1054b6-2839-4e27-bcef-43e6e47ca4b4";
  static constexpr const char* kOtherRun = "8e2165c7-2839-4e27-bcef-43e6e47ca4b4";
  static constexpr os::Pid kHostPid = 50;

  os::FakeSystem fake;

  Scene() {
    fake.files.poke("/home/dev/project/.git/HEAD", "ref: refs/heads/main\n");
    fake.files.poke("/home/dev/project/.holdfast/config.yaml", "gate:\n  initial_mode: coding\n");
    fake.files.poke("/home/dev/.config/holdfast/secret",
                    "0123456789abcdef0123456789abcdef0123456789abcdef\n");
    // init <- host <- shell <- this program
    add_process(1, 0, "init");
    add_process(kHostPid, 1, "node");
    add_process(99, kHostPid, "bash");
    add_process(100, 99, "holdfast");
  }

  void add_process(os::Pid pid, os::Pid parent, const char* name) {
    os::ProcessInfo process;
    process.pid = pid;
    process.parent = parent;
    process.name = name;
    process.start_ticks = static_cast<std::uint64_t>(pid) * 1000;
    fake.processes.add(process);
  }

  // Commands are below the host, so an agent's, until a person's token is there.
  void give_operator_token() {
    const std::string token = "the-token-of-this-test";
    fake.files.poke("/home/dev/.config/holdfast/operator", base::to_hex(base::sha256(token)));
    fake.environment.set("HOLDFAST_OPERATOR_TOKEN", token);
  }

  void configure(std::string_view yaml) {
    fake.files.poke("/home/dev/project/.holdfast/config.yaml", yaml);
  }

  model::HostEvent event(model::EventKind kind, const char* run = kRun) const {
    model::HostEvent event;
    event.kind = kind;
    event.host = "claude-code";
    event.host_id = run;
    event.folder = "/home/dev/project";
    event.owner_pid = kHostPid;
    return event;
  }

  model::HostEvent tool(const char* name, const char* run = kRun) const {
    model::HostEvent call = event(model::EventKind::before_tool, run);
    call.call.tool = name;
    if (std::string_view(name) != "Bash") call.call.targets = {"src/a.cpp"};
    return call;
  }

  model::HostReply send(const model::HostEvent& sent) { return handle_event(fake.system(), sent); }

  bool allows(const char* tool_name, const char* run = kRun) {
    return send(tool(tool_name, run)).decision->allowed;
  }

  Workspace workspace() {
    auto opened = Workspace::open(fake.system(), "/home/dev/project");
    return *std::move(opened);
  }
};

}  // namespace engine
