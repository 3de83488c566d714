// Where a command's words go and where its document comes from; tests put a buffer in its place.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "os/stdio.h"

namespace cli {

class Console {
 public:
  Console() = default;
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;
  virtual ~Console() = default;

  virtual void write(std::string_view text) = 0;
  virtual void write_error(std::string_view text) = 0;
  // False where whoever read what we write has gone.
  virtual bool is_read() = 0;
  // Standard input to its end.
  virtual os::Input read(const os::InputOptions& options) = 0;
  // One line of a person's answer without its end; nothing where the input is at its end.
  virtual std::optional<std::string> read_line() = 0;

  // For bytes that are not for people. As `write`, and whether all of it went out.
  virtual bool write_whole(std::string_view bytes) = 0;
  // Standard input piece by piece, however much it is, until `take` says no. False where the system
  // refused to read.
  virtual bool read_in_pieces(const std::function<bool(std::string_view piece)>& take) = 0;
};

// The process's own standard streams.
class StandardConsole final : public Console {
 public:
  void write(std::string_view text) override;
  bool write_whole(std::string_view bytes) override;
  void write_error(std::string_view text) override;
  bool is_read() override;
  os::Input read(const os::InputOptions& options) override;
  bool read_in_pieces(const std::function<bool(std::string_view piece)>& take) override;
  std::optional<std::string> read_line() override;
};

}  // namespace cli
