// Installing into Codex: its files and events, and what it cannot enforce.
#pragma once
#include "host/file_integration.h"

namespace host::codex {

HostDescription description();

}  // namespace host::codex
