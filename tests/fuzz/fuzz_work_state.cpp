// Any bytes where a work session's files should be: state.json, plan.json and spec.md are read and
// never break, what is changed reads back as it was meant, a migration is done once, and a merge
// gives a manifest that has the commits of both sides. Three texts are told apart by a line "%%".
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "os/fake.h"
#include "policy/work_session.h"
#include "store/work_spec_text.h"
#include "store/work_store.h"
#include "store/work_text.h"

namespace {

const std::string kNow = "2026-02-14T14:30:00Z";

void change(const std::string& bytes) {
  auto parsed = store::parse_work_text(bytes, "s");
  if (!parsed.ok() || parsed->is_v1) return;
  const policy::WorkSessionFacts facts{.now = kNow,
                                       .has_spec = true,
                                       .has_plan = true,
                                       .plan_checkpoints = std::vector<std::int64_t>{1, 2, 3}};
  const std::vector<policy::WorkChange> wishes{
      policy::TransitionPhase{.phase = "build", .reopen = true, .force = true},
      policy::CompleteCheckpoint{2},
      policy::AddCommit{.sha = "abcdef0", .message = "x"},
      policy::SetStatus{.status = "active", .reopen = true},
      policy::UpdateGit{.branch = std::optional<std::string>("b")},
      policy::Touch{}};
  for (const policy::WorkChange& wish : wishes) {
    const auto outcome = policy::apply_to_work(parsed->session, wish, facts);
    if (!outcome.ok()) continue;
    CHECK(store::edit_work_text(parsed->text, parsed->session, outcome->session).ok());
    parsed->session = outcome->session;
    const auto again = store::parse_work_text(parsed->text.text(), "s");
    CHECK(again.ok() && again->session == outcome->session);
  }
}

void migrate(const std::string& bytes, const std::string& spec) {
  os::FakeSystem machine;
  machine.files.poke("/p/s/state.json", bytes);
  if (!spec.empty()) machine.files.poke("/p/s/spec.md", spec);
  const store::WorkStore work(machine.system(), {.root = "/p", .locks = "/locks"});
  const store::WorkFolder folder{.slug = "s", .path = "/p/s"};
  const auto done = work.migrate(folder, kNow);
  if (!done.ok()) {
    CHECK(done.error().code != base::Code::failed);
    CHECK(machine.files.peek("/p/s/state.json") == bytes);
    return;
  }
  const auto read = work.read(folder);
  CHECK(read.ok() && !read->is_v1);
  CHECK(!done->migrated || machine.files.peek(done->backup) == bytes);
  CHECK(!work.migrate(folder, kNow)->migrated);
}

void merge(const std::vector<std::string>& texts) {
  const auto merged = store::merge_work_files(
      {.base = texts[0], .ours = texts[1], .theirs = texts[2]}, policy::merge_work);
  if (!merged.ok()) {
    CHECK(merged.error().code == base::Code::state_conflict);
    return;
  }
  const auto read = store::parse_work_text(*merged, "");
  CHECK(read.ok());
  const auto has = [&](const std::string& sha) {
    return std::any_of(
        read->session.commits.begin(), read->session.commits.end(), [&](const auto& commit) {
          return commit.sha == sha || commit.sha.starts_with(sha) || sha.starts_with(commit.sha);
        });
  };
  for (const std::string& side : {texts[1], texts[2]}) {
    const auto parsed = store::parse_work_text(side, "");
    for (const auto& commit : parsed->session.commits) CHECK(has(commit.sha));
  }
}

void read_artifacts(const std::string& text) {
  const auto json = base::parse_json(text, {.bytes_max = 1024U * 1024, .depth_max = 64});
  if (json.ok()) {
    const auto plan = model::plan_from_json(*json);
    if (plan.ok()) CHECK(store::plan_markdown(*plan).ends_with("\n"));
  }
  const store::WorkSpec spec = store::read_work_spec(text);
  const store::SpecAddition added = store::with_spec_content("# Spec\n", spec);
  CHECK(store::with_spec_content(added.text, spec).sections.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::string_view kBetween = "\n%%\n";
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  std::vector<std::string> texts;
  std::string_view rest = bytes;
  for (std::size_t at = 0; texts.size() < 2; rest.remove_prefix(at + kBetween.size())) {
    at = rest.find(kBetween);
    if (at == std::string_view::npos) break;
    texts.emplace_back(rest.substr(0, at));
  }
  texts.emplace_back(rest);
  texts.resize(3);
  change(texts[0]);
  migrate(texts[0], texts[1]);
  merge(texts);
  for (const std::string& text : texts) read_artifacts(text);
  return 0;
}
