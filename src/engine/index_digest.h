// SHA-256 by the processor's own instructions where it has them: an index hashes every manifest and
// every line of the journals, and would spend a third of its time on that. Private to the engine.
#pragma once
#include <string>
#include <string_view>

namespace engine {

// The same 64 digits as base::to_hex(base::sha256(bytes)).
std::string fast_sha256_hex(std::string_view bytes);

}  // namespace engine
