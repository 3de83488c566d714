#include "mcp/batch.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace mcp {
namespace {

using base::Json;

TEST(BatchTest, AnswersAreGatheredAndMessagesSentAtOnce) {
  std::vector<Json> sent;
  std::vector<Json> finished;
  const auto batch = std::make_shared<Batch>(
      3, Batch::Outlet{[&](const Json& message) { sent.push_back(message); },
                       [&](const Json& answers) { finished.push_back(answers); }});
  const auto first = batch->reply();
  const auto second = batch->reply();
  first->send("hello");
  EXPECT_EQ(sent.size(), 1U);
  second->finish(jsonrpc::result_of(jsonrpc::Id(std::int64_t{2}), {}));
  batch->add(jsonrpc::error_of({}, {-32600, "x", {}}));
  EXPECT_TRUE(finished.empty());
  first->abandon();
  ASSERT_EQ(finished.size(), 1U);
  ASSERT_EQ(finished[0].size(), 2U);
  EXPECT_EQ(finished[0][0]["id"], 2);
}

TEST(BatchTest, WithoutAnyAnswerThereIsNoList) {
  Json finished = 1;
  const auto batch = std::make_shared<Batch>(
      1, Batch::Outlet{[](const Json&) {}, [&](const Json& answers) { finished = answers; }});
  batch->reply()->abandon();
  EXPECT_TRUE(finished.is_null());
}

}  // namespace
}  // namespace mcp
