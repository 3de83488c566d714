#include "store/imported_runs.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/digest.h"
#include "base/id.h"
#include "base/json.h"
#include "store/bundle.h"
#include "store/signed_note.h"

namespace store {
namespace {

using base::Json;

// Nobody is to write them, not even their owner by mistake.
constexpr std::uint32_t kReadOnly = 0400;
constexpr std::string_view kMachineFile = "machine.json";
constexpr std::string_view kFork = ".fork-";
constexpr std::string_view kNoteEnding = ".json";
constexpr std::string_view kJournalEnding = ".jsonl";
constexpr std::string_view kTemporary = ".tmp-";
constexpr std::size_t kForksMax = 16;
constexpr std::size_t kForkDigits = 16;
constexpr std::size_t kCompareBytes = 64 * 1024;
constexpr std::uint64_t kMachineBytesMax = 4096;

os::Path fork_path(const os::Path& folder, const model::RunId& run, const base::Digest& digest,
                   std::string_view ending) {
  return folder / (run.text + std::string(kFork) + base::to_hex(digest).substr(0, kForkDigits) +
                   std::string(ending));
}

// The run's file where there is one, then what forked from it.
std::vector<os::Path> variants_of(os::FileSystem& files, const os::Path& folder,
                                  const model::RunId& run, std::string_view ending) {
  std::vector<os::Path> found;
  const auto names = files.list(folder);
  if (!names.ok()) return found;
  const std::string main = run.text + std::string(ending);
  const std::string fork = run.text + std::string(kFork);
  for (const std::string& name : *names) {
    if (name == main) found.insert(found.begin(), folder / name);
    if (name.starts_with(fork) && name.ends_with(ending)) found.push_back(folder / name);
  }
  return found;
}

base::Error too_many_forks(const model::RunId& run) {
  return {base::Code::refused, "run " + run.brief() + ": too many versions that contradict", ""};
}

base::Result<std::int64_t> version_of(const model::RunId& run, std::string_view bytes) {
  if (bytes.size() > kNoteBytesMax) {
    return base::Error{base::Code::too_large, "run " + run.brief() + ": the note is over 4 MiB",
                       ""};
  }
  const auto json = base::parse_json(bytes);
  const auto wrong = [&](const char* what) {
    return base::Error{base::Code::parse_error, "run " + run.brief() + ": the note " + what, ""};
  };
  if (!json.ok() || !json->is_object()) return wrong("is no JSON object");
  const auto id = json->find("sessionId");
  if (id == json->end() || *id != run.text) return wrong("is another run's");
  const auto version = json->find("version");
  if (version == json->end() || !version->is_number_integer()) return wrong("has no version");
  return version->get<std::int64_t>();
}

}  // namespace

base::Result<void> ImportedRuns::prepare(const ImportedMachine& machine) const {
  if (options_.dry_run) return {};
  for (const os::Path& folder : {notes(), journals()}) {
    TRY(system_.files.make_folders(folder));
    TRY_ASSIGN(const auto names, system_.files.list(folder));
    for (const std::string& name : names) {
      if (name.starts_with(kTemporary)) TRY(system_.files.remove(folder / name));
    }
  }
  const std::string text = base::dump_pretty(
      Json{{"id", machine.id}, {"name", machine.name}, {"fingerprint", machine.fingerprint}});
  const os::Path path = folder_ / kMachineFile;
  const auto known = system_.files.read(path, {.bytes_max = kMachineBytesMax});
  if (known.ok() && *known == text) return {};
  return system_.files.replace(path, text);
}

base::Result<Intake> ImportedRuns::take_note(const model::RunId& run,
                                             std::string_view bytes) const {
  TRY_ASSIGN(const std::int64_t version, version_of(run, bytes));
  const auto variants = variants_of(system_.files, notes(), run, kNoteEnding);
  std::optional<std::int64_t> standing;
  for (const os::Path& path : variants) {
    TRY_ASSIGN(const std::string text,
               system_.files.read(path, {.bytes_max = kNoteBytesMax, .follow_links = false}));
    if (text == bytes) return Intake::same;
    const auto its = version_of(run, text);
    if (its.ok()) standing = std::max(standing.value_or(*its), *its);
  }
  const auto put = [&](const os::Path& path) -> base::Result<void> {
    if (options_.dry_run) return {};
    return system_.files.replace(path, bytes, {.mode = kReadOnly});
  };
  if (!standing) {
    TRY(put(note(run)));
    return Intake::added;
  }
  if (version < *standing) return Intake::older;
  if (version > *standing) {
    TRY(put(note(run)));
    // What it goes over was of an older version, and so were those beside it.
    for (const os::Path& path : variants) {
      if (path != note(run) && !options_.dry_run) TRY(system_.files.remove(path));
    }
    return Intake::updated;
  }
  if (variants.size() > kForksMax) return too_many_forks(run);
  TRY(put(fork_path(notes(), run, base::sha256(bytes), kNoteEnding)));
  return Intake::forked;
}

struct ImportedRuns::JournalIntake::State {
  // One that is there already, and whether what came so far is what it begins with.
  struct Variant {
    os::Path path;
    std::unique_ptr<os::File> file;
    std::uint64_t size = 0;
    bool agrees = true;
  };

