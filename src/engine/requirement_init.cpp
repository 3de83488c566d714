#include "engine/requirement_init.h"

#include "engine/exclude_list.h"
#include "store/project.h"

namespace engine {

base::Result<InstallPlan> plan_requirement_init(os::System system, const RequirementInit& request) {
  TRY_ASSIGN(std::string text, requirement_preset(request.preset));
  TRY_ASSIGN(const store::Project project, store::find_project(system.files, request.start));
  if (project.common_dir.empty()) {
    return base::Error{base::Code::unavailable,
                       project.root.string() + " is not in a git repository",
                       "Requirements are kept by branch; `git init` makes it one."};
  }
  const bool is_local = request.level == RuleLevel::local;
  const std::string name = is_local ? "requirements.local.yaml" : "requirements.yaml";
  const os::Path file = project.root / ".claude" / name;
  const bool is_there = system.files.link_info(file).ok();
  const os::Path as_json = os::Path(file).replace_extension(".json");
  if ((is_there || system.files.link_info(as_json).ok()) && !request.overwrites) {
    return base::Error{base::Code::exists,
                       (is_there ? file : as_json).string() + " is there already",
                       "`req config` changes single values; --force writes it anew."};
  }
  // A link in its place, or in its folder's, would have us write elsewhere.
  const auto folder = system.files.real_path(file.parent_path());
  const bool is_elsewhere = folder.ok() && *folder != file.parent_path();
  const auto info = system.files.link_info(file);
  if (is_elsewhere || (info.ok() && info->kind != os::FileKind::regular)) {
    return base::Error{base::Code::refused, file.string() + " leads elsewhere", ""};
  }
  InstallPlan plan;
  plan.root = project.root;
  if (is_local) {
    const os::Path exclude = project.common_dir / "info" / "exclude";
    const auto known = system.files.read(exclude);
    std::string hidden = with_excluded(known.ok() ? *known : "", {"/.claude/" + name});
    if (!known.ok() || hidden != *known) {
      plan.changes.push_back({exclude, "keep the file out of git status", std::move(hidden)});
    }
  }
  plan.changes.push_back(
      {file, is_there ? "write anew" : "make", std::move(text), info.ok() ? info->mode : 0644});
  return plan;
}

}  // namespace engine
