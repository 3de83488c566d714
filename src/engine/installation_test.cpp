#include "engine/installation.h"

#include <gtest/gtest.h>

#include "os/fake.h"

namespace engine {
namespace {

// A host with one file, which it makes and removes.
class OneFileHost final : public HostIntegration {
 public:
  explicit OneFileHost(std::string_view name = "one-file", std::string_view folder = ".host")
      : name_(name), folder_(folder) {}

  std::string_view name() const override { return name_; }
  base::Result<std::vector<FileChange>> plan_install(os::System system,
                                                     const InstallTarget& target) override {
    if (system.files.exists(path(target))) return std::vector<FileChange>();
    return std::vector<FileChange>{{path(target), "add", "hooks\n"}};
  }
  base::Result<std::vector<FileChange>> plan_uninstall(os::System system,
                                                       const InstallTarget& target) override {
    if (!system.files.exists(path(target))) return std::vector<FileChange>();
    if (system.files.read(path(target)).value() == "broken") {
      return base::Error{base::Code::parse_error, path(target).string() + ": broken", "Mend it."};
    }
    return std::vector<FileChange>{{path(target), "remove", std::nullopt, 0644, 1}};
  }
  std::string summary(os::System, const InstallTarget&) override { return "one file"; }
  std::string print_hooks(os::System, const InstallTarget&) override { return ""; }
  std::optional<std::string> current_session(os::Environment&) override { return std::nullopt; }
  std::vector<Finding> check(os::System, const InstallTarget&) override { return {}; }
  std::string trace(os::System, const InstallTarget&) override { return std::string(folder_); }
  model::HostStatus read_status(std::string_view) override { return {}; }

 private:
  os::Path path(const InstallTarget& target) const {
    const os::Path& above = target.scope == InstallScope::user ? target.home : target.root;
    return above / folder_ / (target.scope == InstallScope::project ? "shared" : "own");
  }

