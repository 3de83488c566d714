#include "engine/told_once.h"

#include <algorithm>

#include "base/text.h"
#include "store/layout.h"

namespace engine {

std::vector<std::string> not_told_before(os::System& system, std::string_view subject,
                                         const std::vector<std::string>& keys) {
  const os::Path folder = store::homes_of(system.environment).state / "told";
  const os::Path file = folder / std::string(subject);
  const auto before = system.files.read(file);
  std::vector<std::string> told;
  for (const std::string_view line :
       base::split(before.ok() ? *before : std::string_view(), '\n')) {
    if (!line.empty()) told.emplace_back(line);
  }
  std::vector<std::string> fresh;
  for (const std::string& key : keys) {
    if (std::find(told.begin(), told.end(), key) == told.end()) fresh.push_back(key);
  }
  if (fresh.empty()) return fresh;
  told.insert(told.end(), fresh.begin(), fresh.end());
  constexpr std::size_t kKeptMax = 500;
  if (told.size() > kKeptMax) told.erase(told.begin(), told.end() - kKeptMax);
  std::string text;
  for (const std::string& key : told) text += key + "\n";
  if (system.files.make_folders(folder).ok()) {
    (void)system.files.replace(file, text, {.sync = false, .sync_folder = false});
  }
  return fresh;
}

}  // namespace engine
