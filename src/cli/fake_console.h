// A console for tests: keeps what is written, reads what it was given.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "cli/console.h"

namespace cli {

class FakeConsole final : public Console {
 public:
  void write(std::string_view text) override { output += text; }
  bool write_whole(std::string_view bytes) override {
    output += bytes;
    return true;
  }
  void write_error(std::string_view text) override { errors += text; }
  bool is_read() override { return true; }

  os::Input read(const os::InputOptions& options) override {
    os::Input read;
    read.bytes = input.substr(0, options.bytes_max);
    read.truncated = input.size() > options.bytes_max;
    input.clear();
    return read;
  }

  bool read_in_pieces(const std::function<bool(std::string_view piece)>& take) override {
    constexpr std::size_t kPieceBytes = 1000;
    for (std::size_t at = 0; at < input.size(); at += kPieceBytes) {
      if (!take(std::string_view(input).substr(at, kPieceBytes))) break;
    }
    input.clear();
    return true;
  }

  std::optional<std::string> read_line() override {
    if (input.empty()) return std::nullopt;
    const std::size_t end = input.find('\n');
    std::string line = input.substr(0, end);
    input.erase(0, end == std::string::npos ? input.size() : end + 1);
    return line;
  }

  std::string input;
  std::string output;
  std::string errors;
};

}  // namespace cli
