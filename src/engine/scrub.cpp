#include "engine/scrub.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "engine/continuity_scene.h"
#include "engine/redacted.h"
#include "engine/scrub_text.h"
#include "engine/stores.h"
#include "os/lock.h"
#include "policy/redaction.h"

namespace engine {

using base::Json;

namespace {

constexpr std::uint64_t kScrubbedBytesMax = 256ULL * 1024 * 1024;
constexpr base::Millis kScrubLockTimeout{2000};

// A file that is ours to rewrite, and the lock that its writers take.
struct OwnFile {
  os::Path path;
  os::Path lock;
};

using Scrub = std::function<base::Result<ScrubbedText>(std::string text)>;

base::Result<ScrubbedText> scrubbed_lines(const std::string& text) { return scrub_lines(text); }

base::Result<model::Run> redacted_run(const model::Run& run) {
  Json document = model::to_json(run);
  redact_texts(document);
  return model::run_from_json(document);
}

class Scrubber {
 public:
  Scrubber(Stores& stores, const ScrubOptions& options)
      : stores_(stores), files_(stores.system.files), options_(options) {}

  ScrubOutcome run() {
    scrub_notes();
    scrub_own_files();
    scrub_continuity();
    for (const os::Path& folder : {stores_.layout.sessions(), stores_.layout.notes()})
      look_at_side_notes(folder);
    for (const os::Path& folder : {stores_.layout.journals(), stores_.layout.journal_archive()})
      look_at_journals(folder);
    return std::move(outcome_);
  }

 private:
  void scrub_notes();
  void scrub_own_files();
  void scrub_continuity();
  void look_at_side_notes(const os::Path& folder);
  void look_at_journals(const os::Path& folder);

  void scrub_file(const OwnFile& file, const Scrub& scrub);
  base::Result<std::size_t> scrub_locked(const OwnFile& file, const Scrub& scrub);
  base::Result<std::unique_ptr<os::File>> lock(const os::Path& path);

  // Files of the folder that end so; none where there is no such folder.
  std::vector<os::Path> files_in(const os::Path& folder, std::string_view ending);
  base::Result<std::string> read(const os::Path& path);
  void add_problem(const base::Error& error) { outcome_.problems.push_back(error.message); }
  os::Path local_lock(const char* name) const { return stores_.layout.locks() / name; }
  os::Path user_lock(const std::string& name) const {
    return stores_.homes.state / "locks" / (name + ".lock");
  }

