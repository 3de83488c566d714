// What an agent's tools do to work sessions, through the hooks.
#include "engine/work_hook.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/events.h"
#include "engine/test_scene.h"
#include "engine/work.h"

namespace engine {
namespace {

using base::Json;
using model::EventKind;
using testing::HasSubstr;

constexpr const char* kDarkMode = "dark-mode";
constexpr const char* kDarkModeFolder = "/home/dev/project/agents/sessions/dark-mode";
constexpr const char* kRef = "/home/dev/project/.git/refs/heads/main";

struct HookScene : Scene {
  explicit HookScene(std::string_view yaml = "gate:\n  initial_mode: coding\n") {
    configure(yaml);
    fake.files.poke(kRef, fake_sha('1') + "\n");
    send(event(EventKind::session_start));
    auto made = workspace();
    const auto work = create_work(made, {.topic = "Dark mode", .slug = kDarkMode}, {});
    EXPECT_TRUE(work.ok()) << work.error().message;
    fake.clock.advance(std::chrono::minutes{10});
  }

  void link() {
    auto opened = workspace();
    ASSERT_TRUE(link_run_to_work(opened, model::RunId{kRun}, kDarkMode, {}).ok());
  }
  void write(const std::string& target, const char* tool_name = "Write") {
    model::HostEvent done = tool(tool_name);
    done.kind = EventKind::after_tool;
    done.call.targets = {target};
    send(done);
  }
  // A command from its gate to its end; `moved` is what it does in between.
  void command(const std::string& text, const std::function<void()>& moved = {}) {
    model::HostEvent call = tool("Bash");
    call.call.command = text;
    call.call.id = "call-" + std::to_string(++calls_);
    ASSERT_TRUE(send(call).decision->allowed);
    if (moved) moved();
    call.kind = EventKind::after_tool;
    send(call);
  }
  // As git does it.
  void commit(char before, char after, const std::string& message) {
    fake.files.poke(kRef, fake_sha(after) + "\n");
    log_ += fake_sha(before) + " " + fake_sha(after) + " A <a@example.com> 1768728000 +0000\t" +
            message + "\n";
    fake.files.poke("/home/dev/project/.git/logs/HEAD", log_);
  }
  model::WorkSession session() {
    auto opened = workspace();
    return show_work(opened, kDarkMode)->session;
  }
  std::string state() {
    return fake.files.peek(std::string(kDarkModeFolder) + "/state.json").value_or("");
  }
  std::string now() { return base::to_iso(fake.clock.now()); }
  Json last_event(const std::string& kind) {
    Json last;
    auto opened = workspace();
    EXPECT_TRUE(each_event(opened, model::RunId{kRun}, [&](const model::JournalEvent& one) {
                  if (one.kind == kind) last = one.payload.get();
                  return true;
                }).ok());
    return last;
  }

