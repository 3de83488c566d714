// All hosts that installing knows.
#pragma once
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/installation.h"
#include "host/file_integration.h"

namespace host {

// A host that is told by files what to call; nothing for others.
std::optional<HostDescription> describe(std::string_view name);

// Each of them, in the order in which they are shown.
std::vector<HostDescription> descriptions();
std::vector<std::unique_ptr<engine::HostIntegration>> file_integrations();

}  // namespace host
