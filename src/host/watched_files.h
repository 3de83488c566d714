// The hosts' own files that tell whom to ask: which they are for a project, and what their texts
// say.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/host_files.h"
#include "host/catalogue.h"
#include "host/claude_code/standing.h"

namespace host {

// Whether a file of that name may be one of them: the last name of the path alone counts.
bool may_be_hosts_file(std::string_view path);

bool is_at_or_below(std::string_view path, std::string_view folder);

struct HostsFile {
  std::string path;
  std::string_view host = {};
  bool takes_comments = false;
  bool may_switch_off = false;  // Also where nothing of ours is in it.
  bool is_elsewhere = true;     // In another project: only what of ours is in it counts.
  std::vector<const Part*> parts;
  std::vector<const SwitchFile*> switches;
  std::optional<claude_code::FileRole> role;

  Standing standing(const std::string& text) const;
  bool holds_ours(const std::string& text) const;
};

class WatchedFiles {
 public:
  // Both outlive this, and this the files that it gives.
  WatchedFiles(os::System& system, const policy::GuardRoots& roots);

  // The file at the path, if it is one of them and not wholly ours. `real`: where links lead.
  std::optional<HostsFile> at(const std::string& path, const std::string& real);
  // Those that have one place, by their paths.
  std::vector<std::string> paths();
  // Whether one of these may be in the folder: cheaper than to ask each.
  bool may_be_in(const std::string& folder);

  const std::vector<HostDescription>& hosts() const { return hosts_; }
  // The project, and its main worktree where that is another folder.
  std::vector<engine::InstallTarget> targets() const;

 private:
  // A project's file is one in every folder of the project, since an agent's program may be
  // started there, and in other projects as well.
  enum class Match { none, here, elsewhere };
  Match match_in_project(std::string_view path, std::string_view place) const;
  Match match(const HostDescription& host, const PartPlace& place, const std::string& path,
              const std::string& real);
  bool is_same(const os::Path& known, const std::string& path, const std::string& real);
  void look_at(const std::string& path, const std::string& real, HostsFile& found);

  os::System& system_;
  const policy::GuardRoots& roots_;
  std::vector<HostDescription> hosts_;
};

}  // namespace host
