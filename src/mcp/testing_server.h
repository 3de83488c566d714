// A server with a few features and someone to record what it says, for the tests of this layer.
// To be included behind <nlohmann/json.hpp>, which no header may include itself.
#pragma once
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "mcp/reply.h"
#include "mcp/server.h"
#include "os/fake.h"

namespace mcp {

class TestTool final : public Tool {
 public:
  using Function = std::function<Outcome<ToolResult>(const base::Json&, CallContext&)>;
  TestTool(std::string name, Function function, bool may_wait = false)
      : function_(std::move(function)) {
    description_.name = std::move(name);
    description_.description = "For tests";
    description_.may_wait = may_wait;
  }
  const ToolDescription& description() const override { return description_; }
  ToolDescription& description() { return description_; }
  Outcome<ToolResult> call(const base::Json& arguments, CallContext& context) override {
    return function_(arguments, context);
  }

 private:
  ToolDescription description_;
  Function function_;
};

class TestPrompt final : public Prompt {
 public:
  explicit TestPrompt(std::string name) {
    description_.name = std::move(name);
    description_.arguments = {{"who", "", true}, {"why", "", false}};
  }
  const PromptDescription& description() const override { return description_; }
  Outcome<PromptResult> get(const base::Json& arguments, CallContext&) override {
    return PromptResult{"", base::JsonBox(base::Json::array({arguments}))};
  }
  std::vector<std::string> complete(std::string_view, std::string_view begun) override {
    return std::vector<std::string>(begun == "many" ? 150 : 2, std::string(begun) + "!");
  }

 private:
  PromptDescription description_;
};

class TestResources final : public ResourceProvider {
 public:
  std::vector<ResourceDescription> list() override {
    return {{"test://a", "a", "", "", "text/plain"}};
  }
  std::vector<ResourceDescription> templates() override {
    return {{"test://{x}", "x", "", "", ""}};
  }
  std::optional<Outcome<std::vector<ResourceContent>>> read(std::string_view uri,
                                                            CallContext&) override {
    if (uri == "test://binary") {
      return std::vector<ResourceContent>{
          {std::string(uri), "application/octet-stream", std::string("\0\xff", 2), true}};
    }
    if (uri != "test://a") return std::nullopt;
    return std::vector<ResourceContent>{{std::string(uri), "text/plain", "A"}};
  }
  std::string version(std::string_view uri) override {
    const std::lock_guard lock(mutex_);
    ++asked_;
    return uri == "test://a" ? std::to_string(version_) : std::string();
  }
  void change() {
    const std::lock_guard lock(mutex_);
    ++version_;
  }
  int asked() const {
    const std::lock_guard lock(mutex_);
    return asked_;
  }

 private:
  mutable std::mutex mutex_;
  int version_ = 1;
  int asked_ = 0;
};

// Keeps what is sent, and waits for it where it comes from another thread.
class RecordingReply final : public Reply {
 public:
  void send(const base::Json& message) override {
    const std::lock_guard lock(mutex_);
    messages_.push_back(message);
    changed_.notify_all();
  }
  void finish(const jsonrpc::Response& response, int status) override {
    const std::lock_guard lock(mutex_);
    messages_.push_back(to_json(response));
    status_ = status;
    ++ends_;
    changed_.notify_all();
  }
  void abandon() override {
    const std::lock_guard lock(mutex_);
    is_abandoned_ = true;
    ++ends_;
    changed_.notify_all();
  }

  // The n-th message; null where it does not come in time.
  base::Json message(std::size_t n) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::seconds(20), [&] { return messages_.size() > n; });
    return messages_.size() > n ? messages_[n] : base::Json();
  }
  // Waits for the end.
  base::Json answer() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::seconds(20), [&] { return ends_ > 0; });
    return ends_ == 0 || is_abandoned_ ? base::Json() : messages_.back();
  }
  bool is_abandoned() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::seconds(20), [&] { return ends_ > 0; });
    return is_abandoned_;
  }
  std::size_t size() {
    const std::lock_guard lock(mutex_);
    return messages_.size();
  }
  int status() {
    const std::lock_guard lock(mutex_);
    return status_;
  }
  int ends() {
    const std::lock_guard lock(mutex_);
    return ends_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<base::Json> messages_;
  int status_ = 0;
  int ends_ = 0;
  bool is_abandoned_ = false;
};

inline base::Json modern_meta(base::Json capabilities = base::Json::object()) {
  return {{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
          {"io.modelcontextprotocol/clientInfo", {{"name", "c"}, {"version", "1"}}},
          {"io.modelcontextprotocol/clientCapabilities", std::move(capabilities)}};
}

inline jsonrpc::Request request_of(std::int64_t id, std::string method,
                                   base::Json params = nullptr) {
  return {jsonrpc::Id(id), std::move(method), base::JsonBox(std::move(params))};
}

inline InputRequired question(std::string method, base::Json state = nullptr) {
  return {{{"q", std::move(method), base::JsonBox(base::Json{{"message", "?"}})}},
          base::JsonBox(std::move(state))};
}

struct TestScene {
  explicit TestScene(std::size_t calls_max = 64) {
    ServerOptions options{.identity = {"test", "", "1", "Be kind."},
                          .state_key = base::SecretKey("secret")};
    options.calls_max = calls_max;
    options.page_size = 3;
    add("echo", [](const base::Json& arguments, CallContext&) {
      return text_result(base::dump_line(arguments));
    });
    add("ask", [](const base::Json&, CallContext& context) -> Outcome<ToolResult> {
      if (context.answers().is_null()) return question("elicitation/create", {{"n", 1}});
      return structured_result({{"answers", context.answers()}, {"state", context.state()}});
    });
    catalogue.add(std::shared_ptr<ResourceProvider>(resources));
    catalogue.add(std::shared_ptr<Prompt>(std::make_shared<TestPrompt>("greet")));
    server = std::make_unique<Server>(catalogue, std::move(options), clock);
  }

  std::shared_ptr<TestTool> add(std::string name, TestTool::Function function,
                                bool may_wait = false) {
    auto tool = std::make_shared<TestTool>(std::move(name), std::move(function), may_wait);
    catalogue.add(std::shared_ptr<Tool>(tool));
    return tool;
  }

  os::FakeClock clock;
  std::shared_ptr<TestResources> resources = std::make_shared<TestResources>();
  Catalogue catalogue;
  std::unique_ptr<Server> server;
};

}  // namespace mcp
