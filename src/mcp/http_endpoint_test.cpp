#include "mcp/http_endpoint.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "mcp/testing_exchange.h"
#include "mcp/testing_server.h"

namespace mcp {
namespace {

using base::Json;

struct HttpScene : TestScene {
  ~HttpScene() { endpoint.end(); }

  std::shared_ptr<FakeExchange> send(const char* method, std::vector<http::Header> headers,
                                     std::string body = "") {
    http::Request request{method, "/mcp", "", {}, std::move(body)};
    request.headers.add("Host", "127.0.0.1:8080");
    request.headers.add("Content-Type", "application/json");
    for (http::Header& header : headers) request.headers.add(header.name, header.value);
    auto exchange = std::make_shared<FakeExchange>(std::move(request));
    endpoint.handle(exchange);
    return exchange;
  }
  std::shared_ptr<FakeExchange> post(const Json& body, std::vector<http::Header> headers = {}) {
    return send("POST", std::move(headers), base::dump_line(body));
  }
  std::shared_ptr<FakeExchange> modern(const char* method, Json params = Json::object()) {
    std::vector<http::Header> headers = {{"MCP-Protocol-Version", "2026-07-28"},
                                         {"Mcp-Method", method}};
    if (params.contains("name")) headers.push_back({"Mcp-Name", params["name"]});
    params["_meta"] = modern_meta();
    return post(to_json(request_of(1, method, params)), std::move(headers));
  }
  // The id of a new session.
  std::string initialize(const char* version = "2025-11-25") {
    const auto exchange = post(to_json(request_of(
        0, "initialize",
        {{"protocolVersion", version}, {"capabilities", {{"elicitation", Json::object()}}}})));
    const std::string id = exchange->header("Mcp-Session-Id");
    EXPECT_EQ(
        post(to_json(jsonrpc::Notification{"notifications/initialized", {}}), in(id))->status(),
        202);
    return id;
  }
  static std::vector<http::Header> in(std::string session) {
    return {{"Mcp-Session-Id", std::move(session)}, {"MCP-Protocol-Version", "2025-11-25"}};
  }
  static std::vector<http::Header> after(std::string session, std::string event) {
    auto headers = in(std::move(session));
    headers.push_back({"Last-Event-ID", std::move(event)});
    return headers;
  }
  Json call(const char* tool) { return to_json(request_of(1, "tools/call", {{"name", tool}})); }

  os::FakeRandom random;
  HttpEndpoint endpoint{*server, allowed(), clock, random};

