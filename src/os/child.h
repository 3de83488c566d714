// A program that runs beside us and is talked to in lines, until it is told to end.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "os/files.h"
#include "os/line_stream.h"

namespace os {

// No shell is ever involved.
struct ChildRequest {
  std::vector<std::string> argv;  // Without a slash in the first word it is looked for in $PATH.
  Path folder;                    // Empty: this process's.
  // Set besides what this process has.
  std::vector<std::pair<std::string, std::string>> environment;
  std::size_t line_bytes_max = 16U * 1024 * 1024;
  std::size_t error_output_max = 16U * 1024;  // The newest bytes are kept.
};

// For one thread at a time. The destructor ends the program, and waits for that.
class Child {
 public:
  Child() = default;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  virtual ~Child() = default;

  // Adds the line break. unavailable where the program reads no more, or not in time; then part of
  // the line may be with it, and nothing can be written any more.
  virtual base::Result<void> write_line(std::string_view line, base::Millis timeout) = 0;
  // The next line of its standard output. Never `woken`.
  virtual LineReader::Read read_line(base::Millis timeout) = 0;
  // What it has written to its standard error, as far as it was kept.
  virtual std::string error_output() = 0;

  // Closes its input and gives it time to go by itself; then all of its process group are asked to
  // end, and then made to. The exit code; 128 and the signal's number where a signal ended it.
  // Nothing where it had been ended before.
  virtual std::optional<int> end() = 0;
};

}  // namespace os
