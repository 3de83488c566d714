// The keys that sign and verify: from the environment, the key file, and those they replaced.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.h"
#include "base/result.h"
#include "os/system.h"
#include "store/layout.h"

namespace store {

enum class KeySource { environment, previous, file, retired };

struct Key {
  std::string id;  // Says which key it was without saying what it is.
  base::SecretKey secret;
  KeySource source = KeySource::file;
};

class KeyCache;

// Reads lazily, so that a gate pays for one key alone. Not for use by two threads at once.
class Keyring {
 public:
  struct Options {
    std::size_t length_min = 32;
    KeyCache* cache = nullptr;  // Outlives the keyring.
  };
  // `system` outlives the keyring.
  Keyring(os::System system, Homes homes, Options options);

  // The key that signs: BRAIN_SESSION_SECRET, else the key file. no_secret where there is none or
  // it is too weak; a weak one in the environment is never passed over in silence.
  base::Result<const Key*> signing();
  // A configuration may ask for longer keys than the least that is ever taken.
  void require_length(std::size_t length_min) { options_.length_min = length_min; }
  // The key with that id among environment, BRAIN_SESSION_SECRET_PREVIOUS, key file and retired
  // ones; null where nobody has it.
  const Key* find(std::string_view id);
  // Every key at hand, the signing one first: for notes that name none.
  std::vector<const Key*> all();
  // Whether `mac` is the text's under this key.
  bool verifies(const Key& key, std::string_view text, const base::Digest& mac);

  // Makes the key file (0600) where there is none and says whether it did.
  base::Result<bool> create_file();
  // A new key file; the old one is retired. The environment's key, where set, still goes first.
  base::Result<void> rotate_file();

 private:
  base::Result<Key> key_of(std::string_view text, KeySource source);
  base::Result<const Key*> long_enough(const Key& key) const;
  void load_environment();
  void load_file();
  const Key* known(std::string_view id) const;
  const Key* retired(std::string_view id);

  os::System system_;
  Homes homes_;
  Options options_;
  bool environment_loaded_ = false;
  bool file_loaded_ = false;
  std::optional<base::Error> environment_problem_;
  std::optional<base::Error> file_problem_;
  std::vector<std::unique_ptr<Key>> keys_;  // Pointers stay good while more are loaded.
};

// In front of the MAC on the last line of a signed text.
inline constexpr std::string_view kMacLabel = "mac ";
// `text` and the line with its MAC behind it.
std::string with_mac_line(std::string text, const Key& key);

// The key in `text` without the line end; no_secret naming what is wrong with it.
base::Result<Key> key_from_text(std::string_view text, std::size_t length_min, KeySource source);

}  // namespace store
