// A request that no connection brought, for tests of what answers it.
#pragma once
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "http/server.h"

namespace web {

class TestExchange final : public http::Exchange {
 public:
  explicit TestExchange(http::Request request) : request_(std::move(request)) {}

  const http::Request& request() const override { return request_; }
  void respond(http::Response response) override {
    {
      const std::lock_guard lock(mutex_);
      if (response_) return;
      response_ = std::move(response);
    }
    answered_.notify_all();
  }
  std::shared_ptr<http::EventStream> open_stream(http::Headers headers) override {
    respond({200, std::move(headers), "stream"});
    return nullptr;
  }
  void on_disconnect(std::function<void()>) override {}

  // Waits for it; a 0 where it does not come.
  http::Response response() {
    std::unique_lock lock(mutex_);
    answered_.wait_for(lock, std::chrono::seconds(30), [this] { return response_.has_value(); });
    return response_.value_or(http::Response{0, {}, ""});
  }
  bool is_answered() {
    const std::lock_guard lock(mutex_);
    return response_.has_value();
  }

 private:
  const http::Request request_;
  std::mutex mutex_;
  std::condition_variable answered_;
  std::optional<http::Response> response_;
};

inline http::Request request_for(std::string method, std::string path,
                                 std::initializer_list<http::Header> headers = {},
                                 std::string body = "") {
  http::Request request;
  request.method = std::move(method);
  const std::size_t mark = path.find('?');
  if (mark != std::string::npos) request.query = path.substr(mark + 1);
  request.path = path.substr(0, mark);
  request.headers.add("Host", "127.0.0.1:8080");
  for (const http::Header& header : headers) request.headers.set(header.name, header.value);
  request.body = std::move(body);
  return request;
}

}  // namespace web
