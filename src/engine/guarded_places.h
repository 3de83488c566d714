// What of ours is really there, for calls that name it by a wildcard, a tree or another name.
// Private to the engine. Nothing is looked up before it is asked for.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/stores.h"
#include "os/files.h"
#include "policy/guarded_file.h"
#include "policy/path_pattern.h"

namespace engine {

// Whether `path` is `folder` or below it; both without a slash at the end.
bool lies_in(std::string_view path, std::string_view folder);

class GuardedPlaces {
 public:
  enum class Of { changes, secrets };  // What no agent changes, or what none reads.

  // `stores` outlives this.
  GuardedPlaces(Stores& stores, Of of) : stores_(stores), files_(stores.system.files), of_(of) {}

  // Each gives the first place that is found, as an absolute path; empty where there is none.

  // Below a folder, or the folder itself.
  std::string in_tree(std::string_view folder);
  // That the pattern takes in. `spared`: patterns of what it leaves out.
  std::string matching(const policy::PathPattern& pattern, const std::vector<std::string>& spared);
  // That is another name of a file with several.
  std::string same_file(const os::FileInfo& file);
  // That would be written where `source` comes to lie at `folder`. `names`: what its first names
  // match; empty: all come.
  std::string arriving(std::string_view source, std::string_view folder, std::string_view names);
  // The same of what makes a mod run alone.
  std::string arriving_mod(const std::string& source, std::string_view folder);
  // What makes `path` code of a mod, or a list of its modules.
  std::string module_list(std::string_view path);
  // Where a plugin names modules; empty where it has none.
  std::string list_with_modules(const os::Path& plugin);

 private:
  using Places = std::vector<policy::GuardedPlace>;

  // Those that may be in `folder` or around it, whether or not they are there; with the files that
  // only their names tell, as `seen_from` has them.
  Places near(std::string_view folder, const std::string& seen_from);
  // What would make mods run among all that arrives from `source`.
  void add_mods(std::string_view folder, const std::string& source, Places& found);
  // All files below the folders among them.
  void add_files_below(const std::string& folder, int depth, Places& found);
  bool is_there(const std::string& path);

  const policy::GuardRoots& roots();

  const Stores& stores_;
  os::FileSystem& files_;
  Of of_;
  std::optional<policy::GuardRoots> roots_;
  std::optional<Places> fixed_;
};

}  // namespace engine
