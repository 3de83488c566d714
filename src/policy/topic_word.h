// Which words say what a session is about. Private to topics.cpp; see there for how they are found.
#pragma once
#include <cstddef>
#include <string_view>

namespace policy::topic {

inline constexpr std::size_t kWordBytesMax = 40;

// Words of every text and every session, names of tools, endings of files: they tell nothing apart.
bool is_stop_word(std::string_view lower);

// Programs everybody uses.
bool is_common_program(std::string_view lower);

// Letters, digits and UTF-8 beyond ASCII, of a length that a topic has; no number, no hexadecimal
// id, and nothing that mixes letters and digits as a password does ("oauth2" and "k8s" may).
bool has_topic_shape(std::string_view lower);

// How many bytes at `at` are no part of any word: a character that is a sign or a blank. 0 where a
// word is or goes on.
std::size_t separator_bytes(std::string_view text, std::size_t at);

}  // namespace policy::topic
