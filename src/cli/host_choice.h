// The options that `init`, `uninstall` and `hooks print` share: which host, and how far it reaches.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "cli/command.h"

namespace cli {

struct HostOptions {
  std::vector<std::string> names;
  std::optional<std::string> scope;
};

// What is meant where no host is named.
enum class Unnamed { default_host, all_hosts };

void declare(Arguments& arguments, HostOptions& options, Unnamed unnamed = Unnamed::default_host);

// The option alone.
void declare_hosts(Arguments& arguments, std::vector<std::string>& names, Unnamed unnamed);

// The hosts of these names. invalid_value where one is not known.
base::Result<std::vector<engine::HostIntegration*>> choose_hosts(
    const Context& context, const std::vector<std::string>& names,
    Unnamed unnamed = Unnamed::default_host);

base::Result<engine::InstallRequest> install_request(Context& context, const Arguments& arguments,
                                                     const HostOptions& options,
                                                     Unnamed unnamed = Unnamed::default_host);

// One line a file.
void print_changes(Console& console, const engine::InstallPlan& plan);
base::Json changes_json(const engine::InstallPlan& plan);

}  // namespace cli
