#include "http/client.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

#include "http/response_reader.h"
#include "http/test_support.h"

namespace http {
namespace {

// A server that says just these bytes to the first who connects, and closes.
class ScriptedServer {
 public:
  explicit ScriptedServer(std::string bytes) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(::bind(socket_, generic, size), 0);
    EXPECT_EQ(::listen(socket_, 1), 0);
    EXPECT_EQ(::getsockname(socket_, generic, &size), 0);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this, text = std::move(bytes)] { serve(text); });
  }
  ~ScriptedServer() {
    thread_.join();
    ::close(socket_);
  }
  Url url() const { return *url_from_text("http://127.0.0.1:" + std::to_string(port_) + "/"); }

 private:
  void serve(const std::string& text) const {
    const int client = ::accept(socket_, nullptr, nullptr);
    std::array<char, 4096> request{};
    ::recv(client, request.data(), request.size(), 0);
    ::send(client, text.data(), text.size(), MSG_NOSIGNAL);
    ::close(client);
  }
  int socket_;
  std::uint16_t port_ = 0;
  std::thread thread_;
};

base::Result<Response> answer_of(const std::string& bytes, std::size_t body_bytes_max = 1000) {
  ScriptedServer server(bytes);
  return fetch(server.url(), {.body_bytes_max = body_bytes_max});
}

