// What may be wrong with the program that a hook names. Changes nothing.
#pragma once
#include <optional>
#include <string>

#include "engine/finding.h"
#include "engine/installation.h"

namespace host {

// What repairs a finding: writing our entries anew, or giving the program its run bit back.
enum class Cure { none, rewrite, run_bit };

struct Complaint {
  engine::Severity severity = engine::Severity::problem;
  std::string message;
  std::string repair;
  Cure cure = Cure::none;
  os::Path program;  // Of Cure::run_bit.
};

// A program as a file names it.
struct NamedProgram {
  std::string name;             // A path, or a bare name that PATH finds.
  std::string file;             // Which says so, for the sentence.
  bool is_shared_file = false;  // Others have it too: then no age is ours to mend.
  std::string init;             // The command that writes the file anew.
};

// Nothing where the program is there, runs and is the one that runs now. Cure::rewrite says that
// another program is to be named.
std::optional<Complaint> check_named_program(os::System& system,
                                             const engine::InstallTarget& target,
                                             const NamedProgram& named);

base::Result<void> restore_run_bit(os::FileSystem& files, const os::Path& path);

// " --scope user", as a command has it; empty for the default.
std::string scope_option(engine::InstallScope scope);

}  // namespace host
