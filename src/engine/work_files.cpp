// The files of a work session besides its manifest: spec.md, plan.json, plan.md, and what an older
// schema left.
#include <nlohmann/json.hpp>

#include "engine/work_change.h"
#include "engine/work_record.h"

namespace engine {

using base::Json;

namespace {

struct Artifact {
  std::string path;  // Relative to the folder.
  std::string media_type;
};

base::Result<Artifact> artifact_of(const model::WorkSession& session, const std::string& kind) {
  if (kind == "state") return Artifact{"state.json", "application/json"};
  if (kind == "spec") return Artifact{session.artifacts.spec, "text/markdown"};
  if (kind == "plan") return Artifact{session.artifacts.plan, "application/json"};
  return base::Error{base::Code::invalid_value, kind + " is no part of a work session",
                     "Ask for state, spec or plan."};
}

base::Result<store::StoredWork> find_and_read(Stores& stores, const std::string& id) {
  TRY_ASSIGN(const store::WorkFolder folder, find_work(stores, id));
  return stores.work.read(folder);
}

}  // namespace

base::Result<WorkArtifact> read_work_artifact(Workspace& workspace, const std::string& id,
                                              const std::string& kind) {
  Stores& stores = workspace.stores();
  TRY_ASSIGN(const store::StoredWork work, find_and_read(stores, id));
  TRY_ASSIGN(const Artifact artifact, artifact_of(work.session, kind));
  if (kind == "state") return WorkArtifact{work.bytes, artifact.media_type};
  TRY_ASSIGN(std::string text, stores.work.read_artifact(work, artifact.path));
  return WorkArtifact{std::move(text), artifact.media_type};
}

std::string work_artifact_stamp(Workspace& workspace, const std::string& id,
                                const std::string& kind) {
  Stores& stores = workspace.stores();
  const auto work = find_and_read(stores, id);
  if (!work.ok()) return std::string(base::code_name(work.error().code));
  if (kind == "state") return work->etag;
  const auto artifact = artifact_of(work->session, kind);
  if (!artifact.ok() || !stores.work.has_artifact(*work, artifact->path)) return "";
  const auto info = stores.system.files.info(work->folder.path / artifact->path);
  if (!info.ok()) return "";
  return std::to_string(info->inode) + "-" + std::to_string(info->mtime_ns) + "-" +
         std::to_string(info->size);
}

std::vector<std::string> work_slugs(Workspace& workspace) {
  std::vector<std::string> slugs;
  const auto folders = workspace.stores().work.list();
  if (!folders.ok()) return slugs;
  for (const store::WorkFolder& folder : *folders) slugs.push_back(folder.slug);
  return slugs;
}

base::Result<model::WorkSpec> view_work_spec(Workspace& workspace, const std::string& id) {
  TRY_ASSIGN(const WorkArtifact spec, read_work_artifact(workspace, id, "spec"));
  return store::read_work_spec(spec.text);
}

base::Result<std::string> write_work_plan(Workspace& workspace, const std::string& id) {
  Stores& stores = workspace.stores();
  TRY_ASSIGN(const store::StoredWork work, find_and_read(stores, id));
  auto path = stores.work.write_plan_md(work);
  if (!path.ok() && path.error().code == base::Code::not_found) {
    return base::Error{base::Code::not_found,
                       work.folder.slug + " has no " + work.session.artifacts.plan + " yet",
                       "Write the plan first; docs/work.md has an example."};
  }
  TRY(path);
  return path->native();
}

base::Result<WorkMigration> migrate_work(Workspace& workspace, const std::string& id,
                                         const WorkCaller& caller) {
  Stores& stores = workspace.stores();
  TRY_ASSIGN(const store::WorkFolder folder, find_work(stores, id));
  WorkRecord record(stores, folder.slug);
  TRY_ASSIGN(const auto lock, record.lock());
  TRY_ASSIGN(store::WorkStore::Migration done, stores.work.migrate(folder, work_time(stores)));
  WorkMigration migration{done.migrated, done.backup.native(), std::move(done.spec_sections)};
  if (!migration.migrated) return migration;
  TRY_ASSIGN(const store::StoredWork work, stores.work.read(folder));
  record.remember(work.etag);
  TRY(record.note(caller, Json{{"slug", folder.slug},
                               {"what", "migrate"},
                               {"backup", os::Path(migration.backup).filename().native()},
                               {"spec_sections", migration.spec_sections},
                               {"etag_after", work.etag}}));
  return migration;
}

}  // namespace engine