 private:
  static HttpOptions allowed() {
    HttpOptions made;
    made.access.address = {"127.0.0.1", 8080};
    made.sessions.sessions = 3;
    return made;
  }
};

TEST(HttpEndpointTest, AForeignHostOrOriginIsRefusedBeforeAnythingElse) {
  HttpScene scene;
  http::Request request{"POST", "/mcp", "", {{"Host", "evil.example.com"}}, "{}"};
  const auto foreign = std::make_shared<FakeExchange>(request);
  scene.endpoint.handle(foreign);
  EXPECT_EQ(foreign->status(), 403);
  EXPECT_EQ(scene.send("POST", {{"Origin", "http://evil.example.com"}}, "{}")->status(), 403);
  request.headers.set("Host", "localhost:8080");
  request.path = "/other";
  const auto elsewhere = std::make_shared<FakeExchange>(request);
  scene.endpoint.handle(elsewhere);
  EXPECT_EQ(elsewhere->status(), 404);
}

TEST(HttpEndpointTest, WhatIsNoMessageIsABadRequest) {
  HttpScene scene;
  EXPECT_EQ(scene.send("POST", {}, "nonsense")->status(), 400);
  EXPECT_EQ(scene.send("POST", {}, "[]")->json()["error"]["code"], -32600);
  EXPECT_EQ(scene.send("POST", {{"Accept", "text/html"}}, "{}")->status(), 406);
  EXPECT_EQ(scene.send("POST", {{"Accept", "application/json"}}, "{}")->status(), 406);
  const auto form = std::make_shared<FakeExchange>(http::Request{
      "POST", "/mcp", "", {{"Host", "127.0.0.1:8080"}, {"Content-Type", "text/plain"}}, "{}"});
  scene.endpoint.handle(form);
  EXPECT_EQ(form->status(), 415);
}

TEST(HttpEndpointTest, AModernRequestStandsAloneAndIsAnsweredInJson) {
  HttpScene scene;
  const auto exchange = scene.modern("tools/call", {{"name", "echo"}});
  EXPECT_EQ(exchange->status(), 200);
  EXPECT_EQ(exchange->header("Content-Type"), "application/json");
  EXPECT_EQ(exchange->header("Mcp-Session-Id"), "");
  EXPECT_EQ(exchange->json()["result"]["resultType"], "complete");
  EXPECT_EQ(scene.modern("initialize")->status(), 404);
  EXPECT_EQ(scene.modern("tools/call", {{"name", "ask"}})->status(), 400);
  EXPECT_EQ(scene.post(to_json(request_of(1, "tools/list", {{"_meta", modern_meta()}})))
                ->json()["error"]["code"],
            -32020);
  EXPECT_EQ(scene
                .post(to_json(request_of(1, "server/discover", Json::object())),
                      {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "server/discover"}})
                ->json()["error"]["code"],
            -32602);
  const http::Header version{"MCP-Protocol-Version", "2026-07-28"};
  EXPECT_EQ(scene.send("GET", {version})->status(), 405);
  EXPECT_EQ(scene.send("GET", {version})->header("Allow"), "POST");
  EXPECT_EQ(scene.send("DELETE", {version})->status(), 405);
  EXPECT_EQ(scene.send("PUT", {})->status(), 405);
  EXPECT_EQ(scene.post(to_json(jsonrpc::Notification{"notifications/x", {}}), {version})->status(),
            202);
}

TEST(HttpEndpointTest, ProgressTurnsTheAnswerIntoAStream) {
  HttpScene scene;
  scene.add("work", [](const Json&, CallContext& context) {
    context.progress(1, 2, "");
    return text_result("done");
  });
  Json params = {{"name", "work"}, {"_meta", modern_meta()}};
  params["_meta"]["progressToken"] = "t";
  const auto exchange = scene.post(
      to_json(request_of(1, "tools/call", params)),
      {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "work"}});
  const auto stream = exchange->stream();
  ASSERT_TRUE(stream);
  EXPECT_EQ(stream->json(0)["method"], "notifications/progress");
  EXPECT_EQ(stream->json(1)["id"], 1);
  EXPECT_EQ(stream->event(0).id, "");
  EXPECT_TRUE(stream->is_closed_in_time());
  EXPECT_EQ(exchange->header("X-Accel-Buffering"), "no");
}

TEST(HttpEndpointTest, AModernClientThatGoesAwayCancelsItsCall) {
  HttpScene scene;
  std::atomic<bool> is_cancelled = false;
  scene.add(
      "wait",
      [&](const Json&, CallContext& context) {
        while (!context.is_cancelled()) std::this_thread::yield();
        is_cancelled = true;
        return text_result("");
      },
      true);
  scene.modern("tools/call", {{"name", "wait"}})->disconnect();
  while (!is_cancelled) std::this_thread::yield();
}

TEST(HttpEndpointTest, AListenersStreamEndsItsSubscriptionOrIsEndedByTheServer) {
  HttpScene scene;
  const Json filter = {{"notifications", {{"toolsListChanged", true}}}};
  const auto first = scene.modern("subscriptions/listen", filter)->stream();
  const auto second = scene.modern("subscriptions/listen", filter)->stream();
  EXPECT_EQ(first->json(0)["method"], "notifications/subscriptions/acknowledged");
  first->close();
  scene.catalogue.remove_tool("none");
  EXPECT_EQ(second->json(1)["method"], "notifications/tools/list_changed");
  EXPECT_EQ(first->size(), 1U);
  scene.endpoint.end();
  EXPECT_EQ(second->json(2)["result"]["resultType"], "complete");
  EXPECT_TRUE(second->is_closed_in_time());
}

