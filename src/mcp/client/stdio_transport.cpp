#include "mcp/client/stdio_transport.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "jsonrpc/codec.h"

namespace mcp::client {
namespace {

// Programs that print a banner are common; one that prints nothing else is no server.
constexpr int kNoiseLinesMax = 1000;
constexpr base::Millis kWriteTimeMin{1000};
constexpr base::Millis kNoticeTime{2000};
constexpr std::size_t kTailBytes = 1000;
constexpr std::size_t kTailLines = 5;

}  // namespace

struct StdioTransport::Wait {
  const Outgoing& outgoing;
  Listener& listener;
  int noise = 0;
  int messages = 0;
};

Answer StdioTransport::request(const Outgoing& outgoing, Listener& listener) {
  const auto deadline = clock_.steady() + outgoing.timeout;
  const auto written = child_->write_line(base::dump_line(to_json(outgoing.request)),
                                          std::max(outgoing.timeout, kWriteTimeMin));
  if (!written.ok()) return gone();
  Wait wait{outgoing, listener};
  while (true) {
    const auto left = std::chrono::ceil<base::Millis>(deadline - clock_.steady());
    if (left <= base::Millis{0}) break;
    const os::LineReader::Read read = child_->read_line(left);
    switch (read.status) {
      case os::LineReader::Status::line: {
        auto answers = take_line(read.line, wait);
        if (!answers.empty()) return std::move(answers.front());
        continue;
      }
      case os::LineReader::Status::ended:
        return gone();
      case os::LineReader::Status::too_long:
        return Failure{Failure::Kind::broken, name_ + " sent a line over the limit"};
      case os::LineReader::Status::timed_out:
      case os::LineReader::Status::woken:
        break;
    }
    break;
  }
  return Failure{Failure::Kind::timed_out,
                 name_ + " did not answer in " + base::to_words(outgoing.timeout)};
}

std::vector<Answer> StdioTransport::take_line(const std::string& line, Wait& wait) {
  if (base::trim(line).empty()) return {};
  for (jsonrpc::Decoded& item : jsonrpc::decode(line, {.allow_batches = true}).items) {
    auto* message = std::get_if<jsonrpc::Message>(&item);
    if (message == nullptr) {
      if (++wait.noise > kNoiseLinesMax) {
        return {Failure{Failure::Kind::broken, name_ + " writes what is no message"}};
      }
      continue;
    }
    auto* response = std::get_if<jsonrpc::Response>(message);
    if (response != nullptr && response->id == wait.outgoing.request.id) {
      return {std::move(*response)};
    }
    if (++wait.messages > kMessagesMax) {
      return {Failure{Failure::Kind::broken, name_ + " sends messages without an end"}};
    }
    for (const jsonrpc::Response& reply : hand_on(*message, wait.listener)) {
      if (!child_->write_line(base::dump_line(to_json(reply)), kNoticeTime).ok()) return {gone()};
    }
  }
  return {};
}

bool StdioTransport::notify(const jsonrpc::Notification& notification) {
  return child_->write_line(base::dump_line(to_json(notification)), kNoticeTime).ok();
}

Failure StdioTransport::gone() {
  const std::optional<int> code = child_->end();
  std::string message = name_ + " has ended";
  if (code) message += " with exit code " + std::to_string(*code);
  if (const std::string tail = shown_tail(child_->error_output()); !tail.empty()) {
    message += ": " + tail;
  }
  return {Failure::Kind::gone, std::move(message)};
}

std::string shown_tail(std::string_view error_output) {
  if (error_output.size() > kTailBytes)
    error_output.remove_prefix(error_output.size() - kTailBytes);
  const std::vector<std::string_view> lines = base::split(base::trim(error_output), '\n');
  const std::size_t first = lines.size() - std::min(lines.size(), kTailLines);
  std::string text;
  for (std::size_t at = first; at < lines.size(); ++at) {
    if (!text.empty()) text += " | ";
    text += base::trim(lines[at]);
  }
  const bool is_text = base::is_utf8(text);
  for (char& c : text) {
    const bool is_control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    if (is_control || (!is_text && static_cast<unsigned char>(c) >= 0x80)) c = '?';
  }
  return text;
}

}  // namespace mcp::client
