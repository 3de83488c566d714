// Base64 as RFC 4648 has it: the plain alphabet with padding for content, the URL's alphabet
// without padding for tokens. By libsodium.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace base {

std::string to_base64(std::string_view bytes);
std::string to_base64url(std::string_view bytes);

// Strict: nothing for another alphabet, wrong or missing padding, white space, or leftover bits.
std::optional<std::string> bytes_from_base64(std::string_view text);
std::optional<std::string> bytes_from_base64url(std::string_view text);

}  // namespace base
