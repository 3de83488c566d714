#include "store/side_notes.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "store/signed_note.h"

namespace store {

using base::Json;

namespace {

constexpr int kNumbersMax = 100000;

// When the history note of that file name was made; nothing for other files of the run.
std::optional<base::Instant> made_at(std::string_view file_name, const std::string& prefix) {
  if (!file_name.starts_with(prefix) || !file_name.ends_with(".json")) return std::nullopt;
  const std::string_view tail = file_name.substr(prefix.size());
  const auto millis = base::to_number(tail.substr(0, tail.find_first_of("-.")));
  if (!millis) return std::nullopt;
  return base::Instant{base::Millis{static_cast<std::int64_t>(*millis)}};
}

// Whether `name` can be the end of a file name: newer agents are welcome, paths are not.
bool is_plain_file_name(std::string_view name) {
  return !name.empty() && std::none_of(name.begin(), name.end(), [](char c) {
    return c == '/' || static_cast<unsigned char>(c) < 0x20;
  });
}

bool belongs_to(const Json& document, const model::RunId& run, const model::ProjectId& project) {
  const auto is = [&](const char* key, const std::string& text) {
    const auto found = document.find(key);
    return found != document.end() && *found == text;
  };
  return is("sessionId", run.text) && is("projectId", project.text);
}

}  // namespace

base::Result<model::CompactionEntry> SideNotes::write_history(
    const model::Run& run, const std::vector<model::AgentInvocation>& moved) {
  TRY_ASSIGN(const Key* const key, keys_.signing());
  const base::Instant now = system_.clock.now();
  Json invocations = Json::array();
  for (const model::AgentInvocation& one : moved) invocations.push_back(model::to_json(one));
  TRY_ASSIGN(const SealedNote note, seal_note({{"sessionId", run.id.text},
                                               {"projectId", layout_.project().text},
                                               {"compactedAt", base::to_iso(now)},
                                               {"fullHistory", std::move(invocations)}},
                                              *key));
  const std::int64_t millis = now.time_since_epoch().count();
  for (int number = 0; number < kNumbersMax; ++number) {
    const std::string name = Layout::history_name(run.id, millis, number);
    auto created = system_.files.create(layout_.history_note(name), note.bytes);
    if (!created.ok() && created.error().code == base::Code::exists) continue;
    TRY(created);
    return model::CompactionEntry{.note_path = name,
                                  .compacted_at = base::to_iso(now),
                                  .count = static_cast<std::int64_t>(moved.size()),
                                  .sha256 = base::to_hex(base::sha256(note.bytes))};
  }
  return base::Error{base::Code::failed, "no free name for a history note", ""};
}

base::Result<std::vector<model::AgentInvocation>> SideNotes::read_history(
    const model::RunId& run, const model::CompactionEntry& entry) {
  // The name comes out of a note; it may only be one that we would have made.
  if (!entry.note_path.starts_with("sessions/session-" + run.text + "-history-") ||
      entry.note_path.find("..") != std::string::npos) {
    return base::Error{base::Code::invalid_value, "'" + entry.note_path + "' is no history note",
                       ""};
  }
  TRY_ASSIGN(const std::string bytes,
             system_.files.read(layout_.history_note(entry.note_path),
                                {.bytes_max = kNoteBytesMax, .follow_links = false}));
  if (!entry.sha256.empty() && entry.sha256 != base::to_hex(base::sha256(bytes))) {
    return base::Error{base::Code::signature_invalid,
                       "the history note " + entry.note_path + " was changed", ""};
  }
  TRY_ASSIGN(const OpenedNote note, open_note(bytes, keys_));
  const Json& document = note.document.get();
  const auto history = document.find("fullHistory");
  if (history == document.end() || !belongs_to(document, run, layout_.project())) {
    return base::Error{base::Code::signature_invalid,
                       "the history note " + entry.note_path + " belongs to another run", ""};
  }
  std::vector<model::AgentInvocation> invocations;
  for (const Json& one : *history) {
    TRY_ASSIGN(auto invocation, model::agent_invocation_from_json(one));
    invocations.push_back(std::move(invocation));
  }
  return invocations;
}

base::Result<os::Path> SideNotes::write_agent_context(const model::Run& run,
                                                      const model::AgentInvocation& invocation) {
  const std::string& agent = invocation.agent.text();
  if (!is_plain_file_name(agent)) {
    return base::Error{base::Code::invalid_value, "'" + agent + "' is no name for an agent", ""};
  }
  TRY_ASSIGN(const Key* const key, keys_.signing());
  Json document = model::to_json(invocation);
  document["sessionId"] = run.id.text;
  document["projectId"] = layout_.project().text;
  TRY_ASSIGN(const SealedNote note, seal_note(std::move(document), *key));
  const os::Path newest = layout_.agent_note(run.id, agent, 0);
  if (system_.files.exists(newest)) {
    int number = 2;
    while (number < kNumbersMax &&
           system_.files.exists(layout_.agent_note(run.id, agent, number))) {
      ++number;
    }
    TRY(system_.files.rename(newest, layout_.agent_note(run.id, agent, number)));
  }
  TRY(system_.files.replace(newest, note.bytes));
  return newest;
}

base::Result<std::vector<std::string>> SideNotes::sweep_history(const model::Run& run,
                                                                const SweepOptions& options) {
  std::vector<std::string> removed;
  auto names = system_.files.list(layout_.sessions());
  if (!names.ok()) return removed;
  const std::string prefix = "session-" + run.id.text + "-history-";
  for (const std::string& name : *names) {
    const auto made = made_at(name, prefix);
    if (!made) continue;
    const std::string path =
        "sessions/" + name.substr(0, name.size() - std::string(".json").size());
    const auto& entries =
        run.workflow ? run.workflow->compaction_history : std::vector<model::CompactionEntry>();
    const bool referenced = std::any_of(entries.begin(), entries.end(),
                                        [&](const auto& entry) { return entry.note_path == path; });
    if (referenced && *made >= options.older_than) continue;
    TRY(system_.files.remove(layout_.sessions() / name));
    removed.push_back(name);
  }
  return removed;
}

}  // namespace store
