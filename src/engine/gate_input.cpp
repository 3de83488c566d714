#include "engine/gate_input.h"

#include <algorithm>
#include <array>

#include "base/percent.h"
#include "base/text.h"
#include "engine/arrivals.h"
#include "engine/guarded_places.h"
#include "engine/work_tree_entries.h"
#include "policy/git_removal.h"
#include "policy/tool_class.h"

namespace engine {
namespace {

using policy::GateTarget;
using policy::TargetForm;
using policy::shell::Certainty;
using policy::shell::FileEffect;
using policy::shell::FileUse;

constexpr std::size_t kNamesMax = 64;
constexpr std::uint64_t kPatchBytesMax = std::uint64_t{4} << 20U;

// The real place of a path whose last parts may not exist yet.
os::Path real_place(os::FileSystem& files, const os::Path& path) {
  os::Path missing;
  for (os::Path at = path; at.has_relative_path(); at = at.parent_path()) {
    if (auto real = files.real_path(at); real.ok()) {
      return missing.empty() ? *std::move(real) : *real / missing;
    }
    missing = missing.empty() ? at.filename() : at.filename() / missing;
  }
  return path;
}

bool is_of_git(const FileEffect& effect) { return effect.by.starts_with("git "); }

// `chmod +x`, `chown "$USER"`.
bool only_grants(const FileEffect& effect) { return effect.by == "a change of rights"; }

bool replaces_link(const FileEffect& effect) { return effect.by == "ln -n"; }

bool makes_link(const FileEffect& effect) {
  return effect.by == "ln" || replaces_link(effect) || effect.by == "link" || effect.by == "cp -l";
}

// Whether a folder goes, or is changed, with all that is below it. What git takes is told by its
// own operations; what a formatter changes nobody knows.
bool takes_all_with_it(const FileEffect& effect) {
  constexpr std::array<std::string_view, 3> kRights{"chmod", "chown", "chgrp"};
  if (effect.certainty != Certainty::exact) return false;
  // A folder that nobody may enter takes with it what is in it.
  if (std::find(kRights.begin(), kRights.end(), effect.by) != kRights.end()) return true;
  const bool goes = effect.use == FileUse::remove && effect.whole_tree;
  return goes && (!is_of_git(effect) || effect.by == "git mv");
}

// From where relative names may be meant: a command that applies a patch may have gone elsewhere,
// and a server works where it was started, which is often the project's root.
std::vector<os::Path> folders_of_call(const Stores& stores, const model::ToolCall& call,
                                      const std::string& folder,
                                      const policy::shell::Analysis* shell) {
  std::vector<os::Path> folders{folder.empty() ? stores.project.root : os::Path(folder)};
  if (policy::is_server_tool(call.tool) && folders.front() != stores.project.root) {
    folders.push_back(stores.project.root);
  }
  if (shell == nullptr) return folders;
  for (const FileEffect& effect : shell->files) {
    const bool is_known = effect.certainty != Certainty::unknown;
    if (is_known && effect.by == "apply_patch") folders.emplace_back(effect.path);
  }
  return folders;
}

// Finds out what the paths of one call lead to.
class TargetFinder {
 public:
  TargetFinder(Stores& stores, const model::ToolCall& call, const policy::shell::Analysis* shell,
               GuardedPlaces::Of of)
      : files_(stores.system.files),
        root_(stores.project.root),
        places_(stores, of),
        shell_(shell),
        of_(of),
        stars_match_dots_(call.command.find("dotglob") != std::string::npos ||
                          call.command.find("GLOBIGNORE") != std::string::npos) {}

  // by_name: with all below, but nothing is looked up. granted: itself, and rights alone.
  enum class Tree { no, yes, by_name, granted };

  // A link that is made is not what it leads to, but may bring it to where it has an effect. Where
  // it takes the place of another one, what is reached by that goes.
  void add_link(const os::Path& path, bool replaces) {
    GateTarget target{.path = path.native(), .real_path = real_place(files_, path).native()};
    const auto info = files_.link_info(path);
    if (replaces && info.ok() && info->kind == os::FileKind::link) {
      set_touched(target, TargetForm::tree, places_.in_tree(target.path));
    }
    for (const policy::shell::LinkMade& link : shell_->links) {
      if (link.path != path.native()) continue;
      set_touched(target, TargetForm::copy, places_.arriving_mod(link.target, link.path));
    }
    found_.push_back(std::move(target));
  }

