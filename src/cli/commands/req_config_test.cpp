#include <nlohmann/json.hpp>

#include "cli/testing_project.h"

namespace cli {
namespace {

constexpr const char* kLocalFile = "/home/dev/project/.claude/requirements.local.yaml";

class ReqConfigTest : public ProjectTest {
 protected:
  ReqConfigTest() {
    disk().poke(kRequirementsFile,
                "requirements:\n"
                "  plan:\n    enabled: true # why\n"
                "  size:\n    type: dynamic\n    calculator: branch_size\n"
                "    thresholds: {warn: 1, block: 2}\n");
  }
  std::string peek(const char* path) { return disk().peek(path).value_or("(none)"); }
};

TEST_F(ReqConfigTest, EnableAndDisableSetOneValueInTheFileThatIsNamed) {
  const Outcome off = run({"req", "disable", "plan"});
  ASSERT_EQ(off.exit, 0) << off.errors;
  EXPECT_NE(off.output.find("requirements.local.yaml (new)"), std::string::npos) << off.output;
  EXPECT_NE(peek(kLocalFile).find("plan:\n    enabled: false\n"), std::string::npos);
  EXPECT_NE(run({"req", "disable", "plan"}).output.find("Nothing to change"), std::string::npos);
  EXPECT_EQ(run({"req", "disable", "plan", "--project"}).exit, 0);
  EXPECT_NE(peek(kRequirementsFile).find("enabled: false # why"), std::string::npos);
  // The local file is stronger, and that is said.
  const Outcome on = run({"req", "enable", "plan", "--project"});
  EXPECT_NE(on.output.find("requirements.local.yaml:5 goes before it: enabled: false"),
            std::string::npos)
      << on.output;
  EXPECT_EQ(run({"req", "enable", "plan", "--user", "--json"}).exit, 0);
  EXPECT_NE(peek("/home/dev/.claude/requirements.yaml").find("enabled: true"), std::string::npos);
}

TEST_F(ReqConfigTest, WrongUseChangesNothing) {
  const std::vector<os::Path> files = disk().all_files();
  EXPECT_EQ(run({"req", "enable"}).exit, 64);
  EXPECT_EQ(run({"req", "enable", "plan", "--local", "--user"}).exit, 64);
  EXPECT_EQ(run({"req", "enable", "paln"}).exit, 1);
  EXPECT_EQ(run({"req", "config", "--scope", "branch"}).exit, 64);
  EXPECT_EQ(run({"req", "config", "plan", "--enable", "--disable"}).exit, 64);
  EXPECT_EQ(run({"req", "config", "plan", "--set", "scope", "-y"}).exit, 64);
  EXPECT_EQ(run({"req", "config", "plan", "--set", "a..b=1", "-y"}).exit, 64);
  EXPECT_EQ(run({"req", "config", "plan", "--scope", "galaxy", "-y"}).exit, 64);
  EXPECT_EQ(run({"req", "config", "paln"}).exit, 1);
  // Nobody to ask.
  EXPECT_EQ(run({"req", "config", "plan", "--scope", "branch"}).exit, 64);
  fake_.environment.set_terminal(true);
  EXPECT_EQ(run({"req", "config", "plan", "--scope", "branch"}, "n\n").exit, 1);
  EXPECT_EQ(disk().all_files(), files);
  EXPECT_EQ(run({"req", "config", "plan", "--scope", "branch"}, "y\n").exit, 0);
}

TEST_F(ReqConfigTest, ConfigSetsWhatIsGiven) {
  const Outcome outcome = run({"req", "config", "plan", "-y", "--project", "--disable", "--scope",
                               "branch", "--enforce", "warn", "--message", "Plan: first", "--set",
                               "trigger_tools=[\"Bash\"]", "--set", "replan_ttl=60"});
  ASSERT_EQ(outcome.exit, 0) << outcome.errors;
  const Outcome shown = run({"req", "config", "--json"});
  const auto json = base::parse_json(shown.output);
  ASSERT_TRUE(json.ok());
  EXPECT_EQ((*json)["requirements"][0]["enabled"], false);
  EXPECT_EQ((*json)["requirements"][0]["scope"], "branch");
  EXPECT_EQ((*json)["requirements"][0]["enforce"], "warn");
  const std::string text = peek(kRequirementsFile);
  EXPECT_NE(text.find("message: \"Plan: first\"\n"), std::string::npos) << text;
  EXPECT_NE(text.find("trigger_tools: [\"Bash\"]\n"), std::string::npos);
  EXPECT_NE(text.find("replan_ttl: 60\n"), std::string::npos);
  EXPECT_NE(text.find("enabled: false # why\n"), std::string::npos);
}

TEST_F(ReqConfigTest, SourcesSayWhichFileCounts) {
  ASSERT_EQ(run({"req", "config", "size", "--set", "thresholds.block=9", "-y"}).exit, 0);
  const Outcome plain = run({"req", "config", "size"});
  EXPECT_EQ(plain.output.find("requirements.yaml:"), std::string::npos);
  EXPECT_NE(plain.output.find("thresholds.block  9"), std::string::npos) << plain.output;
  const Outcome sources = run({"req", "config", "size", "--sources"});
  EXPECT_NE(sources.output.find("requirements.yaml:7"), std::string::npos) << sources.output;
  EXPECT_NE(sources.output.find("2  (a stronger file goes before it)"), std::string::npos);
  const auto json = base::parse_json(run({"req", "config", "size", "--json"}).output);
  ASSERT_TRUE(json.ok());
  EXPECT_EQ((*json)["values"].size(), 5U);
}

TEST_F(ReqConfigTest, TheFolderIsNamedByDirSinceProjectNamesAFile) {
  fake_.environment.set_folder("/home/dev");
  EXPECT_NE(run({"req", "disable", "plan", "--project"}).exit, 0);
  EXPECT_EQ(run({"req", "disable", "plan", "--project", "--dir", "project"}).exit, 0);
  EXPECT_NE(peek(kRequirementsFile).find("enabled: false # why"), std::string::npos);
}

// B4-24
TEST_F(ReqConfigTest, AnAgentIsRefused) {
  fake_.environment.set("FAKE_HOST_SESSION", std::string(kRun));
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"req", "disable", "plan"},
                                             {"req", "enable", "plan", "--user"},
                                             {"req", "config", "plan", "--enforce", "warn", "-y"},
                                             {"req", "init", "-y", "-f"}}) {
    SCOPED_TRACE(words[1]);
    const std::vector<os::Path> files = disk().all_files();
    EXPECT_EQ(run(words).exit, 2);
    EXPECT_EQ(disk().all_files(), files);
  }
  EXPECT_EQ(run({"req", "config", "plan"}).exit, 0);  // Looking is free.
}

}  // namespace
}  // namespace cli
