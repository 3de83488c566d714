#include "host/catalogue.h"

#include <array>

#include "host/cline/adapter.h"
#include "host/cline/integration.h"
#include "host/codex/adapter.h"
#include "host/codex/integration.h"
#include "host/copilot/adapter.h"
#include "host/copilot/integration.h"
#include "host/cursor/adapter.h"
#include "host/cursor/integration.h"
#include "host/gemini/adapter.h"
#include "host/gemini/integration.h"
#include "host/openclaw/adapter.h"
#include "host/openclaw/integration.h"
#include "host/opencode/adapter.h"
#include "host/opencode/integration.h"
#include "host/windsurf/adapter.h"
#include "host/windsurf/integration.h"

namespace host {
namespace {

struct Row {
  std::string_view name;
  HostDescription (*description)();
};
constexpr std::array<Row, 8> kHosts{{{codex::kHostName, codex::description},
                                     {gemini::kHostName, gemini::description},
                                     {copilot::kHostName, copilot::description},
                                     {cursor::kHostName, cursor::description},
                                     {windsurf::kHostName, windsurf::description},
                                     {cline::kHostName, cline::description},
                                     {opencode::kHostName, opencode::description},
                                     {openclaw::kHostName, openclaw::description}}};

}  // namespace

std::optional<HostDescription> describe(std::string_view name) {
  for (const Row& row : kHosts) {
    if (row.name == name) return row.description();
  }
  return std::nullopt;
}

std::vector<HostDescription> descriptions() {
  std::vector<HostDescription> all;
  all.reserve(kHosts.size());
  for (const Row& row : kHosts) all.push_back(row.description());
  return all;
}

std::vector<std::unique_ptr<engine::HostIntegration>> file_integrations() {
  std::vector<std::unique_ptr<engine::HostIntegration>> all;
  for (const Row& row : kHosts) {
    all.push_back(std::make_unique<FileIntegration>(row.description()));
  }
  return all;
}

}  // namespace host
