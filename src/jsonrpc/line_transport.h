// Messages as lines of JSON: one a line, UTF-8, no line break inside. MCP's framing on stdio, and
// that of the Unix sockets of others.
#pragma once
#include <optional>

#include "jsonrpc/codec.h"
#include "os/line_stream.h"

namespace jsonrpc {

class LineTransport {
 public:
  // Borrowed; both outlive this.
  LineTransport(os::LineReader& reader, os::LineWriter& writer)
      : reader_(reader), writer_(writer) {}

  struct Incoming {
    enum class Kind { text, ended, timed_out, woken };
    Kind kind = Kind::ended;
    DecodedText text;  // For Kind::text.
  };
  // Waits for the next line that is not blank. A line over the limit becomes its own error answer.
  Incoming receive(std::optional<base::Millis> timeout, const CodecOptions& options);

  // From any thread. False where the other side has gone.
  bool send(const base::Json& message);

 private:
  os::LineReader& reader_;
  os::LineWriter& writer_;
};

}  // namespace jsonrpc
