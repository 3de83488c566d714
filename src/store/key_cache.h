// What a process that answers many questions keeps of its keys: each ready for use, and which texts
// they were found to have signed. It answers for the very bytes it was asked about before and for
// no others. The secrets in it are wiped when it goes.
#pragma once
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "store/keyring.h"

namespace store {

// Safe for several threads.
class KeyCache {
 public:
  // The key that was made of this text before.
  std::optional<Key> find(std::string_view text, KeySource source);
  void keep(std::string_view text, const Key& key);

  // Whether this MAC of the text was found right under the key before.
  bool is_verified(const Key& key, std::string_view text, const base::Digest& mac);
  void keep_verified(const Key& key, std::string_view text, const base::Digest& mac);

  // How many keys and MACs are kept.
  std::size_t size();

 private:
  std::mutex mutex_;
  std::map<base::Digest, Key> keys_;                       // By the hash of the text.
  std::map<std::string, base::Digest, std::less<>> macs_;  // By the key's id and the text.
};

}  // namespace store
