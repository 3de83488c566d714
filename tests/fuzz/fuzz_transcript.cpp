// Any bytes where a transcript or a rollout should be, cut anywhere and read in two goes: nothing
// breaks, and the sums are those of one go.
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "cost/collection.h"
#include "os/fake.h"

namespace {

constexpr const char* kClaude = "/home/dev/.claude/projects/p/s1.jsonl";
constexpr const char* kCodex =
    "/home/dev/.codex/sessions/2026/11/10/rollout-2026-11-10T10-00-00-x.jsonl";
constexpr const char* kGemini = "/home/dev/.gemini/tmp/p/chats/session-x.jsonl";
constexpr const char* kOldGemini = "/home/dev/.gemini/tmp/p/chats/session-y.json";
constexpr std::array kPaths{kClaude, kCodex, kGemini, kOldGemini};

struct Machine {
  Machine() { doors.clock.set(base::Instant(base::Millis{4'000'000'000'000})); }

  cost::Tokens total(bool keeps) {
    cost::CollectOptions options;
    options.roots = {{"/home/dev/.claude/projects", cost::FileKind::claude},
                     {"/home/dev/.codex/sessions", cost::FileKind::codex},
                     {"/home/dev/.gemini/tmp", cost::FileKind::gemini}};
    if (keeps) options.snapshot = "/home/dev/.local/state/holdfast/cost/snapshot";
    options.basis.id = 1;
    options.basis.local_offset = [](std::int64_t) { return 3600; };
    options.basis.long_prompt_above = [](std::string_view) { return 1000ULL; };
    const cost::Collection collection = cost::collect(doors.system(), options);
    cost::Tokens sum;
    for (const cost::LedgerRow& row : collection.ledger->rows) sum += row.tokens;
    return sum;
  }

  os::FakeSystem doors;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = size == 0 ? 0 : (size * (data[0] + 1U)) / 257;
  Machine machine;
  for (const char* const path : kPaths) machine.doors.files.poke(path, text);
  const cost::Tokens whole = machine.total(false);

  Machine again;
  for (const char* const path : kPaths) {
    again.doors.files.poke(path, text.substr(0, cut));
  }
  again.total(true);
  for (const char* const path : kPaths) {
    auto file = again.doors.files.open(path, {.append = true});
    CHECK(file.ok() && os::write_all(**file, text.substr(cut)).ok());
  }
  CHECK(again.total(true) == whole);
  CHECK(again.total(true) == whole);
  return 0;
}
