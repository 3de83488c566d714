#include "store/signed_note.h"

#include <nlohmann/json.hpp>

#include "base/canonical_json.h"

namespace store {

using base::Json;

namespace {

constexpr const char* kSignature = "_signature";
constexpr const char* kKeyId = "keyId";

base::Error invalid(const std::string& why) {
  return {base::Code::signature_invalid, "the signature is not valid: " + why, ""};
}

// The keys that could have signed it.
base::Result<std::vector<const Key*>> candidates(const Json& document, Keyring& keys) {
  const auto named = document.find(kKeyId);
  if (named != document.end()) {
    if (!named->is_string()) return invalid("keyId is not a string");
    if (const Key* const key = keys.find(named->get_ref<const std::string&>())) {
      return std::vector<const Key*>{key};
    }
    TRY(keys.signing());  // No key at all is another error than a foreign one.
    return invalid("no key at hand has the id " + named->get<std::string>());
  }
  std::vector<const Key*> all = keys.all();
  if (all.empty()) TRY(keys.signing());
  return all;
}

}  // namespace

base::Result<std::string> signature_of(const Json& document, const Key& key) {
  TRY_ASSIGN(const std::string canonical, base::canonical_json(document));
  return base::to_hex(base::hmac_sha256(key.secret, {canonical}));
}

base::Result<SealedNote> seal_note(Json document, const Key& key) {
  document.erase(kSignature);
  document[kKeyId] = key.id;
  SealedNote note;
  TRY_ASSIGN(note.signature, signature_of(document, key));
  document[kSignature] = note.signature;
  note.bytes = base::dump_pretty(document);
  document.erase(kSignature);
  note.document = base::JsonBox(std::move(document));
  if (note.bytes.size() > kNoteBytesMax) {
    return base::Error{base::Code::too_large,
                       "the note would have " + std::to_string(note.bytes.size()) +
                           " bytes, over the limit of " + std::to_string(kNoteBytesMax),
                       "Compact the history with `holdfast session compact`, or start a new run."};
  }
  return note;
}

base::Result<OpenedNote> read_attested_note(std::string_view bytes) {
  auto parsed = base::parse_json(bytes, {.bytes_max = kNoteBytesMax});
  if (!parsed.ok()) {
    return base::Error{base::Code::parse_error, parsed.error().message, ""};
  }
  Json document = *std::move(parsed);
  if (!document.is_object()) {
    return base::Error{base::Code::parse_error, "the note is not a JSON object", ""};
  }
  const auto member = document.find(kSignature);
  if (member == document.end() || !member->is_string()) return invalid("it is missing");
  const auto given = base::digest_from_hex(member->get_ref<const std::string&>());
  if (!given) return invalid("it is not 64 hexadecimal digits");
  OpenedNote note;
  note.signature = base::to_hex(*given);  // One spelling, since the head record's is compared.
  document.erase(kSignature);
  note.document = base::JsonBox(std::move(document));
  return note;
}

base::Result<OpenedNote> open_note(std::string_view bytes, Keyring& keys) {
  TRY_ASSIGN(OpenedNote note, read_attested_note(bytes));
  const auto given = base::digest_from_hex(note.signature);
  TRY_ASSIGN(const std::vector<const Key*> keys_to_try, candidates(note.document.get(), keys));
  TRY_ASSIGN(const std::string canonical, base::canonical_json(note.document.get()));
  for (const Key* const key : keys_to_try) {
    if (base::equal_in_constant_time(base::hmac_sha256(key->secret, {canonical}), *given)) {
      return note;
    }
  }
  return invalid("the content was changed, or another key signed it");
}

}  // namespace store
