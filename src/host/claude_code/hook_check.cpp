#include "host/claude_code/hook_check.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/text.h"
#include "host/claude_code/settings_file.h"

namespace host::claude_code {
namespace {

using engine::Severity;

// A timeout of a quarter of an hour or more was meant in milliseconds.
constexpr double kSecondsMax = 1000;

template <typename List>
bool has(const List& list, std::string_view item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

std::string joined(const std::vector<std::string>& names) { return base::join(names, ", "); }

class HookCheck {
 public:
  HookCheck(os::System& system, const engine::InstallTarget& target,
            const std::optional<Client>& client, const HookFile& file)
      : system_(system), target_(target), client_(client), file_(file) {
    verdict_.form = form_for(target, file.scope, client);
  }

  HookVerdict run() {
    keep_what_no_client_contradicts();
    check_programs();
    check_timeouts();
    check_events();
    check_style();
    const bool is_complete =
        verdict_.complaints.empty() && !is_installed(file_.settings.get(), verdict_.form);
    if (is_complete) {
      say(Severity::remark, "the hooks in " + name() + " are not as `holdfast init` writes them",
          "`" + init_command() + "` writes them anew.", Cure::none);
    }
    return std::move(verdict_);
  }

 private:
  std::string name() const { return file_.path.string(); }

  std::string init_command() const { return "holdfast init --yes" + scope_option(file_.scope); }

  void say(Severity severity, std::string message, std::string repair, Cure cure) {
    verdict_.complaints.push_back({severity, std::move(message), std::move(repair), cure, {}});
  }

  bool is_client_known() const {
    return client_ && (client_->version || client_->events.size() > basic_events().size());
  }

  // Where no client can be seen from here, what is installed was written for one that could.
  void keep_what_no_client_contradicts() {
    if (file_.scope == engine::InstallScope::project || is_client_known()) return;
    HookForm& form = verdict_.form;
    form.style = file_.hooks.front().style;
    form.events.clear();
    for (const std::string_view event : used_events()) {
      if (has(basic_events(), event) || count_of(event) > 0) form.events.push_back(event);
    }
  }

  std::size_t count_of(std::string_view event) const {
    return static_cast<std::size_t>(
        std::count_if(file_.hooks.begin(), file_.hooks.end(),
                      [&](const OurHook& hook) { return hook.event == event; }));
  }

  void check_programs() {
    std::set<std::string> programs;
    for (const OurHook& hook : file_.hooks) programs.insert(hook.program);
    bool replaces_program = false;
    for (const std::string& program : programs) {
      const auto complaint =
          check_named_program(system_, target_,
                              {.name = program,
                               .file = name(),
                               .is_shared_file = file_.scope == engine::InstallScope::project,
                               .init = init_command()});
      if (!complaint) continue;
      replaces_program = replaces_program || complaint->cure == Cure::rewrite;
      verdict_.complaints.push_back(*complaint);
    }
    if (programs.size() == 1 && !replaces_program) verdict_.form.program = *programs.begin();
  }

  void check_timeouts() {
    std::vector<std::string> wrong;
    for (const OurHook& hook : file_.hooks) {
      if (hook.timeout && *hook.timeout >= kSecondsMax) wrong.push_back(hook.event);
    }
    if (wrong.empty()) return;
    say(Severity::problem,
        "timeouts in " + name() +
            " look like milliseconds; the host takes seconds: " + joined(wrong),
        "write them in seconds", Cure::rewrite);
  }

  void check_events() {
    std::vector<std::string> missing;
    std::vector<std::string> missing_later;
    std::vector<std::string> twice;
    for (const std::string_view event : verdict_.form.events) {
      const std::size_t count = count_of(event);
      const bool basic = has(basic_events(), event);
      if (count == 0) (basic ? missing : missing_later).emplace_back(event);
      if (count > 1) twice.emplace_back(event);
    }
    std::set<std::string> unknown;
    for (const OurHook& hook : file_.hooks) {
      if (has(used_events(), hook.event) && !has(verdict_.form.events, hook.event)) {
        unknown.insert(hook.event);
      }
    }
    if (!missing.empty()) {
      say(Severity::problem, "hooks are missing in " + name() + ": " + joined(missing), "add them",
          Cure::rewrite);
    }
    if (!missing_later.empty()) {
      say(Severity::remark,
          "the client knows events that " + name() + " has no hook for: " + joined(missing_later),
          "add them", Cure::rewrite);
    }
    if (!twice.empty()) {
      say(Severity::problem, "hooks stand in " + name() + " more than once: " + joined(twice),
          "keep one of each", Cure::rewrite);
    }
    if (!unknown.empty()) {
      const std::vector<std::string> names(unknown.begin(), unknown.end());
      say(Severity::problem,
          "clients that do not know these events drop all of " + name() + ": " + joined(names),
          "take these hooks out", Cure::rewrite);
    }
  }

  void check_style() {
    const HookStyle wanted = verdict_.form.style;
    const bool differs = std::any_of(file_.hooks.begin(), file_.hooks.end(),
                                     [&](const OurHook& hook) { return hook.style != wanted; });
    if (!differs) return;
    if (wanted == HookStyle::shell) {
      say(Severity::problem,
          "hooks in " + name() +
              " have the exec form, which clients before 2.1.139 run without "
              "arguments",
          "write the shell form", Cure::rewrite);
    } else {
      say(Severity::remark,
          "hooks in " + name() +
              " have the shell form; the client takes the exec form, which needs "
              "no shell",
          "write the exec form", Cure::rewrite);
    }
  }

  os::System& system_;
  const engine::InstallTarget& target_;
  const std::optional<Client>& client_;
  const HookFile& file_;
  HookVerdict verdict_;
};

}  // namespace

HookVerdict check_hooks(os::System& system, const engine::InstallTarget& target,
                        const std::optional<Client>& client, const HookFile& file) {
  return HookCheck(system, target, client, file).run();
}

}  // namespace host::claude_code
