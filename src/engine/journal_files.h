// The journals of a known project, whether or not it can be opened. Private to the engine.
#pragma once
#include <string>
#include <vector>

#include "engine/known_projects.h"
#include "os/system.h"
#include "store/layout.h"

namespace engine {

struct JournalFile {
  std::string run;
  os::Path path;
};

// Also those of ended runs that `maintenance` has moved away.
std::vector<JournalFile> journal_files(os::FileSystem& files, const store::Layout& layout);

// Where a known project has its journals, by what is remembered of it alone.
store::Layout plain_layout(os::System system, const KnownProject& known);

}  // namespace engine