  std::string_view name_;
  std::string_view folder_;
};

constexpr const char* kConfig = "/home/dev/project/.holdfast/config.yaml";

struct InstallationTest : ::testing::Test {
  static constexpr const char* kExclude = "/home/dev/project/.git/info/exclude";
  os::FakeSystem fake;
  OneFileHost host;
  InstallationTest() {
    fake.files.poke("/home/dev/project/.git/HEAD", "ref: refs/heads/main\n");
    fake.files.poke("/home/dev/project/.git/config", "");
    fake.files.poke("/home/dev/project/.git/info/exclude", "*.o\n");
  }
  InstallRequest request(InstallScope scope) {
    return {.start = "/home/dev/project", .hosts = {&host}, .scope = scope};
  }
  void install(InstallScope scope) {
    const auto plan = plan_install(fake.system(), request(scope));
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    ASSERT_EQ(plan->hosts.size(), 1U);
    EXPECT_EQ(plan->hosts[0].text, "one file");
    const auto applied = apply_plan(fake.system(), *plan);
    ASSERT_TRUE(applied.ok()) << applied.error().message;
    EXPECT_TRUE(plan_install(fake.system(), request(scope))->changes.empty());
  }
  void uninstall(InstallScope scope) {
    const auto plan = plan_uninstall(fake.system(), request(scope));
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    ASSERT_TRUE(apply_plan(fake.system(), *plan).ok());
    EXPECT_TRUE(plan_uninstall(fake.system(), request(scope))->changes.empty());
  }
  std::string text(const char* path) { return fake.files.peek(path).value_or("(none)"); }
};

TEST_F(InstallationTest, EveryScopeIsTakenOutWithoutATrace) {
  for (const InstallScope scope :
       {InstallScope::local, InstallScope::project, InstallScope::user}) {
    SCOPED_TRACE(static_cast<int>(scope));
    install(scope);
    EXPECT_TRUE(fake.files.exists(kConfig));
    uninstall(scope);
    EXPECT_EQ(text(kExclude), "*.o\n");
    for (const char* folder :
         {"/home/dev/project/.holdfast", "/home/dev/project/.host", "/home/dev/.host"}) {
      EXPECT_FALSE(fake.files.exists(folder)) << folder;
    }
  }
}

TEST_F(InstallationTest, AProjectStaysOptedInForTheHooksOfAnotherHost) {
  OneFileHost other("other", ".other");
  InstallRequest both = request(InstallScope::local);
  both.hosts.push_back(&other);
  ASSERT_TRUE(apply_plan(fake.system(), *plan_install(fake.system(), both)).ok());
  InstallRequest one = request(InstallScope::local);
  one.others = {&other};
  ASSERT_TRUE(apply_plan(fake.system(), *plan_uninstall(fake.system(), one)).ok());
  EXPECT_TRUE(fake.files.exists(kConfig));
  EXPECT_EQ(text(kExclude), "*.o\n# holdfast: machine-local files\n/.holdfast/\n/.other/own\n");
  ASSERT_TRUE(apply_plan(fake.system(), *plan_uninstall(fake.system(), both)).ok());
  EXPECT_FALSE(fake.files.exists(kConfig));
  EXPECT_EQ(text(kExclude), "*.o\n");
}

TEST_F(InstallationTest, AHostWithABrokenFileIsNamedAndTheOthersGo) {
  OneFileHost other("other", ".other");
  InstallRequest both = request(InstallScope::local);
  both.hosts.push_back(&other);
  ASSERT_TRUE(apply_plan(fake.system(), *plan_install(fake.system(), both)).ok());
  fake.files.poke("/home/dev/project/.host/own", "broken");
  const auto plan = plan_uninstall(fake.system(), both);
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  ASSERT_EQ(plan->problems.size(), 1U);
  EXPECT_EQ(plan->problems[0].host, "one-file");
  EXPECT_EQ(plan->problems[0].error.code, base::Code::parse_error);
  ASSERT_TRUE(apply_plan(fake.system(), *plan).ok());
  EXPECT_FALSE(fake.files.exists("/home/dev/project/.other"));
  // For what is left the project stays opted in, and hidden as before.
  EXPECT_TRUE(fake.files.exists(kConfig));
  EXPECT_EQ(text(kExclude), "*.o\n# holdfast: machine-local files\n/.holdfast/\n/.host/own\n");
  fake.files.poke("/home/dev/project/.host/own", "hooks\n");
  ASSERT_TRUE(apply_plan(fake.system(), *plan_uninstall(fake.system(), both)).ok());
  EXPECT_FALSE(fake.files.exists(kConfig));
  EXPECT_EQ(text(kExclude), "*.o\n");
}

TEST_F(InstallationTest, ALinkThatLeadsNowhereStaysAndNothingIsBegun) {
  for (const char* link : {"/home/dev/.host/own", "/home/dev/.host"}) {
    SCOPED_TRACE(link);
    os::FakeSystem other;
    other.files.poke("/home/dev/project/.git/HEAD", "ref: refs/heads/main\n");
    if (os::Path(link).filename() == "own") other.files.poke("/home/dev/.host/mine", "x");
    other.files.poke("/home/dev/dot/mine", "x");
    other.files.make_link(link, "/home/dev/dot/gone");
    const auto before = other.files.all_files();
    const auto plan = plan_install(other.system(), request(InstallScope::user));
    ASSERT_FALSE(plan.ok());
    EXPECT_EQ(plan.error().message, std::string(link) + " is a link that leads nowhere");
    EXPECT_NE(plan.error().hint.find("remove the link"), std::string::npos);
    InstallPlan late;
    late.makes_secret = true;
    late.changes = {{"/home/dev/first", "add", "x"}, {"/home/dev/.host/own", "add", "new"}};
    EXPECT_FALSE(apply_plan(other.system(), late).ok());
    EXPECT_EQ(other.files.all_files(), before);
    EXPECT_EQ(other.files.link_info(link)->kind, os::FileKind::link);
    // What it is to lead to is there: that is written.
    other.files.poke(
        os::Path(link).filename() == "own" ? "/home/dev/dot/gone" : "/home/dev/dot/gone/mine", "x");
    ASSERT_TRUE(apply_plan(other.system(), late).ok());
    EXPECT_EQ(other.files.peek("/home/dev/.host/own"), "new");
    EXPECT_EQ(other.files.link_info(link)->kind, os::FileKind::link);
  }
}

TEST_F(InstallationTest, HostsThatAreUsedButNotInstalledAreNamed) {
  OneFileHost other("other", ".other");
  InstallRequest one = request(InstallScope::local);
  one.others = {&other};
  const auto plan = plan_install(fake.system(), one);
  ASSERT_EQ(plan->unasked.size(), 1U);
  EXPECT_EQ(plan->unasked[0].host, "other");
  EXPECT_EQ(plan->unasked[0].trace, ".other");
  fake.files.poke("/home/dev/.other/own", "hooks\n");
  EXPECT_TRUE(plan_install(fake.system(), one)->unasked.empty());
}

TEST_F(InstallationTest, GitSeesOnlyWhatIsMeantForTheProject) {
  install(InstallScope::local);
  EXPECT_NE(text(kExclude).find("/.holdfast/\n/.host/own\n"), std::string::npos);
  install(InstallScope::project);
  EXPECT_EQ(text(kExclude).find("/.holdfast/"), std::string::npos);
  EXPECT_NE(text(kExclude).find("/.host/own"), std::string::npos);
  EXPECT_EQ(text("/home/dev/project/.holdfast/.gitignore"), "local/\n");
  // The local scope's way out leaves what the project has for everybody.
  uninstall(InstallScope::local);
  EXPECT_TRUE(fake.files.exists(kConfig));
  EXPECT_EQ(text(kExclude), "*.o\n");
  uninstall(InstallScope::project);
  EXPECT_FALSE(fake.files.exists(kConfig));
}

TEST_F(InstallationTest, AConfigurationThatWasThereIsNotHiddenAndNotRemoved) {
  install(InstallScope::project);  // As a clone has it.
  install(InstallScope::local);
  EXPECT_EQ(text(kExclude).find("/.holdfast/"), std::string::npos);
  uninstall(InstallScope::local);
  EXPECT_TRUE(fake.files.exists(kConfig));
}

TEST_F(InstallationTest, WhatAPersonWroteStays) {
  install(InstallScope::local);
  fake.files.poke(kConfig, "gate:\n  initial_mode: planning\n");
  fake.files.poke("/home/dev/project/.host/mine", "x");
  uninstall(InstallScope::local);
  EXPECT_EQ(text(kConfig), "gate:\n  initial_mode: planning\n");
  EXPECT_EQ(text("/home/dev/project/.host/mine"), "x");
}

TEST_F(InstallationTest, ALineOfTheExcludeListGoesEvenWhereTheFileIsGone) {
  install(InstallScope::local);
  ASSERT_TRUE(fake.files.remove("/home/dev/project/.host/own").ok());
  uninstall(InstallScope::local);
  EXPECT_EQ(text(kExclude), "*.o\n");
}

TEST_F(InstallationTest, AFailingDiskStopsThePlanAndARepeatDoesTheRest) {
  const auto plan = plan_install(fake.system(), request(InstallScope::local));
  ASSERT_TRUE(plan.ok());
  fake.files.reset_calls();
  ASSERT_TRUE(apply_plan(fake.system(), *plan).ok());
  const std::size_t calls = fake.files.calls();
  for (std::size_t i = 0; i < calls; ++i) {
    SCOPED_TRACE(i);
    os::FakeSystem other;
    other.files.poke("/home/dev/project/.git/HEAD", "ref: refs/heads/main\n");
    other.files.poke(kExclude, "*.o\n");
    const auto fresh = plan_install(other.system(), request(InstallScope::local));
    ASSERT_TRUE(fresh.ok());
    other.files.arm({.at_call = i});
    static_cast<void>(apply_plan(other.system(), *fresh).ok());
    other.files.disarm();
    const auto rest = plan_install(other.system(), request(InstallScope::local));
    ASSERT_TRUE(rest.ok());
    ASSERT_TRUE(apply_plan(other.system(), *rest).ok());
    EXPECT_TRUE(other.files.exists(kConfig));
    EXPECT_TRUE(other.files.exists("/home/dev/project/.host/own"));
    EXPECT_NE(other.files.peek(kExclude)->find("/.holdfast/\n/.host/own\n"), std::string::npos);
  }
}

}  // namespace
}  // namespace engine
