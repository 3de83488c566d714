// agent, decision, verdict and handoff: document S0's workflow from the command line.
#include <nlohmann/json.hpp>

#include "cli/testing_project.h"

namespace cli {
namespace {

using base::Json;

using WorkflowCommandTest = ProjectTest;

constexpr const char* kDecision =
    R"({"id":"d1","type":"technical","description":"Use SQLite","rationale":"no server",)"
    R"("decidedBy":"architect"})";

TEST_F(WorkflowCommandTest, EveryItemIsAddedAndItsIdAndVersionTold) {
  start();
  const std::vector<std::pair<std::string, std::string>> rows{
      {"agent", R"({"agent":"planner","input":{"prompt":"plan"}})"},
      {"decision", kDecision},
      {"verdict", R"({"agent":"critic","decision":"approve","confidence":0.9,"reasoning":"ok"})"},
      {"handoff", R"({"fromAgent":"planner","toAgent":"qa","reason":"done","context":"x"})"}};
  std::int64_t version = 1;
  for (const auto& [noun, document] : rows) {
    SCOPED_TRACE(noun);
    version += 1;
    const Outcome added = run({noun, "add", "--input", "-", "--json"}, document);
    ASSERT_EQ(added.exit, 0) << added.errors;
    const Json json = json_of(added);
    EXPECT_NE(json["id"], "");
    EXPECT_EQ(json["version"], version);
    EXPECT_EQ(json["changed"], true);
  }
  EXPECT_NE(run({"session", "show"}).output.find("decision of architect: Use SQLite"),
            std::string::npos);
}

TEST_F(WorkflowCommandTest, ForPeopleItIsASentence) {
  start();
  EXPECT_EQ(run({"decision", "add", "--input", kDecision}).output,
            "Added decision d1 (version 2).\n");
  EXPECT_EQ(run({"decision", "add", "--input", kDecision}).output,
            "There is decision d1 already (version 2).\n");
}

TEST_F(WorkflowCommandTest, WithoutADocumentItIsWrongUseAndWithABadOneBadData) {
  start();
  const std::string before = run({"session", "get-state"}).output;
  for (const char* noun : {"agent", "decision", "verdict", "handoff"}) {
    SCOPED_TRACE(noun);
    EXPECT_EQ(run({noun, "add"}).exit, 64);
    EXPECT_EQ(run({noun, "add", "--input", "{"}).exit, 65);
    const Outcome missing = run({noun, "add", "--input", "{}"});
    EXPECT_EQ(missing.exit, 65);
    EXPECT_EQ(missing.errors.substr(0, 19), "holdfast: --input: ");
  }
  EXPECT_EQ(run({"decision", "add", "--input",
                 R"({"type":"odd","description":"d","rationale":"r","decidedBy":"qa"})"})
                .exit,
            64);
  EXPECT_EQ(run({"session", "get-state"}).output, before);
}

TEST_F(WorkflowCommandTest, AnInvocationEndsByItsIdOrItsAgent) {
  start();
  EXPECT_EQ(run({"agent", "complete"}).exit, 64);
  EXPECT_EQ(run({"agent", "complete", "--id", "x", "--agent", "qa"}).exit, 64);
  EXPECT_EQ(run({"agent", "complete", "--agent", "qa"}).exit, 1);
  const char* const invocation = R"({"agent":"qa","input":{"prompt":"test"}})";
  const Json first = json_of(run({"agent", "add", "--input", invocation, "--json"}));
  ASSERT_EQ(run({"agent", "complete", "--id", first["id"].get<std::string>()}).exit, 0);
  ASSERT_EQ(run({"agent", "add", "--input", invocation}).exit, 0);
  const Outcome failed = run({"agent", "complete", "--agent", "qa", "--status", "failed", "--input",
                              R"({"summary":"two tests fail"})"});
  ASSERT_EQ(failed.exit, 0) << failed.errors;
  const Json history =
      json_of(run({"session", "get-state"}))["orchestratorWorkflow"]["agentHistory"];
  ASSERT_EQ(history.size(), 2U);
  EXPECT_EQ(history[0]["status"], "completed");
  EXPECT_EQ(history[1]["status"], "failed");
  EXPECT_EQ(history[1]["output"]["summary"], "two tests fail");
}

TEST_F(WorkflowCommandTest, AHandoffWaitsUntilItIsAccepted) {
  start();
  EXPECT_EQ(run({"handoff", "list"}).output, "No handoff waits.\n");
  const Json added =
      json_of(run({"handoff", "add", "--json", "--input",
                   R"({"fromAgent":"planner","toAgent":"qa","reason":"done","context":"x"})"}));
  const std::string id = added["id"].get<std::string>();
  EXPECT_EQ(run({"handoff", "list"}).output, id + "  planner to qa: done\n");
  EXPECT_EQ(run({"handoff", "accept", "nobody"}).exit, 1);
  EXPECT_EQ(run({"handoff", "accept", id}).exit, 0);
  EXPECT_EQ(json_of(run({"handoff", "list", "--json"}))["handoffs"].size(), 0U);
}

TEST_F(WorkflowCommandTest, CompactionThatIsNotNeededSaysSo) {
  start();
  const Outcome outcome = run({"session", "compact"});
  EXPECT_EQ(outcome.exit, 1);
  EXPECT_NE(outcome.errors.find("Compaction not needed"), std::string::npos);
}

}  // namespace
}  // namespace cli