TEST(HttpEndpointTest, ALegacySessionLivesFromInitializeToDelete) {
  HttpScene scene;
  const std::string id = scene.initialize();
  EXPECT_EQ(id.size(), 32U);
  const auto list = scene.post(to_json(request_of(1, "tools/list")), scene.in(id));
  EXPECT_EQ(list->json()["id"], 1);
  EXPECT_EQ(scene.post(to_json(request_of(1, "tools/shout")), scene.in(id))->status(), 200);
  EXPECT_EQ(scene.post(to_json(request_of(1, "tools/list")))->status(), 400);
  EXPECT_EQ(scene.post(to_json(request_of(1, "tools/list")), scene.in("wrong"))->status(), 404);
  EXPECT_EQ(scene
                .post(to_json(request_of(1, "tools/list")),
                      {{"Mcp-Session-Id", id}, {"MCP-Protocol-Version", "v999"}})
                ->status(),
            400);
  EXPECT_EQ(scene.post(to_json(request_of(1, "tools/list")), {{"Mcp-Session-Id", id}})->status(),
            200);
  const auto notices = scene.send("GET", scene.in(id))->stream();
  EXPECT_EQ(scene.send("DELETE", {})->status(), 400);
  EXPECT_EQ(scene.send("DELETE", scene.in(id))->status(), 204);
  EXPECT_TRUE(notices->is_closed_in_time());
  EXPECT_EQ(scene.send("DELETE", scene.in(id))->status(), 404);
  EXPECT_EQ(scene.post(to_json(request_of(1, "tools/list")), scene.in(id))->status(), 404);
  EXPECT_EQ(scene.send("GET", scene.in(id))->status(), 404);
}

TEST(HttpEndpointTest, SessionsEndWhenIdleAndTheirNumberIsLimited) {
  HttpScene scene;
  const std::string idle = scene.initialize();
  const std::string open = scene.initialize();
  const auto notices = scene.send("GET", scene.in(open))->stream();
  scene.initialize();
  const Json again = to_json(request_of(1, "initialize", {{"protocolVersion", "2025-11-25"}}));
  EXPECT_EQ(scene.post(again)->status(), 503);
  scene.clock.advance(std::chrono::minutes(31));
  EXPECT_EQ(scene.post(again)->status(), 200);
  EXPECT_EQ(scene.post(to_json(request_of(1, "ping")), scene.in(idle))->status(), 404);
  EXPECT_EQ(scene.post(to_json(request_of(1, "ping")), scene.in(open))->status(), 200);
  // What was refused takes no place.
  const Json wrong = to_json(request_of(1, "initialize", Json::object()));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(scene.post(wrong)->json()["error"]["code"], -32602);
}

TEST(HttpEndpointTest, NoticesComeOnTheClientsOwnStreamAndCanBeTakenUpAgain) {
  HttpScene scene;
  const std::string id = scene.initialize();
  const auto first = scene.send("GET", scene.in(id))->stream();
  EXPECT_EQ(first->event(0).data, "");
  EXPECT_NE(first->event(0).id, "");
  scene.catalogue.resources_changed();
  EXPECT_EQ(first->json(1)["method"], "notifications/resources/list_changed");
  first->close();
  scene.catalogue.remove_tool("none");
  const auto second = scene.send("GET", scene.after(id, first->event(1).id))->stream();
  EXPECT_EQ(second->json(0)["method"], "notifications/tools/list_changed");
  EXPECT_EQ(second->size(), 1U);
  // Another session's events are not to be had with it.
  const std::string other = scene.initialize();
  EXPECT_EQ(scene.send("GET", scene.after(other, first->event(1).id))->status(), 404);
  const auto third = scene.send("GET", scene.in(id))->stream();
  EXPECT_TRUE(second->is_closed_in_time());
  EXPECT_TRUE(third->is_open());
}