  State(os::System given, os::Path given_folder, model::RunId given_run)
      : system(given), folder(std::move(given_folder)), run(std::move(given_run)) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (temporary.path.empty()) return;
    [[maybe_unused]] const auto gone = system.files.remove(temporary.path);
  }

  base::Result<void> compare(Variant& variant, std::string_view bytes) const {
    for (std::uint64_t at = size; variant.agrees && !bytes.empty() && at < variant.size;) {
      const std::size_t some =
          std::min<std::uint64_t>(std::min(bytes.size(), kCompareBytes), variant.size - at);
      TRY_ASSIGN(const std::string theirs, variant.file->read_at(at, some));
      variant.agrees = theirs == bytes.substr(0, some);
      bytes.remove_prefix(some);
      at += some;
    }
    return {};
  }

  base::Result<void> put_in_place(const os::Path& path) {
    if (!temporary.file) return {};
    TRY(temporary.file->sync());
    TRY(system.files.set_mode(temporary.path, kReadOnly));
    TRY(system.files.rename(temporary.path, path));
    temporary.path.clear();
    return system.files.sync_folder(folder);
  }

  os::System system;
  os::Path folder;
  model::RunId run;
  std::vector<Variant> variants;
  os::TemporaryFile temporary;  // None in a dry run.
  base::Blake2b hash;
  std::uint64_t size = 0;
};

ImportedRuns::JournalIntake::JournalIntake(std::unique_ptr<State> state)
    : state_(std::move(state)) {}
ImportedRuns::JournalIntake::~JournalIntake() = default;

base::Result<std::unique_ptr<ImportedRuns::JournalIntake>> ImportedRuns::take_journal(
    const model::RunId& run) const {
  auto state = std::make_unique<JournalIntake::State>(system_, journals(), run);
  for (const os::Path& path : variants_of(system_.files, journals(), run, kJournalEnding)) {
    TRY_ASSIGN(auto file, system_.files.open(path, {.follow_links = false}));
    TRY_ASSIGN(const os::FileInfo info, file->info());
    state->variants.push_back({path, std::move(file), info.size, true});
  }
  if (!options_.dry_run) {
    TRY_ASSIGN(state->temporary, system_.files.open_temporary(journals(), 0600));
  }
  return std::unique_ptr<JournalIntake>(new JournalIntake(std::move(state)));
}

base::Result<void> ImportedRuns::JournalIntake::add(std::string_view bytes) {
  for (State::Variant& variant : state_->variants) TRY(state_->compare(variant, bytes));
  if (state_->temporary.file) TRY(os::write_all(*state_->temporary.file, bytes));
  state_->hash.add(bytes);
  state_->size += bytes.size();
  return {};
}

base::Result<Intake> ImportedRuns::JournalIntake::finish() {
  for (const State::Variant& variant : state_->variants) {
    if (!variant.agrees) continue;
    if (state_->size == variant.size) return Intake::same;
    if (state_->size < variant.size) return Intake::older;
    TRY(state_->put_in_place(variant.path));
    return Intake::updated;
  }
  if (state_->variants.empty()) {
    TRY(state_->put_in_place(state_->folder / (state_->run.text + std::string(kJournalEnding))));
    return Intake::added;
  }
  if (state_->variants.size() > kForksMax) return too_many_forks(state_->run);
  TRY(state_->put_in_place(
      fork_path(state_->folder, state_->run, state_->hash.finish(), kJournalEnding)));
  return Intake::forked;
}

std::vector<ImportedMachine> imported_machines(os::FileSystem& files, const Layout& layout) {
  std::vector<ImportedMachine> machines;
  const auto names = files.list(layout.imported());
  if (!names.ok()) return machines;
  for (const std::string& name : *names) {
    if (!is_machine_id(name)) continue;
    const auto text = files.read(layout.imported(name) / kMachineFile,
                                 {.bytes_max = kMachineBytesMax, .follow_links = false});
    const auto json = text.ok() ? base::parse_json(*text) : text.error();
    if (!json.ok() || !json->is_object()) continue;
    machines.push_back({name, base::text_at(*json, "name"), base::text_at(*json, "fingerprint")});
  }
  return machines;
}

std::vector<model::RunId> imported_runs(os::FileSystem& files, const Layout& layout,
                                        const std::string& machine) {
  std::set<std::string> ids;
  const os::Path folder = layout.imported(machine);
  for (const auto& [part, ending] :
       {std::pair{"notes", kNoteEnding}, std::pair{"journal", kJournalEnding}}) {
    const auto names = files.list(folder / part);
    if (!names.ok()) continue;
    for (const std::string& name : *names) {
      if (!name.ends_with(ending)) continue;
      const std::string id = name.substr(0, name.size() - ending.size());
      if (base::uuid_from_text(id) == id) ids.insert(id);
    }
  }
  std::vector<model::RunId> runs;
  for (const std::string& id : ids) runs.push_back({id});
  return runs;
}

}  // namespace store
