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
  void write_error(std::string_view text) override { errors += text; }
  bool is_read() override { return true; }

  os::Input read(const os::InputOptions& options) override {
    os::Input read;
    read.bytes = input.substr(0, options.bytes_max);
    read.truncated = input.size() > options.bytes_max;
    input.clear();
    return read;
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
