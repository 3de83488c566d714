#include "base/base64.h"

#include <sodium.h>

namespace base {
namespace {

std::string encode(std::string_view bytes, int variant) {
  // With the final NUL that the library writes.
  std::string text(sodium_base64_encoded_len(bytes.size(), variant), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                    bytes.size(), variant);
  text.pop_back();
  return text;
}

std::optional<std::string> decode(std::string_view text, int variant) {
  std::string bytes(text.size() / 4 * 3 + 3, '\0');
  std::size_t size = 0;
  const char* end = nullptr;
  if (sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), text.data(),
                        text.size(), nullptr, &size, &end, variant) != 0 ||
      end != text.data() + text.size()) {
    return std::nullopt;
  }
  bytes.resize(size);
  return bytes;
}

}  // namespace

std::string to_base64(std::string_view bytes) {
  return encode(bytes, sodium_base64_VARIANT_ORIGINAL);
}

std::string to_base64url(std::string_view bytes) {
  return encode(bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

std::optional<std::string> bytes_from_base64(std::string_view text) {
  return decode(text, sodium_base64_VARIANT_ORIGINAL);
}

std::optional<std::string> bytes_from_base64url(std::string_view text) {
  return decode(text, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

}  // namespace base
