// Which keys announce a secret: password, secret, token, API key and the like.
#pragma once
#include <string_view>

namespace policy::redaction {

// A person chooses a password and may choose a word; an issuer's token is never one.
enum class KeyKind { none, chosen, issued };

// `key` is a run of letters, digits, '_', '-' and '.'; `before` is the text that it follows.
KeyKind key_kind(std::string_view key, std::string_view before);

// True for "token", "passwords" and other keywords without anything around them.
bool is_keyword(std::string_view name);

// True for names whose last word is a keyword: "db_password", "clientSecret", "self.token".
bool ends_in_keyword(std::string_view name);

}  // namespace policy::redaction
