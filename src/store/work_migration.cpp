// A state.json of the older schema to v2, in steps of which each can be the last (S2-74, B2-26).
#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "store/layout.h"
#include "store/work_files.h"
#include "store/work_spec_text.h"
#include "store/work_store.h"
#include "store/work_text.h"
#include "store/work_v1.h"

namespace store {

using base::Json;

namespace {

// More items than any spec has: each is looked for one by one.
constexpr std::size_t kSpecItemsMax = 500;

struct Migrated {
  std::string text;  // The new manifest.
  WorkSpec content;
  std::string spec;    // The artifact's name.
  std::string header;  // How a spec.md begins where there is none.
};

// What an object of the old document has beyond the new one's members. One of thousands is left to
// the backup.
void add_rest(Json& into, const Json& from) {
  if (!from.is_object() || from.size() > kManifestMembersMax) return;
  for (const auto& member : from.items()) {
    if (!into.contains(member.key())) into[member.key()] = member.value();
  }
}

Json manifest_of(const model::WorkSession& session, const Json& v1) {
  Json manifest = model::to_json(session);
  for (const char* const part : {"git", "artifacts"}) {
    if (v1.contains(part)) add_rest(manifest[part], v1[part]);
  }
  std::size_t at = 0;
  if (!v1.contains("commits") || !v1["commits"].is_array()) return manifest;
  for (Json commit : v1["commits"]) {
    if (at == manifest["commits"].size()) break;
    if (!commit.is_object() || commit.value("sha", Json()) != manifest["commits"][at]["sha"]) {
      continue;
    }
    commit.erase("checkpoint_id");
    add_rest(manifest["commits"][at++], commit);
  }
  return manifest;
}

// Two members that say the same of v1 have moved into one of v2.
bool has_moved(std::string_view key) {
  for (const std::string_view one :
       {"phases", "plan_state", "goals", "open_questions", "key_decisions"}) {
    if (key == one) return true;
  }
  return false;
}

// v2's members in their order, then the others as they were, byte for byte.
std::string joined(const Json& manifest, const base::JsonText& v1) {
  std::string text = base::new_json_text(manifest);
  text.resize(text.size() - std::string_view("\n}\n").size());
  const auto add = [&](const std::string& key, std::string_view bytes) {
    text += ",\n  " + base::dump_line(Json(key)) + ": " + std::string(bytes);
  };
  const Json document = v1.value();
  for (const auto& member : document.items()) {
    if (manifest.contains(member.key()) || has_moved(member.key())) continue;
    add(member.key(), v1.bytes_of({member.key()}));
  }
  const Json left = leftovers_of_v1(document);
  for (const auto& member : left.items()) add(member.key(), base::dump_line(member.value()));
  return text + "\n}\n";
}

base::Result<Migrated> migrated_work(std::string plain, const WorkFolder& folder,
                                     const std::string& now) {
  TRY_ASSIGN(const auto parsed, parse_work_text(std::move(plain), folder.slug));
  // v2 with comments: without them it is what it should be.
  if (!parsed.is_v1)
    return Migrated{.text = parsed.text.text(), .content = {}, .spec = "", .header = ""};
  const Json document = parsed.text.value();
  if (document.size() > kManifestMembersMax) {
    return base::Error{base::Code::too_large, "has too many members to be migrated", ""};
  }
  WorkV1 v1 = read_work_v1(document, folder.slug);
  v1.session.updated_at = now;
  if (v1.session.created_at.empty()) v1.session.created_at = now;
  const WorkSpec& content = v1.content;
  if (content.high_level_goals.size() + content.mid_level_goals.size() +
          content.implementation_goals.size() + content.questions.size() +
          content.decisions.size() >
      kSpecItemsMax) {
    return base::Error{base::Code::too_large, "has too many goals, questions and decisions", ""};
  }
  Migrated migrated;
  migrated.text = joined(manifest_of(v1.session, document), parsed.text);
  migrated.content = std::move(v1.content);
  migrated.spec = v1.session.artifacts.spec;
  migrated.header = "# Spec: " + one_line(v1.session.topic) + "\n";
  // What is written must be what v2 readers accept.
  TRY_ASSIGN(const auto again, parse_work_text(migrated.text, folder.slug));
  if (again.is_v1 || !(again.session == v1.session)) {
    return base::Error{base::Code::failed, "the manifest cannot be migrated", ""};
  }
  return migrated;
}

// The first free name, or the one that has these bytes already.
base::Result<os::Path> back_up(os::FileSystem& files, const os::Path& folder,
                               const std::string& bytes) {
  constexpr int kBackupsMax = 20;
  for (int number = 1; number <= kBackupsMax; ++number) {
    const os::Path file = folder / (number == 1 ? std::string(kWorkBackupFile)
                                                : "state.v1-" + std::to_string(number) + ".json");
    const auto info = files.link_info(file);
    if (!info.ok()) {
      if (info.error().code != base::Code::not_found) return info.error();
      TRY(files.replace(file, bytes, {.mode = kWorkFileMode}));
      return file;
    }
    const auto there = files.read(file, {.bytes_max = kWorkStateBytesMax, .follow_links = false});
    if (there.ok() && *there == bytes) return file;
  }
  return base::Error{base::Code::exists, (folder / kWorkBackupFile).native() + ": taken", ""};
}

base::Result<std::vector<std::string>> complete_spec(os::FileSystem& files,
                                                     const WorkFolder& folder,
                                                     const Migrated& migrated) {
  if (migrated.spec.empty()) return std::vector<std::string>();
  TRY_ASSIGN(const os::Path file, artifact_target(files, folder, migrated.spec));
  auto there = files.read(file, {.bytes_max = kWorkArtifactBytesMax, .follow_links = false});
  if (!there.ok() && there.error().code != base::Code::not_found) return there.error();
  const std::string text = there.ok() ? *std::move(there) : migrated.header;
  SpecAddition added = with_spec_content(text, migrated.content);
  if (added.sections.empty()) return added.sections;
  TRY(files.replace(file, added.text, {.mode = work_mode_of(files, file)}));
  return added.sections;
}

}  // namespace

base::Result<WorkStore::Migration> WorkStore::migrate(const WorkFolder& folder,
                                                      const std::string& now) const {
  os::FileSystem& files = system_.files;
  const os::Path state = folder.path / kWorkStateFile;
  TRY_ASSIGN(const auto held, lock(folder.path, Options{}.lock_timeout));
  TRY_ASSIGN(const std::string bytes,
             files.read(state, {.bytes_max = kWorkStateBytesMax, .follow_links = false}));
  auto plain = without_comments(bytes);
  const bool had_comments = plain.has_value();
  auto migrated = migrated_work(had_comments ? *std::move(plain) : bytes, folder, now);
  if (!migrated.ok()) return base::with_context(std::move(migrated).error(), state.native());
  if (migrated->text == bytes) return Migration{};
  Migration done{.migrated = true, .backup = {}, .spec_sections = {}};
  TRY_ASSIGN(done.spec_sections, complete_spec(files, folder, *migrated));
  TRY_ASSIGN(done.backup, back_up(files, folder.path, bytes));
  TRY(files.replace(state, migrated->text, {.mode = work_mode_of(files, state)}));
  return done;
}

}  // namespace store
