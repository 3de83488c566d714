// G8: the program itself, and all by which a host's hooks find it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/test_scene.h"

namespace engine {
namespace {

using ::testing::HasSubstr;

class GuardedProgramTest : public ::testing::Test {
 protected:
  GuardedProgramTest() {
    auto& disk = scene.fake.files;
    for (const char* path :
         {"/home/dev/.local/bin/holdfast", "/home/dev/.local/bin/holdfast-fleet",
          "/home/dev/.local/bin/mine", "/home/dev/early/other", "/opt/tools/v1/holdfast",
          "/opt/tools/v1/other", "/home/dev/project/tools/holdfast",
          "/home/dev/project/build/release/holdfast", "/home/dev/project/bin/a",
          "/home/dev/evil/holdfast", "/home/dev/plain/a"}) {
      disk.poke(path, "x");
    }
    disk.make_link("/home/dev/bin/holdfast", "/home/dev/.local/bin/holdfast");
    disk.make_link("/home/dev/bin/brain", "/home/dev/.local/bin/holdfast");
    disk.make_link("/home/dev/.local/bin/req", "/home/dev/.local/bin/holdfast");
    disk.make_link("/opt/tools/current", "/opt/tools/v1");
    disk.make_hard_link("/home/dev/project/twin", "/home/dev/.local/bin/holdfast");
    scene.fake.environment.set_program("/home/dev/.local/bin/holdfast", "/home/dev/bin/holdfast");
    scene.fake.environment.set("PATH", "/home/dev/early:/home/dev/.local/bin/:/usr/bin:bin");
    scene.send(scene.event(model::EventKind::session_start));
  }

  model::GateDecision run(const std::string& command) {
    model::HostEvent event = scene.tool("Bash");
    event.call.command = command;
    return *scene.send(event).decision;
  }
  model::GateDecision write(const std::string& path) {
    model::HostEvent event = scene.tool("Write");
    event.call.targets = {path};
    return *scene.send(event).decision;
  }
  void expect_denied(const std::string& command) {
    const auto decision = run(command);
    EXPECT_FALSE(decision.allowed) << command;
    EXPECT_EQ(model::name_of(decision.rule), "guarded_file") << command;
  }
  void expect_allowed(const std::string& command) {
    const auto decision = run(command);
    EXPECT_TRUE(decision.allowed) << command << ": " << decision.message;
  }

