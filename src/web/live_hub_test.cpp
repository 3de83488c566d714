// Built with the thread sanitizer too: see tests/CMakeLists.txt.
#include "web/live_hub.h"

#include <gtest/gtest.h>

#include <atomic>
#include <nlohmann/json.hpp>
#include <thread>

#include "http/test_support.h"

namespace web {
namespace {

class LiveHubTest : public ::testing::Test {
 protected:
  // A browser that comes with the last id that it saw.
  http::RawClient come(const std::string& last_id = "", const std::string& query = "") {
    http::RawClient client(*server);
    client.send("GET /api/v1/live" + query + " HTTP/1.1\r\nHost: h\r\n" +
                (last_id.empty() ? "" : "Last-Event-ID: " + last_id + "\r\n") + "\r\n");
    return client;
  }
  // Its events up to the one with this text, without the pieces that HTTP makes of a stream.
  static std::vector<http::Event> events_to(http::RawClient& client, const std::string& text) {
    std::string bytes = client.read_to(text);
    bytes += client.read_to("\n\n");
    std::string stream;
    std::size_t at = bytes.find("\r\n\r\n");
    at = at == std::string::npos ? 0 : at + 4;
    // Chunks: a size, a line's end, the bytes, a line's end.
    for (const std::string_view line : lines_of(std::string_view(bytes).substr(at))) {
      const bool is_size = line.ends_with('\r');
      if (!is_size) stream.append(line).append("\n");
    }
    return http::EventReader().read(stream);
  }
  static std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size() - 1);
      lines.push_back(text.substr(0, end));
      text.remove_prefix(end + 1);
    }
    return lines;
  }
  static std::vector<std::string> names_of(const std::vector<http::Event>& events) {
    std::vector<std::string> names;
    for (const http::Event& event : events) names.push_back(event.name + " " + event.id);
    return names;
  }
  using Names = std::vector<std::string>;

  static ServerInfo info() { return {.version = "1.2.3", .started_at = "now"}; }

  LiveHub hub{"abc", info, {.events = 4, .bytes = 2000}};
  http::RunningServer server{
      [this](const std::shared_ptr<http::Exchange>& exchange) { hub.handle(exchange); }};
};

TEST_F(LiveHubTest, FirstComesHelloThenWhatHappens) {
  auto client = come();
  const std::string head = client.read_to("\r\n\r\n");
  EXPECT_NE(head.find("text/event-stream"), std::string::npos);
  EXPECT_NE(head.find("Content-Security-Policy: default-src 'none'"), std::string::npos);
  EXPECT_NE(head.find("X-Content-Type-Options: nosniff"), std::string::npos);
  const auto hello = events_to(client, "hello");
  ASSERT_EQ(names_of(hello), (Names{"hello abc-0"}));
  EXPECT_EQ(hello[0].retry, base::Millis{1000});
  const auto said = base::Json::parse(hello[0].data);
  EXPECT_EQ(said["server"]["version"], "1.2.3");
  EXPECT_EQ(said["server"]["index"]["is_catching_up"], false);
  hub.publish("activity", R"({"n":1})");
  hub.publish("changed", R"({"n":2})");
  const auto events = events_to(client, R"({"n":2})");
  EXPECT_EQ(names_of(events), (Names{"activity abc-1", "changed abc-2"}));
  EXPECT_EQ(events[0].data, R"({"n":1})");
}

TEST_F(LiveHubTest, WhoComesBackGetsWhatItMissed) {
  for (const char* text : {"1", "2", "3", "4"}) hub.publish("activity", text);
  auto client = come("abc-2");
  // Where it is cut off now, it has seen no more than before.
  EXPECT_EQ(names_of(events_to(client, "data: 4")),
            (Names{"hello abc-2", "activity abc-3", "activity abc-4"}));
  auto by_query = come("", "?after=abc-3");
  EXPECT_EQ(names_of(events_to(by_query, "data: 4")), (Names{"hello abc-3", "activity abc-4"}));
  auto has_all = come("abc-4");
  EXPECT_EQ(names_of(events_to(has_all, "hello")), (Names{"hello abc-4"}));
  hub.publish("activity", "5");
  EXPECT_EQ(names_of(events_to(has_all, "data: 5")), (Names{"activity abc-5"}));
}

