// How times and places of requirements look to people.
#pragma once
#include <cstdint>
#include <string>

#include "model/config.h"
#include "model/gate.h"
#include "os/files.h"

namespace cli {

// "2026-01-18 09:30:00 UTC" of seconds since 1970; a file may hold any number.
std::string time_text(std::int64_t seconds);

// ".claude/requirements.yaml:12"; a file that is not below `root` by its whole path.
std::string place_text(const os::Path& root, const model::RuleSource& source);
// The same and what is wrong there.
std::string problem_text(const os::Path& root, const model::ConfigProblem& problem);

}  // namespace cli
