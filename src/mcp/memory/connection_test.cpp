#include "mcp/memory/connection.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mcp/memory/test_scripted_server.h"

namespace mcp::memory {
namespace {

using base::Code;
using base::Json;
using Kind = client::Failure::Kind;

class ConnectionTest : public ::testing::Test {
 protected:
  ConnectionTest() {
    scripted.add_tool("echo", {"x"});
    scripted.call = [](const auto&, const auto&) { return said("done"); };
  }
  ScriptedServer scripted;
};

TEST_F(ConnectionTest, ItIsMadeOnFirstUseAndKept) {
  const auto connection = scripted.connection();
  EXPECT_EQ(scripted.server.opened, 0);
  EXPECT_EQ(connection->call("echo", Json::object())->text, "done");
  const int opened = scripted.server.opened;
  EXPECT_EQ(connection->call("echo", Json::object())->text, "done");
  EXPECT_TRUE(connection->tool("echo").ok());
  EXPECT_EQ(scripted.server.opened, opened);
  EXPECT_EQ(connection->tool("other").error().code, Code::unavailable);
}

// S1-98: it is asked again after a while, and not before.
TEST_F(ConnectionTest, AFailingServerIsLeftAloneForHalfAMinute) {
  const auto connection = scripted.connection();
  scripted.failure = {Kind::timed_out, "late"};
  EXPECT_EQ(connection->call("echo", Json::object()).error().code, Code::unavailable);
  scripted.failure.reset();
  scripted.clock.advance(std::chrono::milliseconds{29'999});
  EXPECT_EQ(connection->call("echo", Json::object()).error().code, Code::unavailable);
  EXPECT_EQ(scripted.called.size(), 1U);
  scripted.clock.advance(std::chrono::milliseconds{1});
  EXPECT_TRUE(connection->call("echo", Json::object()).ok());
}

TEST_F(ConnectionTest, AServerThatEndedInBetweenIsStartedAgainAtOnce) {
  const auto connection = scripted.connection();
  ASSERT_TRUE(connection->call("echo", Json::object()).ok());
  int calls = 0;
  scripted.call = [&](const auto&, const auto&) {
    ++calls;
    return said("again");
  };
  scripted.failure = {Kind::gone, "ended"};
  scripted.server.play = [this, play = scripted.server.play](const auto& request, auto& listener) {
    if (request.method == "server/discover") scripted.failure.reset();
    return play(request, listener);
  };
  EXPECT_EQ(connection->call("echo", Json::object())->text, "again");
  EXPECT_EQ(calls, 1);
}

TEST_F(ConnectionTest, AServerThatRefusesIsUnavailableButNotLeftAlone) {
  const auto connection = scripted.connection();
  bool refuses = true;
  scripted.server.play = [&, play = scripted.server.play](const auto& request, auto& listener) {
    if (request.method == "tools/call" && refuses) return client::refused(request, -32602);
    return play(request, listener);
  };
  EXPECT_EQ(connection->call("echo", Json::object()).error().code, Code::unavailable);
  refuses = false;
  EXPECT_TRUE(connection->call("echo", Json::object()).ok());
}

}  // namespace
}  // namespace mcp::memory
