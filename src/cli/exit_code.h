// The exit codes that scripts rely on.
#pragma once
#include "base/error.h"

namespace cli {

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kDenied = 2;        // Denied, blocked, or a gate failed.
constexpr int kWrongUse = 64;     // As sysexits.h has them, from here on.
constexpr int kBadData = 65;      // Not what the format says, or changed behind our back.
constexpr int kUnavailable = 69;  // A needed part is not there.
constexpr int kTryAgain = 75;     // Somebody else was quicker.
constexpr int kNoSecret = 77;

int exit_code_of(base::Code code);

}  // namespace cli