  void add(const os::Path& path, Tree tree) {
    for (std::string& name : names_of(path.native())) {
      GateTarget target{.path = std::move(name),
                        .whole_tree = tree == Tree::yes || tree == Tree::by_name,
                        .only_grants = tree == Tree::granted};
      target.real_path = real_place(files_, target.path).native();
      if (tree == Tree::yes) {
        set_touched(target, TargetForm::tree, places_.in_tree(target.path));
        if (target.real_path != target.path) {
          set_touched(target, TargetForm::tree, places_.in_tree(target.real_path));
        }
      } else if (const auto info = files_.info(target.real_path);
                 info.ok() && info->kind == os::FileKind::regular && info->links > 1) {
        set_touched(target, TargetForm::hard_link, places_.same_file(*info));
      }
      if (of_ == GuardedPlaces::Of::changes) add_module(target);
      found_.push_back(std::move(target));
    }
  }

  // Where a wildcard decides. The folder before it is judged as a path.
  void add_pattern(const FileEffect& effect) {
    for (std::string& name : names_of(effect.pattern)) {
      GateTarget target{.path = std::move(name), .whole_tree = effect.takes_trees};
      const std::size_t sign = std::min(target.path.find_first_of("*?["), target.path.size());
      const std::size_t slash = target.path.rfind('/', sign);
      const std::string head = target.path.substr(0, std::max<std::size_t>(slash, 1));
      target.real_path = real_place(files_, head).native() + target.path.substr(slash);
      target.only_grants = only_grants(effect);
      for (const std::string* text : {&target.path, &target.real_path}) {
        if (!target.touched.empty() || (text != &target.path && *text == target.path)) continue;
        set_touched(
            target, TargetForm::wildcard,
            places_.matching({*text, effect.takes_trees, effect.takes_hidden || stars_match_dots_},
                             effect.spared));
      }
      found_.push_back(std::move(target));
    }
  }

  void add_arrival(const policy::shell::Arrival& arrival, std::string_view command) {
    switch (arrival.kind) {
      case policy::shell::Arrival::Kind::tree:
        return add_tree_arrival(arrival);
      case policy::shell::Arrival::Kind::archive:
        for (const std::string& member : members_of_archive(files_, arrival.source)) {
          add(os::normalised(arrival.folder, os::Path(member)), Tree::no);
        }
        return;
      case policy::shell::Arrival::Kind::patch:
        return add_patches(arrival, command);
    }
  }

  void add_git(const policy::GitRemoval& removal, const std::string& touched) {
    found_.push_back({.path = removal.command,
                      .whole_tree = true,
                      .form = TargetForm::git,
                      .touched = touched,
                      .narrower = removal.narrower});
  }

  // A host that is started with a plugin of somebody's choice.
  void add_started_mods(const policy::shell::ProgramCall& call) {
    constexpr std::string_view kOption = "--plugin-dir";
    if (call.words.empty() || call.words[0] != "claude") return;
    for (std::size_t i = 1; i < call.words.size(); ++i) {
      const std::string_view word = call.words[i];
      if (!word.starts_with(kOption)) continue;
      const std::size_t sign = word.find('=');
      if (sign == word.npos && i + 1 == call.words.size()) continue;
      const std::string value(sign == word.npos ? call.words[i + 1] : word.substr(sign + 1));
      const os::Path here = call.folder.empty() ? root_ : os::Path(call.folder);
      const std::string folder = os::normalised(here, value).native();
      const std::string list = places_.list_with_modules(folder);
      if (list.empty()) continue;
      found_.push_back(
          {.path = folder, .real_path = folder, .form = TargetForm::module, .touched = list});
    }
  }

  std::vector<GateTarget> take() { return std::move(found_); }

 private:
  static void set_touched(GateTarget& target, TargetForm form, std::string touched) {
    if (touched.empty() || !target.touched.empty()) return;
    target.form = form;
    target.touched = std::move(touched);
  }

