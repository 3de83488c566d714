#include "store/keyring.h"

#include <algorithm>

#include "base/text.h"
#include "store/key_cache.h"

namespace store {
namespace {

constexpr const char* kSecretVariable = "BRAIN_SESSION_SECRET";
constexpr const char* kPreviousVariable = "BRAIN_SESSION_SECRET_PREVIOUS";
constexpr std::uint64_t kKeyFileBytesMax = 4096;
constexpr std::size_t kNewKeyBytes = 32;
constexpr std::size_t kKeyIdChars = 16;

std::string_view source_text(KeySource source) {
  switch (source) {
    case KeySource::environment:
      return kSecretVariable;
    case KeySource::previous:
      return kPreviousVariable;
    case KeySource::file:
      return "the key file";
    case KeySource::retired:
      return "a retired key";
  }
  return "";
}

base::Error weak(KeySource source, const std::string& problem) {
  return {base::Code::no_secret, std::string(source_text(source)) + " " + problem,
          "Use a random secret, for example from `openssl rand -hex 32`."};
}

base::Error too_short(KeySource source, std::size_t length_min) {
  return weak(source, "must have at least " + std::to_string(length_min) + " characters");
}

}  // namespace

base::Result<Key> key_from_text(std::string_view text, std::size_t length_min, KeySource source) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  if (text.size() < length_min) {
    return too_short(source, length_min);
  }
  if (std::all_of(text.begin(), text.end(), [&](char c) { return c == text.front(); })) {
    return weak(source, "repeats one single character");
  }
  base::SecretKey secret(text);
  const base::Digest id = base::hmac_sha256(secret, {"holdfast-key-id-1"});
  return Key{base::to_hex(id).substr(0, kKeyIdChars), std::move(secret), source};
}

std::string with_mac_line(std::string text, const Key& key) {
  const std::string mac = base::to_hex(base::hmac_sha256(key.secret, {text}));
  text.append(kMacLabel).append(mac).append("\n");
  return text;
}

Keyring::Keyring(os::System system, Homes homes, Options options)
    : system_(system), homes_(std::move(homes)), options_(options) {}

base::Result<Key> Keyring::key_of(std::string_view text, KeySource source) {
  if (options_.cache != nullptr) {
    auto kept = options_.cache->find(text, source);
    if (kept && kept->secret.size() >= options_.length_min) return *std::move(kept);
  }
  TRY_ASSIGN(Key key, key_from_text(text, options_.length_min, source));
  if (options_.cache != nullptr) options_.cache->keep(text, key);
  return key;
}

bool Keyring::verifies(const Key& key, std::string_view text, const base::Digest& mac) {
  if (options_.cache != nullptr && options_.cache->is_verified(key, text, mac)) return true;
  if (!base::equal_in_constant_time(base::hmac_sha256(key.secret, {text}), mac)) return false;
  if (options_.cache != nullptr) options_.cache->keep_verified(key, text, mac);
  return true;
}

void Keyring::load_environment() {
  if (environment_loaded_) return;
  environment_loaded_ = true;
  for (const auto& [variable, source] : {std::pair{kSecretVariable, KeySource::environment},
                                         std::pair{kPreviousVariable, KeySource::previous}}) {
    auto text = system_.environment.get(variable);
    if (!text || text->empty()) continue;
    auto key = key_of(*text, source);
    base::wipe(*text);
    if (key.ok()) {
      keys_.push_back(std::make_unique<Key>(*std::move(key)));
    } else if (source == KeySource::environment) {
      environment_problem_ = std::move(key).error();
    }
  }
}

void Keyring::load_file() {
  if (file_loaded_) return;
  file_loaded_ = true;
  const std::string none = "BRAIN_SESSION_SECRET environment variable required";
  const std::string hint = "Set it, or make a key file with `holdfast init`.";
  if (homes_.config.empty()) {
    file_problem_ = base::Error{base::Code::no_secret, none, hint};
    return;
  }
  auto text = system_.files.read(secret_path(homes_), {.bytes_max = kKeyFileBytesMax});
  if (!text.ok()) {
    const bool absent = text.error().code == base::Code::not_found;
    file_problem_ = base::Error{base::Code::no_secret,
                                absent ? none : none + " (" + text.error().message + ")", hint};
    return;
  }
  auto key = key_of(*text, KeySource::file);
  base::wipe(*text);
  if (!key.ok()) {
    file_problem_ = std::move(key).error();
    return;
  }
  keys_.push_back(std::make_unique<Key>(*std::move(key)));
}

