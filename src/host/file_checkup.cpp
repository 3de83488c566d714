#include "host/file_checkup.h"

#include <algorithm>
#include <set>

#include "host/file_plan.h"
#include "host/obstacle.h"
#include "host/program.h"
#include "host/program_check.h"

namespace host {
namespace {

using engine::InstallScope;
using engine::InstallTarget;
using engine::Severity;

// One part of ours as it is found.
struct Installed {
  const Part* part = nullptr;
  os::Path path;
  std::optional<std::string> text;
  std::vector<OurHook> ours;
};

class FileCheckup {
 public:
  FileCheckup(os::System& system, const HostDescription& host, const InstallTarget& target,
              Repair repair)
      : system_(system), host_(host), target_(target), findings_(std::string(host.name), repair) {}

  std::vector<engine::Finding> run() {
    std::vector<Installed> project = read(InstallScope::local);
    const std::vector<Installed> user = read(InstallScope::user);
    const bool is_twice = is_installed(project) && is_installed(user);
    if (is_twice && check_twice(project)) project.clear();
    if (is_installed(project)) check_scope(project, scope_of(project));
    if (is_installed(user)) check_scope(user, InstallScope::user);
    const std::vector<Installed>& first = is_installed(project) ? project : user;
    if (is_installed(first) && findings_.empty()) {
      findings_.add(Severity::good, "hooks are installed in " + path_of(first), "");
    }
    check_trust(first);
    return findings_.take();
  }

 private:
  // The parts of one place; a project's local and shared hooks lie in the same files.
  std::vector<Installed> read(InstallScope scope) {
    std::vector<Installed> parts;
    for (const auto& part : host_.parts) {
      Installed one{part.get(), host::path_of(system_, host_, *part, target_, scope), {}, {}};
      const bool is_ours_to_read =
          scope == InstallScope::user || !leads_away(system_, target_, one.path);
      if (one.path.empty() || !is_ours_to_read) continue;
      auto text = read_text(system_, one.path);
      if (text.ok()) one.text = *std::move(text);
      if (one.text && part->may_be_in(*one.text)) {
        auto found = part->find(*one.text);
        if (!found.ok()) {
          const auto error = base::with_context(std::move(found).error(), one.path.string());
          findings_.add(Severity::problem, error.message, error.hint);
          continue;
        }
        one.ours = *std::move(found);
      }
      parts.push_back(std::move(one));
    }
    return parts;
  }

  static bool is_installed(const std::vector<Installed>& parts) {
    return std::any_of(parts.begin(), parts.end(), [](const Installed& one) {
      return one.part->is_needed() && !one.ours.empty();
    });
  }

  static std::string path_of(const std::vector<Installed>& parts) {
    for (const Installed& one : parts) {
      if (one.part->is_needed() && !one.ours.empty()) return one.path.string();
    }
    return "";
  }

  static InstallScope scope_of(const std::vector<Installed>& parts) {
    for (const Installed& one : parts) {
      for (const OurHook& hook : one.ours) {
        if (one.part->is_needed() && hook.kind() == HookKind::own) return InstallScope::local;
      }
    }
    return InstallScope::project;
  }

  // The user's files serve other projects too, and a project's serve other people. True: what was
  // this machine's alone is taken out now.
  bool check_twice(const std::vector<Installed>& project) {
    const std::string message =
        "hooks are installed more than once: in " + path_of(project) + " and in your own files";
    if (scope_of(project) == InstallScope::project) {
      findings_.add(Severity::remark, message,
                    "It is shared with others; `holdfast uninstall --scope project --host " +
                        std::string(host_.name) + "` takes them out for all.");
      return false;
    }
    return findings_.add_fixable(
        Severity::problem, message,
        "take them out of the first, since the second serves other projects too",
        [&]() -> base::Result<void> {
          InstallTarget target = target_;
          target.scope = InstallScope::local;
          TRY_ASSIGN(auto plan, plan_no_files(system_, host_, target));
          engine::InstallPlan changes;
          changes.changes = std::move(plan.changes);
          return engine::apply_plan(system_, changes);
        });
  }

  // Hooks that the host does not run yet look like those that it runs.
  void check_trust(const std::vector<Installed>& parts) {
    if (host_.is_trusted == nullptr) return;
    const os::Path path = user_folder(system_, host_, target_) / host_.settings;
    const auto settings = read_text(system_, path);
    for (const Installed& one : parts) {
      if (!one.part->is_needed() || one.ours.empty()) continue;
      const bool is_read = settings.ok() && *settings;
      if (is_read && host_.is_trusted(one.path, *one.text, **settings)) continue;
      if (is_read && tell_switched_off(path, one, **settings)) continue;
      findings_.add(Severity::problem,
                    "its settings do not say that the hooks in " + one.path.string() +
                        " are trusted, and it runs no other",
                    std::string(host_.trust));
    }
  }

  bool tell_switched_off(const os::Path& path, const Installed& one, const std::string& settings) {
    if (host_.switched_off == nullptr) return false;
    const std::string why = host_.switched_off(one.path, *one.text, settings);
    if (why.empty()) return false;
    const std::string message = path.string() + ": " + why;
    const bool is_new = obstacles_told_.insert(message).second;
    if (is_new) findings_.add(Severity::problem, message, "Take that out again.");
    return true;
  }