  Stores& stores_;
  os::FileSystem& files_;
  const ScrubOptions& options_;
  ScrubOutcome outcome_;
};

std::vector<os::Path> Scrubber::files_in(const os::Path& folder, std::string_view ending) {
  std::vector<os::Path> found;
  const auto names = files_.list(folder);
  if (!names.ok()) return found;
  for (const std::string& name : *names) {
    const auto info = files_.link_info(folder / name);
    const bool is_file = info.ok() && info->kind == os::FileKind::regular;
    if (is_file && name.ends_with(ending) && !name.starts_with(".tmp-"))
      found.push_back(folder / name);
  }
  return found;
}

base::Result<std::string> Scrubber::read(const os::Path& path) {
  return files_.read(path, {.bytes_max = kScrubbedBytesMax, .follow_links = false});
}

// A dry run writes nothing, not even a lock; it may then see a file that is about to change.
base::Result<std::unique_ptr<os::File>> Scrubber::lock(const os::Path& path) {
  if (options_.dry_run) return std::unique_ptr<os::File>();
  TRY(files_.make_folders(path.parent_path()));
  return os::lock_file(files_, stores_.system.clock, stores_.system.random, path,
                       kScrubLockTimeout);
}

base::Result<std::size_t> Scrubber::scrub_locked(const OwnFile& file, const Scrub& scrub) {
  TRY_ASSIGN(const auto held, lock(file.lock));
  TRY_ASSIGN(const os::FileInfo info, files_.link_info(file.path));
  TRY_ASSIGN(std::string text, read(file.path));
  auto scrubbed = scrub(std::move(text));
  if (!scrubbed.ok()) {
    base::Error error = std::move(scrubbed).error();
    error.message.insert(0, file.path.string() + ": ");
    return error;
  }
  if (scrubbed->changed > 0 && !options_.dry_run)
    TRY(files_.replace(file.path, scrubbed->text, {.mode = info.mode}));
  return scrubbed->changed;
}

void Scrubber::scrub_file(const OwnFile& file, const Scrub& scrub) {
  const auto info = files_.link_info(file.path);
  if (!info.ok() || info->kind != os::FileKind::regular) return;
  outcome_.files_read += 1;
  const auto changed = scrub_locked(file, scrub);
  if (!changed.ok()) return add_problem(changed.error());
  if (*changed > 0) outcome_.changed.push_back({file.path.string(), *changed});
}

void Scrubber::scrub_notes() {
  for (const model::RunId& id : stores_.runs.list()) {
    outcome_.files_read += 1;
    const auto loaded = stores_.runs.load(id);
    if (!loaded.ok()) {
      add_problem(loaded.error());
      continue;
    }
    Json document = model::to_json(loaded->run);
    const std::size_t texts = redact_texts(document);
    if (texts == 0) continue;
    if (!options_.dry_run) {
      const auto saved =
          stores_.runs.update(id, {.actor = "system", .what = "scrub"}, redacted_run);
      if (!saved.ok()) {
        add_problem(saved.error());
        continue;
      }
    }
    outcome_.changed.push_back({stores_.layout.note(id).string(), texts});
  }
}

void Scrubber::scrub_own_files() {
  const os::Path protocol = stores_.layout.local() / "protocol";
  for (const char* name : {"history.jsonl", "imported.jsonl"})
    scrub_file({protocol / name, local_lock("protocol.lock")}, scrubbed_lines);
  scrub_file({stores_.layout.work() / "audit.jsonl", local_lock("work-audit.lock")},
             scrubbed_lines);
  for (const os::Path& path : files_in(stores_.layout.local() / "handoffs", ".json"))
    scrub_file({path, local_lock("handoffs.lock")}, scrub_document);
}

// What a session leaves for the next one: pins, one mirror a session, and their archive.
void Scrubber::scrub_continuity() {
  const auto scene = ContinuityScene::open(stores_);
  if (!scene.ok()) return;
  const store::ContinuityPlaces& places = (*scene)->places;
  scrub_file({places.pins, user_lock("pins")}, scrub_document);
  for (const os::Path& path : files_in(places.sessions, ".json")) {
    constexpr std::size_t kDigits = 2;
    const std::string id = path.stem().string();
    const std::string end = id.substr(id.size() - std::min(id.size(), kDigits));
    scrub_file({path, user_lock("mirror-" + end)}, scrub_document);
  }
  for (const os::Path& path : files_in(places.archive, ".jsonl"))
    scrub_file({path, user_lock("mirror-archive")}, scrubbed_lines);
}

// History notes, what agents were given, and notes that were set aside: signed, or evidence.
void Scrubber::look_at_side_notes(const os::Path& folder) {
  for (const os::Path& path : files_in(folder, "")) {
    if (store::Layout::run_of_note(path.filename().string())) continue;
    outcome_.files_read += 1;
    const auto text = read(path);
    if (!text.ok()) {
      add_problem(text.error());
      continue;
    }
    const auto scrubbed = scrub_document(*text);
    bool holds = scrubbed.ok() && scrubbed->changed > 0;
    if (!scrubbed.ok()) policy::redact(*text, &holds);
    if (holds) outcome_.left.push_back({path.string(), {}});
  }
}

void Scrubber::look_at_journals(const os::Path& folder) {
  for (const os::Path& path : files_in(folder, ".jsonl")) {
    outcome_.files_read += 1;
    const auto text = read(path);
    if (!text.ok()) {
      add_problem(text.error());
      continue;
    }
    UnscrubbedFile journal{path.string(), {}};
    std::uint64_t line = 0;
    for (const std::string_view bytes : base::split(*text, '\n')) {
      line += 1;
      if (scrub_lines(bytes).changed > 0) journal.lines.push_back(line);
    }
    if (!journal.lines.empty()) outcome_.left.push_back(std::move(journal));
  }
}

}  // namespace

base::Result<ScrubOutcome> scrub(os::System system, const os::Path& start,
                                 const ScrubOptions& options) {
  TRY_ASSIGN(Workspace workspace, Workspace::open(system, start));
  return Scrubber(workspace.stores(), options).run();
}

}  // namespace engine
