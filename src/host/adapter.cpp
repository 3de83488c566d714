#include "host/adapter.h"

#include <array>

#include "host/claude_code/adapter.h"
#include "host/cline/adapter.h"
#include "host/codex/adapter.h"
#include "host/copilot/adapter.h"
#include "host/cursor/adapter.h"
#include "host/gemini/adapter.h"
#include "host/openclaw/adapter.h"
#include "host/opencode/adapter.h"
#include "host/windsurf/adapter.h"

namespace host {
namespace {

constexpr std::array kAdapters{
    claude_code::kAdapter, codex::kAdapter,    gemini::kAdapter,
    copilot::kAdapter,     cursor::kAdapter,   windsurf::kAdapter,
    cline::kAdapter,       opencode::kAdapter, openclaw::kAdapter,
};

}  // namespace

std::span<const Adapter> adapters() { return kAdapters; }

const Adapter* find_adapter(std::string_view name) {
  for (const Adapter& adapter : kAdapters) {
    if (adapter.name == name) return &adapter;
  }
  return nullptr;
}

}  // namespace host
