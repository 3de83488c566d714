// The revisions of MCP and which of its two eras each belongs to.
#pragma once
#include <array>
#include <string_view>

namespace mcp {

// Legacy: a handshake, sessions, requests in both directions. Modern: every request stands alone.
enum class Era { legacy, modern };

constexpr std::string_view kModernVersion = "2026-07-28";
// Newest first.
constexpr std::array<std::string_view, 4> kLegacyVersions = {"2025-11-25", "2025-06-18",
                                                             "2025-03-26", "2024-11-05"};
// The one revision that has batches; over HTTP also the one of a client that names none.
constexpr std::string_view kBatchVersion = "2025-03-26";
// The first whose event streams begin with an empty event.
constexpr std::string_view kPrimingVersion = "2025-11-25";

bool is_legacy_version(std::string_view version);
// What to answer to an `initialize` that asks for `requested`: the same where it is a legacy one,
// else the newest of them.
std::string_view negotiated_version(std::string_view requested);

}  // namespace mcp
