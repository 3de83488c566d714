#include "jsonrpc/line_transport.h"

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace jsonrpc {
namespace {

DecodedText too_long() {
  return {{error_of({}, {kParseError, "Parse error: the message is too large", {}})}, false};
}

}  // namespace

LineTransport::Incoming LineTransport::receive(std::optional<base::Millis> timeout,
                                               const CodecOptions& options) {
  while (true) {
    const os::LineReader::Read read = reader_.read(timeout);
    switch (read.status) {
      case os::LineReader::Status::line:
        if (base::trim(read.line).empty()) continue;
        return {Incoming::Kind::text, decode(read.line, options)};
      case os::LineReader::Status::too_long:
        return {Incoming::Kind::text, too_long()};
      case os::LineReader::Status::ended:
        return {Incoming::Kind::ended, {}};
      case os::LineReader::Status::timed_out:
        return {Incoming::Kind::timed_out, {}};
      case os::LineReader::Status::woken:
        return {Incoming::Kind::woken, {}};
    }
  }
}

bool LineTransport::send(const base::Json& message) {
  return writer_.write(base::dump_line(message));
}

}  // namespace jsonrpc
