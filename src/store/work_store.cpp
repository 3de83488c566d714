#include "store/work_store.h"

#include <nlohmann/json.hpp>

#include "base/id.h"
#include "base/json_text.h"
#include "os/lock.h"
#include "store/layout.h"
#include "store/own_file.h"
#include "store/work_files.h"
#include "store/work_text.h"

namespace store {
namespace {

base::Error at_file(base::Error error, const WorkFolder& folder) {
  return base::with_context(std::move(error), (folder.path / kWorkStateFile).native());
}

base::Result<StoredWork> stored(WorkFolder folder, std::string bytes) {
  auto parsed = parse_work_text(bytes, folder.slug);
  if (!parsed.ok()) return at_file(std::move(parsed).error(), folder);
  StoredWork work;
  work.folder = std::move(folder);
  work.session = std::move(parsed->session);
  work.is_v1 = parsed->is_v1;
  work.etag = bytes_etag(bytes);
  work.bytes = std::move(bytes);
  return work;
}

base::Result<std::string> edited(const StoredWork& work, const model::WorkSession& after) {
  TRY_ASSIGN(auto parsed, parse_work_text(work.bytes, work.folder.slug));
  TRY(edit_work_text(parsed.text, work.session, after));
  if (parsed.text.text().size() > kWorkStateBytesMax) {
    return base::Error{base::Code::too_large, "would be larger than 1 MiB", ""};
  }
  return parsed.text.text();
}

// What must lie in `tree` may not be made outside it first.
base::Result<void> check_made_inside(os::FileSystem& files, const os::Path& tree,
                                     const os::Path& path) {
  if (tree.empty()) return {};
  TRY_ASSIGN(const os::Path real_tree, files.real_path(tree));
  for (os::Path at = path; at.has_relative_path(); at = at.parent_path()) {
    const auto real = files.real_path(at);
    // A link to nowhere is there, and make_folders refuses it.
    if (!real.ok() && !files.link_info(at).ok()) continue;
    TRY(real);
    if (is_inside(real_tree, *real)) return {};
    break;
  }
  return base::Error{base::Code::refused, path.native() + ": leads out of " + tree.native(), ""};
}

}  // namespace

base::Result<std::unique_ptr<os::File>> WorkStore::lock(const os::Path& folder,
                                                        base::Millis timeout) const {
  TRY(system_.files.make_folders(places_.locks));
  return os::lock_file(system_.files, system_.clock, system_.random,
                       work_lock_path(places_.locks, folder), timeout);
}

base::Result<StoredWork> WorkStore::read(const WorkFolder& folder) const {
  TRY_ASSIGN(std::string bytes,
             system_.files.read(folder.path / kWorkStateFile,
                                {.bytes_max = kWorkStateBytesMax, .follow_links = false}));
  return stored(folder, std::move(bytes));
}

base::Result<void> WorkStore::make_root() const {
  TRY(check_made_inside(system_.files, places_.tree, places_.root));
  return system_.files.make_folders(places_.root, kWorkFolderMode);
}

base::Result<WorkFolder> WorkStore::create(const model::WorkSession& session) const {
  const std::string& slug = session.session_id;
  if (!base::is_safe_id(slug)) {
    return base::Error{base::Code::invalid_value,
                       "session_id: \"" + slug + "\" cannot be the name of a folder", ""};
  }
  os::FileSystem& files = system_.files;
  TRY(make_root());
  TRY_ASSIGN(const os::Path root, real_root());
  WorkFolder folder{.slug = slug, .path = root / slug};
  TRY_ASSIGN(const auto held, lock(folder.path, Options{}.lock_timeout));
  const auto info = files.link_info(folder.path);
  if (info.ok() && info->kind != os::FileKind::folder) {
    return base::Error{base::Code::exists, folder.path.native() + ": is no folder", ""};
  }
  const os::Path state = folder.path / kWorkStateFile;
  if (files.link_info(state).ok()) {
    return base::Error{base::Code::exists, "There is a session " + slug + " already", ""};
  }
  TRY(files.make_folders(folder.path, kWorkFolderMode));
  // The manifest last: it is what makes a folder a session.
  TRY_ASSIGN(const os::Path spec, artifact_target(files, folder, session.artifacts.spec));
  if (!files.link_info(spec).ok()) {
    TRY(files.replace(spec, work_spec_template(session), {.mode = kWorkFileMode}));
  }
  TRY(files.replace(state, base::new_json_text(model::to_json(session)), {.mode = kWorkFileMode}));
  return folder;
}

bool WorkStore::is_young(const StoredWork& work, const Options& options) const {
  if (!options.debounce) return false;
  const auto at = base::instant_from_iso(work.session.updated_at);
  if (!at.ok()) return false;
  const base::Instant now = system_.clock.now();
  // A time that is yet to come is young as long as it is near; else it would be so for years.
  return now - *at < *options.debounce && *at - now < *options.debounce;
}

base::Result<StoredWork> WorkStore::update_once(const WorkFolder& folder, const Options& options,
                                                const Change& change) const {
  TRY_ASSIGN(StoredWork work, read(folder));
  if (options.if_etag && *options.if_etag != work.etag) {
    return base::Error{base::Code::version_conflict,
                       "The manifest of " + folder.slug + " was changed since it was read",
                       "Read it again."};
  }
  if (work.is_v1) {
    return base::Error{base::Code::unavailable,
                       "The manifest of " + folder.slug + " is of the older schema",
                       "Migrate it first: holdfast work migrate " + folder.slug};
  }
  if (is_young(work, options)) return work;
  TRY_ASSIGN(const model::WorkSession after, change(work));
  if (after == work.session) return work;
  auto bytes = edited(work, after);
  if (!bytes.ok()) return at_file(std::move(bytes).error(), folder);
  const os::Path state = folder.path / kWorkStateFile;
  TRY_ASSIGN(const StoredWork now, read(folder));
  if (now.bytes != work.bytes) {
    return base::Error{base::Code::version_conflict,
                       "The manifest of " + folder.slug + " is being changed by something else",
                       "Try again in a moment."};
  }
  TRY(system_.files.replace(state, *bytes, {.mode = work_mode_of(system_.files, state)}));
  return stored(folder, *std::move(bytes));
}

base::Result<StoredWork> WorkStore::update(const WorkFolder& folder, const Options& options,
                                           const Change& change) const {
  if (options.debounce) {
    // Most touches find a young file; those wait for nobody.
    auto work = read(folder);
    if (!work.ok() || is_young(*work, options)) return work;
  }
  TRY_ASSIGN(const auto held, lock(folder.path, options.lock_timeout));
  TRY_ASSIGN(const os::FileInfo info, system_.files.link_info(folder.path));
  if (info.kind != os::FileKind::folder) {
    return base::Error{base::Code::refused, folder.path.native() + ": is no folder", ""};
  }
  for (int attempt = 1;; ++attempt) {
    auto work = update_once(folder, options, change);
    const bool was_beaten =
        !work.ok() && !options.if_etag && work.error().code == base::Code::version_conflict;
    if (!was_beaten || attempt == kChangeAttemptsMax) return work;
  }
}

}  // namespace store
