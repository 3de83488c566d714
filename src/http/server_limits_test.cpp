#include <gtest/gtest.h>

#include <atomic>

#include "http/test_support.h"

namespace http {
namespace {

void say_ok(const std::shared_ptr<Exchange>& exchange) {
  exchange->respond(response(200, "text/plain", "ok"));
}

// What a client is told that says this, until the server closes.
std::string answer_to(RunningServer& server, std::string_view bytes) {
  RawClient client(*server);
  client.send(bytes);
  std::string answer = client.read_all();
  EXPECT_TRUE(client.is_closed_in_order());
  return answer.substr(0, answer.find("\r\n"));
}

TEST(ServerLimitsTest, ABadRequestIsToldSoAndTheConnectionEnds) {
  RunningServer server(say_ok, {.header_bytes = 1000, .body_bytes = 1000});
  EXPECT_EQ(answer_to(server, "hello\r\n\r\n"), "HTTP/1.1 400 Bad Request");
  EXPECT_EQ(answer_to(server, "GET /%zz HTTP/1.1\r\nHost: h\r\n\r\n"), "HTTP/1.1 400 Bad Request");
  EXPECT_EQ(answer_to(server, "GET / HTTP/1.1\r\nHost: h\r\nX: " + std::string(2000, 'x')),
            "HTTP/1.1 431 Request Header Fields Too Large");
  EXPECT_EQ(answer_to(server, "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1001\r\n\r\n"),
            "HTTP/1.1 413 Content Too Large");
  EXPECT_EQ(answer_to(server,
                      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nfffff\r\n"),
            "HTTP/1.1 413 Content Too Large");
}

TEST(ServerLimitsTest, TheAnswerReachesAClientThatGoesOnSending) {
  RunningServer server(say_ok, {.body_bytes = 1000});
  EXPECT_EQ(answer_to(server, "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9000000\r\n\r\n" +
                                  std::string(9'000'000, 'x')),
            "HTTP/1.1 413 Content Too Large");
}

TEST(ServerLimitsTest, AHeaderOrABodyThatDoesNotComeIsNotWaitedFor) {
  RunningServer server(say_ok, {.header_time = base::Millis(100), .body_time = base::Millis(100)});
  EXPECT_EQ(answer_to(server, "GET / HT"), "HTTP/1.1 408 Request Timeout");
  EXPECT_EQ(answer_to(server, "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nab"),
            "HTTP/1.1 408 Request Timeout");
  EXPECT_EQ(answer_to(server, ""), "") << "who asked nothing is told nothing";
}

// Who may not ask is told so before the body has come, and none of it is kept.
TEST(ServerLimitsTest, ABodyThatNobodyWantsIsNotWaitedFor) {
  Limits limits;
  limits.refusal_headers.add("X-Safe", "yes");
  limits.admit = [](const Request& request) -> std::optional<Response> {
    if (request.headers.get("authorization") == "good") return std::nullopt;
    return response(401, "text/plain", "no\n");
  };
  RunningServer server(say_ok, limits);
  const std::string head = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n";
  RawClient client(*server);
  client.send(head + "\r\nab");
  const std::string refused = client.read_all();
  EXPECT_TRUE(refused.starts_with("HTTP/1.1 401 ")) << refused;
  EXPECT_NE(refused.find("X-Safe: yes"), std::string::npos);
  RawClient admitted(*server);
  admitted.send(head + "Authorization: good\r\nConnection: close\r\n\r\n");
  admitted.send(std::string(1'000'000, 'x'));
  EXPECT_TRUE(admitted.read_all().starts_with("HTTP/1.1 200 "));
  EXPECT_NE(answer_to(server, "hello\r\n\r\n"), "");
}

TEST(ServerLimitsTest, SingleBytesWinNoTime) {
  RunningServer server(say_ok, {.header_time = base::Millis(200)});
  RawClient client(*server);
  std::atomic<bool> ended = false;
  std::thread dripping([&] {
    client.send("GET / HTTP/1.1\r\nHost: h\r\nX: ");
    while (!ended) {
      client.send("x");
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  });
  RawClient reader(*server);
  EXPECT_TRUE(client.read_all().starts_with("HTTP/1.1 408"));
  ended = true;
  dripping.join();
}

TEST(ServerLimitsTest, AnIdleConnectionIsClosed) {
  RunningServer server(say_ok, {.idle_time = base::Millis(100)});
  RawClient client(*server);
  client.get("/");
  EXPECT_TRUE(client.read_all().ends_with("ok"));
  EXPECT_TRUE(client.is_closed());
}

TEST(ServerLimitsTest, AClientThatDoesNotReadItsAnswerIsGivenUp) {
  std::atomic<bool> asked = false;
  RunningServer server(
      [&](const std::shared_ptr<Exchange>& exchange) {
        exchange->respond(response(200, "text/plain", std::string(32'000'000, 'x')));
        asked = true;
      },
      {.connections = 1, .write_time = base::Millis(200)});
  RawClient client(*server, 4096);
  client.get("/");
  ASSERT_TRUE(comes_true([&] { return asked.load(); }));
  // There is room for one: another is served when the first has been given up.
  EXPECT_TRUE(comes_true([&] {
    RawClient other(*server);
    other.send("hello\r\n\r\n");
    return other.read_all().starts_with("HTTP/1.1 400");
  }));
}

TEST(ServerLimitsTest, ALargeAnswerIsWrittenWhole) {
  const std::string large(20'000'000, 'x');
  RunningServer server([&](const std::shared_ptr<Exchange>& exchange) {
    exchange->respond(response(200, "text/plain", large));
  });
  const auto answer = fetch(server.url("/"), {.body_bytes_max = 30'000'000});
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->body, large);
}

TEST(ServerLimitsTest, OneConnectionTooManyIsRefused) {
  RunningServer server(say_ok, {.connections = 2});
  RawClient first(*server);
  RawClient second(*server);
  second.get("/");
  second.read_to("ok");
  RawClient third(*server);
  EXPECT_TRUE(third.read_all().starts_with("HTTP/1.1 503 Service Unavailable"));
  EXPECT_TRUE(third.is_closed());
  first.close();
  EXPECT_TRUE(comes_true([&] { return fetch(server.url("/"), {})->status == 200; }));
}

TEST(ServerLimitsTest, WhoSendsFarAheadHasToWait) {
  // More than is kept for a connection whose request is being handled: nothing of it gets lost.
  RunningServer server([](const std::shared_ptr<Exchange>& exchange) {
    exchange->respond(response(200, "text/plain", exchange->request().path));
  });
  RawClient client(*server);
  std::string all;
  constexpr int kCount = 5000;
  for (int i = 0; i < kCount; ++i) {
    all += "GET /" + std::to_string(i) + " HTTP/1.1\r\nHost: h\r\n" +
           (i == kCount - 1 ? "Connection: close\r\n" : "") + "\r\n";
  }
  std::thread sending([&] { client.send(all); });
  std::string answers = client.read_all();
  sending.join();
  EXPECT_TRUE(answers.ends_with("/" + std::to_string(kCount - 1)));
}

}  // namespace
}  // namespace http
