#include "store/run_history.h"

#include <nlohmann/json.hpp>
#include <unordered_set>

#include "base/json.h"
#include "store/signed_note.h"

namespace store {

using base::Json;

namespace {

std::optional<StateLine> state_line_of(const model::JournalEvent& event) {
  const Json& payload = event.payload.get();
  const auto version = payload.find("version");
  const auto signature = payload.find("signature");
  const auto patch = payload.find("patch");
  if (version == payload.end() || !version->is_number_integer() || signature == payload.end() ||
      !signature->is_string() || patch == payload.end() || !patch->is_array()) {
    return std::nullopt;
  }
  StateLine line;
  line.version = version->get<std::int64_t>();
  line.at = event.at;
  line.actor = event.actor;
  line.what = base::text_at(payload, "what");
  line.signature = signature->get<std::string>();
  line.hash = event.hash;
  line.end = event.end;
  line.patch = base::JsonBox(*patch);
  return line;
}

// The library throws where a patch does not fit; that must not leave this function.
std::optional<Json> apply_patch(const Json& document, const Json& patch) {
  try {
    return document.patch(patch);
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

bool is_signed_so(const Json& document, const std::string& signature, Keyring& keys) {
  const auto key_id = document.find("keyId");
  if (key_id == document.end() || !key_id->is_string()) return false;
  const Key* const key = keys.find(key_id->get_ref<const std::string&>());
  if (key == nullptr) return false;
  const auto expected = signature_of(document, *key);
  return expected.ok() && *expected == signature;
}

}  // namespace

base::Result<std::vector<StateLine>> state_lines(Journal& journal, const model::RunId& run,
                                                 std::uint64_t offset) {
  std::vector<StateLine> lines;
  std::unordered_set<std::string> voided;
  TRY(journal.read_kind(run, offset, "state", [&](const model::JournalEvent& event) {
    if (event.kind == "state") {
      if (auto line = state_line_of(event)) lines.push_back(*std::move(line));
    } else if (event.kind == "state.void") {
      voided.insert(base::text_at(event.payload.get(), "hash"));
    }
    return true;
  }));
  for (StateLine& line : lines) line.voided = voided.count(line.hash) != 0;
  return lines;
}

base::Result<PastState> replay(Journal& journal, Keyring& keys, const model::RunId& run,
                               std::optional<std::int64_t> version) {
  TRY_ASSIGN(const std::vector<StateLine> lines, state_lines(journal, run, 0));
  Json document;
  PastState best;
  for (const StateLine& line : lines) {
    if (line.voided) continue;
    const auto next = apply_patch(document, line.patch.get());
    // A line that does not fit, or whose signature is not that of its result, was never saved so.
    if (!next || !is_signed_so(*next, line.signature, keys)) continue;
    document = *next;
    // Of two lines of one version the later one was saved: the first was cut short and done again.
    const bool wanted = version ? line.version == *version : line.version >= best.version;
    if (wanted) best = {line.version, base::JsonBox(document)};
  }
  if (best.version == 0) {
    return base::Error{base::Code::not_found,
                       version ? "version " + std::to_string(*version) + " of session " + run.text +
                                     " is not in the journal"
                               : "the journal of session " + run.text + " has no state to restore",
                       "`holdfast history` lists the versions that are."};
  }
  return best;
}

}  // namespace store
