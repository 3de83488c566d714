#include "policy/asker.h"

#include <gtest/gtest.h>

namespace policy {
namespace {

using Line = std::vector<AskingProcess>;

AskingProcess process(std::string name, std::vector<std::string> variables = {}) {
  return {.name = std::move(name),
          .variables = std::move(variables),
          .host_of_run = {},
          .began_beside_a_run = false};
}

AskingProcess host_named(std::string host) {
  AskingProcess one = process("node");
  one.host_of_run = std::move(host);
  return one;
}

AskingProcess late(std::string name) {
  AskingProcess one = process(std::move(name));
  one.began_beside_a_run = true;
  return one;
}

// U2, G7, B0-8
TEST(AskerTest, WhoStandsBehindATerminalOrAnAgentsShellIsTold) {
  const AskingProcess first = process("systemd");
  const AskingProcess shell = process("bash", {"HOME=/home/dev", "TERM=xterm"});
  const AskingProcess agents = process("bash", {"HOME=/home/dev", "CLAUDECODE=1"});
  const Line persons{process("holdfast"), shell, process("gnome-terminal-"), first};
  const Line window{process("gnome-terminal-"), process("systemd"), first};
  struct Row {
    const char* what;
    AskerFacts facts;
    bool is_person;
    bool is_told = true;
  };
  const Row rows[] = {
      {"a window", {true, persons, window}, true},
      {"a window that the system does not show", {true, persons, std::nullopt}, true, false},
      {"no terminal", {false, persons, std::nullopt}, false},
      {"an agent's shell", {true, {process("holdfast"), agents, first}, window}, false},
      {"below a command line host",
       {true, {shell, host_named("claude-code"), first}, window},
       false},
      {"a registered session", {true, {shell, host_named("the agent's program")}, window}, false},
      {"a person's terminal in an editor", {true, {shell, host_named("cursor")}, window}, true},
      {"an agent's shell in an editor", {true, {agents, host_named("cursor")}, window}, false},
      {"an agent's `script`",
       {true, {shell, first}, Line{process("script"), agents, first}},
       false},
      {"an agent's tmux",
       {true, {shell, first}, Line{process("tmux: server", {"CLAUDECODE=1"}), first}},
       false},
      {"a person's tmux", {true, {shell, first}, Line{late("tmux: server"), first}}, true},
      {"a `script` that nobody started",
       {true, {shell, first}, Line{late("script"), first}},
       false},
      {"the same below systemd --user",
       {true, {shell, first}, Line{late("script"), process("systemd"), first}},
       false},
      {"a person's `script`", {true, persons, Line{late("script"), shell, window[0], first}}, true},
      {"an old `script`", {true, {shell, first}, Line{process("script"), first}}, true},
      {"a `script` below the host",
       {true, {shell, first}, Line{process("script"), shell, host_named("codex"), first}},
       false},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.what);
    const Asker asker = asker_of(row.facts);
    EXPECT_EQ(asker.is_person(), row.is_person) << asker.because;
    if (asker.is_person()) {
      EXPECT_EQ(asker.way, row.is_told ? kByTerminal : kByUnknownTerminal);
      EXPECT_TRUE(asker.is_at_terminal());
    }
    EXPECT_EQ(asker.because.empty(), row.is_person);
  }
}

TEST(AskerTest, WhatHostsSetForTheirAgentsShellsIsKnown) {
  for (const char* variable :
       {"CLAUDECODE=1", "CODEX_SANDBOX=seatbelt", "CODEX_THREAD_ID=x", "GEMINI_CLI=1",
        "COPILOT_CLI=1", "CURSOR_AGENT=1", "CLINE_ACTIVE=true", "OPENCODE=1", "AI_AGENT=x"}) {
    EXPECT_TRUE(is_marked_as_an_agents({"HOME=/", variable})) << variable;
  }
  for (const char* variable : {"CLAUDECODE=", "CLAUDECODE=0", "NOT_CLAUDECODE=1", "CODEX_HOME=/x",
                               "GEMINI_CLI_HOME=/x", "CURSOR_TRACE_ID=1", "OPENCODE_CONFIG=/x"}) {
    EXPECT_FALSE(is_marked_as_an_agents({"HOME=/", variable})) << variable;
  }
  EXPECT_FALSE(is_marked_as_an_agents({}));
}

}  // namespace
}  // namespace policy
