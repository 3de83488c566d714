// Installing into Windsurf: its files and events, and what it cannot enforce.
#pragma once
#include "host/file_integration.h"

namespace host::windsurf {

HostDescription description();

}  // namespace host::windsurf
