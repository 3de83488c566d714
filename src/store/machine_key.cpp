#include "store/machine_key.h"

#include <algorithm>

#include "base/digest.h"
#include "base/text.h"
#include "store/own_file.h"

namespace store {
namespace {

constexpr OwnFileRules kKeyRules{.bytes_max = 4096, .is_secret = true};
constexpr OwnFileRules kSignerRules{.bytes_max = 1024ULL * 1024};
constexpr std::size_t kSignerNameBytesMax = 100;
constexpr std::string_view kFingerprintPrefix = "SHA256:";
constexpr std::size_t kFingerprintBytes = 50;

base::Error no_place_for_key() {
  return {base::Code::unavailable, "there is no place for the machine's key: HOME is not set", ""};
}

base::Result<base::SigningKey> signing_key_from_text(std::string& text, const os::Path& path) {
  auto seed = base::digest_from_hex(base::trim(text));
  base::wipe(text);
  if (!seed) {
    return base::Error{base::Code::no_secret, path.native() + ": holds no key",
                       "Put the right file back, or take it away to get a new key, which other "
                       "machines then have to accept."};
  }
  base::SigningKey key(*seed);
  seed->fill(0);
  return key;
}

// One line, so that a name cannot make another.
std::string plain_name(std::string_view name) {
  std::string plain(base::clip_utf8(name, kSignerNameBytesMax));
  std::replace_if(
      plain.begin(), plain.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return plain;
}

std::string signer_line(const Signer& signer) {
  return signer.fingerprint + " " + signer.accepted_at + " " + plain_name(signer.name) + "\n";
}

}  // namespace

base::Result<std::optional<base::SigningKey>> existing_machine_key(const os::System& system,
                                                                   const Homes& homes) {
  if (homes.config.empty()) return std::optional<base::SigningKey>();
  const os::Path path = machine_key_path(homes);
  auto text = read_own_file(system, path, kKeyRules);
  if (!text.ok() && text.error().code == base::Code::not_found) {
    return std::optional<base::SigningKey>();
  }
  TRY(text);
  TRY_ASSIGN(base::SigningKey key, signing_key_from_text(*text, path));
  return std::optional(std::move(key));
}

base::Result<base::SigningKey> machine_key(const os::System& system, const Homes& homes) {
  if (homes.config.empty() || homes.state.empty()) return no_place_for_key();
  TRY_ASSIGN(auto known, existing_machine_key(system, homes));
  if (known) return *std::move(known);
  // Two at once must not make two.
  TRY_ASSIGN(const auto held,
             lock_own_file(system, homes.state / "locks" / "machine-key.lock", kWriterLockTimeout));
  TRY_ASSIGN(known, existing_machine_key(system, homes));
  if (known) return *std::move(known);
  std::string text = system.random.hex(std::tuple_size_v<base::SigningSeed>) + "\n";
  const auto written = replace_own_file(system, machine_key_path(homes), text, {});
  if (!written.ok()) {
    base::wipe(text);
    return written.error();
  }
  return signing_key_from_text(text, machine_key_path(homes));
}

bool is_fingerprint(std::string_view text) {
  return text.size() == kFingerprintBytes && text.starts_with(kFingerprintPrefix) &&
         std::all_of(text.begin() + kFingerprintPrefix.size(), text.end(),
                     [](char c) { return base::is_alnum(c) || c == '+' || c == '/'; });
}

base::Result<std::vector<Signer>> Signers::list() const {
  std::vector<Signer> signers;
  if (homes_.config.empty()) return signers;
  const auto text = read_own_file(system_, signers_path(homes_), kSignerRules);
  if (!text.ok() && text.error().code == base::Code::not_found) return signers;
  TRY(text);
  for (const std::string_view line : base::split(*text, '\n')) {
    const std::size_t first = line.find(' ');
    const std::string_view fingerprint = line.substr(0, first);
    if (!is_fingerprint(fingerprint)) continue;
    Signer signer{.fingerprint = std::string(fingerprint), .accepted_at = {}, .name = {}};
    if (first != std::string_view::npos) {
      const std::string_view rest = line.substr(first + 1);
      const std::size_t second = rest.find(' ');
      signer.accepted_at = rest.substr(0, second);
      if (second != std::string_view::npos) signer.name = rest.substr(second + 1);
    }
    signers.push_back(std::move(signer));
  }
  return signers;
}

base::Result<bool> Signers::is_accepted(const std::string& fingerprint) const {
  TRY_ASSIGN(const std::vector<Signer> signers, list());
  return std::any_of(signers.begin(), signers.end(),
                     [&](const Signer& one) { return one.fingerprint == fingerprint; });
}

base::Result<void> Signers::accept(const Signer& signer) const {
  if (homes_.config.empty() || homes_.state.empty()) return no_place_for_key();
  TRY_ASSIGN(const auto held,
             lock_own_file(system_, homes_.state / "locks" / "signers.lock", kWriterLockTimeout));
  TRY_ASSIGN(const std::vector<Signer> signers, list());
  std::string text;
  for (const Signer& one : signers) {
    if (one.fingerprint == signer.fingerprint) return {};
    text += signer_line(one);
  }
  return replace_own_file(system_, signers_path(homes_), text + signer_line(signer), {});
}

}  // namespace store
