// From bytes to messages, strictly: what is not JSON-RPC 2.0 is answered and never guessed at.
#pragma once
#include <string_view>
#include <variant>
#include <vector>

#include "base/json.h"
#include "jsonrpc/message.h"

namespace jsonrpc {

struct CodecOptions {
  base::JsonLimits limits;
  bool allow_batches = false;  // Of MCP's revisions, 2025-03-26 alone has them.
  std::size_t batch_size_max = 100;
};

// One message, or the answer that the sender must get instead: -32700 or -32600. A response that
// cannot be read is no message at all and gets no answer with an id.
using Decoded = std::variant<Message, Response>;

struct DecodedText {
  std::vector<Decoded> items;  // Never empty.
  bool is_batch = false;
};

DecodedText decode(std::string_view text, const CodecOptions& options);

// The same for JSON that was read before; never a batch.
Decoded decode_message(const base::Json& json);

}  // namespace jsonrpc
