// Signatures that others can check: Ed25519, by libsodium. For what leaves this machine, where a
// MAC would need a key that the other one does not have. Nothing here has a start-up cost.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace base {

using PublicKey = std::array<std::uint8_t, 32>;
using Signature = std::array<std::uint8_t, 64>;
using SigningSeed = std::array<std::uint8_t, 32>;

// The secret half of a key pair; wiped when it goes out of scope.
class SigningKey {
 public:
  // The same seed gives the same pair.
  explicit SigningKey(const SigningSeed& seed);
  SigningKey(SigningKey&&) noexcept;
  SigningKey& operator=(SigningKey&&) noexcept;
  ~SigningKey();

  const PublicKey& public_key() const;
  Signature sign(std::string_view message) const;

 private:
  struct Pair;
  std::unique_ptr<Pair> pair_;
};

// Whether whoever has the secret half of `key` signed these very bytes.
bool is_signed(std::string_view message, const Signature& signature, const PublicKey& key);

// "SHA256:" and the key's hash in base64 without padding: what people compare.
std::string fingerprint_of(const PublicKey& key);

// Base64, exactly; nothing for another length or alphabet.
std::string to_text(const PublicKey& key);
std::string to_text(const Signature& signature);
std::optional<PublicKey> public_key_from_text(std::string_view text);
std::optional<Signature> signature_from_text(std::string_view text);

}  // namespace base
