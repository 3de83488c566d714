#include "host/file_plan.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "engine/tracked_file.h"
#include "host/obstacle.h"
#include "host/program.h"

namespace host {

using engine::FileChange;
using engine::InstallScope;
using engine::InstallTarget;

namespace {

// As many as the longest path of a host has.
constexpr std::ptrdiff_t kFoldersMadeMax = 3;

// Files as they are and as they should be; a file may have several parts.
class EditedFiles {
 public:
  explicit EditedFiles(os::System& system) : system_(system) {}

  base::Result<std::optional<std::string>> text(const os::Path& path) {
    for (const File& file : files_) {
      if (file.path == path) return file.now;
    }
    TRY_ASSIGN(auto text, read_text(system_, path));
    files_.push_back({path, text, text, {}, 0644});
    return text;
  }

  void put(const os::Path& path, std::optional<std::string> text, const Part& part) {
    for (File& file : files_) {
      if (file.path != path) continue;
      file.now = std::move(text);
      file.done.push_back(part.description());
      file.mode = part.mode();
    }
  }

  std::vector<FileChange> changes(bool is_taking_out) {
    std::vector<FileChange> all;
    for (File& file : files_) {
      if (file.now == file.before) continue;
      std::string what = base::join(file.done, ", ");
      if (is_taking_out) what = file.now ? "take out what is ours" : "remove";
      // Somebody made the link, so the file behind it is theirs and stays, empty.
      if (!file.now && is_link(file.path)) {
        file.now = file.path.extension() == ".json" ? "{}\n" : "";
      }
      all.push_back({file.path, std::move(what), std::move(file.now), file.mode});
    }
    return all;
  }

 private:
  struct File {
    os::Path path;
    std::optional<std::string> before;
    std::optional<std::string> now;
    std::vector<std::string> done;
    std::uint32_t mode = 0644;
  };

  bool is_link(const os::Path& path) {
    const auto info = system_.files.link_info(path);
    return info.ok() && info->kind == os::FileKind::link;
  }

  os::System& system_;
  std::vector<File> files_;
};

std::string shown(const os::Path& path, const InstallTarget& target) {
  if (target.scope == InstallScope::user) return path.string();
  return path.lexically_relative(target.root).string();
}

class Planner {
 public:
  Planner(os::System& system, const HostDescription& host, const InstallTarget& target)
      : system_(system),
        host_(host),
        target_(target),
        form_(form_for(system, host, target, target.scope)),
        files_(system) {}

  base::Result<FilePlan> install() {
    if (target_.scope != InstallScope::user && !has_project_files(host_)) {
      return base::Error{base::Code::invalid_value,
                         std::string(host_.title) + " has no files of a project, only yours",
                         "`--scope user` installs there."};
    }
    for (const auto& part : host_.parts) TRY(add(*part));
    return FilePlan{files_.changes(false), std::move(left_to_do_)};
  }

  base::Result<FilePlan> uninstall() {
    // What came last goes first, so that each finds the file as it was left.
    for (auto part = host_.parts.rbegin(); part != host_.parts.rend(); ++part) {
      TRY(take_out(**part));
    }
    FilePlan plan{files_.changes(true), {}};
    for (FileChange& change : plan.changes) change.empty_folders_go = folders_made(change.path);
    return plan;
  }

 private:
  // Folders that installing may have made above a file: those that the host's own path names. The
  // project's root, the user's home and the folder that a variable names are not ours to remove.
  int folders_made(const os::Path& path) {
    os::Path above = target_.root;
    if (target_.scope == InstallScope::user) {
      const std::string_view name = host_.user_folder.variable;
      const std::string named = name.empty() ? "" : system_.environment.text(std::string(name));
      above = named.starts_with('/') ? os::Path(named) : target_.home;
    }
    const os::Path below = path.lexically_relative(above);
    if (below.empty() || *below.begin() == "..") return 0;
    // A folder in the home that shows, such as ~/Documents, is a person's, also when it is empty.
    const bool is_persons = target_.scope == InstallScope::user && above == target_.home &&
                            !below.begin()->native().starts_with('.');
    const std::ptrdiff_t folders = std::distance(below.begin(), below.end()) - (is_persons ? 2 : 1);
    return static_cast<int>(std::min(folders, kFoldersMadeMax));
  }

  os::Path path_of(const Part& part) {
    return host::path_of(system_, host_, part, target_, target_.scope);
  }

  base::Result<void> add(const Part& part) {
    const os::Path path = path_of(part);
    if (path.empty()) return leave(part, {}, {});
    if (target_.scope != InstallScope::user && leads_away(system_, target_, path)) {
      if (!part.is_needed()) return leave(part, path, {});
      return base::Error{base::Code::io, path.string() + ": a link leads there",
                         "`--scope user` installs into your own files."};
    }
    if (const auto file = file_above(path)) {
      return base::Error{base::Code::invalid_value,
                         file->string() + " is a file, and a folder is needed there",
                         "`--scope user` installs into your own files."};
    }
    TRY_ASSIGN(const auto text, files_.text(path));
    if (is_the_projects(part, text)) {
      tell_obstacles({part, target_.scope, *text});
      return {};
    }
    const bool is_users =
        target_.scope == InstallScope::local && is_in_users_files(system_, host_, part, target_);
    if (is_users) return tell_obstacles_to_users(part);
    auto wanted = part.with_ours(text, form_);
    if (!wanted.ok()) {
      const base::Code code = wanted.error().code;
      const bool is_not_for_us = code == base::Code::parse_error && !part.is_needed();
      if (code == base::Code::exists || is_not_for_us) return leave(part, path, text);
      return base::with_context(std::move(wanted).error(), path.string());
    }
    tell_obstacles({part, target_.scope, *wanted});
    if (text == *wanted) return {};
    // Only git knows, and that is a process: a file that is not there is not asked about.
    if (text && is_tracked(path)) return refuse(part, path);
    files_.put(path, *std::move(wanted), part);
    return {};
  }

