#include "engine/continuity_signals.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/continuity.h"
#include "engine/index_journal_line.h"

namespace engine {

using base::Json;

namespace {

constexpr std::uint64_t kSignalsReadBytesMax = 256UL * 1024;
constexpr std::size_t kLearningsMax = 100;

template <typename Visit>
void each_text(const Json& json, const char* key, const Visit& visit) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_array()) return;
  for (const Json& item : *found) {
    if (item.is_string()) visit(item.get_ref<const std::string&>());
  }
}

// The last part of a folder's path; empty for the root.
std::string_view last_part(std::string_view path) {
  while (path.ends_with('/')) path.remove_suffix(1);
  return path.substr(path.rfind('/') + 1);
}

class Reader {
 public:
  Reader(Stores& stores, SessionSignals& signals) : signals_(signals) {
    root_ = stores.project.root.native();
  }

  void read(const JournalParts& parts) {
    // Most lines tell nothing: they are not even parsed.
    const bool is_call = parts.kind == "gate";
    if (!is_call && parts.kind != "prompt" && parts.kind != "tool" && parts.kind != kSignalKind) {
      return;
    }
    const auto parsed = base::parse_json(parts.payload);
    if (!parsed.ok() || !parsed->is_object()) return;
    if (is_call) return call(*parsed, parts.at);
    if (parts.kind == "prompt") return signals_.topics.add_prompt(base::text_at(*parsed, "text"));
    if (parts.kind == "tool") return done(*parsed, parts.at);
    signal(*parsed);
  }

 private:
  void call(const Json& payload, std::string_view at) {
    const std::string folder = base::text_at(payload, "folder");
    if (!folder.empty()) signals_.topics.add_project(project_of(folder));
    each_text(payload, "targets", [&](const std::string& path) { signals_.topics.add_path(path); });
    signals_.topics.add_command(base::text_at(payload, "command"));
    each_text(payload, "memories", [&](const std::string& name) {
      const std::size_t slash = name.find('/');
      if (slash != std::string::npos) signals_.topics.add_category(name.substr(0, slash));
      if (base::text_at(payload, "tool").find("write") != std::string::npos) learn(name);
    });
    const auto unmet = payload.find("unmet");
    if (unmet == payload.end() || !unmet->is_array()) return;
    for (const Json& one : *unmet) {
      if (!one.is_object()) continue;
      add_sop({.sop_path = "requirement:" + base::text_at(one, "name"),
               .injected_at = std::string(at),
               .acknowledged = false,
               .tool_call = base::text_at(payload, "tool"),
               .extra = {}});
    }
  }

  void done(const Json& payload, std::string_view at) {
    const std::string skill = base::text_at(payload, "skill");
    if (skill.empty()) return;
    signals_.topics.add_category(skill);
    add_sop({.sop_path = "skill:" + skill,
             .injected_at = std::string(at),
             .acknowledged = true,
             .tool_call = base::text_at(payload, "tool"),
             .extra = {}});
  }

  void signal(const Json& payload) {
    const auto read = session_signal_from_json(payload);
    if (!read.ok()) return;
    for (const std::string& category : read->categories) signals_.topics.add_category(category);
    if (!read->subject.empty()) signals_.topics.add_subject(read->subject);
    if (!read->label.empty()) signals_.topics.add_label(read->label);
    if (!read->learning.empty()) learn(read->learning);
    if (read->confidence) signals_.confidence.push_back(*read->confidence);
    if (read->sop) add_sop(*read->sop);
  }

  // A folder inside the project is the project; another one is one of its own.
  std::string project_of(std::string_view folder) const {
    const bool is_inside = folder == root_ || (folder.starts_with(root_) &&
                                               folder.substr(root_.size()).starts_with('/'));
    return std::string(last_part(is_inside ? std::string_view(root_) : folder));
  }

  void learn(const std::string& memory) {
    auto& known = signals_.learnings;
    const auto found = std::find(known.begin(), known.end(), memory);
    if (found != known.end()) known.erase(found);
    known.push_back(memory);
    if (known.size() > kLearningsMax) known.erase(known.begin());
  }

  void add_sop(model::SopInteraction sop) {
    // A gate asked again and again is one procedure that was shown.
    for (const model::SopInteraction& known : signals_.sops) {
      if (known.sop_path == sop.sop_path && known.acknowledged == sop.acknowledged) return;
    }
    signals_.sops.push_back(std::move(sop));
  }

  SessionSignals& signals_;
  std::string root_;
};

}  // namespace

void read_signals(Stores& stores, const model::RunId& run, SessionSignals& signals) {
  const std::uint64_t size = stores.journal.size(run);
  // A journal that is shorter than what was read of it was rewritten: it begins anew.
  std::uint64_t from = signals.offset > size ? 0 : signals.offset;
  if (from == size) return;
  if (size - from > kSignalsReadBytesMax) from = size - kSignalsReadBytesMax;
  const auto file = stores.system.files.open(stores.layout.journal(run), {});
  if (!file.ok()) return;
  const auto bytes = (*file)->read_at(from, size - from);
  if (!bytes.ok()) return;
  Reader reader(stores, signals);
  std::string_view rest = *bytes;
  // A line that another process is still writing has no end yet: it is for the next time.
  for (std::size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
    if (const auto parts = journal_parts(rest.substr(0, end))) reader.read(*parts);
    rest.remove_prefix(end + 1);
  }
  signals.offset = size - rest.size();
}

}  // namespace engine
