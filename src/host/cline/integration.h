// Installing into Cline: its files and events, and what it cannot enforce.
#pragma once
#include "host/file_integration.h"

namespace host::cline {

HostDescription description();

}  // namespace host::cline