  Scene scene;
};

TEST_F(GuardedProgramTest, NothingIsPutInItsPlace) {
  for (const char* command : {"cp /bin/true ~/.local/bin/holdfast",
                              "cp -f /bin/true /home/dev/.local/bin/holdfast",
                              "cp -t ~/.local/bin ~/evil/holdfast",
                              "cp ~/evil/holdfast ~/.local/bin/",
                              "cp -r ~/evil/. ~/.local/bin",
                              "rsync ~/evil/holdfast ~/.local/bin/",
                              "rsync -a ~/evil/holdfast ~/.local/bin",
                              "scp host:evil/holdfast ~/.local/bin",
                              "scp host:holdfast ~/.local/bin",
                              "chmod a-x ~/.local/bin/*",
                              "ln -sf /bin/true ~/.local/bin/holdfast",
                              "ln -sf /bin/true ~/bin/holdfast",
                              "ln -sf /bin/true ~/bin/brain",
                              "ln -sf /bin/true ~/.local/bin/req",
                              "echo x > ~/.local/bin/holdfast",
                              "echo x > ~/bin/holdfast",
                              "cat x | tee ~/bin/req ~/.local/bin/req",
                              "rm ~/.local/bin/holdfast",
                              "rm -f ~/bin/holdfast",
                              "rm ~/.local/bin/hold*",
                              "rm -rf ~/.local/bin",
                              "rm -rf ~/bin",
                              "mv ~/.local/bin/holdfast ~/x",
                              "mv ~/bin ~/bin2",
                              "mv ~/evil/holdfast ~/.local/bin/holdfast",
                              "chmod -x ~/.local/bin/holdfast",
                              "chmod 000 ~/.local/bin/holdfast-fleet",
                              "install -m755 /bin/true ~/.local/bin/holdfast",
                              "install -t ~/.local/bin ~/evil/holdfast",
                              "truncate -s 0 ~/.local/bin/holdfast",
                              "dd if=/dev/zero of=/home/dev/.local/bin/holdfast",
                              "sed -i s/a/b/ ~/.local/bin/holdfast",
                              "curl -o ~/.local/bin/holdfast https://example.org/x",
                              "cp /bin/true ~/.local/bin/holdfast-fleet",
                              "echo x > twin",
                              "cd ~/.local && rm bin/holdfast",
                              "sh -c 'rm ~/.local/bin/holdfast'"}) {
    expect_denied(command);
  }
  EXPECT_FALSE(write("/home/dev/.local/bin/holdfast").allowed);
  EXPECT_FALSE(write("/home/dev/bin/holdfast").allowed);
}

TEST_F(GuardedProgramTest, TheDenialSaysWhatItIsAndWhatPasses) {
  const auto decision = run("cp /bin/true ~/.local/bin/holdfast");
  EXPECT_THAT(decision.message, HasSubstr("the program that decides what the agent may do"));
  EXPECT_THAT(decision.next_step, HasSubstr("package manager"));
  EXPECT_THAT(run("rm -rf ~/.local/bin").next_step,
              HasSubstr("leave /home/dev/.local/bin/holdfast out"));
}

TEST_F(GuardedProgramTest, WorkBesideItPasses) {
  for (const char* command : {"cp /bin/true ~/.local/bin/mine",
                              "ln -sf /bin/true ~/.local/bin/mine",
                              "rm ~/.local/bin/mine",
                              "chmod +x ~/.local/bin/mine",
                              "chmod +x ~/.local/bin/*",
                              "chmod 755 ~/.local/bin/holdfast",
                              "chown -R $USER ~/.local",
                              "find ~/.local/bin -type f -perm 644 -exec chmod +x {} +",
                              "rsync -a ~/plain/ ~/.local/bin",
                              "rsync ~/evil/holdfast host:.local/bin",
                              "rsync tools/a ~/.local/bin",
                              "cp ~/.local/bin/holdfast x",
                              "cp -r ~/plain/. ~/.local/bin",
                              "ln -s ~/.local/bin/holdfast h",
                              "cat ~/.local/bin/holdfast",
                              "sha256sum ~/.local/bin/holdfast",
                              "ls -l ~/bin",
                              "~/.local/bin/holdfast status",
                              "echo x > ~/evil/holdfast",
                              "cp tools/holdfast ~/plain/holdfast",
                              "rm -rf ~/early/other",
                              "rm -rf build",
                              "cp a tools/holdfast",
                              "cmake --build build",
                              "cmake --install build",
                              "brew upgrade holdfast",
                              "apt install holdfast",
                              "npm i -g holdfast"}) {
    expect_allowed(command);
  }
}

// What stands on the PATH before it would be found by those who look for a bare name.
TEST_F(GuardedProgramTest, NothingHidesItOnThePath) {
  expect_denied("cp /bin/true ~/early/holdfast");
  expect_denied("ln -s /bin/true ~/early/holdfast");
  expect_denied("cp ~/evil/holdfast ~/early/");
  expect_denied("cp -r ~/evil/. ~/early");
  EXPECT_FALSE(write("/home/dev/early/holdfast").allowed);
  expect_allowed("cp /bin/true ~/early/hold");
}

// A hook that names no path is found on the PATH, and the PATH may lead into the work tree.
TEST_F(GuardedProgramTest, ABareNameIsNotHiddenInTheWorkTreeEither) {
  scene.fake.environment.set("PATH", "/home/dev/project/bin:/home/dev/.local/bin");
  EXPECT_TRUE(write("/home/dev/project/bin/holdfast").allowed);
  scene.fake.environment.set_program("/home/dev/.local/bin/holdfast", "");
  EXPECT_FALSE(write("/home/dev/project/bin/holdfast").allowed);
  EXPECT_TRUE(write("/home/dev/project/tools/holdfast").allowed);
  expect_allowed("rm -rf bin");
}

TEST_F(GuardedProgramTest, ALinkToItsFolderIsNotTurnedAway) {
  scene.fake.environment.set_program("/opt/tools/v1/holdfast", "/opt/tools/current/holdfast");
  expect_denied("ln -sfn ~/evil /opt/tools/current");
  expect_denied("rm /opt/tools/current/holdfast");
  expect_denied("rm -rf /opt/tools/current");
  expect_denied("mv /opt/tools/v1 /opt/tools/v0");
  expect_allowed("ln -s ~/evil/x /opt/tools/current");
  expect_allowed("ln -sfn ~/evil /opt/tools/next");
}

// The dashboard of a team's machine is the second program, and judges hooks that are posted to it.
TEST_F(GuardedProgramTest, TheOtherProgramBesideItIsNoLessGuarded) {
  scene.fake.environment.set_program("/home/dev/.local/bin/holdfast-fleet",
                                     "/home/dev/.local/bin/holdfast-fleet");
  scene.fake.environment.unset("PATH");
  expect_denied("cp /bin/true ~/.local/bin/holdfast");
  expect_denied("rm -rf ~/.local/bin");
}

// Who develops Holdfast builds it anew all day.
TEST_F(GuardedProgramTest, WhatTheProjectItselfBuildsIsItsOwn) {
  const char* const built = "/home/dev/project/build/release/holdfast";
  scene.fake.environment.set_program(built, built);
  for (const char* command :
       {"rm -rf build", "cp /bin/true build/release/holdfast", "cmake --build build/release",
        "strip build/release/holdfast", "cp build/release/holdfast ~/.local/bin/holdfast"}) {
    expect_allowed(command);
  }
  EXPECT_TRUE(write(built).allowed);
}

TEST_F(GuardedProgramTest, AHomeThatIsKeptInGitBuildsNothing) {
  scene.fake.files.poke("/home/dev/.git/HEAD", "ref: refs/heads/main\n");
  scene.fake.files.poke("/home/dev/.holdfast/config.yaml", "gate:\n  initial_mode: coding\n");
  model::HostEvent event = scene.tool("Bash");
  event.folder = "/home/dev";
  event.host_id = Scene::kOtherRun;
  event.call.command = "rm .local/bin/holdfast";
  EXPECT_FALSE(scene.send(event).decision->allowed);
}

}  // namespace
}  // namespace engine
