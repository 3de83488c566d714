#include "mcp/offer.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "mcp/test_offer.h"
#include "policy/tool_class.h"

namespace mcp {

using base::Json;

OfferTest::OfferTest() {
  disk().poke("/home/dev/project/.git/HEAD", "ref: refs/heads/main\n");
  disk().poke("/home/dev/project/.git/refs/heads/main",
              "0123456789abcdef0123456789abcdef01234567\n");
  configure("gate:\n  initial_mode: coding\n");
  disk().poke("/home/dev/.config/holdfast/secret",
              "0123456789abcdef0123456789abcdef0123456789abcdef\n");
  offer(model::ToolSet::core);
}

void OfferTest::offer(model::ToolSet tools, std::optional<std::string> conversation) {
  server_.reset();
  project_.emplace(fake_.system(), ServedProjectOptions{.folder = "/home/dev/project",
                                                        .host_session = std::move(conversation)});
  catalogue_.emplace();
  offer_holdfast(*catalogue_, *project_, tools);
  server_.emplace(*catalogue_,
                  ServerOptions{.identity = {"holdfast", "Holdfast", "1", ""},
                                .state_key = base::SecretKey("0123456789abcdef")},
                  fake_.clock);
}

Json OfferTest::ask(std::string_view method, const Json& params, Era era) {
  const auto outcome = server_->answer({era, method, params}, context_);
  if (!outcome) return {{"code", 0}, {"message", "no such method"}};
  if (const auto* value = std::get_if<base::JsonBox>(&*outcome)) return value->get();
  const auto* error = std::get_if<ProtocolError>(&*outcome);
  return error == nullptr ? Json() : Json{{"code", error->code}, {"message", error->message}};
}

Json OfferTest::call(const char* tool, const Json& arguments) {
  return ask("tools/call", {{"name", tool}, {"arguments", arguments}});
}

Json OfferTest::result(const char* tool, const Json& arguments) {
  const Json answer = call(tool, arguments);
  EXPECT_FALSE(answer.contains("isError")) << answer.dump();
  EXPECT_TRUE(answer.contains("structuredContent")) << answer.dump();
  return answer.value("structuredContent", Json::object());
}

Json OfferTest::result(const char* tool) { return result(tool, Json::object()); }

std::string OfferTest::error(const char* tool, const Json& arguments) {
  const Json answer = call(tool, arguments);
  if (!answer.value("isError", false)) return "no error: " + answer.dump();
  return answer["structuredContent"]["error"]["code"].get<std::string>();
}

std::string OfferTest::error(const char* tool) { return error(tool, Json::object()); }

Json OfferTest::resource(const std::string& uri) {
  const Json answer = ask("resources/read", {{"uri", uri}});
  if (!answer.contains("contents")) return answer;
  EXPECT_EQ(answer["contents"][0]["mimeType"], "application/json");
  const auto json = base::parse_json(answer["contents"][0]["text"].get<std::string>());
  return json.ok() ? *json : Json(json.error().message);
}

namespace {

std::vector<std::string> names_in(const Json& list) {
  std::vector<std::string> names;
  for (const Json& one : list) names.push_back(one["name"].get<std::string>());
  return names;
}

const std::vector<std::string> kCore{"session_start",
                                     "validate_gate",
                                     "advance_phase",
                                     "record_evidence",
                                     "session_end",
                                     "get_blocked_reason",
                                     "session_get_state",
                                     "session_set_mode",
                                     "session_get",
                                     "session_transition_phase",
                                     "session_complete_checkpoint",
                                     "session_add_commit",
                                     "requirement_status",
                                     "requirement_satisfy",
                                     "working_memory"};

// S1-67, S1-96
TEST_F(OfferTest, TheCoreToolsAreListedWithSchemasAndAreAlwaysLoaded) {
  const Json tools = ask("tools/list", Json::object())["tools"];
  EXPECT_EQ(names_in(tools), kCore);
  for (const Json& tool : tools) {
    SCOPED_TRACE(tool["name"].get<std::string>());
    EXPECT_EQ(tool["inputSchema"]["type"], "object");
    EXPECT_EQ(tool["outputSchema"]["type"], "object");
    EXPECT_FALSE(tool["title"].get<std::string>().empty());
    EXPECT_FALSE(tool["description"].get<std::string>().empty());
    EXPECT_EQ(tool["annotations"]["openWorldHint"], false);
    EXPECT_EQ(tool["_meta"]["anthropic/alwaysLoad"], true);
  }
}

TEST_F(OfferTest, TheDefaultListStaysBelowTenThousandBytesInEveryEra) {
  for (const Era era : {Era::legacy, Era::modern}) {
    const std::string text = base::dump_line(ask("tools/list", Json::object(), era));
    EXPECT_LE(text.size(), 9'950U);
  }
}

// U6: what the gate takes for ours is what is offered, and nothing else.
TEST_F(OfferTest, TheGateKnowsAllToolsByTheirNames) {
  offer(model::ToolSet::all);
  std::vector<std::string> offered = names_in(ask("tools/list", Json::object())["tools"]);
  std::sort(offered.begin(), offered.end());
  const auto known = policy::own_tool_names();
  EXPECT_EQ(offered, std::vector<std::string>(known.begin(), known.end()));
}

// SC-43
TEST_F(OfferTest, AllToolsAreListedWhereTheProjectOrTheEnvironmentAsksForIt) {
  model::Config config;
  EXPECT_EQ(chosen_tools(fake_.environment, config), model::ToolSet::core);
  config.mcp_tools = model::ToolSet::all;
  EXPECT_EQ(chosen_tools(fake_.environment, config), model::ToolSet::all);
  fake_.environment.set("HOLDFAST_MCP_TOOLS", "core");
  EXPECT_EQ(chosen_tools(fake_.environment, config), model::ToolSet::core);
  fake_.environment.set("HOLDFAST_MCP_TOOLS", "all");
  EXPECT_EQ(chosen_tools(fake_.environment, model::Config{}), model::ToolSet::all);
  offer(model::ToolSet::all);
  std::vector<std::string> expected = kCore;
  for (const char* name : {"session_create",
                           "session_list",
                           "session_complete_phase",
                           "session_init_build",
                           "session_start_checkpoint",
                           "session_set_status",
                           "session_update_git",
                           "session_set_git",
                           "session_onboard",
                           "cortex_session_continue",
                           "session_chain",
                           "requirement_clear",
                           "requirement_approve",
                           "agent_invocation_add",
                           "agent_invocation_complete",
                           "decision_add",
                           "verdict_add",
                           "handoff_add",
                           "handoff_list",
                           "handoff_accept",
                           "session_compact"}) {
    expected.emplace_back(name);
  }
  const Json tools = ask("tools/list", Json::object())["tools"];
  EXPECT_EQ(names_in(tools), expected);
  EXPECT_FALSE(tools.back().contains("_meta"));
}

TEST_F(OfferTest, AToolThatIsNotListedCanBeCalled) {
  result("session_start", {{"objective", "Test"}});
  const Json added =
      result("decision_add",
             {{"type", "technical"}, {"description", "Use SQLite"}, {"decidedBy", "architect"}});
  EXPECT_FALSE(added["id"].get<std::string>().empty());
}

TEST_F(OfferTest, WhatIsNoToolOrDoesNotFitItsSchemaIsAnErrorOfTheProtocol) {
  EXPECT_EQ(call("frobnicate", Json::object())["code"], -32602);
  EXPECT_EQ(call("session_start", Json::object())["code"], -32602);
  EXPECT_EQ(call("session_start", {{"objective", 7}})["code"], -32602);
  EXPECT_EQ(
      call("record_evidence",
           {{"phase", "SERENA_INIT"}, {"evidence_type", "rumour"}, {"evidence", "x"}})["code"],
      -32602);
}

TEST_F(OfferTest, OnlyToolsThatLookAreReadOnlyAndOnlyClearingDestroys) {
  offer(model::ToolSet::all);
  for (const auto& tool : catalogue_->tools()) {
    const ToolDescription& one = tool->description();
    SCOPED_TRACE(one.name);
    const bool looks = one.name == "get_blocked_reason" || one.name == "session_get_state" ||
                       one.name == "requirement_status" || one.name == "session_get" ||
                       one.name == "session_list" || one.name == "handoff_list" ||
                       one.name == "session_chain";
    EXPECT_EQ(one.annotations.read_only, looks);
    EXPECT_EQ(one.annotations.destructive,
              one.name == "requirement_clear" || one.name == "working_memory");
    // Writers wait for locks and gates start programs: neither may hold up other calls.
    const bool may_take_long = one.name == "requirement_status" || one.name == "session_list" ||
                               one.name == "handoff_list" || one.name == "session_chain";
    EXPECT_EQ(one.may_wait, !looks || may_take_long);
  }
}

TEST_F(OfferTest, AProjectThatCannotBeOpenedIsAnErrorAndNoCrash) {
  ASSERT_TRUE(disk().remove("/home/dev/project/.holdfast/config.yaml").ok());
  EXPECT_EQ(error("session_get_state"), "NOT_OPTED_IN");
  EXPECT_EQ(resource("session://state")["code"], -32603);
}

}  // namespace
}  // namespace mcp
