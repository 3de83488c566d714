#include "store/bundle_line.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/base64.h"
#include "base/id.h"
#include "base/json.h"
#include "base/text.h"
#include "store/zstd_stream.h"

namespace store {

using base::Json;

namespace {

constexpr std::string_view kFormat = "holdfast-bundle";
constexpr std::string_view kSealKind = "seal";
constexpr std::string_view kSignatureDomain = "holdfast-bundle-1\n";
constexpr std::size_t kMachineIdDigits = 16;
constexpr std::array kKinds{BundleKind::note, BundleKind::journal, BundleKind::work,
                            BundleKind::mirror, BundleKind::handoff};

base::Error wrong(std::string_view member, std::string_view what) {
  return {base::Code::parse_error, std::string(member) + ": " + std::string(what), ""};
}

base::Error no_seal() {
  return {base::Code::parse_error,
          "The file is no bundle, or only a part of one: it has no seal at its end",
          "Copy it again, or make it anew with `holdfast export`."};
}

base::Result<std::string> required_text(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_string()) return wrong(key, "missing or not a string");
  return found->get<std::string>();
}

// For people: cut, since whoever made the bundle wrote it.
base::Result<std::string> required_words(const Json& json, const char* key) {
  TRY_ASSIGN(const std::string text, required_text(json, key));
  return std::string(base::clip_utf8(text, kBundleTextMax));
}

base::Result<std::uint64_t> required_number(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_number_unsigned()) {
    return wrong(key, "missing or not a whole number");
  }
  return found->get<std::uint64_t>();
}

base::Result<Json> required_object(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_object()) return wrong(key, "missing or not an object");
  return *found;
}

bool is_digest(std::string_view text) { return base::digest_from_hex(text).has_value(); }

base::Result<std::vector<std::string>> seen_in(const Json& json) {
  std::vector<std::string> seen;
  const auto found = json.find("seen");
  if (found == json.end()) return seen;
  if (!found->is_array() || found->size() > kBundleSeenMax)
    return wrong("seen", "not a short list");
  for (const Json& one : *found) {
    if (!one.is_string() || !is_digest(one.get_ref<const std::string&>())) {
      return wrong("seen", "not a list of digests");
    }
    seen.push_back(one.get<std::string>());
  }
  return seen;
}

base::Result<std::string> bytes_in(const Json& json) {
  if (!json.contains("base64")) return required_text(json, "text");
  TRY_ASSIGN(const std::string text, required_text(json, "base64"));
  auto bytes = base::bytes_from_base64(text);
  if (!bytes) return wrong("base64", "not base64");
  return *std::move(bytes);
}

std::string signed_message(std::uint64_t items, std::string_view digest) {
  return std::string(kSignatureDomain) + std::to_string(items) + "\n" + std::string(digest) + "\n";
}

std::string seal_line(std::uint64_t items, const base::Digest& digest, const base::PublicKey& key,
                      const base::Signature& signature) {
  return base::dump_line({{"kind", kSealKind},
                          {"items", items},
                          {"hash", base::to_hex(digest)},
                          {"key", base::to_text(key)},
                          {"signature", base::to_text(signature)}}) +
         "\n";
}

bool is_plain_name(std::string_view name) {
  constexpr std::size_t kBytesMax = 128;
  if (name.empty() || name.size() > kBytesMax || name.front() == '.') return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return base::is_alnum(c) || c == '.' || c == '_' || c == '-' || c == ' ' || c == '+';
  });
}

}  // namespace

std::string_view name_of(BundleKind kind) {
  switch (kind) {
    case BundleKind::note:
      return "note";
    case BundleKind::journal:
      return "journal";
    case BundleKind::work:
      return "work";
    case BundleKind::mirror:
      return "mirror";
    case BundleKind::handoff:
      return "handoff";
  }
  return "";
}

std::string machine_id_of(const base::PublicKey& key) {
  const std::string_view bytes(reinterpret_cast<const char*>(key.data()), key.size());
  return base::to_hex(base::sha256(bytes)).substr(0, kMachineIdDigits);
}

bool is_machine_id(std::string_view text) {
  return text.size() == kMachineIdDigits && std::all_of(text.begin(), text.end(), [](char c) {
           return base::is_hex_digit(c) && !base::is_upper(c);
         });
}

bool is_bundle_path(std::string_view path) {
  constexpr std::size_t kPartsMax = 4;
  const auto parts = base::split(path, '/');
  return parts.size() <= kPartsMax && std::all_of(parts.begin(), parts.end(), is_plain_name);
}

base::Result<void> check_bundle_item(const BundleItem& item) {
  const auto refused = [&](const char* what) {
    return base::Error{base::Code::parse_error, std::string(name_of(item.kind)) + ": " + what, ""};
  };
  switch (item.kind) {
    case BundleKind::note:
    case BundleKind::journal:
    case BundleKind::mirror:
      if (base::uuid_from_text(item.name) != item.name) return refused("its name is no UUID");
      return {};
    case BundleKind::work:
      if (!base::is_safe_id(item.name)) return refused("its name is no slug");
      if (!is_bundle_path(item.path)) return refused("its path is none inside a work session");
      return {};
    case BundleKind::handoff:
      if (!item.name.starts_with("h-") || !base::is_safe_id(item.name)) {
        return refused("its name is no packet's");
      }
      return {};
  }
  return refused("unknown");
}

std::string bundle_header_line(const BundleHeader& header) {
  return base::dump_line({{"kind", kFormat},
                          {"version", kBundleVersion},
                          {"minor", header.minor},
                          {"made_at", header.made_at},
                          {"machine",
                           {{"id", header.machine},
                            {"name", header.machine_name},
                            {"key", base::to_text(header.key)}}},
                          {"project", {{"id", header.project}, {"name", header.project_name}}}}) +
         "\n";
}

