#include "host/judged_files.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/text.h"
#include "host/claude_code/settings.h"
#include "host/edits.h"
#include "host/own_entry_command.h"
#include "host/program.h"
#include "host/watched_files.h"

namespace host {
namespace {

using engine::HostFilesQuestion;
using engine::InstallScope;
using engine::InstallTarget;
using policy::GateTarget;
using policy::GuardedFile;
using policy::shell::FileEffect;
using policy::shell::FileUse;

constexpr std::uint64_t kJudgedBytesMax = std::uint64_t{16} << 20U;
constexpr std::string_view kByText =
    "Use Edit or Write on that file itself: it is judged by the text that it would have, and what "
    "leaves Holdfast's entries as they are passes.";
constexpr std::string_view kOthersPass =
    "An edit that leaves Holdfast's entries as they are and switches no hook off passes; what is "
    "beyond that is for the person to change: say so.";

std::string_view name_in(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// One question, with what it looked up.
class Judging {
 public:
  Judging(os::System& system, const HostFilesQuestion& question)
      : system_(system), question_(question) {}

  std::optional<GuardedFile> run() {
    for (const GateTarget& target : question_.targets) {
      if (auto found = judge(target)) return found;
    }
    if (question_.shell == nullptr) return std::nullopt;
    for (const auto& call : question_.shell->calls) {
      if (auto command = own_entry_command(call)) {
        return GuardedFile{"`" + *command +
                               "` would change what lets the agent's program ask "
                               "Holdfast",
                           "Leave it out; where it is needed, say so and ask the person to do it."};
      }
    }
    for (const FileEffect& effect : question_.shell->files) {
      if (auto found = judge_pattern(effect)) return found;
    }
    for (const auto& arrival : question_.shell->arrivals) {
      if (auto found = judge_arrival(arrival)) return found;
    }
    return std::nullopt;
  }

 private:
  WatchedFiles& files() {
    if (!files_) files_.emplace(system_, question_.roots);
    return *files_;
  }

  std::optional<GuardedFile> judge(const GateTarget& target) {
    const bool is_path = target.form == policy::TargetForm::path;
    if (is_path && (may_be_one(target.path) || may_be_one(target.real_path))) {
      const auto file = files().at(target.path, target.real_path);
      if (file) return judge_file(*file, target);
    }
    const bool is_tree = target.whole_tree && target.form != policy::TargetForm::git;
    if (!is_tree || !may_be_around(target.real_path)) return std::nullopt;
    if (!files().may_be_in(target.path) && !files().may_be_in(target.real_path)) {
      return std::nullopt;
    }
    for (const std::string& path : files().paths()) {
      const bool is_in =
          is_at_or_below(path, target.path) || is_at_or_below(path, target.real_path);
      if (is_in && holds_ours(path)) return in_a_group(path, target.path, "holds");
    }
    return std::nullopt;
  }

  // Those of a project have a name with a dot in front, or are below one.
  bool may_be_one(std::string_view path) const {
    if (!may_be_hosts_file(path)) return false;
    const std::string& root = question_.roots.project_root;
    return !is_at_or_below(path, root) || path.find("/.", root.size()) != std::string_view::npos;
  }

  // Whether looking is worth it: below a project's root all of them are in folders with a dot.
  bool may_be_around(std::string_view path) const {
    for (const std::string* root : {&question_.roots.project_root, &question_.roots.main_root}) {
      const bool is_inside = is_at_or_below(path, *root) && path.size() > root->size() + 1;
      if (is_inside) return path[root->size() + 1] == '.';
    }
    return true;
  }

  // The same for a pattern, whose first wildcard may mean a dot.
  bool may_be_matched(const FileEffect& effect) const {
    const std::string& root = question_.roots.project_root;
    if (!is_at_or_below(effect.pattern, root) || effect.pattern.size() <= root.size() + 1) {
      return true;
    }
    const std::string_view rest = std::string_view(effect.pattern).substr(root.size() + 1);
    const std::string_view first = rest.substr(0, rest.find('/'));
    if (first.starts_with('.') || first.starts_with('[')) return true;
    return first.find_first_of("*?") != std::string_view::npos &&
           (effect.takes_hidden || first.starts_with("**"));
  }

  std::optional<GuardedFile> judge_pattern(const FileEffect& effect) {
    const bool changes = effect.use != FileUse::read && !effect.pattern.empty();
    if (!changes || !may_be_matched(effect)) return std::nullopt;
    const policy::PathMatcher matcher({effect.pattern, effect.takes_trees, effect.takes_hidden});
    std::vector<std::string> paths = files().paths();
    const auto found = std::find_if(paths.begin(), paths.end(), [&](const std::string& path) {
      return matcher.takes_in(path, policy::PlaceKind::file) && !is_spared(effect, path) &&
             holds_ours(path);
    });
    if (found == paths.end()) return std::nullopt;
    return in_a_group(*found, effect.pattern, "also means");
  }

  static bool is_spared(const FileEffect& effect, const std::string& path) {
    return std::any_of(effect.spared.begin(), effect.spared.end(), [&](const std::string& pattern) {
      return policy::PathMatcher({pattern, true, true}).takes_in(path, policy::PlaceKind::file);
    });
  }

  // What a copied tree brings along, in the place where it ends up.
  std::optional<GuardedFile> judge_arrival(const policy::shell::Arrival& arrival) {
    const bool is_tree = arrival.kind == policy::shell::Arrival::Kind::tree;
    if (!is_tree || !may_be_around(arrival.folder)) return std::nullopt;
    for (const std::string& path : files().paths()) {
      if (!is_at_or_below(path, arrival.folder) || path.size() <= arrival.folder.size()) continue;
      const std::string rest = path.substr(arrival.folder.size() + 1);
      const bool comes = arrival.names.empty() ||
                         policy::matches_name(arrival.names, rest.substr(0, rest.find('/')));
      const bool is_there = comes && system_.files.exists(os::Path(arrival.source) / rest);
      if ((is_there || arrival.replaces) && holds_ours(path)) {
        return GuardedFile{
            shown(path) + " holds Holdfast's entries and would be overwritten",
            "Names that leave " + shown(path) + " out pass. " + std::string(kByText)};
      }
    }
    return std::nullopt;
  }

  GuardedFile in_a_group(const std::string& path, const std::string& name, const char* how) const {
    return {name + " " + how + " " + shown(path) + ", in which are Holdfast's entries",
            "Names that leave " + shown(path) + " out pass."};
  }

  std::optional<std::string> text_at(const std::string& path) {
    auto text = system_.files.read(path, {.bytes_max = kJudgedBytesMax});
    if (!text.ok()) return std::nullopt;
    return *std::move(text);
  }

  bool holds_ours(const std::string& path) {
    const auto file = files().at(path, path);
    if (!file) return false;
    const auto text = text_at(path);
    return text && file->holds_ours(*text);
  }

  // How people know it.
  std::string shown(const std::string& path) const {
    for (const std::string* root : {&question_.roots.project_root, &question_.roots.main_root}) {
      const bool is_inside = is_at_or_below(path, *root) && path.size() > root->size();
      if (is_inside) return path.substr(root->size() + 1);
    }
    const std::string& home = question_.roots.home;
    return is_at_or_below(path, home) ? "~" + path.substr(home.size()) : path;
  }

  std::optional<GuardedFile> judge_file(const HostsFile& file, const GateTarget& target) {
    const auto before = text_at(file.path);
    if (file.is_elsewhere && !(before && file.holds_ours(*before))) return std::nullopt;
    const Outcome outcome = outcome_of(question_.call, target.path, before);
    if (outcome.kind == Outcome::Kind::unknown) return judge_unknown(file, before);
    if (outcome.kind == Outcome::Kind::fails) {
      if (!before || !file.holds_ours(*before) || !names_something_of_ours()) return std::nullopt;
      return GuardedFile{
          "what is to be replaced does not stand so in " + shown(file.path),
          "Read the file and name the text as it stands there. " + std::string(kOthersPass)};
    }
    for (const std::string& after : outcome.texts) {
      const std::string why = worse(file, before.value_or(""), after);
      if (!why.empty()) return GuardedFile{shown(file.path) + " " + why, std::string(kOthersPass)};
    }
    return std::nullopt;
  }

  // A host that is less strict with blanks and quotes may find what we do not.
  bool names_something_of_ours() const {
    constexpr std::array<std::string_view, 12> kWords{
        "holdfast", "HOLDFAST", "session-state", "ook",  "env",     "lugin",
        "PATH",     "matcher",  "timeout",       "mand", "enabled", "failClosed"};
    return std::any_of(
        question_.call.edits.begin(), question_.call.edits.end(), [&](const auto& edit) {
          return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
            return edit.before.find(word) != std::string::npos ||
                   edit.after.find(word) != std::string::npos;
          });
        });
  }