  void tell_obstacles(const PartText& file) {
    for (const Obstacle& one : obstacles_of(system_, host_, target_, file)) {
      left_to_do_.push_back(one.path.string() + ": " + one.why + ".");
    }
  }

  base::Result<void> tell_obstacles_to_users(const Part& part) {
    const os::Path path = host::path_of(system_, host_, part, target_, InstallScope::user);
    TRY_ASSIGN(const auto text, read_text(system_, path));
    if (text) tell_obstacles({part, InstallScope::user, *text});
    return {};
  }

  // Cline takes one file of rules in the place of the folder. Found out half way, it would leave a
  // project that is opted in and has no hooks.
  std::optional<os::Path> file_above(const os::Path& path) {
    for (os::Path above = path.parent_path(); above.has_relative_path();
         above = above.parent_path()) {
      const auto info = system_.files.info(above);
      if (!info.ok()) continue;
      if (info->kind == os::FileKind::folder) break;
      return above;
    }
    return std::nullopt;
  }

  // What everybody has who clones calls us already.
  bool is_the_projects(const Part& part, const std::optional<std::string>& text) const {
    if (target_.scope != InstallScope::local || !text) return false;
    const auto found = part.find(*text);
    return found.ok() && std::any_of(found->begin(), found->end(), [](const OurHook& hook) {
             return hook.kind() == HookKind::shared;
           });
  }

  bool is_tracked(const os::Path& path) {
    return target_.scope == InstallScope::local && engine::is_tracked(system_, target_, path);
  }

  base::Result<void> refuse(const Part& part, const os::Path& path) {
    if (!part.is_needed()) return leave(part, path, {});
    return base::Error{
        base::Code::invalid_value,
        shown(path, target_) +
            " is tracked by git, and what is this machine's alone has no place in it",
        "`--scope user` installs for your projects, `--scope project` for all who "
        "clone."};
  }

  // `text` is what stands in the way; none where it is the place that does.
  base::Result<void> leave(const Part& part, const os::Path& path,
                           const std::optional<std::string>& text) {
    if (text && part.others_call(*text, form_) == OthersCall::as_advised) return {};
    std::string file = shown(path, target_);
    if (path.empty()) {
      const os::Path other = host::path_of(system_, host_, part, target_, InstallScope::user);
      if (other.empty()) return {};
      file = other.string();
    }
    const std::string what = part.is_needed() ? "A hook" : "The MCP server";
    const std::string how =
        text ? part.how_to_add_to(*text, file, form_) : part.how_to_add(file, form_);
    left_to_do_.push_back(what + " is left to you: " + how + ".");
    return {};
  }

  base::Result<void> take_out(const Part& part) {
    const os::Path path = path_of(part);
    if (path.empty()) return {};
    if (target_.scope != InstallScope::user && leads_away(system_, target_, path)) return {};
    TRY_ASSIGN(const auto text, files_.text(path));
    // A file that never had ours may be as broken as it likes.
    if (!text || !part.may_be_in(*text)) return {};
    std::optional<HookKind> kind;
    if (target_.scope != InstallScope::user) kind = form_.kind;
    auto wanted = part.without_ours(*text, kind);
    if (!wanted.ok()) return base::with_context(std::move(wanted).error(), path.string());
    if (*wanted != text) files_.put(path, *std::move(wanted), part);
    return {};
  }

  os::System& system_;
  const HostDescription& host_;
  const InstallTarget& target_;
  PartForm form_;
  EditedFiles files_;
  std::vector<std::string> left_to_do_;
};

}  // namespace

base::Result<FilePlan> plan_files(os::System& system, const HostDescription& host,
                                  const InstallTarget& target) {
  return Planner(system, host, target).install();
}

base::Result<FilePlan> plan_no_files(os::System& system, const HostDescription& host,
                                     const InstallTarget& target) {
  return Planner(system, host, target).uninstall();
}

bool is_in_users_files(os::System& system, const HostDescription& host, const Part& part,
                       const InstallTarget& target) {
  const os::Path path = path_of(system, host, part, target, InstallScope::user);
  // A project that is the home folder itself has one file for both.
  if (path.empty() || path == path_of(system, host, part, target, InstallScope::local))
    return false;
  const auto text = read_text(system, path);
  if (!text.ok() || !*text || !part.may_be_in(**text)) return false;
  const auto found = part.find(**text);
  if (!found.ok() || found->empty()) return false;
  const std::string& program = found->front().program;
  const auto wanted = part.with_ours(*text, {program, HookKind::own});
  return wanted.ok() && *wanted == **text && is_executable(system.files, program);
}

bool leads_away(os::System& system, const InstallTarget& target, const os::Path& path) {
  os::Path here = target.root;
  for (const os::Path& step : path.lexically_relative(target.root)) {
    here /= step;
    const auto info = system.files.link_info(here);
    if (info.ok() && info->kind == os::FileKind::link) return true;
  }
  return false;
}

base::Result<std::optional<std::string>> read_text(os::System& system, const os::Path& path) {
  auto text = system.files.read(path);
  if (text.ok()) return std::optional<std::string>(*std::move(text));
  if (text.error().code == base::Code::not_found) return std::optional<std::string>();
  return std::move(text).error();
}

}  // namespace host