TEST_F(LiveHubTest, WhatIsTooLongAgoOrOfAnotherServerIsAskedAgain) {
  for (const char* text : {"1", "2", "3", "4", "5", "6"}) hub.publish("activity", text);
  auto oldest = come("abc-2");
  EXPECT_EQ(events_to(oldest, "data: 6").size(), 5U);
  for (const char* id : {"abc-1", "abc-0", "abc-7", "xyz-5", "abc-", "abc-x", "abc5", "-5", "5",
                         "abc-99999999999999999999999"}) {
    SCOPED_TRACE(id);
    auto client = come(id);
    EXPECT_EQ(names_of(events_to(client, "resync")), (Names{"hello abc-6", "resync abc-6"}));
  }
}

TEST_F(LiveHubTest, WhatIsKeptIsBoundedInBytesToo) {
  hub.publish("activity", std::string(900, 'a'));
  hub.publish("activity", std::string(900, 'b'));
  hub.publish("activity", std::string(900, 'c'));
  auto client = come("abc-1");
  EXPECT_EQ(names_of(events_to(client, "ccc")),
            (Names{"hello abc-1", "activity abc-2", "activity abc-3"}));
  auto late = come("abc-0");
  EXPECT_EQ(names_of(events_to(late, "resync")), (Names{"hello abc-3", "resync abc-3"}));
  // One that is larger than all is kept alone.
  hub.publish("activity", std::string(5000, 'd'));
  auto last = come("abc-3");
  EXPECT_EQ(events_to(last, "dddd").size(), 2U);
}

TEST_F(LiveHubTest, NothingButGetIsAnswered) {
  for (const char* method : {"HEAD", "POST", "PUT", "DELETE", "OPTIONS"}) {
    http::RawClient client(*server);
    client.send(std::string(method) +
                " /api/v1/live HTTP/1.1\r\nHost: h\r\n"
                "Content-Length: 0\r\n\r\n");
    const std::string head = client.read_to("\r\n\r\n");
    EXPECT_TRUE(head.starts_with("HTTP/1.1 405")) << method;
    EXPECT_NE(head.find("Allow: GET\r\n"), std::string::npos) << method;
    EXPECT_NE(head.find("nosniff"), std::string::npos) << method;
  }
}

TEST_F(LiveHubTest, AStreamThatEndsIsForgottenAndTheEndEndsAll) {
  {
    auto gone = come();
    events_to(gone, "hello");
    EXPECT_EQ(server->open_streams(), 1U);
  }
  EXPECT_TRUE(http::comes_true([&] { return server->open_streams() == 0; }));
  auto client = come();
  events_to(client, "hello");
  hub.end();
  client.read_to("0\r\n\r\n");
  EXPECT_TRUE(http::comes_true([&] { return server->open_streams() == 0; }));
  hub.publish("activity", "1");
  auto late = come();
  EXPECT_EQ(late.read_to("0\r\n\r\n").find("hello"), std::string::npos);
}

// Threads that publish while streams come and go: each stream sees its numbers in order, all of
// them.
TEST_F(LiveHubTest, NobodyMissesAnythingWhileManyPublishAndListen) {
  constexpr std::uint64_t kEach = 300;
  std::atomic<bool> is_over = false;
  std::thread coming([&] {
    while (!is_over) {
      auto client = come("abc-0");
      client.read_to("hello");
    }
  });
  auto listener = come();
  events_to(listener, "hello");
  std::vector<std::thread> writers;
  for (int i = 0; i < 3; ++i) {
    writers.emplace_back([&] {
      for (std::uint64_t n = 0; n < kEach; ++n) hub.publish("activity", "{}");
    });
  }
  for (std::thread& writer : writers) writer.join();
  is_over = true;
  coming.join();
  hub.publish("changed", "\"last\"");
  const auto events = events_to(listener, "\"last\"");
  ASSERT_EQ(events.size(), 3 * kEach + 1);
  for (std::size_t i = 0; i < events.size(); ++i) {
    ASSERT_EQ(events[i].id, "abc-" + std::to_string(i + 1));
  }
}

}  // namespace
}  // namespace web
