#include "store/key_cache.h"

namespace store {
namespace {

// A process meets a few keys, and the head of every run that it is asked about.
constexpr std::size_t kKeysMax = 16;
constexpr std::size_t kMacsMax = 256;

// An id has no line break in it.
std::string mac_name(const Key& key, std::string_view text) {
  return key.id + "\n" + std::string(text);
}

}  // namespace

std::optional<Key> KeyCache::find(std::string_view text, KeySource source) {
  const base::Digest hash = base::blake2b(text);
  const std::lock_guard guard(mutex_);
  const auto found = keys_.find(hash);
  if (found == keys_.end()) return std::nullopt;
  Key key = found->second;
  key.source = source;
  return key;
}

void KeyCache::keep(std::string_view text, const Key& key) {
  const base::Digest hash = base::blake2b(text);
  const std::lock_guard guard(mutex_);
  if (keys_.size() >= kKeysMax) keys_.clear();
  keys_.emplace(hash, key);
}

bool KeyCache::is_verified(const Key& key, std::string_view text, const base::Digest& mac) {
  const std::string name = mac_name(key, text);
  const std::lock_guard guard(mutex_);
  const auto found = macs_.find(name);
  return found != macs_.end() && base::equal_in_constant_time(found->second, mac);
}

void KeyCache::keep_verified(const Key& key, std::string_view text, const base::Digest& mac) {
  std::string name = mac_name(key, text);
  const std::lock_guard guard(mutex_);
  if (macs_.size() >= kMacsMax) macs_.clear();
  macs_.insert_or_assign(std::move(name), mac);
}

std::size_t KeyCache::size() {
  const std::lock_guard guard(mutex_);
  return keys_.size() + macs_.size();
}

}  // namespace store
