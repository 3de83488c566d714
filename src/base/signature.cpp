#include "base/signature.h"

#include <sodium.h>

#include <algorithm>

#include "base/base64.h"
#include "base/digest.h"
#include "base/text.h"

namespace base {
namespace {

template <std::size_t Size>
std::string_view view_of(const std::array<std::uint8_t, Size>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <typename Bytes>
std::optional<Bytes> bytes_from_text(std::string_view text) {
  const auto decoded = bytes_from_base64(text);
  Bytes bytes;
  if (!decoded || decoded->size() != bytes.size()) return std::nullopt;
  std::copy(decoded->begin(), decoded->end(), bytes.begin());
  return bytes;
}

}  // namespace

static_assert(std::tuple_size_v<PublicKey> == crypto_sign_ed25519_PUBLICKEYBYTES);
static_assert(std::tuple_size_v<Signature> == crypto_sign_ed25519_BYTES);
static_assert(std::tuple_size_v<SigningSeed> == crypto_sign_ed25519_SEEDBYTES);

struct SigningKey::Pair {
  PublicKey open;
  std::array<std::uint8_t, crypto_sign_ed25519_SECRETKEYBYTES> secret;

  Pair() = default;
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;
  ~Pair() { sodium_memzero(secret.data(), secret.size()); }
};

SigningKey::SigningKey(const SigningSeed& seed) : pair_(std::make_unique<Pair>()) {
  crypto_sign_ed25519_seed_keypair(pair_->open.data(), pair_->secret.data(), seed.data());
}

SigningKey::SigningKey(SigningKey&&) noexcept = default;
SigningKey& SigningKey::operator=(SigningKey&&) noexcept = default;
SigningKey::~SigningKey() = default;

const PublicKey& SigningKey::public_key() const { return pair_->open; }

Signature SigningKey::sign(std::string_view message) const {
  Signature signature;
  crypto_sign_ed25519_detached(signature.data(), nullptr, unsigned_data(message), message.size(),
                               pair_->secret.data());
  return signature;
}

bool is_signed(std::string_view message, const Signature& signature, const PublicKey& key) {
  return crypto_sign_ed25519_verify_detached(signature.data(), unsigned_data(message),
                                             message.size(), key.data()) == 0;
}

std::string fingerprint_of(const PublicKey& key) {
  std::string text = to_base64(view_of(sha256(view_of(key))));
  while (text.ends_with('=')) text.pop_back();
  return "SHA256:" + text;
}

std::string to_text(const PublicKey& key) { return to_base64(view_of(key)); }
std::string to_text(const Signature& signature) { return to_base64(view_of(signature)); }

std::optional<PublicKey> public_key_from_text(std::string_view text) {
  return bytes_from_text<PublicKey>(text);
}

std::optional<Signature> signature_from_text(std::string_view text) {
  return bytes_from_text<Signature>(text);
}

}  // namespace base
