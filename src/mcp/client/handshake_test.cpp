#include "mcp/client/handshake.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mcp/client/test_fake_transport.h"
#include "os/fake.h"

namespace mcp::client {
namespace {

using Kind = Failure::Kind;

// contracts 2.1 to 2.3
class HandshakeTest : public ::testing::Test {
 protected:
  base::Result<std::unique_ptr<Client>> connect() {
    return Client::connect(server.factory(), clock, {});
  }
  std::vector<std::string> methods() const {
    std::vector<std::string> names;
    for (const Outgoing& outgoing : server.sent) names.push_back(outgoing.request.method);
    return names;
  }
  FakeServer server;
  os::FakeClock clock;
};

TEST_F(HandshakeTest, AServerOfTheModernEraIsAskedOnce) {
  server.play = [](const auto& request, Listener&) { return answered(request, discovery()); };
  const auto client = connect();
  ASSERT_TRUE(client.ok()) << client.error().message;
  EXPECT_EQ((*client)->server().era, Era::modern);
  EXPECT_EQ(methods(), std::vector<std::string>{"server/discover"});
  const base::Json& meta = server.sent.front().request.params.get()["_meta"];
  EXPECT_EQ(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
  EXPECT_EQ(meta["io.modelcontextprotocol/clientCapabilities"], base::Json::object());
  EXPECT_EQ(meta["io.modelcontextprotocol/clientInfo"]["name"], "holdfast");
}

TEST_F(HandshakeTest, WhateverGoesWrongWithTheModernQuestionTheLegacyOneIsAskedNext) {
  const std::vector<std::function<Answer(const jsonrpc::Request&)>> rows = {
      [](const auto& request) { return refused(request, -32601); },
      [](const auto& request) { return refused(request, -32602); },
      [](const auto& request) {
        return refused(request, -32022, {{"supported", {"2025-11-25"}}});
      },
      [](const auto& request) { return answered(request, base::Json::object()); },
      [](const auto& request) {
        return answered(request, {{"supportedVersions", "x"}});
      },
      [](const auto&) {
        return Failure{Kind::broken, "HTTP status 400"};
      },
      [](const auto&) {
        return Failure{Kind::timed_out, "late"};
      },
      [](const auto&) {
        return Failure{Kind::gone, "ended"};
      }};
  for (const auto& row : rows) {
    SCOPED_TRACE(&row - rows.data());
    server.sent.clear();
    server.notified.clear();
    server.play = [&](const auto& request, Listener&) {
      return request.method == "initialize" ? answered(request, greeting()) : row(request);
    };
    const auto client = connect();
    ASSERT_TRUE(client.ok()) << client.error().message;
    EXPECT_EQ((*client)->server().era, Era::legacy);
    EXPECT_EQ((*client)->server().name, "fake");
    EXPECT_EQ(server.version, "2025-11-25");
    EXPECT_EQ(server.notified, std::vector<std::string>{"notifications/initialized"});
  }
  EXPECT_EQ(server.opened, 9);  // The one that had ended was started again.
}

TEST_F(HandshakeTest, AServerThatNamesOurVersionIsAskedAgain) {
  server.play = [&](const auto& request, Listener&) {
    return server.sent.size() == 1 ? refused(request, -32022, {{"supported", {"2026-07-28"}}})
                                   : answered(request, discovery());
  };
  EXPECT_EQ((*connect())->server().era, Era::modern);
  server.sent.clear();
  server.play = [](const auto& request, Listener&) {
    return refused(request, -32022, {{"supported", {"2026-07-28"}}});
  };
  EXPECT_FALSE(connect().ok());
  EXPECT_EQ(methods(),
            (std::vector<std::string>{"server/discover", "server/discover", "initialize"}));
}

TEST_F(HandshakeTest, AModernServerThatIsSlowToStartIsFoundInTheEnd) {
  server.play = [&](const auto& request, Listener&) -> Answer {
    if (server.sent.size() == 1) return Failure{Kind::timed_out, "late"};
    if (request.method == "initialize") return refused(request, -32601);
    return answered(request, discovery());
  };
  EXPECT_EQ((*connect())->server().era, Era::modern);
}

TEST_F(HandshakeTest, AnyKnownLegacyVersionIsAcceptedAndNoOther) {
  for (const char* version : {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}) {
    server.play = [&](const auto& request, Listener&) {
      return request.method == "initialize" ? answered(request, greeting(version))
                                            : refused(request, -32601);
    };
    EXPECT_EQ((*connect())->server().version, version);
  }
  for (const char* version : {"", "1.0", "2026-07-28"}) {
    server.play = [&](const auto& request, Listener&) {
      return request.method == "initialize" ? answered(request, greeting(version))
                                            : refused(request, -32601);
    };
    EXPECT_EQ(connect().error().code, base::Code::unavailable);
  }
}

TEST_F(HandshakeTest, TheTimeForConnectingIsSharedByBothQuestions) {
  server.play = [&](const auto&, Listener&) {
    clock.advance(server.sent.back().timeout);
    return Failure{Kind::timed_out, "late"};
  };
  EXPECT_EQ(connect().error().code, base::Code::unavailable);
  ASSERT_EQ(server.sent.size(), 2U);
  EXPECT_EQ(server.sent[0].timeout, base::Millis{5000});
  EXPECT_EQ(server.sent[1].timeout, base::Millis{5000});
}

}  // namespace
}  // namespace mcp::client
