#include "cli/docs.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli/testing_project.h"

namespace cli {
namespace {

using DocsTest = ProjectTest;

TEST_F(DocsTest, TheManualHasEveryCommandWithItsHelpInTheOrderOfTheTable) {
  const Outcome outcome = run({"help", "--markdown"});
  EXPECT_EQ(outcome.exit, 0);
  std::size_t at = 0;
  for (const Command& command : all_commands()) {
    SCOPED_TRACE(command.path);
    const std::string path(command.path);
    EXPECT_NE(outcome.output.find("| `" + path + "` |"), std::string::npos);
    const std::size_t section = outcome.output.find("\n## holdfast " + path + "\n", at);
    ASSERT_NE(section, std::string::npos);
    at = section + 1;
    EXPECT_NE(outcome.output.find("Usage: holdfast " + path, at), std::string::npos);
  }
}

TEST_F(DocsTest, TheManualIsTheSameEverywhere) {
  const std::string manual = run({"help", "--markdown"}).output;
  fake_.environment.set_terminal(true);
  fake_.environment.set_folder("/somewhere/else");
  EXPECT_EQ(run({"help", "--markdown"}).output, manual);
}

TEST_F(DocsTest, ThePageInDocsIsTheOneThatIsPrinted) {
  const std::filesystem::path source(__FILE__);
  const auto page = source.parent_path().parent_path().parent_path() / "docs" / "cli.md";
  std::ostringstream bytes;
  bytes << std::ifstream(page).rdbuf();
  // Not EXPECT_EQ, which would print both pages.
  EXPECT_TRUE(bytes.str() == run({"help", "--markdown"}).output)
      << "Make it anew: holdfast help --markdown >docs/cli.md";
}

}  // namespace
}  // namespace cli
