// HTTP without a network: a request, and what was answered to it.
// To be included behind <nlohmann/json.hpp>, which no header may include itself.
#pragma once
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/json.h"
#include "http/server.h"

namespace mcp {

class FakeStream final : public http::EventStream {
 public:
  bool send(const http::Event& event) override {
    const std::lock_guard lock(mutex_);
    if (!is_open_) return false;
    events_.push_back(event);
    changed_.notify_all();
    return true;
  }
  bool send_formatted(std::string_view text) override {
    for (const http::Event& event : http::EventReader().read(text)) {
      if (!send(event)) return false;
    }
    return is_open();
  }
  bool comment(std::string_view) override { return is_open(); }
  void close() override {
    std::function<void()> callback;
    {
      const std::lock_guard lock(mutex_);
      is_open_ = false;
      callback.swap(callback_);
      changed_.notify_all();
    }
    if (callback) callback();
  }
  bool is_open() const override {
    const std::lock_guard lock(mutex_);
    return is_open_;
  }
  void on_closed(std::function<void()> callback) override {
    {
      const std::lock_guard lock(mutex_);
      if (is_open_) {
        callback_ = std::move(callback);
        return;
      }
    }
    callback();
  }

  // The n-th event; an id "none" where it does not come in time.
  http::Event event(std::size_t n) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::seconds(20), [&] { return events_.size() > n; });
    return events_.size() > n ? events_[n] : http::Event{"", "none", "", std::nullopt};
  }
  base::Json json(std::size_t n) { return base::Json::parse(event(n).data, nullptr, false); }
  bool is_closed_in_time() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(20), [&] { return !is_open_; });
  }
  std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return events_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool is_open_ = true;
  std::vector<http::Event> events_;
  std::function<void()> callback_;
};

class FakeExchange final : public http::Exchange {
 public:
  explicit FakeExchange(http::Request request) : request_(std::move(request)) {}

  const http::Request& request() const override { return request_; }
  void respond(http::Response response) override {
    const std::lock_guard lock(mutex_);
    EXPECT_FALSE(response_ || stream_) << "answered twice";
    response_ = std::move(response);
    changed_.notify_all();
  }
  std::shared_ptr<http::EventStream> open_stream(http::Headers headers) override {
    const std::lock_guard lock(mutex_);
    EXPECT_FALSE(response_ || stream_) << "answered twice";
    if (is_gone_) return nullptr;
    stream_headers_ = std::move(headers);
    stream_ = std::make_shared<FakeStream>();
    changed_.notify_all();
    return stream_;
  }
  void on_disconnect(std::function<void()> callback) override {
    const std::lock_guard lock(mutex_);
    callback_ = std::move(callback);
  }

  void disconnect() {
    std::function<void()> callback;
    {
      const std::lock_guard lock(mutex_);
      is_gone_ = true;
      callback.swap(callback_);
    }
    if (callback) callback();
  }
  // Null where the answer is a stream or does not come in time.
  const http::Response* response() {
    wait();
    return response_ ? &*response_ : nullptr;
  }
  int status() {
    wait();
    return response_ ? response_->status : stream_ ? 200 : 0;
  }
  base::Json json() {
    wait();
    return response_ ? base::Json::parse(response_->body, nullptr, false) : base::Json();
  }
  // Null where the answer is no stream.
  std::shared_ptr<FakeStream> stream() {
    wait();
    return stream_;
  }
  std::string header(std::string_view name) {
    wait();
    const http::Headers& headers = response_ ? response_->headers : stream_headers_;
    return std::string(headers.get(name).value_or(""));
  }

 private:
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::seconds(20), [&] { return response_ || stream_; });
  }

  http::Request request_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<http::Response> response_;
  std::shared_ptr<FakeStream> stream_;
  http::Headers stream_headers_;
  std::function<void()> callback_;
  bool is_gone_ = false;
};

}  // namespace mcp
