// working_memory, cortex_session_continue, session_chain and session://continuity.
#include <nlohmann/json.hpp>

#include "engine/hook_event.h"
#include "mcp/test_offer.h"

namespace mcp {
namespace {

using base::Json;
using model::EventKind;

constexpr const char* kPast = "8e2165c7-1111-4222-8333-444455556666";

class ContinuityToolsTest : public OfferTest {
 protected:
  ContinuityToolsTest() {
    send(EventKind::session_start, kConversation);
    offer(model::ToolSet::all, kConversation);
  }
  void send(EventKind kind, const std::string& session) {
    model::HostEvent event;
    event.kind = kind;
    event.host = "claude-code";
    event.name = "event";
    event.host_id = session;
    event.folder = "/home/dev/project";
    event.source = kind == EventKind::session_start ? "startup" : "";
    event.reason = kind == EventKind::session_end ? "other" : "";
    engine::handle_event(fake_.system(), event);
  }
  Json pin(const std::string& content, Json more = Json::object()) {
    more["action"] = "pin";
    more["content"] = content;
    return result("working_memory", more)["items"];
  }
  // A session that pinned something and ended.
  void live_through_a_session() {
    send(EventKind::session_start, kPast);
    offer(model::ToolSet::all, kPast);
    pin("TODO mend the lexer", {{"label", "lexer"}});
    send(EventKind::turn_end, kPast);
    send(EventKind::session_end, kPast);
    fake_.clock.advance(std::chrono::hours{1});
    offer(model::ToolSet::all, kConversation);
  }
};

// S3-40, S3-148
TEST_F(ContinuityToolsTest, PinsComeAndGo) {
  EXPECT_EQ(result("working_memory", {{"action", "view"}})["items"], Json::array());
  pin("first", {{"label", "a"}});
  const Json items = pin("second", {{"importance", "CRITICAL"}});
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[0]["content"], "first");
  EXPECT_EQ(items[0]["label"], "a");
  EXPECT_EQ(items[0]["pinnedAt"], "2026-01-18T09:30:00.000Z");
  EXPECT_EQ(items[1]["importance"], "CRITICAL");
  EXPECT_EQ(result("working_memory", {{"action", "view"}})["items"], items);
  EXPECT_EQ(result("working_memory", {{"action", "unpin"}, {"label", "a"}})["items"].size(), 1U);
  EXPECT_EQ(result("working_memory", {{"action", "unpin"}, {"content", "second"}})["items"].size(),
            0U);
  pin("third");
  EXPECT_EQ(result("working_memory", {{"action", "clear"}})["items"], Json::array());
}

// B3-1
TEST_F(ContinuityToolsTest, WhatIsWrongHasTheDocumentsCodes) {
  EXPECT_EQ(error("working_memory", {{"action", "pin"}}), "INVALID_PARAMS");
  EXPECT_EQ(error("working_memory", {{"action", "unpin"}}), "INVALID_PARAMS");
  EXPECT_EQ(error("working_memory", {{"action", "unpin"}, {"label", "x"}}), "NOT_FOUND");
  EXPECT_EQ(call("working_memory", {{"action", "eat"}})["code"], -32602);
  EXPECT_EQ(call("working_memory", Json::object())["code"], -32602);
  for (int number = 0; number < 10; ++number) pin("pin " + std::to_string(number));
  EXPECT_EQ(error("working_memory", {{"action", "pin"}, {"content", "more"}}), "PIN_CAP");
}

// S3-44, S3-62, S3-137
TEST_F(ContinuityToolsTest, ASessionIsContinuedOnceAndByAnother) {
  live_through_a_session();
  const Json taken = result("cortex_session_continue", {{"session_id", kPast}});
  EXPECT_TRUE(taken["preamble"].is_string());
  EXPECT_EQ(taken["inheritedPins"].size(), 1U);
  EXPECT_EQ(taken["sessionIds"], Json::array({kPast}));
  EXPECT_EQ(taken["relevanceScores"].size(), 1U);
  EXPECT_EQ(taken["pendingTaskCount"], 1);
  EXPECT_EQ(taken["changed"], true);
  const Json again = result("cortex_session_continue", {{"session_id", kPast}});
  EXPECT_EQ(again["inheritedPins"].size(), 0U);
  EXPECT_EQ(again["changed"], false);
  EXPECT_EQ(error("cortex_session_continue", {{"session_id", kConversation}}), "SELF");
  EXPECT_EQ(error("cortex_session_continue", {{"session_id", "nobody"}}), "NOT_FOUND");
  EXPECT_EQ(call("cortex_session_continue", Json::object())["code"], -32602);
}

// S3-50, S3-149
TEST_F(ContinuityToolsTest, TheChainIsNewestFirstAndHasALimit) {
  live_through_a_session();
  result("cortex_session_continue", {{"session_id", kPast}});
  const Json sessions = result("session_chain", {{"session_id", kConversation}})["sessions"];
  ASSERT_EQ(sessions.size(), 2U);
  EXPECT_EQ(sessions[0]["session_id"], kConversation);
  EXPECT_EQ(sessions[1]["session_id"], kPast);
  EXPECT_EQ(sessions[1]["continued_by"], kConversation);
  EXPECT_EQ(
      result("session_chain", {{"session_id", kConversation}, {"depth", 1}})["sessions"].size(),
      1U);
  EXPECT_EQ(error("session_chain", {{"session_id", kConversation}, {"depth", 0}}), "INVALID_VALUE");
  EXPECT_EQ(error("session_chain", {{"session_id", kConversation}, {"depth", 51}}),
            "INVALID_VALUE");
  EXPECT_EQ(error("session_chain", {{"session_id", "nobody"}}), "NOT_FOUND");
}

TEST_F(ContinuityToolsTest, TheResourceHasPinsLinksAndWhatWaits) {
  live_through_a_session();
  result("cortex_session_continue", {{"session_id", kPast}});
  result("handoff_add", {{"goal", "Finish the lexer"}});
  const Json document = resource("session://continuity");
  EXPECT_EQ(document["active"], true);
  EXPECT_EQ(document["session_id"], kConversation);
  EXPECT_EQ(document["items"].size(), 1U);
  EXPECT_EQ(document["previous_session_id"], kPast);
  EXPECT_EQ(document["continued_by"], Json());
  EXPECT_EQ(document["links"][0]["session_id"], kPast);
  EXPECT_EQ(document["packets"][0]["goal"], "Finish the lexer");
}

TEST_F(ContinuityToolsTest, TheResourceSaysWhenItChanged) {
  const auto provider = catalogue_->resources().front();
  std::string before = provider->version("session://continuity");
  const auto has_changed = [&] {
    const std::string now = provider->version("session://continuity");
    const bool changed = now != before;
    before = now;
    return changed;
  };
  EXPECT_FALSE(has_changed());
  pin("something");
  EXPECT_TRUE(has_changed());
  fake_.clock.advance(std::chrono::seconds{1});
  result("handoff_add", {{"goal", "Finish the lexer"}});
  EXPECT_TRUE(has_changed());
  send(EventKind::turn_end, kConversation);
  EXPECT_TRUE(has_changed());
}

}  // namespace
}  // namespace mcp
