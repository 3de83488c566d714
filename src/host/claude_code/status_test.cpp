#include "host/claude_code/status.h"

#include <gtest/gtest.h>

namespace host::claude_code {
namespace {

// As Claude Code 2.1.325 sent it, shortened.
constexpr const char* kStatus =
    R"({"session_id":"da2581ef-a9f5-403f-959f-88e718a19db9","cwd":"/home/dev/proj",)"
    R"("model":{"id":"claude-sonnet-4-5","display_name":"Sonnet 4.5"},)"
    R"("workspace":{"current_dir":"/home/dev/proj","project_dir":"/home/dev","added_dirs":["/x"]},)"
    R"("cost":{"total_cost_usd":0.02235,"total_duration_ms":844},)"
    R"("context_window":{"context_window_size":200000,"current_usage":{"used_percentage":1},)"
    R"("used_percentage":42,"remaining_percentage":58},"thinking":{"enabled":true}})";

TEST(ClaudeCodeStatusTest, ARealStatusIsTranslated) {
  const model::HostStatus status = parse_status(kStatus);
  EXPECT_EQ(status.host_id, "da2581ef-a9f5-403f-959f-88e718a19db9");
  EXPECT_EQ(status.folder, "/home/dev/proj");
  EXPECT_EQ(status.project_folder, "/home/dev");
  EXPECT_EQ(status.context_percent, 42);
  EXPECT_EQ(status.cost_usd, 0.02235);
}

TEST(ClaudeCodeStatusTest, WhatIsNotKnownYetIsLeftOut) {
  const model::HostStatus status =
      parse_status(R"({"session_id":"x","context_window":{"used_percentage":null},"cost":{}})");
  EXPECT_EQ(status.context_percent, std::nullopt);
  EXPECT_EQ(status.cost_usd, std::nullopt);
}

TEST(ClaudeCodeStatusTest, BrokenInputGivesWhatCameBeforeTheBreak) {
  const std::string whole = kStatus;
  for (std::size_t cut = 0; cut < whole.size(); ++cut) parse_status(whole.substr(0, cut));
  EXPECT_EQ(parse_status(R"({"session_id":"x","cwd":)").host_id, "x");
  EXPECT_EQ(parse_status("nonsense").host_id, "");
  EXPECT_EQ(parse_status(std::string(100000, '[')).host_id, "");
}

}  // namespace
}  // namespace host::claude_code
