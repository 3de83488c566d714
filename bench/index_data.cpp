#include "bench/index_data.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "base/check.h"
#include "base/time.h"

namespace bench {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kManifestBytes = 2048;
constexpr std::size_t kEventMs = 40;

constexpr std::array<const char*, 16> kWords{
    "parser", "index",  "journal", "button", "colour", "request", "server", "token",
    "merge",  "branch", "commit",  "search", "window", "thread",  "memory", "signal"};

std::string manifest(const std::string& slug, std::size_t number) {
  std::string text =
      "{\n  \"$schema\": \"Session state manifest v2 - programmatic updates only\",\n"
      "  \"session_id\": \"" +
      slug + "\",\n  \"topic\": \"Piece of work " + std::to_string(number) +
      "\",\n  \"description\": \"Make the parser " + std::to_string(number % 97) +
      " times as quick and document how\",\n"
      "  \"session_type\": \"full\",\n  \"created_at\": \"2026-02-14T10:00:00Z\",\n"
      "  \"updated_at\": \"2026-02-14T12:30:00Z\",\n  \"current_phase\": \"build\",\n"
      "  \"status\": \"active\",\n  \"phase_history\": {\n"
      "    \"spec_started_at\": \"2026-02-14T10:00:00Z\",\n"
      "    \"spec_completed_at\": \"2026-02-14T11:30:00Z\",\n"
      "    \"plan_started_at\": \"2026-02-14T11:30:00Z\",\n"
      "    \"plan_completed_at\": \"2026-02-14T12:00:00Z\",\n"
      "    \"build_started_at\": \"2026-02-14T12:00:00Z\",\n"
      "    \"build_completed_at\": null,\n    \"docs_started_at\": null,\n"
      "    \"docs_completed_at\": null\n  },\n  \"build_progress\": {\n"
      "    \"checkpoints_total\": 5,\n    \"checkpoints_completed\": [1, 2],\n"
      "    \"current_checkpoint\": 3\n  },\n  \"git\": {\n    \"branch\": \"feature/dark-mode\",\n"
      "    \"worktree\": null,\n    \"base_branch\": \"main\"\n  },\n  \"commits\": [";
  const std::string tail =
      "\n  ],\n  \"artifacts\": {\n    \"spec\": \"spec.md\",\n    \"plan\": \"plan.json\",\n"
      "    \"plan_readable\": \"plan.md\"\n  }\n}\n";
  for (int commit = 0; text.size() + tail.size() + 160 < kManifestBytes; ++commit) {
    text += std::string(commit == 0 ? "" : ",") + "\n    {\"sha\": \"" + number_text(number, 10) +
            number_text(static_cast<std::size_t>(commit), 10) +
            "\", \"message\": \"Do a part of it, with its tests\", \"checkpoint\": 1, "
            "\"created_at\": \"2026-02-14T12:30:00Z\"}";
  }
  return text + tail;
}

}  // namespace

std::string number_text(std::size_t number, int digits) {
  std::string text = std::to_string(number);
  return std::string(
             static_cast<std::size_t>(std::max<int>(0, digits - static_cast<int>(text.size()))),
             '0') +
         text;
}

std::string project_id(std::size_t number) { return number_text(number, 16); }

void write_file(const fs::path& path, const std::string& bytes) {
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  CHECK(file != nullptr);
  CHECK(std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size());
  CHECK(std::fclose(file) == 0);
}

fs::path make_manifests(const fs::path& root, std::size_t count) {
  fs::create_directories(root / ".git");
  write_file(root / ".git" / "HEAD", "ref: refs/heads/main\n");
  const fs::path sessions = root / "agents" / "sessions";
  for (std::size_t i = 0; i < count; ++i) {
    const std::string slug = "2026-02-14_piece-of-work_" + number_text(i, 6);
    fs::create_directories(sessions / slug);
    write_file(sessions / slug / "state.json", manifest(slug, i));
  }
  return sessions;
}

void make_journal(const fs::path& file, std::size_t run, std::size_t events) {
  const std::string hash(64, 'a');
  std::string text;
  // Each begins when half of the one before it is over.
  const auto offset = static_cast<std::int64_t>(run * events * kEventMs / 2);
  const base::Instant start{base::Millis{1'768'728'600'000 + offset}};
  for (std::size_t seq = 1; seq <= events; ++seq) {
    const std::string at =
        base::to_iso(start + base::Millis{static_cast<std::int64_t>(seq * kEventMs)});
    std::string kind = "tool";
    std::string payload = "{\"tool\":\"Edit\",\"call\":\"toolu_" + number_text(seq, 20) +
                          "\",\"duration_ms\":" + std::to_string(seq % 900) + "}";
    if (seq % 2 == 0) {
      kind = "gate";
      payload =
          "{\"tool\":\"Edit\",\"allowed\":true,\"rule\":\"allowed\",\"mode\":\"coding\","
          "\"call\":\"toolu_" +
          number_text(seq, 20) + "\",\"targets\":[\"src/engine/part_" + std::to_string(seq % 300) +
          ".cpp\"]}";
    } else if (seq % 41 == 0) {
      kind = "prompt";
      payload = "{\"text\":\"please look at part " + std::to_string(seq) +
                " and make it quicker without changing what it says\"}";
    }
    text += "{\"seq\":" + std::to_string(seq) + ",\"at\":\"" + at + "\",\"kind\":\"" + kind +
            "\",\"actor\":\"hook\",\"payload\":" + payload + ",\"prev\":\"" + hash +
            "\",\"key\":\"0123456789abcdef\",\"mac\":\"" + hash + "\"}\n";
  }
  write_file(file, text);
}

void fill_with_runs(indexing::Index& index, std::size_t runs) {
  constexpr std::int64_t kYearMs = 365LL * 24 * 3600 * 1000;
  constexpr std::size_t kProjects = 40;
  auto batch = index.begin();
  CHECK(batch.ok());
  for (std::size_t i = 0; i < runs; ++i) {
    const auto offset = static_cast<std::int64_t>(
        static_cast<double>(kYearMs) * static_cast<double>(i) / static_cast<double>(runs));
    const base::Instant start{base::Millis{1'740'000'000'000 + offset}};
    indexing::RunRow row;
    row.uid = "7d1054b6-2839-4e27-bcef-" + number_text(i, 12);
    row.project_id = project_id(i % kProjects);
    row.mode = "coding";
    row.started_at = base::to_iso(start);
    row.ended_at = base::to_iso(start + std::chrono::minutes(30));
    row.host = "machine";
    row.channel = "claude-code";
    row.trust = "verified";
    CHECK((*batch)->put(row).ok());
    // "please" and "the" are in every text, "unicorn" in few.
    std::string text = "please make the ";
    for (std::size_t word = 0; word < 5; ++word) {
      text += std::string(kWords[(i * (word + 3) + i / 16) % kWords.size()]) + " ";
    }
    if (i % 10'000 == 0) text += "unicorn ";
    CHECK((*batch)
              ->put(indexing::DocumentRow{.kind = "prompt",
                                          .project_id = row.project_id,
                                          .owner = row.uid,
                                          .part = "1",
                                          .title = {},
                                          .body = text + std::to_string(i),
                                          .at = row.started_at})
              .ok());
  }
  CHECK((*batch)->commit().ok());
}

}  // namespace bench
