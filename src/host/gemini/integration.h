// Installing into Gemini CLI: its files and events, and what it cannot enforce.
#pragma once
#include "host/file_integration.h"

namespace host::gemini {

HostDescription description();

}  // namespace host::gemini