  void check_scope(const std::vector<Installed>& parts, InstallScope scope) {
    const std::string init =
        "holdfast init --yes --host " + std::string(host_.name) + scope_option(scope);
    PartForm form = form_for(system_, host_, target_, scope);
    std::set<std::string> programs;
    std::optional<Complaint> wrong_program;
    for (const Installed& one : parts) {
      for (const OurHook& hook : one.ours) {
        if (hook.program.empty() || !programs.insert(hook.program).second) continue;
        auto wrong = check_program(one, hook.program, scope, init);
        if (wrong) wrong_program = std::move(wrong);
      }
    }
    if (wrong_program) {
      findings_.add_fixable(wrong_program->severity, wrong_program->message, wrong_program->repair,
                            [&] { return rewrite(parts, form); });
      return;
    }
    if (scope != InstallScope::project && programs.size() == 1) form.program = *programs.begin();
    check_form(parts, form, init);
    check_run_bits(parts);
    check_obstacles(parts, scope);
  }

  // A script that cannot be started is passed over by the host without a word: the gate is open.
  void check_run_bits(const std::vector<Installed>& parts) {
    for (const Installed& one : parts) {
      const bool is_program = (one.part->mode() & 0111U) != 0;
      if (one.ours.empty() || !is_program || is_executable(system_.files, one.path)) continue;
      findings_.add_fixable(Severity::problem, one.path.string() + " has lost its run bit",
                            "make it executable",
                            [&] { return restore_run_bit(system_.files, one.path); });
    }
  }

  // What somebody set against us is theirs to take back.
  void check_obstacles(const std::vector<Installed>& parts, InstallScope scope) {
    for (const Installed& one : parts) {
      if (one.ours.empty()) continue;
      for (const Obstacle& other :
           obstacles_of(system_, host_, target_, {*one.part, scope, *one.text})) {
        const std::string message = other.path.string() + ": " + other.why;
        // Hooks of both scopes may have the same in their way.
        if (!obstacles_told_.insert(message).second) continue;
        findings_.add(Severity::problem, message, "Take that out again.");
      }
    }
  }

  base::Result<void> rewrite(const std::vector<Installed>& parts, const PartForm& form) {
    for (const Installed& one : parts) {
      if (!one.part->is_needed() && one.ours.empty()) continue;
      // Another part of the same file may have been written just now.
      TRY_ASSIGN(const auto text, read_text(system_, one.path));
      TRY_ASSIGN(auto wanted, one.part->with_ours(text, form));
      if (text != wanted) TRY(write_file(system_, one.path, std::move(wanted), one.part->mode()));
    }
    return {};
  }

  // What asks for another program to be named; everything else is said here.
  std::optional<Complaint> check_program(const Installed& one, const std::string& program,
                                         InstallScope scope, const std::string& init) {
    auto complaint = check_named_program(system_, target_,
                                         {.name = program,
                                          .file = one.path.string(),
                                          .is_shared_file = scope == InstallScope::project,
                                          .init = init});
    if (!complaint || complaint->cure == Cure::rewrite) return complaint;
    if (complaint->cure == Cure::run_bit) {
      findings_.add_fixable(complaint->severity, complaint->message, complaint->repair,
                            [&] { return restore_run_bit(system_.files, complaint->program); });
    } else {
      findings_.add(complaint->severity, complaint->message, complaint->repair);
    }
    return std::nullopt;
  }

  void check_form(const std::vector<Installed>& parts, const PartForm& form,
                  const std::string& init) {
    std::vector<Installed> missing;
    std::vector<Installed> changed;
    for (const Installed& one : parts) {
      if (!one.part->is_needed() && one.ours.empty()) continue;
      const auto wanted = one.part->with_ours(one.text, form);
      if (wanted.ok()) {
        if (one.text != *wanted) (one.ours.empty() ? missing : changed).push_back(one);
      } else if (one.part->is_needed()) {
        check_others(one, form, wanted.error());
      }
    }
    add_rewrite(missing, form, "hooks are missing in ", "");
    add_rewrite(changed, form, "what is ours in ", " is not as `" + init + "` writes it");
  }

  // What somebody else has in the place may call us.
  void check_others(const Installed& one, const PartForm& form, const base::Error& error) {
    switch (one.text ? one.part->others_call(*one.text, form) : OthersCall::none) {
      case OthersCall::none:
        findings_.add(Severity::problem, one.path.string() + ": " + error.message, error.hint);
        return;
      case OthersCall::in_its_own_way:
        findings_.add(Severity::remark,
                      one.path.string() +
                          ": another hook is there and calls Holdfast; see that it blocks where "
                          "the program fails",
                      error.hint);
        return;
      case OthersCall::as_advised:
        return;
    }
  }

  // A host that wants each hook in a file of its own gets one sentence for all of them.
  void add_rewrite(const std::vector<Installed>& parts, const PartForm& form,
                   const std::string& before, const std::string& after) {
    if (parts.empty()) return;
    std::string files = parts.front().path.string();
    if (parts.size() > 1) files += " and " + std::to_string(parts.size() - 1) + " more";
    findings_.add_fixable(Severity::problem, before + files + after, "write it anew",
                          [&] { return rewrite(parts, form); });
  }

  os::System& system_;
  const HostDescription& host_;
  const InstallTarget& target_;
  Findings findings_;
  std::set<std::string> obstacles_told_;
};

}  // namespace

std::vector<engine::Finding> check_files(os::System& system, const HostDescription& host,
                                         const InstallTarget& target, Repair repair) {
  return FileCheckup(system, host, target, repair).run();
}

}  // namespace host
