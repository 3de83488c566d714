#include "store/head_record.h"

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/id.h"
#include "base/text.h"

namespace store {
namespace {

constexpr std::string_view kHeadMagic = "holdfast-head 1";

base::Error damaged(const std::string& what) {
  return {base::Code::parse_error, "the head record is damaged: " + what, ""};
}

// Takes "label value\n" off the front; the order of lines is fixed.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}

  std::string_view take(std::string_view label) {
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos || !rest_.starts_with(label)) {
      ok_ = false;
      return {};
    }
    std::string_view value = rest_.substr(label.size(), end - label.size());
    rest_.remove_prefix(end + 1);
    if (!label.empty() && !value.empty()) {
      if (value.front() != ' ') ok_ = false;
      value.remove_prefix(1);
    }
    return value;
  }

  std::uint64_t take_number(std::string_view label) {
    const auto number = base::to_number(take(label));
    if (!number) ok_ = false;
    return number.value_or(0);
  }

  bool ok() const { return ok_; }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

std::int64_t millis_of(base::Instant instant) { return instant.time_since_epoch().count(); }

}  // namespace

HeadRecord head_of(const model::Run& run, std::string_view note_bytes,
                   std::string_view note_signature) {
  HeadRecord head;
  head.project = run.project;
  head.run = run.id;
  head.version = run.version;
  // A mode is one line here; what no reader could know anyway need not be spelled.
  head.mode = base::is_safe_id(run.mode.text()) ? run.mode.text() : "unknown";
  head.protocol_start_complete = run.protocol_start_complete;
  head.protocol_started = model::is_active(run.protocol);
  head.ended = run.ended_at.has_value();
  if (run.pause) {
    // 0 stands for none in the record, and what ended before 1970 is over anyway.
    const auto until = base::instant_from_iso(run.pause->until);
    if (until.ok() && millis_of(*until) > 0) head.paused_until = *until;
  }
  head.note_signature = note_signature;
  head.note_bytes = note_bytes.size();
  head.note_hash = base::to_hex(base::blake2b(note_bytes));
  return head;
}

std::string head_text(const HeadRecord& head, const Key& key) {
  std::string text(kHeadMagic);
  const auto line = [&text](std::string_view label, std::string_view value) {
    text.append("\n").append(label);
    if (!value.empty()) text.append(" ").append(value);
  };
  line("project", head.project.text);
  line("run", head.run.text);
  line("version", std::to_string(head.version));
  line("mode", head.mode);
  std::string flags;
  if (head.protocol_start_complete) flags += "+start-complete";
  if (head.protocol_started) flags += "+started";
  if (head.ended) flags += "+ended";
  line("flags", flags);
  line("paused-until",
       head.paused_until ? std::to_string(millis_of(*head.paused_until)) : std::string("0"));
  line("note-signature", head.note_signature);
  line("note-bytes", std::to_string(head.note_bytes));
  line("note-blake2b", head.note_hash);
  line("journal-bytes", std::to_string(head.journal_bytes));
  line("journal-sha256", head.journal_hash);
  line("key", key.id);
  text += "\n";
  return with_mac_line(std::move(text), key);
}

base::Result<HeadRecord> head_from_text(std::string_view text, Keyring& keys) {
  const std::size_t mac_at = text.rfind(kMacLabel);
  if (mac_at == std::string_view::npos || !text.ends_with('\n')) return damaged("no MAC");
  const std::string_view body = text.substr(0, mac_at);
  const auto mac = base::digest_from_hex(base::trim(text.substr(mac_at + kMacLabel.size())));
  HeadRecord head;
  LineReader lines(body);
  if (lines.take("") != kHeadMagic) return damaged("not a head record of this version");
  head.project.text = lines.take("project");
  head.run.text = lines.take("run");
  head.version = static_cast<std::int64_t>(lines.take_number("version"));
  head.mode = lines.take("mode");
  const std::string_view flags = lines.take("flags");
  head.protocol_start_complete = flags.find("+start-complete") != std::string_view::npos;
  head.protocol_started = flags.find("+started") != std::string_view::npos;
  head.ended = flags.find("+ended") != std::string_view::npos;
  const std::uint64_t paused_until = lines.take_number("paused-until");
  if (paused_until != 0) {
    head.paused_until = base::Instant{base::Millis{static_cast<std::int64_t>(paused_until)}};
  }
  head.note_signature = lines.take("note-signature");
  head.note_bytes = lines.take_number("note-bytes");
  head.note_hash = lines.take("note-blake2b");
  head.journal_bytes = lines.take_number("journal-bytes");
  head.journal_hash = lines.take("journal-sha256");
  const std::string key_id(lines.take("key"));
  if (!mac || !lines.ok() || !lines.at_end()) return damaged("a line is missing or wrong");
  const Key* const key = keys.find(key_id);
  if (key == nullptr) {
    TRY(keys.signing());
    return base::Error{base::Code::signature_invalid,
                       "no key at hand made the head record (key id " + key_id + ")", ""};
  }
  if (!keys.verifies(*key, body, *mac)) {
    return base::Error{base::Code::signature_invalid, "the head record was changed", ""};
  }
  return head;
}

namespace {

// Pages apart, so that a disk that fails in the middle of one leaves the other alone.
constexpr std::size_t kPlaceStride = 4096;
constexpr std::size_t kPlaces = 2;

// The text in a place, without the zeros that fill it.
std::string_view text_in_place(std::string_view bytes, std::size_t place) {
  const std::uint64_t offset = head_place_offset(place);
  if (offset >= bytes.size()) return {};
  const std::string_view all = bytes.substr(offset, kPlaceStride);
  return all.substr(0, all.find('\0'));
}

// What the text claims, before anybody has checked it: which place to look at first.
std::uint64_t claimed_version(std::string_view text) {
  constexpr std::string_view kLabel = "\nversion ";
  const std::size_t at = text.find(kLabel);
  if (at == std::string_view::npos) return 0;
  text.remove_prefix(at + kLabel.size());
  return base::to_number(text.substr(0, text.find('\n'))).value_or(0);
}

}  // namespace

std::uint64_t head_place_offset(std::size_t place) { return place * kPlaceStride; }

std::string head_place(const HeadRecord& head, const Key& key) {
  std::string text = head_text(head, key);
  CHECK(text.size() < kHeadPlaceBytes);
  text.resize(kHeadPlaceBytes, '\0');
  return text;
}

std::string head_file(const HeadRecord& head, const Key& key) {
  std::string bytes = head_place(head, key);
  bytes.resize(kPlaceStride * (kPlaces - 1) + kHeadPlaceBytes, '\0');
  return bytes;
}

base::Result<HeadRecord> head_from_file(std::string_view bytes, Keyring& keys) {
  const std::size_t newest =
      claimed_version(text_in_place(bytes, 1)) > claimed_version(text_in_place(bytes, 0)) ? 1 : 0;
  auto head = head_from_text(text_in_place(bytes, newest), keys);
  if (head.ok()) {
    head->place = newest;
    return head;
  }
  auto other = head_from_text(text_in_place(bytes, 1 - newest), keys);
  if (!other.ok()) return head;
  other->place = 1 - newest;
  return other;
}

}  // namespace store
