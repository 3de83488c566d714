#include "host/claude_code/checkup.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "host/claude_code/event.h"
#include "host/claude_code/hook_check.h"
#include "host/claude_code/mods.h"
#include "host/claude_code/server_file.h"
#include "host/claude_code/settings_file.h"
#include "host/claude_code/shield.h"

namespace host::claude_code {
namespace {

using base::JsonText;
using engine::Finding;
using engine::InstallScope;
using engine::Severity;

// What an administrator decides for the whole machine.
constexpr const char* kManagedSettings = "/etc/claude-code/managed-settings.json";

class Checkup {
 public:
  Checkup(os::System& system, const engine::InstallTarget& target,
          const std::optional<Client>& client, Repair repair)
      : system_(system),
        target_(target),
        client_(client),
        findings_(std::string(kHostName), repair) {}

  std::vector<Finding> run() {
    for (const InstallScope scope :
         {InstallScope::local, InstallScope::project, InstallScope::user}) {
      read_scope(scope);
    }
    read_managed();
    check_plugin();
    check_scopes();
    for (const HookFile& file : files_) check_file(file);
    const bool is_installed = !files_.empty() || plugin_;
    if (is_installed && findings_.empty()) {
      findings_.add(Severity::good,
                    plugin_ ? "the plugin brings the hooks, by " + plugin_->string()
                            : "hooks are installed in " + files_.front().path.string(),
                    "");
    }
    // Only where something is installed: elsewhere that is what there is to say, and nothing could
    // overrule what is not there.
    if (is_installed) {
      check_worktrees();
      check_shield(system_, target_, findings_);
      check_mods(system_, target_, findings_);
    }
    return findings_.take();
  }

 private:
  void report_switch(const os::Path& path, const JsonText& settings, std::string_view key,
                     std::string_view effect) {
    if (settings.bytes_of({key}) != "true") return;
    findings_.add(Severity::problem,
                  path.string() + ":" + std::to_string(settings.line_of({key})) + ": " +
                      std::string(key) + " " + std::string(effect),
                  "Somebody wanted it so; take " + std::string(key) + " out to be protected.");
  }

  // A person's own files are theirs to repair; one that others share is only named.
  void check_switch(InstallScope scope, const os::Path& path, const JsonText& settings) {
    constexpr std::string_view kSwitch = "disableAllHooks";
    if (scope == InstallScope::project) {
      return report_switch(path, settings, kSwitch, "switches all hooks off");
    }
    if (settings.bytes_of({kSwitch}) != "true") return;
    findings_.add_fixable(Severity::problem,
                          path.string() + ":" + std::to_string(settings.line_of({kSwitch})) +
                              ": disableAllHooks switches all hooks off",
                          "take disableAllHooks out", [&]() -> base::Result<void> {
                            TRY_ASSIGN(const auto text, read_settings(system_, path));
                            TRY_ASSIGN(JsonText edited,
                                       parse_settings_of(path, text.value_or("{}")));
                            TRY(edited.remove({kSwitch}));
                            return write_file(system_, path, edited.text());
                          });
  }

  void read_scope(InstallScope scope) {
    const os::Path path = settings_path(target_, scope);
    // A project that is the home folder itself has one file for both scopes.
    const bool is_known =
        scope == InstallScope::user && path == settings_path(target_, InstallScope::project);
    if (is_known) return;
    if (auto file = read_file(scope, path)) files_.push_back(*std::move(file));
  }

  // A file with hooks of ours. What keeps all hooks from running is said.
  std::optional<HookFile> read_file(InstallScope scope, const os::Path& path) {
    auto text = read_settings(system_, path);
    if (text.ok() && !*text) return std::nullopt;
    auto settings = text.ok() ? parse_settings_of(path, **text)
                              : base::Result<JsonText>(std::move(text).error());
    if (!settings.ok()) {
      findings_.add(Severity::problem, settings.error().message, settings.error().hint);
      return std::nullopt;
    }
    check_switch(scope, path, *settings);
    HookFile file{scope, path, base::JsonBox(settings->value()), our_hooks(settings->value())};
    return file.hooks.empty() ? std::nullopt : std::optional(std::move(file));
  }

  void read_managed() {
    const auto text = system_.files.read(kManagedSettings);
    if (!text.ok()) return;
    const auto settings = JsonText::parse(*text);
    if (!settings.ok()) return;
    report_switch(kManagedSettings, *settings, "disableAllHooks", "switches all hooks off");
    report_switch(kManagedSettings, *settings, "allowManagedHooksOnly",
                  "switches off all hooks but the administrator's");
  }

  // A plugin's hooks beside a file's would record every event twice.
  void check_plugin() {
    plugin_ = plugin_switch(system_, target_);
    if (!plugin_) return;
    std::vector<HookFile> kept;
    for (HookFile& file : files_) {
      const std::string message =
          "hooks are installed more than once: by the plugin and in " + file.path.string();
      if (file.scope == InstallScope::project) {
        findings_.add(
            Severity::remark, message,
            "It is shared with others; `holdfast uninstall --scope project` takes them out for "
            "all.");
        kept.push_back(std::move(file));
        continue;
      }
      findings_.add_fixable(Severity::problem, message, "take them out of the file",
                            [&] { return take_out(file.path); });
    }
    files_ = std::move(kept);
  }

