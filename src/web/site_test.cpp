#include "web/site.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "web/test_exchange.h"

namespace web {
namespace {

using ::testing::HasSubstr;

constexpr const char* kToken = "0123456789abcdef0123456789abcdef";
constexpr const char* kAgentToken = "fedcba9876543210fedcba9876543210";
// "<p>" and an empty script, as gzip has them, would do; the page is only looked for here.
constexpr Asset kAssets[] = {{"/index.html", "text/html", ""},
                             {"/assets/a.js", "text/javascript", ""}};

class SiteTest : public ::testing::Test {
 protected:
  SiteTest() {
    Router router;
    router.add({"GET", "/api/v1/thing", [](const Question&) -> base::Result<base::JsonBox> {
                  return base::JsonBox(base::Json{{"a", 1}});
                }});
    router.add({"POST", "/api/v1/actions/do", [](const Question&) -> base::Result<base::JsonBox> {
                  return base::JsonBox(base::Json{{"message", "done"}});
                }});
    site.emplace(Access({{"127.0.0.1", 8080}, kToken, kAgentToken}), StaticFiles(kAssets),
                 std::move(router));
    site->add({"/hook/", Access::Needs::agent, [](const ExchangePtr& exchange) {
                 exchange->respond(http::response(200, "text/plain", "hooked"));
               }});
    site->add({"/stream", Access::Needs::owner,
               [](const ExchangePtr& exchange) { exchange->open_stream({}); }});
    site->add({"/dropped", Access::Needs::nothing, [](const ExchangePtr&) {}});
    site->count_in(metrics);
  }

  http::Response ask(const std::string& method, const std::string& path,
                     std::initializer_list<http::Header> headers = {}, std::string body = "") {
    const auto exchange =
        std::make_shared<TestExchange>(request_for(method, path, headers, std::move(body)));
    site->handle(exchange);
    return exchange->response();
  }
  static http::Header bearer(const std::string& token) {
    return {"Authorization", "Bearer " + token};
  }
  static http::Header json() { return {"Content-Type", "application/json"}; }
  // The cookie that the printed link sets.
  http::Header cookie() {
    const http::Response page =
        ask("GET", std::string("/?token=") + kToken, {{"Accept-Encoding", "gzip"}});
    const std::string set(page.headers.get("set-cookie").value_or(""));
    return {"Cookie", set.substr(0, set.find(';'))};
  }

