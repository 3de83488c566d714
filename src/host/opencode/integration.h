// Installing into OpenCode: its files and events, and what it cannot enforce.
#pragma once
#include "host/file_integration.h"

namespace host::opencode {

HostDescription description();

}  // namespace host::opencode
