// Built with the thread sanitizer too: see tests/CMakeLists.txt.
#include "web/hook_endpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>
#include <vector>

#include "web/test_exchange.h"

namespace web {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kDenial = R"({"hookSpecificOutput":{"permissionDecision":"deny"}})";

class HookEndpointTest : public ::testing::Test {
 protected:
  std::shared_ptr<TestExchange> post(const std::string& path, const std::string& body = "{}") {
    auto exchange = std::make_shared<TestExchange>(request_for("POST", path, {}, body));
    endpoint.handle(exchange);
    return exchange;
  }
  std::string metrics_text() const { return metrics.text({.server = info}); }

  ServerInfo info;
  Metrics metrics;
  std::atomic<int> told = 0;
  std::vector<HookQuestion> asked;
  std::vector<std::string> said;
  std::function<HookReply(HookQuestion, const ArmHook&)> answer = [this](HookQuestion question,
                                                                         const ArmHook&) {
    asked.push_back(std::move(question));
    return HookReply{.event = model::EventKind::before_tool,
                     .kind = HookAnswerKind::denied,
                     .output = kDenial,
                     .warning = "a warning\n",
                     .when_told = [this] { ++told; }};
  };
  HookEndpoint endpoint{{.hosts = {{"claude-code",
                                    [this](HookQuestion question, const ArmHook& arm) {
                                      return answer(std::move(question), arm);
                                    }}},
                         .say = [this](const std::string& line) { said.push_back(line); }},
                        metrics};
};

TEST_F(HookEndpointTest, TheAnswerIsWhatTheCommandWouldPrint) {
  const auto response = post("/hook/claude-code", R"({"a":1})")->response();
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body, kDenial);
  EXPECT_EQ(response.headers.get("content-type"), "application/json");
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked[0].input.bytes, R"({"a":1})");
  EXPECT_FALSE(asked[0].input.truncated);
  EXPECT_EQ(told, 1);
  EXPECT_EQ(said, std::vector<std::string>{"a warning\n"});
  EXPECT_THAT(metrics_text(), HasSubstr("answer=\"deny\"} 1\n"));
}

TEST_F(HookEndpointTest, TheAddressMayNameTheEventAndTheProject) {
  post("/hook/claude-code?event=PreToolUse&project=%2Fhome%2Fa%20b");
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked[0].event, "PreToolUse");
  EXPECT_EQ(asked[0].project, "/home/a b");
}

TEST_F(HookEndpointTest, AnUnknownHostIs404WithASentence) {
  for (const char* path : {"/hook/", "/hook/other", "/hook/claude-code/", "/hook/claude-code/x"}) {
    const auto response = post(path)->response();
    EXPECT_EQ(response.status, 404) << path;
    EXPECT_THAT(response.body, HasSubstr("claude-code"));
  }
  EXPECT_TRUE(asked.empty());
}

TEST_F(HookEndpointTest, AnotherMethodIs405) {
  for (const char* method : {"GET", "HEAD", "PUT", "DELETE", "OPTIONS", "BREW"}) {
    const auto exchange = std::make_shared<TestExchange>(request_for(method, "/hook/claude-code"));
    endpoint.handle(exchange);
    EXPECT_EQ(exchange->response().status, 405) << method;
    EXPECT_EQ(exchange->response().headers.get("allow"), "POST");
  }
  EXPECT_TRUE(asked.empty());
}

TEST_F(HookEndpointTest, MoreThanAHookReadsIsCutOffAndMarked) {
  post("/hook/claude-code", std::string(HookEndpoint::kBytesMax + 1, 'x'));
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_TRUE(asked[0].input.truncated);
  EXPECT_EQ(asked[0].input.bytes.size(), HookEndpoint::kBytesMax);
}

TEST_F(HookEndpointTest, WhatNobodyCanReadIsAFailureOfTheHook) {
  answer = [](HookQuestion, const ArmHook&) {
    return HookReply{.kind = HookAnswerKind::unreadable, .failure = "it is not JSON"};
  };
  const auto response = post("/hook/claude-code", "rubbish")->response();
  EXPECT_EQ(response.status, 400);
  EXPECT_THAT(response.body, HasSubstr("it is not JSON"));
  EXPECT_THAT(response.body, HasSubstr("onFailure"));
}

// The deadline answers in its place, once; what comes too late is told to nobody.
TEST_F(HookEndpointTest, AHookThatTakesTooLongIsAnsweredFor) {
  std::promise<void> go_on;
  auto gate = go_on.get_future().share();
  answer = [this, gate](HookQuestion, const ArmHook& arm) {
    arm({.event = model::EventKind::before_tool, .output = kDenial}, base::Millis{1});
    gate.wait();
    return HookReply{.kind = HookAnswerKind::allowed, .when_told = [this] { ++told; }};
  };
  const auto exchange =
      std::make_shared<TestExchange>(request_for("POST", "/hook/claude-code", {}, "{}"));
  std::thread handler([&] { endpoint.handle(exchange); });
  const auto response = exchange->response();
  go_on.set_value();
  handler.join();
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body, kDenial);
  EXPECT_EQ(told, 0);
  EXPECT_THAT(metrics_text(), HasSubstr("answer=\"deadline\"} 1\n"));
  EXPECT_THAT(metrics_text(), Not(HasSubstr("answer=\"allow\"")));
}

TEST_F(HookEndpointTest, BeforeTheProjectIsKnownTheDeadlineIsAFailure) {
  std::promise<void> go_on;
  auto gate = go_on.get_future().share();
  Metrics own;
  HookEndpoint quick({.hosts = {{"claude-code",
                                 [gate](HookQuestion, const ArmHook&) {
                                   gate.wait();
                                   return HookReply{};
                                 }}},
                      .limit = base::Millis{1}},
                     own);
  const auto exchange =
      std::make_shared<TestExchange>(request_for("POST", "/hook/claude-code", {}, "{}"));
  std::thread handler([&] { quick.handle(exchange); });
  EXPECT_EQ(exchange->response().status, 503);
  go_on.set_value();
  handler.join();
}

TEST_F(HookEndpointTest, ManyAtOnceEachGetTheirOwnAnswer) {
  answer = [](HookQuestion question, const ArmHook& arm) {
    arm({.output = "late"}, base::Millis{60'000});
    return HookReply{.output = question.input.bytes};
  };
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([this, i, &right] {
      for (int round = 0; round < 100; ++round) {
        const std::string body = std::to_string(i) + "-" + std::to_string(round);
        if (post("/hook/claude-code", body)->response().body == body) ++right;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 400);
}

}  // namespace
}  // namespace web
