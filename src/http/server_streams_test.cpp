#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <mutex>
#include <vector>

#include "http/test_support.h"

namespace http {
namespace {

// Opens a stream for every request and keeps it.
class StreamServer {
 public:
  explicit StreamServer(const Limits& limits = {})
      : server([this](const std::shared_ptr<Exchange>& exchange) { keep(exchange); }, limits) {}

  std::shared_ptr<EventStream> stream(std::size_t index) {
    EXPECT_TRUE(comes_true([&] { return count() > index; }));
    const std::lock_guard lock(mutex_);
    return streams_.at(index);
  }
  std::size_t count() {
    const std::lock_guard lock(mutex_);
    return streams_.size();
  }
  void drop_all() {
    const std::lock_guard lock(mutex_);
    streams_.clear();
  }

 private:
  void keep(const std::shared_ptr<Exchange>& exchange) {
    auto stream = exchange->open_stream({{"Mcp-Session-Id", "7"}});
    const std::lock_guard lock(mutex_);
    streams_.push_back(std::move(stream));
  }
  std::mutex mutex_;
  std::vector<std::shared_ptr<EventStream>> streams_;

 public:
  RunningServer server;  // Ends before what its handlers use.
};

TEST(ServerStreamsTest, EventsComeInOrderWhileAnotherThreadWrites) {
  StreamServer streams;
  auto reading = std::async(std::launch::async, [&] {
    std::vector<std::string> seen;
    const auto answer = fetch(streams.server.url("/"), {}, [&](const Event& event) {
      seen.push_back(event.id + event.data);
      return true;
    });
    EXPECT_TRUE(answer.ok());
    EXPECT_EQ(answer->headers.get("cache-control"), "no-cache, no-transform");
    EXPECT_EQ(answer->headers.get("x-accel-buffering"), "no");
    EXPECT_EQ(answer->headers.get("mcp-session-id"), "7");
    EXPECT_EQ(answer->body, "");
    return seen;
  });
  const auto stream = streams.stream(0);
  std::vector<std::string> sent;
  for (int i = 0; i < 2000; ++i) {
    EXPECT_TRUE(stream->send({.data = " {\n}", .id = std::to_string(i)}));
    sent.push_back(std::to_string(i) + " {\n}");
  }
  stream->close();
  EXPECT_EQ(reading.get(), sent);
}

TEST(ServerStreamsTest, AfterAStreamTheConnectionServesOn) {
  StreamServer streams;
  RawClient client(*streams.server);
  client.get("/");
  EXPECT_TRUE(client.read_to("\r\n\r\n").starts_with("HTTP/1.1 200 OK"));
  const auto first = streams.stream(0);
  EXPECT_TRUE(first->send({.data = "a"}));
  EXPECT_EQ(client.read_to("data: a\n\n\r\n"), "9\r\ndata: a\n\n\r\n");
  first->close();
  EXPECT_EQ(client.read_to("0\r\n\r\n"), "0\r\n\r\n");
  client.get("/");
  EXPECT_TRUE(client.read_to("\r\n\r\n").starts_with("HTTP/1.1 200 OK"));
  EXPECT_TRUE(streams.stream(1)->is_open());
  EXPECT_FALSE(first->is_open());
}

TEST(ServerStreamsTest, AnOldClientGetsNoChunks) {
  StreamServer streams;
  RawClient client(*streams.server);
  client.send("GET / HTTP/1.0\r\n\r\n");
  EXPECT_TRUE(streams.stream(0)->send({.data = "a"}));
  streams.stream(0)->close();
  const std::string answer = client.read_all();
  EXPECT_EQ(answer.find("chunked"), std::string::npos);
  EXPECT_TRUE(answer.ends_with("\r\n\r\ndata: a\n\n"));
}

TEST(ServerStreamsTest, AClientThatGoesIsNoticed) {
  StreamServer streams;
  RawClient client(*streams.server);
  client.get("/");
  const auto stream = streams.stream(0);
  std::atomic<int> called = 0;
  stream->on_closed([&] { ++called; });
  client.read_to("\r\n\r\n");
  EXPECT_EQ(streams.server->open_streams(), 1U);
  client.close();
  EXPECT_TRUE(comes_true([&] { return called == 1; }));
  EXPECT_FALSE(stream->is_open());
  EXPECT_FALSE(stream->send({.data = "x"}));
  EXPECT_EQ(streams.server->open_streams(), 0U);
}

TEST(ServerStreamsTest, AStreamThatNobodyHoldsIsClosed) {
  StreamServer streams;
  RawClient client(*streams.server);
  client.get("/");
  EXPECT_TRUE(streams.stream(0)->send({.data = "a"}));
  streams.drop_all();
  EXPECT_TRUE(client.read_to("0\r\n\r\n").ends_with("data: a\n\n\r\n0\r\n\r\n"));
  EXPECT_TRUE(comes_true([&] { return streams.server->open_streams() == 0; }));
}

TEST(ServerStreamsTest, AHeadRequestHasNoStream) {
  StreamServer streams;
  RawClient client(*streams.server);
  client.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_NE(client.read_to("\r\n\r\n").find("text/event-stream"), std::string::npos);
  EXPECT_FALSE(streams.stream(0)->is_open());
}

TEST(ServerStreamsTest, AReaderThatDoesNotReadCannotEatTheMemory) {
  StreamServer streams({.stream_backlog_bytes = 100'000});
  RawClient client(*streams.server, 4096);
  client.get("/");
  const auto stream = streams.stream(0);
  std::atomic<bool> closed = false;
  stream->on_closed([&] { closed = true; });
  const std::string data(10'000, 'x');
  std::size_t sent = 0;
  while (stream->send({.data = data})) ++sent;
  EXPECT_LT(sent, 10'000U);
  EXPECT_TRUE(comes_true([&] { return closed.load(); }));
}

TEST(ServerStreamsTest, AQuietStreamIsKeptAlive) {
  StreamServer streams({.keep_alive = base::Millis(50)});
  RawClient client(*streams.server);
  client.get("/");
  client.read_to("\r\n\r\n");
  for (int i = 0; i < 3; ++i) EXPECT_EQ(client.read_to(": \n\n\r\n"), "4\r\n: \n\n\r\n");
  EXPECT_TRUE(streams.stream(0)->is_open());
}

TEST(ServerStreamsTest, ManyStreamsGetTheirEvents) {
  StreamServer streams;
  constexpr std::size_t kCount = 300;
  std::vector<RawClient> clients;
  for (std::size_t i = 0; i < kCount; ++i) {
    clients.emplace_back(*streams.server);
    clients.back().get("/");
  }
  streams.stream(kCount - 1);
  for (std::size_t i = 0; i < kCount; ++i) {
    EXPECT_TRUE(streams.stream(i)->send({.data = "news"}));
  }
  for (RawClient& client : clients) {
    EXPECT_TRUE(client.read_to("data: news\n\n").ends_with("data: news\n\n"));
  }
  EXPECT_EQ(streams.server->open_streams(), kCount);
}

TEST(ServerStreamsTest, StoppingClosesTheStreamsInOrder) {
  StreamServer streams;
  RawClient client(*streams.server);
  client.get("/");
  const auto stream = streams.stream(0);
  std::atomic<bool> closed = false;
  stream->on_closed([&] { closed = true; });
  EXPECT_TRUE(stream->send({.data = "last"}));
  streams.server.stop();
  EXPECT_TRUE(closed);
  EXPECT_FALSE(stream->is_open());
  EXPECT_TRUE(client.read_all().ends_with("data: last\n\n\r\n0\r\n\r\n"));
  EXPECT_TRUE(client.is_closed());
}

TEST(ServerStreamsTest, StoppingDoesNotWaitForAReaderThatDoesNotRead) {
  StreamServer streams;
  RawClient client(*streams.server, 4096);
  client.get("/");
  const auto stream = streams.stream(0);
  EXPECT_TRUE(stream->send({.data = std::string(16'000'000, 'x')}));
  streams.server.stop();
  EXPECT_FALSE(stream->is_open());
}

TEST(ServerStreamsTest, ManyThreadsMayWriteToOneStream) {
  StreamServer streams;
  RawClient client(*streams.server);
  client.send("GET / HTTP/1.0\r\n\r\n");
  const auto stream = streams.stream(0);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 200; ++j) EXPECT_TRUE(stream->send({.data = "x"}));
    });
  }
  for (std::thread& thread : threads) thread.join();
  stream->close();
  client.read_to("\r\n\r\n");
  std::string expected;
  for (int i = 0; i < 800; ++i) expected += "data: x\n\n";
  EXPECT_EQ(client.read_all(), expected);
}

}  // namespace
}  // namespace http