base::Result<BundleHeader> bundle_header_from_line(std::string_view line) {
  TRY_ASSIGN(const Json json, base::parse_json(line));
  if (!json.is_object()) return wrong("header", "not an object");
  TRY_ASSIGN(const std::string kind, required_text(json, "kind"));
  if (kind != kFormat) return wrong("kind", "it is no bundle");
  TRY_ASSIGN(const std::uint64_t version, required_number(json, "version"));
  if (version != static_cast<std::uint64_t>(kBundleVersion)) {
    return base::Error{base::Code::unavailable,
                       "The bundle has version " + std::to_string(version) +
                           "; this program reads version " + std::to_string(kBundleVersion),
                       "Update Holdfast on this machine."};
  }
  BundleHeader header;
  TRY_ASSIGN(const std::uint64_t minor, required_number(json, "minor"));
  header.minor = static_cast<std::int64_t>(std::min<std::uint64_t>(minor, INT32_MAX));
  TRY_ASSIGN(header.made_at, required_words(json, "made_at"));
  TRY_ASSIGN(const Json machine, required_object(json, "machine"));
  TRY_ASSIGN(header.machine, required_text(machine, "id"));
  TRY_ASSIGN(header.machine_name, required_words(machine, "name"));
  TRY_ASSIGN(const std::string key_text, required_text(machine, "key"));
  const auto key = base::public_key_from_text(key_text);
  if (!key) return wrong("machine.key", "not a key");
  header.key = *key;
  if (header.machine != machine_id_of(*key)) return wrong("machine.id", "is not the key's");
  TRY_ASSIGN(const Json project, required_object(json, "project"));
  TRY_ASSIGN(header.project, required_words(project, "id"));
  TRY_ASSIGN(header.project_name, required_words(project, "name"));
  return header;
}

std::string bundle_item_line(const BundleItem& item) {
  Json json{{"kind", name_of(item.kind)}, {"name", item.name}};
  if (item.kind == BundleKind::work) {
    json["path"] = item.path;
    if (!item.seen.empty()) json["seen"] = item.seen;
  }
  if (item.kind == BundleKind::journal) json["offset"] = item.offset;
  if (base::is_utf8(item.bytes)) {
    json["text"] = item.bytes;
  } else {
    json["base64"] = base::to_base64(item.bytes);
  }
  return base::dump_line(json) + "\n";
}

base::Result<std::optional<BundleItem>> bundle_item_from_line(std::string_view line,
                                                              std::size_t line_bytes_max) {
  constexpr int kDepthMax = 16;
  TRY_ASSIGN(const Json json,
             base::parse_json(line, {.bytes_max = line_bytes_max, .depth_max = kDepthMax}));
  if (!json.is_object()) return wrong("item", "not an object");
  TRY_ASSIGN(const std::string kind, required_text(json, "kind"));
  const auto known = std::find_if(kKinds.begin(), kKinds.end(),
                                  [&](BundleKind one) { return name_of(one) == kind; });
  if (known == kKinds.end()) return std::optional<BundleItem>();
  BundleItem item{.kind = *known};
  TRY_ASSIGN(item.name, required_text(json, "name"));
  if (item.kind == BundleKind::work) {
    TRY_ASSIGN(item.path, required_text(json, "path"));
    TRY_ASSIGN(item.seen, seen_in(json));
  }
  if (item.kind == BundleKind::journal) {
    TRY_ASSIGN(item.offset, required_number(json, "offset"));
  }
  TRY_ASSIGN(item.bytes, bytes_in(json));
  TRY(check_bundle_item(item));
  return std::optional<BundleItem>(std::move(item));
}

std::string bundle_seal_frame(std::uint64_t items, const base::Digest& digest,
                              const base::SigningKey& key) {
  const base::Signature signature = key.sign(signed_message(items, base::to_hex(digest)));
  return stored_zstd_frame(seal_line(items, digest, key.public_key(), signature));
}

base::Result<ReadSeal> bundle_seal_from_tail(std::string_view tail) {
  const std::size_t begin = tail.rfind(kZstdMagic);
  if (begin == std::string_view::npos) return no_seal();
  const std::string_view frame = tail.substr(begin);
  const std::size_t overhead = stored_zstd_frame({}).size();
  if (frame.size() <= overhead) return no_seal();
  const auto json = base::parse_json(frame.substr(overhead));
  if (!json.ok() || !json->is_object()) return no_seal();
  const auto items = required_number(*json, "items");
  const auto hash = required_text(*json, "hash");
  const auto key_text = required_text(*json, "key");
  const auto signature_text = required_text(*json, "signature");
  if (!items.ok() || !hash.ok() || !key_text.ok() || !signature_text.ok()) return no_seal();
  const auto digest = base::digest_from_hex(*hash);
  const auto key = base::public_key_from_text(*key_text);
  const auto signature = base::signature_from_text(*signature_text);
  if (!digest || !key || !signature) return no_seal();
  // There is one way to write it, so that no byte of it can be another one.
  if (stored_zstd_frame(seal_line(*items, *digest, *key, *signature)) != frame) return no_seal();
  return ReadSeal{{.items = *items, .key = *key, .offset = begin}, *digest, *signature};
}

bool is_seal_good(const ReadSeal& seal) {
  return base::is_signed(signed_message(seal.seal.items, base::to_hex(seal.digest)), seal.signature,
                         seal.seal.key);
}

}  // namespace store
