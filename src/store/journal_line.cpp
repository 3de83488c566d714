#include "store/journal_line.h"

#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "base/text.h"

namespace store {

using base::Json;

namespace {

constexpr std::string_view kDomain = "holdfast-journal-1\n";
constexpr std::string_view kSeqStart = "{\"seq\":";
constexpr std::string_view kMacStart = ",\"mac\":\"";
constexpr std::string_view kLineEnd = "\"}";

void append_text(std::string& line, std::string_view label, std::string_view text) {
  line.append(label).append(base::dump_line(Json(std::string(text))));
}

}  // namespace

std::string journal_line(const model::JournalEvent& event, const Key* key) {
  std::string line(kSeqStart);
  line += std::to_string(event.seq);
  append_text(line, ",\"at\":", event.at);
  append_text(line, ",\"kind\":", event.kind);
  append_text(line, ",\"actor\":", event.actor);
  line += ",\"payload\":";
  const Json& payload = event.payload.get();
  line += payload.is_object() ? base::dump_line(payload) : "{}";
  append_text(line, ",\"prev\":", event.prev);
  append_text(line, ",\"key\":", key != nullptr ? key->id : "");
  std::string mac;
  if (key != nullptr) mac = base::to_hex(base::hmac_sha256(key->secret, {kDomain, line}));
  return line.append(kMacStart).append(mac).append(kLineEnd);
}

std::string journal_line_hash(std::string_view line) { return base::to_hex(base::sha256(line)); }

base::Result<model::JournalEvent> journal_event_from_line(std::string_view line) {
  // A note stands four levels deep in the patch that holds it.
  constexpr int kLevelsAroundNote = 4;
  base::JsonLimits limits;
  limits.depth_max += kLevelsAroundNote;
  TRY_ASSIGN(const Json json, base::parse_json(line, limits));
  const base::Error bad{base::Code::parse_error, "not a journal line", ""};
  if (!json.is_object()) return bad;
  model::JournalEvent event;
  const auto text = [&](const char* key, std::string& into) {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_string()) return false;
    into = found->get<std::string>();
    return true;
  };
  const auto seq = json.find("seq");
  const auto payload = json.find("payload");
  if (seq == json.end() || !seq->is_number_unsigned() || payload == json.end() ||
      !payload->is_object() || !text("at", event.at) || !text("kind", event.kind) ||
      !text("actor", event.actor) || !text("prev", event.prev) || !text("mac", event.mac)) {
    return bad;
  }
  event.seq = seq->get<std::uint64_t>();
  event.payload = base::JsonBox(*payload);
  event.hash = journal_line_hash(line);
  return event;
}

MacCheck check_mac(std::string_view line, Keyring& keys) {
  constexpr std::size_t kMacChars = 64;
  constexpr std::string_view kAbsentEnd = ",\"key\":\"\",\"mac\":\"\"}";
  if (line.ends_with(kAbsentEnd)) return MacCheck::absent;
  const std::size_t tail = kMacStart.size() + kMacChars + kLineEnd.size();
  if (line.size() < tail || !line.ends_with(kLineEnd)) return MacCheck::bad;
  const std::string_view body = line.substr(0, line.size() - tail);
  const std::string_view start = line.substr(body.size(), kMacStart.size());
  const auto mac = base::digest_from_hex(line.substr(body.size() + kMacStart.size(), kMacChars));
  // body ends with ,"key":"<16 hex>"
  constexpr std::string_view kKeyStart = ",\"key\":\"";
  const std::size_t key_at = body.rfind(kKeyStart);
  if (start != kMacStart || !mac || key_at == std::string_view::npos) return MacCheck::bad;
  std::string_view key_id = body.substr(key_at + kKeyStart.size());
  if (!key_id.ends_with('"')) return MacCheck::bad;
  key_id.remove_suffix(1);
  const Key* const key = keys.find(key_id);
  if (key == nullptr) return MacCheck::key_unknown;
  const base::Digest expected = base::hmac_sha256(key->secret, {kDomain, body});
  return base::equal_in_constant_time(expected, *mac) ? MacCheck::good : MacCheck::bad;
}

std::optional<std::uint64_t> seq_of_line(std::string_view line) {
  if (!line.starts_with(kSeqStart)) return std::nullopt;
  line.remove_prefix(kSeqStart.size());
  return base::to_number(line.substr(0, line.find(',')));
}

}  // namespace store
