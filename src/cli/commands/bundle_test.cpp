#include <nlohmann/json.hpp>

#include "base/json.h"
#include "cli/testing_project.h"

namespace cli {
namespace {

class BundleCommandTest : public ProjectTest {
 protected:
  BundleCommandTest() { start(); }

  // The same person at another machine, with a clone of the project.
  struct Elsewhere {
    Elsewhere() {
      fake.files.poke("/home/dev/project/.git/HEAD", "ref: refs/heads/main\n");
      for (int at = 0; at < 7; ++at) fake.random.uuid();
      EXPECT_EQ(run({"init", "--yes"}).exit, 0);
    }
    Outcome run(const std::vector<std::string>& words, std::string input = "") {
      FakeConsole console;
      console.input = std::move(input);
      FakeHost host;
      Context context{fake.system(), {&host}, console};
      const int exit = cli::run(context, words);
      return {exit, console.output, console.errors};
    }
    os::FakeSystem fake;
  };
};

TEST_F(BundleCommandTest, ABundleGoesThroughAPipe) {
  const Outcome exported = run({"export", "--json"});
  ASSERT_EQ(exported.exit, 0) << exported.errors;
  const auto report = base::parse_json(exported.errors);
  ASSERT_TRUE(report.ok()) << exported.errors;
  EXPECT_EQ((*report)["runs"], 1);
  Elsewhere there;
  const Outcome refused = there.run({"import", "-"}, exported.output);
  EXPECT_EQ(refused.exit, 65);
  const std::string signer = (*report)["signer"];
  EXPECT_NE(refused.errors.find("--accept " + signer), std::string::npos) << refused.errors;
  const Outcome imported =
      there.run({"import", "-", "--accept", signer, "--json"}, exported.output);
  ASSERT_EQ(imported.exit, 0) << imported.errors;
  EXPECT_EQ((*base::parse_json(imported.output))["runs"]["added"], 1);
  for (const os::Path& path : there.fake.files.all_files()) {
    EXPECT_FALSE(path.filename().native().starts_with(".tmp-")) << path;
  }
}

TEST_F(BundleCommandTest, ABundleIsAFileForItsOwner) {
  const Outcome exported = run({"export", "-o", "shop.bundle"});
  ASSERT_EQ(exported.exit, 0) << exported.errors;
  EXPECT_NE(exported.output.find("Signed by SHA256:"), std::string::npos) << exported.output;
  EXPECT_EQ(disk().info("/home/dev/project/shop.bundle")->mode, 0600U);
  EXPECT_EQ(run({"import", "shop.bundle"}).exit, 0);
  EXPECT_EQ(run({"import", "none.bundle"}).exit, 1);
  EXPECT_EQ(run({"import"}).exit, 64);
  EXPECT_EQ(run({"export", "-o", "no/such/folder/x"}).exit, 1);
  EXPECT_EQ(run({"export", "--since", "soon", "-o", "x"}).exit, 64);
}

TEST_F(BundleCommandTest, ATerminalGetsNoBundleButMayBeAsked) {
  ASSERT_EQ(run({"export", "-o", "shop.bundle"}).exit, 0);
  Elsewhere there;
  there.fake.files.poke("/home/dev/project/shop.bundle",
                        *disk().peek("/home/dev/project/shop.bundle"));
  there.fake.environment.set_terminal(true);
  EXPECT_EQ(there.run({"export"}).exit, 64);
  const Outcome no = there.run({"import", "shop.bundle"}, "n\n");
  EXPECT_EQ(no.exit, 65);
  EXPECT_NE(no.errors.find("Accept it, now and later?"), std::string::npos) << no.errors;
  EXPECT_EQ(there.run({"import", "shop.bundle"}, "y\n").exit, 0);
  EXPECT_EQ(there.run({"import", "shop.bundle"}).exit, 0);
}

}  // namespace
}  // namespace cli
