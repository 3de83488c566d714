#include "host/own_entry_command.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace host {
namespace {

bool is_own(std::string_view command) {
  policy::shell::ProgramCall call;
  for (const std::string_view word : base::split(command, ' ')) call.words.emplace_back(word);
  return own_entry_command(call).has_value();
}

// G1: what a host's own command takes out of its files is as gone as by any other hand.
TEST(OwnEntryCommandTest, CommandsOfHostsThatTakeOursAreKnown) {
  for (const char* const command :
       {"claude mcp remove session-state", "claude mcp remove -s user session-state",
        "claude mcp add session-state -- /bin/true", "claude mcp add-json session-state {}",
        "codex mcp remove session-state", "gemini mcp remove session-state",
        "gemini mcp disable session-state", "npx @anthropic-ai/claude-code mcp rm session-state",
        "npx -y @openai/codex@latest mcp remove session-state", "claude plugin disable holdfast@x",
        "claude plugin uninstall holdfast", "openclaw plugins disable holdfast",
        "claude plugin install x@y", "claude plugins enable x", "codex features disable hooks",
        "codex --disable hooks", "openclaw config set plugins.enabled false",
        "openclaw config unset plugins.entries.holdfast",
        "claude config set -g disableAllHooks true"}) {
    EXPECT_TRUE(is_own(command)) << command;
  }
}

TEST(OwnEntryCommandTest, OtherCommandsOfHostsPass) {
  for (const char* const command : {"claude",
                                    "claude --version",
                                    "claude -p hello",
                                    "claude mcp list",
                                    "claude mcp get session-state",
                                    "claude mcp add notes -- notes",
                                    "claude mcp remove notes",
                                    "claude mcp add session-state -- holdfast mcp",
                                    "claude plugin list",
                                    "claude plugin uninstall x",
                                    "claude plugin marketplace add x",
                                    "claude plugin validate .",
                                    "codex exec remove the hooks",
                                    "codex features list",
                                    "codex features enable hooks",
                                    "gemini -p session-state",
                                    "openclaw config get plugins.enabled",
                                    "npx prettier --write .",
                                    "npm remove session-state",
                                    "git remote remove session-state",
                                    "echo claude mcp remove"}) {
    EXPECT_FALSE(is_own(command)) << command;
  }
}

}  // namespace
}  // namespace host
