// Installing into OpenClaw: its files and events, and what it cannot enforce.
#pragma once
#include "host/file_integration.h"

namespace host::openclaw {

HostDescription description();

}  // namespace host::openclaw
