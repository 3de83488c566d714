#include "base/digest.h"

#include <sodium.h>

#include "base/text.h"

namespace base {

Digest sha256(std::string_view bytes) {
  Digest digest;
  crypto_hash_sha256(digest.data(), unsigned_data(bytes), bytes.size());
  return digest;
}

// libsodium picks vectorised code only in sodium_init, which costs more than that code saves on any
// note of ours: both were measured, at 64 KB and at 1 MB.
Digest blake2b(std::string_view bytes) {
  Digest digest;
  crypto_generichash_blake2b(digest.data(), digest.size(), unsigned_data(bytes), bytes.size(),
                             nullptr, 0);
  return digest;
}

struct Blake2b::State {
  crypto_generichash_blake2b_state state;
};

Blake2b::Blake2b() : state_(std::make_unique<State>()) {
  crypto_generichash_blake2b_init(&state_->state, nullptr, 0, sizeof(Digest));
}

Blake2b::~Blake2b() = default;

void Blake2b::add(std::string_view bytes) {
  crypto_generichash_blake2b_update(&state_->state, unsigned_data(bytes), bytes.size());
}

Digest Blake2b::finish() {
  Digest digest;
  crypto_generichash_blake2b_final(&state_->state, digest.data(), digest.size());
  return digest;
}

struct SecretKey::Prepared {
  crypto_auth_hmacsha256_state state;

  Prepared() = default;
  Prepared(const Prepared&) = default;
  Prepared& operator=(const Prepared&) = default;
  ~Prepared() { sodium_memzero(&state, sizeof state); }
};

SecretKey::SecretKey(std::string_view bytes)
    : prepared_(std::make_unique<Prepared>()), size_(bytes.size()) {
  crypto_auth_hmacsha256_init(&prepared_->state, unsigned_data(bytes), bytes.size());
}

SecretKey::SecretKey(const SecretKey& other)
    : prepared_(std::make_unique<Prepared>(*other.prepared_)), size_(other.size_) {}

SecretKey& SecretKey::operator=(const SecretKey& other) {
  *prepared_ = *other.prepared_;
  size_ = other.size_;
  return *this;
}

SecretKey::~SecretKey() = default;

Digest hmac_sha256(const SecretKey& key, std::initializer_list<std::string_view> parts) {
  crypto_auth_hmacsha256_state state = key.prepared_->state;
  for (const std::string_view part : parts) {
    crypto_auth_hmacsha256_update(&state, unsigned_data(part), part.size());
  }
  Digest digest;
  crypto_auth_hmacsha256_final(&state, digest.data());
  sodium_memzero(&state, sizeof state);
  return digest;
}

bool equal_in_constant_time(const Digest& a, const Digest& b) {
  return sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string to_hex(const std::uint8_t* bytes, std::size_t size) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  hex.reserve(size * 2);
  for (std::size_t i = 0; i < size; ++i) {
    hex.push_back(kDigits[bytes[i] >> 4U]);
    hex.push_back(kDigits[bytes[i] & 0xFU]);
  }
  return hex;
}

std::optional<Digest> digest_from_hex(std::string_view hex) {
  Digest digest;
  if (hex.size() != digest.size() * 2) return std::nullopt;
  const auto value_of = [](char c) { return is_digit(c) ? c - '0' : to_lower(c) - 'a' + 10; };
  for (std::size_t i = 0; i < digest.size(); ++i) {
    const char high = hex[2 * i];
    const char low = hex[2 * i + 1];
    if (!is_hex_digit(high) || !is_hex_digit(low)) return std::nullopt;
    digest[i] = static_cast<std::uint8_t>(value_of(high) * 16 + value_of(low));
  }
  return digest;
}

void wipe(std::string& bytes) { sodium_memzero(bytes.data(), bytes.size()); }

}  // namespace base