  std::optional<GuardedFile> judge_unknown(const HostsFile& file,
                                           const std::optional<std::string>& before) {
    const bool has_ours = before && file.holds_ours(*before);
    if (is_harmless(file.path, has_ours)) return std::nullopt;
    if (has_ours && is_removed(file.path)) {
      return GuardedFile{shown(file.path) + " holds Holdfast's entries and would be gone",
                         "Leave that file where it is; without its name the command passes."};
    }
    if (has_ours) {
      return GuardedFile{shown(file.path) +
                             " holds Holdfast's entries, and what would become of "
                             "them is not told",
                         std::string(kByText)};
    }
    if (!file.may_switch_off || !is_in_use(file.host)) return std::nullopt;
    return GuardedFile{shown(file.path) +
                           " can switch hooks off, and what would stand in it is not "
                           "told",
                       std::string(kByText)};
  }

  // Whether the host asks us at all.
  bool is_in_use(std::string_view host) {
    const std::vector<std::string> paths = files().paths();
    return std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
      const auto file = files().at(path, path);
      const auto text = file && file->host == host ? text_at(path) : std::nullopt;
      return text && file->holds_ours(*text);
    });
  }

  bool is_removed(const std::string& path) const {
    return question_.shell != nullptr &&
           std::any_of(question_.shell->files.begin(), question_.shell->files.end(),
                       [&](const FileEffect& effect) {
                         return effect.use == FileUse::remove && effect.path == path;
                       });
  }

  // Of a shell's effects on the file, whether none changes what stands in it; git brings what was
  // there before, so it can only take away what is there.
  bool is_harmless(const std::string& path, bool has_ours) const {
    if (question_.shell == nullptr) return false;
    bool is_known = false;
    for (const FileEffect& effect : question_.shell->files) {
      if (effect.use == FileUse::read || effect.path != path) continue;
      is_known = true;
      const bool is_quiet = effect.by == "touch" || effect.by == "a change of rights" ||
                            (effect.by == "chmod" && stays_readable());
      const bool is_spent =
          !has_ours && (effect.use == FileUse::remove || effect.by.starts_with("git ") ||
                        effect.by.starts_with("ch"));
      if (!is_quiet && !is_spent) return false;
    }
    return is_known;
  }

  // `chmod 644`: a file's owner needs no more than to read it.
  bool stays_readable() const {
    return std::all_of(question_.shell->calls.begin(), question_.shell->calls.end(),
                       [](const policy::shell::ProgramCall& call) {
                         if (call.words.empty() || call.words[0] != "chmod") return true;
                         const std::string mode = call.words.size() > 1 ? call.words[1] : "";
                         const bool is_number =
                             mode.size() >= 3 &&
                             std::all_of(mode.begin(), mode.end(), base::is_digit);
                         return is_number && mode[mode.size() - 3] >= '4';
                       });
  }

  std::string worse(const HostsFile& file, const std::string& before, const std::string& after) {
    const Standing now = file.standing(before);
    const Standing then = file.standing(after);
    if (base::trim(after).empty() && !now.ours.empty()) {
      return "holds Holdfast's entries and would be gone";
    }
    std::string why = loss(now, then, file.takes_comments);
    if (why.empty()) why = loss_of_path(now, then);
    if (why.empty()) why = loss_elsewhere(file, before, after);
    return why;
  }

  // A PATH on which our hooks' bare name means another program, or none.
  std::string loss_of_path(const Standing& now, const Standing& then) {
    if (!then.search_path || then.search_path == now.search_path || !has_bare_hooks()) return {};
    const auto usual = find_on_path(system_, "holdfast");
    for (const std::string_view folder : base::split(*then.search_path, ':')) {
      const os::Path program = os::Path(folder) / "holdfast";
      if (!folder.starts_with('/') || !is_executable(system_.files, program)) continue;
      const auto real = system_.files.real_path(program);
      const bool is_usual = usual && real.ok() && system_.files.real_path(*usual).ok() &&
                            *real == *system_.files.real_path(*usual);
      return is_usual ? "" : "would have env.PATH with another program in the place of holdfast";
    }
    return "would have env.PATH without holdfast, which the hooks call by its bare name";
  }

  bool has_bare_hooks() {
    for (const std::string& path : files().paths()) {
      const auto file = files().at(path, path);
      if (!file || file->role != claude_code::FileRole::settings) continue;
      const auto text = text_at(path);
      if (!text) continue;
      const auto settings = claude_code::parse_settings(*text);
      if (!settings.ok()) continue;
      for (const OurHook& hook : claude_code::our_hooks(settings->value())) {
        if (hook.kind() == HookKind::shared) return true;
      }
    }
    return false;
  }

  // What the text does to our entries in another file of the same host.
  std::string loss_elsewhere(const HostsFile& file, const std::string& before,
                             const std::string& after) {
    for (const HostDescription& host : files().hosts()) {
      for (const InstallTarget& target : files().targets()) {
        std::string why = loss_of_trust(host, target, file, before, after);
        for (const auto& part : host.parts) {
          if (why.empty() && part->is_merged()) {
            why = loss_in_other(host, *part, target, file, before, after);
          }
        }
        if (!why.empty()) return why;
      }
    }
    return {};
  }

  std::string loss_in_other(const HostDescription& host, const Part& part,
                            const InstallTarget& target, const HostsFile& file,
                            const std::string& before, const std::string& after) {
    const bool is_here = std::find(file.parts.begin(), file.parts.end(), &part) != file.parts.end();
    if (!is_here) return {};
    for (const InstallScope scope : {InstallScope::local, InstallScope::user}) {
      const os::Path other = path_of(system_, host, part, target, scope);
      if (other.empty() || other == file.path) continue;
      const auto text = text_at(other.native());
      if (!text || !part.may_be_in(*text)) continue;
      const bool is_stronger = scope == InstallScope::user;
      const std::string why = part.obstacle_in_other(*text, {after, is_stronger});
      if (!why.empty() && why != part.obstacle_in_other(*text, {before, is_stronger})) {
        return "would have a switch by which hooks are not asked (" + why + ")";
      }
    }
    return {};
  }

  std::string loss_of_trust(const HostDescription& host, const InstallTarget& target,
                            const HostsFile& file, const std::string& before,
                            const std::string& after) {
    if (host.is_trusted == nullptr || host.settings.empty()) return {};
    if (user_folder(system_, host, target) / host.settings != file.path) return {};
    for (const auto& part : host.parts) {
      for (const InstallScope scope : {InstallScope::local, InstallScope::user}) {
        const os::Path hooks = path_of(system_, host, *part, target, scope);
        const auto text = part->is_needed() ? text_at(hooks.native()) : std::nullopt;
        if (!text) continue;
        const std::string why = host.switched_off(hooks, *text, after);
        if (!why.empty() && why != host.switched_off(hooks, *text, before)) {
          return "would switch a hook of ours off (" + why + ")";
        }
        if (host.is_trusted(hooks, *text, before) && !host.is_trusted(hooks, *text, after)) {
          return "would lose the person's trust in our hooks";
        }
      }
    }
    return {};
  }

  os::System& system_;
  const HostFilesQuestion& question_;
  std::optional<WatchedFiles> files_;
};

}  // namespace

std::optional<GuardedFile> JudgedFiles::taken_away(os::System& system,
                                                   const HostFilesQuestion& question) {
  return Judging(system, question).run();
}

void JudgedFiles::take_edits(const base::Json& input, model::ToolCall& call) {
  const bool is_about_one =
      std::any_of(call.targets.begin(), call.targets.end(),
                  [](const std::string& target) { return may_be_hosts_file(target); });
  if (is_about_one) host::take_edits(input, call);
}

bool JudgedFiles::is_judged_by_text(std::string_view path) {
  if (!may_be_hosts_file(path)) return false;
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos || slash == 0 || name_in(path).starts_with('.')) return true;
  // All of them are in a folder of the host, but for those that are known by their names alone.
  return path.substr(0, slash).find("/.") != std::string_view::npos || path.starts_with('.') ||
         path.find("/Cline/Hooks/") != std::string_view::npos;
}

}  // namespace host
