// What lies beside the manifest: spec, plan, and the plan as people read it.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "store/layout.h"
#include "store/work_files.h"
#include "store/work_store.h"

namespace store {

base::Result<std::string> WorkStore::read_artifact(const StoredWork& work,
                                                   std::string_view artifact) const {
  TRY_ASSIGN(const os::Path file, artifact_file(system_.files, work.folder, artifact));
  return system_.files.read(file, {.bytes_max = kWorkArtifactBytesMax, .follow_links = false});
}

bool WorkStore::has_artifact(const StoredWork& work, std::string_view artifact) const {
  return artifact_file(system_.files, work.folder, artifact).ok();
}

base::Result<model::Plan> WorkStore::read_plan(const StoredWork& work) const {
  constexpr int kDepthMax = 64;
  const std::string& name = work.session.artifacts.plan;
  TRY_ASSIGN(const std::string bytes, read_artifact(work, name));
  auto json = base::parse_json(base::without_byte_order_mark(bytes),
                               {.bytes_max = kWorkArtifactBytesMax, .depth_max = kDepthMax});
  if (!json.ok()) return base::with_context(std::move(json).error(), name);
  auto plan = model::plan_from_json(*json);
  if (!plan.ok()) return base::with_context(std::move(plan).error(), name);
  return plan;
}

base::Result<os::Path> WorkStore::write_plan_md(const StoredWork& work) const {
  const model::WorkArtifacts& names = work.session.artifacts;
  TRY_ASSIGN(const auto held, lock(work.folder.path, Options{}.lock_timeout));
  TRY_ASSIGN(const model::Plan plan, read_plan(work));
  TRY_ASSIGN(os::Path target, artifact_target(system_.files, work.folder, names.plan_readable));
  // Nothing that somebody wrote themselves, whatever the manifest says.
  const auto is_taken = [&](std::string_view name) {
    return target == os::normalised(work.folder.path, name);
  };
  if (target.extension() != ".md" || is_taken(names.spec) || is_taken(names.plan)) {
    return base::Error{
        base::Code::refused,
        "artifacts.plan_readable: \"" + names.plan_readable + "\" is no Markdown file of its own",
        ""};
  }
  const std::string text = plan_markdown(plan);
  const auto there =
      system_.files.read(target, {.bytes_max = kWorkArtifactBytesMax, .follow_links = false});
  if (there.ok() && *there == text) return target;
  const std::uint32_t mode = work_mode_of(system_.files, target);
  TRY(system_.files.replace(target, text, {.mode = mode}));
  return target;
}

}  // namespace store
