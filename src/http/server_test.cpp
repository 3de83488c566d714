#include "http/server.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <future>

#include "http/test_support.h"

namespace http {
namespace {

void echo(const std::shared_ptr<Exchange>& exchange) {
  const Request& request = exchange->request();
  exchange->respond(
      response(200, "text/plain",
               request.method + " " + request.path + " " + request.query + " " + request.body));
}

TEST(ServerTest, ARequestIsAnswered) {
  RunningServer server(echo);
  const auto answer = fetch(server.url("/a%20b?c"), {.method = "POST", .body = "hello"});
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->status, 200);
  EXPECT_EQ(answer->body, "POST /a b c hello");
  EXPECT_EQ(content_type(answer->headers), "text/plain");
}

TEST(ServerTest, AnAddressThatIsTakenIsUnavailable) {
  RunningServer server(echo);
  const auto second = Server::listen(server->address(), echo);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, base::Code::unavailable);
}

TEST(ServerTest, IPv6IsServedWhereTheMachineHasIt) {
  auto server = Server::listen({"::1", 0}, echo);
  if (!server.ok()) GTEST_SKIP() << server.error().message;
  std::thread thread([&] { (*server)->run(); });
  const auto url = url_from_text("http://[::1]:" + std::to_string((*server)->address().port) + "/");
  EXPECT_TRUE(fetch(*url, {}).ok());
  (*server)->stop();
  thread.join();
}

