// A server that takes questions and gives no answers: nobody waits for ever.
#include <csignal>

#include "index/postgres/connection.h"
#include "index/postgres/test_postgres.h"

namespace indexing {
namespace {

using base::Code;

// The server's process of one connection stands still for as long as this lives.
class Frozen {
 public:
  explicit Frozen(Connection& connection) {
    auto rows = connection.ask("SELECT pg_backend_pid()", {});
    EXPECT_TRUE(rows.ok() && rows->next());
    if (rows.ok()) pid_ = static_cast<pid_t>(rows->number(0));
    EXPECT_EQ(::kill(pid_, SIGSTOP), 0);
  }
  ~Frozen() { ::kill(pid_, SIGCONT); }
  Frozen(const Frozen&) = delete;
  Frozen& operator=(const Frozen&) = delete;

 private:
  pid_t pid_ = 0;
};

class HangTest : public testing::Test {
 protected:
  std::unique_ptr<Connection> open(int statement_timeout_ms,
                                   const std::atomic<bool>* is_ending = nullptr) {
    auto opened = Connection::open({.url = database_.url(),
                                    .schema = "public",
                                    .statement_timeout_ms = statement_timeout_ms,
                                    .is_ending = is_ending});
    EXPECT_TRUE(opened.ok()) << (opened.ok() ? "" : opened.error().message);
    return *std::move(opened);
  }
  TestDatabase database_;
};

TEST_F(HangTest, AQuestionIsGivenUpAndTheNextOneHasANewConnection) {
  const auto connection = open(100);
  {
    const Frozen frozen(*connection);
    const auto answer = connection->ask("SELECT 1", {});
    ASSERT_FALSE(answer.ok());
    EXPECT_EQ(answer.error().code, Code::unavailable);
    EXPECT_NE(answer.error().message.find("no answer came in time"), std::string::npos);
    auto again = connection->ask("SELECT 2", {});
    ASSERT_TRUE(again.ok()) << again.error().message;
    ASSERT_TRUE(again->next());
    EXPECT_EQ(again->number(0), 2);
  }
}

TEST_F(HangTest, ATransactionIsLostWithoutWaitingASecondTime) {
  const auto connection = open(100);
  ASSERT_TRUE(connection->begin("").ok());
  {
    const Frozen frozen(*connection);
    EXPECT_EQ(connection->commit().error().code, Code::unavailable);
    connection->roll_back();
  }
  EXPECT_TRUE(connection->execute("SELECT 1").ok());
}

TEST_F(HangTest, WhoEndsDoesNotWait) {
  std::atomic<bool> is_ending = false;
  constexpr int kMuchTooLong = 3'600'000;
  const auto connection = open(kMuchTooLong, &is_ending);
  const Frozen frozen(*connection);
  is_ending = true;
  EXPECT_EQ(connection->ask("SELECT 1", {}).error().code, Code::unavailable);
}

}  // namespace
}  // namespace indexing
