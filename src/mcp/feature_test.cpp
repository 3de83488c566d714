#include "mcp/feature.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mcp/testing_server.h"

namespace mcp {
namespace {

TEST(ToolResultTest, AStructuredValueIsAlsoSentAsText) {
  const ToolResult result = structured_result({{"a", 1}});
  EXPECT_EQ(result.structured.get(), base::Json({{"a", 1}}));
  EXPECT_EQ(base::dump_line(result.content.get()), R"([{"type":"text","text":"{\"a\":1}"}])");
  EXPECT_FALSE(result.is_error);
}

TEST(ToolResultTest, AnErrorSaysWhatItIsWhatToDoAndWhetherToTryAgain) {
  const ToolResult result =
      error_result({base::Code::lock_timeout, "somebody holds the lock", "Wait."});
  EXPECT_TRUE(result.is_error);
  EXPECT_EQ(base::dump_line(result.structured.get()),
            R"({"error":{"code":"LOCK_TIMEOUT","message":"somebody holds the lock",)"
            R"("details":{"hint":"Wait."},"retryable":true}})");
  const ToolResult other = error_result({base::Code::not_found, "no such thing", ""});
  EXPECT_EQ(other.structured.get()["error"]["retryable"], false);
  EXPECT_EQ(other.structured.get()["error"]["details"], base::Json::object());
}

TEST(LogLevelTest, NamesAndLevelsAreInOrder) {
  EXPECT_EQ(log_level_from_name("debug"), LogLevel::debug);
  EXPECT_EQ(log_level_from_name("emergency"), LogLevel::emergency);
  EXPECT_EQ(log_level_from_name("loud"), std::nullopt);
  EXPECT_LT(LogLevel::info, LogLevel::warning);
  for (const char* name : {"info", "notice", "warning", "error", "critical", "alert"}) {
    EXPECT_EQ(name_of(*log_level_from_name(name)), name);
  }
}

TEST(CatalogueTest, TellsAfterEachChangeAndKeepsTheOrder) {
  Catalogue catalogue;
  std::vector<Catalogue::Kind> told;
  catalogue.on_changed([&](Catalogue::Kind kind) {
    told.push_back(kind);
    catalogue.tools();  // Whoever is told may look.
  });
  const auto nothing = [](const base::Json&, CallContext&) { return text_result(""); };
  const auto hidden = std::make_shared<TestTool>("hidden", nothing);
  hidden->description().is_listed = false;
  catalogue.add(std::shared_ptr<Tool>(std::make_shared<TestTool>("b", nothing)));
  catalogue.add(std::shared_ptr<Tool>(std::make_shared<TestTool>("a", nothing)));
  catalogue.add(std::shared_ptr<Tool>(hidden));
  ASSERT_EQ(catalogue.tools().size(), 2U);
  EXPECT_EQ(catalogue.tools()[0]->description().name, "b");
  EXPECT_EQ(catalogue.tools()[1]->description().name, "a");
  EXPECT_EQ(catalogue.tool("hidden"), hidden);
  catalogue.remove_tool("b");
  EXPECT_EQ(catalogue.tool("b"), nullptr);
  catalogue.add(std::shared_ptr<Prompt>(std::make_shared<TestPrompt>("p")));
  EXPECT_NE(catalogue.prompt("p"), nullptr);
  catalogue.remove_prompt("p");
  EXPECT_TRUE(catalogue.prompts().empty());
  catalogue.add(std::shared_ptr<ResourceProvider>(std::make_shared<TestResources>()));
  catalogue.resources_changed();
  using enum Catalogue::Kind;
  EXPECT_EQ(told, (std::vector<Catalogue::Kind>{tools, tools, tools, tools, prompts, prompts,
                                                resources, resources}));
}

}  // namespace
}  // namespace mcp
