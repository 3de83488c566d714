// UUIDs and the ids that people and hosts may give to a run.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace base {

// The canonical spelling in lower case, or nothing where `text` is no UUID.
std::optional<std::string> uuid_from_text(std::string_view text);

// A random UUID (version 4) out of 16 random bytes.
std::string uuid_from_random(std::array<std::uint8_t, 16> random);

// A name-based UUID (version 8, SHA-256): the same parts give the same id on every machine.
std::string uuid_from_name(std::initializer_list<std::string_view> parts);

// ^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$ without "..": nothing that a path could read otherwise.
bool is_safe_id(std::string_view text);

// Whether this is a whole id of a commit of git's: 40 or 64 hexadecimal digits.
bool is_commit_id(std::string_view text);

}  // namespace base
