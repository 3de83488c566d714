// Installing into GitHub Copilot CLI: its files and events, and what it cannot enforce.
#pragma once
#include "host/file_integration.h"

namespace host::copilot {

HostDescription description();

}  // namespace host::copilot