  void add_module(GateTarget& target) {
    for (const std::string* path : {&target.path, &target.real_path}) {
      set_touched(target, TargetForm::module, places_.module_list(*path));
    }
  }

  // The path and what links that the command makes itself turn it into.
  std::vector<std::string> names_of(std::string path) const {
    std::vector<std::string> names{std::move(path)};
    if (shell_ == nullptr) return names;
    for (std::size_t i = 0; i < names.size(); ++i) {
      for (const policy::shell::LinkMade& link : shell_->links) {
        if (!lies_in(names[i], link.path) || names.size() >= kNamesMax) continue;
        std::string name = link.target + names[i].substr(link.path.size());
        const bool is_known = std::find(names.begin(), names.end(), name) != names.end();
        if (!is_known) names.push_back(std::move(name));
      }
    }
    return names;
  }

  void add_tree_arrival(const policy::shell::Arrival& arrival) {
    const std::string folder = real_place(files_, arrival.folder).native();
    GateTarget target{.path = arrival.folder, .real_path = folder, .whole_tree = true};
    set_touched(target, TargetForm::copy, places_.arriving(arrival.source, folder, arrival.names));
    if (arrival.replaces) set_touched(target, TargetForm::tree, places_.in_tree(folder));
    if (!target.touched.empty()) found_.push_back(std::move(target));
  }

  // From the standard input comes what some file of the command holds, or the command itself.
  void add_patches(const policy::shell::Arrival& arrival, std::string_view command) {
    std::vector<std::string> sources{arrival.source};
    if (arrival.source.empty()) {
      sources.clear();
      add_patch(arrival, command);
      for (const FileEffect& effect : shell_->files) {
        const bool is_file = effect.use == FileUse::read && effect.certainty == Certainty::exact;
        if (is_file && sources.size() < kNamesMax) sources.push_back(effect.path);
      }
    }
    for (const std::string& source : sources) {
      const auto text = files_.read(source, {.bytes_max = kPatchBytesMax});
      if (text.ok()) add_patch(arrival, *text);
    }
  }

  // Git takes names from the root of the work tree, wherever it was started.
  void add_patch(const policy::shell::Arrival& arrival, std::string_view text) {
    for (const std::string& file : files_of_patch(text, arrival.strip)) {
      const os::Path here = os::normalised(arrival.folder, os::Path(file));
      const os::Path at_root = os::normalised(root_, os::Path(file));
      add(here, Tree::no);
      if (at_root != here) add(at_root, Tree::no);
    }
  }

