#include "store/alias_store.h"

#include "base/id.h"
#include "base/text.h"
#include "model/host_event.h"
#include "store/session_keys.h"

namespace store {
namespace {

constexpr std::size_t kPrefixCharsMin = 6;
constexpr std::uint64_t kAliasBytesMax = 256;

base::Error unsafe_id(std::string_view id) {
  base::Error error = not_a_session_id(id);
  error.hint = "An id has letters, digits, '.', '_' and '-', at most 128 of them.";
  return error;
}

}  // namespace

base::Result<model::RunId> run_of_host_id(const model::ProjectId& project, std::string_view host,
                                          std::string_view host_id) {
  if (auto uuid = base::uuid_from_text(host_id)) return model::RunId{*std::move(uuid)};
  if (!base::is_safe_id(host_id)) return unsafe_id(host_id);
  return model::RunId{base::uuid_from_name({project.text, host, host_id})};
}

bool AliasStore::is_there(const model::RunId& run) {
  // A run that was only ever denied has nothing but its journal.
  return system_.files.exists(layout_.note(run)) || system_.files.exists(layout_.head(run)) ||
         system_.files.exists(layout_.journal(run));
}

base::Result<model::RunId> AliasStore::resolve(std::string_view text) {
  for (const std::string_view host : model::kHostNames) {
    TRY_ASSIGN(model::RunId direct, run_of_host_id(layout_.project(), host, text));
    if (is_there(direct)) return direct;
  }
  for (const char* kind : {"custom", "protocol"}) {
    auto target =
        system_.files.read(layout_.aliases() / (std::string(kind) + "-" + std::string(text)),
                           {.bytes_max = kAliasBytesMax, .follow_links = false});
    if (!target.ok()) continue;
    if (auto uuid = base::uuid_from_text(base::trim(*target)))
      return model::RunId{*std::move(uuid)};
  }
  std::vector<std::string> candidates;
  const std::string lower = base::to_lower(text);
  if (text.size() >= kPrefixCharsMin) {
    for (const model::RunId& run : runs_.list()) {
      if (run.text.starts_with(lower)) candidates.push_back(run.text);
    }
  }
  if (candidates.size() == 1) return model::RunId{candidates.front()};
  if (candidates.size() > 1) {
    return base::Error{base::Code::ambiguous_id,
                       "'" + std::string(text) + "' may be any of " + base::join(candidates, ", "),
                       "Give more characters."};
  }
  return base::Error{base::Code::not_found, "Session " + std::string(text) + " not found",
                     "`holdfast session list` shows those that are there."};
}

base::Result<void> AliasStore::add(std::string_view kind, std::string_view value,
                                   const model::RunId& run) {
  if (!base::is_safe_id(value)) return unsafe_id(value);
  TRY(system_.files.make_folders(layout_.aliases()));
  const os::Path path = layout_.aliases() / (std::string(kind) + "-" + std::string(value));
  auto created = system_.files.create(path, run.text + "\n");
  if (created.ok() || created.error().code != base::Code::exists) return created;
  TRY_ASSIGN(const std::string target, system_.files.read(path, {.bytes_max = kAliasBytesMax}));
  if (base::trim(target) == run.text) return {};
  return base::Error{base::Code::exists, "'" + std::string(value) + "' names another session", ""};
}

std::optional<model::RunId> AliasStore::current() {
  const auto text = system_.files.read(layout_.pointer(), {.bytes_max = kAliasBytesMax});
  if (!text.ok()) return std::nullopt;
  auto uuid = base::uuid_from_text(base::trim(*text));
  if (!uuid) return std::nullopt;
  return model::RunId{*std::move(uuid)};
}

base::Result<void> AliasStore::set_current(const model::RunId& run) {
  if (const auto now = current(); now && *now == run) return {};
  // Lost in a power cut, it is what a person names again: nobody waits for the disk.
  return system_.files.replace(layout_.pointer(), run.text + "\n",
                               {.sync = false, .sync_folder = false});
}

base::Result<void> AliasStore::clear_current(const model::RunId& run) {
  const auto now = current();
  if (!now || !(*now == run)) return {};
  return system_.files.remove(layout_.pointer());
}

}  // namespace store