  // One set is enough. The user's file serves other projects too and a project's file serves other
  // people, so neither is ours to empty: the local set goes where the user's is there, and a
  // project's set is only named.
  void check_scopes() {
    const auto find = [&](InstallScope scope) {
      return std::find_if(files_.begin(), files_.end(),
                          [&](const HookFile& file) { return file.scope == scope; });
    };
    const auto project = find(InstallScope::project);
    if (project != files_.end() && files_.size() > 1) {
      findings_.add(
          Severity::remark,
          "hooks are installed more than once: the project's " + project->path.string() +
              " has them too",
          "It is shared with others; `holdfast uninstall --scope project` takes them out for all.");
    }
    const auto local = find(InstallScope::local);
    const auto user = find(InstallScope::user);
    if (local == files_.end() || user == files_.end()) return;
    const bool is_done = findings_.add_fixable(
        Severity::problem,
        "hooks are installed more than once: in " + local->path.string() + " and in " +
            user->path.string(),
        "take them out of the first, since the second serves other projects too",
        [&] { return take_out(local->path); });
    if (is_done) files_.erase(local);
  }

  // Whether the client reads hooks of ours where it is started in this linked worktree. Of a client
  // whose version nobody knows it is believed.
  bool is_worktree_gated(const engine::InstallTarget& there) {
    if (is_gated(system_, there)) return true;
    const bool has_main = std::any_of(files_.begin(), files_.end(), [](const HookFile& file) {
      return file.scope == InstallScope::local;
    });
    return has_main && reads_main_worktree(client_).value_or(true);
  }

  std::string not_gated(const os::Path& worktree) const {
    std::string text = worktree.string() +
                       " is not gated: no file that the client reads there has "
                       "hooks of ours";
    if (reads_main_worktree(client_).value_or(true)) return text;
    return text + "; Claude Code " + to_string(*client_->version) +
           " does not read the main worktree's settings.local.json";
  }

  // Of the main one all are told, of a linked one itself.
  void check_worktrees() {
    for (const os::Path& worktree : target_.worktrees) {
      const auto there = in_worktree(target_, worktree);
      const bool is_asked_about = worktree == target_.worktree;
      if (!target_.worktree.empty() && !is_asked_about) continue;
      if (!is_worktree_gated(there)) {
        findings_.add(is_asked_about ? Severity::problem : Severity::remark, not_gated(worktree),
                      "`holdfast init --yes` there writes them; `holdfast init --yes --scope user` "
                      "serves all worktrees.");
      }
      if (!is_asked_about) continue;
      if (const auto file =
              read_file(InstallScope::local, settings_path(there, InstallScope::local))) {
        check_file(*file);
      }
      check_server(there);
    }
  }

  // Where `init` gave the main worktree our server, a linked one should have it too. A project's
  // own entry comes with the branch.
  void check_server(engine::InstallTarget there) {
    if (reads_main_servers(there)) return;
    engine::InstallTarget main = target_;
    main.scope = there.scope = InstallScope::local;
    const auto at_main = plan_server(system_, main);
    const auto here = plan_server(system_, there);
    const bool is_missing =
        at_main.ok() && here.ok() && !here->has_file && at_main->before == ServerEntry::own;
    if (!is_missing) return;
    findings_.add(Severity::remark,
                  "the MCP server is missing in " + there.root.string() +
                      ": the client does not read the main worktree's .mcp.json",
                  "`holdfast init --yes` there adds it.");
  }

  base::Result<void> take_out(const os::Path& path) {
    TRY_ASSIGN(const auto text, read_settings(system_, path));
    if (!text) return {};
    TRY_ASSIGN(auto without, without_our_hooks(*text));
    return write_file(system_, path, std::move(without));
  }

  base::Result<void> rewrite(const os::Path& path, const HookForm& form) {
    TRY_ASSIGN(const auto text, read_settings(system_, path));
    TRY_ASSIGN(auto wanted, with_our_hooks(text, form));
    if (text == wanted) return {};
    return write_file(system_, path, std::move(wanted));
  }

  void check_file(const HookFile& file) {
    const HookVerdict verdict = check_hooks(system_, target_, client_, file);
    for (const Complaint& complaint : verdict.complaints) {
      switch (complaint.cure) {
        case Cure::none:
          findings_.add(complaint.severity, complaint.message, complaint.repair);
          break;
        case Cure::rewrite:
          findings_.add_fixable(complaint.severity, complaint.message, complaint.repair,
                                [&] { return rewrite(file.path, verdict.form); });
          break;
        case Cure::run_bit:
          findings_.add_fixable(complaint.severity, complaint.message, complaint.repair,
                                [&] { return restore_run_bit(system_.files, complaint.program); });
          break;
      }
    }
  }

  os::System& system_;
  const engine::InstallTarget& target_;
  const std::optional<Client>& client_;
  std::vector<HookFile> files_;     // Those with hooks of ours.
  std::optional<os::Path> plugin_;  // What switches the plugin on.
  Findings findings_;
};

}  // namespace

std::vector<Finding> check_installation(os::System& system, const engine::InstallTarget& target,
                                        const std::optional<Client>& client, Repair repair) {
  return Checkup(system, target, client, repair).run();
}

}  // namespace host::claude_code