TEST(HttpEndpointTest, AQuestionComesOnTheCallsStreamAndItsAnswerByPost) {
  HttpScene scene;
  const std::string id = scene.initialize();
  const auto stream = scene.post(scene.call("ask"), scene.in(id))->stream();
  ASSERT_TRUE(stream);
  EXPECT_EQ(stream->event(0).data, "");
  const Json asked = stream->json(1);
  EXPECT_EQ(asked["method"], "elicitation/create");
  const Json answer = {{"jsonrpc", "2.0"}, {"id", asked["id"]}, {"result", {{"action", "accept"}}}};
  EXPECT_EQ(scene.post(answer, scene.in(id))->status(), 202);
  EXPECT_EQ(stream->json(2)["id"], 1);
  EXPECT_TRUE(stream->is_closed_in_time());
}

TEST(HttpEndpointTest, ALostStreamIsTakenUpWhereItBroke) {
  HttpScene scene;
  const std::string id = scene.initialize();
  const auto lost = scene.post(scene.call("ask"), scene.in(id))->stream();
  const Json asked = lost->json(1);
  lost->close();
  const Json answer = {{"jsonrpc", "2.0"}, {"id", asked["id"]}, {"result", Json::object()}};
  EXPECT_EQ(scene.post(answer, scene.in(id))->status(), 202);
  const auto found = scene.send("GET", scene.after(id, lost->event(1).id))->stream();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->json(0)["id"], 1);
  EXPECT_TRUE(found->is_closed_in_time());
}

TEST(HttpEndpointTest, ACallMayDropItsStreamBeforeItsAnswer) {
  HttpScene scene;
  scene.add("drop", [](const Json&, CallContext& context) {
    context.drop_stream();
    return text_result("later");
  });
  const std::string id = scene.initialize();
  const auto dropped = scene.post(scene.call("drop"), scene.in(id))->stream();
  EXPECT_TRUE(dropped->is_closed_in_time());
  ASSERT_EQ(dropped->size(), 2U);
  EXPECT_TRUE(dropped->event(1).retry);
  const auto found = scene.send("GET", scene.after(id, dropped->event(1).id))->stream();
  EXPECT_EQ(found->json(0)["result"]["content"][0]["text"], "later");
}

TEST(HttpEndpointTest, OlderRevisionsGetNoEmptyEventAndOneHasBatches) {
  HttpScene scene;
  const std::string id = scene.initialize("2025-03-26");
  const std::vector<http::Header> in = {{"Mcp-Session-Id", id}};
  const auto stream = scene.post(scene.call("ask"), in)->stream();
  EXPECT_EQ(stream->json(0)["method"], "elicitation/create");
  const Json batch = Json::array({to_json(request_of(7, "ping")), to_json(request_of(8, "ping")),
                                  to_json(jsonrpc::Notification{"notifications/x", {}})});
  EXPECT_EQ(scene.post(batch, in)->json().size(), 2U);
  EXPECT_EQ(scene.post(Json::array({batch[2]}), in)->status(), 202);
  EXPECT_EQ(scene.post(batch, scene.in(scene.initialize()))->status(), 400);
}

TEST(HttpEndpointTest, ACancelledLegacyCallEndsItsStreamWithoutAnAnswer) {
  HttpScene scene;
  const std::string id = scene.initialize();
  const auto stream = scene.post(scene.call("ask"), scene.in(id))->stream();
  stream->event(1);
  scene.post(to_json(jsonrpc::Notification{"notifications/cancelled",
                                           base::JsonBox(Json{{"requestId", 1}})}),
             scene.in(id));
  EXPECT_TRUE(stream->is_closed_in_time());
  for (std::size_t i = 1; i < stream->size(); ++i) EXPECT_TRUE(stream->json(i).contains("method"));
}

}  // namespace
}  // namespace mcp
