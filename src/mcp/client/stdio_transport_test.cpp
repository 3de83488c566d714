#include "mcp/client/stdio_transport.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mcp/client/questions.h"
#include "os/fake.h"
#include "os/fake_child.h"

namespace mcp::client {
namespace {

using Kind = Failure::Kind;

class StdioTransportTest : public ::testing::Test {
 protected:
  // What comes of one request, where the server says these lines to it.
  Answer request(std::vector<std::string> lines) {
    auto child = std::make_unique<os::FakeChild>([this, lines](const std::string& line) {
      written.push_back(line);
      return written.size() == 1 ? lines : std::vector<std::string>();
    });
    child->is_gone = is_gone;
    child->error_text = "boom\n";
    child->exit_code = 9;
    StdioTransport transport(std::move(child), "server", clock);
    Questions questions{{}};
    return transport.request({{jsonrpc::Id(7), "tools/list", {}}, base::Millis{1000}, {}},
                             questions);
  }
  static Kind kind(const Answer& answer) { return std::get<Failure>(answer).kind; }

  static constexpr const char* kAnswer = R"({"jsonrpc":"2.0","id":7,"result":{"n":1}})";
  std::vector<std::string> written;
  os::FakeClock clock;
  bool is_gone = false;
};

TEST_F(StdioTransportTest, TheAnswerIsFoundAmongNoiseNoticesAndAnswersToOthers) {
  const Answer answer =
      request({"Welcome!", "", R"({"log":"x"})", "[]", R"({"jsonrpc":"2.0","id":6,"result":{}})",
               R"({"jsonrpc":"2.0","id":"7","result":{}})",
               R"({"jsonrpc":"2.0","method":"notifications/x"})",
               R"({"jsonrpc":"2.0","id":1,"method":"ping"})", kAnswer});
  EXPECT_EQ(std::get<jsonrpc::Response>(answer).result.get()["n"], 1);
  ASSERT_EQ(written.size(), 2U);
  EXPECT_EQ(written[1], R"({"jsonrpc":"2.0","id":1,"result":{}})");
}

TEST_F(StdioTransportTest, NoiseAndFloodsHaveALimit) {
  EXPECT_EQ(kind(request(std::vector<std::string>(1001, "noise"))), Kind::broken);
  written.clear();
  std::vector<std::string> lines(1000, "noise");
  lines.emplace_back(kAnswer);
  EXPECT_TRUE(std::holds_alternative<jsonrpc::Response>(request(lines)));
  written.clear();
  EXPECT_EQ(kind(request(std::vector<std::string>(
                10'001, R"({"jsonrpc":"2.0","method":"notifications/x"})"))),
            Kind::broken);
}

TEST_F(StdioTransportTest, SilenceIsATimeoutAndTheEndHasItsLastWords) {
  EXPECT_EQ(kind(request({})), Kind::timed_out);
  is_gone = true;
  const auto failure = std::get<Failure>(request({}));
  EXPECT_EQ(failure.kind, Kind::gone);
  EXPECT_EQ(failure.message, "server has ended with exit code 9: boom");
}

TEST(ShownTailTest, ItIsShortPrintableAndTheEnd) {
  EXPECT_EQ(shown_tail(""), "");
  EXPECT_EQ(shown_tail("1\n2\n3\n4\n5\n6\n"), "2 | 3 | 4 | 5 | 6");
  EXPECT_EQ(shown_tail("\x1b[31mred\xff"), "?[31mred?");
  EXPECT_EQ(shown_tail("grün"), "grün");
  EXPECT_EQ(shown_tail(std::string(5000, 'x')).size(), 1000U);
}

}  // namespace
}  // namespace mcp::client