 private:
  int calls_ = 0;
  std::string log_;
};

// B2-3, S2-103
TEST(WorkHookTest, WhichFilesOfASessionCount) {
  const std::vector<std::pair<const char*, const char*>> rows{
      {"/p/agents/sessions/x/spec.md", "x"},
      {"/p/agents/sessions/x/research/a/b.md", "x"},
      {"/p/agents/sessions/x/debug/log.txt", "x"},
      {"/p/agents/sessions/x/research/state.json", "x"},
      {"/p/agents/sessions/x/plan.json", "x"},
      {"/p/agents/sessions/x/state.json", ""},
      {"/p/agents/sessions/x/state.v1.json", ""},
      {"/p/agents/sessions/x/.tmp-abc", ""},
      {"/p/agents/sessions/x/spec.md.tmp", ""},
      {"/p/agents/sessions/x/state.json.lock", ""},
      {"/p/agents/sessions/x", ""},
      {"/p/agents/sessions/x/", ""},
      {"/p/agents/sessions/spec.md", ""},
      {"/p/agents/sessions/.hidden/spec.md", ""},
      {"/p/agents/sessions/-x/spec.md", ""},
      {"/p/agents/sessionsx/x/spec.md", ""},
      {"/p/agents/sessions", ""},
      {"/p/src/a.cpp", ""},
      {"", ""},
  };
  for (const auto& [path, slug] : rows) {
    EXPECT_EQ(touched_work(path, "/p/agents/sessions"), slug) << path;
  }
  EXPECT_EQ(touched_work("/x/spec.md", ""), "");
}

// SC-53, S2-25, S2-62, S2-116, B2-4
TEST(WorkHookTest, AWriteTouchesTheTimeAloneAndNotTooOften) {
  HookScene scene;
  const model::WorkSession before = scene.session();
  scene.write("agents/sessions/dark-mode/spec.md");
  model::WorkSession after = scene.session();
  EXPECT_EQ(after.updated_at, scene.now());
  EXPECT_EQ(scene.last_event("tool")["work_touched"], kDarkMode);
  after.updated_at = before.updated_at;
  EXPECT_EQ(after, before);
  const std::string bytes = scene.state();
  scene.fake.clock.advance(std::chrono::seconds{30});
  scene.write("agents/sessions/dark-mode/research/notes.md", "Edit");
  EXPECT_EQ(scene.state(), bytes);
  EXPECT_FALSE(scene.last_event("tool").contains("work_touched"));
  scene.fake.clock.advance(std::chrono::seconds{31});
  scene.write("/home/dev/project/agents/sessions/dark-mode/debug/x.ipynb", "NotebookEdit");
  EXPECT_EQ(scene.session().updated_at, scene.now());
}

TEST(WorkHookTest, WhatIsNoFileOfASessionTouchesNothing) {
  HookScene scene;
  const std::string bytes = scene.state();
  for (const char* target :
       {"src/a.cpp", "agents/sessions/dark-mode/state.json", "agents/sessions/no-such/spec.md",
        "agents/sessions/dark-mode", "../agents/sessions/dark-mode/spec.md"}) {
    scene.write(target);
    EXPECT_EQ(scene.state(), bytes) << target;
    EXPECT_FALSE(scene.last_event("tool").contains("work_fault")) << target;
  }
}

TEST(WorkHookTest, TheFolderMayBeMovedAndReachedByALink) {
  HookScene scene("work:\n  root: docs/work\n  touch_debounce_s: 0\n");
  const os::Path state = "/home/dev/project/docs/work/dark-mode/state.json";
  const auto before = scene.fake.files.peek(state);
  ASSERT_TRUE(before);
  scene.write("docs/work/dark-mode/spec.md");
  const auto touched = scene.fake.files.peek(state);
  EXPECT_NE(touched, before);
  scene.fake.clock.advance(std::chrono::seconds{5});
  scene.fake.files.make_link("/home/dev/link", "/home/dev/project");
  scene.write("/home/dev/link/docs/work/dark-mode/spec.md");
  EXPECT_NE(scene.fake.files.peek(state), touched);
}

// C-1: this layer fails open.
TEST(WorkHookTest, ABrokenManifestStopsNothingAndIsOnRecord) {
  HookScene scene;
  scene.fake.files.poke(std::string(kDarkModeFolder) + "/state.json", "{");
  scene.write("agents/sessions/dark-mode/spec.md");
  EXPECT_THAT(scene.last_event("tool")["work_fault"].get<std::string>(), HasSubstr("state.json"));
  EXPECT_EQ(scene.state(), "{");
}

// B2-20
TEST(WorkHookTest, ATouchAlsoNoticesAnEditFromOutside) {
  HookScene scene;
  std::string text = scene.state();
  text.insert(text.find('{') + 1, "\n  \"mine\": 1,");
  scene.fake.files.poke(std::string(kDarkModeFolder) + "/state.json", text);
  scene.fake.clock.advance(std::chrono::minutes{10});
  scene.write("agents/sessions/dark-mode/spec.md");
  EXPECT_EQ(scene.last_event("work")["what"], "external_edit");
  EXPECT_THAT(scene.state(), HasSubstr("\"mine\": 1"));
}

// S2-52, S2-92
TEST(WorkHookTest, WhatTheAgentCommitsGoesToTheSessionOfItsRun) {
  HookScene scene;
  scene.link();
  scene.command("git commit -m 'First' && git commit --allow-empty -m Second", [&] {
    scene.commit('1', '2', "commit: First");
    scene.commit('2', '3', "commit: Second");
  });
  const auto commits = scene.session().commits;
  ASSERT_EQ(commits.size(), 2U);
  EXPECT_EQ(commits[0].sha, fake_sha('2'));
  EXPECT_EQ(commits[0].message, "First");
  EXPECT_EQ(commits[0].created_at, "2026-01-18T09:20:00.000Z");
  EXPECT_EQ(commits[1].message, "Second");
  EXPECT_EQ(scene.last_event("work")["what"], "add_commit");
  EXPECT_EQ(scene.last_event("work")["commits"], Json::array({fake_sha('2'), fake_sha('3')}));
  EXPECT_EQ(scene.last_event("tool")["work_commits"], kDarkMode);
}

TEST(WorkHookTest, WhatIsNoCommitOfTheRunAddsNone) {
  HookScene scene;
  scene.link();
  const std::string bytes = scene.state();
  scene.command("git commit -m nothing || true");
  scene.command("git status");
  scene.command("ls digits", [&] { scene.commit('1', '2', "commit: by somebody else"); });
  scene.command("git pull", [&] { scene.commit('2', '3', "pull: Fast-forward"); });
  scene.command("git rebase main", [&] { scene.commit('3', '4', "rebase (finish): x"); });
  EXPECT_EQ(scene.state(), bytes);
}

TEST(WorkHookTest, ARunThatWorksOnNothingOrAProjectThatDoesNotWantItAddsNone) {
  HookScene unlinked;
  std::string bytes = unlinked.state();
  unlinked.command("git commit -m x", [&] { unlinked.commit('1', '2', "commit: x"); });
  EXPECT_EQ(unlinked.state(), bytes);
  HookScene unwanted("work:\n  add_commits: false\n");
  unwanted.link();
  bytes = unwanted.state();
  unwanted.command("git commit -m x", [&] { unwanted.commit('1', '2', "commit: x"); });
  EXPECT_EQ(unwanted.state(), bytes);
}

TEST(WorkHookTest, WithoutALogOfHeadTheLastMessageWillDo) {
  HookScene scene;
  scene.link();
  scene.command("git commit -m x", [&] {
    scene.fake.files.poke(kRef, fake_sha('2') + "\n");
    scene.fake.files.poke("/home/dev/project/.git/COMMIT_EDITMSG", "From the editor\n");
  });
  ASSERT_EQ(scene.session().commits.size(), 1U);
  EXPECT_EQ(scene.session().commits[0].message, "From the editor");
  EXPECT_EQ(scene.session().commits[0].sha, fake_sha('2'));
}

TEST(WorkHookTest, AFullDiskStopsNoCallAndLeavesTheManifestWhole) {
  for (std::size_t call = 0; call < 60; ++call) {
    HookScene scene;
    const std::string bytes = scene.state();
    scene.fake.files.arm({os::Fault::Kind::error, call});
    scene.write("agents/sessions/dark-mode/spec.md");
    scene.fake.files.disarm();
    auto opened = scene.workspace();
    const auto shown = show_work(opened, kDarkMode);
    ASSERT_TRUE(shown.ok()) << call << shown.error().message;
    EXPECT_TRUE(scene.state() == bytes || shown->session.updated_at == scene.now()) << call;
  }
}

}  // namespace
}  // namespace engine
