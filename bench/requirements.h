// A cascade of requirements and the state of a busy branch, for measuring.
#pragma once
#include <string>
#include <string_view>

namespace bench {

// 20 requirements in about 400 lines of YAML, all of them asked about every file that is written.
std::string requirements_yaml();

// Every requirement satisfied and triggered in each of `sessions` sessions, `run` among them, as
// the other tool lays its files out: about 5 KB a session.
std::string branch_state(std::string_view branch, std::string_view run, int sessions);

}  // namespace bench
