#include "host/program_check.h"

#include "host/program.h"

namespace host {
namespace {

using engine::Severity;

std::optional<Complaint> check_age(os::System& system, const engine::InstallTarget& target,
                                   const NamedProgram& named, const os::Path& path) {
  const auto real = system.files.real_path(path);
  if (!real.ok() || *real == target.program) return std::nullopt;
  const auto version = holdfast_version_of(system.files, *real);
  const auto theirs = version_from_text(version.value_or(""));
  const auto ours = version_from_text(this_version());
  if (theirs && ours && *theirs < *ours && !named.is_shared_file) {
    return Complaint{
        Severity::problem,
        named.file + " names " + path.string() + ", which is the older version " + *version,
        "name " + target.program.string() + " (" + this_version() + ") instead",
        Cure::rewrite,
        {}};
  }
  return Complaint{Severity::remark,
                   "the hooks run " + path.string() + (version ? " (" + *version + ")" : "") +
                       ", this is " + target.program.string() + " (" + this_version() + ")",
                   "`" + named.init + "` makes the hooks run this one.",
                   Cure::none,
                   {}};
}

}  // namespace

std::optional<Complaint> check_named_program(os::System& system,
                                             const engine::InstallTarget& target,
                                             const NamedProgram& named) {
  // What the shell expands is known when it runs, not here.
  if (named.name.find_first_of("$~") != std::string::npos) return std::nullopt;
  os::Path path = named.name;
  if (named.name.find('/') == std::string::npos) {
    const auto found = find_on_path(system, named.name);
    if (!found) {
      return Complaint{Severity::problem,
                       named.file + " names " + named.name + ", which PATH does not find",
                       "Install Holdfast where PATH finds it.",
                       Cure::none,
                       {}};
    }
    path = *found;
  }
  if (!system.files.exists(path)) {
    return Complaint{Severity::problem,
                     named.file + " names " + named.name + ", which is not there",
                     "name " + target.program.string() + " instead",
                     Cure::rewrite,
                     {}};
  }
  if (!is_executable(system.files, path)) {
    return Complaint{Severity::problem, path.string() + " has lost its run bit",
                     "make it executable", Cure::run_bit, path};
  }
  return check_age(system, target, named, path);
}

base::Result<void> restore_run_bit(os::FileSystem& files, const os::Path& path) {
  TRY_ASSIGN(const os::FileInfo info, files.info(path));
  const std::uint32_t readable = info.mode & 0444U;
  return files.set_mode(path, info.mode | 0100U | readable >> 2U);
}

std::string scope_option(engine::InstallScope scope) {
  switch (scope) {
    case engine::InstallScope::local:
      return "";
    case engine::InstallScope::project:
      return " --scope project";
    case engine::InstallScope::user:
      return " --scope user";
  }
  return "";
}

}  // namespace host
