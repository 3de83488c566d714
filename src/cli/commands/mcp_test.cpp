#include "cli/testing_project.h"

namespace cli {
namespace {

class McpTest : public ProjectTest {
 protected:
  int serve(const std::vector<std::string>& words) {
    FakeConsole console;
    Context context{fake_.system(), {&host_}, console};
    context.serve_mcp = [&](const ServeRequest& request) {
      request_ = request;
      return base::Result<int>(0);
    };
    return cli::run(context, words);
  }

  std::optional<ServeRequest> request_;
};

TEST_F(McpTest, TheServerIsToldWhereAndHowToServe) {
  ASSERT_EQ(serve({"mcp"}), 0);
  EXPECT_EQ(request_->folder, "/home/dev/project");
  EXPECT_FALSE(request_->folder_given);
  EXPECT_FALSE(request_->http);
  ASSERT_EQ(serve({"mcp", "--http", "127.0.0.1:0", "--token-file", "token", "--project", ".."}), 0);
  EXPECT_EQ(request_->folder, "/home/dev");
  EXPECT_TRUE(request_->folder_given);
  EXPECT_EQ(request_->http, "127.0.0.1:0");
  EXPECT_EQ(request_->token_file, "/home/dev/project/token");
}

TEST_F(McpTest, ATokenFileWithoutHttpIsWrongUse) {
  EXPECT_EQ(serve({"mcp", "--token-file", "token"}), 64);
  EXPECT_FALSE(request_);
  EXPECT_EQ(run({"mcp"}).exit, 69);
}

}  // namespace
}  // namespace cli
