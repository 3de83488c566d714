// An opted-in project on a disk in memory, and the whole program in front of it.
#pragma once
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/digest.h"
#include "cli/fake_console.h"
#include "cli/table.h"
#include "engine/hook_event.h"
#include "engine/session.h"
#include "os/fake.h"

namespace cli {

// A host that changes one file and tells its conversation by a variable.
class FakeHost final : public engine::HostIntegration {
 public:
  std::string_view name() const override { return "fake-host"; }
  base::Result<std::vector<engine::FileChange>> plan_install(
      os::System system, const engine::InstallTarget& target) override {
    const os::Path path = target.root / "fake-host.json";
    if (system.files.exists(path)) return std::vector<engine::FileChange>{};
    return std::vector<engine::FileChange>{{path, "add the hooks", "{}\n", 0644}};
  }
  base::Result<std::vector<engine::FileChange>> plan_uninstall(
      os::System system, const engine::InstallTarget& target) override {
    const os::Path path = target.root / "fake-host.json";
    if (!system.files.exists(path)) return std::vector<engine::FileChange>{};
    if (system.files.read(path).value() == "broken") {
      return base::Error{base::Code::parse_error, path.string() + ": not JSON", ""};
    }
    return std::vector<engine::FileChange>{{path, "take the hooks out", std::nullopt, 0644}};
  }
  std::string print_hooks(os::System, const engine::InstallTarget& target) override {
    return "{\"program\":\"" + target.program.native() + "\",\"root\":\"" + target.root.native() +
           "\"}";
  }
  std::optional<std::string> current_session(os::Environment& environment) override {
    return environment.get("FAKE_HOST_SESSION");
  }
  std::vector<engine::Finding> check(os::System system,
                                     const engine::InstallTarget& target) override {
    if (!system.files.exists(target.root / "fake-host.json")) return {};
    return {{engine::Severity::good, "fake-host", "hooks are installed", "", false, false}};
  }
  model::HostStatus read_status(std::string_view input) override {
    return {.host = "fake-host", .host_id = std::string(input), .cost_usd = 1.5};
  }
};

inline constexpr std::string_view kRun = "7d1054b6-1111-4222-8333-444455556666";

inline constexpr const char* kRequirementsFile = "/home/dev/project/.claude/requirements.yaml";

struct Outcome {
  int exit = 0;
  std::string output;
  std::string errors;
};

class ProjectTest : public ::testing::Test {
 protected:
  ProjectTest() { disk().poke("/home/dev/project/.git/HEAD", "ref: refs/heads/main\n"); }

  // Without it nobody at a keyboard is seen.
  void give_operator_token() {
    const std::string token = "the-token-of-this-test";
    disk().poke("/home/dev/.config/holdfast/operator", base::to_hex(base::sha256(token)));
    fake_.environment.set("HOLDFAST_OPERATOR_TOKEN", token);
  }

  os::FakeDisk& disk() { return fake_.files; }

  // What `holdfast WORD…` does; `input` is its standard input.
  Outcome run(const std::vector<std::string>& words, std::string input = "") {
    FakeConsole console;
    console.input = std::move(input);
    Context context{fake_.system(), {&host_}, console};
    const int exit = cli::run(context, words);
    return {exit, console.output, console.errors};
  }

  // What a command said with --json.
  static base::Json json_of(const Outcome& outcome) {
    const auto json = base::parse_json(outcome.output);
    EXPECT_TRUE(json.ok()) << outcome.output << outcome.errors;
    return json.ok() ? *json : base::Json();
  }

  // The project opted in, with one run.
  void start() {
    ASSERT_EQ(run({"init", "--yes"}).exit, 0);
    const Outcome started = run({"session", "start", std::string(kRun)});
    ASSERT_EQ(started.exit, 0) << started.errors;
  }

  // What the host does before a tool call, as the engine sees it.
  model::HostReply before_tool(const std::string& tool, const std::string& target) {
    model::HostEvent event;
    event.kind = model::EventKind::before_tool;
    event.host = "fake-host";
    event.name = "PreToolUse";
    event.host_id = kRun;
    event.folder = "/home/dev/project";
    event.call.tool = tool;
    event.call.targets = {target};
    return engine::handle_event(fake_.system(), event);
  }

  os::FakeSystem fake_;
  FakeHost host_;
};

}  // namespace cli
