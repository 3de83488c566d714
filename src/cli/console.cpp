#include "cli/console.h"

#include <array>
#include <cstdio>
#include <cstring>

namespace cli {

void StandardConsole::write(std::string_view text) { os::write_standard_output(text); }

bool StandardConsole::write_whole(std::string_view bytes) {
  return os::write_standard_output(bytes);
}

void StandardConsole::write_error(std::string_view text) { os::write_standard_error(text); }

bool StandardConsole::is_read() { return os::is_standard_output_read(); }

os::Input StandardConsole::read(const os::InputOptions& options) {
  return os::read_standard_input(options);
}

bool StandardConsole::read_in_pieces(const std::function<bool(std::string_view piece)>& take) {
  return os::read_standard_input_in_pieces(take);
}

std::optional<std::string> StandardConsole::read_line() {
  // An answer is a word. What a longer line has behind it cannot turn a no into a yes.
  std::array<char, 256> line{};
  if (std::fgets(line.data(), static_cast<int>(line.size()), stdin) == nullptr) return std::nullopt;
  return std::string(line.data(), std::strcspn(line.data(), "\r\n"));
}

}  // namespace cli
