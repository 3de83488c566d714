#include "engine/journal_files.h"

#include <set>

#include "base/id.h"

namespace engine {

std::vector<JournalFile> journal_files(os::FileSystem& files, const store::Layout& layout) {
  constexpr std::string_view kJournalEnding = ".jsonl";
  std::vector<JournalFile> found;
  std::set<std::string> runs;
  for (const os::Path& folder : {layout.journals(), layout.journal_archive()}) {
    const auto names = files.list(folder);
    if (!names.ok()) continue;
    for (const std::string& name : *names) {
      if (!name.ends_with(kJournalEnding)) continue;
      const std::string run = name.substr(0, name.size() - kJournalEnding.size());
      if (base::uuid_from_text(run) != run || !runs.insert(run).second) continue;
      found.push_back({run, folder / name});
    }
  }
  return found;
}

store::Layout plain_layout(os::System system, const KnownProject& known) {
  const os::Path local =
      known.common_dir.empty() ? known.root / ".holdfast" / "local" : known.common_dir / "holdfast";
  return store::Layout({local, local / "notes", store::homes_of(system.environment).state,
                        model::ProjectId{known.id}});
}

}  // namespace engine
