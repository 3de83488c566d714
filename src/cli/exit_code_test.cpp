#include "cli/exit_code.h"

#include <gtest/gtest.h>

#include <map>

namespace cli {
namespace {

using base::Code;

TEST(ExitCodeTest, EveryCodeHasTheExitThatScriptsRelyOn) {
  const std::map<Code, int> rows{
      {Code::failed, 1},
      {Code::io, 1},
      {Code::not_found, 1},
      {Code::exists, 1},
      {Code::no_session, 1},  // S0-50
      {Code::no_active_invocation, 1},
      {Code::compaction_not_needed, 1},
      {Code::refused, 2},
      {Code::mode_forbidden, 2},   // SC-17
      {Code::invalid_params, 64},  // SC-21
      {Code::invalid_value, 64},
      {Code::immutable_field, 64},
      {Code::ambiguous_id, 64},
      {Code::parse_error, 65},
      {Code::signature_invalid, 65},
      {Code::state_rollback, 65},
      {Code::note_missing, 65},
      {Code::too_large, 65},
      {Code::unavailable, 69},  // S0-52
      {Code::not_opted_in, 69},
      {Code::version_conflict, 75},  // SC-5
      {Code::lock_timeout, 75},
      {Code::no_secret, 77},
  };
  for (const auto& [code, exit] : rows) {
    SCOPED_TRACE(base::code_name(code));
    EXPECT_EQ(exit_code_of(code), exit);
  }
}

}  // namespace
}  // namespace cli
