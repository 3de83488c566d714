#include "mcp/stdio_server.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "mcp/testing_server.h"
#include "os/test_support.h"

namespace mcp {
namespace {

using base::Json;

// A server on two pipes, on a thread of its own.
class StdioScene : public TestScene {
 public:
  StdioScene() : thread_([this] { stdio_.run(); }) {}
  ~StdioScene() {
    in_.close_writer();
    if (thread_.joinable()) thread_.join();
  }

  void say(const Json& message) { in_.put(base::dump_line(message) + "\n"); }
  void say_text(std::string_view text) { in_.put(text); }
  Json hear() {
    const auto read = reader_.read(base::Millis{20'000});
    return read.status == os::LineReader::Status::line ? Json::parse(read.line) : Json();
  }
  Json ask(const jsonrpc::Request& request) {
    say(to_json(request));
    return hear();
  }
  void end() {
    in_.close_writer();
    thread_.join();
  }

 private:
  os::Pipe in_;
  os::Pipe out_;
  os::LineReader reader_{out_.reader()};
  StdioServer stdio_{*server, {in_.reader(), out_.writer(), base::Millis{20'000}}};
  std::thread thread_;
};

TEST(StdioServerTest, AClientMayProbeTheModernEraAndFallBack) {
  StdioScene scene;
  const Json probe = scene.ask(request_of(0, "server/discover", {{"_meta", modern_meta()}}));
  EXPECT_EQ(probe["result"]["resultType"], "complete");
  const Json opened = scene.ask(request_of(1, "initialize", {{"protocolVersion", "2025-11-25"}}));
  EXPECT_EQ(opened["result"]["protocolVersion"], "2025-11-25");
  scene.say(to_json(jsonrpc::Notification{"notifications/initialized", {}}));
  EXPECT_TRUE(scene.ask(request_of(2, "tools/list"))["result"].contains("tools"));
  EXPECT_EQ(scene.ask(request_of(3, "ping", {{"_meta", modern_meta()}}))["error"]["code"], -32601);
  EXPECT_EQ(scene.ask(request_of(4, "ping"))["result"], Json::object());
  EXPECT_EQ(scene.ask(request_of(5, "server/discover"))["error"]["code"], -32602);
}

TEST(StdioServerTest, NonsenseIsAnsweredAndTheConnectionLives) {
  StdioScene scene;
  scene.say_text("nonsense\n\n[]\n{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":{}}\n");
  EXPECT_EQ(scene.hear()["error"]["code"], -32700);
  EXPECT_EQ(scene.hear()["error"]["code"], -32600);
  EXPECT_EQ(scene.ask(request_of(1, "ping"))["id"], 1);
}

TEST(StdioServerTest, BatchesAreOfOneRevisionAlone) {
  StdioScene scene;
  const Json batch = Json::array({to_json(request_of(1, "ping")), 7,
                                  to_json(jsonrpc::Notification{"notifications/x", {}}),
                                  to_json(request_of(2, "tools/list"))});
  scene.say(batch);
  EXPECT_EQ(scene.hear()["error"]["code"], -32600);
  scene.ask(request_of(3, "initialize", {{"protocolVersion", "2025-03-26"}}));
  scene.say(batch);
  EXPECT_EQ(scene.hear().size(), 3U);
  scene.say(Json::array({to_json(jsonrpc::Notification{"notifications/x", {}})}));
  EXPECT_EQ(scene.ask(request_of(4, "ping"))["id"], 4);
}

TEST(StdioServerTest, AQuestionIsAnsweredWhileOtherRequestsAreServed) {
  StdioScene scene;
  scene.ask(request_of(
      1, "initialize",
      {{"protocolVersion", "2025-11-25"}, {"capabilities", {{"elicitation", Json::object()}}}}));
  const Json asked = scene.ask(request_of(2, "tools/call", {{"name", "ask"}}));
  EXPECT_EQ(asked["method"], "elicitation/create");
  EXPECT_EQ(scene.ask(request_of(3, "ping"))["id"], 3);
  scene.say({{"jsonrpc", "2.0"}, {"id", asked["id"]}, {"result", {{"action", "cancel"}}}});
  EXPECT_EQ(scene.hear()["id"], 2);
}

TEST(StdioServerTest, TheEndOfTheInputEndsItAfterWhatRuns) {
  StdioScene scene;
  std::mutex gate;
  std::unique_lock closed(gate);
  scene.add(
      "wait",
      [&](const Json&, CallContext&) {
        const std::lock_guard pass(gate);
        return text_result("done");
      },
      true);
  scene.ask(request_of(1, "subscriptions/listen",
                       {{"_meta", modern_meta()}, {"notifications", Json::object()}}));
  scene.say(to_json(request_of(2, "tools/call", {{"name", "wait"}})));
  EXPECT_EQ(scene.ask(request_of(3, "ping"))["id"], 3);
  std::thread ender([&] { scene.end(); });
  closed.unlock();
  EXPECT_EQ(scene.hear()["id"], 2);
  EXPECT_EQ(scene.hear()["result"]["resultType"], "complete");
  ender.join();
}

TEST(StdioServerTest, AModernCallIsCancelledByItsId) {
  StdioScene scene;
  scene.ask(
      request_of(1, "subscriptions/listen",
                 {{"_meta", modern_meta()}, {"notifications", {{"toolsListChanged", true}}}}));
  scene.say(to_json(
      jsonrpc::Notification{"notifications/cancelled", base::JsonBox(Json{{"requestId", 1}})}));
  EXPECT_EQ(scene.ask(request_of(2, "ping"))["id"], 2);
  scene.catalogue.remove_tool("none");
  EXPECT_EQ(scene.ask(request_of(3, "ping"))["id"], 3);
}

}  // namespace
}  // namespace mcp