base::Result<const Key*> Keyring::long_enough(const Key& key) const {
  if (key.secret.size() >= options_.length_min) return &key;
  return too_short(key.source, options_.length_min);
}

base::Result<const Key*> Keyring::signing() {
  load_environment();
  if (environment_problem_) return *environment_problem_;
  for (const auto& key : keys_) {
    if (key->source == KeySource::environment) return long_enough(*key);
  }
  load_file();
  for (const auto& key : keys_) {
    if (key->source == KeySource::file) return long_enough(*key);
  }
  return *file_problem_;
}

const Key* Keyring::known(std::string_view id) const {
  for (const auto& key : keys_) {
    if (key->id == id) return key.get();
  }
  return nullptr;
}

const Key* Keyring::retired(std::string_view id) {
  const bool plain = id.size() == kKeyIdChars && std::all_of(id.begin(), id.end(), [](char c) {
                       return base::is_hex_digit(c);
                     });
  if (!plain || homes_.config.empty())
    return nullptr;  // The id comes out of a file: no path tricks.
  auto text = system_.files.read(retired_secrets_path(homes_) / std::string(id),
                                 {.bytes_max = kKeyFileBytesMax});
  if (!text.ok()) return nullptr;
  auto key = key_of(*text, KeySource::retired);
  base::wipe(*text);
  if (!key.ok() || key->id != id) return nullptr;
  keys_.push_back(std::make_unique<Key>(*std::move(key)));
  return keys_.back().get();
}

const Key* Keyring::find(std::string_view id) {
  load_environment();
  if (const Key* const key = known(id)) return key;
  load_file();
  if (const Key* const key = known(id)) return key;
  return retired(id);
}

std::vector<const Key*> Keyring::all() {
  load_environment();
  load_file();
  std::vector<const Key*> keys;
  for (const auto& key : keys_) keys.push_back(key.get());
  return keys;
}

base::Result<bool> Keyring::create_file() {
  if (homes_.config.empty()) {
    return base::Error{base::Code::no_secret, "no place for a key file: HOME is not set", ""};
  }
  TRY(system_.files.make_folders(homes_.config));
  std::string text = system_.random.hex(kNewKeyBytes) + "\n";
  auto created = system_.files.create(secret_path(homes_), text);
  if (!created.ok() && created.error().code == base::Code::exists) {
    // An empty file holds no key: a maker was killed before it had written one.
    const auto info = system_.files.info(secret_path(homes_));
    if (!info.ok() || info->size != 0) {
      base::wipe(text);
      return false;
    }
    created = system_.files.replace(secret_path(homes_), text);
  }
  base::wipe(text);
  TRY(created);
  file_loaded_ = false;
  file_problem_.reset();
  return true;
}

base::Result<void> Keyring::rotate_file() {
  const os::Path path = secret_path(homes_);
  auto old_text = system_.files.read(path, {.bytes_max = kKeyFileBytesMax});
  if (old_text.ok()) {
    TRY_ASSIGN(const Key old_key,
               key_from_text(*old_text, options_.length_min, KeySource::retired));
    TRY(system_.files.make_folders(retired_secrets_path(homes_)));
    // Whole or not at all: half a key under its id would be taken for kept by the next rotation.
    auto kept = system_.files.replace(retired_secrets_path(homes_) / old_key.id, *old_text);
    base::wipe(*old_text);
    TRY(kept);
  } else if (old_text.error().code != base::Code::not_found) {
    return std::move(old_text).error();
  }
  TRY(system_.files.make_folders(homes_.config));
  std::string text = system_.random.hex(kNewKeyBytes) + "\n";
  auto replaced = system_.files.replace(path, text);
  base::wipe(text);
  TRY(replaced);
  std::erase_if(keys_, [](const auto& key) { return key->source == KeySource::file; });
  file_loaded_ = false;
  file_problem_.reset();
  return {};
}

}  // namespace store
