// Any bytes where a journal should be: reading and checking them never breaks, a run whose journal
// they are can still be changed, and what is appended is good.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/check.h"
#include "os/fake.h"
#include "store/journal.h"
#include "store/journal_line.h"
#include "store/keyring.h"
#include "store/layout.h"
#include "store/run_history.h"
#include "store/run_store.h"

namespace {

constexpr const char* kSecret = "the one secret of the fuzz targets, of any length over 32";
const model::RunId kRun{"cad0ac4d-3933-45ad-9a1c-14aec05bb940"};

struct Machine {
  Machine() { doors.environment.set("BRAIN_SESSION_SECRET", kSecret); }

  os::FakeSystem doors;
  store::Layout layout{{.local = "/w/.git/holdfast",
                        .notes = "/w/.git/holdfast/notes",
                        .state_home = "/home/dev/.local/state/holdfast",
                        .project = {"0123456789abcdef"}}};
  store::Keyring keys{doors.system(), store::homes_of(doors.environment), {}};
  store::Journal journal{doors.system(), layout, keys};
  store::RunStore runs{doors.system(), layout, keys, journal, {}};
};

// Everything that reads a journal.
void read_all(Machine& machine) {
  CHECK(machine.journal.verify(kRun, std::nullopt).ok());
  std::size_t events = 0;
  CHECK(machine.journal
            .read(kRun, 0,
                  [&](const model::JournalEvent&) {
                    ++events;
                    return true;
                  })
            .ok());
  static_cast<void>(store::replay(machine.journal, machine.keys, kRun, std::nullopt).ok());
}

void check_append(Machine& machine) {
  const auto appended = machine.journal.append(kRun, {"gate", "hook", {}}, {.sync = true});
  CHECK(appended.ok());
  const std::string bytes = *machine.doors.files.peek(machine.layout.journal(kRun));
  CHECK(appended->end == bytes.size() && bytes.ends_with('\n'));
  std::string_view rest(bytes);
  rest.remove_suffix(1);
  const std::size_t start = rest.rfind('\n') + 1;  // 0 where there is but one line.
  const std::string_view line = rest.substr(start);
  const auto event = store::journal_event_from_line(line);
  CHECK(event.ok() && event->seq == appended->seq && line == appended->line);
  CHECK(store::check_mac(line, machine.keys) == store::MacCheck::good);
  std::string previous(store::kNoHash);
  if (start > 0) {
    const std::string_view before = rest.substr(0, start - 1);
    previous = store::journal_line_hash(before.substr(before.rfind('\n') + 1));
  }
  CHECK(event->prev == previous);
}

void check_update(std::string_view bytes) {
  Machine machine;
  model::Run run;
  run.id = kRun;
  run.mode = model::Mode::coding;
  CHECK(machine.runs.create(run, {}).ok());
  machine.doors.files.poke(machine.layout.journal(kRun), bytes);
  const auto rename_task = [](model::Run next) -> base::Result<model::Run> {
    next.active_task = "next";
    return next;
  };
  CHECK(machine.runs.update(kRun, {}, rename_task).ok());
  const auto loaded = machine.runs.load(kRun);
  CHECK(loaded.ok() && loaded->run.version == 2);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  Machine machine;
  machine.doors.files.poke(machine.layout.journal(kRun), bytes);
  read_all(machine);
  check_append(machine);
  check_append(machine);
  check_update(bytes);
  return 0;
}
