// Installing into Cursor: its files and events, and what it cannot enforce.
#pragma once
#include "host/file_integration.h"

namespace host::cursor {

HostDescription description();

}  // namespace host::cursor
