// Projects on a real disk, since SQLite knows no other: a home and a clock of their own.
#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.h"
#include "engine/hook_event.h"
#include "engine/index.h"
#include "engine/index_place.h"
#include "engine/onboarding.h"
#include "model/host_event.h"
#include "os/fake.h"
#include "os/real.h"
#include "os/test_support.h"

namespace engine {

class IndexScene : public ::testing::Test {
 protected:
  static constexpr const char* kRun = "7d1054b6-2839-4e27-bcef-43e6e47ca4b4";
  static constexpr const char* kOtherRun = "00000000-2839-4e27-bcef-43e6e47ca4b4";

  IndexScene() {
    environment_.set("HOME", (folder_ / "home").native());
    environment_.set_user(real_.system().environment.user_id());
    put("home/.config/holdfast/secret", "0123456789abcdef0123456789abcdef0123456789abcdef\n");
    system().files.set_mode(folder_ / "home/.config/holdfast/secret", 0600).ok();
    make_project("api");
    environment_.set_folder(folder_ / "api");
  }

  os::System system() {
    const os::System real = real_.system();
    return {real.files, real.clock, real.random, real.processes, environment_};
  }

  os::Path at(std::string_view path) const { return folder_ / path; }

  void put(std::string_view path, std::string_view bytes) {
    const os::Path file = folder_ / path;
    std::filesystem::create_directories(file.parent_path());
    const auto written = system().files.replace(file, bytes, {.mode = 0600, .sync = false});
    ASSERT_TRUE(written.ok()) << written.error().message;
  }

  // What changed just now is looked at again; this makes a file older.
  void age(std::string_view path) {
    std::filesystem::last_write_time(
        folder_ / path, std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
  }

  // Commands are a person's from now on.
  void give_operator_token() {
    const std::string token = "the-token-of-this-test";
    put("home/.config/holdfast/operator", base::to_hex(base::sha256(token)));
    environment_.set("HOLDFAST_OPERATOR_TOKEN", token);
  }

  void make_project(const std::string& name) {
    put(name + "/.git/HEAD", "ref: refs/heads/main\n");
    put(name + "/.holdfast/config.yaml", "gate:\n  initial_mode: coding\n");
  }

  static std::string manifest(const std::string& slug, const std::string& topic,
                              const std::string& updated = "2026-02-14T10:00:00Z") {
    return "{\n  \"$schema\": \"Session state manifest v2 - programmatic updates only\",\n"
           "  \"session_id\": \"" +
           slug + "\",\n  \"topic\": \"" + topic +
           "\",\n"
           "  \"description\": \"About " +
           topic +
           "\",\n  \"session_type\": \"full\",\n"
           "  \"created_at\": \"2026-02-14T09:00:00Z\",\n  \"updated_at\": \"" +
           updated +
           "\",\n"
           "  \"current_phase\": \"build\",\n  \"status\": \"active\",\n"
           "  \"phase_history\": {\"spec_started_at\": \"2026-02-14T09:00:00Z\"},\n"
           "  \"build_progress\": {\"checkpoints_total\": 5, \"checkpoints_completed\": [1, 2],\n"
           "    \"current_checkpoint\": 3},\n"
           "  \"git\": {\"branch\": \"feat\", \"worktree\": null, \"base_branch\": \"main\"},\n"
           "  \"commits\": [],\n  \"artifacts\": {\"spec\": \"spec.md\", \"plan\": "
           "\"plan.json\"}\n}\n";
  }
  void put_work(const std::string& project, const std::string& slug, const std::string& topic,
                const std::string& updated = "2026-02-14T10:00:00Z") {
    put(project + "/agents/sessions/" + slug + "/state.json", manifest(slug, topic, updated));
  }

  OnboardReport onboarded(const std::string& project = "api", bool prune = false) {
    auto report = onboard(system(), {.working_dir = at(project), .prune = prune});
    EXPECT_TRUE(report.ok()) << (report.ok() ? "" : report.error().message);
    return report.ok() ? *report : OnboardReport{};
  }

  std::vector<WorkRow> listed(const WorkQuery& query = {}) {
    auto rows = list_work(system(), at("api"), query);
    EXPECT_TRUE(rows.ok()) << (rows.ok() ? "" : rows.error().message);
    return rows.ok() ? *rows : std::vector<WorkRow>{};
  }

  void tell(model::EventKind kind, const std::string& run, const std::string& tool = "",
            const std::string& agent = "", const std::string& text = "") {
    model::HostEvent event;
    event.kind = kind;
    event.host = "claude-code";
    event.host_id = run;
    event.folder = at("api").native();
    event.call.tool = tool;
    event.agent_id = agent;
    event.text = text;
    handle_event(system(), event);
  }

  IndexUpdate updated() {
    auto update = update_index(system(), {});
    EXPECT_TRUE(update.ok()) << (update.ok() ? "" : update.error().message);
    return update.ok() ? *update : IndexUpdate{};
  }
  IndexUpdate rebuilt() {
    auto update = rebuild_index(system(), {});
    EXPECT_TRUE(update.ok()) << (update.ok() ? "" : update.error().message);
    return update.ok() ? *update : IndexUpdate{};
  }

  // Every row, but for those of what is gone.
  std::vector<std::string> dump(const std::vector<std::string>& tables = {}) {
    std::vector<std::string> lines;
    const auto index = open_existing_index(system(), *index_path(system()));
    EXPECT_TRUE(index.ok()) << index.error().message;
    if (!index.ok()) return lines;
    const auto dumped = (*index)->dump(tables, [&](std::string_view line) {
      const bool is_missing = line.find("\"missing_since\":\"") != std::string_view::npos;
      if (!is_missing) lines.emplace_back(line);
    });
    EXPECT_TRUE(dumped.ok()) << dumped.error().message;
    return lines;
  }
  bool has_line(const std::vector<std::string>& lines, std::string_view part) const {
    for (const std::string& line : lines) {
      if (line.find(part) != std::string::npos) return true;
    }
    return false;
  }

  os::RealSystem real_;
  os::FakeEnvironment environment_;
  os::TemporaryFolder folder_;
};

}  // namespace engine