TEST(ClientTest, ABodyEndsByItsLengthItsChunksOrTheConnection) {
  EXPECT_EQ(answer_of("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabc")->body, "ab");
  EXPECT_EQ(answer_of("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                      "1\r\na\r\n2\r\nbc\r\n0\r\n\r\n")
                ->body,
            "abc");
  EXPECT_EQ(answer_of("HTTP/1.0 200 OK\r\n\r\nabc")->body, "abc");
  EXPECT_EQ(answer_of("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n")->status, 204);
}

TEST(ClientTest, AnAnswerThatIsBrokenCutOrSilentIsUnavailable) {
  for (const char* bytes : {"", "hello\r\n\r\n", "HTTP/1.1 200 OK\r\n",
                            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab",
                            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n",
                            "HTTP/1.1 100 Continue\r\n\r\n"}) {
    const auto answer = answer_of(bytes);
    ASSERT_FALSE(answer.ok()) << bytes;
    EXPECT_EQ(answer.error().code, base::Code::unavailable) << bytes;
  }
}

TEST(ClientTest, WhatIsLargerThanAskedForIsTooLarge) {
  for (const std::string& bytes :
       {std::string("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n") + std::string(1001, 'x'),
        std::string("HTTP/1.1 200 OK\r\n\r\n") + std::string(1001, 'x'),
        std::string("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n") +
            std::string(1001, 'x') + "\r\n0\r\n\r\n",
        std::string("HTTP/1.1 200 OK\r\nX: ") + std::string(100'000, 'x')}) {
    const auto answer = answer_of(bytes);
    ASSERT_FALSE(answer.ok()) << bytes.substr(0, 60);
    EXPECT_EQ(answer.error().code, base::Code::too_large) << bytes.substr(0, 60);
  }
}

TEST(ClientTest, NobodyThereIsUnavailable) {
  Url url;
  {
    const ScriptedServer gone("");
    url = gone.url();
    static_cast<void>(fetch(url, {}));
  }
  const auto answer = fetch(url, {});
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code, base::Code::unavailable);
}

TEST(ClientTest, AServerThatDoesNotAnswerIsNotWaitedFor) {
  std::promise<void> over;
  std::shared_future<void> waited(over.get_future());
  RunningServer server([&](const std::shared_ptr<Exchange>& exchange) {
    const auto stream = exchange->request().path == "/stream" ? exchange->open_stream({}) : nullptr;
    waited.wait_for(kPatience);
  });
  for (const char* path : {"/", "/stream"}) {
    const auto answer =
        fetch(server.url(path), {.timeout = base::Millis(100)}, [](const Event&) { return true; });
    ASSERT_FALSE(answer.ok());
    EXPECT_EQ(answer.error().code, base::Code::unavailable);
  }
  over.set_value();
}

TEST(ClientTest, TheTimeOfAStreamIsForEachPiece) {
  RunningServer server([](const std::shared_ptr<Exchange>& exchange) {
    const auto stream = exchange->open_stream({});
    for (int i = 0; i < 12; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      stream->send({.data = "x"});
    }
  });
  int count = 0;
  const auto answer = fetch(server.url("/"), {.timeout = base::Millis(1000)},
                            [&](const Event&) { return ++count > 0; });
  EXPECT_TRUE(answer.ok());
  EXPECT_EQ(count, 12);
}

TEST(ClientTest, WhoHasSeenEnoughEndsTheStream) {
  std::atomic<bool> closed = false;
  std::shared_ptr<EventStream> kept;
  RunningServer server([&](const std::shared_ptr<Exchange>& exchange) {
    kept = exchange->open_stream({});
    kept->on_closed([&] { closed = true; });
    kept->send({.data = "1"});
    kept->send({.data = "2"});
  });
  std::string seen;
  const auto answer = fetch(server.url("/"), {}, [&](const Event& event) {
    seen += event.data;
    return false;
  });
  EXPECT_TRUE(answer.ok());
  EXPECT_EQ(seen, "1");
  EXPECT_TRUE(comes_true([&] { return closed.load(); }));
}

TEST(ClientTest, ThatAStreamIsOpenIsToldBeforeItsFirstEvent) {
  std::promise<void> told;
  RunningServer server([&](const std::shared_ptr<Exchange>& exchange) {
    const auto stream = exchange->open_stream({});
    const auto status = told.get_future().wait_for(kPatience);
    stream->send({.data = status == std::future_status::ready ? "told" : "not told"});
    stream->send({.data = "2"});
  });
  ClientRequest request;
  request.on_stream = [&] { told.set_value(); };
  std::string seen;
  const auto answer = fetch(server.url("/"), request, [&](const Event& event) {
    seen += event.data;
    return true;
  });
  EXPECT_TRUE(answer.ok());
  EXPECT_EQ(seen, "told2");
}

TEST(ClientTest, AnEventStreamIsABodyForWhoDoesNotAskForEvents) {
  EXPECT_EQ(
      answer_of("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: x\n\n")->body,
      "data: x\n\n");
}

TEST(ClientTest, ARequestThatWouldBreakOutOfItsLinesIsNotSent) {
  const Url url = *url_from_text("http://127.0.0.1:1/");
  const auto code_of = [&](const ClientRequest& request) {
    return fetch(url, request).error().code;
  };
  EXPECT_EQ(code_of({.headers = {{"A", "b\r\nC: d"}}}), base::Code::invalid_value);
  EXPECT_EQ(code_of({.headers = {{"Content-Length", "3"}}}), base::Code::invalid_value);
  EXPECT_EQ(code_of({.method = "GET / HTTP/1.1\r\nA:"}), base::Code::invalid_value);
}

TEST(ResponseReaderTest, APieceIsThereAsSoonAsItHasCome) {
  ResponseReader reader({});
  std::string input = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nx";
  input.erase(0, reader.read(input));
  EXPECT_EQ(reader.take_body(), "x");
  input += "\n";
  input.erase(0, reader.read(input));
  EXPECT_EQ(reader.take_body(), "\n");
}

TEST(ResponseReaderTest, ItDoesNotMatterWhereTheAnswerIsCut) {
  const std::string_view text =
      "HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: "
      "chunked\r\n\r\n"
      "3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    ResponseReader reader({});
    std::string input(text.substr(0, cut));
    input.erase(0, reader.read(input));
    input += text.substr(cut);
    input.erase(0, reader.read(input));
    EXPECT_EQ(reader.progress(), ResponseReader::Progress::complete) << cut;
    EXPECT_EQ(reader.response().status, 200);
    EXPECT_EQ(reader.take_body(), "abcd");
    EXPECT_EQ(input, "");
    reader.end();
    EXPECT_EQ(reader.progress(), ResponseReader::Progress::complete);
  }
}

}  // namespace
}  // namespace http