  ServerInfo info;
  Metrics metrics;
  std::optional<Site> site;
};

TEST_F(SiteTest, ThePageIsForEverybodyAndTheRestForThoseWithTheToken) {
  EXPECT_NE(ask("GET", "/").status, 401);
  EXPECT_NE(ask("GET", "/assets/a.js").status, 401);
  EXPECT_EQ(ask("GET", "/api/v1/thing").status, 401);
  EXPECT_EQ(ask("GET", "/nowhere").status, 401);
  EXPECT_EQ(ask("GET", "/stream").status, 401);
  EXPECT_EQ(ask("POST", "/hook/claude-code").status, 401);
  EXPECT_EQ(ask("GET", "/api/v1/thing", {bearer(kToken)}).status, 200);
  EXPECT_EQ(ask("GET", "/nowhere", {bearer(kToken)}).status, 404);
}

// Wrong server, foreign page, no token: in this order.
TEST_F(SiteTest, HostComesBeforeOriginAndOriginBeforeTheToken) {
  const http::Header host{"Host", "evil.test:8080"};
  const http::Header origin{"Origin", "http://evil.test"};
  EXPECT_EQ(ask("GET", "/api/v1/thing", {host, origin}).status, 421);
  EXPECT_EQ(ask("GET", "/api/v1/thing", {origin}).status, 403);
  EXPECT_EQ(ask("GET", "/api/v1/thing").status, 401);
  EXPECT_EQ(ask("GET", "/", {host}).status, 421);
  EXPECT_EQ(ask("GET", "/", {origin}).status, 403);
  EXPECT_EQ(ask("POST", "/hook/claude-code", {host, bearer(kToken)}).status, 421);
  EXPECT_EQ(ask("POST", "/hook/claude-code", {origin, bearer(kToken)}).status, 403);
  EXPECT_EQ(ask("GET", "/", {{"Host", "127.0.0.1:8081"}}).status, 421);
  EXPECT_EQ(ask("GET", "/api/v1/thing", {{"Origin", "null"}, bearer(kToken)}).status, 403);
}

TEST_F(SiteTest, TheAgentsTokenOpensHooksAndNothingElse) {
  EXPECT_EQ(ask("POST", "/hook/claude-code", {bearer(kAgentToken)}).status, 200);
  EXPECT_EQ(ask("POST", "/hook/claude-code", {bearer(kToken)}).status, 200);
  EXPECT_EQ(ask("GET", "/api/v1/thing", {bearer(kAgentToken)}).status, 401);
  EXPECT_EQ(ask("GET", "/stream", {bearer(kAgentToken)}).status, 401);
  EXPECT_EQ(ask("POST", "/api/v1/actions/do", {bearer(kAgentToken), json()}, "{}").status, 401);
  // The page never asks there, so its cookie opens nothing there.
  EXPECT_EQ(ask("POST", "/hook/claude-code", {cookie()}).status, 401);
}

TEST_F(SiteTest, AChangeByCookieNeedsTheOriginOfThePage) {
  const http::Header own{"Origin", "http://127.0.0.1:8080"};
  EXPECT_EQ(ask("GET", "/api/v1/thing", {cookie()}).status, 200);
  EXPECT_EQ(ask("POST", "/api/v1/actions/do", {cookie(), json()}, "{}").status, 403);
  EXPECT_EQ(ask("POST", "/api/v1/actions/do", {cookie(), json(), own}, "{}").status, 200);
  EXPECT_EQ(ask("POST", "/api/v1/actions/do", {cookie(), own}, "{}").status, 400);
  EXPECT_EQ(ask("POST", "/api/v1/actions/do", {cookie(), json(), own}, "[").status, 400);
  EXPECT_EQ(ask("POST", "/api/v1/actions/do", {cookie(), json(), own},
                "{\"a\":\"" + std::string(70'000, 'x') + "\"}")
                .status,
            413);
}

TEST_F(SiteTest, TheCookieIsForThisPortAloneAndNotTheToken) {
  const std::string set(ask("GET", std::string("/?token=") + kToken, {{"Accept-Encoding", "gzip"}})
                            .headers.get("set-cookie")
                            .value_or(""));
  EXPECT_THAT(set, HasSubstr("holdfast_8080="));
  EXPECT_THAT(set, HasSubstr("; HttpOnly"));
  EXPECT_THAT(set, HasSubstr("; SameSite=Strict"));
  EXPECT_EQ(set.find(kToken), std::string::npos);
  EXPECT_FALSE(
      ask("GET", "/?token=wrong", {{"Accept-Encoding", "gzip"}}).headers.get("set-cookie"));
  Access other({{"127.0.0.1", 8081}, kToken, kAgentToken});
  http::Request request = request_for("GET", "/api/v1/thing", {cookie()});
  request.headers.set("Host", "127.0.0.1:8081");
  EXPECT_EQ(other.refusal(request, Access::Needs::owner)->status, 401);
}

TEST_F(SiteTest, EveryAnswerHasTheSafetyHeaders) {
  const std::vector<http::Response> answers{
      ask("GET", "/"),
      ask("GET", "/api/v1/thing"),
      ask("GET", "/api/v1/thing", {bearer(kToken)}),
      ask("GET", "/nowhere", {bearer(kToken)}),
      ask("GET", "/", {{"Host", "evil.test"}}),
      ask("GET", "/", {{"Origin", "http://evil.test"}}),
      ask("POST", "/hook/x", {bearer(kAgentToken)}),
      ask("GET", "/stream", {bearer(kToken)}),
      ask("GET", "/dropped"),
      ask("OPTIONS", "/"),
      ask("BREW", "/api/v1/thing", {bearer(kToken)}),
  };
  for (const http::Response& answer : answers) {
    EXPECT_THAT(std::string(answer.headers.get("content-security-policy").value_or("")),
                HasSubstr("frame-ancestors 'none'"))
        << answer.status << answer.body;
    EXPECT_EQ(answer.headers.get("x-content-type-options"), "nosniff");
    EXPECT_EQ(answer.headers.get("referrer-policy"), "no-referrer");
    EXPECT_EQ(answer.headers.get("cross-origin-resource-policy"), "same-origin");
    EXPECT_FALSE(answer.headers.get("access-control-allow-origin"));
  }
}

TEST_F(SiteTest, WhatNobodyAnswersIsA500) { EXPECT_EQ(ask("GET", "/dropped").status, 500); }

TEST_F(SiteTest, OtherMethodsAreRefusedWithWhatIsAllowed) {
  EXPECT_EQ(ask("OPTIONS", "/").status, 405);
  EXPECT_EQ(ask("DELETE", "/api/v1/thing").status, 401);
  const auto refused = ask("DELETE", "/api/v1/thing", {bearer(kToken)});
  EXPECT_EQ(refused.status, 405);
  EXPECT_EQ(refused.headers.get("allow"), "GET");
  EXPECT_EQ(ask("HEAD", "/api/v1/thing", {bearer(kToken)}).status, 200);
}

TEST_F(SiteTest, EveryAnswerIsCountedOnce) {
  ask("GET", "/api/v1/thing");
  ask("GET", "/api/v1/thing", {bearer(kToken)});
  ask("POST", "/api/v1/actions/do");
  ask("GET", "/stream", {bearer(kToken)});
  ask("GET", "/dropped");
  const std::string said = metrics.text({.server = info});
  EXPECT_THAT(said, HasSubstr("{route=\"api\",method=\"GET\",status=\"401\"} 1\n"));
  EXPECT_THAT(said, HasSubstr("{route=\"api\",method=\"GET\",status=\"200\"} 1\n"));
  EXPECT_THAT(said, HasSubstr("{route=\"action\",method=\"POST\",status=\"401\"} 1\n"));
  EXPECT_THAT(said, HasSubstr("{route=\"other\",method=\"GET\",status=\"500\"} 1\n"));
}

}  // namespace
}  // namespace web