  os::FileSystem& files_;
  const os::Path& root_;
  GuardedPlaces places_;
  const policy::shell::Analysis* shell_;
  const GuardedPlaces::Of of_;
  const bool stars_match_dots_;  // By a setting that the command gives its shell.
  std::vector<GateTarget> found_;
};

// Also those that only the configuration knows to be files.
std::vector<std::string> named_files(const Stores& stores, const model::ToolCall& call) {
  constexpr std::string_view kFileScheme = "file://";
  std::vector<std::string> names = call.targets;
  for (const auto& [pattern, arguments] : stores.config.gate_mcp) {
    if (call.arguments.empty() || !base::matches_wildcard(pattern, call.tool)) continue;
    for (const model::ToolArgument& given : call.arguments) {
      if (std::find(arguments.begin(), arguments.end(), given.name) == arguments.end()) continue;
      const bool is_address = given.text.starts_with(kFileScheme);
      names.push_back(is_address ? base::percent_decoded(given.text.substr(kFileScheme.size()))
                                 : given.text);
    }
  }
  return names;
}

void add_named(Stores& stores, const model::ToolCall& call, const std::string& folder,
               const policy::shell::Analysis* shell, TargetFinder& finder) {
  const std::vector<std::string> names = named_files(stores, call);
  if (names.empty()) return;
  using Tree = TargetFinder::Tree;
  const bool searches = call.tool == "Grep" || call.tool == "Glob";
  const Tree tree = searches                                 ? Tree::by_name
                    : policy::takes_trees_by_name(call.tool) ? Tree::yes
                                                             : Tree::no;
  const std::vector<os::Path> folders = folders_of_call(stores, call, folder, shell);
  for (const std::string& target : names) {
    const bool is_home = target == "~" || target.starts_with("~/");
    if (is_home) {
      const os::Path below_home(target.substr(target.size() > 1 ? 2 : 1));
      finder.add(os::normalised(stores.homes.home, below_home), tree);
    }
    for (const os::Path& base : folders) {
      // To some hosts it is a folder of that name, where there is one.
      if (is_home && !stores.system.files.exists(base / "~")) continue;
      finder.add(os::normalised(base, target), tree);
    }
  }
}

void add_git_removals(Stores& stores, const std::string& here, const policy::shell::Analysis& shell,
                      TargetFinder& finder) {
  std::optional<WorkTreeEntries> entries;
  for (const policy::shell::GitOperation& operation : shell.git) {
    const std::string root = stores.project.root.native();
    if (!policy::may_remove_files_of_ours(operation)) continue;
    const std::string folder =
        real_place(stores.system.files, operation.folder.empty() ? root : operation.folder)
            .native();
    if (!lies_in(folder, root)) continue;
    if (!entries) entries.emplace(stores);
    const std::string inside = folder.size() > root.size() ? folder.substr(root.size() + 1) : "";
    auto removal = policy::git_removal(operation, inside, entries->all());
    if (!removal) continue;
    if (operation.folder != here) {
      constexpr std::string_view kGit = "git";
      removal->narrower.insert(kGit.size(), " -C " + operation.folder);
    }
    finder.add_git(*removal, root + "/" + removal->taken);
  }
}

}  // namespace

std::optional<policy::shell::Analysis> analyse_command(Stores& stores, const model::ToolCall& call,
                                                       const std::string& folder) {
  // The one tool whose input is a command line. What only looks needs no parser.
  if (call.tool != "Bash") return std::nullopt;
  if (policy::is_plain_looking_command(call.command)) return policy::shell::Analysis();
  return policy::shell::analyse(call.command,
                                {.folder = folder.empty() ? stores.project.root.native() : folder,
                                 .home = stores.homes.home.native()});
}

std::vector<GateTarget> resolve_targets(Stores& stores, const model::ToolCall& call,
                                        const std::string& folder,
                                        const policy::shell::Analysis* shell) {
  TargetFinder finder(stores, call, shell, GuardedPlaces::Of::changes);
  using Tree = TargetFinder::Tree;
  if (shell != nullptr) {
    for (const FileEffect& effect : shell->files) {
      if (effect.use == FileUse::read || effect.certainty == Certainty::unknown) continue;
      if (!effect.pattern.empty() && !is_of_git(effect)) {
        finder.add_pattern(effect);
      } else if (makes_link(effect)) {
        finder.add_link(effect.path, replaces_link(effect));
      } else {
        finder.add(effect.path, takes_all_with_it(effect) ? Tree::yes
                                : only_grants(effect)     ? Tree::granted
                                                          : Tree::no);
      }
    }
    for (const policy::shell::Arrival& arrival : shell->arrivals) {
      finder.add_arrival(arrival, call.command);
    }
    for (const policy::shell::ProgramCall& started : shell->calls) {
      finder.add_started_mods(started);
    }
    add_git_removals(stores, folder.empty() ? stores.project.root.native() : folder, *shell,
                     finder);
  }
  add_named(stores, call, folder, shell, finder);
  return finder.take();
}

std::vector<GateTarget> resolve_reads(Stores& stores, const model::ToolCall& call,
                                      const policy::shell::Analysis* shell) {
  if (shell == nullptr) return {};
  TargetFinder finder(stores, call, shell, GuardedPlaces::Of::secrets);
  using Tree = TargetFinder::Tree;
  for (const FileEffect& effect : shell->files) {
    if (effect.use != FileUse::read || effect.certainty == Certainty::unknown) continue;
    if (!effect.pattern.empty()) {
      finder.add_pattern(effect);
    } else {
      finder.add(effect.path, effect.whole_tree ? Tree::yes : Tree::no);
    }
  }
  return finder.take();
}

}  // namespace engine