TEST(ServerTest, AConnectionServesOneRequestAfterTheOther) {
  RunningServer server(echo);
  RawClient client(*server);
  for (const char* path : {"/1", "/2", "/3"}) {
    client.get(path);
    EXPECT_NE(client.read_to(std::string("GET ") + path + "  ").find("200 OK"), std::string::npos);
  }
  client.send("GET /4 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  EXPECT_NE(client.read_all().find("Connection: close"), std::string::npos);
  EXPECT_TRUE(client.is_closed());
}

TEST(ServerTest, RequestsSentAheadAreAnsweredInTheirOrder) {
  std::atomic<int> at_once = 0;
  std::atomic<int> most = 0;
  RunningServer server([&](const std::shared_ptr<Exchange>& exchange) {
    most = std::max(most.load(), ++at_once);
    std::this_thread::yield();
    --at_once;
    echo(exchange);
  });
  RawClient client(*server);
  std::string all;
  for (int i = 0; i < 50; ++i) {
    all += "POST /" + std::to_string(i) + " HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi";
  }
  client.send(all);
  for (int i = 0; i < 50; ++i) {
    const std::string end = "POST /" + std::to_string(i) + "  hi";
    EXPECT_TRUE(client.read_to(end).ends_with(end)) << i;
  }
  EXPECT_EQ(most, 1);
}

TEST(ServerTest, AClientThatAsksIsToldToSendItsBody) {
  RunningServer server(echo);
  RawClient client(*server);
  client.send("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
  EXPECT_EQ(client.read_to("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("abc");
  EXPECT_TRUE(client.read_to("POST /  abc").ends_with("POST /  abc"));
}

TEST(ServerTest, AnswersWithoutABodyHaveNone) {
  RunningServer server([](const std::shared_ptr<Exchange>& exchange) {
    exchange->respond({exchange->request().path == "/202" ? 202 : 204, {}, "xyz"});
  });
  RawClient client(*server);
  client.get("/204");
  EXPECT_EQ(client.read_to("\r\n\r\n"), "HTTP/1.1 204 No Content\r\n\r\n");
  client.send("HEAD /202 HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(client.read_to("\r\n\r\n"), "HTTP/1.1 202 Accepted\r\nContent-Length: 3\r\n\r\n");
  client.send("GET /204 HTTP/1.0\r\n\r\n");
  EXPECT_EQ(client.read_all(), "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
}

TEST(ServerTest, AnExchangeThatIsDroppedBecomesA500) {
  RunningServer server([](const std::shared_ptr<Exchange>&) {});
  const auto answer = fetch(server.url("/"), {});
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->status, 500);
}

TEST(ServerTest, AHandlerThatThrowsBecomesA500AndTheServerGoesOn) {
  RunningServer server([](std::shared_ptr<Exchange>) { throw std::runtime_error("x"); },
                       {.handler_threads = 1});
  EXPECT_EQ(fetch(server.url("/"), {})->status, 500);
  EXPECT_EQ(fetch(server.url("/"), {})->status, 500);
}

TEST(ServerTest, AnAnswerMayComeLaterAndFromAnotherThread) {
  std::promise<std::shared_ptr<Exchange>> asked;
  RunningServer server(
      [&](std::shared_ptr<Exchange> exchange) { asked.set_value(std::move(exchange)); });
  auto answer = std::async(std::launch::async, [&] { return fetch(server.url("/later"), {}); });
  auto exchange = asked.get_future().get();
  echo(exchange);
  exchange->respond({500, {}, "a second answer is none"});
  EXPECT_EQ(exchange->open_stream({}), nullptr);
  EXPECT_EQ(answer.get()->body, "GET /later  ");
}

TEST(ServerTest, HandlersDoNotWaitForEachOther) {
  std::promise<void> second_came;
  std::shared_future<void> second(second_came.get_future());
  RunningServer server([&](const std::shared_ptr<Exchange>& exchange) {
    if (exchange->request().path == "/1") {
      second.wait_for(kPatience);
    } else {
      second_came.set_value();
    }
    echo(exchange);
  });
  RawClient first(*server);
  first.get("/1");
  EXPECT_TRUE(fetch(server.url("/2"), {}).ok());
  EXPECT_TRUE(first.read_to("GET /1").ends_with("GET /1"));
}

TEST(ServerTest, AClientThatGoesBeforeItsAnswerIsNoticed) {
  std::promise<std::shared_ptr<Exchange>> asked;
  RunningServer server(
      [&](std::shared_ptr<Exchange> exchange) { asked.set_value(std::move(exchange)); });
  RawClient client(*server);
  client.get("/");
  auto exchange = asked.get_future().get();
  std::atomic<int> called = 0;
  exchange->on_disconnect([&] { ++called; });
  client.close();
  EXPECT_TRUE(comes_true([&] { return called == 1; }));
  EXPECT_EQ(exchange->open_stream({}), nullptr);
  exchange->respond({});
  exchange->on_disconnect([&] { ++called; });
  EXPECT_TRUE(comes_true([&] { return called == 2; })) << "who asks late is told too";
}

TEST(ServerTest, WhoHasBeenAnsweredIsNotCalledGone) {
  std::atomic<int> called = 0;
  const auto token = std::make_shared<int>();
  RunningServer server([&](const std::shared_ptr<Exchange>& exchange) {
    // Holding itself: it must not live for ever.
    exchange->on_disconnect([&called, exchange, token] { ++called; });
    echo(exchange);
  });
  EXPECT_TRUE(fetch(server.url("/"), {}).ok());
  server.stop();
  EXPECT_EQ(called, 0);
  EXPECT_EQ(token.use_count(), 1);
}

TEST(ServerTest, StoppingEndsIdleConnectionsAndIsAllowedTwice) {
  RunningServer server(echo);
  RawClient idle(*server);
  RawClient kept(*server);
  kept.get("/");
  kept.read_to("GET /  ");
  server->stop();
  server->stop();
  server.stop();
  EXPECT_EQ(idle.read_all() + kept.read_all(), "");
  EXPECT_TRUE(idle.is_closed() && kept.is_closed());
  server->stop();
}

TEST(ServerTest, WhatIsBeingHandledWhenItStopsIsAnswered) {
  std::promise<void> began;
  std::promise<void> go_on;
  RunningServer server([&](const std::shared_ptr<Exchange>& exchange) {
    began.set_value();
    go_on.get_future().wait_for(kPatience);
    echo(exchange);
  });
  RawClient client(*server);
  client.get("/");
  began.get_future().wait();
  server->stop();
  go_on.set_value();
  EXPECT_TRUE(client.read_all().ends_with("GET /  "));
}

TEST(ServerTest, StopBeforeRunEndsItAtOnce) {
  const auto server = Server::listen({"127.0.0.1", 0}, echo);
  ASSERT_TRUE(server.ok());
  (*server)->stop();
  (*server)->run();
}

TEST(ServerTest, WhatAHandlerHoldsMayOutliveTheServer) {
  std::shared_ptr<Exchange> exchange;
  std::shared_ptr<EventStream> stream;
  {
    std::atomic<int> count = 0;
    RunningServer server([&](std::shared_ptr<Exchange> asked) {
      if (asked->request().path == "/stream") {
        stream = asked->open_stream({});
      } else {
        exchange = std::move(asked);
      }
      ++count;
    });
    RawClient first(*server);
    first.get("/stream");
    RawClient second(*server);
    second.get("/");
    ASSERT_TRUE(comes_true([&] { return count == 2; }));
  }
  EXPECT_FALSE(stream->send({.data = "x"}));
  stream->close();
  EXPECT_EQ(exchange->open_stream({}), nullptr);
  exchange->respond({});
  bool called = false;
  stream->on_closed([&] { called = true; });
  EXPECT_TRUE(called);
}

TEST(ServerTest, ASignalIsToldOnTheServersThread) {
  const auto server = Server::listen({"127.0.0.1", 0}, echo);
  ASSERT_TRUE(server.ok());
  std::atomic<int> called = 0;
  (*server)->on_terminate([&] {
    if (++called == 2) (*server)->stop();
  });
  std::thread thread([&] { (*server)->run(); });
  ASSERT_EQ(::kill(::getpid(), SIGTERM), 0);
  EXPECT_TRUE(comes_true([&] { return called == 1; }));
  ASSERT_EQ(::kill(::getpid(), SIGINT), 0);
  thread.join();
  EXPECT_EQ(called, 2);
}

}  // namespace
}  // namespace http
