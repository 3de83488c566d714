// Installing into a host that is told by files what to call: what its description says, put into
// its files and taken out of them.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/installation.h"
#include "host/part.h"

namespace host {

// Where a host keeps a user's files: below a variable's folder where it is set, else below home.
struct UserFolder {
  std::string_view variable = {};
  std::string_view below_variable = {};
  std::string_view below_home = {};
};

// A file of the host in which nothing of ours stands, and which can keep it from asking us.
struct SwitchFile {
  PartPlace place;
  void (*take_standing)(const std::string& text, Standing& standing);
};

// Texts are literals of the program.
struct HostDescription {
  std::string_view name;     // "codex", as --host has it.
  std::string_view title;    // "Codex"
  std::string_view program;  // What PATH calls it.
  UserFolder user_folder;
  std::vector<std::string_view> traces;  // Folders in a project or at home that show its use.
  std::string_view trust = {};           // What a person has to do before the host calls us.
  bool is_trust_of_projects = false;     // The user's own files need none.
  // Whether that was done for the hooks of a file, as far as the host's own settings tell; null
  // where none do.
  bool (*is_trusted)(const os::Path& hooks_file, const std::string& hooks,
                     const std::string& settings) = nullptr;
  // What in those settings switches the hooks of a file off, as a sentence; empty where nothing
  // does, null where nothing can.
  std::string (*switched_off)(const os::Path& hooks_file, const std::string& hooks,
                              const std::string& settings) = nullptr;
  std::string_view settings = {};        // That file, below the user's folder.
  bool takes_comments = false;           // In its JSON files.
  std::vector<std::string_view> limits;  // What it cannot enforce, a sentence each.
  std::vector<std::unique_ptr<Part>> parts;
  std::vector<SwitchFile> switch_files = {};
};

class FileIntegration final : public engine::HostIntegration {
 public:
  explicit FileIntegration(HostDescription description) : host_(std::move(description)) {}

  std::string_view name() const override { return host_.name; }
  base::Result<std::vector<engine::FileChange>> plan_install(
      os::System system, const engine::InstallTarget& target) override;
  base::Result<std::vector<engine::FileChange>> plan_uninstall(
      os::System system, const engine::InstallTarget& target) override;
  std::string summary(os::System system, const engine::InstallTarget& target) override;
  std::string left_to_do(os::System system, const engine::InstallTarget& target) override;
  std::string print_hooks(os::System system, const engine::InstallTarget& target) override;
  // Runs are told by Claude Code's ids alone so far.
  std::optional<std::string> current_session(os::Environment&) override { return std::nullopt; }
  std::vector<engine::Finding> check(os::System system,
                                     const engine::InstallTarget& target) override;
  std::vector<engine::Finding> check_and_repair(os::System system,
                                                const engine::InstallTarget& target) override;
  std::vector<std::string> limits() override;
  std::string trace(os::System system, const engine::InstallTarget& target) override;
  bool is_for_users_alone() override;
  model::HostStatus read_status(std::string_view input) override;

  const HostDescription& description() const { return host_; }

 private:
  HostDescription host_;
};

// The file of a part; empty where the host has none in this scope.
os::Path path_of(os::System& system, const HostDescription& host, const Part& part,
                 const engine::InstallTarget& target, engine::InstallScope scope);
os::Path path_of(os::System& system, const HostDescription& host, const PartPlace& place,
                 const engine::InstallTarget& target, engine::InstallScope scope);

// The folder that a place of a part for the user is below.
os::Path user_folder(os::System& system, const HostDescription& host,
                     const engine::InstallTarget& target);

PartForm form_for(os::System& system, const HostDescription& host,
                  const engine::InstallTarget& target, engine::InstallScope scope);

// Whether the host can be told by a project what to call; else the user's files alone tell it.
bool has_project_files(const HostDescription& host);

}  // namespace host
